"""Other ways to take a metric: in another unit, or by another set of its rules. A number that is right there is right.

Bits in the place of nats, what rouge-score prints in the place of what the paper defines: both are right, if they are
asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import signature
from itertools import combinations
from typing import Any

from mtexplain.display.score import Score, SentenceScore, TextScore
from mtexplain.explain.metric import choices
from mtexplain.explain.practice.working.verdicts import Compute, remembering
from mtexplain.inputs import InputError
from mtexplain.metrics.perplexity.recipe import PerplexityScore
from mtexplain.metrics.perplexity.rules import UNITS, PerplexityRules
from mtexplain.recipe.numbers import Numbers
from mtexplain.recipe.subject import Subject
from mtexplain.rules import Rules


@dataclass(frozen=True)
class Inputs:
    """What a metric was called with."""

    candidate: Any
    references: Any
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class Way:
    """The same texts by another choice: a score, and the settings that give it."""

    subject: Subject
    score: Score
    settings: Mapping[str, str]
    inputs: Inputs | None = None

    @cached_property
    def sheet(self) -> Any:
        """What is counted before anything is computed."""
        return self.subject.sheet(self.score)

    @cached_property
    def compute(self) -> Compute:
        """Its numbers, where later ones go on from those that are given."""
        return remembering(partial(self.subject.numbers, self.sheet, {}))

    @property
    def numbers(self) -> Numbers:
        """Its numbers."""
        return self.compute({})

    @property
    def keywords(self) -> str:
        """The settings as they are written in a call.

        >>> import mtexplain
        >>> Way(None, mtexplain.perplexity(["1/2"]), {"base": "2"}).keywords
        'base=2'
        """
        written = (f"{name}={one if one.isdecimal() else repr(one)}" for name, one in self.settings.items())
        return ", ".join(written)

    @property
    def unit(self) -> str:
        """What its surprises are counted in, where that is another unit: bits."""
        return UNITS[self.settings["base"]] if "base" in self.settings else ""

    @property
    def tool(self) -> str:
        """Whose rules they are, where they are others: a tool with its version, or a work."""
        return (self.score.rules.tool or self.score.rules.name) if "rules" in self.settings else ""

    @property
    def is_of_a_tool(self) -> bool:
        """Whether these rules are those of a program, and not of a paper or a book."""
        first = next(iter(choices(self.subject.metric, "rules")), "")
        return bool(self.tool) and self.score.rules.name not in (first, "paper")


def other_ways(
    subject: Subject, score: Score, inputs: Inputs | None = None, of: Sequence[str] = ("base", "rules")
) -> Iterator[Way]:
    """The other ways, one after the other: other units, other rules, both. What can't be computed is left out.

    Without the inputs, a text is taken as it was typed, where the score knows that.
    """
    known = inputs or _inputs(subject, score)
    settings = [name for name in of if choices(subject.metric, name)]
    offered = [
        (name, one)
        for name in settings
        for one, choice in choices(subject.metric, name).items()
        if one != _now(score, name) and not _is_for_another_language(choice, score)
    ]
    for several in (*((one,) for one in offered), *combinations(offered, 2)):
        chosen = dict(several)
        if len(chosen) == len(several) and (other := _scored(subject, score, known, chosen)):
            yield Way(subject, other, chosen, known and replace(known, settings={**known.settings, **chosen}))


def _is_for_another_language(choice: object, score: Score) -> bool:
    """Whether a choice is a set of rules for a language that the rules of a score do not name."""
    return isinstance(choice, Rules) and choice.language not in ("", score.rules.language)


def _now(score: Score, setting: str) -> str:
    """What a setting is in a score."""
    is_base = setting == "base" and isinstance(score.rules, PerplexityRules)
    return score.rules.base if is_base else score.rules.name  # type: ignore[attr-defined]


def _scored(subject: Subject, score: Score, inputs: Inputs | None, settings: Mapping[str, str]) -> Score | None:
    """The score by other settings; None where it can't be had."""
    try:
        if inputs:
            return subject.score(inputs.candidate, inputs.references, **{**inputs.settings, **settings})
        if "rules" in settings or isinstance(score, TextScore) or not isinstance(score, PerplexityScore):
            return None
        return replace(score, rules=score.rules.with_choices(settings))  # type: ignore[type-var]
    except InputError:
        return None


def _inputs(subject: Subject, score: Score) -> Inputs | None:
    """What a metric was called with, as far as its score knows: of a sentence, or of several."""
    several = score.segments if isinstance(score, TextScore) else (score,)
    typed = [one for one in several if isinstance(one, SentenceScore)]
    candidates = [one.candidate_text for one in typed]
    references = [list(one.reference_texts or ()) for one in typed]
    if len(typed) < len(several) or None in candidates or not all(references):
        return None
    settings = _settings(subject, score.rules)
    if isinstance(score, TextScore):
        return Inputs(candidates, references, settings)
    return Inputs(candidates[0], references[0], settings)


def _settings(subject: Subject, rules: Rules) -> Mapping[str, Any]:
    """The choices by which rules differ from those of their name."""
    named, known = choices(subject.metric, "rules").get(rules.name), signature(subject.metric).parameters
    if not isinstance(named, Rules):
        return {}
    values = vars(rules)
    return {one: values[one] for one in values if one in known and values[one] != vars(named)[one]}
