"""The picture of a score: which bricks earn credit, which runs of words a ribbon takes, how every medium draws it."""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, pairwise
from math import inf
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import bleu, chrf, corpus_bleu, explain_edit, nist, rouge_n
from mtexplain.display import picture_latex, picture_svg, plain
from mtexplain.display.latex import escaped
from mtexplain.display.picture import NARROW, SMALL, WIDE, WIDER, Room, Span
from mtexplain.display.pyramid import STATES, Brick, Gallery, Pyramid, Ribbon, in_letters_with_key
from mtexplain.display.pyramid_layout import lay_out
from mtexplain.display.words import MOST_SHOWN
from mtexplain.metrics.shared.bricks import measure
from tests.display.test_hostile_text import HOSTILE
from tests.strategies import Segment, orders, segments

OPENING = "the the cat on the mat", ["there is a cat on the mat"]
LONG = " ".join(f"word{place}" for place in range(40))


def picture(candidate: str, references: list[str], max_n: int = 4) -> Pyramid:
    return bleu(candidate, references, max_n=max_n).picture


def test_in_text_marks_stand_under_the_words() -> None:
    assert plain.part(picture(*OPENING)) == (
        "reference 1  there  is  a  cat  on  the  mat\n"
        "candidate    the  the  cat  on  the  mat\n"
        "words         o    o    #   #    #    #   4/6\n"
        "pairs            .    .   #    #    #     3/5\n"
        "triples            .    .    #    #       2/4\n"
        "fours                .    .    #          1/3\n"
        "fourth root  0.5081\n"
        "length       6 words, 1 fewer than the reference: × 0.8465\n"
        "\n"
        "# credited  o clipped  . unmatched"
    )


def test_the_rows_and_ribbons_can_be_asked_for() -> None:
    piece = picture(*OPENING)
    words, pairs, *_ = piece.rows
    assert [brick.state for brick in words.bricks] == ["clipped"] * 2 + ["credited"] * 4
    assert [(brick.start, brick.stop) for brick in pairs.bricks if brick.state == "credited"] == [
        (2, 4),
        (3, 5),
        (4, 6),
    ]
    assert words.bricks[2].references == (0,)
    assert piece.ribbons == (Ribbon(start=2, stop=6, reference=0, reference_start=3),)
    assert piece.ruler == measure(6, 7, "0.8465", "the reference", "brevity")


@given(segments(), orders)
def test_as_many_bricks_are_credited_as_the_score_counts(segment: Segment, max_n: int) -> None:
    trace = bleu(*segment, max_n=max_n)
    for row, order in zip(trace.picture.rows, trace.precisions, strict=True):
        credited = Counter(trace.candidate[one.start : one.stop] for one in row.bricks if one.state == "credited")
        assert credited == Counter({count.ngram: count.clipped for count in order.counts if count.clipped})
        assert len(row.bricks) == order.total
        assert row.share == str(order.ratio)
        for brick in row.bricks:
            ngram = trace.candidate[brick.start : brick.stop]
            count = next(one for one in order.counts if one.ngram == ngram)
            assert brick.references == (count.credited_references if brick.state == "credited" else ())
            assert (brick.state == "unmatched") == (count.max_reference_count == 0)


@given(segments(), orders)
def test_the_bricks_of_nist_are_its_matches(segment: Segment, max_n: int) -> None:
    trace = nist(*segment, max_n=max_n)
    for row, n in zip(trace.picture.rows, trace.each_n, strict=True):
        assert sum(one.state == "credited" for one in row.bricks) == trace.matched(n)
        assert row.share == f"{trace.matched(n)}/{trace.total(n)}"


@given(segments(), orders)
def test_rouge_hangs_under_the_reference_since_it_asks_for_recall(segment: Segment, n: int) -> None:
    trace = rouge_n(*segment, n)
    reference = trace.references[trace.chosen[0]]
    (row,) = trace.picture.rows
    assert trace.picture.text.words.tokens == reference
    assert row.share == f"{trace.matches(trace.chosen[0] + 1)}/{max(0, len(reference) - n + 1)}"
    for one in trace.picture.ribbons:
        length = one.stop - one.start
        there = trace.candidate[one.reference_start : one.reference_start + length]
        assert reference[one.start : one.stop] == there


