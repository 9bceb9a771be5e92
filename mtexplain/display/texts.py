"""The texts of a score: their tokens as a table, and what is odd about them."""

from collections.abc import Callable, Iterator
from typing import Protocol

from mtexplain.display.parts import Column, Note, Table, Words
from mtexplain.invisible import oddities
from mtexplain.rules import Rules


class Compared(Protocol):
    """A candidate and its references, as they were typed and as they were cut."""

    @property
    def texts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The name and the tokens of each, the candidate first."""

    @property
    def references(self) -> tuple[tuple[str, ...], ...]:
        """The tokens of each reference."""

    @property
    def candidate_text(self) -> str | None:
        """The candidate as it was typed, where that is known."""

    @property
    def reference_texts(self) -> tuple[str, ...] | None:
        """The references as they were typed."""

    @property
    def rules(self) -> Rules:
        """The rules by which they were cut."""


def named(trace: Compared) -> Iterator[tuple[str, str | None, tuple[str, ...]]]:
    """Every text: what it is called, as it was typed where that is known, its tokens."""
    typed = trace.candidate_text, *(trace.reference_texts or [None] * len(trace.references))
    return ((name, text, words) for text, (name, words) in zip(typed, trace.texts, strict=True))


def tokens(trace: Compared, title: str = "length", length: Callable[[tuple[str, ...]], int] = len) -> Table:
    """The tokens of every text, beside the text as it was typed where that looks otherwise; and its length."""
    texts = list(named(trace))
    if all(text is None or text == " ".join(words) for _, text, words in texts):
        short = [(name, Words(cut), length(cut)) for name, _, cut in texts]
        return Table("", keyed("text", "tokens", length=title), short, 2)
    columns = keyed("text", typed="as typed", tokens="tokens", length=title)
    # As it was typed, its spaces part a text for the eye; any other white space is made visible.
    typed = [None if text is None else Words(tuple(filter(None, text.split(" ")))) for _, text, _ in texts]
    rows = [(name, words, Words(cut), length(cut)) for words, (name, _, cut) in zip(typed, texts, strict=True)]
    return Table("", columns, rows, 3)


def notes(trace: Compared, empty_candidate: str, empty_reference: str) -> Iterator[Note]:
    """Notes on odd texts. The two arguments finish the sentence about an empty candidate or an empty reference."""
    for where, text, words in named(trace):
        if not words:
            what = "It contains only white space" if text and text.isspace() else "It is empty"
            if where == "candidate":
                yield Note("empty-candidate", f"{what}: there is no token, {empty_candidate}.", where)
            else:
                yield Note("empty-reference", f"{what}. {empty_reference}.", where)
        source = text if text is not None else " ".join(words)
        for code, half in oddities(source):
            yield Note(code, f"It {half}. It is scored as typed.", where)
        if text is not None and trace.rules.lowercase is True and len(text.lower()) != len(text):
            yield Note("lowercase-length", "The lower-case form of a letter here has more than one character.", where)
        whole = "".join(words)
        if len("".join(whole.split())) < len(whole):
            yield Note("space-in-token", "A token contains white space, which is shown as a mark.", where)


def approximate(rules: Rules) -> Iterator[Note]:
    """The tokens of the COCO tools, where the program that makes them was not asked."""
    if rules.tokenize == "coco":
        yield Note(
            "approximate-tokens",
            "The COCO tools cut the text with a Java program. These tokens are our approximation of it; "
            'tokenize="coco-java" runs the program itself, if it is installed.',
        )


def keyed(*plain: str, **titled: str) -> tuple[Column, ...]:
    """Columns whose title is their key, then columns with a title of their own."""
    return tuple(Column(key, title) for key, title in {**{key: key for key in plain}, **titled}.items())
