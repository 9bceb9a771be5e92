"""The history of what was typed, with undo, redo, and the state before the current edit.

An edit concerns one word. Letters typed into the same word of the same text continue the edit; typing elsewhere begins
a new edit. A text that is typed from scratch is a single edit, too.
"""

import re
from typing import NamedTuple

from mtexplain.explain.edits.changes import change

_MOST = 200  # the most states that are kept
_CHINESE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{_CHINESE}]|[^\s{_CHINESE}]+")  # a Chinese character is a word, because there are no spaces


class State(NamedTuple):
    """The texts (candidate first, then the references) and the settings, as in the form.

    `new` marks the start and a worked example, which are not compared with the state before them. `example` is the name
    of the worked example that the state comes from, whose settings without a control in the form still apply.
    """

    texts: tuple[str, ...]
    settings: tuple[tuple[str, str], ...] = ()
    new: bool = False
    example: str = ""

    def same(self, other: "State") -> bool:
        """True if both look the same in the form."""
        return (self.texts, self.settings, self.example) == (other.texts, other.settings, other.example)


class History:
    """The kept states up to the current state, and the states that were undone."""

    def __init__(self, start: State) -> None:
        self.start = start._replace(new=True)
        self.past = [self.start]
        self.future: list[State] = []
        self.anew: int | None = None  # the text that is being typed from scratch

    @property
    def now(self) -> State:
        """The current state."""
        return self.past[-1]

    @property
    def before(self) -> State:
        """The state before the last edit; the current state if there was no edit."""
        return self.now if self.now.new else self.past[-2] if len(self.past) > 1 else self.now

    def typed(self, state: State) -> None:
        """Record what was typed. It replaces the last state if it continues the same word or a new text."""
        if state.same(self.now):
            return
        text = _only_text(self.now, state)
        anew = text is not None and text == self.anew and _goes_on_anew(self.now, state, text)
        if len(self.past) > 1 and not self.now.new and (anew or _goes_on(self.before, self.now, state)):
            self.past.pop()
        else:
            self.anew = text if text is not None and _begins_anew(self.now, state, text) else None
        self._note(state)

    def put(self, state: State) -> None:
        """Record a whole new state, as an edit of its own."""
        self.anew = None
        self._note(state)

    def begin(self, state: State) -> None:
        """Begin with something new, which is the start from now on."""
        self.start = state._replace(new=True)
        self.put(self.start)

    def _note(self, state: State) -> None:
        if not state.same(self.now):
            self.past.append(state)
            del self.past[:-_MOST]
            self.future.clear()

    def undo(self) -> None:
        """Undo the last edit, if there is one."""
        self.anew = None
        if len(self.past) > 1:
            self.future.append(self.past.pop())

    def redo(self) -> None:
        """Redo the last undone edit, if there is one."""
        self.anew = None
        if self.future:
            self.past.append(self.future.pop())


def _goes_on(before: State, now: State, state: State) -> bool:
    """True if the word of the last edit is still being typed (it changed, is gone again, or was half typed)."""
    last, new = _edited_word(before, now), _edited_word(before, state)
    if state.same(before):
        return last is not None
    if last is not None and new is not None:
        return last[0] == new[0] and abs(last[1] - new[1]) <= 1
    return _half_typed(before, now, state)


def _begins_anew(before: State, state: State, text: int) -> bool:
    """True if a text was emptied, or typing began in an empty or fully selected text (but no sentence was pasted)."""
    old, new = (_WORD.findall(version.texts[text]) for version in (before, state))
    return len(new) <= 1 and len(change(old, new).new) == len(new) and (len(old) != 1 or not new)


def _goes_on_anew(now: State, state: State, text: int) -> bool:
    """True if typing goes on at the end of a text begun anew. (On a slow machine, many words arrive in one state.)"""
    old, new = (_WORD.findall(version.texts[text]) for version in (now, state))
    return len(old) - len(new) <= 2 and change(old, new).position >= min(len(old), len(new)) - 1


def _half_typed(before: State, now: State, state: State) -> bool:
    """True if the last edit ended inside a word. (With fast typing, several letters arrive as a single state.)"""
    text = _only_text(before, now)
    if text is None or text != _only_text(now, state):
        return False
    old, mine, new = (_WORD.findall(version.texts[text]) for version in (before, now, state))
    done = change(old, mine)
    last = done.position + len(done.new) - 1
    longer = len(new) > last >= done.position and new[last] != mine[last] and new[last].startswith(mine[last])
    return longer and new[:last] == mine[:last]


def _only_text(before: State, after: State) -> int | None:
    """Return the number of the text in which two states differ; None if there are other differences."""
    if before.settings != after.settings or len(before.texts) != len(after.texts):
        return None
    pairs = enumerate(zip(before.texts, after.texts, strict=True))
    different = [number for number, (old, new) in pairs if old != new]
    return different[0] if len(different) == 1 else None


def _edited_word(before: State, after: State) -> tuple[int, int] | None:
    """Return the numbers of the text and the word in which two states differ; None if they differ in more."""
    text = _only_text(before, after)
    if text is None:
        return None
    done = change(*(_WORD.findall(state.texts[text]) for state in (before, after)))
    return (text, done.position) if max(len(done.old), len(done.new)) <= 1 else None
