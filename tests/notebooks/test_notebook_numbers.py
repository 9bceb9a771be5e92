"""Every number in the prose of a notebook is printed by one of its cells, or counted here.

Fractions, decimals, and whole numbers from 10 on are looked for. A number that no cell prints stands in a table below,
with what it should be; so does what is said in words, such as "about an eighth".
"""

import html
import re
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import e, exp, prod
from pathlib import Path
from typing import Any

import pytest

import mtexplain
from mtexplain.metrics.meteor import METEOR_15
from tests.notebooks.test_notebook_hygiene import NOTEBOOKS, cells, source

TEX_FRACTION = re.compile(r"\\[td]?frac\s*(?:\{(\d+)\}|(\d))\s*(?:\{(\d+)\}|(\d))")
NUMBER = re.compile(r"(?<![\w./])(?:\d+/\d+|\d+\.\d+(?:e-\d+)?|\d+e-\d+|[1-9]\d+)(?![\w/]|\.\d)")


def numbers(text: str) -> set[str]:
    """The fractions and decimals of a text."""
    text = TEX_FRACTION.sub(lambda match: f" {match[1] or match[2]}/{match[3] or match[4]} ", text)
    return set(NUMBER.findall(text))


def prose(path: Path) -> str:
    """The Markdown, but for the title with its minutes, the sources with their sections, and what stands as code."""
    texts = [source(cell) for _, cell in cells(path, "markdown") if cell["id"] not in ("title", "sources")]
    return re.sub(r"`[^`]*`", " ", "\n\n".join(texts))


def shown(path: Path) -> set[str]:
    """The numbers in the outputs, styles and drawings left out."""
    found: set[str] = set()
    for _, cell in cells(path, "code"):
        for output in cell["outputs"]:
            data = output.get("data", {})
            for text in (output.get("text", []), data.get("text/plain", []), data.get("text/html", [])):
                bare = re.sub(r"<style>.*?</style>|<svg.*?</svg>", " ", "".join(text), flags=re.DOTALL)
                found |= numbers(html.unescape(re.sub("<[^>]+>", " ", bare)))
    return found


def bleu(candidate: str, *references: str, **settings: Any) -> mtexplain.Bleu:
    return mtexplain.bleu(candidate, list(references), **settings)


def the_text(*candidates: str) -> mtexplain.CorpusBleu:
    """Where the second sentence is missing at first."""
    return mtexplain.corpus_bleu(list(candidates), [["we met at the old station"], ["it rained all day long"]])


START = mtexplain.examples.get("start").trace()
GOOD = mtexplain.examples.get("papineni-1-candidate-1").trace()
BAD = mtexplain.examples.get("papineni-1-candidate-2").trace()
CAT = mtexplain.examples.get("notes-c-cat").trace()
CHEATER = mtexplain.examples.get("papineni-2").trace()
STUTTER = bleu("the the the cat is on the mat", "the cat is on the mat", "there is a cat on the mat")
OR_NOT = ("to be or to be or not", "to be or not to be", "either to be or to be gone")
SAT = bleu("the cat sat on the mat", "the cat is on the mat")
THERE = "there is a cat on the mat"
HOUSE = "they have built a small house by the river"
SECOND_THERE = [bleu(f"a cat on the mat {end}", THERE) for end in ("is there", "there is there")]
EXERCISE_5 = [bleu(f"there is a cat on {word} mat", THERE) for word in ("a", "the")]
EXERCISE_0 = bleu("a cat on the the mat", "there is a cat on the mat")
EXERCISE_1 = bleu(*OR_NOT)
EXERCISE_3 = bleu(
    "the cat and the dog slept", "a cat and the dog slept all day", "the cat and a dog have slept all afternoon there"
)
EXERCISE_4 = mtexplain.corpus_bleu(
    ["we met at the station on Monday", "the dog sleeps"],
    [["we met at the old station on Monday"], ["the dog is asleep"]],
)
MONDAY, DOG = EXERCISE_4.segments
LAST = bleu("the cat and the cat slept", "the cat and the dog slept well", "the cat slept soundly")
STATION = "we met at the old station"


TRAIN = (
    ["The train was late again.", "Nobody complained.", "We arrived at ten o'clock."],
    [["The train was late again!"], ["Nobody complained."], ["We got there at ten o'clock."]],
)
TWELVE = bleu("w " * 12, "w " * 13, "w " * 2)
TWO_SEGMENTS = mtexplain.corpus_bleu(["a b c d e x", "a b c"], [["a b c d e"], ["a b c"]])


