"""From a metric's signature to the controls of a form: its annotated keyword-only parameters, as text and back.

    bool                              no, yes
    int, float, Fraction              a number
    Sequence of numbers               numbers with spaces between
    Literal, Annotated[.., OneOf()]   a choice
    str                               a text

Empty text stands for the default: what the metric does where the keyword is not given.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from inspect import Parameter, signature
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from mtexplain.inputs import InputError, InputTypeError, described
from mtexplain.settings import OneOf, fraction_of

_NUMBERS = (int, float, Fraction)


class Control(NamedTuple):
    """One setting: its name, its kind ("choice", "number", "numbers" or "text"), its choices by name, its default."""

    name: str
    kind: str
    choices: Mapping[str, object]
    whole: bool = False
    default: object = None

    def read(self, text: str) -> object:
        """The value that a text stands for. InputError where it stands for none."""
        text = text.strip()
        if self.kind == "choice":
            if text not in self.choices:
                raise InputError(self.name, described(text), f"one of {', '.join(self.choices)}")
            return self.choices[text]
        if self.kind == "text":
            return text
        try:
            if self.whole:
                return int(text)
            numbers = [fraction_of(part) for part in text.replace(",", " ").split()]
            return numbers if self.kind == "numbers" else numbers[0] if len(numbers) == 1 else int("")
        except ValueError:
            expected = "numbers with spaces between, such as 1/2 1/2" if self.kind == "numbers" else "a number"
            raise InputError(self.name, described(text), "a whole number" if self.whole else expected) from None

    def written(self, value: object) -> str:
        """The text that stands for a value."""
        for name, choice in self.choices.items():
            if choice is value or name == value:
                return name
        if isinstance(value, Sequence) and not isinstance(value, str):
            return " ".join(map(str, value))
        return "" if value is None else str(value)


def controls(metric: Callable[..., object], given: Mapping[str, object]) -> dict[str, Control]:
    """The controls of a metric by name. A given value that has no name yet becomes a choice of its own.

    InputError for a given setting that the metric does not have.
    """
    parameters = signature(metric).parameters
    keywords = {name: one for name, one in parameters.items() if one.kind is Parameter.KEYWORD_ONLY}
    anything = any(one.kind is Parameter.VAR_KEYWORD for one in parameters.values())
    for name in given:
        if name not in keywords and not anything:
            raise InputTypeError("settings", described(name), f"one of {', '.join(keywords) or 'none'}")
    hints = get_type_hints(metric, include_extras=True)
    found = {}
    for name, parameter in keywords.items():
        if control := _control(name, hints.get(name), parameter.default):
            found[name] = _with(control, given[name]) if name in given else control
    return found


def _control(name: str, hint: Any, default: object) -> Control | None:
    """The control for one annotation; None where there is no way to type such a value."""
    if get_origin(hint) is Annotated:
        plain, *extra = get_args(hint)
        choices = [one.values for one in extra if isinstance(one, OneOf)]
        return Control(name, "choice", choices[0], default=default) if choices else _control(name, plain, default)
    options = [hint] if isinstance(hint, type) or get_origin(hint) is Literal else list(get_args(hint))
    literals = [value for option in options if get_origin(option) is Literal for value in get_args(option)]
    if literals:
        return Control(name, "choice", {str(value): value for value in literals}, default=default)
    if bool in options:
        return Control(name, "choice", {"no": False, "yes": True}, default=default)
    if any(number in options for number in _NUMBERS):
        return Control(name, "number", {}, whole=float not in options and Fraction not in options, default=default)
    if str in options:
        return Control(name, "text", {}, default=default)
    sequences = [option for option in [hint, *options] if get_origin(option) in (list, tuple, Sequence)]
    return Control(name, "numbers", {}, default=default) if any(map(_of_numbers, sequences)) else None


def _of_numbers(hint: Any) -> bool:
    inside = [part for option in get_args(hint) for part in (option, *get_args(option))]
    return any(number in inside for number in _NUMBERS)


def _with(control: Control, value: object) -> Control:
    if control.kind != "choice" or value is None or value in (*control.choices, *control.choices.values()):
        return control
    name = f"{getattr(value, '__name__', None) or getattr(value, 'name', type(value).__name__)}"
    return control._replace(choices={**control.choices, name: value})
