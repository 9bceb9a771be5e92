"""The winter album of the chapter on CIDEr, with four images drawn for this course, each in its own file."""

import re
from typing import NamedTuple

from mtexplain import data
from mtexplain.display.markup import escaped

WIDTH, HEIGHT, GAP, FOOT = 200, 150, 20, 34


class Album(NamedTuple):
    """Images in a row, each above its number. The repr describes the images."""

    drawings: tuple[str, ...]

    def __repr__(self) -> str:
        titles = (re.findall("<title>(.*?)</title>", drawing)[0] for drawing in self.drawings)
        return "; ".join(f"Image {number}: {title}" for number, title in enumerate(titles, 1))

    def _repr_svg_(self) -> str:
        width, height = len(self.drawings) * (WIDTH + GAP) + GAP, GAP + HEIGHT + FOOT
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        about = 'font-family="sans-serif" font-size="17" text-anchor="middle" fill="#1a1a1a"'
        drawn = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{escaped(repr(self))}</title>',
            f'<path fill="#ffffff" d="M0 0H{width}V{height}H0Z"/>',
        ]
        for index, drawing in enumerate(self.drawings):
            left, below = GAP + index * (WIDTH + GAP), GAP + HEIGHT + 22
            drawn.append(drawing.strip().replace("<svg", f'<svg x="{left}" y="{GAP}"', 1))
            drawn.append(f'<text x="{left + WIDTH // 2}" y="{below}" {about}>{index + 1}</text>')
        return "\n".join([*drawn, "</svg>"])


images = Album(
    tuple(data.text(__name__, f"{name}.svg") for name in ("dog_barks", "cat_sleeps", "dog_runs", "bird_sings"))
)
"""The four images of the album."""