def product(trace: mtexplain.Bleu | mtexplain.CorpusBleu) -> Fraction:
    return prod((order.value or Fraction(0) for order in trace.precisions), start=Fraction(1))


def clipped_by_the_sum(trace: mtexplain.Bleu) -> Fraction:
    """p_1 with a common mistake: the references' counts added up."""
    rows = trace.precisions[0].counts
    return Fraction(sum(min(row.count, sum(row.reference_counts)) for row in rows), sum(row.count for row in rows))


def value(trace: mtexplain.Bleu | mtexplain.CorpusBleu, n: int) -> Fraction:
    found = trace.precisions[n - 1].value
    assert found is not None
    return found


def cut(words: int) -> float:
    """BP of the paper's good candidate, cut off after so many words."""
    return float(GOOD.with_candidate(GOOD.candidate[:words]).brevity.value)


CATS = ["the cat sat", "the cat ran", "the dog ran"]
ROSE = mtexplain.ngram_perplexity("a rose", ["a rose is a rose"])
ROSE_ADDED = mtexplain.ngram_perplexity("a rose", ["a rose is a rose"], smoothing="add-k")
FIVES = mtexplain.perplexity(["1/5", "1/25", 1, "1/5"])
BOOK = ["1/8", "1/8", "1/4", "1/2", "1/4", "1/2"]


def dog_sat(k: float) -> float:
    """PP of a sentence that was never read, with add-k."""
    return mtexplain.ngram_perplexity("the dog sat", CATS, smoothing="add-k", k=k).score


THE = bleu("the", "the cat is on the mat").precisions[0].counts[0]
FIRST, SECOND = (trace.precisions[0].ratio for trace in (GOOD, CHEATER))

POLICE, SAID = ["police killed the gunman"], (
    "police kill the gunman", "the gunman kill police", "the gunman police killed",
)  # fmt: skip
ROW, GAPS = (mtexplain.rouge_w(text, ["A B C D E F G"]) for text in ("A B C D H I K", "A H B K C I D"))
EXERCISE_8 = mtexplain.rouge_l("the cat chased it", ["the dog chased the cat"])
SCRIPT = mtexplain.rouge_su(SAID[2], POLICE, rules="rouge-1.5.5")
RUSSIAN = ("Кошка сидит на коврике", ["Кошка сидит на коврике"])


def of_police(metric: Callable[..., Any], **settings: Any) -> list[float]:
    """The scores of the three sentences about the police."""
    return [metric(text, POLICE, **settings).score for text in SAID]


PRESIDENT = mtexplain.meteor("the president spoke to the audience", ["the president then spoke to the audience"])
COPS = ("the cops kill the gunman", "the police killed the gunman")


def exactly(candidate: str, reference: str, **settings: Any) -> Fraction:
    """A METEOR as a fraction."""
    best = mtexplain.meteor(candidate, [reference], **settings).best
    return (1 - best.penalty) * best.mean


REPEAT = (["red red red cat sleeps here now", "the dog barks"], [["the red cat sleeps"], ["the dog barks"]])
REPEATED = mtexplain.cider(*REPEAT)


ZOO = [["a big dog barks"], ["a big cat sleeps"], ["a small dog runs"], ["a small bird sings"]]
BIG_DOG = mtexplain.caption_cider("a big dog runs", ZOO[0], document_frequencies=ZOO)
CAUGHT = mtexplain.cider_d(*REPEAT).segments[0]


def cosine(trace: Any, n: int) -> Fraction:
    """CIDEr_n, where it is a fraction."""
    found = trace.orders[n - 1].fraction
    assert found is not None
    return Fraction(found)


def of_two_people(caption: str) -> float:
    """CIDEr-D of a caption of the first of four pictures, which two have described."""
    zoo = [["a big dog barks", "a dog barks loudly"], *ZOO[1:]]
    return mtexplain.caption_cider_d(caption, zoo[0], document_frequencies=zoo).score


def kept(apart: int) -> float:
    """CIDEr-D's penalty on a caption that is so many words longer or shorter than its reference."""
    return exp(-(apart**2) / (2 * 6**2))


