"""Six missions, in which a learner edits a candidate until its score does what the task asks."""

from collections.abc import Callable
from typing import NamedTuple

from mtexplain import data
from mtexplain.by_hand.example import as_tuples
from mtexplain.display import html, plain
from mtexplain.display.formula import difference, shown
from mtexplain.display.markup import escaped
from mtexplain.explain.edits.changes import change
from mtexplain.explain.edits.token_edits import best_of
from mtexplain.explain.practice.checking import Verdict
from mtexplain.inputs import InputError, check_text, described, is_among
from mtexplain.invisible import visible
from mtexplain.metrics.bleu import Bleu, bleu

_ONE_EDIT = "A single edit puts in, takes out or replaces a word, or swaps two neighbours."


class Mission(NamedTuple):
    """A candidate, its references, and a goal for the score that is reached by editing the candidate."""

    name: str
    title: str
    task: str
    candidate: str
    references: tuple[str, ...]
    judge: Callable[[Bleu, Bleu], str]
    """A function of the first score and the score now that returns what is still missing, or an empty string."""
    caveat: str = ""
    """The part of the task that only a person can judge, which is shown when the mission is done."""

    @property
    def start(self) -> Bleu:
        """The score at the start."""
        return bleu(self.candidate, list(self.references))

    def verdict(self, now: Bleu) -> Verdict:
        """The verdict on the score now, a sentence with its kind ("unanswered", "wrong" or "right")."""
        start = self.start
        if now.references != start.references or now.rules != start.rules:
            return Verdict("wrong", "Not yet. The mission has other references or settings. Start over.")
        if now.candidate == start.candidate:
            return Verdict("unanswered", "Your turn: edit the candidate.")
        missing = self.judge(start, now)
        if missing:
            return Verdict("wrong", f"Not yet. {missing}")
        text = f"Done: the score was {shown(start.score)} and is now {now.exact} = {shown(now.score)}. {self.caveat}"
        return Verdict("right", text.rstrip())

    def check(self, candidate: str | None) -> None:
        """Print a line that says whether this candidate completes the mission.

        >>> mission("zero").check("he plays the guitar very well")
        Done: the score was 0 and is now (6/6 * 5/5 * 4/4 * 3/3)^(1/4) = 1.
        >>> mission("zero").check(None)
        Your turn: put your candidate in place of None.
        """
        if candidate is None:
            print("Your turn: put your candidate in place of None.")
        else:
            print(self.verdict(bleu(check_text(candidate, "candidate"), list(self.references))).text)

    def __repr__(self) -> str:
        return f"Mission({self.name!r}: {self.task})"

    def __str__(self) -> str:
        start = self.start
        score = f"BLEU = {start.exact} = {shown(start.score)}"
        return f"{self.title}: {self.task}\n\n{plain.part(start.picture)}\n\n{score}"

    def _repr_html_(self) -> str:
        start = self.start
        heading = f'<p class="say"><b>{escaped(self.title)}.</b> {escaped(self.task)}</p>'
        return html.framed([heading, html.linked(html.first_screen(start))])


def mission(name: str) -> Mission:
    """The mission of that name (zero, gain, synonym, negation, perfect or short).

    >>> mission("zero").task
    'Make the score greater than 0 with a single edit.'

    InputError, with the known names, for any other name.
    """
    if not is_among(name, MISSIONS):
        raise InputError("mission", described(name), f"one of {', '.join(MISSIONS)}")
    return MISSIONS[name]


def _single(start: Bleu, now: Bleu) -> str:
    kind = change(start.candidate, now.candidate).kind
    return "" if kind in ("delete", "insert", "substitute", "swap") else f"That takes several edits. {_ONE_EDIT}"


def _zero(start: Bleu, now: Bleu) -> str:
    return _single(start, now) or ("" if now.score > 0 else "The score is still 0.")


def _gain(start: Bleu, now: Bleu) -> str:
    if missing := _single(start, now):
        return missing
    best = best_of(start, 1)[0].score
    if now.score >= best:
        return ""
    won, most = (difference(start.score, score) for score in (now.score, best))
    won = f"That gives {won}, but another edit gives {most}."
    return f"{won} Look for a place where something is missing."


def _synonym(start: Bleu, now: Bleu) -> str:
    if change(start.candidate, now.candidate).kind != "substitute":
        return "Replace a word with another word, and change nothing else."
    return "" if now.score < start.score else "The score is not lower."


def _negation(start: Bleu, now: Bleu) -> str:
    if "not" in now.candidate:
        return 'There is still a "not".'
    if now.candidate in start.references:
        number = start.references.index(now.candidate) + 1
        return f"That is reference {number}, which still says the same. Make the candidate say the opposite."
    return _below_1(now)


def _perfect(start: Bleu, now: Bleu) -> str:
    return "That is a reference." if now.candidate in start.references else _below_1(now)


def _below_1(now: Bleu) -> str:
    """The reason why a score is not 1, which is the first n-gram that earns less than its count, or the length."""
    if now.score == 1:
        return ""
    for row in now.credits:
        if row.credited < row.times:
            often = "is in no reference" if not row.credited else "does not occur that often in any reference"
            return f'The score is {shown(now.score)}, because "{" ".join(map(visible, row.ngram))}" {often}.'
    return f"The score is {shown(now.score)}, because the candidate is too short."


def _short(start: Bleu, now: Bleu) -> str:
    known = {token for reference in start.references for token in reference}
    if tuple(token for token in now.candidate if token in known) != start.candidate:
        return "Keep the words of the candidate, and add only words that are not in the reference."
    if now.score > start.score:
        return ""
    return f"The score was {shown(start.score)} and is now {shown(now.score)}. It matters where you put the word."


_JUDGES = {
    "zero": _zero, "gain": _gain, "synonym": _synonym, "negation": _negation, "perfect": _perfect, "short": _short,
}  # fmt: skip
MISSIONS = {
    name: Mission(name, judge=_JUDGES[name], **as_tuples(told))
    for name, told in data.read(__package__, "missions.toml").items()
}
"""Every mission by its name, in teaching order."""
