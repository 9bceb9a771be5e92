"""The page's side of Python: widgets that live without Jupyter, and calls that come and go as JSON."""

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
    """What anywidget.AnyWidget is to the library's widgets, with a page in place of Jupyter's messages."""

    number = 0

    def __init__(self, **values: Any) -> None:
        self._heard: list[Callable[..., None]] = []
        self._held: dict[str, Any] | None = None
        super().__init__(**values)
        self.observe(self._moved, list(self.traits(sync=True)))

    def on_msg(self, heard: Callable[..., None]) -> None:
        """Listen to what the page asks."""
        self._heard.append(heard)

    def send(self, content: Any, buffers: object = None) -> None:
        """Tell the page something."""
        tell(json.dumps({"widget": self.number, "message": content}))

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        """Tell of all that changes at once, at the end."""
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
        """What the page has set. It knows that itself: it is told only of what follows."""
        with self.hold_sync():
            for name, value in values.items():
                setattr(self, name, value)
            for name, value in values.items():
                if self._held and self._held.get(name) == value:
                    del self._held[name]

    def hear(self, content: Any) -> None:
        """What the page asks."""
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
    """A metric by its name; no other name of the library is a metric."""
    if name not in METRICS:
        raise InputError("metric", repr(name), f"one of {', '.join(METRICS)}")
    return getattr(mtexplain, name)


def panel(name: str, candidate: str, references: list[str], state: str = "") -> Any:
    """A panel, as a link left it."""
    made = mtexplain.what_if(named(name), candidate, references)
    if state:
        made.state = state
    return made


def stepper(name: str, candidate: str, references: list[str]) -> Any:
    """A trace, moment by moment."""
    return mtexplain.stepper(named(name)(candidate, references))


def judge(kept: str = "") -> Any:
    """The judge, with the ranks that the browser has kept; where it was tampered with, without them."""
    made = mtexplain.judge()
    with suppress(ValueError, TypeError, KeyError, RecursionError, traitlets.TraitError):
        held = json.loads(kept)
        made.ranks, made.place = held["ranks"], held["place"]
    return made


def ranks_in(number: int, text: str) -> dict[str, list[int]]:
    """The ranks in a file that a judge has saved, in the order in which the outputs are shown."""
    read = mtexplain.rankings(f"{text}\n")  # with the end of a line in it, it is never the name of a file
    for what, names, known in (
        ("system", read.systems, SYSTEMS),
        ("sentence", read.ranks, [one["id"] for one in widgets[number].ballot]),
    ):
        if odd := {*names} ^ {*known}:
            got = f"{'no' if min(odd) in known else 'a'} {what} {min(odd)!r}"
            raise InputError("rankings", got, f"the {len(known)} {what}s of this page")
    return {name: [row[one] for one in shuffled(name)] for name, row in read.ranks.items()}


def before(cells: list[str], number: int) -> dict[str, Any]:
    """The names that the cells before this one leave behind. What can't run in a page, such as a plot, is left out."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for code in cells[:number]:
        with suppress(Exception), redirect_stdout(StringIO()):
            exec(code, names)
    return names


def cell(cells: list[str], number: int) -> Any:
    """The widget that a cell of a notebook ends in."""
    names, code = before(cells, number), ast.parse(cells[number])
    last = code.body.pop()
    assert isinstance(last, ast.Expr)
    exec(compile(code, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


PLACES = re.compile(r"(?<== )\[?None(?:, None)*\]?")
"""The places on a line for the answers of an exercise."""


def checked(cells: list[str], number: int, answers: list[str]) -> str:
    """The verdict of an exercise on its answers, one for each None; an empty answer leaves None there."""
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
    """A new widget: its number, what it shows, its script and style."""
    one = MAKERS[kind](**given)
    one.number = len(widgets) + 1
    widgets[one.number] = one
    values = {name: getattr(one, name) for name in one.traits(sync=True)}
    return {"number": one.number, "values": values, "script": one._esm, "style": one._css}


def state(number: int) -> str:
    """What makes a panel look as it does, as one word."""
    return str(widgets[number].short_state)


def restored(number: int, state: str) -> None:
    """Make a panel look so again."""
    widgets[number].state = state


def picture(candidate: str, references: list[str], focus: int) -> dict[str, Any]:
    """A BLEU for the front page: the counts as in count.js, and the picture. `focus` is the index of a word to show."""
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
    """A text as lines, or as the Python list that was pasted."""
    read = literal(text)
    return text.strip("\n").split("\n") if read is None else read


def literal(text: str) -> Any:
    """What was pasted, where it is a Python list; None where it is plain text."""
    try:
        return ast.literal_eval(text.strip()) if text.strip().startswith(("[", "(")) else None
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def grouped(text: str, count: int) -> list[list[str]]:
    """References by segment, from sets of lines with an empty line between them."""
    parts = text.strip("\n").split("\n\n")
    sets = [part.split("\n") for part in parts] if count > 1 else [[one] for one in lines(text)]
    for number, one in enumerate(sets, 1):
        if len(one) != count:
            expected, fix = f"{count}, as many as the output has", "Write one reference a line, in the same order."
            raise InputError(f"references, set {number}", f"{len(one)} lines", expected, fix)
    return [list(each) for each in zip(*sets, strict=True)]


def lines(text: str) -> list[str]:
    """Lines that hold something."""
    return [line for line in text.split("\n") if line.strip()]


def compare(candidate: str, references: str) -> str:
    """One sentence under every tool's rules."""
    return shown(mtexplain.compare(candidate, lines(references)))


def two_numbers(candidates: str, references: str, first: str, second: str) -> str:
    """Whose numbers these are, and how the one becomes the other. The name of some rules stands for their number."""
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
    """What is wrong with what was pasted."""
    keys = literal(references)
    each = [[line] for line in references.strip("\n").split("\n")] if keys is None else keys
    return shown(mtexplain.diagnose(segments(candidates), each))


def working(metric: str, candidate: str, references: str, claims: str) -> str:
    """Numbers worked out by hand, checked."""
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
    """A result as the library shows it: user text is escaped there."""
    return str(result._repr_html_())


def code(text: str) -> str:
    """The text as a QR code, a drawing."""
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
    """What comes of a call: `{"result": ...}`, or `{"refused": ...}`, a sentence, where the input is at fault."""
    asked = json.loads(call)
    try:
        return json.dumps({"result": CALLS[asked["name"]](**asked["given"])})
    except (InputError, traitlets.TraitError) as error:
        return json.dumps({"refused": str(error)})