def test_a_picture_without_a_row_of_words_shows_the_text_above() -> None:
    piece = rouge_n(*OPENING, 2).picture
    laid = lay_out(piece)
    assert piece.names == ["reference 1", "pairs"]
    assert [label.text for label in laid.labels[6:13]] == list(piece.text.words.tokens)
    assert laid.labels[6].y < laid.boxes[0].top
    assert plain.part(piece).splitlines()[1:3] == [
        "reference 1  there  is  a  cat  on  the  mat",
        "pairs            .    .    .  #    #    #     3/6",
    ]


@given(segments(), orders)
def test_ribbons_lead_from_credited_words_to_the_same_words_each_once(segment: Segment, max_n: int) -> None:
    trace = bleu(*segment, max_n=max_n)
    mine, theirs = Counter[int](), Counter[tuple[int, int]]()
    for one in trace.picture.ribbons:
        length = one.stop - one.start
        there = trace.references[one.reference][one.reference_start : one.reference_start + length]
        assert trace.candidate[one.start : one.stop] == there
        mine.update(range(one.start, one.stop))
        theirs.update((one.reference, one.reference_start + place) for place in range(length))
    credited = {one.start for one in trace.picture.rows[0].bricks if one.state == "credited"}
    assert set(mine) == credited
    assert set(mine.values()) | set(theirs.values()) <= {1}


@pytest.mark.parametrize(
    ("candidate", "reference", "rows"),
    [
        ("a b a", "a b", ["##o", "#."]),  # the word goes with its pair
        ("a x a b", "a b", ["o.##", "..#"]),
        ("b b b b a b", "b b b b b b a", None),  # whatever the rows, the counts win
    ],
)
def test_rows_agree_where_the_counts_allow_it(candidate: str, reference: str, rows: list[str] | None) -> None:
    piece = picture(candidate, [reference], 2)
    shown = ["".join(brick.mark for brick in row.bricks) for row in piece.rows]
    if rows:
        assert shown == rows
    else:
        assert [row.count("#") for row in shown] == [int(row.share.partition("/")[0]) for row in piece.rows]


@pytest.mark.parametrize("reference", [LONG, "other words"])
def test_a_long_text_is_cut_into_bands_in_which_every_n_gram_is_marked_once(reference: str) -> None:
    shown = in_letters_with_key(picture(LONG, [reference])).splitlines()
    assert max(map(len, shown)) <= 80
    for name, number in (("words", 40), ("pairs", 39), ("triples", 38), ("fours", 37)):
        lines = [line.removeprefix(name) for line in shown if line.startswith(name)]
        assert len(lines) > 3
        marks = "".join(lines).partition(f"{number}/")[0] if reference == LONG else "".join(lines).partition("0/")[0]
        assert sum(map(marks.count, "#o.")) == number


def test_a_word_wider_than_a_line_still_has_its_pairs() -> None:
    shown = in_letters_with_key(picture(f"{'x' * 59} b c", ["b"], 2))
    assert shown.count(".") == 2 + 2 + 1  # words, pairs, and the legend


@pytest.mark.parametrize(
    ("length", "wanted", "says"),
    [
        (1, 1, "1 word, as many as it"),
        (0, 2, "0 words, 2 fewer than it"),
        (3, Fraction(5, 2), "3 words, 0.5 more than it"),
        (2, Fraction(7, 3), "2 words, 0.333333 fewer than it"),
    ],
)
def test_a_ruler_says_how_long_the_text_is(length: int, wanted: int | Fraction, says: str) -> None:
    assert measure(length, wanted, "1", "it").says == says


