"""Every set of rules against the tool itself: packages are run on random texts, and the others were recorded.

`tools/record.py` draws the texts, with odd characters, empty or short segments, ties or no match, and made the records.
"""

import json
import logging
import random
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

import bleuscore
import pytest
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
from nltk.translate.bleu_score import corpus_bleu as nltk_bleu
from pycocoevalcap.bleu.bleu_scorer import BleuScorer
from sacrebleu.metrics.bleu import BLEU

from mtexplain import bleu, corpus_bleu
from mtexplain.rules import (
    COCO,
    EVALUATE,
    MTEVAL_V11B,
    MTEVAL_V13A,
    MULTI_BLEU,
    NLTK,
    SACREBLEU,
    SACREBLEU_SENTENCE,
    TORCHMETRICS,
)
from tests.places import DATA
from tests.strategies import amount
from tools.record import corpora

AMOUNT = amount(200, 2_000)
Record = dict[str, Any]


def recorded(name: str) -> Iterator[Record]:
    records = json.loads((DATA / f"recorded_{name}.json").read_text("utf-8"))
    return iter(records if isinstance(records, list) else records["corpora"])


def ours(corpus: Record, **settings: Any) -> Any:
    return corpus_bleu(corpus["candidates"], corpus["references"], **settings)


def same(mine: float, theirs: float, relative: float = 1e-9) -> bool:
    return mine == theirs or abs(mine - theirs) <= relative * abs(theirs)


def test_the_texts_hold_what_is_hard() -> None:
    seen: Counter[str] = Counter()
    for corpus in corpora("sacrebleu", AMOUNT):
        trace = ours(corpus, tokenize="13a")
        lengths = [segment.brevity for segment in trace.segments]
        seen["several references"] += max(trace.reference_numbers) > 1
        seen["another number of references"] += len(set(trace.reference_numbers)) > 1
        seen["empty candidate"] += any(not one.candidate_length for one in lengths)
        seen["empty reference"] += any(0 in one.reference_lengths for one in lengths)
        seen["short segment"] += any(0 < one.candidate_length < 4 for one in lengths)
        seen["no match"] += not trace.precisions[0].matches
        seen["a zero"] += trace.score == 0
        seen["a score"] += trace.score > 0
        seen["brevity"] += 0 < trace.brevity.value < 1
        for one in lengths:
            away = [abs(length - one.candidate_length) for length in one.reference_lengths]
            seen["tie"] += len({n for n, far in zip(one.reference_lengths, away, strict=True) if far == min(away)}) > 1
    assert len(seen) == 10
    assert min(seen.values()) >= AMOUNT / 20


