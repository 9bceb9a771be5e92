"""A report gives back what its tool printed, and the rules under which we print the same; it finds what is wrong."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU, BLEUScore
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from mtexplain import CorpusBleu, InputError, corpus_bleu, parse_report
from mtexplain.display.parts import Words
from mtexplain.explain.tools.reports.counts import Pair
from mtexplain.explain.tools.reports.report import Report
from mtexplain.rules import MULTI_BLEU, PAPER, RULES, SACREBLEU, SACREBLEU_SENTENCE, Lowercase
from tests.places import DATA
from tools.record import corpora

SIGNATURE = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
DETAILS = "66.7/60.0/50.0/33.3 (BP = 0.846 ratio = 0.857 hyp_len = 6 ref_len = 7)"
LINE = f"BLEU|{SIGNATURE} = 43.0 {DETAILS}"
OLD = (
    "BLEU+case.mixed+lang.en-de+numrefs.1+smooth.exp+test.wmt17+tok.13a+version.1.4.1 = 27.1 "
    "59.0/33.1/21.1/14.0 (BP = 0.983 ratio = 0.983 hyp_len = 61287 ref_len = 62320)"
)
MULTI = "BLEU = 43.01, 66.7/60.0/50.0/33.3 (BP=0.846, ratio=0.857, hyp_len=6, ref_len=7)"
NOTHING = "BLEU = 0, 0/0/0/0 (BP=0, ratio=0, hyp_len=0, ref_len=0)"
FAIRSEQ = "BLEU4 = 43.01, 66.7/60.0/50.0/33.3 (BP=0.846, ratio=0.857, syslen=6, reflen=7)"
JSON = {
    "name": "BLEU",
    "score": 43.0,
    "signature": SIGNATURE,
    "verbose_score": DETAILS,
    **dict(pair.split(":") for pair in SIGNATURE.split("|")),
}
LINES = {
    "sacreBLEU": LINE,
    "no signature": f"BLEU = 43.01 {DETAILS}",
    "confidence": f"BLEU|{SIGNATURE} = 43.0 (μ = 43.10 ± 1.2) {DETAILS}",
    "JSON": json.dumps(JSON, indent=1),
    "sacreBLEU 1": OLD,
    "a signature": SIGNATURE,
    "a short signature": "#:1|c:mixed|e:no|tok:13a|s:exp|v:2.6.0",
    "an old signature": "BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.5.1",
    "a score and its signature": f"BLEU|{SIGNATURE} = 43.0",
    "multi-bleu.perl": MULTI,
    "no reference words": NOTHING,
    "fairseq": f"Generate test with beam=5: {FAIRSEQ}",
    "fairseq, one sentence": f"0 {FAIRSEQ}",
    "fairseq, before it had a ratio": FAIRSEQ.replace(" ratio=0.857,", ""),
    "smoothed": f"BLEU|{SIGNATURE} = 19.3 66.7/20.0/12.5/8.3 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)",
    "contradictory": LINE.replace("0.846", "0.946").replace("43.0", "53.0"),
    "effective order": "BLEU|nrefs:var|case:lc|eff:yes|tok:char|smooth:floor[0.25]|version:2.0.0 = 70.7 "
    "100.0/50.0/0.0/0.0 (BP = 1.000 ratio = 1.000 hyp_len = 5 ref_len = 5)",
}


def line_of(precisions: str, length: int, smooth: str = "exp", nrefs: str = "1") -> str:
    """A line of sacreBLEU for candidates and references of one length."""
    signature = SIGNATURE.replace("smooth:exp", f"smooth:{smooth}").replace("nrefs:1", f"nrefs:{nrefs}")
    return f"BLEU|{signature} = 0.0 {precisions} (BP = 1.000 ratio = 1.000 hyp_len = {length} ref_len = {length})"


every_line = pytest.mark.parametrize("line", LINES.values(), ids=LINES)


def near_a_tie(score: CorpusBleu, decimals: int) -> bool:
    """Whether the score lies halfway between two printed ones: there the last bit of a float decides."""
    return bool(abs(score.reported * 10**decimals % 1 - 0.5) < 1e-6)


def codes(report: Report) -> list[str]:
    return [note.code for note in report.notes]


# sacreBLEU itself.


def options(draw: random.Random) -> dict[str, Any]:
    smooth = draw.choice(["exp", "exp", "none", "floor", "add-k"])
    return {
        "lowercase": draw.random() < 0.3,
        "tokenize": draw.choice(["13a", "13a", "none", "intl", "zh", "char"]),
        "smooth_method": smooth,
        "smooth_value": draw.choice([None, 0.25, 1.5]) if smooth in ("floor", "add-k") else None,
        "max_ngram_order": draw.choice([4, 4, 4, 1, 2, 6]),
        "effective_order": draw.random() < 0.4,
    }


def scored(metric: BLEU, corpus: dict[str, Any]) -> BLEUScore:
    most = max(map(len, corpus["references"]))
    streams = [[one[place] if place < len(one) else None for one in corpus["references"]] for place in range(most)]
    score = metric.corpus_score(corpus["candidates"], streams)  # type: ignore[arg-type]
    assert isinstance(score, BLEUScore)
    return score


def drawn(amount: int = 500) -> Iterator[tuple[dict[str, Any], BLEU, BLEUScore, random.Random]]:
    draw = random.Random("reports")
    for corpus in corpora("reports", amount):
        metric = BLEU(force=True, **options(draw))
        yield corpus, metric, scored(metric, corpus), draw


def test_a_line_of_sacrebleu_gives_back_its_numbers_and_its_choices() -> None:
    for _, metric, score, draw in drawn():
        width, short = draw.choice([1, 2, 2, 5]), draw.random() < 0.3
        signature = metric.get_signature()
        line = score.format(width, signature=signature.format(short))
        report = parse_report(f"sacreBLEU: some log\n{line}\nreal 0m0.001s\n")
        assert report.tool == "sacreBLEU"
        assert report.printed == f"{score.score:.{width}f}"
        assert report.score == pytest.approx(float(report.printed) / 100)
        assert report.precisions == tuple(float(f"{one:.1f}") for one in score.precisions)
        assert (report.brevity, report.ratio) == (float(f"{score.bp:.3f}"), float(f"{score.ratio:.3f}"))
        assert (report.candidate_length, report.reference_length) == (score.sys_len, score.ref_len)
        assert report.signature == dict(pair.split(":") for pair in signature.format().split("|"))
        assert report.as_printed.line == line


def test_by_the_rules_of_a_report_we_print_the_same_score() -> None:
    compared = 0
    for corpus, metric, score, draw in drawn():
        width = draw.choice([1, 2, 4])
        line = score.format(width, signature=str(metric.get_signature()))
        report = parse_report(line)
        assert report.rules, line
        mine = corpus_bleu(corpus["candidates"], corpus["references"], rules=report.rules)
        compared += 1
        assert mine.reported == score.score  # to the last bit
        assert mine.printed == report.printed
        assert mine.rules.name == ("sacrebleu-sentence" if metric.effective_order else "sacrebleu")
    assert compared > 400


def test_json_says_what_the_line_says() -> None:
    for _, metric, score, _ in drawn(200):
        signature = str(metric.get_signature())
        text = score.format(2, signature=signature, is_json=True)
        report, line = parse_report(f"log {{\n{text}\n}}"), parse_report(score.format(2, signature=signature))
        assert report.score == line.score
        assert report.printed == str(json.loads(text)["score"])
        assert report.as_printed[3:8] == line.as_printed[3:8]
        assert report.signature == line.signature
        assert report.rules
        assert line.rules
        assert replace(report.rules, form="") == replace(line.rules, form="")


def test_what_sacrebleu_counted_is_one_of_the_ways_and_nothing_contradicts() -> None:
    seen = dict.fromkeys(("ways", "one", "smoothed", "surely"), 0)
    for _, metric, score, _ in drawn():
        report = parse_report(score.format(2, signature=str(metric.get_signature())))
        assert report.contradictions == (), report
        assert report.allowed
        assert report.as_printed.score
        assert report.allowed.allows(report.as_printed.score)
        ways = report.counts.ways if report.counts else None
        if not ways or not ways.are_all:
            continue
        added = (metric.smooth_value or 1) if metric.smooth_method == "add-k" else 0
        added *= any(score.counts)  # sacreBLEU adds in place; where no word matches it does not
        counted = [(m - added * (n > 1), t - added * (n > 1))
                   for n, (m, t) in enumerate(zip(score.counts, score.totals, strict=True), 1)]  # fmt: skip
        seen["ways"] += 1
        assert counted in [[(pair.matches, pair.total) for pair in way] for way in ways.found], report
        if len(ways.found) == 1:
            seen["one"] += 1
            assert f"only the counts {' '.join(f'{m:.0f}/{t:.0f}' for m, t in counted)} give" in str(report)
            assert report.counts is not None
            assert ("Here, only" in str(report)) == report.counts.is_sure
        for note in report.notes:
            orders = [int(n) for n in re.findall(r"p_(\d)", note.text)]
            seen["smoothed"] += note.code.endswith("smoothed")
            if note.code == "smoothed":
                seen["surely"] += 1
                assert not any(counted[n - 1][0] for n in orders)
    assert min(seen.values()) > 15, seen


def test_json_without_its_signature_has_the_choices_one_by_one() -> None:
    report = parse_report(json.dumps({name: value for name, value in JSON.items() if name != "signature"}))
    assert report == replace(parse_report(json.dumps(JSON)), as_printed=report.as_printed)
    assert report.signature == parse_report(LINE).signature
    assert report.precisions == (66.7, 60.0, 50.0, 33.3)


@pytest.mark.parametrize("left", ["name", "score"])
def test_json_without_a_name_or_a_score_is_no_report(left: str) -> None:
    with pytest.raises(InputError, match="expected what a BLEU tool prints"):
        parse_report(json.dumps({name: JSON[name] for name in ("name", "score", "verbose_score") if name != left}))


def test_json_of_a_small_score() -> None:
    """A score of 0.00004, with five digits, is 4e-05 in JSON."""
    report = parse_report(json.dumps(JSON).replace("43.0", "4e-05"))
    assert report.printed == "4e-05"
    assert report.rules
    assert report.rules.form == "{:.5f}"
    assert report.headline.value == "0.0000004"


def test_with_confidence() -> None:
    candidates = ["the cat sat on the mat", "a dog ran", "it is so"]
    metric = BLEU()
    score = metric.corpus_score(candidates, [["the cat sat on a mat", "a dog ran off", "it was so"]], 50)
    assert isinstance(score, BLEUScore)
    signature = str(metric.get_signature())
    for is_json in (False, True):
        line = score.format(3, signature=signature, is_json=is_json)
        report = parse_report(line)
        assert report.as_printed.mean
        assert report.as_printed.spread
        stated = line if not is_json else json.loads(line)["confidence"]
        assert f"{float(report.as_printed.mean.value):.3f} ± {float(report.as_printed.spread.value):.3f}" in stated
        assert report.signature["bs"] == "50"
        assert report.signature["seed"] == "12345"
        assert "confidence interval" in str(report)
        assert report.precisions == tuple(float(f"{one:.1f}") for one in score.precisions)
    coloured = line if is_json else score.format(1, signature=signature).replace("(μ", "\x1b[36m(μ")
    assert parse_report(coloured).score == report.score


def test_several_metrics_in_json_and_in_lines() -> None:
    metrics = [BLEU(), CHRF(), TER()]
    for is_json in (True, False):
        lines = []
        for metric in metrics:
            score = metric.corpus_score(["the cat sat on the mat"], [["the cat sat on a mat"]])
            lines.append(score.format(1, signature=str(metric.get_signature()), is_json=is_json))
        text = "[\n" + ",\n".join(lines[::-1]) + "\n]" if is_json else "\n".join(lines)
        report = parse_report(text)
        assert report.precisions == (83.3, 60.0, 50.0, 33.3)
        assert set(report.other_metrics) == {"chrF2", "TER"}
        (note,) = [note for note in report.notes if note.code == "other-metrics"]
        assert "chrF2" in note.text
        assert report.more == 0


# multi-bleu.perl and fairseq.


def recorded() -> Iterator[tuple[dict[str, Any], str, str]]:
    """A corpus, the options, and the line that multi-bleu.perl printed."""
    for corpus in json.loads((DATA / "recorded_multi_bleu.json").read_text("utf-8"))["corpora"]:
        for command, result in corpus["results"].items():
            if corpus["newline"] and "BLEU" in result["printed"]:
                yield corpus, command, result["printed"]
    for corpus in json.loads((DATA / "recorded_tools.json").read_text("utf-8")):
        for command, line in corpus.items():
            if command.startswith("multi-bleu.perl") and "BLEU" in str(line):
                yield corpus, command, line


def test_multi_bleu_by_its_records() -> None:
    compared = empty = known = 0
    for corpus, command, line in recorded():
        report = parse_report(f"{line}\nIt is in-advisable to publish scores from multi-bleu.perl.")
        assert report.tool == "multi-bleu.perl"
        assert report.rules
        assert report.rules.name == "multi-bleu"
        assert report.contradictions == (), line
        (numbers,) = re.findall(r"= (\S+), (\S+) \(BP=(\S+), ratio=(\S+), hyp_len=(\d+), ref_len=(\d+)\)", line)
        written = (report.printed, "/".join(one.text for one in report.as_printed.precisions))
        assert (*written, str(report.candidate_length), str(report.reference_length)) == (*numbers[:2], *numbers[4:])
        assert (report.brevity, report.ratio) == (float(numbers[2]), float(numbers[3]))
        empty += "no-reference-words" in codes(report)
        assert (line == NOTHING) == ("no-reference-words" in codes(report))
        lowercase: Lowercase = "ascii" if command.endswith("-lc") else False
        mine = corpus_bleu(corpus["candidates"], corpus["references"], rules=replace(report.rules, lowercase=lowercase))
        compared += 1
        assert mine.printed == report.printed or near_a_tie(mine, 2)
        ways = report.counts.ways if report.counts else None
        if ways and ways.are_all:
            known += 1
            assert tuple(Pair(one.matches, one.total) for one in mine.precisions) in ways.found
    assert compared > 1000
    assert empty > 10
    assert known > 500


def test_multi_bleu_has_the_rules_of_that_name() -> None:
    assert parse_report(MULTI).rules == MULTI_BLEU == parse_report(NOTHING).rules


def fairseq(candidates: list[str], references: list[list[str]], *, ratio: bool = True, sentence: bool = False) -> str:
    """The line in which fairseq prints BLEU of white-space tokens: its length over that of the reference."""
    found = corpus_bleu(candidates, references, smoothing="add-k" if sentence else "none")
    numbers = "/".join(f"{100 * float(factor.value or 0):.1f}" for factor in found.factors)
    c, r = found.brevity.candidate_length, found.brevity.reference_length
    quotient = f" ratio={c / r:.3f}," if ratio else ""
    start = "0 " if sentence else "2020-01-01 | INFO | Generate test with beam=5: "
    lengths = f"BP={found.brevity.value:.3f},{quotient} syslen={c}, reflen={r}"
    return f"{start}BLEU4 = {100 * found.score:.2f}, {numbers} ({lengths})"


CANDIDATES = ["the cat sat on the mat", "a dog ran off to see it"]
REFERENCES = [["the cat sat on a mat today"], ["a dog ran off to see him there"]]


@pytest.mark.parametrize("ratio", [True, False])
def test_fairseq(ratio: bool) -> None:
    line = fairseq(CANDIDATES, REFERENCES, ratio=ratio)
    report = parse_report(f"S-0\tdie Katze\n{line}\n")
    assert report.tool == "fairseq"
    assert report.precisions == (84.6, 72.7, 66.7, 57.1)
    assert report.ratio == (0.867 if ratio else None)
    assert (report.candidate_length, report.reference_length) == (13, 15)
    assert report.contradictions == ()
    assert report.rules
    assert report.rules == replace(PAPER, name="fairseq", scale=100, form="{:.2f}", tool="fairseq")
    assert corpus_bleu(CANDIDATES, REFERENCES, rules=report.rules).printed == report.printed
    assert report.counts
    assert report.counts.described(1) == "11/13"
    assert report.counts.described(2) == "8/11"
    assert "--remove-bpe" in str(report)
    assert "does not know matches nothing" in str(report)


def test_fairseq_adds_1_in_the_score_of_a_sentence() -> None:
    line = fairseq(CANDIDATES[:1], REFERENCES[:1], sentence=True)
    report = parse_report(line)
    assert report.precisions == (83.3, 66.7, 60.0, 50.0)
    assert report.contradictions == ()
    assert report.rules
    assert report.rules.smoothing == "add-k"
    assert corpus_bleu(CANDIDATES[:1], REFERENCES[:1], rules=report.rules).printed == report.printed
    assert report.counts
    assert [report.counts.described(n) for n in (1, 2, 3, 4)] == ["5/6", "3/5", "2/4", "1/3"]
    assert parse_report(line.removeprefix("0 ")).rules != report.rules


def test_fairseq_prints_a_line_for_sacrebleu_too() -> None:
    report = parse_report(f"Generate valid with beam=4: BLEU = 43.01 {DETAILS}")
    assert report.tool == "sacreBLEU"
    assert "by-fairseq" in codes(report)
    assert "by-fairseq" not in codes(parse_report(f"BLEU = 43.01 {DETAILS}"))


# What the choices of a signature are.


def signed(**choices: str) -> Report:
    pairs = dict(pair.split(":") for pair in SIGNATURE.split("|")) | choices
    return parse_report(f"BLEU|{'|'.join(f'{name}:{value}' for name, value in pairs.items())} = 43.0 {DETAILS}")


def test_the_defaults_are_the_rules_of_sacrebleu() -> None:
    assert signed().rules == replace(SACREBLEU, form="{:.1f}", tool="sacreBLEU 2.6.0")
    assert signed(eff="yes").rules == replace(SACREBLEU_SENTENCE, form="{:.1f}", tool="sacreBLEU 2.6.0")
    assert parse_report(SIGNATURE).rules == SACREBLEU


@pytest.mark.parametrize(
    ("choices", "rules"),
    [
        ({"tok": "none"}, {"tokenize": "whitespace"}),
        ({"tok": "intl", "case": "lc"}, {"tokenize": "intl", "lowercase": True}),
        ({"smooth": "none"}, {"smoothing": "none"}),
        ({"smooth": "floor[0.10]"}, {"smoothing": "floor"}),
        ({"smooth": "floor[0.25]"}, {"smoothing": "floor", "smoothing_value": Fraction(1, 4)}),
        ({"smooth": "add-k[1.00]"}, {"smoothing": "add-k"}),
        ({"smooth": "add-k[2.50]"}, {"smoothing": "add-k", "smoothing_value": Fraction(5, 2)}),
        ({"nrefs": "var"}, {}),
        ({"version": "3.0-dev"}, {"tool": "sacreBLEU"}),
    ],
)
def test_a_choice_is_a_rule(choices: dict[str, str], rules: dict[str, Any]) -> None:
    assert signed(**choices).rules == replace(SACREBLEU, **{"form": "{:.1f}", "tool": "sacreBLEU 2.6.0"} | rules)


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({"tok": "ja-mecab-0.996-IPA"}, "other-tokens"),
        ({"tok": "flores200"}, "other-tokens"),
        ({"tok": "whitespace"}, "other-tokens"),
        ({"tok": "hope"}, "other-tokens"),
        ({"case": "upper"}, "odd-signature"),
        ({"eff": "maybe"}, "odd-signature"),
        ({"smooth": "hope"}, "odd-smoothing"),
        ({"smooth": "floor[0.00]"}, "odd-value"),
        ({"smooth": "add-k[1001.00]"}, "odd-value"),
        ({"smooth": "floor"}, "no-value"),
    ],
)
def test_where_we_have_no_such_rules_there_are_none_and_a_note_says_why(choices: dict[str, str], code: str) -> None:
    report = signed(**choices)
    assert report.rules is None
    assert code in codes(report)
    assert dict(report.signature) | choices == report.signature
    assert "by rules that mtexplain does not have" in str(report)
    assert report.to_html()
    assert report.to_latex()


def test_every_other_tokeniser_of_sacrebleu_is_explained() -> None:
    for name in BLEU.TOKENIZERS:
        assert "unknown to mtexplain" not in str(signed(tok=name)), name
        assert (signed(tok=name).rules is not None) == (name in ("none", "zh", "13a", "intl", "char"))
    assert "unknown to mtexplain" in str(signed(tok="hope"))


def test_sacrebleu_1_smoothed_also_where_no_word_matches() -> None:
    old, new = parse_report(OLD).rules, signed().rules
    assert old
    assert new
    assert (old.zero_when, new.zero_when) == ("a factor is 0", "no word matches")
    assert old.tool == "sacreBLEU 1.4.1"


@pytest.mark.parametrize(("version", "found"), [("1.4.3", None), ("1.4.4", "add-k"), ("1.3.1", None), ("1.4", None)])
def test_sacrebleu_added_k_from_p_3_on_before_1_4_4(version: str, found: str | None) -> None:
    report = parse_report(OLD.replace("smooth.exp", "smooth.add-k").replace("1.4.1", version))
    assert (report.rules.smoothing if report.rules else None) == found
    assert ("add-k-from-3" in codes(report)) == (found is None)
    assert ("assumed-k" in codes(report)) == (found is not None)
    assert "a number that is not printed is added" in str(report)
    assert report.counts is None


def test_without_a_signature_the_rules_are_the_defaults_and_a_note_says_so() -> None:
    report = parse_report(f"BLEU = 43.01 {DETAILS}")
    assert report.rules == replace(SACREBLEU, tool="sacreBLEU")
    assert codes(report) == ["assumed"]
    assert report.headline.signature == "as sacreBLEU prints it · no signature"


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({"smooth": "floor[0.25]"}, "in place of 0 matches, 0.25 is counted"),
        ({"smooth": "floor"}, "in place of 0 matches, a number that is not printed is counted"),
        ({"smooth": "add-k[2.00]"}, "2 is added to the matches and to the n-grams, from p_2 on"),
        ({"smooth": "hope"}, "a smoothing unknown to mtexplain"),
        ({"nrefs": "1"}, "one reference for each segment"),
        ({"nrefs": "3"}, "the number of references for each segment"),
        ({"nrefs": "var"}, "some segments have more references than others"),
        ({"case": "lc"}, "both sides were lower-cased first (str.lower)"),
        ({"case": "upper"}, "a value that sacreBLEU does not write"),
        ({"subset": "a"}, "only segments whose document matches this pattern"),
        ({"mood": "good"}, "not a choice that sacreBLEU writes"),
        ({"tok": "flores200"}, "subword pieces, split by the SentencePiece model of FLORES-200 (spBLEU)"),
    ],
)
def test_what_a_choice_says(choices: dict[str, str], says: str) -> None:
    ((name, value),) = choices.items()
    (row,) = [row for row in signed(**choices).table.rows if row[1] == Words((value,)) and row[2] == says]
    assert row[0] == (Words((name,)) if name == "mood" else name)
    assert row[3] is None


def test_the_two_forms_and_the_short_one_say_the_same() -> None:
    long = parse_report("BLEU|nrefs:2|bs:9|seed:7|test:wmt17|lang:en-de|origlang:en|subset:a.b|case:lc|eff:yes|tok:zh|"
                        "smooth:none|version:2.0.0")  # fmt: skip
    short = parse_report("#:2|bs:9|rs:7|t:wmt17|l:en-de|o:en|S:a.b|c:lc|e:yes|tok:zh|s:none|v:2.0.0")
    assert long.signature == short.signature
    assert long.rules == short.rules
    old = parse_report(
        "BLEU+case.lc+lang.en-de+numrefs.2+origlang.en+smooth.none+subset.a.b+test.wmt17+tok.zh+version.1.5.1"
    )
    shorter = parse_report("BLEU+#.2+S.a.b+c.lc+l.en-de+o.en+s.none+t.wmt17+tok.zh+v.1.5.1")
    assert old.signature == shorter.signature
    in_both = {name: value for name, value in long.signature.items() if name not in ("bs", "seed", "eff")}
    assert dict(old.signature) | {"version": "2.0.0"} == in_both


def test_a_subset_may_hold_a_bar() -> None:
    assert signed(subset="2012|2013").signature["subset"] == "2012|2013"


@pytest.mark.parametrize("end", ["", ".", ")", ",", '"', ";\n"])
def test_a_signature_may_stand_in_a_sentence(end: str) -> None:
    for signature in (SIGNATURE, LINES["an old signature"]):
        report = parse_report(f"We report sacreBLEU ({signature}{end} and nothing else.")
        assert report.score is None
        assert report.precisions == ()
        assert report.signature["version"] in ("2.6.0", "1.5.1")
        assert "not printed" in report.headline.value


def test_the_signature_of_another_metric_is_no_report() -> None:
    with pytest.raises(InputError):
        parse_report("chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0 = 69.3")


# Where a report stands.


@every_line
def test_a_report_may_stand_anywhere(line: str) -> None:
    alone = parse_report(line)
    among = parse_report(f"$ score\n  WARNING: {{}} [x] | y\t= 3\n{line}\n\nreal\t0m1.2s\n")
    assert among.as_printed == alone.as_printed
    assert among.notes == alone.notes


def test_of_several_the_first_is_taken() -> None:
    for first, second in ((MULTI, LINE), (LINE, MULTI), (LINES["JSON"], FAIRSEQ), (FAIRSEQ, LINES["JSON"])):
        report = parse_report(f"{first}\nand\n{second}\n{second}\n")
        assert report.as_printed == parse_report(first).as_printed
        assert report.more == 2
        assert "2 more reports" in str(report)
    assert "1 more report." in str(parse_report(f"{LINE}\n{MULTI}"))


def test_a_line_may_be_wrapped() -> None:
    assert parse_report(LINE.replace(" (BP", "\n  (BP").replace(" hyp", "\n hyp")).precisions[3] == 33.3


@pytest.mark.parametrize("text", ["43.0", " 27.55\n", "43.0 (μ = 43.1 ± 1.2)", "BLEU = 43.0"])
def test_a_number_alone_is_not_a_report(text: str) -> None:
    with pytest.raises(InputError, match=r"^text: got a number alone, .* leave out -b") as caught:
        parse_report(text)
    assert "BLEU = 43.01 66.7/60.0/50.0/33.3 (BP" in str(caught.value)


@pytest.mark.parametrize("text", ["", "BLEU", "BLEU = ", "no score", "BLEU 43,0", "{}", "{[", "BLEU4 = 3 (x)"])
def test_what_holds_no_report_is_an_error_with_an_example(text: str) -> None:
    with pytest.raises(InputError, match=r"expected what a BLEU tool prints, such as 'BLEU = 43\.01 66") as caught:
        parse_report(text)
    assert "number alone" not in str(caught.value)
    example = re.search(r"such as '(.*)'", str(caught.value))
    assert example
    assert parse_report(example[1]).score == 0.4301


@pytest.mark.parametrize("text", [None, 43.0, ["BLEU"], b"BLEU = 1", LINE + "\ud800"])
def test_what_is_no_text_is_refused(text: Any) -> None:
    with pytest.raises(InputError, match=r"^text: got"):
        parse_report(text)


@pytest.mark.parametrize(
    "number", ["nan", "inf", "-Infinity", "NaN", "-43.0", "+1", "1e999", "9" * 300, "1." + "3" * 40]
)
@pytest.mark.parametrize("where", ["43.01", "60.0", "0.846", "0.857"])
def test_a_number_that_is_none_is_an_error_that_names_it(number: str, where: str) -> None:
    for line in (f"BLEU = 43.01 {DETAILS}", MULTI, FAIRSEQ):
        with pytest.raises(InputError, match=r"^(the score|p_2|BP|the ratio): got a string, .* 0 or more"):
            parse_report(line.replace(where, number))


@pytest.mark.parametrize("number", ["nan", "-6", "6.5", "1e3", "9" * 19])
def test_a_length_that_is_none_is_an_error_that_names_it(number: str) -> None:
    with pytest.raises(InputError, match=r"^the length of the candidate: got a string, .*a whole number"):
        parse_report(MULTI.replace("hyp_len=6", f"hyp_len={number}"))


@pytest.mark.parametrize("score", ["NaN", "-Infinity", "1e999", "-1", "9" * 5000])
def test_json_with_a_number_that_is_none(score: str) -> None:
    with pytest.raises(InputError, match=r"^the score: got"):
        parse_report(json.dumps(JSON).replace("43.0", score, 1))


def test_very_large_numbers_are_only_numbers() -> None:
    report = parse_report(MULTI.replace("hyp_len=6", f"hyp_len={'9' * 18}").replace("ref_len=7", "ref_len=1"))
    assert {"ratio", "brevity"} <= set(codes(report))
    report = parse_report(MULTI.replace("hyp_len=6", "hyp_len=1").replace("ref_len=7", f"ref_len={'9' * 18}"))
    assert "BP = 0.846 is printed" in str(report)
    assert report.to_html()
    assert report.to_latex()


def test_the_names_of_the_rules_stay_those_of_the_sets() -> None:
    for line in LINES.values():
        rules = parse_report(line).rules
        assert rules is None or rules.name in (*RULES, "fairseq")


# What a second reader found.


def test_a_sentence_score_of_three_words_contradicts_nothing() -> None:
    """sentence_bleu leaves out the orders that have no n-gram, and its line does not say so."""
    line = str(BLEU(effective_order=True).sentence_score("the cat sat", ["the cat sat"]))
    assert parse_report(line).contradictions == ()
    signed = line.replace("BLEU =", "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0 =")
    assert [note.code for note in parse_report(signed).contradictions] == ["score"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("BLEU = 33.64 160.0/40.0/20.0/10.0 (BP = 1.000 ratio = 1.250 hyp_len = 100 ref_len = 80)", "p_1 = 160.0"),
        ("BLEU = 150.00 90.0/90.0/90.0/90.0 (BP = 1.000 ratio = 1.250 hyp_len = 100 ref_len = 80)", "BLEU = 150.00"),
        ("BLEU = 50.00, 50.0/50.0/50.0/50.0 (BP=1.200, ratio=1.250, hyp_len=100, ref_len=80)", "BP = 1.200"),
    ],
)
def test_more_than_everything_cannot_match(line: str, code: str) -> None:
    report = parse_report(line)
    assert code in [note.text.partition(" is printed")[0] for note in report.contradictions if note.code == "too-large"]
    assert report.score is not None
    assert report.score <= 1


def test_the_number_of_floor_is_rounded_in_a_signature() -> None:
    """Made with 0.011 and with 1/3: the signature says 0.01 and 0.33."""
    candidate, references = ["a b c d e f g h"], [["a b x y"]]
    for value in (0.011, 1 / 3):
        metric = BLEU(smooth_method="floor", smooth_value=value, tokenize="none")
        score = metric.corpus_score(candidate, references)
        report = parse_report(score.format(signature=str(metric.get_signature())))
        assert report.counts is not None
        assert report.counts.ways is not None
        ways = [[(pair.matches, pair.total) for pair in way] for way in report.counts.ways.found]
        assert list(zip(score.counts, score.totals, strict=True)) in ways
        assert "Here, only" not in str(report)


def test_a_report_can_be_written_as_json() -> None:
    data = json.loads(json.dumps(parse_report(LINE).to_dict()))
    assert data["printed"] == "43.0"
    assert data["rules"]["name"] == "sacrebleu"
    assert data["contradictions"] == []
