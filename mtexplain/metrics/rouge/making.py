"""From checked rules and texts to a trace of any kind."""

from collections.abc import Sequence
from typing import Any, TypeGuard, TypeVar

from mtexplain.inputs import InputTypeError, check_references, check_text, described
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.force import check_references_by, rules_in_force
from mtexplain.metrics.rouge.lines import BREAK, joined
from mtexplain.metrics.rouge.rules import RougeRules
from mtexplain.metrics.rouge.summary import RougeLSum
from mtexplain.metrics.rouge.weighted import RougeW
from mtexplain.metrics.shared import reading
from mtexplain.text import Tokenizer

Made = TypeVar("Made", bound=Rouge)


def made(
    kind: type[Made], candidate: object, references: object, rules: RougeRules | str, settings: dict[str, Any]
) -> Made:
    """A trace of this kind, by the rules after the settings that are given have won over them."""
    chosen, tokenizer = rules_in_force(rules, **settings)
    by_lines = kind is RougeLSum or (kind is RougeW and chosen.runs == "in the reference")
    facts = (_facts_by_lines if by_lines else reading.facts)(candidate, references, chosen, tokenizer)
    check_references_by(chosen, len(facts["references"]))
    return kind(**facts)


def _facts_by_lines(candidate: object, references: object, rules: RougeRules, tokenizer: Tokenizer) -> dict[str, Any]:
    """The facts of a score whose texts are cut line by line."""

    def tokens(text: str, where: str) -> tuple[str, ...]:
        lines = enumerate(text.split(BREAK), 1)
        return joined(reading.tokens(line, f"{where}, line {number}", rules, tokenizer) for number, line in lines)

    _no_lists_of_lines(candidate, references)
    text, texts = check_text(candidate, "candidate"), check_references(references)
    return {
        "candidate": tokens(text, "candidate"),
        "references": tuple(tokens(one, f"references[{place}]") for place, one in enumerate(texts)),
        "rules": rules,
        "candidate_text": text,
        "reference_texts": tuple(texts),
    }


def _no_lists_of_lines(candidate: object, references: object) -> None:
    """A text of several lines is one string, and not a list of its lines."""
    named = {f"references[{place}]": one for place, one in enumerate(references)} if _is_list(references) else {}
    for where, text in {"candidate": candidate, **named}.items():
        if _is_list(text) and text:
            fix = r'A text is one string, a line on each line: "\n".join(lines).'
            raise InputTypeError(where, described(text), "one string", fix)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)
