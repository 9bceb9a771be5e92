"""The line of code that gives a number in the tool itself.

Packages are called from Python and scripts from the shell. If a tool cannot make a choice, the line calls mtexplain.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from shlex import quote

from mtexplain.display.parts import Table, Words, columns
from mtexplain.display.trace import Step
from mtexplain.metrics.bleu import Bleu
from mtexplain.metrics.bleu.by_rules import BleuScore
from mtexplain.rules import PAPER, RULES, BleuRules

Line = Callable[[list[str], BleuScore, Sequence[str] | None], str]
"""A function that writes a tool's call from options, a score and typed sentences; "" if it cannot."""
Choices = Mapping[str, str | Mapping[Hashable, str]]
"""A tool's options for the choices it can make, each a pattern for any value or an option for each known value."""
_SILENT = ("name", "tool", "form", "zero_form", "scale")
"""The fields that describe a tool, and are not set in a call."""
_WHY = (
    "Each line computes one of these numbers, in the tool itself where possible. For a text, `candidates` and "
    "`references` are grouped by segment."
)


def step(rows: Sequence[tuple[str, BleuRules, BleuScore]], typed: Sequence[str] | None) -> Step:
    """Return the last step, which lists the line of code for each score, under its name."""
    cells = tuple((name, score.printed, code(call(rules, score, typed))) for name, rules, score in rows)
    table = Table("", columns(rules="rules", printed="prints", code="with this line"), cells, names=3)
    return Step("calls", "Do it yourself", f"{len(rows)} numbers", "a line of code each", _WHY, "the tools", (table,))


def code(line: str) -> Words:
    """Return a line of code as words."""
    return Words(tuple(line.split(" ")))


def call(rules: BleuRules, score: BleuScore, typed: Sequence[str] | None = None) -> str:
    """Return the line of code that gives this score, for a sentence as typed or for `candidates` and `references`."""
    base = RULES.get(rules.name, PAPER)
    changed = {name: value for name, value in rules.choices_unlike(base).items() if name not in _SILENT}
    line, choices = _LINES.get(base.name, (None, {}))
    options = _options(choices, changed)
    theirs = "" if line is None or options is None else line(options, score, typed)
    return theirs or _ours(rules, base, changed, typed)


def _options(choices: Choices, changed: Mapping[str, Hashable]) -> list[str] | None:
    """Return the options that make these choices in a call; None if the tool cannot make them all."""
    options = []
    for name, value in changed.items():
        known = choices.get(name, {})
        if not isinstance(known, str) and value not in known:
            return None
        options.append(known.format(_literal(value)) if isinstance(known, str) else known[value])
    return [option for option in options if option]


def _ours(rules: BleuRules, base: BleuRules, changed: Mapping[str, Hashable], typed: Sequence[str] | None) -> str:
    known = {name for name in changed if name not in ("totals", "zero_when")}
    chosen = [f"rules={base.name!r}"] * (base is not PAPER)
    chosen += [f"{name}={_literal(value)}" for name, value in changed.items() if name in known]
    if known != set(changed) or rules.name not in RULES:
        names = "from fractions import Fraction; from mtexplain import BleuRules"
        return f"import mtexplain; {names}; {_corpus_or_one(typed)}, rules={rules!r}).reported"
    return f"import mtexplain; {_corpus_or_one(typed)}{''.join(f', {option}' for option in chosen)}).reported"


def _corpus_or_one(typed: Sequence[str] | None) -> str:
    if typed is None:
        return "mtexplain.corpus_bleu(candidates, references"
    return f"mtexplain.bleu({typed[0]!r}, {list(typed[1:])!r}"


def _literal(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(str(float(weight)) for weight in value)}]"
    if isinstance(value, Fraction):
        return str(float(value))
    return str(getattr(value, "__qualname__", type(value).__name__)) if callable(value) else repr(value)


def _sacrebleu(options: list[str], score: BleuScore, typed: Sequence[str] | None) -> str:
    if score.rules.name == "sacrebleu-sentence" and not any(option.startswith("effective_order") for option in options):
        options = [*options, "effective_order=True"]
    metric = f"import sacrebleu; sacrebleu.BLEU({', '.join(options)})"
    if typed is not None:
        return f"{metric}.corpus_score([{typed[0]!r}], {[[reference] for reference in typed[1:]]!r}).score"
    streams = "[list(stream) for stream in itertools.zip_longest(*references)]"
    return f"import itertools; {metric}.corpus_score(candidates, {streams}).score"


