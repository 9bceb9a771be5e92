"""METEOR as a trace: the numbers of the recipe, against the best reference, how they are told, and the way in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from mtexplain.display.moments import Moment
from mtexplain.display.parts import Note, Part, Table
from mtexplain.display.trace import Step
from mtexplain.metrics.meteor import charts, moments, notes, steps
from mtexplain.metrics.meteor.recipe import ReferenceScore, SentenceMeteor, Share
from mtexplain.metrics.meteor.rules import (
    PAPER,
    AlignSetting,
    FunctionWordsSetting,
    MeteorRules,
    MeteorRulesSetting,
    StemSetting,
    SynonymsSetting,
    TokenizeSetting,
    WholeSetting,
    describe,
    resolve_rules,
    stemmer_name,
)
from mtexplain.metrics.shared import reading, record, signature
from mtexplain.rules import LowercaseSetting

_METRIC = "meteor"


@dataclass(frozen=True, repr=False)
class Meteor(SentenceMeteor):
    """The METEOR of one candidate, with its working. Make one with `meteor`.

    Its quantities are those against the best reference.

    >>> from mtexplain.metrics.meteor import meteor
    >>> trace = meteor("the president spoke to the audience", ["the president then spoke to the audience"])
    >>> trace.matches, trace.chunks, trace.mean, trace.penalty
    (6, 2, Fraction(20, 23), Fraction(1, 54))
    >>> trace.exact
    '(1 - 0.5 * (2/6)^3) * 20/23'
    """

    rules: MeteorRules

    @property
    def signature(self) -> str:
        """Everything another person needs to get the same number."""
        return signature.written("METEOR", self.rules, describe(self.rules), (len(self.references),))

    @property
    def overview(self) -> tuple[Part, ...]:
        return (charts.sentences(self), charts.factors(self))

    def steps(self) -> tuple[Step, ...]:
        """Tokens, each stage's links, the alignment, precision, recall, Fmean, chunks, penalty, score."""
        return tuple(steps.of_sentence(self))

    def moments(self) -> tuple[Moment, ...]:
        """Link by link, then chunk by chunk, between the tokens and the score."""
        return tuple(moments.of_sentence(self))

    @property
    def table(self) -> Table:
        """Every link of the alignment with each reference, a row each."""
        return steps.all_links(self.against)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: no match, an empty text, a search cut short, what a tool does by mistake."""
        return tuple(notes.of_sentence(self))

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON; exact values are strings such as "2/3"."""
        working = {"best_reference": self.place, "against": [_plain(one) for one in self.against]}
        written = record.of_sentence(self, _METRIC, **working)
        return {**written, "rules": {**written["rules"], "stem": stemmer_name(self.rules.stem)}}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Meteor":
        """The trace that `to_dict` wrote: an equal one. It reads tokens, texts and rules, and computes the rest.

        InputError where the rules stem by a function of your own, which a record cannot hold.
        """
        return cls(**record.facts(data, _METRIC, lambda rules: record.rules_of(rules, MeteorRules)))


def _plain(one: ReferenceScore) -> dict[str, Any]:
    """The score against one reference for a record."""
    alignment = one.alignment
    return {
        "links": [{**link._asdict(), "chunk": place} for place, chunk in enumerate(alignment.chunks) for link in chunk],
        "matches": one.matches,
        "chunks": one.chunks,
        "crossings": alignment.crossings,
        "distance": alignment.distance,
        "doubt": alignment.doubt,
        "precision": _plain_share(one.precision),
        "recall": _plain_share(one.recall),
        "mean": str(one.mean),
        "penalty": float(one.penalty),
        "score": one.score,
    }


def _plain_share(share: Share) -> dict[str, Any]:
    numbers = {"matched": share.matched, "total": share.total, "value": share.value}
    return {name: None if value is None else str(value) for name, value in numbers.items()}


def meteor(
    candidate: str,
    references: list[str],
    *,
    rules: MeteorRulesSetting = PAPER,
    tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None,
    stem: StemSetting = None,
    synonyms: SynonymsSetting = None,
    align: AlignSetting = None,
    alpha: float | Fraction | None = None,
    beta: float | Fraction | None = None,
    gamma: float | Fraction | None = None,
    delta: float | Fraction | None = None,
    weights: Sequence[float | Fraction] | None = None,
    function_words: FunctionWordsSetting = None,
    whole: WholeSetting = None,
) -> Meteor:
    """The METEOR of one candidate sentence against its references, as a trace: the score of the best of them.

    `rules` are those of the paper or of a tool: one of `mtexplain.metrics.meteor.RULES`, or its name. A keyword left
    at None means "as the rules say"; a given one wins:

    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z alone
    - `stem`: True, False, a name from `mtexplain.text.stemming.STEMMERS`, or a function from a word to its stem
    - `synonyms`: a dict from a word to a list of words, or a list of sets of words; they are read in both directions
    - `align`: "crossings" (2005), "chunks" (2014), "greedy" (NLTK) or "beam" (Meteor 1.5)
    - `alpha`, `beta`, `gamma`: 0.9, 3 and 0.5 in the paper
    - `delta`: what a content word counts, 0 to 1; `function_words`: the other words, or the name of a list, which is
      "english" where only a delta is given
    - `weights`: what a match counts by its stage, three numbers from 0 to 1: exact, stem, synonym
    - `whole`: what becomes of the penalty where everything is one chunk: "penalised" or "free"

    InputError (a ValueError, for a wrong type also a TypeError) says what was wrong with an input and how to mend it.

    >>> trace = meteor("on the mat sat the cat", ["the cat sat on the mat"])
    >>> trace.score, trace.best.alignment.crossings, trace.best.chunks
    (0.5, 8, 6)
    >>> trace = meteor("on the mat sat the cat", ["the cat sat on the mat"], align="chunks")
    >>> trace.score, trace.best.alignment.crossings, trace.best.chunks
    (0.9375, 11, 3)
    """
    chosen, tokenizer = resolve_rules(
        rules,
        tokenize=tokenize,
        lowercase=lowercase,
        stem=stem,
        synonyms=synonyms,
        align=align,
        alpha=alpha,
        beta=beta,
        gamma=gamma,
        delta=delta,
        weights=weights,
        function_words=function_words,
        whole=whole,
    )
    trace = Meteor(**reading.facts(candidate, references, chosen, tokenizer))
    if callable(chosen.stem):
        trace.score  # noqa: B018  # what is wrong with a stemmer of one's own shows now, and not in a view
    return trace
