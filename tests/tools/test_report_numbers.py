"""What can be computed again from a report: contradictions are found, and so are the counts behind the numbers."""

import pytest
from sacrebleu.metrics.bleu import BLEU

from mtexplain import corpus_bleu, parse_report
from mtexplain.explain.tools.reports.counts import Pair, Puzzle
from mtexplain.rules import MULTI_BLEU
from tests.tools.test_reports import LINE, LINES, MULTI, OLD, SIGNATURE, codes, line_of

# What can be computed again, and what contradicts it.


RATIO_OVER_1 = "ratio = 1.167 is printed, but hyp_len = 6 and ref_len = 7 give 0.8571. It is upside down"
NO_PENALTY = "ratio = 0.857 and BP = 1.000 are printed, but with this ratio BP is exp(1 - 1/ratio) = 0.8463."


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("BP = 0.846", "BP = 0.847",
         {"brevity": "BP = 0.847 is printed, but hyp_len = 6 and ref_len = 7 give 0.8465."}),
        # 0.8465 may be rounded to 0.846 or to 0.847; exp(-1/6) is 0.84648
        ("BP = 0.846", "BP = 0.85", {}),
        ("BP = 0.846", "BP = 0.8465", {}),
        ("BP = 0.846", "BP = 0.84650", {"brevity": "BP = 0.84650"}),
        ("BP = 0.846", "BP = 0.84", {"brevity": "BP = 0.84 "}),
        ("BP = 0.846", "BP = 1.000", {"brevity": "", "ratio-brevity": NO_PENALTY}),
        ("ratio = 0.857", "ratio = 1.167", {"ratio-upside-down": RATIO_OVER_1,
         "ratio-brevity": "ratio = 1.167 and BP = 0.846 are printed, but a candidate longer"}),
        ("ratio = 0.857", "ratio = 0.957", {"ratio": ""}),
        # exp(-1/6) * (66.65 * 59.95 * 49.95 * 33.25)^(1/4) = 42.96, and with the greatest 43.05
        ("43.0 ", "43.2 ",
         {"score": "BLEU = 43.2 is printed, but BP and the printed precisions allow 42.96 to 43.05."}),
        ("43.0 ", "43.1 ", {}),  # 43.05 may be rounded to 43.1
        ("43.0 ", "42.96 ", {}),
        ("43.0 ", "42.94 ", {"score": ""}),
        ("43.0 ", "0.4301 ", {"score": ""}),  # on another scale
        ("ref_len = 7", "ref_len = 9", {"ratio": "", "brevity": "", "score": ""}),
    ],
)  # fmt: skip
def test_what_does_not_follow_from_the_rest_is_named_and_rounding_is_not(
    old: str, new: str, told: dict[str, str]
) -> None:
    assert parse_report(LINE).contradictions == ()
    assert old in LINE
    found = {note.code: note.text for note in parse_report(LINE.replace(old, new)).contradictions}
    assert list(found) == list(told)
    assert all(found[code].startswith(start) for code, start in told.items())


def test_wrong_lengths_are_told_from_a_wrong_penalty() -> None:
    lengths = "The score fits the printed BP, so the lengths may be wrong."
    for old, new, is_so in (("ref_len = 7", "ref_len = 9", True), ("43.0 ", "53.0 ", False)):
        found = {note.code: note.text for note in parse_report(LINE.replace(old, new)).contradictions}
        assert found["score"].endswith(lengths) == is_so


def test_the_closed_form_stands_above_where_it_gives_the_score() -> None:
    assert (
        str(parse_report(LINE)).splitlines()[0] == "BLEU = e^(1 - 7/6) * (0.667 * 0.600 * 0.500 * 0.333)^(1/4) = 0.430"
    )
    assert str(parse_report(LINE.replace("43.0 ", "53.0 "))).splitlines()[0] == "BLEU = 0.530"
    assert parse_report(LINE).headline.value == "0.430"


def test_the_interval_of_scores() -> None:
    allowed = parse_report(LINE).allowed
    assert allowed
    bp = 2.718281828459045 ** (-1 / 6)
    for value, numbers in ((allowed.low, (66.65, 59.95, 49.95, 33.25)), (allowed.high, (66.75, 60.05, 50.05, 33.35))):
        product = 1.0
        for number in numbers:
            product *= number
        assert value == pytest.approx(bp * product**0.25)


