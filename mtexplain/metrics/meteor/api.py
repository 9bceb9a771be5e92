"""METEOR by any rules. The sets of rules are looked up here, and the keywords override them.

This is the only file that knows about Meteor 1.5 (the folder meteor15), which adds its rules and choices to the rest.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any

from mtexplain.metrics.meteor.meteor15 import LISTS, METEOR_15, NLTK, PAPER, RULES, WHOLE, Meteor, MeteorRules
from mtexplain.metrics.meteor.rules import ALIGN, check_stem, synonym_pairs
from mtexplain.metrics.shared import reading, stems
from mtexplain.rules import LowercaseSetting
from mtexplain.rules.base import resolve, resolved, tokenizers_for
from mtexplain.settings import OneOf
from mtexplain.text import Tokenizer
from mtexplain.text.stemming import Stemmer

__all__ = ["METEOR_15", "NLTK", "PAPER", "RULES", "Meteor", "MeteorRules", "meteor"]

MeteorRulesSetting = Annotated[MeteorRules | str, OneOf(RULES)]
TokenizeSetting = Annotated[str | Tokenizer | None, OneOf(tokenizers_for(RULES))]
StemSetting = Annotated[str | bool | Stemmer | None, OneOf(stems.CHOICES)]
AlignSetting = Annotated[str | None, OneOf({name: name for name in ALIGN})]
WholeSetting = Annotated[str | None, OneOf({name: name for name in WHOLE})]
FunctionWordsSetting = Annotated[str | Iterable[str] | None, OneOf({name: name for name in LISTS})]
SynonymsSetting = Mapping[str, Iterable[str]] | Iterable[Iterable[str]] | None


def resolve_rules(rules: MeteorRules | str, **given: Any) -> tuple[MeteorRules, Tokenizer]:
    """The rules with the given keywords applied, checked, and the tokeniser that they name.

    >>> rules, _ = resolve_rules("paper", stem=False, synonyms={"car": ["auto"]})
    >>> rules.stem, rules.synonyms
    ('none', (('auto', 'car'),))
    """
    try:
        return _remembered(rules, **given)
    except TypeError:  # a dict or a list can't be cached; any other error is raised again below
        return _resolve(rules, **given)


def _resolve(rules: MeteorRules | str, **given: Any) -> tuple[MeteorRules, Tokenizer]:
    named = resolved(rules, RULES, MeteorRules)
    given["stem"] = stems.named(given.get("stem"), named.stem)
    if given.get("synonyms") is not None:
        given["synonyms"] = synonym_pairs(given["synonyms"])
    if named.delta is None and given.get("delta") is not None and given.get("function_words") is None:
        given["function_words"] = "english"  # without function words, a delta would change nothing
    chosen, tokenizer = resolve(named, RULES, **given)
    check_stem(chosen.stem, "stem")  # the stemmer of a tool may need a package that is missing
    return chosen, tokenizer


_remembered = lru_cache(maxsize=256, typed=True)(_resolve)
"""A cache, because the same rules are needed for every sentence of a text and every key that is pressed."""


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
    """The METEOR of one candidate sentence against its references, as a trace. The best reference gives the score.

    `rules` are the paper's or a tool's rules, from `mtexplain.metrics.meteor.RULES`, or their name. A keyword left at
    None means "as the rules say"; any other value overrides the rules:

    - `tokenize`: a name from `mtexplain.text.TOKENIZERS`, or a function from a string to a list of strings
    - `lowercase`: True, False, or "ascii" for A to Z only
    - `stem`: True, False, a name from `mtexplain.text.stemming.STEMMERS`, or a function from a word to its stem
    - `synonyms`: a dict from a word to a list of words, or a list of sets of words; they are read in both directions
    - `align`: "crossings" (2005), "chunks" (2014), "greedy" (NLTK) or "beam" (Meteor 1.5)
    - `alpha`, `beta`, `gamma`: 0.9, 3 and 0.5 in the paper
    - `delta`: the weight of a content word, 0 to 1
    - `function_words`: the other words, or the name of a list; "english" if a delta is given and this is not
    - `weights`: the weights of exact, stem and synonym matches, three numbers from 0 to 1
    - `whole`: "penalised" if a single chunk of all words is penalised too, "free" if it is not

    InputError (a ValueError, for a wrong type also a TypeError) says what is wrong with an input and how to fix it.

    >>> trace = meteor("on the mat sat the cat", ["the cat sat on the mat"])
    >>> float(trace.score), trace.alignment.crossings, int(trace.chunks)
    (0.5, 8, 6)
    >>> trace = meteor("on the mat sat the cat", ["the cat sat on the mat"], align="chunks")
    >>> float(trace.score), trace.alignment.crossings, int(trace.chunks)
    (0.9375, 11, 3)
    """
    chosen, tokenizer = resolve_rules(
        rules, tokenize=tokenize, lowercase=lowercase, stem=stem, synonyms=synonyms, align=align, alpha=alpha,
        beta=beta, gamma=gamma, delta=delta, weights=weights, function_words=function_words, whole=whole,
    )  # fmt: skip
    trace = Meteor(**reading.facts(candidate, references, chosen, tokenizer))
    if callable(chosen.stem):
        trace.score  # noqa: B018  # an error in the user's own stemmer shows now, not in a view
    return trace
