"""One text under several sets of rules: the checks, and the traces, every way of cutting done once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mtexplain.inputs import InputError, InputTypeError, check_list, described
from mtexplain.metrics.bleu import bleu, corpus_bleu
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
    return tuple(one_rules(entry, f"rules[{index}]") for index, entry in enumerate(listed))


def one_rules(rules: BleuRules | str, where: str) -> BleuRules:
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
    score: Any = bleu if isinstance(candidate, str) else corpus_bleu
    cut: dict[tuple[object, object, int], BleuScore] = {}
    scores = []
    for each_rules in rules:
        way = (each_rules.tokenize, each_rules.lowercase, each_rules.max_n)
        if way not in cut:
            cut[way] = score(candidate, references, rules=each_rules)
        tokens = cut[way].rules.tokenize
        scores.append(cut[way].under(replace(each_rules.checked(), tokenize=tokens)))
    return tuple(scores)
