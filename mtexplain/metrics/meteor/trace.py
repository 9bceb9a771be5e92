"""METEOR as a trace: the numbers of the recipe, against the best reference, and how they are told."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from mtexplain.display import plain, record, signature
from mtexplain.display.formula import Chain, shown
from mtexplain.display.parts import Note, Prose, Table
from mtexplain.display.pyramid import Pyramid
from mtexplain.display.steps import Moment
from mtexplain.metrics.meteor import moments, notes, views
from mtexplain.metrics.meteor.recipe import MeteorScore, ReferenceScore, SentenceMeteor, Share
from mtexplain.metrics.meteor.rules import MeteorRules, decimal, describe, stemmer_name
from mtexplain.metrics.shared.occurrences import so_many
from mtexplain.recipe.equations import value_of
from mtexplain.recipe.plan import Plan

_PAPER, _LATER = "Banerjee and Lavie 2005, section 2.2", "Denkowski and Lavie 2014, section 2"
_ALIGN = {
    "crossings": ("Each stage links as many of the words that are left as it can, with the fewest crossings.",
                  _PAPER),
    "chunks": ("Link as many words as possible, in as few chunks as possible, then as close together as possible.",
               _LATER),
    "greedy": ("Stage by stage, from its last word to its first, the candidate takes the last free partner.",
               "NLTK, meteor_score.py"),
    "beam": ("Along the reference, the 40 best beginnings are kept: those with the most exact matches, in the fewest "
             "chunks.", "Meteor 1.5, Aligner"),
}  # fmt: skip
"""What each rule of alignment does, and where it stands."""


def _source(trace: SentenceMeteor, place: int) -> str:
    """Where the formulas stand: the later paper has content words, and weights for the stages."""
    return _PAPER if trace.rules.delta is None else _LATER


def _stage(stage: str, why: str) -> Plan:
    """The step of a stage, where the rules have it: the words that it could link, and how many it links."""

    def summary(trace: SentenceMeteor, place: int) -> str:
        links, could = len(trace.alignment.partners(stage)), len(trace.alignment.possible[stage])
        return f"{so_many(links, 'link')} of {so_many(could, 'word')} that could be linked" if could else "none"

    return Plan(
        stage, f"{stage.capitalize()} matches", why, _source, (lambda trace, _: views.count_links(trace, stage),),
        summary, lambda trace, _: (views.partners(trace, stage),),
        applies=lambda trace: stage in trace.alignment.possible,
    )  # fmt: skip


def _aligned(trace: SentenceMeteor, place: int) -> str:
    counts = (trace.matches, "link"), (trace.alignment.crossings, "crossing"), (trace.chunks, "chunk")
    return ", ".join(so_many(*count) for count in counts)


def _share(step: str, quantity: str, text: str, why: str) -> Plan:
    """The step of a share: the matched words of a text, of all its words."""
    first = text[0]
    weighed = {
        "nothing": f"m of the {first} words of the {text} are matched",
        "stages": f"m_s are the links of the stage s, and {first} the words of the {text}; w_s is what a match counts",
        "words": f"{first}_s are the words of the {text} that the stage s has matched; w_s is what a match counts",
    }
    more = " A match counts by its stage, a content word more than a function word."
    return Plan(
        step, step.capitalize(), lambda trace, _: why if trace.rules.counts_alike else why + more, _source, (quantity,),
        lambda trace, _: f"{trace.matches} of {so_many(len(getattr(trace, text)), 'word')} of the {text}",
        lambda trace, _: () if trace.rules.counts_alike else (views.weights(trace, text),),
        lambda trace, _: weighed[trace.weighed],
    )  # fmt: skip


def _why_a_harmonic_mean(trace: SentenceMeteor, place: int) -> str:
    costs = "What is left out costs as much as what is added."
    if trace.alpha != Fraction(1, 2):
        more, less = ("left out", "added") if trace.alpha > Fraction(1, 2) else ("added", "left out")
        costs = f"What is {more} costs more than what is {less}."
    return f"A harmonic mean stays near the smaller number. {costs}"


PLAN = (
    Plan("tokens", "Tokens", "METEOR looks for a partner in the reference for each word of the candidate, one at most.",
         _PAPER, ("candidate_length",), lambda trace, _: signature.cut_by(trace.rules),
         lambda trace, _: (trace.text_table,)),
    _stage("exact", "Equal words come first: the same word, letter by letter."),
    _stage("stem", "Then words of the same family: take off the endings, and what is left must be equal."),
    _stage("synonym", "Then words that mean the same, by the dictionary you gave."),
    Plan("alignment",
         lambda trace, _: f"Alignment with reference {trace.place + 1}" if len(trace.references) > 1 else "Alignment",
         lambda trace, _: _ALIGN[trace.rules.align][0], lambda trace, _: _ALIGN[trace.rules.align][1], ("matches",),
         _aligned, where="s runs over the stages",
         more=lambda trace, _: views.choices(trace)),
    _share("precision", "p", "candidate", "How much of the candidate is matched? Extra words show here."),
    _share("recall", "r", "reference", "How much of the reference is matched? Missing words show here."),
    Plan("mean", "Mean of both", _why_a_harmonic_mean, _source, (views.mean,),
         lambda trace, _: f"recall weighs {plain.formula(decimal(trace.alpha))}, "
         f"precision {plain.formula(decimal(1 - trace.alpha))}"),
    Plan("chunks", "Chunks", "Links that are side by side in both texts, in the same order, form a chunk: few chunks "
         "mean good order.", _source, (views.count_chunks,),
         lambda trace, _: f"{so_many(trace.matches, 'link')} in {so_many(trace.chunks, 'run')}",
         lambda trace, _: (views.chunks(trace),)),
    Plan("penalty", "Penalty", "So far the order of the words has not counted. The more chunks there are, the more is "
         "taken off.", _source, (views.penalty,),
         lambda trace, _: "every word is in one chunk: nothing is taken off" if trace.is_free
         else f"{so_many(trace.chunks, 'chunk')} of {so_many(trace.matches, 'link')}",
         more=lambda trace, _: (views.penalty_curve(trace),) if trace.matches else (),
         outcome=lambda trace, _: Chain("=", (MeteorScore.penalty.symbol, value_of(trace, "penalty")))),
    Plan("score", "Score", lambda trace, _: "The penalty takes away part of the mean, "
         f"{plain.formula(decimal(trace.gamma))} of it at most.", _source, (views.score,),
         lambda trace, _: f"{shown(float(1 - trace.penalty))} of {shown(float(trace.mean))}" if trace.mean
         else "nothing that counts",
         more=lambda trace, _: views.logarithms(trace),
         outcome=lambda trace, _: Chain("=", (views.named(trace), shown(trace.score)))),
    Plan("best", "Best reference", "Each reference has its own alignment. The one with the highest score "
         "counts.", _PAPER, (views.best,),
         lambda trace, _: f"reference {trace.place + 1} of {len(trace.references)}",
         lambda trace, _: (views.compare_references(trace),), applies=lambda trace: len(trace.references) > 1),
)  # fmt: skip


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
    plan = PLAN

    @property
    def signature(self) -> str:
        return signature.written("METEOR", self.rules, describe(self.rules), self.reference_numbers)

    @cached_property
    def picture(self) -> Pyramid:
        """The words, as they are linked."""
        return views.picture(self)

    @property
    def why(self) -> Prose:
        return views.why(self)

    def moments(self) -> tuple[Moment, ...]:
        """Link by link, then chunk by chunk, between the tokens and the score."""
        return tuple(moments.of_sentence(self))

    @property
    def table(self) -> Table:
        """Every link of the alignment with each reference, a row each."""
        return views.all_links(self.against)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """Everything odd but defined: no match, an empty text, a search cut short, what a tool does by mistake."""
        return tuple(notes.of_sentence(self))

    def working(self) -> dict[str, Any]:
        """What a record says of the working: the score against each reference; exact values as strings, "2/3"."""
        return {"best_reference": self.place, "against": [_plain(one) for one in self.against]}

    def to_dict(self) -> dict[str, Any]:
        """The trace as lists, dicts, strings and numbers, ready for JSON; of a stemmer of one's own only the name."""
        written = super().to_dict()
        return {**written, "rules": {**written["rules"], "stem": stemmer_name(self.rules.stem)}}


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
    return {name: record.plain(value) for name, value in numbers.items()}
