"""METEOR's alignments beside all possible alignments of small texts, and how the search copes with large texts."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.metrics.meteor import PAPER, Alignment, Link
from mtexplain.metrics.meteor.alignment import find_alignment
from mtexplain.metrics.meteor.chunk_search import fewest_chunks, largest_sets
from mtexplain.metrics.meteor.crossings import fewest_crossings
from mtexplain.metrics.meteor.links import Chosen, Options, groups, most_links, nearest

MOST = 7
Links = dict[int, int]
"""Places in the candidate, each with its place in the reference."""

EXACT = replace(PAPER, stem="none")
SYNONYMS = (("a", "b"), ("b", "c"))
"""b is a synonym of a and of c, which have nothing to do with each other."""


def first_letter(word: str) -> str:
    """A stemmer that is easy to follow."""
    return word[0]


texts = st.lists(st.sampled_from(["a", "b", "c"]), max_size=MOST)
words = st.lists(st.sampled_from(["a", "a1", "b", "b1", "c"]), max_size=6)


@st.composite
def tangled(draw: st.DrawFn) -> Options:
    """Any links between six words and six others: not only links between equal words."""
    pairs = draw(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=16))
    found: Options = {}
    for word, partner in sorted(pairs):
        found[word] = (*found.get(word, ()), partner)
    return found


def equal(candidate: list[str], reference: list[str]) -> Options:
    places = defaultdict(list)
    for place, word in enumerate(reference):
        places[word].append(place)
    return {place: tuple(places[word]) for place, word in enumerate(candidate) if word in places}


def every(options: Mapping[int, tuple[int, ...]]) -> Iterator[Links]:
    """Every way to link some of the words, each with one partner at most."""
    if not options:
        yield {}
        return
    (word, partners), *rest = options.items()
    for links in every(dict(rest)):
        yield links
        yield from ({word: partner, **links} for partner in partners if partner not in links.values())


def crossings(links: Links) -> int:
    return sum((i - k) * (j - l) < 0 for i, j in links.items() for k, l in links.items()) // 2  # noqa: E741


def chunks(links: Links) -> int:
    return sum(links.get(word - 1) != partner - 1 for word, partner in links.items())


def distance(links: Links) -> int:
    return sum(abs(word - partner) for word, partner in links.items())


def best(options: Options, *measures: Callable[[Links], int]) -> tuple[int, ...]:
    """The measures of the largest set of links whose first measure is least, and then its second."""
    return min(measured(links, *measures) for links in every(options))


def measured(links: Links, *measures: Callable[[Links], int]) -> tuple[int, ...]:
    return -len(links), *(measure(links) for measure in measures)


@pytest.mark.parametrize(
    ("choose", "measures"),
    [(fewest_crossings, (crossings, chunks)), (fewest_chunks, (chunks, distance))],
    ids=["crossings, then chunks", "chunks, then distance"],
)
@pytest.mark.parametrize("options", [st.builds(equal, texts, texts), tangled()], ids=["equal words", "tangled"])
def test_no_largest_set_of_links_has_fewer(
    choose: Callable[[Options], Chosen], measures: tuple[Callable[[Links], int], ...], options: Any
) -> None:
    @given(options)
    def check(drawn: Options) -> None:
        chosen = choose(drawn)
        assert measured(dict(chosen.pairs), *measures) == best(drawn, *measures)
        assert not chosen.doubt

    check()


@given(tangled(), st.integers(0, 5), st.integers(0, 5))
def test_crossings_with_the_links_of_earlier_stages_count(drawn: Options, word: int, partner: int) -> None:
    before = {word: partner}
    left = {place: tuple(one for one in may if one != partner) for place, may in drawn.items() if place != word}
    left = {place: may for place, may in left.items() if may}
    links = before | dict(fewest_crossings(left, before.items()).pairs)
    assert measured(links, crossings, chunks) == min(measured(before | more, crossings, chunks) for more in every(left))


@given(tangled())
def test_nearest_links_most_words_with_the_least_distance(drawn: Options) -> None:
    assert measured(dict(nearest(drawn)), distance) == best(drawn, distance)


@given(tangled())
def test_most_links_are_as_many_as_can_be(drawn: Options) -> None:
    assert most_links(drawn) == max(len(links) for links in every(drawn))


@given(tangled())
def test_groups_never_share_a_word_or_a_partner(drawn: Options) -> None:
    found = groups(drawn)
    assert sorted(word for group in found for word in group.words) == sorted(drawn)
    partners = [partner for group in found for partner in group.partners]
    assert len(partners) == len(set(partners))
    for group in found:
        assert group.whole == all(drawn[word] == group.partners for word in group.words)


def stage_by_stage(candidate: list[str], reference: list[str]) -> tuple[int, ...]:
    """How many words each stage links, by brute force: as many as it can, of those that are left."""
    exact = best(equal(candidate, reference))[0]
    letters = best(equal([word[0] for word in candidate], [word[0] for word in reference]))[0]
    return -exact, exact - letters


@given(words, words)
def test_each_stage_links_as_many_words_as_are_left(candidate: list[str], reference: list[str]) -> None:
    links = find_alignment(candidate, reference, replace(PAPER, stem=first_letter)).links
    by_stage = tuple(sum(link.stage == stage for link in links) for stage in ("exact", "stem"))
    assert by_stage == stage_by_stage(candidate, reference)


def may_be_linked(one: str, other: str) -> bool:
    return one[0] == other[0] or (one, other) in SYNONYMS or (other, one) in SYNONYMS


@given(words, words)
def test_all_stages_at_once_link_as_many_words_as_any_stage_allows(candidate: list[str], reference: list[str]) -> None:
    rules = replace(PAPER, stem=first_letter, synonyms=SYNONYMS, align="chunks")
    allowed: Options = {}
    for place, word in enumerate(candidate):
        partners = tuple(there for there, other in enumerate(reference) if may_be_linked(word, other))
        if partners:
            allowed[place] = partners
    found = find_alignment(candidate, reference, rules)
    links = {link.candidate: link.reference for link in found.links}
    assert measured(links, chunks, distance) == best(allowed, chunks, distance)
    for link in found.links:
        one, other = candidate[link.candidate], reference[link.reference]
        assert link.stage == ("exact" if one == other else "stem" if one[0] == other[0] else "synonym")


@given(words, words)
def test_no_word_is_linked_twice_and_the_counts_are_those_of_the_links(a: list[str], b: list[str]) -> None:
    for align in ("crossings", "chunks", "greedy", "beam"):
        found = find_alignment(a, b, replace(PAPER, stem=first_letter, synonyms=SYNONYMS, align=align))
        links = {link.candidate: link.reference for link in found.links}
        assert len(links) == len(set(links.values())) == found.matches
        assert found.crossings == crossings(links)
        assert len(found.chunks) == chunks(links)
        assert found.distance == distance(links)
        assert [link for chunk in found.chunks for link in chunk] == list(found.links)


def test_of_two_alignments_with_as_few_crossings_the_one_with_fewer_chunks_is_taken() -> None:
    """The word "the" could be linked with the first word of the reference as well, which crosses nothing either."""
    found = find_alignment("the cat".split(), "the old the cat".split(), EXACT)
    assert found.links == (Link(0, 2, "exact"), Link(1, 3, "exact"))


def test_an_exact_match_comes_before_a_stem_by_stages_and_not_by_distance() -> None:
    """By the paper of 2014 as printed, both alignments link one word in one chunk, and the nearer word is taken."""
    candidate, reference = ["run"], ["running", "run"]
    assert find_alignment(candidate, reference, PAPER).links == (Link(0, 1, "exact"),)
    assert find_alignment(candidate, reference, replace(PAPER, align="chunks")).links == (Link(0, 0, "stem"),)


def test_synonyms_go_both_ways_and_no_further() -> None:
    rules = replace(EXACT, synonyms=SYNONYMS)
    assert find_alignment(["a"], ["b"], rules).matches == find_alignment(["b"], ["a"], rules).matches == 1
    assert find_alignment(["a"], ["c"], rules).matches == 0


def test_the_largest_sets_of_adjacent_links_are_all_found() -> None:
    """There is "a b" in the candidate, and "a b" twice in the reference: adjacent links, in two ways."""
    found = largest_sets(((0, 0), (0, 3)), str)
    assert (found.sets, found.doubt) == ((((0, 0),), ((0, 3),)), "")


LONG = "it is one of the rules of the house that none of the guests of the house may ring one of the bells".split()
SWAPPED = "none of the guests of the house may ring one of the bells it is one of the rules of the house".split()


@pytest.mark.parametrize("align", ["crossings", "chunks"])
def test_a_sentence_full_of_repeated_words_is_searched_to_the_end(align: str) -> None:
    found = find_alignment(LONG * 2, SWAPPED * 2, replace(EXACT, align=align))
    assert found.matches == len(SWAPPED) * 2
    assert not found.doubt


@pytest.mark.parametrize("align", ["crossings", "chunks", "greedy", "beam"])
@pytest.mark.parametrize(("ours", "theirs"), [(40, 40), (40, 35), (35, 40)])
def test_one_word_again_and_again_is_one_chunk(align: str, ours: int, theirs: int) -> None:
    found = find_alignment(["the"] * ours, ["the"] * theirs, replace(EXACT, align=align))
    assert found.matches == min(ours, theirs)
    assert (len(found.chunks), found.crossings, found.doubt) == (1, 0, "")


@pytest.mark.parametrize("align", ["crossings", "chunks"])
def test_where_the_search_is_cut_short_the_alignment_says_so(align: str) -> None:
    draw = random.Random(1)
    candidate, reference = (draw.choices("abcdef", k=80) for _ in range(2))
    found = find_alignment(candidate, reference, replace(EXACT, align=align))
    assert found.doubt == align
    assert found.matches == sum((Counter(candidate) & Counter(reference)).values())


@pytest.mark.parametrize("pairs", [["a b"] * 65, [f"a{place} b{place}" for place in range(9)] * 2], ids=["one", "nine"])
def test_where_not_all_with_the_fewest_chunks_are_compared_the_alignment_says_so(pairs: list[str]) -> None:
    """A pair of words that occurs 65 times in the reference; nine pairs that occur twice, which gives 2^9 ways."""
    candidate, reference = " x ".join(dict.fromkeys(pairs)).split(), " y ".join(pairs).split()
    found = find_alignment(["x", *candidate], reference, replace(EXACT, align="chunks"))
    assert (len(found.chunks), found.doubt) == (len({*pairs}), "distance")


@pytest.mark.parametrize("align", ["crossings", "chunks", "greedy", "beam"])
def test_a_very_long_repetitive_text_gets_an_alignment_all_the_same(align: str) -> None:
    candidate, reference = "the x the y z".split() * 400, "z the the y a".split() * 400
    found = find_alignment(candidate, reference, replace(EXACT, align=align))
    assert found.matches == 1600


@pytest.mark.parametrize("align", ["crossings", "chunks", "greedy", "beam"])
@pytest.mark.parametrize(("candidate", "reference"), [([], ["a"]), (["a"], []), ([], [])])
def test_the_alignment_of_an_empty_text_is_empty(candidate: list[str], reference: list[str], align: str) -> None:
    assert find_alignment(candidate, reference, replace(EXACT, align=align)) == Alignment(())
