"""Single-token edits: each token left out, the best edits, and the fewest that mend a zero. Brute force agrees."""

from collections.abc import Iterator
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain import (
    InputError,
    best_edits,
    bleu,
    caption_cider,
    caption_cider_d,
    document_frequencies,
    leave_one_out,
    meteor,
    ngram_perplexity,
    nist,
    rouge_l,
    rouge_l_sum,
    rouge_n,
    rouge_s,
    rouge_su,
    rouge_w,
    smallest_fix,
)
from mtexplain.display.score import SentenceScore
from mtexplain.explain.edits.changes import change
from mtexplain.explain.edits.distance import nearest
from mtexplain.explain.metric import Metric
from mtexplain.metrics import rouge
from mtexplain.metrics.meteor import RULES as METEOR_RULES
from mtexplain.metrics.nist import RULES as NIST_RULES
from mtexplain.metrics.perplexity import rules as perplexity
from mtexplain.rules import MISSING, RULES, SMOOTHINGS
from tests.strategies import Segment, orders, segments, sentences

ROUGE = (rouge_n, rouge_l, rouge_l_sum, rouge_w, rouge_s, rouge_su)
KINDS = ("delete", "substitute", "insert", "swap")


def by_hand(tokens: list[str], references: list[str]) -> Iterator[tuple[str, int, str | None, list[str]]]:
    """Every edit, listed naively, with its kind and the tokens after it."""
    words = list(dict.fromkeys(" ".join(references).split()))
    for i in range(len(tokens)):
        yield "delete", i, None, tokens[:i] + tokens[i + 1 :]
    for i in range(len(tokens)):
        yield from (("substitute", i, word, [*tokens[:i], word, *tokens[i + 1 :]]) for word in words)
    for i in range(len(tokens) + 1):
        yield from (("insert", i, word, [*tokens[:i], word, *tokens[i:]]) for word in words)
    for i in range(len(tokens) - 1):
        yield "swap", i, None, [*tokens[:i], tokens[i + 1], tokens[i], *tokens[i + 2 :]]


@given(segments(most_references=2), orders, st.integers(1, 8))
def test_the_best_edits_are_those_of_brute_force(segment: Segment, max_n: int, k: int) -> None:
    """Brute force calls `bleu` on strings. Python's sort is stable, so equal scores stay in the fixed order."""
    candidate, references = segment
    tokens = candidate.split()
    tried = [
        (kind, i, word, " ".join(after)) for kind, i, word, after in by_hand(tokens, references) if after != tokens
    ]
    scored = [(kind, i, word, bleu(after, references, max_n=max_n)) for kind, i, word, after in tried]
    now = bleu(candidate, references, max_n=max_n).score
    better = [one for one in scored if one[3].score > now]
    wanted = sorted(better, key=lambda one: -one[3].score)[:k]
    found = best_edits(candidate, references, k, max_n=max_n)
    assert [(one.kind, one.position, one.token, one.after.score) for one in found] == [
        (kind, i, word, after.score) for kind, i, word, after in wanted
    ]
    assert [one.after.candidate for one in found] == [after.candidate for *_, after in wanted]


@given(segments(), orders)
def test_leaving_each_one_out_is_brute_force(segment: Segment, max_n: int) -> None:
    candidate, references = segment
    tokens, whole = candidate.split(), bleu(candidate, references, max_n=max_n)
    found = leave_one_out(candidate, references, max_n=max_n).changes
    assert [one.token for one in found] == tokens
    for i, one in enumerate(found):
        after = bleu(" ".join(tokens[:i] + tokens[i + 1 :]), references, max_n=max_n)
        assert one.after.score == after.score
        assert one.score_change == after.score - whole.score


def fewest(start: SentenceScore, most: int) -> float:
    """The number of edits it takes, found by trying every edit, every two edits, ...; inf if `most` are too few."""
    references = [" ".join(reference) for reference in start.references]
    level, seen = [start.candidate], {start.candidate}
    for number in range(most + 1):
        if any(score not in (0, inf) for score in start.scores_of(level)):
            return number
        after = (tuple(one[3]) for tokens in level for one in by_hand(list(tokens), references))
        level = [tokens for tokens in dict.fromkeys(after) if tokens not in seen]
        seen.update(level)
    return inf


