"""A tree as a picture: nothing lies on anything else, no lines cross, and it reads in every script."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from mtexplain.display.picture import Box, Line, Picture
from mtexplain.display.picture_svg import picture
from mtexplain.display.tree import Node, tree

KINDS = st.sampled_from(["kept", "pruned"])
NODES = st.recursive(
    st.builds(Node, st.text("abcdefgh", min_size=1, max_size=9), st.just("0.09072"), KINDS, st.just(())),
    lambda after: st.builds(
        Node, st.just("word"), st.just("0.25"), KINDS, st.lists(after, min_size=1, max_size=3).map(tuple)
    ),
    max_leaves=20,
)
TWO = (
    Node("the", "0.4", "best", (Node("cat", "0.36", "best"), Node("kitten", "0.04", "pruned"))),
    Node("a", "0.6", "kept"),
)


def walked(nodes: tuple[Node, ...]) -> list[Node]:
    """Every node."""
    return [one for node in nodes for one in (node, *walked(node.after))]


def touch(one: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    beside = one.span.right <= other.span.left or other.span.right <= one.span.left
    return not beside and one.top < other.top + other.height and other.top < one.top + one.height


def upright(drawn: Picture) -> list[tuple[float, float, float]]:
    """Where lines go up and down, and from where to where."""
    bends = [(one.points[1], one.points[2]) for one in drawn.lines if len(one.points) == 4]
    return [(x, min(start, end), max(start, end)) for (x, start), (_, end) in bends]


def level(one: Line) -> list[tuple[float, float, float]]:
    """Where a line runs sideways: at what height, and from where to where."""
    return [(y, min(x, to), max(x, to)) for (x, y), (to, below) in pairwise(one.points) if y == below]


@given(st.lists(NODES, min_size=1, max_size=3).map(tuple))
def test_every_node_has_a_place_of_its_own(nodes: tuple[Node, ...]) -> None:
    drawn = tree(nodes, "")
    assert sorted(one.text for one in drawn.labels[::2]) == sorted(node.word for node in walked(nodes))
    assert not any(touch(*pair) for pair in combinations(drawn.boxes, 2))
    assert all(box.span.left >= 0 and box.span.right <= drawn.width for box in drawn.boxes)
    assert all(label.y + 4 < drawn.height for label in drawn.labels)


@given(st.lists(NODES, min_size=1, max_size=3).map(tuple))
def test_no_lines_cross(nodes: tuple[Node, ...]) -> None:
    drawn = tree(nodes, "")
    for line in drawn.lines:
        for y, left, right in level(line):
            assert not any(left < x < right and top < y < bottom for x, top, bottom in upright(drawn))
    stems: dict[tuple[float, float], list[Line]] = {}
    for line in drawn.lines:  # from one node every line starts at one place, and goes down between its own rows
        stems.setdefault(line.points[0], []).append(line)
    spans = [
        (lines[0].points[1][0], start[1], max(line.points[-1][1] for line in lines)) for start, lines in stems.items()
    ]
    for (x, top, bottom), (other, above, below) in combinations(spans, 2):
        assert x != other or bottom < above or below < top


@given(st.lists(NODES, min_size=1, max_size=3).map(tuple))
def test_a_line_leads_to_every_node_but_the_first(nodes: tuple[Node, ...]) -> None:
    drawn = tree(nodes, "")
    assert len(drawn.lines) == len(walked(nodes)) - len(nodes)
    edges = {(box.span.right, box.top + box.height / 2) for box in drawn.boxes}
    starts = {(box.span.left, box.top + box.height / 2) for box in drawn.boxes}
    assert {line.points[0] for line in drawn.lines} <= edges
    assert {line.points[-1] for line in drawn.lines} <= starts


@given(st.lists(NODES, min_size=1, max_size=3).map(tuple))
def test_a_way_goes_on_in_its_row(nodes: tuple[Node, ...]) -> None:
    """From every node that something follows, one line goes straight on, and the others go down."""
    ways: dict[tuple[float, float], list[int]] = {}
    for line in tree(nodes, "").lines:
        ways.setdefault(line.points[0], []).append(len(line.points))
        assert line.points[-1][1] >= line.points[0][1]
    assert all(sorted(corners) == [2, *[4] * (len(corners) - 1)] for corners in ways.values())


def test_the_best_way_is_a_straight_line_on_top() -> None:
    first, second = Node("a", "1", "best", (Node("x", "2", "kept"), Node("y", "3", "best"))), Node("b", "4", "kept")
    drawn = tree((second, first), "")
    tops = {label.text: box.top for label, box in zip(drawn.labels[::2], drawn.boxes, strict=True)}
    assert tops["a"] == tops["y"] == min(tops.values()) < tops["x"]
    assert tops["a"] < tops["b"]


def test_each_kind_looks_its_own_way() -> None:
    drawn = tree(TWO, "")
    boxes = {label.text: (box.kind, box.tint) for label, box in zip(drawn.labels[::2], drawn.boxes, strict=True)}
    assert boxes == {"the": ("credited", 0), "cat": ("credited", 0), "kitten": ("unmatched", 0), "a": ("length", 1)}
    assert [line.kind for line in drawn.lines] == ["curve", "other"]


def test_pruned_nodes_show_what_is_said_of_them_too() -> None:
    said = {label.text: label.ink for label in tree(TWO, "").labels[1::2]}
    assert said == {"0.4": 1, "0.36": 1, "0.6": 1, "0.04": 0.7}


def test_no_number_is_squeezed_on_a_narrow_page() -> None:
    assert "textLength" not in picture(tree((Node("a", "−0.09072", "kept", (Node("b", "0.00009072", "pruned"),)),), ""))


def test_what_runs_to_the_left_begins_at_the_right() -> None:
    drawn = tree((Node("القطة", "0.6", "best", (Node("على", "0.4", "best"), Node("جلست", "0.2", "pruned"))),), "")
    first, second, third = drawn.boxes
    assert second.span.right < first.span.left
    assert third.span == second.span
    assert all(line.points[0][0] == first.span.left and line.points[-1][0] == second.span.right for line in drawn.lines)
    assert 0 < second.span.left < first.span.right < drawn.width


def test_a_long_word_is_cut_and_others_are_not() -> None:
    words = "Donaudampfschifffahrtsgesellschaft", "一只猫坐在垫子上", "a\u200bb"
    drawn = tree(tuple(Node(word, "1", "kept") for word in words), "")
    assert [label.text for label in drawn.labels[::2]] == ["Donaudampfschifffahrtsge…⟨10 more⟩", words[1], "a⟨U+200B⟩b"]


def test_words_are_harmless() -> None:
    assert "<b>" not in picture(tree((Node("<b>", "1", "best"),), "<b>"))


def test_in_letters_it_is_an_indented_list() -> None:
    assert tree(TWO, "").text.splitlines() == [
        "# the 0.4", "  # cat 0.36", "  . kitten 0.04", "o a 0.6", "", "# best  o kept  . pruned"
    ]  # fmt: skip
