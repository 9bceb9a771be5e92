"""Multi-head attention, which runs several attentions side by side, each with its own projection matrices."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtexplain.display import plain
from mtexplain.display.parts import Beside, Headline, Prose
from mtexplain.display.picture import Picture
from mtexplain.display.pyramid import Gallery, Pyramid
from mtexplain.display.trace import Step
from mtexplain.inputs import InputError, check_list
from mtexplain.models.dot_product import Attention, attention
from mtexplain.models.given import Matrix, Rows, matrix, shape
from mtexplain.models.shapes import Matrices, matrices

_MOST = 8
"""The largest number of heads."""


@dataclass(frozen=True, repr=False)
class MultiHead(Matrices):
    """Attention with several heads, with its working. Returned by `multi_head`. Each of `heads` is a trace itself."""

    heads: tuple[Attention, ...]
    projected: tuple[Matrices, ...]
    outputs = property(lambda self: self.made[-1].numbers)

    @property
    def picture(self) -> Gallery | Beside:
        """The attention of each head, drawn as large as will fit; on a narrow page, one head below the other."""
        each = [(f"Head {n}", head) for n, head in enumerate(self.heads, 1)]
        drawn: list[tuple[str, Pyramid | Picture]] = [(name, head.picture) for name, head in each if head.picture]
        return Gallery(tuple(drawn)) if drawn else Beside(tuple([head.grid(name, head.weights) for name, head in each]))

    @property
    def headline(self) -> Headline:
        head, made = super().headline, super().headline.equation._replace(symbols="MultiHead")
        is_one, is_mixed = len(self.heads) == 1, len(self.made) > 1
        says = "A single head looks at the tokens." if is_one else (
            f"{len(self.heads)} heads look at the same tokens, each in its own way.")  # fmt: skip
        subject = "Its output" if is_one else "Their outputs, side by side,"
        verb, mixed = "is" if is_one else "are", " multiplied by a last matrix, which gives" * is_mixed
        sentence = f"{subject} {verb}{mixed} {head.value}."
        signature = f"multi-head {head.signature}"
        return head._replace(equation=made, signature=signature, why=Prose((sentence,)), says=says)

    def steps(self) -> tuple[Step, ...]:
        pairs = enumerate(zip(self.projected, self.heads, strict=True), 1)
        each = [(n, step) for n, (made, head) in pairs for step in (*made.steps()[:3], *head.steps())]
        own = [step._replace(name=f"head_{n}_{step.name}", title=f"Head {n}: {step.title}") for n, step in each]
        return (*own, *super().steps())


def _fitting(formula: str, where: str, **given: Matrix) -> Matrices:
    made = matrices(formula, **given)
    if misfit := made.made[-1].misfit:
        raise InputError(where, plain.prose(Prose(misfit)).rstrip("."), "shapes that fit")
    return made


def multi_head(
    inputs: Rows, heads: Sequence[Sequence[Rows]], output: Rows | None = None, *,
    tokens: Sequence[str] | str | None = None, causal: bool = False,
) -> MultiHead:  # fmt: skip
    """Multi-head attention, as a trace (Vaswani et al. 2017, section 3.2.2). Each row of the inputs is a token.

    `heads` has three matrices for each head, which make its queries, keys and values. If `output` is given, the
    concatenated heads are multiplied by it. There can be up to 8 heads. `tokens` and `causal` are as in `attention`. If
    two shapes don't fit, InputError names them.

    >>> trace = multi_head("1 0; 1 2", [["1; 0", "1; 0", "1; 0"], ["0; 0", "0; 0", "0; 1"]])
    >>> [[str(number) for number in row] for row in trace.outputs]
    [['1', '1'], ['1', '1']]
    """
    attentions, projected, x = [], [], matrix(inputs, "inputs")
    several = check_list(heads, "heads", "a list of heads with three matrices each")
    if len(several) > _MOST:
        raise InputError("heads", f"{len(several)} heads", f"at most {_MOST}")
    for index, triple in enumerate(several or [()]):
        where = f"heads[{index}]"
        if len(given := check_list(triple, where, "three matrices")) != 3:
            raise InputError(where, f"a list of {len(given)}", "three matrices, for queries, keys and values")
        weights = {f"W_{key}": matrix(rows, f"{where}, W_{key}") for key, rows in zip("QKV", given, strict=True)}
        if len(weights["W_Q"][0]) != len(weights["W_K"][0]):
            got = f"W_Q of shape {shape(weights['W_Q'])} and W_K of shape {shape(weights['W_K'])}"
            raise InputError(where, got, "the same number of columns in both", "Queries and keys are multiplied.")
        projected.append(_fitting("concat(X @ W_Q, X @ W_K, X @ W_V)", where, X=x, **weights))
        attentions.append(attention(*[term.rows for term in projected[-1].made[:3]], tokens=tokens, causal=causal))
    whole = {f"head_{n}": head.outputs for n, head in enumerate(attentions, 1)}
    formula, last = f"concat({', '.join(whole)})", {} if output is None else {"W_O": matrix(output, "output")}
    joined = _fitting(formula + " @ W_O" * len(last), "output", **whole, **last)
    return MultiHead(joined.given, joined.made, tuple(attentions), tuple(projected))