REASONS = [
    ("there is a cat on the mat", "Every n-gram of the candidate matches."),
    ("there is a cat", "Every n-gram of the candidate matches, but the candidate is 3 words too short."),
    (
        "mat the on cat a is there",
        "No pair of the candidate is in the reference, so a factor is 0, and the product is 0.",
    ),
    ("there is a cat on mat the", "All words match, but only 4 of 6 pairs do."),
    ("there is a big cat on the mat", '"big" matches nothing, and spoils 9 longer runs.'),
    ("there is a big red cat on the mat", '"big" and "red" match nothing, and spoil 12 longer runs.'),
    ("z z z z there is a cat on the mat", '"z" matches nothing, and spoils 12 longer runs.'),
    ("dog", "No word of the candidate is in the reference. The candidate is also 6 words too short."),
    ("", "The candidate is empty."),
]


@pytest.mark.parametrize(("candidate", "reason"), REASONS)
def test_a_sentence_says_what_costs_most(candidate: str, reason: str) -> None:
    trace = bleu(candidate, OPENING[1])
    assert plain.prose(trace.why) == reason
    assert trace._repr_html_().count('<span class="because">') == 1


def test_a_text_that_is_too_short_for_an_order_says_so() -> None:
    assert (
        plain.prose(bleu("the cat", ["the cat"]).why)
        == "With 2 words the candidate has no triples at all, and 0/0 counts as 0."
    )


def test_an_order_without_weight_makes_nothing_0() -> None:
    """No pair matches, and none is asked for; the triples are what counts."""
    why = plain.prose(bleu("c a b x", ["a c y b"], max_n=3, weights=[0.5, 0, 0.5]).why)
    assert why == "No triple of the candidate is in the reference, so a factor is 0, and the product is 0."


def test_where_an_empty_row_makes_no_product_0_the_words_are_told() -> None:
    order = "All words match, but no pair does."
    shuffled = "mat the on cat a is there", OPENING[1]
    for trace in (nist(*shuffled), bleu(*shuffled, smoothing="method1")):
        assert plain.prose(trace.why) == order


# As SVG, and in LaTeX.


def drawing(piece: Pyramid) -> ElementTree.Element:
    return ElementTree.fromstring(f"<div>{picture_svg.picture(lay_out(piece))}</div>")


def test_a_brick_hangs_where_its_words_hang_on_average() -> None:
    boxes = lay_out(picture("a bbbbbb", ["a"], 2)).boxes
    first, second, pair = (box.span for box in boxes if box.title)
    assert pair.middle == pytest.approx((first.middle + second.middle) / 2)
    assert pair.width == pytest.approx((first.width + second.width) / 2)


def test_every_brick_says_what_it_is() -> None:
    found = drawing(picture(*OPENING)).findall(".//rect[@data-n]")
    assert [one.attrib["class"] for one in found[:3]] == ["brick clipped", "brick clipped", "brick credited"]
    assert [(one.attrib["data-n"], one.attrib["data-start"]) for one in found[5:8]] == [
        ("1", "5"),
        ("2", "0"),
        ("2", "1"),
    ]
    assert found[8].findtext("title") == "cat on: credited"
    assert len(found) == 6 + 5 + 4 + 3


@pytest.mark.parametrize("word", HOSTILE)
def test_hostile_words_are_drawn_as_they_are(word: str) -> None:
    piece = picture(f"{word} b", [f"{word} c"])
    assert drawing(piece).find(".//script") is None
    assert r"\input" not in picture_latex.picture(lay_out(piece), escaped)


@pytest.mark.parametrize("room", [WIDE, NARROW])
def test_a_text_of_forty_words_is_drawn_in_lines_with_every_n_gram_once(room: Room) -> None:
    text = " ".join("abcdefghij"[place % 10] * (1 + place % 3) for place in range(40))
    laid = lay_out(picture(text, [text]), room)
    assert laid.width <= room.width
    ends = [
        label.text
        for label in (*laid.labels, *laid.shares)
        if label.text.startswith("words ") and " of 40" in label.text
    ]
    drawn = Counter(dict(box.data)["n"] for box in laid.boxes if box.title)
    if room is WIDE:
        assert ends[0].startswith("words 1 to ")
        assert ends[-1].endswith(" to 40 of 40")
        assert drawn == {1: 40, 2: 39, 3: 38, 4: 37}
    else:  # there is room for five lines, and the last says how far they go
        assert 20 < drawn[1] < 40
        assert f"to {drawn[1]} of 40" in ends[-1]


