"""The worked examples of perplexity: of probabilities, of distributions, of tiny n-gram models."""

from mtexplain.metrics.perplexity import distribution_perplexity, ngram_perplexity, perplexity
from mtexplain.recipe.example import Example, Number

_BOOK = "Jurafsky and Martin, SLP3, chapter 3"
_DIGITS = "0 1 2 3 4 5 6 7 8 9".split()
_SAM = ("I am Sam", "Sam I am", "I do not like green eggs and ham")
_SAMS = ("I am Sam", "Sam I am", "I am Sam", "I do not like green eggs and Sam")
_COLOURS = "red red red red blue".split()


EXAMPLES: tuple[Example, ...] = (
    Example(
        "perplexity-notes-d",
        "Four tokens, as unsure as with four choices",
        "notes D, the formula of perplexity; the numbers are ours",
        ("1/2", "1/4", "1/8", "1/4"),
        (),
        (Number("PP", None, "4"), Number("P", None, "1/256"), Number("J", None, "1.3862943611198906", "in nats")),
        metric=perplexity,
        comment="The notes drop the hat of y in the sum; log must be the natural one where the power is one of e.",
    ),
    Example(
        "perplexity-digits",
        "Ten digits, all equally likely: ten choices",
        f"{_BOOK}, perplexity as a branching factor",
        ("1/10",) * 10,
        (),
        (Number("PP", "10", "10", "for every string of digits"),),
        settings={"tokens": _DIGITS},
        metric=perplexity,
    ),
    Example(
        "perplexity-zeros",
        "91 zeros and one of each other digit: a zero is expected, a 3 is not",
        f"{_BOOK}, exercise",
        "0 0 0 0 0 3 0 0 0 0",
        (" ".join(["0"] * 91 + _DIGITS[1:]),),
        (
            Number("p_1", "91/100", "91/100"),
            Number("p_6", "1/100", "1/100"),
            Number("PP", "1.725", "1.7252925496828495", "the book rounds"),
        ),
        settings={"n": 1},
        metric=ngram_perplexity,
    ),
    Example(
        "perplexity-one-digit-more-often",
        "A zero ten times as likely as each other digit: less than six choices, of ten possible ones",
        f"{_BOOK}, exercise of earlier drafts",
        ("10/19", *["1/19"] * 9),
        (),
        (
            Number(
                "PP",
                "15.09",
                "5.655067739099505",
                "an answer often given scores one digit of each, 15.092236459761349; but the zero comes more often",
            ),
        ),
        settings={"outcomes": _DIGITS},
        metric=distribution_perplexity,
    ),
    Example(
        "perplexity-colours-unlearned",
        "Three colours, and a model that knows nothing of them",
        f"{_BOOK}, section 3.3.1",
        ("1/3",) * 5,
        (),
        (Number("PP", "3", "3"),),
        settings={"tokens": _COLOURS},
        metric=perplexity,
    ),
    Example(
        "perplexity-colours-learned",
        "Three colours, and a model that has learned that red is frequent",
        f"{_BOOK}, section 3.3.1",
        ("0.8", "0.8", "0.8", "0.8", "0.1"),
        (),
        (
            Number("P", "0.04096", "0.04096"),
            Number("PP", "1.89", "1.8946457081379977", "the book rounds"),
        ),
        settings={"tokens": _COLOURS},
        metric=perplexity,
    ),
    Example(
        "perplexity-sam",
        "I am Sam: pairs counted in three sentences",
        f"{_BOOK}, section 3.1",
        "I am Sam",
        _SAM,
        (
            Number("p_1", "2/3", "2/3"),
            Number("p_2", "2/3", "2/3"),
            Number("p_3", "1/2", "1/2"),
            Number("p_4", "1/2", "1/2", "the end of the sentence after Sam"),
            Number("PP", None, "1.7320508075688772"),
        ),
        metric=ngram_perplexity,
    ),
    Example(
        "perplexity-sam-add-one",
        "Sam after am, with one added to every count",
        f"{_BOOK}, exercise: both markers count as words",
        "am Sam",
        _SAMS,
        (Number("p_2", None, "3/14", "(2 + 1)/(3 + 11)"),),
        settings={"smoothing": "add-k", "vocabulary": "words, <s> and </s>"},
        metric=ngram_perplexity,
    ),
    Example(
        "perplexity-restaurant",
        "I want English food: five probabilities multiplied",
        f"{_BOOK}, section 3.1, the restaurant corpus",
        ("0.25", "0.33", "0.0011", "0.5", "0.68"),
        (),
        (Number("P", "0.000031", "0.000030855", "the book rounds"), Number("PP", None, "7.982425792082973")),
        settings={"tokens": "i want english food </s>".split()},
        metric=perplexity,
    ),
    Example(
        "perplexity-lent-book",
        "我借你书: a sentence without the particle that the model has read",
        "mtexplain, notebook 11; the sentences are those of notes D",
        "我借你书。",
        ("我借你的书。",),
        (Number("p_4", None, "1/8", "书 after 你, which was never read"), Number("PP", None, "4.489848193237492")),
        settings={"tokenize": "char", "smoothing": "add-k"},
        metric=ngram_perplexity,
    ),
)
"""The examples of perplexity, in teaching order."""

PRINTED_ONLY: tuple[Number, ...] = (
    Number("PP of single words", "962", "", "the Wall Street Journal: 38 million words to learn, 1.5 million to test"),
    Number("PP of pairs", "170", "", "the same"),
    Number("PP of triples", "109", "", "the same"),
)
"""What the book prints of a text too large to stand here (section 3.3): it cannot be computed again."""
