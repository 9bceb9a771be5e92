r"""Nearly the tokens of the COCO caption tools: words in lower case, as the Penn Treebank has them, without marks.

The tools cut a caption with a Java program, PTBTokenizer of Stanford CoreNLP 3.4.1, and drop the punctuation marks
among its tokens. Here is what that program was seen to do, as rules of our own. At each place the rule that reaches
farthest gives the token; of those that reach equally far, the first. A character that no rule takes is left out, an
emoji say. `mtexplain.text.coco_java` runs the program itself.

    (...)      a group in a rule is the token; what stands after it must follow, and counts for how far the rule reaches
    {letter}   a name in braces is a piece, from `_PIECES`

Upper and lower case are the same to a rule, but not within `(?-i:...)`.
"""

import re
from functools import cache

_BEFORE_NAMES = """
    Mr Mrs Ms Messrs Mme Mlle Dr Drs Prof Profs Rev Hon St Ste Gen Col Capt Maj Lt Lieut Sgt Cpl Pfc Pvt Spc Sfc Brig
    Adm Cmdr Comdr Ens Det Insp Supt Atty Attys Asst Assoc Sen Sens Rep Reps Gov Govs Pres Treas Msgr Alex Jos Wm Dept
    Natl Cie Elec Mfg Mtg Ave Ft Mt Adj Adv Cf Invt Ph Vs
"""
_MAY_END = """
    Jr Sr Esq Ph.D Ed.D Bros Inc Ltd Co Cos Corp Plc Pty Pte Bhd Assn Univ Intl Ind Sys Bldg Blvd Ct Rd Rt Sq
    Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thurs Fri Al Cont'd Est Etc Ext Seq Tel
    Ala Ariz Calif Colo Conn Dak Fla Ga Kan Kans Ky Md Mich Minn Mo Mont Neb Nev Okla Penn Tenn Va Vt Wis Wisc Wyo
"""
_STATES = "Ark Az Del Ill La Mass Miss Ore Pa Tex Wash"  # not from a small letter: "wash." is a word and a full stop
_BEFORE_NUMBERS = "no nos art ca fig figs op pp prop"  # no. 5; not "no."
_SENTENCES_BEGIN = """
    A About According Additionally After An As At But Earlier He Her Here However If In It Last Many More Mr. Ms. Now
    Once One Other Our She Since So Some Such That The Their Then There These They This We What When While Yet You
"""

# Accents and vowel signs, of the scripts whose signs the program knows: they are parts of a word.
_SIGNS = (
    "\u00ad\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02eb\u02ed\u02ef-\u036f\u0375\u0384\u0385\u0483-\u0487\u055a-\u055f"
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0615-\u061a\u064b-\u065e\u0670\u06d6-\u06ed\u0711"
    "\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u0900-\u0903\u093c\u093e-\u094e\u0951-\u0955\u0962\u0963\u0981-\u0983"
    "\u09bc\u09be-\u09cd\u09d7\u09e2\u09e3\u0a01-\u0a03\u0a3c\u0a3e-\u0a4d\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0b82"
    "\u0bbe-\u0bcd\u0c01-\u0c03\u0c3e-\u0c56\u0d3e-\u0d48\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc"
    "\u0ec8-\u0ecd"
)
# Marks and symbols that it knows: ASCII, Latin-1, Greek to Thai, general punctuation, symbols, East Asian.
_MARKS = (
    r"!-/:-@\[-`{-~¡-©«¬®-´¶-¹»-¿×÷\u037e\u0387\u0589\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060c\u061b\u061e\u061f"
    r"\u066a\u066d\u06d4\u0700-\u070d\u0964\u0965\u0e3f\u0e4f\u2013-\u2023\u2026\u2030-\u2042\u2044\u2070-\u208e\u20a0"
    r"\u20a4\u20ac\u2100-\u214f\u2153-\u215e\u2190-\u2bff\u3001\u3002\u3012\u30fb\uff01-\uffee"
)


def _one_of(words: str) -> str:
    return "|".join(map(re.escape, words.split()))


