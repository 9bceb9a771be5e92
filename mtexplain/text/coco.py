r"""A tokeniser that nearly matches the COCO caption tools, with lower-case Penn Treebank words and without marks.

The tools cut a caption with a Java program, PTBTokenizer of Stanford CoreNLP 3.4.1, and drop the punctuation marks
among its tokens. We observed what the program does and wrote rules of our own, which are in coco.toml. At each position
the rule with the longest match gives the token; in a tie, the first such rule. A character that no rule matches, such
as an emoji, is left out. `mtexplain.text.coco_java` runs the program itself.
"""

import re
from functools import cache

from mtexplain import data
from mtexplain.data import Record

_AS_TYPED = re.compile("&(?:apos|quot);")  # not spelled out in capitals

# The tokens that pycocoevalcap drops. It also lists brackets, but in capitals, which never occur, so brackets stay.
DROPPED = frozenset("'' ' `` ` . ? ! , : - -- ... ;".split())


@cache  # read only when first needed, like the words and quotes below
def _file() -> Record:
    return data.read(__package__, "coco.toml")


@cache
def _spelled_words() -> dict[str, str]:
    return {token: spelled for spelled, tokens in _file()["spelled"].items() for token in tokens.split()}


@cache
def _spelled_quotes() -> dict[int, str]:
    return {ord(quote): spelled for spelled, quotes in _file()["quotes"].items() for quote in quotes}


@cache
def _rules() -> tuple[re.Pattern[str], ...]:
    file = _file()
    patterns = {name: "|".join(map(re.escape, words.split())) for name, words in file["words"].items()}
    patterns |= {name: f"[{''.join(ranges.split())}]" for name, ranges in file["characters"].items()}
    patterns |= file["pieces"]

    def filled(rule: str) -> str:
        return re.sub(r"\{([a-z ]+)\}", lambda name: f"(?:{filled(patterns[name[1]])})", rule)

    return tuple(re.compile(filled(rule), re.IGNORECASE) for rule in file["rules"])


def tokenize_coco(text: str) -> tuple[str, ...]:
    """Return lower-case words, nearly as pycocoevalcap cuts them, without full stops, commas, quotes and dashes.

    >>> tokenize_coco("A man's dog (a big one) doesn't sit, well...")
    ('a', 'man', "'s", 'dog', '-lrb-', 'a', 'big', 'one', '-rrb-', 'does', "n't", 'sit', 'well')
    """
    tokens, position = [], 0
    while position < len(text):
        matches = [match for rule in _rules() if (match := rule.match(text, position))]
        if matches:
            farthest = max(matches, key=lambda match: match.end())
            token = farthest.lastindex or 0
            tokens.append(_spelled(farthest[token]))
            position = farthest.end(token)
        else:
            position += 1
    return tuple(" ".join(token for token in tokens if token not in DROPPED).split())


def _spelled(token: str) -> str:
    small = token.lower()
    if small in _spelled_words() and (not _AS_TYPED.search(small) or _AS_TYPED.search(token)):
        return _spelled_words()[small]
    if not any(map(str.isalnum, small)):
        small = small.translate(_spelled_quotes())
    small = small.replace("\u00ad", "")
    if small.endswith(">") or "/" in small or "@" in small:  # a tag, an address
        return small
    return small.replace("&amp;", "&").replace("(", "-lrb-").replace(")", "-rrb-")
