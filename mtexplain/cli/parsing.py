"""How what was typed is parsed: argparse, and four things that it does not do by itself."""

import argparse
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from mtexplain.invisible import visible

_OPTION = re.compile(r"--?[A-Za-z][^ ]*")
_DASHES = ". Put -- before a sentence that begins with -"


class Parser(argparse.ArgumentParser):
    """A parser that complains in one line, and takes an option once: of two it would keep the last."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        self.register("action", None, Once)
        self.set_defaults(parser=self)

    def error(self, message: str) -> NoReturn:
        """One clear line, and exit code 2."""
        shown = " ".join(visible(word) for word in message.split())
        self.exit(2, f"{self.prog}: {shown} (see {self.prog} --help)\n")

    def meant(self, typed: str) -> str:
        """The long option that was meant, as a question."""
        return _near(typed.partition("=")[0], [name for name in self._option_string_actions if name.startswith("--")])

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += _near(value, action.choices or ())
            raise


class Once(argparse.Action):
    """An option with a value, given once."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        seen = vars(namespace).setdefault("seen", set())
        if self.dest in seen:
            raise argparse.ArgumentError(self, "given twice; give it once, and run the command again for the other")
        if option:  # else it is a sentence
            seen.add(self.dest)
        setattr(namespace, self.dest, values)


def parsed(commands: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was typed. Sentences, or probabilities, may go on after an option: argparse leaves these over."""
    given, rest = commands.parse_known_args(arguments)
    end = rest.index("--") if "--" in rest else len(rest)
    more = rest[:end] + rest[end + 1 :]
    if wrong := list(filter(_OPTION.fullmatch, rest[:end])):  # some Pythons leave what stands after them, too
        hint = given.parser.meant(wrong[0]) or (_DASHES if "references" in given else "")
        given.parser.error(f"unrecognized arguments: {' '.join(wrong)}{hint}")
    if more and "references" in given:
        typed = [given.candidate, *given.references, *more]
        given.candidate, *given.references = typed if typed[0] is not None else typed[1:]
    elif more and "probabilities" in given:
        given.probabilities += more
    elif more:
        given.parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return given


def _near(typed: str, names: Iterable[str]) -> str:
    """The name that was meant, as a question; nothing where none is like it.

    >>> _near("belu", ["bleu", "nist"]), _near("x", ["bleu", "nist"])
    ('. Did you mean bleu?', '')
    """
    return "".join(f". Did you mean {name}?" for name in get_close_matches(typed, names, 1, 0.7))
