"""Parsing of the command line with argparse, which here guesses no options and reads -1e-05 and -inf as numbers."""

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from mtexplain.invisible import visible

_OPTION = re.compile(r"--?[A-Za-z][^ ]*")
_FEW = 3
"""Number of commands with an option that a message names; it calls the rest "others"."""
_DASHES = {
    "references": ". Put -- before a sentence that begins with -",
    "more": ". Put -- before the options of JupyterLab, which come last",
}
"""Hints on words that begin with a dash, by an argument of the command."""
_NEGATIVE = re.compile(r"-(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?(?:/\d+)?$|-(?:inf|∞)$", re.ASCII | re.IGNORECASE)
"""A number below 0. By its own pattern argparse would take -1e-05, -1/2, -inf and -∞ for options."""
_ELSEWHERE = {
    "-c": ("--candidates", "--hypotheses", "--input", "-i", "-hyp"),
    "-r": ("--references", "--refs", "-ref"),
    "--lowercase": ("-lc",),
    "--to": ("--output", "-o"),
    "--tokenize": ("--tokenizer", "-tok"),
}
"""The names of our options in other programs."""


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line and rejects a repeated option, where argparse would keep the last.

    An option must be written in full: --smooth is not --smoothing, and -c2 is not -c 2.
    """

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **{**settings, "allow_abbrev": False})
        self.register("action", None, Once)
        self.set_defaults(parser=self)
        self._negative_number_matcher = _NEGATIVE

    def error(self, message: str) -> NoReturn:
        """Print a single clear line, and exit with code 2."""
        shown = " ".join(visible(word) for word in message.split())
        self.exit(2, f"{self.prog}: {shown} (see {self.prog} --help)\n")

    def meant(self, typed: Sequence[str], commands: Mapping[str, "Parser"]) -> str:
        """Return a hint on unknown options: the commands that have them, and the options that may be meant."""
        names = [word.partition("=")[0] for word in typed]
        name, own = names[0], [option for option in self._option_string_actions if option not in ("-h", "--help")]
        hint = _commands_with(names, commands)
        elsewhere = _called_elsewhere(name)
        meant = [option for option in own if option in elsewhere or option.startswith(name)]
        if name[:2] in own and not hint and not meant:  # -cFILE
            return f". Did you mean {name[:2]} {typed[0][2:]}?"
        if elsewhere and not hint and not meant:
            return _commands_with(elsewhere[:1], commands, elsewhere[0])
        return hint + _near(name, own, meant)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does, once `_spread` has rewritten the options that take several numbers."""
        typed = sys.argv[1:] if args is None else list(args)
        return super().parse_known_args(self._spread(typed), namespace)

    def _spread(self, typed: Sequence[str]) -> list[str]:
        """Return the words with --numbers -1 -2 in place of --numbers=-1 -2 and of --numbers -- -1 -2."""
        spread: list[str] = []
        for word, after in zip(typed, [*typed, ""][1:], strict=True):
            name, equals, value = word.partition("=")
            if "--" in spread:
                spread.append(word)
            elif equals and self._takes_several(name):
                spread += [name, value]
            elif word != "--" or not (spread and self._takes_several(spread[-1]) and _NEGATIVE.match(after)):
                spread.append(word)
        return spread

    def _takes_several(self, name: str) -> bool:
        action = self._option_string_actions.get(name)
        return action is not None and action.nargs == "+"

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        """Return no options, so that argparse guesses none from an abbreviation."""
        return []

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += _near(value, [*(action.choices or ())])
            raise


class Once(argparse.Action):
    """An option with a value that may be given only once."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        seen = vars(namespace).setdefault("seen", set())
        if self.dest in seen:
            raise argparse.ArgumentError(self, "given twice; give it once, and run again with the other value")
        if option:  # else it is a sentence
            seen.add(self.dest)
        setattr(namespace, self.dest, values)


def parsed(commands: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse what was typed. Sentences or probabilities after an option are not parsed by argparse, so we add them."""
    given, left_over = commands.parse_known_args(arguments)
    end = left_over.index("--") if "--" in left_over else len(left_over)
    more = left_over[:end] + left_over[end + 1 :]
    if wrong := list(filter(_OPTION.fullmatch, left_over[:end])):  # some Pythons leave over what follows, too
        dashes = "".join(hint for argument, hint in _DASHES.items() if argument in given)
        hint = given.parser.meant(wrong, given.commands) or dashes
        given.parser.error(f"unrecognized arguments: {' '.join(wrong)}{hint}")
    if more and "references" in given:
        typed = [given.candidate, *given.references, *more]
        given.candidate, *given.references = typed if typed[0] is not None else typed[1:]
    elif more and "probabilities" in given:
        given.probabilities += more
    elif more:
        given.parser.error(f"unrecognized arguments: {' '.join(left_over)}")
    return given


def _commands_with(names: Sequence[str], commands: Mapping[str, Parser], subject: str = "") -> str:
    """Name the commands that have all these options or, if there are none, the commands that have the first option."""
    having = [
        command for command, parser in commands.items() if all(name in parser._option_string_actions for name in names)
    ]
    if not having:
        return _commands_with(names[:1], commands, names[0]) if len(names) > 1 else ""
    several = having if len(having) <= _FEW else [*having[:_FEW], "others"]
    are = "They are options" if len(names) > 1 else f"{subject or 'It'} is an option"
    return f". {are} of {_listed(several, 'and')}"


def _called_elsewhere(name: str) -> list[str]:
    """Return our options that have this name, or a name that begins with it, in other programs.

    >>> _called_elsewhere("--ref"), _called_elsewhere("-tok"), _called_elsewhere("--")
    (['-r'], ['--tokenize'], [])
    """
    return [ours for ours, theirs in _ELSEWHERE.items()
            if name in theirs or (len(name) > 3 and any(option.startswith(name) for option in theirs))]  # fmt: skip


def _near(typed: str, names: Sequence[str], begun: Sequence[str] = ()) -> str:
    """Return a question that suggests the names in `begun` or, if there are none, the name closest to what was typed.

    >>> _near("belu", ["bleu", "nist"]), _near("x", ["bleu", "nist"])
    ('. Did you mean bleu?', '')
    """
    near = [*begun] or get_close_matches(typed, names, 1, 0.65)
    return f". Did you mean {_listed(near, 'or')}?" if near else ""


def _listed(names: Sequence[str], last: str) -> str:
    """Join names with commas, and put a word before the last name.

    >>> _listed(["a", "b", "c"], "or")
    'a, b or c'
    """
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