def _nltk(options: list[str], score: BleuScore, typed: Sequence[str] | None) -> str:
    rules, chosen = score.rules, ""
    if "weights" in options:
        chosen += f", weights={_literal(tuple(rules.weight(n) for n in range(1, rules.max_n + 1)))}"
    if "smoothing" in options:
        name = rules.smoothing.removeprefix("nltk-")
        if not name.startswith("method") or rules.smoothing in ("method4", "method5", "method6", "method7"):
            return ""
        if rules.smoothing_value and name in ("method2", "method3"):
            return ""  # these methods take no value in NLTK
        value = float(rules.value)
        numbers = {"method1": f"epsilon={value}", "method6": f"alpha={value}"}.get(name, f"k={value}")
        smooth = f"bleu_score.SmoothingFunction({numbers if rules.smoothing_value else ''}).{name}"
        chosen += f", smoothing_function={smooth}"
    if typed is not None:
        split = [text.split() for text in typed]
        return f"from nltk.translate import bleu_score; bleu_score.sentence_bleu({split[1:]!r}, {split[0]!r}{chosen})"
    references = "[[reference.split() for reference in group] for group in references]"
    candidates = "[candidate.split() for candidate in candidates]"
    return f"from nltk.translate import bleu_score; bleu_score.corpus_bleu({references}, {candidates}{chosen})"


def _coco(options: list[str], score: BleuScore, typed: Sequence[str] | None) -> str:
    if not isinstance(score, Bleu):
        return ""
    n = score.rules.max_n
    texts = [" ".join(words) for words in (score.candidate, *score.references)]
    pair = f"{{0: {texts[1:]!r}}}, {{0: [{texts[0]!r}]}}"
    return f"from pycocoevalcap.bleu.bleu import Bleu; Bleu({n}).compute_score({pair}, verbose=0)[0][{n - 1}]"


def _multi_bleu(options: list[str], score: BleuScore, typed: Sequence[str] | None) -> str:
    if any("\n" in text for text in typed or ()):
        return ""
    script = " ".join(("perl multi-bleu.perl", *options))
    if typed is None:
        return f"{script} ref < candidates.txt"
    lines = [f"printf '%s\\n' {quote(text)}" for text in typed]
    files = "; ".join(f"{line} > ref{index}" for index, line in enumerate(lines[1:]))
    return f"rm -f ref ref[0-9]*; {files}; {lines[0]} | {script} ref"


def _mteval(script: str, options: list[str], score: BleuScore, typed: Sequence[str] | None) -> str:
    return " ".join((f"perl {script} -b", *options, "-s src.sgm -r ref.sgm -t tst.sgm"))


def _evaluate(options: list[str], score: BleuScore, typed: Sequence[str] | None) -> str:
    texts = ["candidates", "references=references"]
    if typed is not None:
        texts = [f"[{typed[0]!r}]", f"references=[{list(typed[1:])!r}]"]
    arguments = ", ".join((*texts, *options))
    return f'import evaluate; evaluate.load("bleu").compute(predictions={arguments})["bleu"]'


def _torchmetrics(options: list[str], score: BleuScore, typed: Sequence[str] | None) -> str:
    texts = ["candidates", "references"] if typed is None else [f"[{typed[0]!r}]", f"[{list(typed[1:])!r}]"]
    return f"from torchmetrics.functional.text import bleu_score; bleu_score({', '.join((*texts, *options))})"


_BY_SACREBLEU: Choices = {
    "tokenize": {
        "whitespace": "tokenize='none'",
        **{name: f"tokenize={name!r}" for name in ("13a", "intl", "zh", "char")},
    },
    "lowercase": {True: "lowercase=True", False: "lowercase=False"},
    "max_n": "max_ngram_order={}",
    "smoothing": {name: f"smooth_method={name!r}" for name in ("none", "floor", "add-k")},
    "smoothing_value": "smooth_value={}",
    "missing": {"zero": "effective_order=False", "left out": "effective_order=True"},
}
_BY_NLTK: Choices = {"max_n": "weights", "weights": "weights", "smoothing": "smoothing", "smoothing_value": "value"}
"""NLTK's options combine several choices, so they are only named here, and written by `_nltk`."""
_LINES: Mapping[str, tuple[Line | None, Choices]] = {
    "sacrebleu": (_sacrebleu, _BY_SACREBLEU),
    "sacrebleu-sentence": (_sacrebleu, _BY_SACREBLEU),
    "nltk": (_nltk, _BY_NLTK),
    "coco": (_coco, {"max_n": "", "tokenize": ""}),
    "multi-bleu": (_multi_bleu, {"lowercase": {"ascii": "-lc"}}),
    "mteval-v13a": (partial(_mteval, "mteval-v13a.pl"), {"lowercase": {False: "-c"}}),
    "mteval-v11b": (partial(_mteval, "mteval-v11b.pl"), {"lowercase": {False: "-c"}}),
    "evaluate": (_evaluate, {"max_n": "max_order={}", "smoothing": {"add-k-all": "smooth=True"}}),
    "torchmetrics": (
        _torchmetrics,
        {"max_n": "n_gram={}", "smoothing": {"add-k": "smooth=True"}, "weights": "weights={}"},
    ),
}
"""The function that writes a tool's call, and the tool's options, by the name of its rules."""