def test_orders_that_are_left_out() -> None:
    """(100 * 50)^(1/2) = 70.7: with eff:yes the two orders of 0.0 take no part; with eff:no they make it 0."""
    report = parse_report(LINES["effective order"])
    assert report.contradictions == ()
    assert str(report).splitlines()[0] == "BLEU = (1.000 * 0.500)^(1/2) = 0.707"
    assert "score" in codes(parse_report(LINES["effective order"].replace("eff:yes", "eff:no")))


def with_counts(precisions: str, length: int, smooth: str = "none", nrefs: str = "1") -> list[str]:
    """The texts of the notes on impossible counts."""
    line = line_of(precisions, length, smooth, nrefs)
    return [note.text for note in parse_report(line).contradictions if note.code == "impossible"]


def test_a_precision_may_be_above_the_one_before() -> None:
    """m_2 is m_1 here: a b a against b a b has 2 of 3 words, and 2 of 2 pairs."""
    line = BLEU(smooth_method="none", max_ngram_order=2).corpus_score(["a b a"], [["b a b"]])
    assert str(line).startswith("BLEU = 81.65 66.7/100.0")
    assert with_counts("66.7/100.0", 3) == []
    assert with_counts("1.0/80.0/50.0/10.0", 60_000) == []


def test_a_precision_that_cannot_follow_is_named() -> None:
    (found,) = with_counts("66.7/0.0/50.0/33.3", 6)
    assert found.startswith("p_3 = 50.0 is printed after p_1 = 66.7, p_2 = 0.0, but no counts of a text of 6 words")
    assert with_counts("66.6/60.0", 6) == [
        "p_1 = 66.6 is printed, but no counts of a text of 6 words with one reference give this number."
    ]
    assert with_counts("16.7/60.0", 6), "one matched word holds no matched pair"
    assert with_counts("33.3/60.0", 6), "3 of 5 pairs, but 2 words"
    assert with_counts("33.3/60.0", 6, nrefs="2") == [], "with several references there may be more"


def test_it_is_named_in_a_long_text_too() -> None:
    assert with_counts("50.0/0.0/20.0/0.0", 900) == [
        "p_2 = 0.0, p_3 = 20.0 are printed, but p_2 allows at most 0 matches, "
        "and a match of 3 words contains two matches of 2 words."
    ]
    assert with_counts("0.2/71.4", 900) == [
        "p_1 = 0.2, p_2 = 71.4 are printed, but p_1 allows at most 2 matches, and with one reference m_n cannot grow."
    ], "71.4 is 5 of 7 at the least"
    (found,) = with_counts("0.1/100.0", 900)
    assert "p_1 allows at most 1 match, and a match of 2 words contains two matches of 1 word." in found
    assert with_counts("50.0/0.0/20.0", 4_000) != [], "0.05% of 3,999 is below 2"
    assert with_counts("50.0/0.0/20.0", 4_001) == []
    assert with_counts("0.2/42.9", 1_199) != [], "42.9 is 3 of 7 at the least, and 0.25% of 1,199 is below 3"
    assert with_counts("0.2/42.9", 1_200) == []
    assert with_counts("0.2/71.4", 900, nrefs="2") == []
    assert with_counts("50.0/0.0/20.0/0.0", 90_000) == [], "0.0 may be 44 of 90,000"


def test_a_precision_that_no_counts_of_a_long_text_give() -> None:
    told = "p_1 = 66.6 is printed, but no counts of a text of 100 words with one reference give this number."
    assert with_counts("66.6/60.0", 100) == with_counts("66.6/60.0", 100, smooth="exp") == [told]
    assert with_counts("66.0/60.0", 100) == with_counts("66.0/60.0", 100, smooth="exp") == []
    assert with_counts("90.2/1.6", 61) == [
        "p_2 = 1.6 is printed, but no counts of a text of 61 words with one reference give this number."
    ], "1/60 is 1.7, and so are 1/59 and 1/58"
    assert with_counts("90.3/1.6", 62) == [], "1/61 is 1.6"
    assert with_counts("90.2/1.6", 61, smooth="add-k[1.00]") == [], "1 more makes it 1/61"
    assert with_counts("0.0/0.0", 1_000) == []