@given(sentences("abz", 4), st.lists(sentences("ab", 4), min_size=1, max_size=2), st.integers(1, 3))
def test_no_fix_is_smaller_than_the_smallest(candidate: str, references: list[str], max_n: int) -> None:
    fix = smallest_fix(candidate, references, max_n=max_n)
    if fix is None:
        assert all(len(reference.split()) < max_n for reference in references)
        return
    assert fewest(bleu(candidate, references, max_n=max_n), 3) == len(fix)
    tokens = tuple(candidate.split())
    for edit in fix:  # each edit starts from the result of the edit before
        assert change(tokens, edit.after.candidate).kind in (edit.kind, "insert", "delete", "swap")
        assert edit.change.applied(tokens) == edit.after.candidate
        tokens = edit.after.candidate
    if fix:
        assert fix[-1].score > 0
        assert all(not edit.score for edit in fix[:-1])


SMOOTHED: list[dict[str, Any]] = [
    {"rules": rules, "smoothing": smoothing, "missing": missing, "max_n": 3}
    for rules in ("paper", "sacrebleu")  # the paper's, and rules that make the score 0 if no word matches
    for smoothing in SMOOTHINGS
    for missing in MISSING
]
WEIGHTED = [{**one, "weights": weights} for one in SMOOTHED[::5] for weights in ([0, 0.5, 0.5], [0.5, 0, 0.5])]
MODELS = [
    {"smoothing": smoothing, "markers": markers, "n": n}
    for smoothing in perplexity.SMOOTHINGS
    for markers in perplexity.MARKERS
    for n in (1, 2, 3)
]
FREQUENCIES = document_frequencies([["a b c d"], ["a c"], ["x"]])
EVERY: list[tuple[Metric, dict[str, Any]]] = [
    *((bleu, settings) for settings in [*({"rules": name} for name in RULES), *SMOOTHED, *WEIGHTED]),
    *((metric, {"rules": name}) for metric in ROUGE for name in rouge.RULES),
    *((nist, {"rules": name}) for name in NIST_RULES),
    *((meteor, {"rules": name}) for name in METEOR_RULES),
    *((meteor, {"gamma": 1, "stem": "none", "beta": beta}) for beta in (0, 3)),
    *((ngram_perplexity, settings) for settings in MODELS),
    *((metric, {"document_frequencies": FREQUENCIES}) for metric in (caption_cider, caption_cider_d)),
]
ZEROS = [("x y z w", ["a b c d"]), ("x y z w", ["a"]), ("", ["a b c"]), ("x", ["a b"]), ("b x a", ["a b c", "d"]),
         ("x a", ["a b", ""]), ("a b a", ["b"]), ("x y", [""])]  # fmt: skip


@pytest.mark.parametrize(("metric", "choices"), EVERY)
def test_no_fix_is_smaller_by_any_rules_and_any_smoothing(metric: Metric, choices: dict[str, Any]) -> None:
    """The fix is compared with all fixes of up to two edits."""
    for candidate, references in ZEROS:
        start = metric(candidate, references, tokenize="whitespace", **choices)
        fix = smallest_fix(candidate, references, metric=metric, tokenize="whitespace", **choices)
        least = fewest(start, 2)
        assert least == (len(fix) if fix is not None and len(fix) <= 2 else inf), (candidate, references)
        assert not fix or fix[-1].score not in (0, inf)


