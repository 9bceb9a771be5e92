"""How CIDEr is explained: every step and its numbers, which are the same wherever they are shown."""

import math

import pytest

from mtexplain import InputError, best_edits, explain_edit, leave_one_out, smallest_fix
from mtexplain.display import plain
from mtexplain.display.formula import shown
from mtexplain.display.parts import Equation, Table
from mtexplain.metrics.cider import CaptionCider, caption_cider, caption_cider_d, cider, cider_d, document_frequencies
from mtexplain.metrics.cider.picture import nearest
from mtexplain.widgets.stepping import story

REFERENCES = [["the red cat sleeps", "red cat"], ["the dog barks"]]
PLAIN = caption_cider("red red cat sleeps", REFERENCES[0], document_frequencies=REFERENCES)
CIDER_D = caption_cider_d("red red cat sleeps", REFERENCES[0], document_frequencies=REFERENCES)
CORPUS = cider(["red red cat sleeps", "the dog"], REFERENCES)
every_caption = pytest.mark.parametrize("trace", [PLAIN, CIDER_D], ids=["CIDEr", "CIDEr-D"])


def table(trace: CaptionCider, step: str) -> Table:
    return next(part for part in trace.step(step).parts if isinstance(part, Table))


def test_the_steps_of_both_metrics() -> None:
    orders = ["CIDEr_1", "CIDEr_2", "CIDEr_3", "CIDEr_4"]
    assert [step.name for step in PLAIN.steps()] == ["tokens", "idf", *orders, "score"]
    assert [step.name for step in CIDER_D.steps()] == ["tokens", "idf", "penalty", *orders, "score"]
    assert [step.name for step in CORPUS.steps()] == ["idf", "images", "score"]


@every_caption
def test_every_outcome_has_a_symbol_and_a_number(trace: CaptionCider) -> None:
    outcomes = [plain.formula(step.outcome) for step in trace.steps()]
    assert all(" = " in outcome for outcome in outcomes)
    assert outcomes[-1] == f"{trace.rules.variant} = {trace.headline.value}"


def test_the_weights_of_the_words_as_a_table() -> None:
    """Two images; "the" is in both. Of the 4 words of the candidate, 2 are "red": g = 2/4 · log 2."""
    words = table(PLAIN, "CIDEr_1")
    assert [column.title for column in words.columns] == [
        "word", "h(c)", "h(s_1)", "h(s_2)", "df", "idf", "g(c)", "g(s_1)", "g(s_2)",
    ]  # fmt: skip
    rows = [tuple(plain.cell(cell) for cell in row) for row in words.rows]
    assert rows == [
        ("red", "2", "1", "1", "1", "0.6931", "0.3466", "0.1733", "0.3466"),
        ("cat", "1", "1", "1", "1", "0.6931", "0.1733", "0.1733", "0.3466"),
        ("sleeps", "1", "1", "0", "1", "0.6931", "0.1733", "0.1733", "0"),
        ("the", "0", "1", "0", "2", "0", "0", "0", "0"),
    ]
    assert words.total is not None
    assert [plain.cell(cell) for cell in words.total[1:4]] == ["4", "4", "2"]
    length = math.hypot(2, 1, 1) / 4 * math.log(2)
    assert plain.cell(words.total[6]) == f"{length:.4g}"


def test_the_cosines_are_told_with_the_numbers_of_the_table() -> None:
    """(2, 1, 1) and (1, 1, 1): 4/√18, that is √(8/9); with (1, 1, 0): 3/√12."""
    mean, first, second = (part for part in PLAIN.step("CIDEr_1").parts if isinstance(part, Equation))
    assert plain.formula(first.symbols).startswith("cos(c, s_1) = (sum_k g_k(c) * g_k(s_1)) / ")
    assert plain.formula(first.numbers) == ("(0.3466 * 0.1733 + 0.1733 * 0.1733 + 0.1733 * 0.1733) / (0.4245 * 0.3001)")
    assert plain.formula(first.value) == "√(8/9) = 0.9428"
    assert plain.formula(second.value) == "√(3/4) = 0.866"
    assert plain.formula(mean.numbers) == "(0.9428 + 0.866) / 2"
    assert plain.formula(mean.value) == "0.9044"


