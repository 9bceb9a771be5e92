"""ROUGE, computed wrongly: each mistake takes one quantity another way, or two that belong together.

The six metrics are one family: what goes wrong in one may go wrong in another. A function of one metric's own texts
leaves the others as they are.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, permutations
from typing import Any

from mtexplain.counts import NGram, ngrams
from mtexplain.display.score import Score
from mtexplain.metrics.rouge import rouge_l, rouge_l_sum, rouge_n, rouge_s, rouge_su, rouge_w
from mtexplain.metrics.rouge.kinds import RougeL, RougeLSum, RougeN, RougeS, RougeSU, RougeW, Units
from mtexplain.metrics.rouge.lcs import Lcs, Weights, Wlcs, length
from mtexplain.metrics.rouge.recipe import RougeScore
from mtexplain.metrics.rouge.trace import Rouge
from mtexplain.metrics.rouge.union_lcs import BREAK, Line, lines_of, unions
from mtexplain.metrics.rouge.units import shared, skip_bigrams
from mtexplain.recipe.misconception import OnlyIn, Smallest, Subject
from mtexplain.recipe.mistakes import cut_off, in_percent, mistake
from mtexplain.recipe.numbers import Quotient
from mtexplain.recipe.quantity import Quantity, formula
from mtexplain.text.porter import stem

Tokens = tuple[str, ...]
CLAIMS = {"matches": "matches", "recall": "r", "precision": "p", "score": "score"}


def _subject(name: str, metric: Callable[..., Score], kind: type[Rouge]) -> Subject:
    made_of = {"recall": ("matches",), "precision": ("matches",)}
    return Subject(
        name, metric, metric, kind, CLAIMS, "rouge-rounded-first", "ROUGE", made_of=made_of,
        counted=("recall", "precision"),
    )  # fmt: skip


SUBJECTS = (
    _subject("ROUGE-N", rouge_n, RougeN),
    _subject("ROUGE-L", rouge_l, RougeL),
    _subject("ROUGE-Lsum", rouge_l_sum, RougeLSum),
    _subject("ROUGE-W", rouge_w, RougeW),
    _subject("ROUGE-S", rouge_s, RougeS),
    _subject("ROUGE-SU", rouge_su, RougeSU),
)
"""What is computed by hand, with its right functions."""

_rouge_n, _rouge_l, _rouge_l_sum, _rouge_w, _rouge_s, _rouge_su = (partial(mistake, subject) for subject in SUBJECTS)


def _texts(change: Callable[[Tokens], Tokens]) -> Callable[[Rouge], tuple[Tokens, ...]]:
    """The candidate and every reference changed."""
    return lambda trace: tuple(map(change, (trace.candidate, *trace.references)))


def _stemmed(tokens: Tokens) -> Tokens:
    """Every English word of four letters or more by its stem."""
    return tuple(stem(token) if token.isascii() and token.islower() and len(token) > 3 else token for token in tokens)


def _joined(trace: Rouge) -> tuple[Tokens, ...]:
    """Every reference stands for all of them together."""
    between = (BREAK,) if trace.by_lines else ()
    first, *others = trace.references
    return (trace.candidate, *[sum(((*between, *other) for other in others), first)] * len(trace.references))


def _units(kind: type[Any], units: Callable[[Any, Tokens], Iterable[NGram]]) -> dict[str, Callable[[Any], Any]]:
    """Other units of a text in the place of those that are counted, above the line and below."""

    def of(trace: Any, text: Tokens) -> list[NGram]:
        return list(units(trace, text))

    return {
        "matches": OnlyIn(kind, lambda trace: trace.each(
            lambda text: shared(of(trace, trace.tokens[0]), of(trace, text)))),
        "reference_total": OnlyIn(kind, lambda trace: trace.each(lambda text: len(of(trace, text)))),
        "candidate_total": OnlyIn(kind, lambda trace: len(of(trace, trace.tokens[0]))),
    }  # fmt: skip


def _within_distance(trace: Any, text: Tokens) -> Iterable[NGram]:
    """The second word stands at most max_skip places after the first."""
    most = trace.rules.max_skip
    return () if most == 0 else skip_bigrams(text, None if most is None else most - 1)


def _matches(kind: type[Any], matches: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """Other matches with a reference, of its units and of those of the candidate; or of its words, line by line."""

    def read(trace: Any, text: Tokens) -> Any:
        if isinstance(trace, Units):
            return list(trace.units_of(text))
        return lines_of(text) if isinstance(trace, RougeLSum) else text

    return OnlyIn(kind, lambda trace: trace.each(lambda text: matches(read(trace, text), read(trace, trace.tokens[0]))))


def _substring(reference: Line, candidate: Line) -> int:
    best, above = 0, [0] * (len(candidate) + 1)
    for word in reference:
        above = [0, *(above[j] + 1 if word == other else 0 for j, other in enumerate(candidate))]
        best = max(best, *above)
    return best


def _greedy(reference: Line, candidate: Line) -> int:
    """From left to right: each word of the reference is taken where the candidate has it next."""
    found = at = 0
    for word in reference:
        if word in candidate[at:]:
            at = candidate.index(word, at) + 1
            found += 1
    return found


def _best_line(reference: Iterable[Line], candidate: Sequence[Line]) -> int:
    """Of each line the best subsequence; a word of the candidate counts once, as ever."""
    best = ((one.line, max(one.found, key=len, default=())) for one in unions(reference, candidate))
    words = Counter(line[place] for line, matches in best for place, _ in matches)
    return (words & Counter(chain.from_iterable(candidate))).total()


def _runs(worth: Callable[[Wlcs, Weights], Any]) -> Callable[[Any], Any]:
    """ROUGE-W where what both texts have is worth something else."""

    def of(trace: RougeW) -> Any:
        if trace.by_lines:
            return RougeW.matches.compute(trace, "matches")
        weights = Weights(trace.exponent)
        return trace.each(lambda text: worth(Wlcs(text, trace.tokens[0], trace.exponent), weights))

    return OnlyIn(RougeW, of)


def _mean_of_two(several: str, share: str, out_of: Callable[[Any, Tokens], Tokens]) -> dict[str, Callable[[Any], Any]]:
    """The mean of what words give, and of what skip-bigrams give, out of one of the two texts."""
    right = RougeScore.quantities[share]

    def counted(trace: Any, text: Tokens) -> tuple[Quotient, Quotient]:
        """The words that match with a reference, out of all; the skip-bigrams, in the same way."""
        total = out_of(trace, text)
        words = Quotient(shared(trace.words_of(trace.tokens[0]), trace.words_of(text)), len(trace.words_of(total)))
        units = Quotient(trace.shared_with(text), trace.number_of_units(total))
        return words, Quotient(units.matches - words.matches, units.total - words.total)

    def mean(both: Iterable[Quotient]) -> Fraction:
        return sum((Fraction(one.value or 0) for one in both), Fraction(0)) / 2

    def that_counts(trace: Any) -> Any:
        assert right.by
        case = right.by(trace)
        if not case.startswith("pooled"):
            return right.cases[case].compute(trace, share)
        each = [counted(trace, text) for text in trace.tokens[1:]]
        return mean(Quotient(*map(sum, zip(*kind, strict=True))) for kind in zip(*each, strict=True))

    with_each = OnlyIn(RougeSU, lambda trace: trace.each(lambda text: mean(counted(trace, text))))
    return {several: with_each, share: OnlyIn(RougeSU, that_counts)}


def _rounded_first(trace: Rouge) -> Any:
    """F of two numbers of two digits."""
    r, p = (round(Fraction(one or 0), 2) for one in (trace.r, trace.p))
    return trace.with_quantities({"score": trace.quantities["score"]}, {"r": r, "p": p}).score


_SLIP, _LIN = "a common slip", "Lin 2004, section"
_EQ4, _TWO = "a common slip; Lin 2004, equation 4", {"beta": 2}
_WORDS, _PAIRS = {"n": 1}, {"n": 2}
_HALF, _WHOLE, _REPEATED = ("a", ("a a",)), ("a", ("a",)), ("a", ("a a",), _WORDS)


def _pooled(right: Quantity[Any]) -> Quantity[Any]:
    """A share as it is where the rules pool the references."""
    cases = {way: right.cases[f"pooled, {way}"] for way in ("weighted", "counted")}
    return formula("", cases, by=RougeScore.recalls.by)


def _with_pooled(
    right: Quantity[Any], cases: Mapping[str, str | Quantity[Any]], by: Callable[[Any], Any] | None
) -> Quantity[Any]:
    """A share with other cases where the rules pool the references; else it follows from those of each reference."""
    pooled = {case: one for case, one in cases.items() if case.startswith("pooled")}
    return formula("", {**right.cases, **pooled}, by=by)


def _without_inverse(name: str, total: str) -> Quantity[Any]:
    right = RougeScore.quantities[name]
    return _with_pooled(right, {"pooled, weighted": f"sum(matches) / {total}"}, right.by)


def _of_longer(matches: str, longer: str) -> dict[str, str]:
    return {"weighted": f"({matches} / {longer}) ** (1 / weight)", "counted": f"{matches} / {longer}"}


_LONGER = "max(reference_total, candidate_total)"
_OF_LONGER = formula("R", _of_longer("matches", _LONGER), by=RougeScore.recalls.by)
_OF_LONGER_POOLED = {f"pooled, {case}": text for case, text in _of_longer("sum(matches)", f"sum({_LONGER})").items()}
_F = "(1 + {0}) * r * p / (r + {0} * p)"

MISTAKES = (
    _rouge_n("rouge-case-ignored", "tokens", "Capitals ignored", _texts(lambda text: tuple(map(str.lower, text))),
        "These rules keep case: The and the are different words. rouge-score lower-cases both sides, so its number "
        "differs.", "rouge-score lower-cases; the paper does not say", ("a", ("A",), _WORDS),
        "both sides in lower case"),
    _rouge_n("rouge-stemmed", "tokens", "Stems instead of words", _texts(_stemmed),
        "A word either equals another, letter by letter, or it doesn't: kill is not killed. Stemming is an option of "
        "the tools, and a different rule.", "the option -m of ROUGE-1.5.5, use_stemmer of rouge-score",
        ("cat", ("cats",), _WORDS), "kill, kills and killed are one word"),
    _rouge_l_sum("rouge-newlines-ignored", "tokens", "Newlines ignored",
        _texts(lambda text: tuple(token for token in text if token != BREAK)),
        "In a summary, every line of a reference is compared with every line of the candidate. Read as one sentence, "
        "lines that have swapped places do not match.", "course notes: ROUGE-L for a sentence or a summary",
        ("a\nb", ("b a",)), "all lines of a text as one sentence"),
    _rouge_n("rouge-references-joined", "tokens", "All references as one text", _joined,
        "Recall over all references together asks the candidate to say everything in every way. Each reference is a "
        "whole answer, and is compared on its own.", f"{_SLIP}: a string of all references where a list belongs",
        ("a", ("a", "a"), _WORDS), "one long reference, made of all"),
    _rouge_n("rouge-set", "matches", "Sets instead of counts",
        _units(Units, lambda trace, text: dict.fromkeys(trace.units_of(text))),
        "A set forgets how often a unit occurs. m and n count all units, repeated ones too.",
        f"{_SLIP}: set(tokens) in code", ("a a", ("a",), _WORDS), "every different unit once, in both texts"),
    _rouge_n("rouge-shorter-too", "matches", "ROUGE-2 with the words too",
        _units(RougeN, lambda trace, text: chain.from_iterable(ngrams(text, n + 1) for n in range(trace.rules.n))),
        "ROUGE-2 counts pairs and nothing else. BLEU combines several lengths; ROUGE gives each its own "
        "score.", "course notes: BLEU-1 to 4, cumulative or individual", ("a", ("a",), _PAIRS),
        "the n-grams of every length up to n"),
    _rouge_s("skip-bigrams-unordered", "matches", "Skip-bigrams in any order",
        _units(RougeS, lambda trace, text: (tuple(sorted(pair)) for pair in skip_bigrams(text, trace.rules.max_skip))),
        'A skip-bigram is two words in order: "gunman police" does not match "police gunman".',
        f"{_LIN} 5: any pair of words in their sentence order", ("a b", ("b a",)), "{a, b} and {b, a} are one pair"),
    _rouge_s("skip-bigrams-both-ways", "matches", "Every pair counted both ways",
        _units(RougeS, lambda trace, text: permutations(text, 2)),
        "Of two words only one comes first. Four words have C(4, 2) = 6 skip-bigrams, not 12.",
        "notes E: a sentence of four words has C(4, 2) = 6 skip-bigrams", ("a b", ("a b",)),
        "n (n - 1) pairs in n words"),
    _rouge_s("skip-bigrams-neighbours", "matches", "Only neighbours paired",
        _units(RougeS, lambda trace, text: ngrams(text, 2)),
        "Neighbours alone are ROUGE-2. A skip-bigram may skip words: any number, unless max_skip sets a limit.",
        f"{_LIN} 5: arbitrary gaps", ("a b c", ("a b",)), "n - 1 pairs in n words"),
    _rouge_s("max-skip-as-distance", "matches", "The gap mistaken for a distance", _units(RougeS, _within_distance),
        "max_skip is how many words may lie between the two. With 0 that leaves only neighbours; with 1, the next word "
        "but one counts too.", f"{_LIN} 5: with 0, ROUGE-S is ROUGE-2", ("a", ("a a",), {"max_skip": 0}),
        "the second word at most max_skip places after the first"),
    _rouge_su("su-without-words", "matches", "ROUGE-SU without the words",
        _units(RougeSU, lambda trace, text: skip_bigrams(text, trace.rules.max_skip)),
        "The U stands for unigrams: the words count too, each as one more unit. Without them it is ROUGE-S.",
        "Lin 2004, section 5.1", _WHOLE, "the skip-bigrams alone"),
    _rouge_su("su-without-the-last-word", "matches", "The last word forgotten",
        _units(RougeSU, lambda trace, text: chain(ngrams(text[:-1], 1), skip_bigrams(text, trace.rules.max_skip))),
        "All words count: four words make 6 + 4 = 10 units. ROUGE-1.5.5 leaves out the last one, by a slip in its "
        "loop, and gets 9.", "ROUGE-1.5.5", _WHOLE, "the skip-bigrams, and all words but the last"),
    _rouge_n("rouge-no-clipping", "matches", "Every repetition counted",
        _matches(Units, lambda theirs, mine: sum(map(set(theirs).__contains__, mine))),
        "A unit matches as often as both texts have it. Otherwise saying a good word twice would count twice.",
        "Lin 2004, section 2: Count_match is the most that both have", ("a a", ("a",), _WORDS),
        "the sum of Count(g) over all g in the reference"),
    _rouge_n("rouge-found-in-candidate", "matches", "Every place of the reference that is found",
        _matches(Units, lambda theirs, mine: sum(map(set(mine).__contains__, theirs))),
        "A unit that the reference has twice and the candidate once matches once. Ticking off the words of the "
        "reference one by one forgets that each word of the candidate can be used only once.",
        f"{_SLIP}: words of the reference ticked off one by one", _REPEATED,
        "the sum of Count_R(g) over all g in the candidate"),
    _rouge_l("longest-substring", "matches", "The longest common substring", _matches(RougeL, _substring),
        "A subsequence may have gaps: only the order counts. A run without gaps is a substring.",
        f"course notes; {_LIN} 3, defines the subsequence", ("a b", ("a c b",)),
        "the longest run of words that both have"),
    _rouge_l("order-ignored", "matches", "Common words, whatever their order",
        _matches(RougeL, lambda theirs, mine: (Counter(theirs) & Counter(mine)).total()),
        "Common words alone are ROUGE-1. In a subsequence they come in the same order in both texts.",
        f"{_SLIP}: a set of common words", ("a b", ("b a",)), "how many words both have"),
    _rouge_l("same-place", "matches", "Only words in the same place",
        _matches(RougeL, lambda theirs, mine: sum(map(str.__eq__, theirs, mine))),
        "One extra word at the start shifts all the others. A subsequence asks for the order, not the place.",
        f"{_SLIP}: two texts laid side by side", ("a", ("b a",)), "how many places have the same word in both"),
    _rouge_l("first-come", "matches", "Every word taken as soon as it comes", _matches(RougeL, _greedy),
        "Take every word as soon as it comes, and you may jump over many others. The table tries every way.",
        f"{_SLIP}: from left to right without going back", ("a b", ("b a b",)),
        "words of the reference, each the next one that the candidate has"),
    _rouge_l("every-subsequence", "matches", "Every longest subsequence counted",
        _matches(RougeL, lambda theirs, mine: (table := Lcs(theirs, mine)).number * table.length),
        "If there are several longest subsequences, only one counts, no matter which.",
        f'{_LIN} 3.1, on "the gunman police killed"', ("a b", ("b a",)),
        "the sum of the lengths of all that are longest"),
    _rouge_l_sum("lines-summed", "matches", "Lines added, not united",
        _matches(RougeLSum, lambda theirs, mine: sum(length(one, other) for one in theirs for other in mine)),
        "A reference word found in two lines of the candidate is covered only once. A union counts it once, a sum "
        "twice.", f"{_LIN} 3.2: the union has w1 once, 4/5 and not 5/5", ("a\na", ("a",)),
        "the sum of LCS over the lines of X and of Y"),
    _rouge_l_sum("best-line", "matches", "The best line alone", _matches(RougeLSum, _best_line),
                 "A line of the reference may be covered by several lines of the candidate together.", f"{_LIN} 3.2",
                 ("a\nb", ("a b",)), "the sum of the longest LCS of each line of X with a line of Y"),
    _rouge_l_sum("line-by-line", "matches", "Line against line, in their order",
        _matches(RougeLSum, lambda theirs, mine: sum(map(length, theirs, mine))),
        "Each line of the reference is compared with all lines of the candidate: sentences of a summary may swap "
        "places.", f"{_LIN} 3.2", ("a\nb", ("b",)), "the sum of LCS of line i of X and line i of Y"),
    _rouge_w("runs-not-weighted", "matches", "Runs not weighted",
        _runs(lambda table, f: length(table.reference, table.candidate)),
        "k words in a row are worth f(k), such as k², not k. Only then are words in a row worth more than the same "
        "words with gaps.", f"{_LIN} 4", ("a a", ("a a",)), "LCS"),
    _rouge_w("f-of-the-whole", "matches", "All matches treated as one run",
        _runs(lambda table, f: f.of(length(table.reference, table.candidate))),
        "Apply f to each run, then add: with f(k) = k², runs of 3 and 1 are worth 9 + 1. As one run of 4 they would be "
        "worth 16, and gaps would cost nothing: ROUGE-L again.", f"{_LIN} 4", ("a b", ("a c b",)), "f(LCS)"),
    _rouge_n("rouge-divided-by-words", "reference_total", "Words instead of units below the line",
        {"reference_total": OnlyIn(Units, lambda trace: trace.reference_length),
         "candidate_total": OnlyIn(Units, lambda trace: trace.candidate_length)},
        "Count the same units above and below the line. Four words have three pairs, and six skip-bigrams.",
        f"{_SLIP}: the same total for every score", ("a", ("a",), _PAIRS), "the number of words of the reference"),
    _rouge_w("wlcs-total-not-weighted", "reference_total", "A length below the line, not f of it",
        {"reference_total": OnlyIn(RougeW, lambda trace: trace.reference_length),
         "candidate_total": OnlyIn(RougeW, lambda trace: trace.candidate_length)},
        "A perfect match of m words is one run, worth f(m). That is what WLCS is divided by: f(m), not m.",
        f"{_LIN} 4", _HALF, "m"),
    _rouge_n("recall-precision-swapped", "recalls", "Recall and precision swapped",
        {"recalls": RougeScore.precisions, "precisions": RougeScore.recalls,
         "r": _with_pooled(RougeScore.r, RougeScore.p.cases, RougeScore.p.by),
         "p": _with_pooled(RougeScore.p, RougeScore.r.cases, RougeScore.r.by)},
        "Recall divides by the reference: how much of it was found. Precision divides by the candidate: how much of it "
        "is right. F1 is the same either way, so it doesn't show there.", "notes E call R precision, and P recall",
        _REPEATED),
    _rouge_l("out-of-the-longer", "recalls", "Both divided by the longer text",
        {"recalls": _OF_LONGER, "precisions": _OF_LONGER,
         "r": _with_pooled(RougeScore.r, _OF_LONGER_POOLED, RougeScore.r.by),
         "p": _with_pooled(RougeScore.p, _OF_LONGER_POOLED, RougeScore.r.by)},
        "Recall divides by the reference, precision by the candidate, whichever is longer.",
        f"{_SLIP}: similarity as LCS over the longer length", _HALF),
    _rouge_su("su-mean-of-two", "recalls", "The mean of words and skip-bigrams",
        {**_mean_of_two("recalls", "r", lambda trace, text: text),
         **_mean_of_two("precisions", "p", lambda trace, text: trace.tokens[0])},
        "Words and skip-bigrams are counted together, as units of one kind: 3 + 3 of 4 + 6 are 6/10.",
        "course notes: how does the unigram enter?", _WHOLE, "the mean of R of the words and R of the skip-bigrams"),
    _rouge_w("no-inverse", "recalls", "The inverse of f forgotten",
        {"recalls": "matches / reference_total", "precisions": "matches / candidate_total",
         "r": _without_inverse("r", "sum(reference_total)"),
         "p": _without_inverse("p", "(number_of_references * candidate_total)")},
        "f(k) = k² squares the lengths; the root undoes that. Half of a reference in one run is worth 1/4 of the "
        "squares, and its recall is 1/2.", f"{_LIN} 4, equations 13 and 14", _HALF),
    _rouge_n("references-pooled", "recall", "References added up",
        {"r": _pooled(RougeScore.r), "p": _pooled(RougeScore.p)},
        "These rules take the best reference. Equation 1 of the paper adds up all matches and all totals; section 2.1 "
        "takes the best: 2/7 and 1/3 on one example. Say which you use.",
        "Lin 2004, equation 1 against section 2.1; notes E", ("a", ("a", "b"), _WORDS)),
    _rouge_n("rouge-first-reference", "recall", "The first reference, not the best",
        {"r": lambda trace: trace.of_each("recalls")[0], "p": lambda trace: trace.of_each("precisions")[0]},
        "With several references the best one counts, wherever it is in the list.",
        f"{_SLIP}: a file with one reference on each line", ("a", ("b", "a"), _WORDS), "R with the first reference"),
    _rouge_n("mean-of-references", "recall", "The mean over the references",
        {"r": "sum(recalls) / number_of_references", "p": "sum(precisions) / number_of_references",
         "score": "sum(f_scores) / number_of_references"},
        "It is enough to be like one of the references: the best one counts, not the mean.", "Lin 2004, section 2.1",
        ("a", ("a", "b"), _WORDS)),
    _rouge_n("best-of-each", "recall", "The best recall with the best precision",
        {"r": "max(recalls)", "p": "max(precisions)"},
        "Recall and precision must come from the same reference. Otherwise a short reference gives one and a long "
        "reference the other, and a candidate that equals neither may score 1.",
        "notes E, section on ROUGE-L; the COCO tools do so", ("a b", ("a", "a b c"), _WORDS)),
    _rouge_l("recall-alone", "score", "Recall given as F", "r",
        "The paper's tables give recall: that is how ROUGE began. Today's tools give F1, and so do these rules. "
        "beta=math.inf gives recall alone.", "course notes: tools differ, F or recall", _HALF),
    _rouge_l("precision-alone", "score", "Precision given as F", "p",
        "Precision alone rewards saying little: one right word has precision 1.", f"{_SLIP}: ROUGE computed as BLEU is",
        _HALF),
    _rouge_l("f-arithmetic", "score", "The mean of recall and precision", "(r + p) / 2",
        "F is the harmonic mean, which stays near the smaller of the two: R = 1 and P = 0 give 0, not 1/2.", _SLIP,
        _HALF),
    _rouge_l("f-without-the-two", "score", "The 2 above the line forgotten", "r * p / (r + p)",
        "Without the 2, or 1 + β², a perfect candidate would score 1/2.", _SLIP, _WHOLE),
    _rouge_l("beta-ignored", "score", "Beta ignored", "2 * r * p / (r + p)",
        "These rules weigh recall by β: with β above 1, recall counts for more. The COCO tools use 1.2.",
        "course notes: 0.5333 and 0.5031 for the same recall and precision", (*_HALF, _TWO)),
    _rouge_l("beta-of-coco", "score", "The beta of the COCO tools", _F.format("1.2 ** 2"),
        "The COCO tools weigh recall by 1.2. These rules have a different beta, usually 1: then recall and precision "
        "count equally.", "notes E and pycocoevalcap; course notes: 0.5333 and 0.5031 for the same recall and "
        "precision", _HALF),
    _rouge_l("beta-not-squared", "score", "Beta not squared", _F.format("beta"), "It is β² in both places.", _EQ4,
        (*_HALF, _TWO)),
    _rouge_l("beta-turned", "score", "Beta on the wrong side", "(1 + beta ** 2) * r * p / (beta ** 2 * r + p)",
        "β² goes with P below the line. Then, with a large β, P cancels out and R is left.", _EQ4, (*_HALF, _TWO)),
    _rouge_l("rouge-rounded-first", "score", "Recall and precision rounded first", _rounded_first,
        "Keep to fractions, and round once, at the end.", _SLIP, ("a", ("a a a",)),
        "F of R and P, both to two digits"),
    in_percent(SUBJECTS[1], "rouge-in-percent", "Numbers", RougeL.score.symbol, ("recall", "precision", "score"),
               "Recall, precision and F go from 0 to 1. Many papers print them times 100; say which you mean.",
               Smallest(*_WHOLE)),
    cut_off(SUBJECTS[1], "rouge-cut", Smallest(*_HALF)),
)  # fmt: skip
"""Every misconception, in the order of the computation."""
