"""Make the fonts in mtexplain/display/fonts/ again with `python -m tools.fonts`, which needs npm, fonttools and brotli.

Run it only if a letter is missing there. The reader's system draws the letters that are left out, such as Chinese,
Arabic and emoji.
"""

import io
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from tools import npm

FOLDER = Path(__file__).resolve().parent.parent / "mtexplain" / "display" / "fonts"


def letters(*ranges: str) -> set[int]:
    """The code points in ranges such as "0020-007E 2212"."""
    ends = (one.partition("-") for one in " ".join(ranges).split())
    return {code for first, _, last in ends for code in range(int(first, 16), int(last or first, 16) + 1)}


LATIN, GREEK, CYRILLIC = (
    "0020-007E 00A0-017F 01A0-01A1 01AF-01B0 0218-021B 1E9E 1EA0-1EF9",
    "0386-03CE",
    "0400-045F 0490-0491",
)
MARKS = "0300-0304 0306-030C 031B 0323-0328"
SIGNS = (
    "02C6 02DA 02DC 02E3 2010-2027 2030-203A 2044 2070-209C 20AC 2122 2190-2199 2211-2212 2215 221A 221E 2248 2260 "
    "2264-2265 22C5 2423 25B2 25B6 25BC 25C0 25CB 25CF 2713 2717 27E8-27E9 FFFD"
)
MATHS = (
    "0020-007E 00A0 00AC 00AF 00B1 00B7 00D7 02C6 02DC 0302-0305 20D7 2016 2026 2032-2033 2190-2199 21D0-21D5 "
    "2200-22FF 2308-230B 27E8-27E9 1D400-1D467 1D49C-1D4CF 1D538-1D56B 1D6A8-1D71B "
    "2102 210B 210D-210E 2110-2112 2115 2119-211D 2124 212C 2130-2131 2133"
)


class Font(NamedTuple):
    """A font, with its package and file, and the letters, features and axes that are kept."""

    package: npm.Package
    file: str
    letters: set[int]
    features: tuple[str, ...] = ("ccmp", "kern", "mark")
    axes: dict[str, Any] | None = None


INTER = npm.Package(
    "inter-ui",
    "4.1.1",
    "sha512-451h0J29HyOmA+JXgSi/6M12tL7ZCZ8arYKZUXiOXTJpJbAKqJvFh3k5SiV3x7tKe0C0KyrKUUiQIvvZ2PQDcA==",
)
JETBRAINS = npm.Package(
    "jetbrains-mono",
    "1.0.6",
    "sha512-nVHwukZwQHKEQ3ZP1qlXFyFoUyBnonwrqLQf/ZlsoDPgTHm7T0EL0m1KJQ9U4ghu4emYuSR21uqmZalzNvvoUA==",
)
STIX = npm.Package(
    "@fontsource/stix-two-math",
    "5.3.0",
    "sha512-negoeozw6VSXjZMozwKRSm/dhCQT62csZcuea9I8KYqPaZq/8KbbBBrA02ZHF7AyuR5mVML/p+q0bwFuSIf2GQ==",
)
FONTS = {
    "sans": Font(
        INTER, "variable/InterVariable.woff2", letters(LATIN, GREEK, CYRILLIC, MARKS, SIGNS),
        ("ccmp", "kern", "mark", "tnum"), {"wght": (400, 700), "opsz": 18},
    ),
    "mono": Font(  # NL means no ligatures, so that -> remains two characters
        JETBRAINS, "fonts/webfonts/JetBrainsMonoNL-Regular.woff2",
        letters(LATIN, GREEK, CYRILLIC, MARKS, SIGNS),
    ),
    "maths": Font(
        STIX, "files/stix-two-math-latin-400-normal.woff2", letters(GREEK, MATHS), ("*",)
    ),
}  # fmt: skip


def fetched(font: Font) -> TTFont:
    """The whole font from the npm registry."""
    return TTFont(io.BytesIO(npm.files(font.package)[font.file]))


def cut(whole: TTFont, font: Font) -> TTFont:
    """The font with only the letters that are kept. A variable weight stays variable."""
    options = Options(
        layout_features=list(font.features), hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14]
    )
    cutter = Subsetter(options)
    cutter.populate(unicodes=font.letters)
    cutter.subset(whole)
    if not font.axes:
        return whole
    whole.flavor = None
    file = io.BytesIO()
    whole.save(file)
    return instantiateVariableFont(TTFont(file, recalcTimestamp=False), font.axes)


def main() -> None:
    """Write each font, and print its size and the letters that it lacks."""
    for name, font in FONTS.items():
        whole = fetched(font)
        lacking = font.letters - set(whole.getBestCmap())
        small = cut(whole, font)
        small.flavor = "woff2"
        small.save(FOLDER / f"{name}.woff2")
        size = (FOLDER / f"{name}.woff2").stat().st_size
        print(f"{name}: {size:,} bytes, without {''.join(map(chr, sorted(lacking))) or 'nothing'}")


if __name__ == "__main__":
    main()