WORDS = st.text("abilmow", min_size=1, max_size=25) | st.text("القطجس", min_size=1, max_size=25)
LINES = st.lists(WORDS, min_size=1, max_size=9, unique=True).flatmap(
    lambda words: st.lists(st.sampled_from(words), max_size=45).map(" ".join)
)


@given(LINES, st.lists(LINES, min_size=1, max_size=4), st.sampled_from([WIDE, SMALL, NARROW]), st.integers(0, 90))
def test_no_brick_lies_on_another_and_nothing_is_outside(
    candidate: str, references: list[str], room: Room, focus: int
) -> None:
    """In one line or in several, whichever way the words run, and also in a window (if focus is 45 or more)."""
    laid = lay_out(picture(candidate, references)._replace(focus=focus - 45 if focus >= 45 else None), room)
    bricks = [box for box in laid.boxes if box.title]
    assert max(Counter((dict(box.data)["n"], dict(box.data)["start"]) for box in bricks).values(), default=1) == 1
    for _, row in groupby(sorted(bricks, key=lambda box: (box.top, box.span)), key=lambda box: box.top):
        assert all(one.span.right < other.span.left for one, other in pairwise(row))
    for label in laid.labels:
        right = label.span.right if label.is_word else label.span.left + label.width
        assert -1e-6 < label.span.left <= right < laid.width + 1e-6
        if label.text == "…":
            high = [box.span for box in bricks if box.top < label.y < box.top + box.height]
            assert not any(one.left < label.span.right - 1e-6 and label.span.left + 1e-6 < one.right for one in high)


def test_an_ellipsis_stands_where_the_text_goes_on() -> None:
    """After the last word, however far to the left it stands; before the first, where words run to the left, too."""
    laid = lay_out(picture(f"the {'x' * 300} cat", ["a"]))
    words = {label.text: label.span for label in laid.labels if dict(label.data).get("n") == 1}
    top = laid.boxes[0].top
    (end,) = (label.span for label in laid.labels if label.text == "…" and top < label.y < top + 34)
    assert words["the"].right < end.left < words["the"].right + 10
    laid = lay_out(picture("القط على " * 20, ["a"]))
    top = laid.boxes[0].top
    left = min(box.span.left for box in laid.boxes if box.top == top)
    (end,) = (label.span for label in laid.labels if label.text == "…" and top < label.y < top + 34)
    assert left - 5 < end.right < left


def test_n_grams_that_no_line_has_whole_are_left_out_and_an_ellipsis_says_so() -> None:
    laid = lay_out(picture(" ".join(letter * 12 for letter in "abcdegh"), ["a"]), NARROW)
    drawn = Counter(dict(box.data)["n"] for box in laid.boxes if box.title)
    assert drawn == {1: 6, 2: 5}, "five lines of two words"
    dots = [label.y for label in laid.labels if label.text == "…"]
    for name, said in (("pairs", [0, 0, 0, 0, 0]), ("triples", [0, 1, 1, 1, 1]), ("fours", [0, 0, 1, 1, 1])):
        rows = [label.y for label in laid.labels if label.text == name]
        assert [sum(y < dot < y + 40 for dot in dots) for y in rows] == said


def test_a_line_is_as_long_as_words_allow_before_any_n_gram_is_left_out() -> None:
    """No n-gram is given up to make all lines equally long."""
    text = " ".join(["jumps", "changed", "before", "night", "brown", "while"][at % 6] for at in range(20))
    for room in (WIDE, SMALL, NARROW):
        laid = lay_out(picture(text, [text]), room)
        tops = sorted({box.top for box in laid.boxes if dict(box.data).get("n") == 1})
        four = next(box for box in laid.boxes if box.data[:2] == (("n", 4), ("start", 0)))
        assert tops[0] < four.top < [*tops, inf][1]