@pytest.mark.parametrize(
    ("candidate", "references", "choices", "least"),
    [
        ("", ["a b c d"], {"rules": "coco"}, 1),
        ("x", ["a"], {"rules": "sacrebleu"}, 3),  # four words are needed, one of them known
        ("x", ["a b"], {"smoothing": "floor", "max_n": 9}, 8),  # nine words are needed, no matter which
        ("x y z", ["a"], {"missing": "left out"}, 3),  # the orders that a short text lacks are left out
        ("w", ["w " * 2000], {"max_n": 1}, 2),  # above 0, but too small for a float, until there are three words
    ],
)
def test_what_a_length_has_to_do_with_it(
    candidate: str, references: list[str], choices: dict[str, Any], least: int
) -> None:
    fix = smallest_fix(candidate, references, **choices)
    assert fix is not None
    assert len(fix) == least
    assert fix[-1].score > 0
    assert not any(edit.score for edit in fix[:-1])


def test_why_there_is_no_matching_four_and_what_mends_it() -> None:
    (edit,) = list(smallest_fix("the cat sat on the mat", ["the cat is on the mat"]) or [])
    assert (edit.kind, edit.position, edit.token, edit.after.score) == ("substitute", 2, "is", 1.0)


def test_of_several_smallest_fixes_it_is_the_best() -> None:
    """A single edit can complete either run of four words. The better edit leaves more of the rest matching."""
    fix = list(smallest_fix("a b x d e f", ["q b c d", "a b c d e f"]) or [])
    assert [one.token for one in fix] == ["c"]
    assert fix[0].score == 1


@given(sentences("abz", 4), st.lists(sentences("ab", 4), min_size=1, max_size=2), st.integers(1, 3))
def test_where_one_edit_is_enough_it_is_the_best_one(candidate: str, references: list[str], max_n: int) -> None:
    fix = smallest_fix(candidate, references, max_n=max_n)
    if fix is not None and len(fix) == 1:
        assert fix[0].score == best_edits(candidate, references, 1, max_n=max_n)[0].score


def test_two_words_turned_round_are_swapped_back() -> None:
    """Inserting a word would also be a single edit, but gives less."""
    (edit,) = list(smallest_fix("c d", ["d c"], max_n=2) or [])
    assert (edit.kind, edit.score) == ("swap", 1.0)


def test_there_is_nothing_to_mend_above_zero_and_no_way_without_a_long_reference() -> None:
    nothing = smallest_fix("a b c d", ["a b c d"])
    assert nothing is not None
    assert not nothing
    assert smallest_fix("a b c d", ["a b c"]) is None
    assert smallest_fix("", [""], max_n=1) is None
    assert len(smallest_fix("", ["a b c d"]) or ()) == 4


@pytest.mark.parametrize(
    ("tokens", "run", "least"),
    [("", "ab", 2), ("ab", "ab", 0), ("xabx", "ab", 0), ("ba", "ab", 1), ("axb", "ab", 1), ("bxa", "ab", 1),
     ("ca", "abc", 2), ("acb", "abc", 1), ("xxxx", "abc", 3), ("dcba", "abcd", 3)],
)  # fmt: skip
def test_the_nearest_way_by_hand(tokens: str, run: str, least: int) -> None:
    ways = nearest(tuple(tokens), tuple(run))
    assert {len(way) for way in ways} == {least}
    for way in ways:
        held = tuple(tokens)
        for one in way:
            held = one.applied(held)
        assert run in "".join(held)


@pytest.mark.parametrize(
    ("tokens", "run", "length", "least"),
    [("xy", "a", 4, 2), ("xy", "a", 2, 1), ("xyz", "a", 1, 3), ("xaz", "a", 1, 2), ("bxa", "ab", 2, 2),
     ("xy", "", 5, 3), ("xyab", "ab", 2, 2), ("axbyy", "ab", 3, 2)],
)  # fmt: skip
def test_the_nearest_way_to_a_sentence_of_a_given_length(tokens: str, run: str, length: int, least: int) -> None:
    ways = nearest(tuple(tokens), tuple(run), lambda found: found == length, len(tokens) + length, "w")
    assert {len(way) for way in ways} == {least}
    for way in ways:
        held = tuple(tokens)
        for one in way:
            assert held[one.position : one.position + len(one.old)] == one.old
            held = one.applied(held)
        assert run in "".join(held)
        assert len(held) == length