def test_with_one_reference_the_cosine_is_the_step() -> None:
    trace = cider(["a b c d", "e"], [["a b c e"], ["e"]]).segments[0]
    (equation,) = (part for part in trace.step("CIDEr_2").parts if isinstance(part, Equation))
    assert plain.formula(equation.symbols).startswith("CIDEr_2 = (sum_k")
    assert plain.formula(equation.value) == "2/3"


def test_cider_d_tells_the_minimum_and_the_penalty() -> None:
    """Shares: "red" is 2/4 of the candidate, 1/4 of reference 1, so it counts as 1/4 at most."""
    _, first, _ = (part for part in CIDER_D.step("CIDEr_1").parts if isinstance(part, Equation))
    assert plain.formula(first.symbols).startswith("sim(c, s_1) = penalty_1 * (sum_k min(g_k(c), g_k(s_1)) * g_k(s_1))")
    assert plain.formula(first.numbers).startswith("1 * (0.1733 * 0.1733 + 0.1733 * 0.1733 + 0.1733 * 0.1733) / ")


def test_the_length_penalty_is_told_for_each_reference() -> None:
    """4 words beside 4 and 2: e^0 and e^(-4/72)."""
    step = CIDER_D.step("penalty")
    first, second = (part for part in step.parts if isinstance(part, Equation))
    assert plain.formula(first.numbers) == "e^(-(4 - 4)^2 / (2 * 6^2)) = e^0"
    assert plain.formula(second.numbers) == "e^(-(4 - 2)^2 / (2 * 6^2)) = e^(-1/18)"
    assert plain.formula(step.outcome) == "penalty = 1, 0.946"


def test_the_rarity_of_the_words_is_told_by_how_many_images_have_them() -> None:
    words = table(CORPUS.segments[1], "idf")
    assert [tuple(plain.cell(cell) for cell in row) for row in words.rows] == [
        ("dog", "1", "0.6931"),
        ("the", "2", "0"),
    ]
    assert words.columns[0].title == "single words of the candidate"  # two that share a row are not a pair


def test_a_corpus_tells_the_images_and_their_mean() -> None:
    images = next(part for part in CORPUS.step("images").parts if isinstance(part, Table))
    first, second = CORPUS.segments
    assert second.exact == "10/4 * (√(1/2) + √(1/2) + 0 + 0)"
    assert [plain.cell(row[-1]) for row in images.rows] == [first.headline.value, "3.536"]
    assert CORPUS.exact == f"({first.headline.value} + 3.536) / 2"


def test_the_score_is_recomputed_from_what_is_shown() -> None:
    """Four digits of CIDEr_n give the score to three."""
    for trace in (PLAIN, CIDER_D):
        numbers = [float(label.text) for label in trace.picture.shares if label.kind == "share"]
        assert len(numbers) == 4
        assert 10 * sum(numbers) / 4 == pytest.approx(trace.score, rel=1e-3)


def test_words_are_as_high_as_they_weigh_and_as_dark_as_they_are_rare() -> None:
    """A word without weight, such as "the", has no box and is faint. Words of the reference alone come last, at 3."""
    picture = PLAIN.with_candidate(["the", "red", "red", "cow"]).picture
    words = {label.text: label.ink for label in picture.labels if label.text in ("the", "red", "cow")}
    assert words["the"] < words["red"] <= words["cow"] == 1
    assert [dict(box.data)["start"] for box in picture.boxes if box.title] == [1, 1, 2, 3]


