r"""ROUGE-L, which counts the words that a text has in the same order as a reference (Lin 2004, section 3).

    matches = LCS(X, Y)               ROUGE-L (section 3.1), the length of the longest common subsequence
    matches = Σ_r |∪_c LCS(r, c)|     ROUGE-Lsum (section 3.2), the sum over the lines r of a reference, of the union
                                      over the lines c of the candidate

score.py computes recall, precision and F from the matches. lcs.py and union_lcs.py find the subsequences.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from mtexplain.counts import NGram
from mtexplain.display.parts import Cell, Table, Words
from mtexplain.display.score import Credit
from mtexplain.display.texts import keyed
from mtexplain.metrics.rouge import lcs, union_lcs
from mtexplain.metrics.rouge.lcs import Lcs, Wlcs, table_of
from mtexplain.metrics.rouge.rules import PAPER, UNION, ReferencesBySetting, RougeRules, RulesSetting, TokenizeSetting
from mtexplain.metrics.rouge.score import Tokens
from mtexplain.metrics.rouge.trace import Rouge, build
from mtexplain.metrics.rouge.union_lcs import Line, Union, lines_of, matched_in_unions
from mtexplain.rules import LowercaseSetting
from mtexplain.tracing.number import Letter, Number, apply, min, share, sum_over
from mtexplain.tracing.steps import step

Places = tuple[tuple[int, ...], tuple[int, ...]]
"""The positions of the words that match, in the candidate and in a reference."""


@dataclass(frozen=True, repr=False)
class InOrder(Rouge):
    """A score whose matches are words in the same order, in whole texts or in their lines."""

    rules: RougeRules
    earns = "word"

    @property
    def exponent(self) -> Fraction | None:
        """The exponent of ROUGE-W, which makes a run of matches worth more than single matches; None for ROUGE-L."""
        return None

    @cached_property
    def lcs_tables(self) -> tuple[Lcs | Wlcs, ...]:
        """The table of the whole candidate and each whole reference."""
        return tuple(table_of(reference, self.tokens[0], self.exponent) for reference in self.tokens[1:])

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the candidate."""
        return lines_of(self.tokens[0])

    @cached_property
    def unions(self) -> tuple[tuple[Union, ...], ...]:
        """For each reference, the union of each of its lines."""
        return tuple(self.unions_of(reference, self.tokens[0]) for reference in self.tokens[1:])

    def unions_of(self, reference: Tokens, candidate: Tokens) -> tuple[Union, ...]:
        """The union of each line of a reference."""
        clip = self.rules.union == "clipped"
        return tuple(union_lcs.unions(lines_of(reference), lines_of(candidate), self.exponent, clip))

    def matched_places(self, index: int) -> Places:
        """The positions, among all tokens, of the words that match in the reference of this index, from 0."""
        if self.by_lines:
            return matched_in_unions(self.tokens[0], self.tokens[index + 1], self.unions[index])
        matches = self.lcs_tables[index].matches
        return tuple(j - 1 for _, j in matches), tuple(i - 1 for i, _ in matches)

    def precision_of(self, matches: float, total: float) -> float:
        """The matches as a share of the candidate, capped at 1 if a word may match in several lines."""
        is_capped = self.by_lines and self.rules.union != "clipped"
        return share(min(matches, total) if is_capped else matches, total)

    @property
    def table(self) -> Table:
        """A row for each word that matches, with the number of the word in each text, counted from 1."""
        mine, *each = ([*accumulate(int(self.is_word(token)) for token in text)] for text in self.tokens)
        rows: list[tuple[Cell, ...]] = []
        for index, (reference, theirs) in enumerate(zip(self.tokens[1:], each, strict=True)):
            for here, there in zip(*self.matched_places(index), strict=True):
                rows.append((index + 1, Words((reference[there],)), theirs[there], mine[here]))
        columns = keyed("reference", "word", at="position in the reference", candidate_at="position in the candidate")
        return Table("", columns, tuple(rows), names=2)

    @property
    def credits(self) -> tuple[Credit, ...]:
        """Every word of the candidate, with its count and its largest number of matches in a reference that counts."""
        counts = Counter(filter(self.is_word, self.tokens[0]))
        matched = [
            Counter(self.tokens[0][token] for token in set(self.matched_places(index)[0]))
            for index in sorted(set(self.chosen))
        ]
        return tuple(
            Credit(self.units, (word,), count, max(counter[word] for counter in matched))
            for word, count in counts.items()
        )

    @property
    def required_ngrams(self) -> frozenset[NGram]:
        """The words of the references. Without any of them, the score is 0."""
        return frozenset((word,) for reference in self.references for word in reference if self.is_word(word))


