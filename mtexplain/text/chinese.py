"""Every Chinese character a token."""

import re

from mtexplain.text.mteval import spaced

# First and last character of the blocks which sacreBLEU takes for Chinese.
_BLOCKS = (
    "\u2001\u2a6d",  # the slip: general punctuation, arrows, mathematics, boxes, ...
    "\u2e80\u2eff\u2f00\u2fdf",  # radicals
    "\u2ff0\u2fff\u3000\u303f",  # how a character is composed; punctuation
    "\u3100\u312f\u31a0\u31bf\u31c0\u31ef",  # phonetic symbols, strokes
    "\u3200\u32ff\u3300\u33ff",  # enclosed and squared characters
    "\u3400\u4db5\u4e00\u9fbb",  # the characters themselves, as of Unicode 4.1, and Extension A
    "\uf900\ufa2d\ufa30\ufa6a\ufa70\ufad9",  # compatibility characters
    "\ufe10\ufe1f\ufe30\ufe4f\uff00\uffef",  # vertical punctuation; full and half width
)
_RANGES = "".join(f"{block[i]}-{block[i + 1]}" for block in _BLOCKS for i in range(0, len(block), 2))


def tokenize_zh(text: str) -> tuple[str, ...]:
    r"""Chinese characters one by one, and the rest as in 13a but for its entities, as sacreBLEU's `zh` cuts them.

    sacreBLEU has a slip here, which is kept. It means to give Extension B, whose characters have five hexadecimal
    digits, and writes "\u20000" to "\u2a6d6"; in Python that is U+2000 and a "0", to U+2A6D and a "6". So every
    character from U+2001 to U+2A6D is a token, dashes, quotes and arrows too, and those of Extension B are not cut.
    The same slip with the compatibility supplement changes nothing: U+2F81 to U+2FA1 are among the radicals.

    No spaces are put around the text first, as 13a does: a full stop after a number at its end stays with it.

    >>> tokenize_zh("猫坐在 mat 上,3.5米。")
    ('猫', '坐', '在', 'mat', '上', ',', '3.5', '米', '。')
    """
    return tuple(spaced(re.sub(f"([{_RANGES}])", r" \1 ", text.strip())).split())
