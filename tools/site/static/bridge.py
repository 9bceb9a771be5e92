"""The Python side of a page, with widgets that work without Jupyter, and calls in JSON."""

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from io import StringIO
from types import ModuleType
from typing import Any

import traitlets
from page import tell  # type: ignore[import-not-found]  # JavaScript: worker.js


class AnyWidget(traitlets.HasTraits):
    """A replacement for anywidget.AnyWidget that exchanges messages with a page instead of Jupyter."""

    number = 0

    def __init__(self, **values: Any) -> None:
        self._heard: list[Callable[..., None]] = []
        self._held: dict[str, Any] | None = None
        super().__init__(**values)
        self.observe(self._moved, list(self.traits(sync=True)))

    def on_msg(self, heard: Callable[..., None]) -> None:
        """Call this function with each message from the page."""
        self._heard.append(heard)

    def send(self, content: Any, buffers: object = None) -> None:
        """Send a message to the page."""
        tell(json.dumps({"widget": self.number, "message": content}))

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        """Collect all changes, and send them together at the end."""
        if self._held is not None:
            yield
            return
        self._held = {}
        try:
            yield
        finally:
            held, self._held = self._held, None
            if held and self.number:
                tell(json.dumps({"widget": self.number, "changes": held}))

    def take(self, values: dict[str, Any]) -> None:
        """Set values from the page. The page knows them, so it is sent only the changes that follow from them."""
        with self.hold_sync():
            for name, value in values.items():
                setattr(self, name, value)
            for name, value in values.items():
                if self._held and self._held.get(name) == value:
                    del self._held[name]

    def hear(self, content: Any) -> None:
        """Handle a message from the page."""
        for heard in self._heard:
            heard(self, content, None)

    def _moved(self, change: Any) -> None:
        with self.hold_sync():
            assert self._held is not None
            self._held[change["name"]] = change["new"]


sys.modules["anywidget"] = ModuleType("anywidget")
sys.modules["anywidget"].AnyWidget = AnyWidget  # type: ignore[attr-defined]

import mtexplain  # noqa: E402
from mtexplain.display import html  # noqa: E402
from mtexplain.display.markup import escaped  # noqa: E402
from mtexplain.examples.corpus import SYSTEMS  # noqa: E402
from mtexplain.inputs import InputError  # noqa: E402
from mtexplain.judging.ballot import shuffled  # noqa: E402
from mtexplain.rules import RULES  # noqa: E402

widgets: dict[int, Any] = {}
METRICS = ("bleu", "chrf", "nist", "rouge_n", "rouge_l", "rouge_s", "rouge_su", "rouge_w", "meteor", "ter",
           "ngram_perplexity")  # fmt: skip


def named(name: str) -> Any:
    """The metric with this name. Other names of the library are refused."""
    if name not in METRICS:
        raise InputError("metric", repr(name), f"one of {', '.join(METRICS)}")
    return getattr(mtexplain, name)


def panel(name: str, candidate: str, references: list[str], state: str = "") -> Any:
    """A panel in the state that a link stored."""
    made = mtexplain.what_if(named(name), candidate, references)
    if state:
        made.state = state
    return made


def stepper(name: str, candidate: str, references: list[str]) -> Any:
    """A stepper through a trace."""
    return mtexplain.stepper(named(name)(candidate, references))


def judge(kept: str = "") -> Any:
    """The judge with the ranks that the browser stored, or without ranks if the stored text is not valid."""
    made = mtexplain.judge()
    with suppress(ValueError, TypeError, KeyError, RecursionError, traitlets.TraitError):
        held = json.loads(kept)
        made.ranks, made.place = held["ranks"], held["place"]
    return made


def ranks_in(number: int, text: str) -> dict[str, list[int]]:
    """The ranks in a file that a judge saved, in the order in which the outputs are shown."""
    read = mtexplain.rankings(f"{text}\n")  # a text with a line break is never taken for the name of a file
    for what, names, known in (
        ("system", read.systems, SYSTEMS),
        ("sentence", read.ranks, [one["id"] for one in widgets[number].ballot]),
    ):
        if odd := {*names} ^ {*known}:
            got = f"{'no' if min(odd) in known else 'a'} {what} {min(odd)!r}"
            raise InputError("rankings", got, f"the {len(known)} {what}s of this page")
    return {name: [row[one] for one in shuffled(name)] for name, row in read.ranks.items()}