COUNTED: dict[str, dict[str, Fraction | float | tuple[Fraction, ...]]] = {
    "00_start_here": {
        "0.37": exp(-1),
        "0.489": EXERCISE_0.score,
        "0.51": START.mean,
        "0.5774": EXERCISE_0.mean,
        "0.61": exp(-1 / 2),
        "0.85": START.brevity.value,
        "2.718": e,
        "4/5": value(EXERCISE_0, 2),
        "43": 100 * START.score,
        "43.01": 100 * START.score,
        "5/6": value(EXERCISE_0, 1),
    },
    "01_clipping": {
        "2/1": Fraction(THE.max_reference_count, THE.count),
        "6/7": value(EXERCISE_1, 1),
        "7/7": (clipped_by_the_sum(EXERCISE_1), Fraction(CHEATER.precisions[0].counts[0].count, SECOND.total)),
        "7/8": clipped_by_the_sum(STUTTER),
    },
    "02_combining_orders": {
        "0.065": product(GOOD),
        "0.809": EXERCISE_1.score,
        "0.81": EXERCISE_1.score,
        "0.85": bleu(*OR_NOT, max_n=2).score,
        "1.66": exp(sum(order.value or 0 for order in CAT.precisions) / 4),
        "2.5": Fraction(4 + 1, 2),
        "2.718": e,
        "3/7": product(EXERCISE_1),
        "5.9": 1e155 * exp(float(BAD.brevity.exponent or 0)) * (8 / 14 / 13) ** 0.25 * sys.float_info.min**0.5,
        "6.25": Fraction(5, 2) ** 2,
        "6/7": value(EXERCISE_1, 1),
    },
    "03_brevity_penalty": {
        "0.62": EXERCISE_3.score,
        "0.8669": cut(14),
        "0.9355": cut(15),
        "10/18": product(EXERCISE_3),
        "2/6": -(EXERCISE_3.brevity.exponent or 0),
        "5/9": product(EXERCISE_3),
    },
    "04_corpus_bleu": {
        "0.25": (GOOD.score + CHEATER.score) / 2,
        "0.43": the_text(STATION, "").score,
        "0.44": EXERCISE_4.score,
        "0.50": GOOD.score,
        "0.5390": EXERCISE_4.mean,
        "0.54": the_text(STATION, "wrong").score,
        "0.63": the_text(STATION, "wrong wrong wrong").score,
        "0.8187": EXERCISE_4.brevity.value,
        "0/1": value(DOG, 3),
        "12": EXERCISE_4.brevity.reference_length,
        "19": FIRST.matches + SECOND.matches,
        "25": FIRST.total + SECOND.total,
        "1/2": value(DOG, 2),
        "12/10": Fraction(EXERCISE_4.brevity.reference_length, EXERCISE_4.brevity.candidate_length),
        "2/10": -(EXERCISE_4.brevity.exponent or 0),
        "2/3": value(DOG, 1),
        "2/7": value(CHEATER, 1),
        "27/320": product(EXERCISE_4),
        "3/5": value(MONDAY, 3),
        "3/6": value(EXERCISE_4, 3),
        "6/8": value(EXERCISE_4, 2),
        "7/7": value(MONDAY, 1),
        "9/10": value(EXERCISE_4, 1),
    },
    "05_what_if": {
        "0.17": EXERCISE_5[1].terms[4].value - EXERCISE_5[0].terms[4].value,
        "0.4889": bleu("he plays a the guitar very well", "he plays the guitar very well").score,
        "0.59": SECOND_THERE[1].score,
        "0.6102": bleu("they have built a house by the river", HOUSE).score,
        "0.67": SECOND_THERE[0].score,
        "0.7071": bleu("the little dog runs across the big garden", "the small dog runs across the big garden").score,
        "0.7506": bleu("they built built a small house by the river", HOUSE).score,
        "0.1733": -EXERCISE_5[0].terms[4].value,
        "3/5": value(EXERCISE_5[0], 3),
        "6/7": value(EXERCISE_5[0], 1),
    },
    "06_why_tools_disagree": {
        "0.35": bleu("It rained all day .", "It was raining all day .", rules="sacrebleu").score,
        "10.5": Fraction(15 + 6, 2),
        "0.43": mtexplain.corpus_bleu(*TRAIN, rules="nltk").score,
        "0.44": bleu("It rained all day .", "It was raining all day .", smoothing="add-k-all").score,
        "0.78": exp(1 - 15 / 12),
        "1/12": -(TWELVE.brevity.exponent or 0),
        "1/6": Fraction(1, 2) / 3,
        "1/8": Fraction(1, 4) / 2,
        "13/12": Fraction(int(TWELVE.brevity.reference_length), TWELVE.brevity.candidate_length),
        "2/3": value(TWO_SEGMENTS, 4),
    },
    "11_perplexity": {
        "1.26": ROSE.score,
        "1.316": mtexplain.ngram_perplexity("the cat ran", CATS).score,
        "1.68": mtexplain.ngram_perplexity("the dog sat", [*CATS, "a dog sat"]).score,
        "1/15": ROSE_ADDED.product or 0,
        "1/625": FIVES.product or 0,
        "11/5": Fraction(3 + 3 + 2 + 1 + 2, 5),
        "15": 1 / (ROSE_ADDED.product or 1),
        "1.73": mtexplain.perplexity(["0.91"] * 9 + ["0.01"]).score,
        "2.47": ROSE_ADDED.score,
        "2.718": e,
        "2/5": ROSE_ADDED.estimates[0].value or 0,
        "2/6": ROSE_ADDED.estimates[2].value or 0,
        "3.07": dog_sat(0.1),
        "3/6": ROSE_ADDED.estimates[1].value or 0,
        "3.97": dog_sat(1),
        "4.30": dog_sat(0.01),
        "4/3": mtexplain.ngram_perplexity("ha ha ha", ["ha ha ha hello"], n=1).root or 0,
        "625": 1 / (FIVES.product or 1),
        "91/100": mtexplain.ngram_perplexity("0", ["0 " * 91 + "1 2 3 4 5 6 7 8 9"], n=1).product or 0,
    },
    "07_common_mistakes": {
        "16": len(mtexplain.examples.get("notes-d").trace().precisions[0].counts),
    },
    "08_rouge": {
        "0.44": EXERCISE_8.score,
        "16": float(ROW.matches),
        "4/6": Fraction(mtexplain.rouge_n("the gunman", POLICE, n=1).score).limit_denominator(100),
        "4/7": (
            Fraction(mtexplain.rouge_l("A H B K C I D", ["A B C D E F G"]).score).limit_denominator(100),
            Fraction(ROW.score).limit_denominator(100),
        ),
    },
    "09_meteor": {
        "60/69": PRESIDENT.best.mean,
        "53/54": 1 - PRESIDENT.best.penalty,
        "431/432": exactly(*2 * ["the cat sat on the mat"]),
        "15/16": exactly("on the mat sat the cat", "the cat sat on the mat", align="chunks"),
        "23/45": exactly(*COPS, stem=False),
        "3/4": exactly(*COPS),
        "0.85": METEOR_15.alpha,
        "0.75": METEOR_15.delta or 0,
        "0.25": 1 - (METEOR_15.delta or 0),
        "0.8": METEOR_15.weights[2],
        "0.82": exactly("at night the dog barks", "the dogs barked loudly at night"),
        "0.9813": exactly("the cat sat on the mat today", "the cat sat on the mat"),
    },
    "10_cider": {
        "0.77": 3 / 15**0.5,
        "15": 5 * 3,
        "2/6": cosine(BIG_DOG, 1),
        "25/18": sum((cosine(BIG_DOG, n) for n in (1, 2, 3)), Fraction(0)),
        "3.47": BIG_DOG.score,
        "3.81": REPEATED.segments[0].score,
        "3/7": Fraction(REPEAT[0][0].split().count("red"), len(REPEAT[0][0].split())),
        "0.98": of_two_people("barks dog"),
        "6.32": of_two_people("a big dog barks loudly"),
        "61": 100 * kept(6),
        "7.5": REPEATED.segments[1].score,
        "7/12": Fraction(1, 4) / Fraction(3, 7),
        "72": 2 * 6**2,
    },
}
"""The numbers in prose that no cell prints, and what they should be; several where it stands for several."""