def test_what_a_picture_leaves_out_is_said_and_not_cut() -> None:
    text = " ".join(f"word{at}" for at in range(400))
    for room in (WIDE, NARROW):
        laid = lay_out(picture(text, [text]), room)
        drawn = sum(dict(box.data).get("n") == 1 for box in laid.boxes if box.title)
        assert [label.text for label in laid.labels if "more" in label.text] == [f"candidate … and {400 - drawn} more"]
        assert max(label.span.left + WIDER * label.width for label in laid.labels if label.kind == "says") <= room.width


def test_a_legend_that_does_not_fit_in_a_line_goes_on_in_the_next() -> None:
    piece = picture(*OPENING)._replace(legend=tuple((kind, f"{kind} as they are called here") for kind in STATES))
    for room in (WIDE, NARROW):
        laid = lay_out(piece, room)
        keys = [label for label in laid.labels if dict(label.data).get("key")]
        assert len({label.y for label in keys}) > 1
        assert max(label.span.left + label.width for label in keys) <= room.width


def test_the_name_of_the_thousandth_reference_has_room() -> None:
    laid = lay_out(picture("a", ["a"] * 1_000))
    assert max(label.width for label in laid.names) < laid.room_for_names
    assert f'<svg width="{laid.room_for_names:.0f}"' in picture_svg.picture(laid)
    narrow = lay_out(picture("a", [""] * 999 + [LONG]), NARROW)
    name = next(label for label in narrow.labels if label.text == "reference 1000")
    told = next(label for label in narrow.labels if label.y == name.y and label.span.left > name.span.left)
    assert name.span.left + name.width < told.span.left


def test_a_window_shows_the_words_around_the_one_that_is_looked_at() -> None:
    for focus in range(40):
        laid = lay_out(picture(LONG, [LONG])._replace(focus=focus))
        drawn = [int(dict(box.data)["start"]) for box in laid.boxes if box.title and dict(box.data)["n"] == 1]
        assert focus in drawn
        assert laid.width <= WIDE.width
        assert any(label.text == f"words {drawn[0] + 1} to {drawn[-1] + 1} of 40" for label in laid.shares)
    whole = lay_out(picture(*OPENING)._replace(focus=3))
    assert whole == lay_out(picture(*OPENING))


def test_on_paper_a_picture_is_no_taller_than_a_page() -> None:
    for text in (OPENING[0], LONG):
        drawn = picture_latex.picture(lay_out(picture(text, [text])), escaped)
        ((unit, height),) = re.findall(r"unitlength\}\{([\d.]+)pt.*?picture\}\(\d+,(\d+)\)", drawn)
        assert float(unit) * float(height) < 650


@pytest.mark.parametrize("word", ["m" * 30, "i", "w" * 200])
def test_long_words_are_cut_into_lines_too(word: str) -> None:
    for room in (WIDE, NARROW):
        starts = [box.title for box in lay_out(picture(" ".join([word] * 12), [word]), room).boxes if box.title]
        assert starts


def test_a_ribbon_shows_nothing_of_itself_behind_the_words_of_another_text() -> None:
    """Each ends above the line of the second reference, and goes on below it; its number stands at its end."""
    for room in (WIDE, NARROW):
        piece = picture("the last train goes at nine thirty", ["the last train leaves at nine thirty",
                                                               "the last train goes at half past nine"])  # fmt: skip
        laid = lay_out(piece, room)
        line = next(label.y for label in laid.labels if dict(label.data).get("text") == 1)
        assert [band for band in laid.bands if band.top < line - 15 and line < band.bottom] == []
        assert [band for band in laid.bands if band.bottom < line - 15] != []
        numbers = {label.text: label.span for label in laid.labels if label.text in ("1", "2")}
        words = {label.text: label.span for label in laid.labels if dict(label.data).get("n") == 1}
        assert [numbers["2"].left < words[one].middle < numbers["2"].right for one in ("the", "at", "nine")] == [
            True,
            True,
            False,
        ]
        assert [numbers["1"].left < words[one].middle < numbers["1"].right for one in ("at", "nine", "thirty")] == [
            False,
            True,
            True,
        ]