def test_a_word_is_one_word() -> None:
    assert with_counts("50.0", 1) == [
        "p_1 = 50.0 is printed, but no counts of a text of 1 word with one reference give this number."
    ]


def test_what_is_smoothed_need_not_be_possible_as_a_count() -> None:
    assert with_counts("66.7/20.0/12.5/8.3", 6), "12.5 is 1/8"
    assert with_counts("66.7/20.0/12.5/8.3", 6, smooth="exp") == []


def test_one_way_to_count() -> None:
    """6 words and 5 pairs are one segment, so all is known."""
    report = parse_report(LINE)
    assert report.counts
    assert report.counts.ways
    assert report.counts.ways.found == ((Pair(4, 6), Pair(3, 5), Pair(2, 4), Pair(1, 3)),)
    assert report.counts.ways.segments == (1,)
    assert "Here, only the counts 4/6 3/5 2/4 1/3 give these precisions." in str(report)


def test_several_ways_to_count() -> None:
    """50.0 of 4 words is 2/4; 50.0 of pairs is 1/2 in two segments, as one segment has 3 pairs."""
    report = parse_report("BLEU = 0.00, 50.0/50.0 (BP=1.000, ratio=1.000, hyp_len=4, ref_len=4)")
    assert report.counts
    assert [report.counts.described(n) for n in (1, 2)] == ["2/4", "1/2"]
    assert report.counts.ways
    assert report.counts.ways.segments == (2,)
    report = parse_report("BLEU = 0.00, 50.0/100.0 (BP=1.000, ratio=1.000, hyp_len=8, ref_len=8)")
    assert report.counts
    assert report.counts.described(2) == "7 possible counts", "7/7 to 1/1"
    one = parse_report("BLEU4 = 0.00, 50.0/100.0 (BP=1.000, ratio=1.000, syslen=8, reflen=8)")
    assert one.counts
    assert one.counts.described(2) == "4/4 or 3/3 or 2/2 or 1/1", "with one reference no more than the 4 of p_1"


def test_the_words_of_a_long_text() -> None:
    """58.95% of 61287 is 36128.7, 59.05% is 36190.0."""
    report = parse_report(OLD)
    assert report.counts
    assert report.counts.described(1) == "36,129/61,287 to 36,189/61,287"
    assert report.counts.described(2) is None
    assert report.counts.ways is None


def test_every_way_to_count_is_found() -> None:
    """Tried with texts of up to 5 words over a vocabulary of two: one segment, one reference."""
    texts = [format(number, f"0{length}b") for length in range(1, 6) for number in range(2**length)]
    for candidate in texts[::3]:
        for reference in texts[::5]:
            found = corpus_bleu([" ".join(candidate)], [[" ".join(reference)]], rules=MULTI_BLEU)
            report = parse_report(found.report)
            assert report.counts
            assert report.counts.ways
            assert tuple(Pair(one.matches, one.total) for one in found.precisions) in report.counts.ways.found
            assert report.contradictions == ()


def test_smoothing_is_told_from_counting() -> None:
    """Of 6 words in one segment, 12.5 is half of 1/4 and 8.3 is a quarter of 1/3."""
    report = parse_report(LINES["smoothed"])
    (note,) = report.notes
    assert (note.code, note.text) == (
        "smoothed",
        "p_3 = 12.5, p_4 = 8.3 are smoothed. In place of 0 matches, exp counts a half, then a quarter, and so on.",
    )
    assert report.counts
    assert report.counts.described(3) == "0/4 smoothed"


def test_one_order_is_smoothed() -> None:
    line = line_of("75.0/66.7/25.0", 4)
    (note,) = [note for note in parse_report(line).notes if note.code != "score"]
    assert note.text == "p_3 = 25.0 is smoothed. In place of 0 matches, exp counts a half, then a quarter, and so on."
    (note,) = [note for note in parse_report(line.replace("exp", "floor[0.50]")).notes if note.code != "score"]
    assert note.text == "p_3 = 25.0 may be smoothed. In place of 0 matches, floor counts a fixed number."