def before(cells: list[str], number: int) -> dict[str, Any]:
    """The names that the cells before this cell define. Code that can't run in a page, such as a plot, is left out."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for code in cells[:number]:
        with suppress(Exception), redirect_stdout(StringIO()):
            exec(code, names)
    return names


def cell(cells: list[str], number: int) -> Any:
    """The widget at the end of a cell of a notebook."""
    names, code = before(cells, number), ast.parse(cells[number])
    last = code.body.pop()
    assert isinstance(last, ast.Expr)
    exec(compile(code, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


PLACES = re.compile(r"(?<== )\[?None(?:, None)*\]?")
"""The places for the answers of an exercise on a line."""


def checked(cells: list[str], number: int, answers: list[str]) -> str:
    """The verdict on the answers of an exercise, which replace its Nones in order. An empty answer leaves None."""
    if not any(map(str.strip, answers)):
        return "Write your answer first."
    names, told, left = before(cells, number), StringIO(), [answer.strip() or None for answer in answers]
    code = PLACES.sub(lambda line: re.sub("None", lambda _: repr(left.pop(0)), line[0]), cells[number])
    with redirect_stdout(told):
        exec(code, names)
    return told.getvalue().strip().replace("Your turn: put your answer in place of None.", "Your turn.")


MAKERS: dict[str, Callable[..., Any]] = {
    "panel": panel,
    "cell": cell,
    "mission": mtexplain.play,
    "stepper": stepper,
    "quiz": mtexplain.quiz,
    "judge": judge,
}


def made(kind: str, **given: Any) -> dict[str, Any]:
    """A new widget, with its number, values, script and style."""
    one = MAKERS[kind](**given)
    one.number = len(widgets) + 1
    widgets[one.number] = one
    values = {name: getattr(one, name) for name in one.traits(sync=True)}
    return {"number": one.number, "values": values, "script": one._esm, "style": one._css}


def state(number: int) -> str:
    """The state of a panel, as a single word."""
    return str(widgets[number].short_state)


def restored(number: int, state: str) -> None:
    """Put a panel back into this state."""
    widgets[number].state = state


def picture(candidate: str, references: list[str], focus: int) -> dict[str, Any]:
    """A BLEU score for the front page, with counts as in count.js and a picture around the word at index `focus`."""
    score = mtexplain.bleu(candidate, references)
    rows, drawn = zip(score.picture.rows, score.precisions, strict=True), score.picture
    return {
        "candidate": score.candidate,
        "references": score.references,
        "rows": [
            {"n": row.n, "states": [one.state for one in row.bricks], "matches": p.matches, "total": p.total}
            for row, p in rows
        ],
        "ribbons": [[one.start, one.stop, one.reference, one.reference_start] for one in drawn.ribbons],
        "c": score.c,
        "r": score.r,
        "root": score.mean,
        "penalty": score.brevity.value,
        "score": score.score,
        "html": html.part(drawn._replace(focus=focus)),
    }


def segments(text: str) -> list[str]:
    """The lines of a text, or the items of a pasted Python list."""
    read = literal(text)
    return text.strip("\n").split("\n") if read is None else read


def literal(text: str) -> Any:
    """The pasted Python list, or None if the text is plain."""
    try:
        return ast.literal_eval(text.strip()) if text.strip().startswith(("[", "(")) else None
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def grouped(text: str, count: int) -> list[list[str]]:
    """The references of each segment, from sets of lines with an empty line between the sets."""
    parts = text.strip("\n").split("\n\n")
    sets = [part.split("\n") for part in parts] if count > 1 else [[one] for one in lines(text)]
    for number, one in enumerate(sets, 1):
        if len(one) != count:
            expected, fix = f"{count}, as many as the output has", "Write each reference on its own line."
            raise InputError(f"references, set {number}", f"{len(one)} lines", expected, fix)
    return [list(each) for each in zip(*sets, strict=True)]


def lines(text: str) -> list[str]:
    """The lines that aren't blank."""
    return [line for line in text.split("\n") if line.strip()]


def compare(candidate: str, references: str) -> str:
    """A sentence scored by every tool's rules."""
    return shown(mtexplain.compare(candidate, lines(references)))


def two_numbers(candidates: str, references: str, first: str, second: str) -> str:
    """The rules that give these two numbers, and why they differ. A number may be replaced by the name of rules."""
    output = segments(candidates)
    keys = grouped(references, len(output))
    given = [one.strip().lower() for one in (first, second)]
    found = {one: mtexplain.which_rules(output, keys, one) for one in given if one not in RULES}
    told = "".join(
        f"<h2>{escaped(number)}{'' if one.matches else ': no tool prints it'}</h2>{shown(one)}"
        for number, one in found.items()
    )
    if not all(one.matches for one in found.values()):
        return told
    a, b = (RULES[one] if one in RULES else found[one].matches[0].rules for one in given)
    return told if told and a == b else shown(mtexplain.bridge(a, b, output, keys)) + told


def diagnose(candidates: str, references: str) -> str:
    """The problems in the pasted texts."""
    keys = literal(references)
    each = [[line] for line in references.strip("\n").split("\n")] if keys is None else keys
    return shown(mtexplain.diagnose(segments(candidates), each))


def working(metric: str, candidate: str, references: str, claims: str) -> str:
    """The verdict on numbers that were worked out by hand."""
    claimed = {}
    score = metric.partition("_")[0]
    for number, line in enumerate(lines(claims), 1):
        name, sign, value = line.partition("=")
        if not sign or not name.strip().isidentifier():
            raise InputError(f"your numbers, line {number}", repr(line), "a name and a number, as p_1 = 4/6")
        short = re.sub(r"^([a-z])(\d+)$", r"\1_\2", name.strip().lower())  # p1 is p_1, BP is bp
        claimed["score" if short == score else short] = value.strip()
    return shown(mtexplain.check_working(candidate, lines(references), metric=named(metric), **claimed))


def shown(result: Any) -> str:
    """The HTML of a result, in which the library escapes the user's text."""
    return str(result._repr_html_())


def code(text: str) -> str:
    """The text as a QR code, in SVG."""
    import segno

    return str(segno.make(text, error="l").svg_inline(scale=6, border=2, dark="#000", light="#fff"))


CALLS: dict[str, Callable[..., Any]] = {
    "made": made,
    "state": state,
    "restored": restored,
    "picture": picture,
    "code": code,
    "checked": checked,
    "compare": compare,
    "two_numbers": two_numbers,
    "diagnose": diagnose,
    "working": working,
    "ranks_in": ranks_in,
    "take": lambda number, values: widgets[number].take(values),
    "hear": lambda number, content: widgets[number].hear(content),
}


def answer(call: str) -> str:
    """The result of a call as `{"result": ...}`, or `{"refused": ...}` with a sentence if the input is at fault."""
    asked = json.loads(call)
    try:
        return json.dumps({"result": CALLS[asked["name"]](**asked["given"])})
    except (InputError, traitlets.TraitError) as error:
        return json.dumps({"refused": str(error)})
