r"""The tokenisers of TER in sacreBLEU, after the paper's Java program tercom.

They keep the case of letters. The rules decide whether case matters.
"""

import re

_ENTITIES = (("\n-", ""), ("\n", " "), ("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
_MARK = re.compile(r"([{-~\[-` -&(-+:-@/])")
_AFTER_NO_DIGIT, _BEFORE_NO_DIGIT = re.compile("([^0-9])([.,])"), re.compile("([.,])([^0-9])")
_DASH = re.compile("([0-9])(-)")
_ASIAN = re.compile(
    "([\u2e80-\u2eff\u31c0-\u31ef\u3200-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"  # ideographs
    "\u3001\u3002\u3008-\u3011\u3014-\u301f\u30fb\uff61-\uff65\uff01\uff02\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f])"
)
_PUNCTUATION = re.compile('[.,?:;!"()]')


def tokenize_tercom(text: str) -> tuple[str, ...]:
    """Return words and marks (sacreBLEU's --ter-normalized). Full stops, commas and dashes stay in numbers.

    >>> tokenize_tercom("It's 1,000.5 km, isn't it? (3-4)")
    ('It', "'s", '1,000.5', 'km', ',', "isn't", 'it', '?', '(', '3', '-', '4', ')')
    """
    return tuple(_normalized(text).split())


def tokenize_tercom_asian(text: str) -> tuple[str, ...]:
    """Return the tokens of `tokenize_tercom`, with each ideograph and East Asian mark a token (--ter-asian-support).

    >>> tokenize_tercom_asian("我借你的书。")
    ('我', '借', '你', '的', '书', '。')
    """
    return tuple(_ASIAN.sub(r" \1 ", _normalized(text)).split())


def tokenize_tercom_no_punct(text: str) -> tuple[str, ...]:
    """Return words without nine punctuation marks, which are left out (sacreBLEU's --ter-no-punct).

    >>> tokenize_tercom_no_punct('He said: "1,000." (Yes!)')
    ('He', 'said', '1000', 'Yes')
    """
    return tuple(_PUNCTUATION.sub("", text).split())


def _normalized(text: str) -> str:
    for old, new in _ENTITIES:
        text = text.replace(old, new)
    text = _MARK.sub(r" \1 ", f" {text} ").replace("'s ", " 's ")
    text = _BEFORE_NO_DIGIT.sub(r" \1 \2", _AFTER_NO_DIGIT.sub(r"\1 \2 ", text))
    return _DASH.sub(r"\1 \2 ", text)