def test_smoothing_may_look_like_counting() -> None:
    """With 9 pairs or fewer, 10.0 can only be 0/5 smoothed. With 19 pairs, it can also be 1/10."""
    for length, code in ((10, "smoothed"), (20, "may-be-smoothed")):
        assert code in codes(parse_report(line_of("50.0/10.0", length))), length


def test_in_a_long_text_a_small_precision_may_be_smoothed() -> None:
    """0.1 is half of 1/500; 14.0 would be half of 1/3.6."""
    line = line_of("40.0/10.0/2.0/0.1", 600)
    assert "may-be-smoothed" in codes(parse_report(line))
    assert "may-be-smoothed" not in codes(parse_report(line.replace("0.1 ", "14.0 ")))
    assert "may-be-smoothed" not in codes(parse_report(line.replace("smooth:exp", "smooth:none")))
    assert not {"smoothed", "may-be-smoothed"} & set(codes(parse_report(OLD)))


@pytest.mark.parametrize(
    ("precisions", "orders"),
    [
        ("40.0/10.0/0.5/0.3", "p_3 = 0.5, p_4 = 0.3"),  # half of 1/98, a quarter of 1/97
        ("40.0/10.0/0.5/5.0", "p_4 = 5.0"),  # half of 1/10, which is a tenth of the length
        ("40.0/10.0/0.5/6.0", ""),  # half of 1/8.3 or 1/8.4, and a quarter of fewer
        ("40.0/10.0/9.0/0.4", ""),  # half of 1/111 to 1/142, of 100 words
        ("40.0/0.5/0.3/0.1", "p_2 = 0.5, p_3 = 0.3, p_4 = 0.1"),
        ("0.5/0.6/0.3/0.1", "p_2 = 0.6, p_3 = 0.3, p_4 = 0.1"),  # for p_1, a word matches
        ("40.0/10.0/5.0/0.0", ""),
    ],
)
def test_which_orders_may_be_smoothed_in_a_long_text(precisions: str, orders: str) -> None:
    found = [note.text for note in parse_report(line_of(precisions, 100)).notes if note.code == "may-be-smoothed"]
    told = f"{orders} may be smoothed. In place of 0 matches, exp counts a half, then a quarter, and so on."
    assert found == ([told] if orders else [])


def test_without_a_word_that_matches_sacrebleu_does_not_smooth() -> None:
    line = line_of("0.0/0.0/0.0/0.0", 4)
    assert parse_report(line).notes == ()
    assert "impossible" in codes(parse_report(line.replace("0.0/0.0/0.0/0.0", "12.5/8.3/6.2/6.2")))
    old = line.replace(f"|{SIGNATURE}", "+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.5.1")
    assert "impossible" not in codes(parse_report(old.replace("0.0/0.0/0.0/0.0", "12.5/8.3/6.2/6.2")))


def test_a_puzzle_of_no_words_or_very_many_is_not_tried() -> None:
    assert Puzzle((), 5).ways() is None
    number = parse_report(MULTI).as_printed.precisions
    assert Puzzle(number, 0).ways() is None
    assert Puzzle(number, 61).ways() is None


def test_the_zeros_of_multi_bleu_without_reference_words_are_not_computed_again() -> None:
    report = parse_report(LINES["no reference words"])
    assert report.contradictions == ()
    assert report.allowed is None
    assert report.counts is None
    assert [step.name for step in report.steps()] == ["fields", "unknown"]
    assert {row[3] for row in report.table.rows} == {None}
    assert "Its zeros were not computed" in str(report)
    assert "Its zeros were not computed" not in str(parse_report(MULTI))


def test_no_words_at_all() -> None:
    """sacreBLEU prints BP = 1 where both are empty, and 0 where the candidate alone is."""
    for references, brevity in (([""], 1), (["a b"], 0)):
        score = BLEU().corpus_score([""], [references])
        report = parse_report(str(score))
        assert report.brevity == brevity
        assert report.contradictions == ()
        assert report.ratio == 0
        assert report.counts is None
        assert str(report).startswith("BLEU = 0.0000\n")
        assert report.to_html()
        assert report.to_latex()


def test_no_reference_words_in_sacrebleu() -> None:
    report = parse_report(str(BLEU().corpus_score(["a b"], [[""]])))
    assert (report.brevity, report.ratio) == (1, 0)
    assert report.contradictions == ()
    assert "0, as r is 0" in str(report)
