"""The controls of a form, made from a metric's signature, with conversions of their values to text and back.

    bool                              no, yes
    int, float, Fraction              a number
    Sequence of numbers               numbers separated by spaces
    Literal, Annotated[.., OneOf()]   a choice
    str                               a text

Empty text stands for the default, as if the keyword were not given.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import inf
from typing import Annotated, Literal, NamedTuple, get_args, get_origin, get_type_hints

from mtexplain.explain.metric import settings_of
from mtexplain.inputs import InputError, described, is_among, listed
from mtexplain.settings import OneOf, fraction_of

_MOST = 1000
"""The largest number of values in a typed list; no setting takes more."""


class Control(NamedTuple):
    """The control of a setting, with its name and its kind ("choice", "number", "numbers" or "text").

    `choices` are the values by name, as the metric takes them; `meant` are the values that the names stand for, if they
    differ; `number` is the type of a number, which may be infinite ("inf") if `endless` is True.
    """

    name: str
    kind: str
    choices: Mapping[str, object] = {}
    meant: Mapping[str, object] = {}
    number: Callable[[Fraction], object] = Fraction
    endless: bool = False

    def read(self, text: str) -> object:
        """Return the value of a text. InputError if the text has no value."""
        text = text.strip()
        if self.kind == "choice":
            if text not in self.choices:
                raise InputError(self.name, described(text), f"one of {listed(self.choices)}")
            return self.choices[text]
        if self.kind == "text":
            return text
        if self.endless and text in ("inf", "∞"):
            return inf
        try:
            numbers = [self.number(fraction_of(part)) for part in text.replace(",", " ").split()]
        except ValueError:
            raise self._unreadable(text) from None
        if self.kind == "numbers":
            return numbers
        if len(numbers) != 1:
            raise self._unreadable(text)
        return numbers[0]

    def _unreadable(self, text: str) -> InputError:
        number = "a whole number" if self.number is _whole else "a number, or inf" if self.endless else "a number"
        expected = "numbers separated by spaces, such as 1/2 1/2" if self.kind == "numbers" else number
        return InputError(self.name, described(text), expected)

    def written(self, value: object) -> str:
        """Return the text for a value."""
        for name, choice in self.choices.items():
            if choice is value or is_among(value, (name,)) or (name in self.meant and self.meant[name] is value):
                return name
        if isinstance(value, Sequence) and not isinstance(value, str):
            return " ".join(map(_typed, islice(value, _MOST)))
        return "" if value is None else _typed(value)


def controls(metric: Callable[..., object], given: Mapping[str, object]) -> dict[str, Control]:
    """Return the controls of a metric by name. A given value without a name becomes a choice of its own.

    InputError for a given setting that the metric does not have.
    """
    try:
        hints = get_type_hints(metric, include_extras=True)
    except (TypeError, NameError):  # the parameters are unknown
        hints = {}
    result = {}
    for name in settings_of(metric, given):
        control = _control(name, hints.get(name))
        if control and name in given:
            control = _with(control, given[name])
        if control and (control.kind != "choice" or len(control.choices) > 1):
            result[name] = control
    return result


def _control(name: str, hint: object) -> Control | None:
    """Return the control for an annotation; None if such a value can't be typed."""
    if get_origin(hint) is Annotated:
        plain, *extra = get_args(hint)
        named = next((note.values for note in extra if isinstance(note, OneOf)), None)
        return _control(name, plain) if named is None else Control(name, "choice", {key: key for key in named}, named)
    options = [hint] if isinstance(hint, type) or get_origin(hint) is Literal else list(get_args(hint))
    literals = [value for option in options if get_origin(option) is Literal for value in get_args(option)]
    flags = {"no": False, "yes": True} if bool in options else {}
    if literals or flags:
        return Control(name, "choice", {**flags, **{str(value): value for value in literals}})
    if kind := _number(options):
        return Control(name, "number", number=kind, endless=float in options)
    if str in options:
        return Control(name, "text")
    for option in (hint, *options):
        inside = [kind for item in get_args(option) for kind in (item, *get_args(item))]
        if get_origin(option) in (list, tuple, Sequence) and (kind := _number(inside)):
            return Control(name, "numbers", number=kind)
    return None


def _number(options: Sequence[object]) -> Callable[[Fraction], object] | None:
    """Return the function that turns a fraction into a number of one of these types, exact if they allow it."""
    wanted: tuple[tuple[object, Callable[[Fraction], object]], ...] = (
        (Fraction, Fraction),
        (float, float),
        (int, _whole),
    )
    return next((make for kind, make in wanted if kind in options), None)


def _typed(value: object) -> str:
    try:
        return str(value)
    except Exception:  # it has thousands of digits, or can't be written
        return described(value)


def _whole(value: Fraction) -> int:
    if value.denominator != 1:
        raise ValueError
    return value.numerator


def _with(control: Control, value: object) -> Control:
    if control.kind != "choice" or value is None or control.written(value) in control.choices:
        return control
    named = getattr(value, "__name__", None) or getattr(value, "name", type(value).__name__)
    name = value if isinstance(value, str) else str(named)
    return control._replace(choices={**control.choices, name: value})