@dataclass(frozen=True, repr=False)
class RougeL(InOrder):
    """ROUGE-L of a candidate, from the longest common subsequence (section 3.1), as `rouge_l` returns it.

    >>> rouge_l("the gunman kill police", ["police killed the gunman"]).recall
    R_lcs = LCS / m = 2/4
    """

    rules: RougeRules
    metric, source = "rouge_l", "Lin 2004, section 3.1"
    recall, precision = Rouge.recall.shown_as("R_lcs"), Rouge.precision.shown_as("P_lcs")
    score = Rouge.score.shown_as("ROUGE-L")

    @step("LCS_{i}", name="lcs_{i}")
    def matches(self, i: int) -> float:
        """Words count if they come in the same order in both texts, even with other words between them.

        There is no n-gram length to choose.
        """
        return apply("c", lambda m, n: self.count_matches(i), self.reference_length(i), self.candidate_length)

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        return lcs.length(reference, candidate)


@dataclass(frozen=True, repr=False)
class RougeLSum(InOrder):
    r"""ROUGE-L of a summary of several lines (section 3.2), as `rouge_l_sum` returns it.

    Among the tokens, a "\n" separates two lines. It is not a word and is not counted.

    >>> rouge_l_sum("w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", ["w1 w2 w3 w4 w5"]).recall
    R_lcs = matches / m = 4/5
    """

    rules: RougeRules
    metric, source = "rouge_l_sum", "Lin 2004, section 3.2"
    recall, precision = Rouge.recall.shown_as("R_lcs"), Rouge.precision.shown_as("P_lcs")
    score = Rouge.score.shown_as("ROUGE-Lsum")

    @step("matches_{i}", name="lcs_{i}")
    def matches(self, i: int) -> float:
        """Several candidate lines may together cover a reference line, so the union of their subsequences counts."""
        return sum_over("r", self.unions[i - 1], self.counted)

    def counted(self, r: Union | Letter) -> float:
        """The number of words that count in a line of the reference."""
        return Number(None, "counted") if isinstance(r, Letter) else Number(len(r.counted))

    def matches_between(self, reference: Tokens, candidate: Tokens) -> int:
        return sum(len(union.counted) for union in self.unions_of(reference, candidate))

    @classmethod
    def takes_lines(cls, rules: RougeRules) -> bool:
        return True

    @property
    def choices(self) -> tuple[str, ...]:
        return (UNION[self.rules.union],)


def rouge_l(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None, beta: float | Fraction | None = None, references_by: ReferencesBySetting = None,
) -> RougeL:  # fmt: skip
    """ROUGE-L, from the longest common subsequence of a candidate and a reference, 0 to 1 (Lin 2004, section 3.1).

    The keywords and errors are the same as for `rouge_n`.

    >>> rouge_l("the gunman police killed", ["police killed the gunman"]).exact
    '(2 * 2/4 * 2/4) / (2/4 + 2/4)'
    """
    return build(
        RougeL, candidate, references, rules, tokenize=tokenize, lowercase=lowercase, beta=beta,
        references_by=references_by,
    )  # fmt: skip


def rouge_l_sum(
    candidate: str, references: list[str], *, rules: RulesSetting = PAPER, tokenize: TokenizeSetting = None,
    lowercase: LowercaseSetting = None, beta: float | Fraction | None = None, references_by: ReferencesBySetting = None,
) -> RougeLSum:  # fmt: skip
    r"""ROUGE-L of a summary, which compares each reference line with all lines of the candidate, 0 to 1 (section 3.2).

    Newlines separate lines. If no text has a newline, this is ROUGE-L. The keywords and errors are the same as for
    `rouge_n`.

    >>> trace = rouge_l_sum("the cat\nthe dog", ["the cat and the dog"])
    >>> str(trace.recall), str(trace.precision)
    ('4/5', '4/4')
    """
    return build(
        RougeLSum, candidate, references, rules, tokenize=tokenize, lowercase=lowercase, beta=beta,
        references_by=references_by,
    )  # fmt: skip
