"""What only seems to hold for CIDEr: the smallest counterexample of each claim, by the number it is known by."""

from mtexplain.metrics.cider import cider, cider_d, document_frequencies
from mtexplain.metrics.cider.rules import COCO


def scores(candidates: list[str], references: list[list[str]], **settings: object) -> list[float]:
    return [image.score for image in cider_d(candidates, references, **settings).segments]  # type: ignore[arg-type]


def test_not_every_perfect_caption_scores_10() -> None:
    """C1. A word that all images have weighs nothing: without a weight in one order it is 7.5, in all orders 0."""
    assert scores(["a b c", "x y z w"], [["a b c"], ["x y z w"]]) == [7.5, 10.0]  # no fours
    perfect = scores(["a", "a b c d"], [["a"], ["a b c d"]])
    assert perfect == [0.0, 10.0]
    assert scores(["a b"], [["a b"]]) == [0.0]


def test_a_score_depends_on_the_other_images() -> None:
    """C2. What is rare is a matter of all of them: here "a" is in one other image, or in none."""
    alone, beside = (scores(["a b", "c"], [["a d"], [other]])[0] for other in ("c", "a"))
    assert (alone, beside) == (1.25, 0.0)  # 10/4 · 1/2, and nothing


def test_a_reference_given_twice_does_not_count_once() -> None:
    """C5. The mean is taken over the references as they are listed: here (1 + 0)/2, then (1 + 0 + 0)/3."""
    once, twice = (cider(["a", "z"], [["a", *["b"] * times], ["z"]], max_n=1).segments[0].orders[0] for times in (1, 2))
    assert (str(once.fraction), str(twice.fraction)) == ("1/2", "1/3")


def test_one_more_reference_may_lower_a_score() -> None:
    """C6. It lowers the mean, unless it is like the candidate: consensus is what counts, and no longer the best."""
    assert scores(["a b c d", "x"], [["a b c d"], ["x"]])[0] == 10.0
    assert scores(["a b c d", "x"], [["a b c d", "e f g h"], ["x"]])[0] == 5.0


def test_a_corpus_given_twice_need_not_keep_its_scores() -> None:
    """C7. "z" is in no reference: it counts as in one image of two, then as in one of four."""
    candidates, references = ["a z", "c"], [["a b"], ["c d"]]
    once, twice = scores(candidates, references), scores(candidates * 2, references * 2)
    assert once[0] == 1.25  # 10/4 · 1/2: one of two equal weights matches
    assert twice[0] < once[0]


def test_lengths_are_not_counted_in_words_by_the_code() -> None:
    """C8. It counts pairs: a caption of one word is as long as an empty one."""
    empty, one_word = (cider_d([text, "x"], [[""], ["x"]], rules=COCO).segments[0] for text in ("", "a"))
    for image in (empty, one_word):
        assert image.orders[0].penalties[0].difference == 0
    assert cider_d(["a", "x"], [[""], ["x"]]).segments[0].orders[0].penalties[0].difference == 1


def test_cider_does_not_see_length_or_repetition() -> None:
    """What CIDEr-D mends: a rare word repeated points the same way, and longer."""
    references = [["a red cat"], ["a dog"]]
    repeated = cider(["red red red red red", "a dog"], references).segments[0]
    once = cider(["red", "a dog"], references).segments[0]
    assert repeated.terms[0] == once.terms[0]
    defended = cider_d(["red red red red red", "a dog"], references, rules="coco").segments[0]
    assert defended.terms[0].value < once.terms[0].value


def test_the_same_caption_has_another_score_in_another_corpus() -> None:
    """So scores of two test sets are not to be compared, nor those of a part with those of the whole."""
    caption, references = "a red cat", ["a red dog"]
    common = document_frequencies([["a red"], ["a red"], ["a cat"], ["a dog"]])
    rare = document_frequencies([["a red"], ["a cat"], ["a dog"], ["a dog"]])
    by_common, by_rare = (
        cider([caption], [references], document_frequencies=frequencies).score for frequencies in (common, rare)
    )
    assert by_common < by_rare
