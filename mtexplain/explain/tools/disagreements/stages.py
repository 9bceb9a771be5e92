"""BLEU of the same text under several sets of rules, and the first stage at which two scores differ."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from mtexplain.copies import by_name
from mtexplain.display import plain
from mtexplain.display.formula import Chain, Formula, number, shown
from mtexplain.display.parts import Cell, Real, Table, Words, columns
from mtexplain.display.signature import case
from mtexplain.inputs import InputError, InputTypeError, check_list, described
from mtexplain.metrics.bleu import Bleu, bleu, corpus_bleu
from mtexplain.metrics.bleu.by_rules import BleuScore
from mtexplain.rules import RULES, BleuRules, named

Candidate = str | list[str]
References = list[str] | list[list[str]]
SomeRules = Sequence[BleuRules | str]


def rules_of(rules: SomeRules | None) -> tuple[BleuRules, ...]:
    """Return the requested sets of rules, or all named sets if `rules` is None. InputError for an unknown set."""
    if rules is None:
        return tuple(RULES.values())
    expected = "a list of sets of rules, or of their names"
    listed = check_list(rules, "rules", expected)
    if not listed:
        raise InputError("rules", "an empty list", expected, f"The names are {', '.join(RULES)}.")
    return tuple(checked_rules(entry, f"rules[{index}]") for index, entry in enumerate(listed))


def checked_rules(rules: BleuRules | str, where: str) -> BleuRules:
    """Return a set of rules, given as such or by name, after checking it."""
    try:
        checked: object = named(rules) if isinstance(rules, str) else rules
        if not isinstance(checked, BleuRules):
            fix = "Write mtexplain.rules.SACREBLEU, or 'sacrebleu'."
            raise InputTypeError(where, described(rules), "a set of rules, or its name", fix)
        checked.checked()
    except InputError as error:
        inner = "" if error.where in ("rules", where) else f", {error.where}"
        raise type(error)(f"{where}{inner}", error.got, error.expected, error.fix) from None
    return checked


def under_each(candidate: Candidate, references: References, rules: Sequence[BleuRules]) -> tuple[BleuScore, ...]:
    """Return the score of a sentence or a text under each set of rules."""
    score: Callable[..., BleuScore] = bleu if isinstance(candidate, str) else corpus_bleu
    cut: dict[tuple[object, object, int], BleuScore] = {}
    scores = []
    for each_rules in rules:
        way = (each_rules.tokenize, each_rules.lowercase, each_rules.max_n)
        if way not in cut:
            cut[way] = score(candidate, references, rules=each_rules)
        tokens = cut[way].rules.tokenize
        scores.append(cut[way].under(replace(each_rules.checked(), tokenize=tokens)))
    return tuple(scores)


_LONG = re.compile(r"(\d\.\d{4})\d{2,}(e-\d+)?")
"""A float printed with all its digits. The table shows five digits and the exponent."""


class Stage(NamedTuple):
    """A stage of the computation. Two scores agree at this stage if they have the same `key`.

    `describe` puts the value of the first score into words; its second argument is the score it is compared with.
    """

    name: str
    title: str
    key: Callable[[BleuScore], object]
    describe: Callable[[BleuScore, BleuScore], str]


class Parting(NamedTuple):
    """The first stage at which two scores differ, and the value of each at this stage."""

    stage: Stage
    before: str
    after: str

    def __str__(self) -> str:
        if self.stage.name == "printed":
            return "only the printed number"
        before, after = (text.replace("–", "as counted") for text in (self.before, self.after))
        return f"{self.stage.title}: {after}" if before == after else f"{self.stage.title}: {after}, not {before}"


def counted(score: BleuScore) -> str:
    """Return the ratios of all orders as the rules count them."""
    return " ".join(map(str, score.counted_ratios))


def length(score: BleuScore) -> str:
    """Return the reference length r."""
    return plain.formula(number(Fraction(score.brevity.reference_length)))


def shortened(printed: str) -> str:
    """Shorten a float that is printed with all its digits to five digits.

    >>> shortened("0.4301319"), shortened("1.5595861e-231"), shortened("43.01")
    ('0.4301…', '1.5595…e-231', '43.01')
    """
    return _LONG.sub(r"\1…\2", printed)


def smoothed(score: BleuScore) -> Formula:
    """Return the factors that differ from the counted precisions, and the orders left out; "–" if there are none."""
    changed = [factor for factor in score.factors if not factor.is_raw]
    seen: dict[Formula, list[Formula]] = {}
    for factor in changed:
        if not factor.is_nearly_raw:
            seen.setdefault(factor.short, []).append(factor.symbol)
    formulas: list[Formula] = [Chain("=", (*symbols, value)) for value, symbols in seen.items()]
    taking = {factor.n for factor in score.factors}
    left = [n for n in range(1, score.rules.max_n + 1) if score.rules.weight(n) and n not in taking]
    formulas += [f"no p_{n}" for n in left]
    if not formulas:
        return "all, by less than 10⁻⁶" if changed else "–"
    return Chain(",", tuple(formulas)) if len(formulas) > 1 else formulas[0]


def _numbers(score: BleuScore) -> object:
    """Return everything that a score takes from its tokens."""
    return score.ratios, score.brevity.candidate_length, score.brevity.reference_lengths


def _tokens(score: BleuScore, second: BleuScore) -> str:
    """Describe the first count of tokens that differs between the two scores."""
    c, lengths = score.brevity.candidate_length, score.brevity.reference_lengths
    if c != second.brevity.candidate_length:
        return f"c = {c}"
    if lengths != second.brevity.reference_lengths:
        return f"{sum(lengths)} in the references"
    return "different, but equally many"


def _weights(score: BleuScore, second: BleuScore) -> str:
    return " ".join(str(factor.weight) for factor in score.factors)


STAGES = (
    Stage("tokens", "tokens", lambda score: repr(score.pairs).lower(), _tokens),  # the difference is more than capitals
    Stage("case", "case", lambda score: score.pairs, lambda score, _: case(score.rules)),
    Stage("counts", "counts", lambda score: score.counted_ratios, lambda score, _: counted(score)),
    Stage("length", "r", lambda score: score.brevity.reference_length, lambda score, _: length(score)),
    Stage(
        "smoothing",
        "smoothing",
        lambda score: [(factor.n, factor.value) for factor in score.factors],
        lambda score, _: plain.formula(smoothed(score)),
    ),
    Stage("weights", "weights", lambda score: [factor.weight for factor in score.factors], _weights),
    Stage("score", "BLEU", lambda score: float(score.uncapped), lambda score, _: shown(float(score.uncapped))),
    Stage("printed", "printed", lambda score: score.printed, lambda score, _: score.printed),
)
"""Every stage, in order."""


def _named(name: str) -> Stage:
    return next(stage for stage in STAGES if stage.name == name)


by_name(Stage, _named)


def parting(before: BleuScore, after: BleuScore) -> Parting | None:
    """Return the first stage at which two scores differ; None if they never do.

    Different tokens with the same counts are not a difference.

    >>> from mtexplain import bleu
    >>> cased, lowered = bleu("The cat", ["the cat"]), bleu("The cat", ["the cat"], lowercase=True)
    >>> parting(cased, lowered).stage.name, parting(cased, cased)
    ('case', None)
    """
    counts_alike = _numbers(before) == _numbers(after)
    for stage in STAGES:
        if stage.name in ("tokens", "case") and counts_alike:
            continue
        if stage.key(before) != stage.key(after):
            return Parting(stage, stage.describe(before, after), stage.describe(after, before))
    return None


TOLD_BY_STAGES = ("no-ngrams", "zero-precision", "smoothed", "gives-up", "counts-1")
"""The codes of the notes that the stages of a score show already."""


def contrast(before: BleuScore, after: BleuScore) -> Table:
    """Return a table of two scores of the same text, with a row for each stage at which they differ."""
    sides: dict[str, Callable[[BleuScore], Cell]] = {
        "candidate": lambda score: Words(score.candidate) if isinstance(score, Bleu) else None,
        "c": lambda score: score.brevity.candidate_length,
        "precisions": counted,
        "r": length,
        "BP": lambda score: Real(score.brevity.value),
        "smoothed": smoothed,
        "weights": lambda score: _weights(score, score),
        "BLEU": lambda score: Real(score.score),
        "prints": lambda score: score.printed,
    }
    rows = tuple((name, cell(before), cell(after)) for name, cell in sides.items() if cell(before) != cell(after))
    return Table("", columns(stage="stage", before="before", after="after"), rows, names=3)
