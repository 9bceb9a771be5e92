"""Random odd text for comparing two tokenisers, made of pieces that one of them is likely to treat in its own way."""

import random
from collections.abc import Iterator

PIECES = {
    "ASCII marks": list("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
    "marks with neighbours to look at": [".", ",", "-", "5", "a", "'", " "],
    "digits": [*"07٣५๕１½²Ⅷ①五", "19", "\U0001d7d9"],
    "letters": [*"aßИжΩשمनिก한かｶﬁİ", "Mr", "été", "\U00010400"],
    "ideographs": [*"中㐀〇々豈龥龦龻龼⺀⼀", "文字", "\U00020000", "\U0002a6d6", "\U0002f800"],
    "accents": list("\u0301\u0308\u20dd\u3099"),
    "punctuation": list("“”‘’„«»‹›—–‐…·•¡¿§¶†、。「」《》！？，：；（）।॥؟،؛״׳՞።‰‱″⁄﹏＿"),
    "symbols": [*"€£¥₹$¢°±×÷¬¦©®™→↑⇒∞≤∑√■★☺♥✓＋＜㈱㎏￥´¨˜҂😀", "👩\u200d👧", "🇫🇷", "❤\ufe0f"],
    "entities": ["&quot;", "&amp;", "&lt;", "&gt;", "&apos;", "&amp;lt;", "&amp;quot;", "&#39;", "&AMP;", "&"],
    "spaces": [*" \t\x0b\x0c\x85\u00a0\u1680\u2001\u2003\u200a\u202f\u205f\u3000", "  "],
    "ends of lines": ["\n", "\r", "\r\n", "-\n", "-\n ", "- \n", "\n\n", "\u2028", "\u2029", "-\u2028"],
    "what only Python takes for a space": list("\x1c\x1d\x1e\x1f"),
    "nothing to see": list("\u200b\u200d\ufeff\u00ad\u2060\u180e\u200e\x00\x07\x7f\ue000"),
    "tags": ["<skipped>", "<skip", "ped>", "<", ">"],
}


def odd_texts(count: int, seed: int, most: int = 14) -> Iterator[str]:
    """As many texts as `count` says, of one to `most` pieces, the same texts each time."""
    draw = random.Random(seed)
    kinds = list(PIECES.values())
    for _ in range(count):
        yield "".join(draw.choice(draw.choice(kinds)) for _ in range(draw.randint(1, most)))
