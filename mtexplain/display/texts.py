"""The texts of a score, with a table of their tokens and notes on anything unusual about them."""

from collections.abc import Callable, Iterator
from typing import Protocol

from mtexplain.display.parts import Column, Note, Table, Words
from mtexplain.invisible import oddities
from mtexplain.rules import Rules


class Compared(Protocol):
    """A candidate and its references, as they were typed and as they were tokenised."""

    @property
    def texts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The name and the tokens of each text, the candidate first."""

    @property
    def references(self) -> tuple[tuple[str, ...], ...]:
        """The tokens of each reference."""

    @property
    def candidate_text(self) -> str | None:
        """The candidate as it was typed, if this is known."""

    @property
    def reference_texts(self) -> tuple[str, ...] | None:
        """The references as they were typed, if this is known."""

    @property
    def rules(self) -> Rules:
        """The rules by which they were tokenised."""


def named(trace: Compared) -> Iterator[tuple[str, str | None, tuple[str, ...]]]:
    """Return, for every text, its name, the text as it was typed if this is known, and its tokens."""
    typed = trace.candidate_text, *(trace.reference_texts or [None] * len(trace.references))
    return ((name, text, words) for text, (name, words) in zip(typed, trace.texts, strict=True))


def tokens(trace: Compared, title: str = "length", length: Callable[[tuple[str, ...]], int] = len) -> Table:
    """Return a table of the tokens and the length of every text, and the text as it was typed if this differs."""
    texts = list(named(trace))
    if all(text is None or text == " ".join(words) for _, text, words in texts):
        short = [(name, Words(cut), length(cut)) for name, _, cut in texts]
        return Table("", keyed("text", "tokens", length=title), short, 2)
    columns = keyed("text", typed="as typed", tokens="tokens", length=title)
    # In the text as it was typed, spaces are shown as spaces, and any other white space is made visible.
    typed = [None if text is None else Words(tuple(filter(None, text.split(" ")))) for _, text, _ in texts]
    rows = [(name, words, Words(cut), length(cut)) for words, (name, _, cut) in zip(typed, texts, strict=True)]
    return Table("", columns, rows, 3)


def notes(trace: Compared, empty_candidate: str, empty_reference: str) -> Iterator[Note]:
    """Yield notes on unusual texts. The two arguments complete the note on an empty candidate or reference."""
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
    """Yield a note if the tokens of the COCO tools were made without the program that the tools use."""
    if rules.tokenize == "coco":
        yield Note(
            "approximate-tokens",
            "The COCO tools cut the text with a Java program. These tokens are our approximation of it; "
            'tokenize="coco-java" runs the program itself, if it is installed.',
        )


def keyed(*plain: str, **titled: str) -> tuple[Column, ...]:
    """Return columns whose title is their key, followed by columns with a title of their own."""
    return tuple(Column(key, title) for key, title in {**{key: key for key in plain}, **titled}.items())
