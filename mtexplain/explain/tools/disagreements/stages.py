"""BLEU of one text by several sets of rules, stage by stage, and the first stage at which two scores part."""

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
    """The sets of rules that were asked for, all named ones where none was. InputError where it is none of them."""
    if rules is None:
        return tuple(RULES.values())
    expected = "a list of sets of rules, or of their names"
    listed = check_list(rules, "rules", expected)
    if not listed:
        raise InputError("rules", "an empty list", expected, f"There are {', '.join(RULES)}.")
    return tuple(checked_rules(entry, f"rules[{index}]") for index, entry in enumerate(listed))


def checked_rules(rules: BleuRules | str, where: str) -> BleuRules:
    """A set of rules, or the one of that name."""
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
    """The score of a sentence, or of a text, by each set of rules in turn."""
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
"""A float that is printed whole: five digits of it are shown in the table, and its exponent."""


class Stage(NamedTuple):
    """A stage: its name, what it is called, what two scores must share to go on together, how one is told.

    `told` gets the score to tell of, and the other one.
    """

    name: str
    title: str
    key: Callable[[BleuScore], object]
    describe: Callable[[BleuScore, BleuScore], str]


class Parting(NamedTuple):
    """The stage at which two scores part, and the value of each at this stage."""

    stage: Stage
    before: str
    after: str

    def __str__(self) -> str:
        if self.stage.name == "printed":
            return "only what is printed"
        before, after = (text.replace("–", "as counted") for text in (self.before, self.after))
        return f"{self.stage.title}: {after}" if before == after else f"{self.stage.title}: {after}, not {before}"


def counted(score: BleuScore) -> str:
    """The ratios of all orders as the rules count them."""
    return " ".join(map(str, score.counted_ratios))


def length(score: BleuScore) -> str:
    """The reference length r."""
    return plain.formula(number(Fraction(score.brevity.reference_length)))


def shortened(printed: str) -> str:
    """A float that is printed whole, with five digits.

    >>> shortened("0.4301319"), shortened("1.5595861e-231"), shortened("43.01")
    ('0.4301…', '1.5595…e-231', '43.01')
    """
    return _LONG.sub(r"\1…\2", printed)


def smoothed(score: BleuScore) -> Formula:
    """The factors that are not what was counted, and the orders that are left out; "–" where there are none."""
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
    """Return all that a score takes from its tokens."""
    return score.ratios, score.brevity.candidate_length, score.brevity.reference_lengths


def _tokens(score: BleuScore, second: BleuScore) -> str:
    """Return the number of tokens on the side where the numbers differ."""
    c, lengths = score.brevity.candidate_length, score.brevity.reference_lengths
    if c != second.brevity.candidate_length:
        return f"c = {c}"
    if lengths != second.brevity.reference_lengths:
        return f"{sum(lengths)} in the references"
    return "others, as many"


def _weights(score: BleuScore, second: BleuScore) -> str:
    return " ".join(str(factor.weight) for factor in score.factors)


STAGES = (
    Stage("tokens", "tokens", lambda score: repr(score.pairs).lower(), _tokens),  # what differs is more than capitals
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
    """The first stage at which two scores part; None where they never do. Other tokens with the same counts are none.

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
"""The notes of a score that its stages say as well."""


def contrast(before: BleuScore, after: BleuScore) -> Table:
    """Two scores of the same text side by side: a row for each stage at which they differ."""
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
