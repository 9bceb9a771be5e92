"""Wrong units: other pairs and words than those that are counted."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, permutations

from mtexplain.counts import NGram, ngrams
from mtexplain.explain.misconceptions.rouge import counting
from mtexplain.explain.misconceptions.rouge.counting import Units
from mtexplain.explain.misconceptions.rouge.subject import ROUGE_N, ROUGE_S, ROUGE_SU
from mtexplain.metrics.rouge import RougeN, RougeS, RougeSU
from mtexplain.metrics.rouge.base import Rouge
from mtexplain.metrics.rouge.skips import skip_bigrams
from mtexplain.recipe.misconception import Misconception, Smallest

Tokens = tuple[str, ...]
_wrong = partial(Misconception, place="units")


def _pairs(pairs: Callable[[RougeS, Tokens], Iterable[NGram]]) -> Callable[[Rouge], Units]:
    """The units with other skip-bigrams; the words of ROUGE-SU as they are."""

    def units(texts: Rouge) -> Units:
        if not isinstance(texts, RougeS):
            return counting.units(texts)
        every = (texts.candidate, *texts.references)
        words = [ngrams(texts.words_of(text), 1) if isinstance(texts, RougeSU) else () for text in every]
        return tuple((*those, *pairs(texts, text)) for those, text in zip(words, every, strict=True))

    return units


def _unordered(texts: RougeS, text: Tokens) -> Iterable[NGram]:
    return (tuple(sorted(pair)) for pair in skip_bigrams(text, texts.rules.max_skip))


def _both_ways(texts: RougeS, text: Tokens) -> Iterable[NGram]:
    return permutations(text, 2)


def _neighbours(texts: RougeS, text: Tokens) -> Iterable[NGram]:
    return ngrams(text, 2)


def _within_distance(texts: RougeS, text: Tokens) -> Iterable[NGram]:
    """The second word stands at most max_skip places after the first."""
    most = texts.rules.max_skip
    return () if most == 0 else skip_bigrams(text, None if most is None else most - 1)


def _words(words: Callable[[Tokens], Tokens]) -> Callable[[Rouge], Units]:
    """The units of ROUGE-SU with other words besides the skip-bigrams."""

    def units(texts: Rouge) -> Units:
        if not isinstance(texts, RougeSU):
            return counting.units(texts)
        every = (texts.candidate, *texts.references)
        return tuple((*ngrams(words(text), 1), *skip_bigrams(text, texts.rules.max_skip)) for text in every)

    return units


def _none(text: Tokens) -> Tokens:
    return ()


def _all_but_the_last(text: Tokens) -> Tokens:
    return text[:-1]


def _shorter_too(texts: Rouge) -> Units:
    """The words, the pairs and so on, up to n."""
    if not isinstance(texts, RougeN):
        return counting.units(texts)
    orders = range(1, texts.rules.n + 1)
    every = (texts.candidate, *texts.references)
    return tuple(tuple(chain.from_iterable(ngrams(text, n) for n in orders)) for text in every)


def _different(texts: Rouge) -> Units:
    return tuple(tuple(dict.fromkeys(those)) for those in counting.units(texts))


UNITS = (
    _wrong(
        subject=ROUGE_N,
        name="rouge-set",
        title="Sets in place of counts",
        wrong="every different unit once, in both texts",
        explanation="A set forgets how often a unit occurs. m and n are the numbers of all units, repeated ones too.",
        source="a common slip: set(tokens) in code",
        example=Smallest("a a", ("a",), {"n": 1}),
        replacement=_different,
    ),
    _wrong(
        subject=ROUGE_N,
        name="rouge-shorter-too",
        title="ROUGE-2 with the words too",
        wrong="the n-grams of every length up to n",
        explanation="ROUGE-2 counts pairs and nothing else. BLEU puts several lengths together; ROUGE gives each a "
        "score of its own.",
        source="course notes: BLEU-1 to 4, cumulative or individual",
        example=Smallest("a", ("a",), {"n": 2}),
        replacement=_shorter_too,
    ),
    _wrong(
        subject=ROUGE_S,
        name="skip-bigrams-unordered",
        title="Skip-bigrams in any order",
        wrong="{a, b} and {b, a} are one pair",
        explanation='A skip-bigram is two words in their order: "gunman police" does not match "police gunman".',
        source="Lin 2004, section 5: any pair of words in their sentence order",
        example=Smallest("a b", ("b a",)),
        replacement=_pairs(_unordered),
    ),
    _wrong(
        subject=ROUGE_S,
        name="skip-bigrams-both-ways",
        title="Every pair counted both ways",
        wrong="n (n - 1) pairs in n words",
        explanation="Of two words only one comes first. Four words have C(4, 2) = 6 skip-bigrams, not 12.",
        source="notes E: a sentence of four words has C(4, 2) = 6 skip-bigrams",
        example=Smallest("a b", ("a b",)),
        replacement=_pairs(_both_ways),
    ),
    _wrong(
        subject=ROUGE_S,
        name="skip-bigrams-neighbours",
        title="Only neighbours paired",
        wrong="n - 1 pairs in n words",
        explanation="Neighbours alone are ROUGE-2. A skip-bigram may skip words: any number of them, unless max_skip"
        " says how many.",
        source="Lin 2004, section 5: arbitrary gaps",
        example=Smallest("a b c", ("a b",)),
        replacement=_pairs(_neighbours),
    ),
    _wrong(
        subject=ROUGE_S,
        name="max-skip-as-distance",
        title="The gap taken for a distance",
        wrong="the second word at most max_skip places after the first",
        explanation="max_skip is how many words may lie between the two. Neighbours have none between, so with 0 "
        "they are left, and with 1 the next but one too.",
        source="Lin 2004, section 5: with 0, ROUGE-S is ROUGE-2",
        example=Smallest("a", ("a a",), {"max_skip": 0}),
        replacement=_pairs(_within_distance),
    ),
    _wrong(
        subject=ROUGE_SU,
        name="su-without-words",
        title="ROUGE-SU without the words",
        wrong="the skip-bigrams alone",
        explanation="The U stands for unigrams: the words count too, each as one more unit. Without them it is "
        "ROUGE-S.",
        source="Lin 2004, section 5.1",
        example=Smallest("a", ("a",)),
        replacement=_words(_none),
    ),
    _wrong(
        subject=ROUGE_SU,
        name="su-without-the-last-word",
        title="The last word forgotten",
        wrong="the skip-bigrams, and all words but the last",
        explanation="All words count: four words make 6 + 4 = 10 units. ROUGE-1.5.5 leaves out the last one, by a "
        "slip of its loop, and has 9.",
        source="ROUGE-1.5.5",
        example=Smallest("a", ("a",)),
        replacement=_words(_all_but_the_last),
    ),
)