def test_n_grams_are_written_on_their_bricks_where_they_fit() -> None:
    labels = lay_out(picture(*OPENING)).labels
    written = [label.text for label in labels if dict(label.data).get("n") == 4]
    assert written == ["the the", "cat on", "the cat", "on the", "cat on", "the mat"]
    for label in (one for one in labels if dict(one.data).get("n", 1) not in (0, 1)):
        assert label.width <= label.span.width
        assert label.size >= 10


def test_on_a_narrow_page_names_and_shares_stand_above_their_rows() -> None:
    laid = lay_out(picture(*OPENING), NARROW)
    assert (laid.names, laid.shares, laid.width) == ((), (), 340)
    for name, share in (
        ("candidate", "4/6"),
        ("pairs", "3/5"),
        ("triples", "2/4"),
        ("fours", "1/3"),
        ("length", "× 0.8465"),
    ):
        left, right = (next(one for one in laid.labels if one.text == text) for text in (name, share))
        assert left.y == right.y
        assert left.span.left + 1.2 * left.width < right.span.left
    inside = [label.span.right if label.is_word else label.span.left + 1.2 * label.width for label in laid.labels]
    assert max(inside) <= 340


def test_right_to_left_text_runs_from_right_to_left() -> None:
    right, left = "القط على", "cat on"
    for text, falls in ((right, True), (left, False)):
        first, second = (box.span.middle for box in lay_out(picture(text, ["b"], 1)).boxes if box.title)
        assert (first > second) is falls


def test_a_long_word_keeps_its_width_in_a_wider_font() -> None:
    texts = drawing(picture(f"a {'m' * 30}", ["b"], 1)).iter("text")
    assert [one.text for one in texts if "textLength" in one.attrib] == ["m" * 30]


@pytest.mark.parametrize(("candidate", "references"), [("", [""]), ("", ["a b"]), ("a", [""]), ("a", ["", "a"])])
def test_empty_texts_are_drawn(candidate: str, references: list[str]) -> None:
    piece = picture(candidate, references)
    assert drawing(piece) is not None
    assert "length" in plain.part(piece)
    assert r"\begin{picture}" in picture_latex.picture(lay_out(piece), escaped)


def test_after_an_edit_a_row_says_what_it_was_and_new_words_are_marked() -> None:
    before, after = bleu(*OPENING), bleu("there the cat on the mat", OPENING[1])
    piece = explain_edit(before, after).picture
    assert isinstance(piece, Pyramid)
    assert [(row.share, row.was) for row in piece.rows][:2] == [("5/6", "4/6"), ("3/5", "")]
    shown = plain.part(piece)
    assert "5/6 was 4/6" in shown
    assert "there+" in shown
    assert [one.attrib["data-start"] for one in drawing(piece).iter("rect") if "data-new" in one.attrib] == ["0"]


def test_what_smoothing_makes_of_a_share_stands_behind_it() -> None:
    trace = bleu("the cat sat on the mat", OPENING[1], smoothing="add-k")
    assert [row.counts_as for row in trace.picture.rows] == ["", "1/2", "2/5", "1/4"]
    assert "0/3 counts as 1/4" in str(trace)
    assert "counts as 1/4" in trace.to_latex()


def test_a_text_shows_small_pictures_of_its_first_segments() -> None:
    many = corpus_bleu(["the cat"] * 12, [["the dog"]] * 12, max_n=2)
    (gallery,) = many.overview
    assert isinstance(gallery, Gallery)
    assert [title for title, _ in gallery.pictures[:2]] == ["segment 1: 0 alone", "segment 2: 0 alone"]
    bare = [isinstance(one, Pyramid) and not one.others and not one.ribbons for _, one in gallery.pictures]
    assert all(bare)
    for view in (str(many), many.to_html(), many.to_latex()):
        assert "The first 10 of 12 segments." in view
    assert many.to_html().count("<figure>") == 10
    assert "No pair in the whole text earns credit" in str(many)


def test_of_pairs_it_is_said_how_many_the_other_text_has() -> None:
    told = [plain.prose(rouge_n(text, ["a b c d"], 2).why) for text in ("a b c d", "a b x", "d c b a", "")]
    assert told == [
        "Every pair of the reference is in the candidate.",
        "1 of 3 pairs of the reference is in the candidate. Of the 2 pairs of the candidate, 1 matches.",
        "No pair of the reference is in the candidate.",
        "No pair of the reference is in the candidate.",
    ]


