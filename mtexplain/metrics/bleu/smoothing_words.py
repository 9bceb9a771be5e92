"""What each smoothing does, in a sentence, and where it is from."""

from mtexplain.display import plain
from mtexplain.display.formula import number
from mtexplain.rules import MISSING, TOTALS, BleuRules

_CHEN_CHERRY = "Chen and Cherry 2014"
_LIN_OCH = "Lin and Och 2004"
_NLTK = "nltk.translate.bleu_score"

_TOLD = {
    "none": ("Nothing is smoothed", ""),
    "floor": ("{0} stands for a match count of 0", _CHEN_CHERRY),
    "add-k": ("{0} is added to matches and total, from pairs on", _LIN_OCH),
    "exp": ("The first match count of 0 becomes 1/2, the next 1/4, and so on", "mteval-v13a.pl"),
    "add-k-all": ("{0} is added to matches and total of every order", "tensorflow/nmt"),
    "method1": ("Method 1: {0} stands for a match count of 0", _CHEN_CHERRY),
    "method2": ("Method 2: {0} is added to matches and total, from pairs on", _CHEN_CHERRY),
    "method3": ("Method 3: the first match count of 0 becomes 1/2, the next 1/4, and so on", _CHEN_CHERRY),
    "method4": ("Method 4: the k-th match count of 0 becomes (ln(c)/{0})^k, less for a short text", _CHEN_CHERRY),
    "method5": ("Method 5: a match count becomes the mean of its own, the one after it, and the new one before it; "
                "before the first stands its own plus 1", _CHEN_CHERRY),
    "method6": ("Method 6: from triples on, a precision is drawn towards what the two before it foretell, "
                "with the weight of {0} n-grams", _CHEN_CHERRY),
    "method7": ("Method 7: method 4 with {0}, then method 5", _CHEN_CHERRY),
    "nltk-method0": ("The smallest normal float, 2^-1022, stands for a precision of 0", _NLTK),
    "nltk-method4": ("The k-th match count of 0 becomes ln(c)/(2^k * {0}); published is (ln(c)/{0})^k", _NLTK),
    "nltk-method5": ("A precision becomes the mean of its own, the one after it, and the new one before it; "
                     "published are counts, and not precisions", _NLTK),
    "nltk-method6": ("From triples on, a precision is drawn towards what the two before it foretell, "
                     "with the weight of {0} n-grams; its total is that of the last segment", _NLTK),
    "nltk-method7": ("NLTK's method 4 with {0}, then its method 5", _NLTK),
    "coco": ("10^-15 is added to every count of matches and to c, 10^-9 to every total and to r", "pycocoevalcap"),
}  # fmt: skip


def told(rules: BleuRules) -> str:
    """What these rules do to the precisions, in a sentence."""
    words = [_TOLD[rules.smoothing][0].format(plain.formula(number(rules.value)))]
    if rules.totals != "as counted":
        words.append(TOTALS[rules.totals])
    words.append(MISSING[rules.missing])
    return ". ".join(one[0].upper() + one[1:] for one in words) + "."


def source(rules: BleuRules) -> str:
    """Where the smoothing is from."""
    return _TOLD[rules.smoothing][1]