_PIECES = {
    "apos": "(?:['\u2019\u0092]|&apos;)",
    "before name": _one_of(_BEFORE_NAMES),
    "before number": _one_of(_BEFORE_NUMBERS),
    "begin": _one_of(_SENTENCES_BEGIN),
    "elided": "[dlo]{quote}{plain}",
    "ending": "(?:[smd]|re|ve|ll)",
    "file": "bat|bmp|c|cgi|class|cpp|dll|docx?|exe|gif|gz|h|html?|jar|java|jpe?g|mov|mp3|pdf|php|pl|png|ppt|ps|py"
    "|sql|tar|txt|wav|x|xml|zip",
    "half": "(?-i:[A-Za-z0-9]+(?:-[A-Za-z]+){0,2})",
    "hyphen": "[-_\u058a\u2010\u2011]",
    "initials": r"[a-z](?:\.[a-z])+",
    "letter": r"[^\W\d_²³¹¼-¾\u2070-\u2089\u2150-\u218b\u2460-\u24ff\u2776-\u2793\u3007\U00010000-\U0010ffff]",
    "may end": _one_of(_MAY_END),
    "name": "[a-z][a-z0-9_:.-]*",
    "number": "(?:\\d*(?:[.:,\u00ad\u066b\u066c]\\d+)+|\\d+)",
    "path": r"""[^\s"<>|(){}]+[^\s"<>|(){}.!?,-]""",
    "plain": r"(?:{letter}|\d)",
    "quote": "(?:['`\u2018\u2019\u201b\u0091\u0092]|&apos;)",
    "sign": f"[{_SIGNS}]",
    "space": "[ \t\u00a0\u2000-\u200a\u3000]",
    "state": "|".join(f"(?-i:{name[0]}){name[1:]}" for name in _STATES.split()),
    "vowel": "&[aeiou](?:acute|grave|uml);",
    "word": r"(?:{letter}|{sign}|{vowel})(?:{letter}|{sign}|{vowel}|\d)*",
}

_RULES = (
    # addresses, tags, entities
    r"https?://{path}",
    r"""www\.(?:[^\s"<>|.!?(){},]+\.)+[a-z]{2,4}(?:/{path})?""",
    r"""(?:(?-i:[^\s"`'<>|.!?(){},-_$])+\.)+(?:com|net|org|edu)(?:/{path})?""",
    r"""(?:<|&lt;)?[a-z0-9][^\s"<>|(){}]*@(?:[^\s"<>|(){}.]+\.)*[^\s"<>|(){}.]+(?:>|&gt;)?""",
    r"@[a-z_][a-z_0-9]*|#(?:{letter}|{sign}|{vowel})+",
    r"""</?{name}(?: +{name}(?: *= *(?:'[^']*'|"[^"]*"))?)* */?>|<[!?][a-z-][^>]*>""",
    r"&(?:amp|lt|gt|quot|apos|nbsp|[mn]dash|#\d+);",
    # abbreviations: the full stop stays with them
    r"((?:{may end}|{state})\.).?",  # Inc.
    r"(?:{initials}|[a-z]|{before name})\.",  # U.S., Mr.
    r"([a-z])\.{space}+(?-i:{begin})(?:\s|$)",  # not: plan b. The cat
    r"({before number}\.){space}?\d",  # No. 5
    r"((?:{word}(?:[.!?]{word})*|{plain}+)\.)[,;:\u3001]",  # before these marks any word may be an abbreviation
    # words
    r"({word}(?:[.!?]{word})*){apos}{ending}",  # it 's
    r"{word}(?:[.!?]{word})*",  # cat, example.com
    r"(?:{elided})?{plain}+(?:{hyphen}(?:{elided})?{plain}+)*",  # well-known, o'neil, 24-year-old
    r"[a-z0-9][a-z0-9.,\u00ad]*(?:-(?:{initials}\.|[a-z0-9\u00ad]+))+",  # U.S.-based, 1.5-inch
    r"{half}(?:\\?/{half}){1,2}",  # and/or
    r"(?:{plain}+\.)+(?:{file})(?=[\s.,!?]|$)",  # 00readme.txt
    r"(?-i:[A-Z]+(?:(?:(?i:&amp;)|[+&])[A-Z]+)+)",  # AT&T
    r"S(?:&|&amp;)(?:P-500|Ls)|c\+\+|[cf]#|(?:pro|anti)-",
    # apostrophes
    r"([a-z]*[a-mo-z])n{quote}t",  # do n't
    r"n{quote}t[a-z]*",
    r"{apos}{ending}(?-i:(?![A-Za-z]))|(?:[\u2019\u0092]|&apos;){ending}",
    r"{apos}(?:em|till?|cause|[2-9]0s|n{apos})|({apos}\d\d)\s",  # 'em, '90s
    r"'n(?![a-z0-9-])|(?:[\u2019\u0092]|&apos;)n",  # rock 'n' roll
    r"[dlj]{apos}|y{apos}(?=[a-z])|(?:ol|somethin|dunkin){apos}(?![a-z])",  # y' all
    r"cap{apos}n|[cn]{apos}est|c'mon|e'er|ev'ry|('t)(?:is|was)",
    r"{letter}+[aeiouy]{quote}(?-i:[aeiouA-Z]){letter}*|(?-i:[A-HJ-XZn]){quote}{letter}{2,}",  # ma'am, D'Angelo
    # numbers and money
    r"[-+]?{number}",  # 1,000.50
    r"(?:\d{1,4}[-\s])?\d{1,4}/\d{1,4}",  # 1/2, 3 1/2
    r"\d{1,2}[-/]\d{1,2}[-/]\d{2,4}",  # 31/12-1999
    r"(?:\(\d{2,3}\) ?|\+{0,2}(?:\d{2,4}[- ])?\d{2,4}[- ])\d{3,4}[- ]?\d{3,5}",  # (555) 123-4567
    r"(?-i:[A-Z]*)\$",  # US$
    # marks
    r"-[lr][rsc]b-",  # a bracket, spelled out by hand
    r"[<>]?[:;=][-o*']?(?-i:[()DdPpO\\{@|\[\]])(?![a-z0-9])",  # :-)
    r"(?-i:[-^x=~<>']_[-^x=~<>']|\([-^x=~<>'][-_.]?[-^x=~<>']\))",  # ^_^
    r"[!?]+|-+|\.{3,5}|\\\*|\*+|_+|@+|\#+|<<|>>|''|[`\u2018-\u201f\u2039\u203a«»\u0091-\u0094]{1,2}",
    r"[⁺⁻]?[⁰¹²³⁴-⁹]+|[₊₋]?[₀-₉]+",
    f"[{_MARKS}]",
)

