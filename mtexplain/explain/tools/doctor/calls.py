"""The line of code that scores this text correctly in each tool."""

import re
from typing import NamedTuple

from mtexplain.explain.tools.doctor.lists import in_lists
from mtexplain.explain.tools.doctor.nesting import Passed, are_words, depths, is_list, leaves, strings
from mtexplain.explain.tools.doctor.shapes import Shape

_LINES = {
    "sacreBLEU": "import sacrebleu; sacrebleu.corpus_bleu({c}, {s}).score",
    "NLTK": "from nltk.translate import bleu_score; bleu_score.corpus_bleu({cut}, {words})",
    "evaluate": 'import evaluate; evaluate.load("bleu").compute(predictions={c}, references={g})["bleu"]',
    "torchmetrics": "from torchmetrics.functional.text import bleu_score; bleu_score({c}, {g})",
    "mtexplain": "import mtexplain; mtexplain.corpus_bleu({c}, {g}).score",
}
_CUT = {
    "[candidates]": "[candidates.split()]",
    "[references]": "[[reference.split() for reference in references]]",
    "[[reference] for reference in references]": "[[reference.split()] for reference in references]",
}
"""Shorter code that splits the strings of these expressions into words."""
_LEFT = "[[reference for reference in group if reference is not None] for group in zip(*references)]"


def as_it_is(tool: str, is_one: bool) -> str:
    """Return the line that scores the unchanged input, for a tool that reads it correctly.

    >>> as_it_is("mtexplain", is_one=True)
    'import mtexplain; mtexplain.bleu(candidates, references).score'
    """
    line = _LINES[tool].format(c="candidates", g="references", s="references", cut="references", words="candidates")
    return line.replace("corpus_bleu", "bleu") if is_one and tool == "mtexplain" else line


class Plainly(NamedTuple):
    """Python expressions for the candidates, the references by segment, and the references as streams."""

    candidates: str
    groups: str
    streams: str


MENDED = Plainly("checkup.candidates", "checkup.references", "list(zip(*checkup.references))")
IN_FILES = Plainly("candidates", "list(zip(*references))", "references")
"""The expressions for the lines of files, with a list for each file, as `READ` reads them."""
READ = (
    r'candidates, *references = [[line.rstrip("\n") for line in open(name, encoding="utf-8", newline="\n")] '
    "for name in ({})]"
)
"""The line of code that reads the named files."""
FIRST = "import mtexplain; checkup = mtexplain.diagnose(candidates, references); "
"""The code before a line that uses the mended text."""
FIRST_OF_FILES = (
    "from mtexplain.explain.tools.doctor.checkup import diagnose_lines; "
    "checkup = diagnose_lines(candidates, references); "
)
"""The code before a line that uses the mended text, for the lines of files."""


def calls(expressions: Plainly) -> dict[str, str]:
    """Return a line of code for each tool.

    >>> calls(Plainly("candidates", "references", "list(zip(*references))"))["sacreBLEU"]
    'import sacrebleu; sacrebleu.corpus_bleu(candidates, list(zip(*references))).score'
    """
    texts, groups, streams = expressions
    cut = _CUT.get(groups, f"[[reference.split() for reference in group] for group in {groups}]")
    split = _CUT.get(texts, f"[candidate.split() for candidate in {texts}]")
    lines = {tool: line.format(c=texts, g=groups, s=streams, words=split, cut=cut) for tool, line in _LINES.items()}
    return lines | ({"sacreBLEU": f"import itertools; {lines['sacreBLEU']}"} if "itertools." in streams else {})


def mending(is_even: bool, from_files: bool = False) -> dict[str, str]:
    """Return a line for each tool that uses the mended text of a checkup.

    `is_even` is true if all segments have the same number of references.
    """
    uneven = MENDED._replace(streams="list(itertools.zip_longest(*checkup.references))")
    lines = calls(MENDED if is_even else uneven)
    if from_files:
        return {tool: FIRST_OF_FILES + line for tool, line in lines.items()}
    return {tool: FIRST + line.removeprefix("import mtexplain; ") for tool, line in lines.items()}


def written(shape: Shape, passed: tuple[Passed, Passed], is_even: bool) -> Plainly | None:
    """Write the text in terms of the passed `candidates` and `references`; None if that would be long."""
    names = in_lists("candidates", passed[0]), in_lists("references", passed[1])
    expressions = _written(shape, passed, is_even)
    return (
        None
        if expressions is None or None in names
        else Plainly(*(_renamed(expression, names) for expression in expressions))
    )


def _renamed(line: str, names: tuple[str | None, str | None]) -> str:
    """Return a line in which arguments that are not lists are turned into lists."""
    for name, new in zip(("candidates", "references"), names, strict=True):
        line = re.sub(rf"\b{name}\b", new or name, line)
    return line


def _written(shape: Shape, passed: tuple[Passed, Passed], is_even: bool) -> Plainly | None:
    """Return the expressions for `written`, as if the arguments were lists."""
    gaps = any(leaf is None for leaf, _ in leaves(passed[1]))
    if not shape.marks <= {"flat", "sentence", "tokens"} or (gaps and shape.name != "transposed"):
        return None
    match shape.name:
        case "grouped":
            streams = "list(zip(*references))" if is_even else "list(itertools.zip_longest(*references))"
            return Plainly("candidates", "references", streams)
        case "transposed" if all(map(is_list, passed[1])) and len({len(row) for row in passed[1]}) == 1:
            return Plainly("candidates", _LEFT if gaps else "list(zip(*references))", "references")
        case "flat" if len(shape.candidates) == 1:
            return Plainly("candidates", "[references]", "[[reference] for reference in references]")
        case "flat":
            return Plainly("candidates", "[[reference] for reference in references]", "[references]")
        case "sentence":
            return Plainly("[candidates]", "[references]", "[[reference] for reference in references]")
        case "tokens" if is_even and not shape.layout.is_transposed:
            return _tokens(shape, *passed)
    return None


def _tokens(shape: Shape, candidates: object, references: Passed) -> Plainly | None:
    """Write code that joins tokens into strings, for a sentence and its references or for a whole text."""
    depth, alone = depths(references), "sentence" in shape.marks
    if depths(candidates) != {1 if alone else 2} or not are_words(strings(references)):
        return None
    if alone and depth == {2}:
        return Plainly('[" ".join(candidates)]', '[[" ".join(tokens) for tokens in references]]',
                       '[[" ".join(tokens)] for tokens in references]')  # fmt: skip
    texts = '[" ".join(tokens) for tokens in candidates]'
    if not alone and depth == {3}:
        groups = '[[" ".join(tokens) for tokens in group] for group in references]'
        return Plainly(texts, groups, f"list(zip(*{groups}))")
    if not alone and depth == {2} and [(" ".join(words),) for words in references] == list(shape.groups):
        streams = '[[" ".join(tokens) for tokens in references]]'
        return Plainly(texts, '[[" ".join(tokens)] for tokens in references]', streams)
    return None


def in_tokens(shape: Shape, candidates: object, references: object) -> str:
    """Return NLTK's line for a text that is tokenised already, if `written` can write it."""
    names = in_lists("candidates", candidates), in_lists("references", references)
    if "sentence" in shape.marks:
        line = "from nltk.translate import bleu_score; bleu_score.sentence_bleu(references, candidates)"
        return _renamed(line, names)
    groups = "references" if depths(references) == {3} else "[[reference] for reference in references]"
    return _LINES["NLTK"].format(cut=_renamed(groups, names), words=_renamed("candidates", names))