def test_the_rarer_a_word_of_a_caption_the_longer_the_line_under_it() -> None:
    """Never longer than the word; a word that every image has carries none."""
    images = [["the cat dog"], ["the cat"], ["the fox"], ["the fox"]]
    picture = caption_cider("the", images[0], document_frequencies=images).picture
    the, cat, dog = (label for label in picture.labels if label.text in ("the", "cat", "dog") and label.y < 60)
    under_cat, under_dog = (box.span for box in picture.boxes if box.kind == "length" and box.top < 60)
    assert the.ink < cat.ink < dog.ink
    for word, line in ((cat.span, under_cat), (dog.span, under_dog)):
        assert word.left <= line.left < line.right <= word.right
    assert 0 < under_cat.width < under_dog.width


@every_caption
def test_what_each_word_adds_makes_the_cosine_that_is_shown(trace: CaptionCider) -> None:
    """A word adds the product of its two weights over the two lengths; CIDEr-D takes the smaller of the weights."""
    j, picture = nearest(trace), trace.picture
    (total,) = [label for label in picture.labels if label.text.startswith("= ")]
    added = [float(one.text) for one in picture.labels if abs(one.y - total.y) < 1 and one is not total]
    assert total.text == f"= {shown(float(trace.similarity(1, j + 1)))}"
    assert sum(added) == pytest.approx(float(trace.similarity(1, j + 1)), rel=1e-3)
    if trace is PLAIN:
        ours, theirs = ({word: float(weight) for word, weight in trace.weights[0][at].items()} for at in (0, j + 1))
        lengths = math.hypot(*ours.values()) * math.hypot(*theirs.values())
        products = [ours[word] * theirs[word] / lengths for word in ours if word in theirs and ours[word]]
        assert added == pytest.approx(products, rel=1e-3)


def test_why_names_the_rarest_shared_word_and_those_that_weigh_nothing() -> None:
    told = plain.prose(PLAIN.with_candidate(["the", "red", "cow"]).why)
    assert told.startswith('Of the words it shares with reference 2, "red" counts most. It is in ')
    assert told.endswith('"the" weighs nothing because every image has it.')
    nothing = plain.prose(PLAIN.with_candidate(["zebra"]).why)
    assert nothing == "No word of the candidate that has a weight is in a reference."


def test_credit_is_the_clipped_count_of_what_has_a_weight() -> None:
    """There is none for "the"; "red" is twice in the candidate and once in a reference; "cow" is in no reference."""
    trace = caption_cider_d("the red red cow", REFERENCES[0], document_frequencies=REFERENCES, rules="coco", max_n=1)
    assert [(*row.ngram, row.times, row.credited) for row in trace.credits] == [("red", 2, 1), ("cow", 1, 0)]
    plainly = caption_cider("the red red cow", REFERENCES[0], document_frequencies=REFERENCES, max_n=1)
    assert [(*row.ngram, row.times, row.credited) for row in plainly.credits] == [("red", 2, 2), ("cow", 1, 0)]


def test_an_edit_names_what_it_won_and_which_order_moved() -> None:
    edit = explain_edit(PLAIN, PLAIN.with_candidate("the red cat sleeps".split()))
    assert edit.won[2] == {("the", "red"): 1}
    assert edit.lost[1] == {("red",): 1}
    assert edit.log_change == pytest.approx(edit.change)
    assert "Which term moved the score?" in str(edit)


def test_the_best_edit_and_the_smallest_fix_are_found() -> None:
    settings = {"document_frequencies": document_frequencies(REFERENCES)}
    best = best_edits("the red cat", REFERENCES[0], 1, metric=caption_cider_d, **settings)[0]
    assert (best.kind, best.token) == ("insert", "sleeps")
    fix = smallest_fix("the cow", REFERENCES[0], metric=caption_cider, **settings)
    assert fix is not None
    assert [edit.kind for edit in fix] == ["substitute"]
    held = leave_one_out("the red cat", REFERENCES[0], metric=caption_cider, **settings).changes
    assert all(one.score_change < 0 for one in held)


def test_nothing_can_be_fixed_where_nothing_has_a_weight() -> None:
    assert smallest_fix("the cat", ["the cat"], metric=caption_cider) is None