_SPELLED = {
    "[": "-lsb-", "]": "-rsb-", "{": "-lcb-", "}": "-rcb-",
    "£": "#", "€": "$", "₠": "$", "¤": "$", "¢": "cents", "¼": "1/4", "½": "1/2", "¾": "3/4", "⅓": "1/3", "⅔": "2/3",
    "---": "--", "----": "--", "–": "--", "—": "--", "―": "--", "…": "...", "....": "...", ".....": "...",
    "&lt;": "<", "&gt;": ">", "&quot;": "''", "&apos;": "'", "&nbsp;": "", "&mdash;": "--", "&ndash;": "--",
    "n’t": "n't", "n&apos;t": "n't", "n‘t": "n`t", "n‛t": "n`t",
    **{f"{mark}{ending}": f"'{ending}" for mark in ("’", "\u0092", "&apos;") for ending in "s m d re ve ll".split()},
    "cannot": "can not", "gonna": "gon na", "gotta": "got ta", "wanna": "wan na", "gimme": "gim me", "lemme": "lem me",
}  # fmt: skip
_AS_TYPED = re.compile("&(?:apos|quot);")  # in capitals they are not spelled out
_QUOTES = {"`": "‘‛‹\u0091", "'": "’›\u0092", "``": "“«\u0093", "''": '"”»\u0094'}
_SPELLED_QUOTES = {ord(quote): spelled for spelled, quotes in _QUOTES.items() for quote in quotes}

# What pycocoevalcap drops. It also names the brackets, in capitals: those never come, and the brackets stay.
DROPPED = frozenset("'' ' `` ` . ? ! , : - -- ... ;".split())


@cache
def _rules() -> tuple[re.Pattern[str], ...]:
    def filled(rule: str) -> str:
        return re.sub(r"\{([a-z ]+)\}", lambda piece: f"(?:{filled(_PIECES[piece[1]])})", rule)

    return tuple(re.compile(filled(rule), re.IGNORECASE) for rule in _RULES)


def tokenize_coco(text: str) -> tuple[str, ...]:
    """Words in lower case, nearly as pycocoevalcap cuts them. Full stops, commas, quotes and dashes are left out.

    >>> tokenize_coco("A man's dog (a big one) doesn't sit, well...")
    ('a', 'man', "'s", 'dog', '-lrb-', 'a', 'big', 'one', '-rrb-', 'does', "n't", 'sit', 'well')
    """
    tokens, place = [], 0
    while place < len(text):
        matches = [match for rule in _rules() if (match := rule.match(text, place))]
        if matches:
            farthest = max(matches, key=lambda match: match.end())
            token = farthest.lastindex or 0
            tokens.append(_spelled(farthest[token]))
            place = farthest.end(token)
        else:
            place += 1
    return tuple(" ".join(token for token in tokens if token not in DROPPED).split())


def _spelled(token: str) -> str:
    small = token.lower()
    if small in _SPELLED and (not _AS_TYPED.search(small) or _AS_TYPED.search(token)):
        return _SPELLED[small]
    if not any(map(str.isalnum, small)):
        small = small.translate(_SPELLED_QUOTES)
    small = small.replace("\u00ad", "")
    if small.endswith(">") or "/" in small or "@" in small:  # a tag, an address
        return small
    return small.replace("&amp;", "&").replace("(", "-lrb-").replace(")", "-rrb-")
