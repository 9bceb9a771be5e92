"""Other ways to compute a metric, in another unit or by another set of its rules, that make a number right too.

Numbers in bits are as right as numbers in nats, and the score that rouge-score prints is as right as the score that the
paper defines.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import signature
from itertools import combinations

from mtexplain.by_hand.example import Settings
from mtexplain.by_hand.numbers import Numbers
from mtexplain.by_hand.subject import Subject
from mtexplain.display.score import Score, SentenceScore
from mtexplain.display.text_score import TextScore
from mtexplain.explain.metric import choices
from mtexplain.explain.practice.working.claims import Claim
from mtexplain.explain.practice.working.verdicts import Compute, remembering
from mtexplain.inputs import InputError
from mtexplain.metrics.perplexity.rules import UNITS, PerplexityRules
from mtexplain.metrics.perplexity.score import AnyPerplexity
from mtexplain.rules import Rules
from mtexplain.tracing.steps import Traced


@dataclass(frozen=True)
class Inputs:
    """The arguments of a metric."""

    candidate: object
    references: object
    settings: Settings


@dataclass(frozen=True)
class Way:
    """The score of the same texts with other settings, and these settings."""

    subject: Subject
    score: Score
    settings: Mapping[str, str]
    inputs: Inputs | None = None

    @cached_property
    def sheet(self) -> Traced:
        """The counts that all computations start from."""
        return self.subject.sheet(self.score)

    @cached_property
    def compute(self) -> Compute:
        """The function that computes the numbers; later steps use the numbers that are given."""
        return remembering(partial(self.subject.numbers, self.sheet, {}))

    @property
    def numbers(self) -> Numbers:
        """The numbers of the score."""
        return self.compute({})

    @property
    def keywords(self) -> str:
        """The settings as keywords of a call.

        >>> import mtexplain
        >>> Way(None, mtexplain.perplexity(["1/2"]), {"base": "2"}).keywords
        'base=2'
        """
        assignments = (f"{name}={value if value.isdecimal() else repr(value)}" for name, value in self.settings.items())
        return ", ".join(assignments)

    @property
    def unit(self) -> str:
        """The unit of the surprises, such as bits, if it was changed; otherwise empty."""
        return UNITS[self.settings["base"]] if "base" in self.settings else ""

    @property
    def tool(self) -> str:
        """The tool and its version, or the paper or book, if the rules were changed; otherwise empty."""
        return (self.score.rules.tool or self.score.rules.name) if "rules" in self.settings else ""

    @property
    def is_of_a_tool(self) -> bool:
        """True if the rules are those of a program, not of a paper or a book."""
        first = next(iter(choices(self.subject.metric, "rules")), "")
        lacks_it = any(note.code == "not-in-tool" for note in self.score.notes)
        return bool(self.tool) and self.score.rules.name not in (first, "paper") and not lacks_it

    def prints(self, claims: Sequence[Claim]) -> bool:
        """True if a program has these rules and would print the score as claimed."""
        scores = [claim for claim in claims if claim.name == "score"]
        return self.is_of_a_tool and any(claim.fits(self.numbers.forms["score"][-1]) for claim in scores)


def other_ways(
    subject: Subject, score: Score, inputs: Inputs | None = None, of: Sequence[str] = ("base", "rules")
) -> Iterator[Way]:
    """Yield the other ways, which change the unit, the rules, or both. Ways that can't be computed are left out.

    Without `inputs`, the texts are taken from the score, if it has the typed texts.
    """
    known = inputs or _inputs(subject, score)
    settings = [name for name in of if choices(subject.metric, name)]
    offered = [
        (name, value)
        for name in settings
        for value, choice in choices(subject.metric, name).items()
        if value != _now(score, name) and not _is_for_another_language(choice, score)
    ]
    for combination in (*((offer,) for offer in offered), *combinations(offered, 2)):
        chosen = dict(combination)
        if len(chosen) == len(combination) and (rescored := _scored(subject, score, known, chosen)):
            yield Way(subject, rescored, chosen, known and replace(known, settings={**known.settings, **chosen}))


def _is_for_another_language(choice: object, score: Score) -> bool:
    """True if a choice is a set of rules for a language that differs from the language of the score's rules."""
    return isinstance(choice, Rules) and choice.language not in ("", score.rules.language)


def _now(score: Score, setting: str) -> str:
    """Return the value of a setting in a score."""
    is_base = setting == "base" and isinstance(score.rules, PerplexityRules)
    return score.rules.base if is_base else score.rules.name  # type: ignore[attr-defined]


def _scored(subject: Subject, score: Score, inputs: Inputs | None, settings: Mapping[str, str]) -> Score | None:
    """Return the score with other settings; None if it can't be computed."""
    try:
        if inputs:
            return subject.score(inputs.candidate, inputs.references, **{**inputs.settings, **settings})
        if "rules" in settings or isinstance(score, TextScore) or not isinstance(score, AnyPerplexity):
            return None
        return replace(score, rules=score.rules.with_choices(settings))  # type: ignore[type-var]
    except InputError:
        return None


def _inputs(subject: Subject, score: Score) -> Inputs | None:
    """Return the arguments of the metric, for a sentence or a text; None if the score doesn't have all of them."""
    segments = score.segments if isinstance(score, TextScore) else (score,)
    typed = [segment for segment in segments if isinstance(segment, SentenceScore)]
    candidates = [segment.candidate_text for segment in typed]
    references = [list(segment.reference_texts or ()) for segment in typed]
    if len(typed) < len(segments) or None in candidates or not all(references):
        return None
    settings = _settings(subject, score.rules)
    if isinstance(score, TextScore):
        return Inputs(candidates, references, settings)
    return Inputs(candidates[0], references[0], settings)


def _settings(subject: Subject, rules: Rules) -> Settings:
    """Return the settings by which the rules differ from the set of rules that they are named after."""
    named, known = choices(subject.metric, "rules").get(rules.name), signature(subject.metric).parameters
    if not isinstance(named, Rules):
        return {}
    return {name: value for name, value in rules.choices_unlike(named).items() if name in known}