@every_caption
def test_the_stepper_fills_every_table_and_ends_with_the_score(trace: CaptionCider) -> None:
    moments = trace.moments()
    names = [step.name for step in trace.steps()]
    assert [name for name in names if any(moment.step == name for moment in moments)] == names
    assert moments[-1].step == "score"
    for moment in moments:
        if moment.row is not None:
            rows = table(trace, moment.step).rows
            assert moment.row < len(rows)
            assert moment.columns <= len(rows[0])
    assert len(story(trace)["moments"]) == len(moments)


def test_a_frame_has_every_n_gram_of_every_order() -> None:
    frame = PLAIN.to_frame()
    counts, weights = ["count", "reference_1", "reference_2"], ["weight", "weight_1", "weight_2"]
    assert list(frame.columns) == ["n", "ngram", *counts, "document_frequency", "idf", *weights]
    assert len(frame) == sum(len(table(PLAIN, f"CIDEr_{n}").rows) for n in (1, 2, 3, 4))
    assert set(CORPUS.to_frame()["image"]) == {1, 2}


def test_the_signature_names_every_choice() -> None:
    assert PLAIN.signature.startswith(
        "CIDEr · usual rules · tokens: whitespace · case kept · n-grams up to 4 · no stems · times 10 · idf of 2 images"
    )
    coco = cider_d(["a", "b"], [["a"], ["b"]], rules="coco", sigma=4.5, max_n=2).signature
    assert coco.startswith("CIDEr-D · coco rules · tokens: coco · lower-cased by the tokeniser · n-grams up to 2")
    assert "· tf: counts · sigma 9/2 pairs · idf of 2 images · 1 reference ·" in coco


IMAGES = [["a dog barks", "a brown dog"], ["a dog runs"], ["a cat sits", "the cat"]]


def test_the_texts_of_other_images_stand_above_where_they_are_few() -> None:
    trace = caption_cider("a dog barks", IMAGES[0], document_frequencies=IMAGES)
    lines = trace.picture.text.splitlines()
    assert "rarer words have longer lines; faint: in all images" in [label.text for label in trace.picture.labels]
    assert lines[0].split() == ["own", "image", "a", "dog", "barks", "·", "a", "brown", "dog"]
    assert lines[1].split() == ["image", "2", "a", "dog", "runs"]
    assert lines[2].split() == ["image", "3", "a", "cat", "sits", "·", "the", "cat"]
    assert type(trace).from_dict(trace.to_dict()).picture == trace.picture
    many = caption_cider("a dog barks", IMAGES[0], document_frequencies=IMAGES * 3)
    assert "image 2" not in many.picture.text
    assert many.document_frequencies.images == ()


def test_the_texts_of_images_in_a_record_are_checked() -> None:
    record = caption_cider("a dog barks", IMAGES[0], document_frequencies=IMAGES).document_frequencies.to_dict()
    assert type(document_frequencies(IMAGES)).from_dict(record).images[1] == (("a", "dog", "runs"),)
    for wrong in ("a dog", ["a dog"], [[["a", 1]]]):
        with pytest.raises(InputError, match="images"):
            type(document_frequencies(IMAGES)).from_dict({**record, "images": wrong})


def test_the_angle_is_that_of_the_cosine() -> None:
    """As it is drawn: from the point where both lines begin."""
    trace = caption_cider("a dog barks", IMAGES[0], document_frequencies=IMAGES)
    cosine = max(float(trace.similarity(1, j)) for j in trace.each_j)
    (ours,) = [line.points for line in trace.picture.lines if line.kind == "curve"]
    (theirs,) = [line.points for line in trace.picture.lines if line.kind == "strong"]
    assert ours[0] == theirs[0]
    (x, y), (ours_x, ours_y) = ours
    assert (ours_x - x) / math.hypot(ours_x - x, ours_y - y) == pytest.approx(cosine)
    assert any(label.text == f"{math.degrees(math.acos(cosine)):.0f}°" for label in trace.picture.labels)