@pytest.fixture
def quiet() -> Iterator[None]:
    """NLTK warns of zeros, sacreBLEU of final periods with a space before them."""
    logging.disable(logging.WARNING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield
    logging.disable(logging.NOTSET)


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("tokenize", ["13a", "none", "intl", "zh", "char"])
def test_sacrebleu(tokenize: str) -> None:
    draw = random.Random(tokenize)
    for corpus in corpora("sacrebleu", AMOUNT):
        smooth, n = draw.choice(["exp", "exp", "none", "floor", "add-k"]), draw.choice([4, 4, 4, 1, 2, 6])
        value = draw.choice([None, None, 0.3]) if smooth in ("floor", "add-k") else None
        lowercase, effective = draw.random() < 0.3, draw.random() < 0.5
        tool = BLEU(lowercase, True, tokenize, smooth, value, n, effective)
        most = max(map(len, corpus["references"]))
        streams = [[one[place] if place < len(one) else None for one in corpus["references"]] for place in range(most)]
        theirs = tool.corpus_score(corpus["candidates"], streams)  # type: ignore[arg-type]
        mine = ours(
            corpus,
            rules=SACREBLEU,
            tokenize="whitespace" if tokenize == "none" else tokenize,
            smoothing=smooth,
            smoothing_value=value,
            max_n=n,
            lowercase=lowercase,
            missing="left out" if effective else "zero",
        )
        assert mine.reported == theirs.score, corpus  # to the last bit
        assert mine.report == str(theirs)


@pytest.mark.usefixtures("quiet")
def test_sentence_scores() -> None:
    """Segment by segment: what the tools return for one sentence."""
    tool, scored = BLEU(effective_order=True), 0
    for corpus in corpora("sentences", AMOUNT // 2):
        for candidate, references in zip(corpus["candidates"], corpus["references"], strict=True):
            scored += 1
            by_sacrebleu = bleu(candidate, references, rules=SACREBLEU_SENTENCE)
            theirs = tool.sentence_score(candidate, references)
            assert (by_sacrebleu.reported, by_sacrebleu.report) == (theirs.score, str(theirs))
            tokens = [one.split() for one in (candidate, *references)]
            assert same(bleu(candidate, references, rules=NLTK).reported, float(sentence_bleu(tokens[1:], tokens[0])))
    assert scored > AMOUNT


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("method", range(8))
def test_nltk(method: int) -> None:
    """Method 6 is the one that stops, where p_3 is 0. It has to stop where our note says so, and nowhere else."""
    draw = random.Random(method)
    smoothing = f"nltk-method{method}" if method in (0, 4, 5, 6, 7) else f"method{method}"
    stopped = 0
    for corpus in corpora("nltk", AMOUNT):
        n = draw.choice([4, 4, 4, 1, 2, 3, 5])
        weights = draw.choice([None, [(place + 1) * 2 / n / (n + 1) for place in range(n)]])
        value = draw.choice([None, None, 0.5, 2])
        mine = ours(
            corpus,
            rules=NLTK,
            smoothing=smoothing,
            smoothing_value=value if method in (1, 4, 6, 7) else None,
            max_n=n,
            weights=weights,
        )
        numbers = {} if value is None else {"epsilon": value, "alpha": value, "k": value}
        references = [[one.split() for one in group] for group in corpus["references"]]
        candidates = [one.split() for one in corpus["candidates"]]
        smooth = getattr(SmoothingFunction(**numbers), f"method{method}")
        stops = "tool-stops" in [note.code for note in mine.notes]
        try:
            theirs = float(nltk_bleu(references, candidates, tuple(weights or [1 / n] * n), smooth))
        except (AssertionError, IndexError):
            stopped += 1
            assert stops
        else:
            assert not stops
            assert same(mine.reported, theirs), corpus
    assert bool(stopped) == (method == 6)


@pytest.mark.parametrize("option", ["closest", "shortest", "average"])
def test_coco(option: str) -> None:
    for corpus in corpora("coco", AMOUNT):
        scorer = BleuScorer(n=4)
        for candidate, references in zip(corpus["candidates"], corpus["references"], strict=True):
            scorer += (candidate, references)
        theirs, alone = scorer.compute_score(option=option)
        settings = {"rules": COCO, "tokenize": "whitespace", "reference_length": option}
        for n in (1, 2, 3, 4):
            assert same(ours(corpus, max_n=n, **settings).reported, theirs[n - 1]), corpus
        segments = ours(corpus, **settings).segments
        assert all(same(one.reported, score) for one, score in zip(segments, alone[3], strict=True))


def test_evaluate_by_bleuscore() -> None:
    """bleuscore is evaluate's BLEU in Rust. It goes on where evaluate stops, and takes U+001C for a letter."""
    compared = 0
    for corpus in corpora("bleuscore", AMOUNT):
        if "\\x1c" in repr(corpus):
            continue
        for smooth, smoothing in ((False, "none"), (True, "add-k-all")):
            mine = ours(corpus, rules=EVALUATE, smoothing=smoothing)
            if "tool-stops" in [note.code for note in mine.notes]:
                continue
            theirs = bleuscore.compute(corpus["references"], corpus["candidates"], smooth=smooth)
            compared += 1
            assert same(mine.reported, theirs["bleu"]), corpus  # type: ignore[arg-type]
    assert compared > AMOUNT


def test_evaluate_by_its_record() -> None:
    stopped = 0
    for corpus in recorded("evaluate"):
        for call in corpus["calls"]:
            smoothing = "add-k-all" if call["options"].get("smooth") else "none"
            mine = ours(corpus, rules=EVALUATE, smoothing=smoothing, max_n=call["options"].get("max_order"))
            stops = "tool-stops" in [note.code for note in mine.notes]
            stopped += stops
            assert stops == ("raises" in call)
            if not stops:
                assert same(mine.reported, call["bleu"])
                assert mine.brevity.candidate_length == call["translation_length"]
                assert mine.brevity.reference_length == call["reference_length"]
    assert stopped > 50


def test_torchmetrics_by_its_record() -> None:
    """It computes with 32-bit floats: the printed digits agree, and 6 digits of the value."""
    compared = 0
    for corpus in recorded("torchmetrics"):
        for call in corpus["calls"]:
            options = call["options"]
            weights = options.get("weights")
            if weights and sum(weights) != pytest.approx(1):
                continue  # our weights must add up to 1
            smoothing = "add-k" if options.get("smooth") else "none"
            mine = ours(corpus, rules=TORCHMETRICS, smoothing=smoothing, max_n=options.get("n_gram"), weights=weights)
            compared += 1
            assert same(mine.reported, float(call["value"]), 1e-6), corpus
            assert mine.printed == call["printed"]
    assert compared > 900


@pytest.mark.parametrize("command", ["multi-bleu.perl", "multi-bleu.perl -lc"])
def test_multi_bleu_by_its_record(command: str) -> None:
    """Where the last line has no newline, the script drops its last letter, so such texts are left out."""
    stopped = 0
    for corpus in recorded("multi_bleu"):
        if not corpus["newline"]:
            continue
        mine = ours(corpus, rules=MULTI_BLEU, lowercase="ascii" if "-lc" in command else False)
        result = corpus["results"][command]
        stops = "tool-stops" in [note.code for note in mine.notes]
        stopped += stops
        assert stops == (not result["printed"])
        assert stops or result["printed"] == mine.report
    assert stopped > 10


def mteval(command: str) -> Record:
    """The rules and the settings that stand for a command."""
    settings: Record = {"rules": MTEVAL_V13A if "v13a" in command else MTEVAL_V11B}
    if command.endswith(" -c"):
        settings["lowercase"] = False
    if "shortest" in command:
        settings["reference_length"] = "shortest"
    if "no-smoothing" in command:
        settings |= {"smoothing": "none", "missing": "zero"}
    return settings


@pytest.mark.parametrize(
    "command",
    [
        "mteval-v13a.pl -b",
        "mteval-v13a.pl -b -c",
        "mteval-v13a.pl -b --no-smoothing",
        "mteval-v13a.pl -b --brevity-penalty shortest",
        "mteval-v11b.pl -b",
        "mteval-v11b.pl -b -c",
    ],
)
def test_mteval_by_its_record(command: str) -> None:
    stopped = 0
    for corpus in recorded("mteval"):
        mine, result = ours(corpus, **mteval(command)), corpus["results"][command]
        stopped += "dies" in result
        if "no-smoothing" not in command:  # that command never stops
            assert ("dies" in result) == ("tool-stops" in [note.code for note in mine.notes])
        if "dies" not in result:
            assert same(mine.reported, result["value"])
            assert mine.printed == result["printed"]
    assert (stopped > 5) == ("no-smoothing" not in command)


def test_three_perl_scripts_on_150_texts() -> None:
    """Recorded another time, by others."""
    texts = list(recorded("tools"))
    for corpus in texts:
        for command, lowercase in (("multi-bleu.perl", False), ("multi-bleu.perl -lc", "ascii")):
            mine = ours(corpus, rules=MULTI_BLEU, lowercase=lowercase)
            assert corpus[command] == mine.report
        for command in ("mteval-v13a.pl", "mteval-v13a.pl -c", "mteval-v11b.pl"):
            assert ours(corpus, **mteval(command)).printed == f"{corpus[command]['BLEU']:.4f}"
    assert len(texts) == 150