CHOICES = {
    "00_start_here": {"1/2", "7/108", "100"},
    "02_combining_orders": {"1.2", "1.5", "1/10", "1/2", "10", "155"},
    "03_brevity_penalty": {"1/2", "7/108"},
    "06_why_tools_disagree": {"20", "30", "45"},
    "07_common_mistakes": {"0.3", "0.8", "4/4"},
    "09_meteor": {"0.02"},
    "10_cider": {"0/0", "1.2", "3.5", "50", "100", "120"},
    "11_perplexity": {"0.01", "0.1", "1/0", "1/25", "90", "91"},
}
"""Numbers that claim nothing: answers to choose from, how a number is written, what smoothing may put in place of 0."""

POSTCARD = mtexplain.corpus_bleu(
    ["the train leaves at nine", "she likes green tea", "we met at the old station", "he plays the piano",
     "it rained all day long"],
    [["the train departs at nine"], ["she is fond of green tea"], ["we met at the old station"],
     ["he is playing the piano"], ["it was raining the whole day"]],
)  # fmt: skip
WRONG = [the_text(STATION, "wrong " * words).score for words in range(8)]
RISES, FALLS = WRONG[:4] == sorted(WRONG[:4]), WRONG[3:] == sorted(WRONG[3:], reverse=True)
KEYS = [Counter(reference.split()) for reference in ("the cat is on the mat", "there is a cat on the mat")]
EARN = (KEYS[0] | KEYS[1]).total()  # every word as often as the reference that has it most often