@pytest.mark.parametrize("cut", ["char", list])
def test_where_tokens_are_characters_they_are_called_so(cut: Any) -> None:
    piece = bleu("cats", ["the cats"], tokenize=cut, max_n=2).picture
    assert [row.name for row in piece.rows] == ["characters", "pairs"]
    assert piece.ruler is not None
    assert piece.ruler.says.startswith("4 characters, ")
    assert "words" not in str(bleu("cats", ["the cats"], tokenize=cut, max_n=2).picture.alt)
    assert "characters too short" in str(bleu("cats", ["the cats"], tokenize=cut, max_n=2).why)
    assert bleu("cats", ["the cats"], tokenize=cut, max_n=2).step("p_1").title == "Characters"
    assert rouge_n("cats", ["the cats"], n=1, tokenize=cut).picture.rows[0].name == "characters"
    assert nist("cats", ["the cats"], tokenize=cut).picture.rows[0].name == "characters"


def test_the_picture_of_chrf_has_what_chrf_counts() -> None:
    """Characters up to six in a row, without the spaces; the score can be computed from its shares."""
    trace = chrf("the cat sat", ["the cats sat"])
    piece = trace.picture
    assert piece.text.words.tokens == tuple("thecatsat")
    assert [(row.n, row.share, row.also) for row in piece.rows] == [
        (n, f"{shared}/{10 - n}", f"recall {shared}/{11 - n}") for n, shared in enumerate((9, 8, 6, 4, 3, 2), 1)
    ]
    mean = [sum(Fraction(row.share) for row in piece.rows) / 6,
            sum(Fraction(row.also.removeprefix("recall ")) for row in piece.rows) / 6]  # fmt: skip
    assert [float(one.number) for one in piece.results] == pytest.approx([float(one) for one in mean], abs=1e-4)
    assert trace.score == pytest.approx(float(2 * mean[0] * mean[1] / sum(mean)))


@given(segments(), orders)
def test_as_many_bricks_of_characters_match_as_chrf_counts(segment: Segment, max_n: int) -> None:
    trace = chrf(*segment, max_n=max_n, word_order=2)
    for row, n in zip(trace.picture.rows, trace.each_n, strict=True):
        assert sum(one.state == "credited" for one in row.bricks) == trace.matched(n)
        assert len(row.bricks) == trace.counts[n].total()


def test_words_hang_where_their_letters_hang() -> None:
    boxes = lay_out(chrf("the cat", ["a cat"], word_order=2).picture).boxes
    spans = {box.title: box.span for box in boxes if box.title}
    letters = [box.span for box in boxes if dict(box.data).get("n") == 1]
    assert spans["cat: credited"] == Span(letters[3].left, letters[5].right)
    assert spans["the cat: unmatched"].middle == pytest.approx((letters[0].left + letters[5].right) / 2)


def test_a_legend_of_rouge_has_what_is_there() -> None:
    assert [kind for kind, _ in rouge_n("a b c", ["a b d"], n=1).picture.legend] == ["credited", "unmatched"]
    assert [kind for kind, _ in rouge_n("a", ["a a"], n=1).picture.legend] == ["credited", "clipped"]


class Counted(tuple[Brick, ...]):
    """Bricks that count how often one of them is looked at."""

    looks = 0

    def __iter__(self) -> Iterator[Brick]:
        for brick in super().__iter__():
            Counted.looks += 1
            yield brick


def test_of_a_long_text_only_the_bricks_of_the_words_that_are_shown_are_looked_at() -> None:
    piece = picture("the " * 2_000, ["the " * 2_000])
    long = piece._replace(rows=tuple(row._replace(bricks=Counted(row.bricks)) for row in piece.rows))
    assert lay_out(long) == lay_out(piece)
    assert Counted.looks < 80 * MOST_SHOWN, "a few times for each of four rows and each line, however long the text is"