@pytest.mark.parametrize(("top", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError), (True, TypeError)])
def test_the_number_of_edits_is_a_whole_number_above_0(top: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^top: got .* expected"):
        best_edits("a", ["a"], top)


def test_a_keyword_goes_to_the_metric_or_is_refused() -> None:
    edits = best_edits("I am", ["I am Sam"], top=2, metric=ngram_perplexity, smoothing="add-k", k=2)
    assert len(edits) == 1  # only this edit makes the score better
    assert edits.start.rules.k == 2  # type: ignore[attr-defined]
    for function in (best_edits, leave_one_out, smallest_fix):
        with pytest.raises(InputError, match="settings: got a string, 'k'; expected one of rules, tokenize"):
            function("a", ["a"], k=2)


@pytest.mark.parametrize("function", [best_edits, leave_one_out, smallest_fix])
def test_what_the_metric_refuses_is_refused(function: Any) -> None:
    with pytest.raises(InputError, match="references: got a string"):
        function("a", "a")
    with pytest.raises(InputError, match="max_n"):
        function("a", ["a"], max_n=0)


def test_another_metric_can_be_given() -> None:
    def lowered(candidate: str, references: list[str], *, max_n: int = 1) -> Any:
        return bleu(candidate, references, lowercase=True, max_n=max_n)

    assert [one.score_change for one in leave_one_out("A x", ["a"], metric=lowered).changes] == [-0.5, 0.5]
    assert best_edits("A x", ["a b"], metric=lowered)[0].score == 1
    assert smallest_fix("x", ["a"], metric=lowered) is not None


@pytest.mark.parametrize("function", [best_edits, leave_one_out, smallest_fix])
@pytest.mark.parametrize("metric", ["belu", bleu("a", ["a"]), lambda candidate, references: 3])
def test_a_metric_that_gives_no_score_is_refused(function: Any, metric: Any) -> None:
    with pytest.raises(InputError, match=r"^metric: got"):
        function("a", ["a"], metric=metric)


def test_no_tokens_no_edits() -> None:
    assert leave_one_out("", ["a"]).changes == ()
    assert [one.kind for one in best_edits("", ["a"], max_n=1)] == ["insert"]
    assert list(best_edits("", [""])) == []
    for thing in (leave_one_out("", ["a"]), best_edits("", [""])):
        assert all([str(thing), thing.to_html(), thing.to_latex()])


def test_what_is_shown_says_the_same_everywhere() -> None:
    """The tokens with their numbers: text, HTML, LaTeX."""
    left = leave_one_out("the the cat on the mat", ["there is a cat on the mat"])
    below = {dict(box.data)["start"] for box in left.picture.boxes if box.top > min(b.top for b in left.picture.boxes)}
    assert below == {0, 1}  # the score is higher without a `the`
    for text in (str(left), left.to_html(), left.to_latex()):
        assert "0.4483" in text
        assert "With all words, the score is 0.4301." in text
    assert list(left.to_frame()["change"]) == [one.score_change for one in left.changes]


def test_edits_are_a_sequence_and_a_table() -> None:
    best = best_edits("the the cat on the mat", ["there is a cat on the mat"], 3)
    assert len(best) == 3
    assert best[0].after.score == best[0].score == max(one.score for one in best)
    assert list(best.to_frame()["score"]) == [one.score for one in best]
    assert list(best.to_frame()["new"]) == ["a", "a", "there"]
    assert repr(best).startswith("Edits([substitute 1 'a': 0.64")


def test_no_edit_is_among_the_best_that_does_not_make_the_score_better() -> None:
    """If one word is wrong, no other edit does any good. If all is right, no edit does."""
    edits = best_edits("a b x", ["a b c"], max_n=1)
    assert all(one.score > edits.start.score for one in edits)
    assert list(best_edits("a b", ["a b"], max_n=1)) == []
    assert "The best single edits: no edit improves the score." in str(best_edits("a b", ["a b"], max_n=1))
    worse = ngram_perplexity("I am Sam", ["I am Sam"])
    assert all(one.score < worse.score for one in best_edits("I am Sam", ["I am Sam"], metric=ngram_perplexity))