MINISTER = mtexplain.compare(
    "The minister said that the Town would not wait any longer.",
    ["The minister said that the town would not wait any longer, and left.", "It would wait no longer."],
)
RAIN = mtexplain.compare("It rained all day .", ["It was raining all day ."])
THE_CAT = mtexplain.compare("the cat", ["the cat"])


BRIDGE = mtexplain.bridge("nltk", "sacrebleu", *TRAIN)


def scoring(whole: Any, score: float) -> set[str]:
    """The rules by which it has that score."""
    return {row.rules.name for row in whole.rows if row.score.score == score}


SLEPT = bleu("the cats slept near the windows", "the cat sleeps near the window")
PAIRS = sum(a.place != b.place for a, b in combinations(mtexplain.misconceptions.of(mtexplain.bleu), 2))


def counts(trace: mtexplain.Bleu) -> list[str]:
    return [str(one.ratio) for one in trace.precisions[:3]]


IN_WORDS: list[tuple[str, str, bool]] = [
    ("01_clipping", "just one of the 18 words earns nothing", (FIRST.matches, FIRST.total) == (17, 18)),
    ("01_clipping", "write a candidate of eight words", EARN == 8),
    ("02_combining_orders", "more than half of what the good one has", value(BAD, 1) > value(GOOD, 1) / 2),
    ("02_combining_orders", "about an eighth of what the good one has", round(value(GOOD, 2) / value(BAD, 2)) == 8),
    ("02_combining_orders", "for longer runs nothing at all", value(BAD, 3) == value(BAD, 4) == 0),
    ("02_combining_orders", "Here it is the fours", min(START.terms, key=lambda term: term.value) == START.terms[-1]),
    ("03_brevity_penalty", "have 16 to 18 words", sorted(BAD.brevity.reference_lengths) == [16, 16, 18]),
    ("03_brevity_penalty", "keeps a bit more than a third", 1 / 3 < exp(-1) < 0.4),
    ("03_brevity_penalty", "One word too few in ten costs about a tenth", round(exp(1 - 10 / 9), 1) == 0.9),
    ("03_brevity_penalty", "keeps less than a thousandth", exp(1 - 16 / 2) < 1 / 1000),
    ("03_brevity_penalty", "From 15 words on", next(words for words in range(1, 19) if cut(words) > 0.9) == 15),
    ("04_corpus_bleu", "Four of five get a 0", [trace.score for trace in POSTCARD.segments].count(0) == 4),
    ("04_corpus_bleu", "eighteen of the twenty-four words match", str(POSTCARD.precisions[0].ratio) == "18/24"),
    ("04_corpus_bleu", "nine of the nineteen pairs", str(POSTCARD.precisions[1].ratio) == "9/19"),
    (
        "04_corpus_bleu",
        "From the fourth on it falls",
        RISES and FALLS,
    ),
    ("06_why_tools_disagree", "Six scores", len({round(row.score.score, 6) for row in MINISTER.rows}) == 6),
    ("06_why_tools_disagree", "Twelve, and better", MINISTER.rows[1].score.brevity.candidate_length == 12),
    (
        "06_why_tools_disagree",
        "The paper's product is 0, and so are those of four tools",
        scoring(RAIN, 0) == {"paper", "multi-bleu", "mteval-v11b", "evaluate", "torchmetrics"},
    ),
    (
        "06_why_tools_disagree",
        "Two. sacreBLEU's sentence",
        scoring(THE_CAT, 1) == {"sacrebleu-sentence", "mteval-v13a"},
    ),
    ("06_why_tools_disagree", "Most of the way is tokens", BRIDGE.spans[0].change > BRIDGE.spans[1].change > 0),
    ("07_common_mistakes", "more than a thousand pairs", PAIRS > 1000),
    (
        "07_common_mistakes",
        "three of six words match here, and no run of three",
        counts(SLEPT) == ["3/6", "1/5", "0/4"],
    ),
    (
        "11_perplexity",
        "PP is larger by about a third",
        round(3 * (mtexplain.perplexity(BOOK).score / mtexplain.perplexity([*BOOK[:2], "1/8", *BOOK[4:]]).score) ** -1)
        == 4,
    ),
    ("11_perplexity", "An easy token lowers the mean", mtexplain.perplexity(BOOK[:5]).score > 4),
    ("07_common_mistakes", "nearly double the score", 1.7 < exp(1 - 3 / 7) < 2),
    (
        "08_rouge",
        "Neither does",
        all(of_police(mtexplain.rouge_n, n=n)[0] == of_police(mtexplain.rouge_n, n=n)[1] for n in (1, 2)),
    ),
    (
        "08_rouge",
        "Now the first sentence is best",
        max(of_police(mtexplain.rouge_l)) == of_police(mtexplain.rouge_l)[0],
    ),
    (
        "08_rouge",
        "At last three different numbers, in the right order",
        sorted(zip(of_police(mtexplain.rouge_s), (3, 1, 2), strict=True)) == [(1 / 6, 1), (2 / 6, 2), (3 / 6, 3)],
    ),
    ("08_rouge", "the first and the third sentence have the same", of_police(mtexplain.rouge_su)[::2] == [0.6, 0.6]),
    ("08_rouge", "two of the four words are lost", str(SCRIPT.recall) == "4/9"),
    (
        "08_rouge",
        "every common subsequence has one word",
        str(mtexplain.rouge_l("gunman the killed police", POLICE).recall) == "1/4",
    ),
    (
        "08_rouge",
        "with a recall of 1 and a precision of 1/2",
        str(mtexplain.rouge_l("yesterday the police have killed the armed gunman", POLICE).precision) == "4/8",
    ),
    ("08_rouge", "Nothing: its tokeniser", mtexplain.rouge_l(*RUSSIAN, rules="rouge-score").score == 0),
    ("10_cider", "So two words reach 5 at most", mtexplain.cider(["a b", "c d"], [["a b"], ["c d"]]).score == 5),
    ("10_cider", "scores 6.33, too", f"{of_two_people('a dog barks loudly'):.2f}" == "6.33"),
    ("10_cider", "One word hardly matters", kept(1) > 0.98),
    ("10_cider", "has 7 words, the reference 4", CAUGHT.orders[0].penalties[0].difference == 7 - 4),
    ("10_cider", "Counts keep a third", CAUGHT.orders[0].candidate.counts[("red",)] == 3),
]
"""What is said in words, and whether it is so."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_number_in_the_prose_is_printed_or_counted(path: Path) -> None:
    said, counted = numbers(prose(path)), set(COUNTED[path.stem])
    assert said - shown(path) - CHOICES.get(path.stem, set()) <= counted, "print it in a cell, or count it in the table"
    assert counted <= said, "drop from the table what is gone"


@pytest.mark.parametrize(("stem", "number"), [(stem, number) for stem, table in COUNTED.items() for number in table])
def test_a_counted_number_is_right(stem: str, number: str) -> None:
    """A fraction exactly, a decimal to its last digit."""
    right = COUNTED[stem][number]
    for each in right if isinstance(right, tuple) else (right,):
        if "/" in number:
            assert Fraction(number) == each
        else:
            assert f"{float(each):.{len(number.partition('.')[2])}f}" == number


@pytest.mark.parametrize(("stem", "phrase", "holds"), IN_WORDS, ids=[phrase for _, phrase, _ in IN_WORDS])
def test_what_is_said_in_words_is_so(stem: str, phrase: str, holds: bool) -> None:
    (path,) = (path for path in NOTEBOOKS if path.stem == stem)
    assert phrase in re.sub(r"[*_]", "", prose(path))
    assert holds


def test_numbers_are_found() -> None:
    text = (
        r"$p_1 = 4/6$, $\frac34 \cdot \tfrac{10}{12}$, 0.43 and 5.9e-155 or 1e-78, section 2.1.3, and/or 1 2, 64 rows"
    )
    assert numbers(text) == {"4/6", "3/4", "10/12", "0.43", "5.9e-155", "1e-78", "64"}
