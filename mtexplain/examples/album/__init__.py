"""The winter album of the chapter on CIDEr: four images, drawn for this course, each in a file of its own."""

import re
from typing import NamedTuple

from mtexplain import data
from mtexplain.display.markup import escaped
from mtexplain.inputs import InputError, described

NAMES = ("dog_barks", "cat_sleeps", "dog_runs", "bird_sings")
WIDTH, HEIGHT, GAP = 200, 150, 20


class Album(NamedTuple):
    """Some of the images in a row, each above its number. As text it says what they show."""

    numbers: tuple[int, ...]

    def __repr__(self) -> str:
        return "; ".join(f"Image {number}: {_title(number)}" for number in self.numbers)

    def _repr_svg_(self) -> str:
        width, height = len(self.numbers) * (WIDTH + GAP) + GAP, HEIGHT + GAP + 34
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        drawn = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{escaped(repr(self))}</title>',
            f'<path fill="#ffffff" d="M0 0H{width}V{height}H0Z"/>',
        ]
        for place, number in enumerate(self.numbers):
            left = GAP + place * (WIDTH + GAP)
            middle, below = left + WIDTH // 2, GAP + HEIGHT + 22
            drawn.append(_file(number).strip().replace("<svg", f'<svg x="{left}" y="{GAP}"', 1))
            about = 'font-family="sans-serif" font-size="17" text-anchor="middle" fill="#1a1a1a"'
            drawn.append(f'<text x="{middle}" y="{below}" {about}>{number}</text>')
        return "\n".join([*drawn, "</svg>"])


def images(*numbers: int) -> Album:
    """The images of these numbers, from 1 to 4. InputError for others.

    >>> images(4)
    Image 4: A bird sings in the snow
    """
    for number in numbers:
        if number not in range(1, len(NAMES) + 1):
            raise InputError("numbers", described(number), f"numbers from 1 to {len(NAMES)}")
    return Album(numbers)


def _title(number: int) -> str:
    (title,) = re.findall("<title>(.*?)</title>", _file(number))
    return str(title)


def _file(number: int) -> str:
    return data.text(__name__, f"{NAMES[number - 1]}.svg")
