"""The line of code that gives a number in the tool itself.

Python for the packages, a shell's line for the scripts. A choice that the tool cannot make has no line there: then the
line is ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from shlex import quote
from typing import Any

from mtexplain.display.parts import Table, Words, columns
from mtexplain.display.trace import Step
from mtexplain.metrics.bleu import Bleu
from mtexplain.metrics.bleu.base import BleuScore
from mtexplain.rules import PAPER, RULES, BleuRules

_SILENT = ("name", "tool", "form", "zero_form", "scale")
"""What belongs to a tool, and is not asked for."""
_WHY = (
    "Every number here can be had from its own tool. For a text, `candidates` and `references` are grouped by segment."
)


def step(rows: Sequence[tuple[str, BleuRules, BleuScore]], typed: Sequence[str] | None) -> Step:
    """The lines of all scores, each under its name, as a last step."""
    cells = tuple((name, score.printed, code(call(rules, score, typed))) for name, rules, score in rows)
    table = Table("", columns(rules="rules", printed="prints", code="with this line"), cells, names=3)
    return Step("calls", "Do it yourself", f"{len(rows)} numbers", "a line of code each", _WHY, "the tools", (table,))


def code(line: str) -> Words:
    """A line of code, as words."""
    return Words(tuple(line.split(" ")))


def call(rules: BleuRules, score: BleuScore, typed: Sequence[str] | None = None) -> str:
    """The line of code that gives this score: of one sentence as it was typed, or of `candidates`, `references`."""
    base = RULES.get(rules.name, PAPER)
    changed = {
        field.name: getattr(rules, field.name)
        for field in fields(BleuRules)
        if field.name not in _SILENT and getattr(rules, field.name) != getattr(base, field.name)
    }
    line = _LINES.get(base.name)
    return (line and line(changed, score, typed)) or _ours(rules, base, changed, typed)


def _ours(rules: BleuRules, base: BleuRules, changed: Mapping[str, Any], typed: Sequence[str] | None) -> str:
    known = {name for name in changed if name not in ("totals", "zero_when")}
    chosen = [f"rules={base.name!r}"] * (base is not PAPER)
    chosen += [f"{name}={_literal(value)}" for name, value in changed.items() if name in known]
    if known != set(changed) or rules.name not in RULES:
        names = "from fractions import Fraction; from mtexplain import BleuRules"
        return f"import mtexplain; {names}; {_corpus_or_one(typed)}, rules={rules!r}).reported"
    return f"import mtexplain; {_corpus_or_one(typed)}{''.join(f', {one}' for one in chosen)}).reported"


def _corpus_or_one(typed: Sequence[str] | None) -> str:
    if typed is None:
        return "mtexplain.corpus_bleu(candidates, references"
    return f"mtexplain.bleu({typed[0]!r}, {list(typed[1:])!r}"


def _literal(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(str(float(one)) for one in value)}]"
    if isinstance(value, Fraction):
        return str(float(value))
    return str(getattr(value, "__qualname__", type(value).__name__)) if callable(value) else repr(value)


def _sacrebleu(changed: Mapping[str, Any], score: BleuScore, typed: Sequence[str] | None) -> str:
    options = []
    for name, value in changed.items():
        match name, value:
            case "tokenize", "whitespace" | "13a" | "intl" | "zh" | "char":
                options.append(f"tokenize={'none' if value == 'whitespace' else value!r}".replace("=none", "='none'"))
            case "lowercase", bool():
                options.append(f"lowercase={value}")
            case "max_n", _:
                options.append(f"max_ngram_order={value}")
            case "smoothing", "none" | "floor" | "add-k":
                options.append(f"smooth_method={value!r}")
            case "smoothing_value", _:
                options.append(f"smooth_value={float(value)}")
            case "missing", "zero" | "left out":
                options.append(f"effective_order={value == 'left out'}")
            case _:
                return ""
    if score.rules.name == "sacrebleu-sentence" and "missing" not in changed:
        options.append("effective_order=True")
    metric = f"import sacrebleu; sacrebleu.BLEU({', '.join(options)})"
    if typed is not None:
        return f"{metric}.corpus_score([{typed[0]!r}], {[[one] for one in typed[1:]]!r}).score"
    streams = "[list(one) for one in itertools.zip_longest(*references)]"
    return f"import itertools; {metric}.corpus_score(candidates, {streams}).score"


def _nltk(changed: Mapping[str, Any], score: BleuScore, typed: Sequence[str] | None) -> str:
    rules, options = score.rules, ""
    if not set(changed) <= {"smoothing", "smoothing_value", "max_n", "weights"}:
        return ""
    if {"max_n", "weights"} & set(changed):
        options += f", weights={_literal(tuple(rules.weight(n) for n in range(1, rules.max_n + 1)))}"
    if "smoothing" in changed:
        name = rules.smoothing.removeprefix("nltk-")
        if not name.startswith("method") or rules.smoothing in ("method4", "method5", "method6", "method7"):
            return ""
        if rules.smoothing_value and name in ("method2", "method3"):
            return ""  # these take no number there
        value = float(rules.value)
        numbers = {"method1": f"epsilon={value}", "method6": f"alpha={value}"}.get(name, f"k={value}")
        smooth = f"bleu_score.SmoothingFunction({numbers if rules.smoothing_value else ''}).{name}"
        options += f", smoothing_function={smooth}"
    if typed is not None:
        split = [one.split() for one in typed]
        return f"from nltk.translate import bleu_score; bleu_score.sentence_bleu({split[1:]!r}, {split[0]!r}{options})"
    references = "[[one.split() for one in group] for group in references]"
    candidates = "[one.split() for one in candidates]"
    return f"from nltk.translate import bleu_score; bleu_score.corpus_bleu({references}, {candidates}{options})"


def _coco(changed: Mapping[str, Any], score: BleuScore, typed: Sequence[str] | None) -> str:
    if not set(changed) <= {"max_n", "tokenize"} or not isinstance(score, Bleu):
        return ""
    n = score.rules.max_n
    texts = [" ".join(words) for words in (score.candidate, *score.references)]
    pair = f"{{0: {texts[1:]!r}}}, {{0: [{texts[0]!r}]}}"
    return f"from pycocoevalcap.bleu.bleu import Bleu; Bleu({n}).compute_score({pair}, verbose=0)[0][{n - 1}]"


def _multi_bleu(changed: Mapping[str, Any], score: BleuScore, typed: Sequence[str] | None) -> str:
    if changed not in ({}, {"lowercase": "ascii"}) or any("\n" in one for one in typed or ()):
        return ""
    option = " -lc" if changed else ""
    if typed is None:
        return f"perl multi-bleu.perl{option} ref < candidates.txt"
    lines = [f"printf '%s\\n' {quote(one)}" for one in typed]
    files = "; ".join(f"{line} > ref{place}" for place, line in enumerate(lines[1:]))
    return f"rm -f ref ref[0-9]*; {files}; {lines[0]} | perl multi-bleu.perl{option} ref"


def _mteval(script: str) -> Any:
    def line(changed: Mapping[str, Any], score: BleuScore, typed: Sequence[str] | None) -> str:
        if changed not in ({}, {"lowercase": False}):
            return ""
        return f"perl {script} -b{' -c' if changed else ''} -s src.sgm -r ref.sgm -t tst.sgm"

    return line


def _evaluate(changed: Mapping[str, Any], score: BleuScore, typed: Sequence[str] | None) -> str:
    options = f", max_order={changed['max_n']}" if "max_n" in changed else ""
    options += ", smooth=True" if changed.get("smoothing") == "add-k-all" else ""
    if not set(changed) <= {"max_n", "smoothing"} or changed.get("smoothing", "add-k-all") != "add-k-all":
        return ""
    texts = (
        "candidates, references=references" if typed is None else f"[{typed[0]!r}], references=[{list(typed[1:])!r}]"
    )
    return f'import evaluate; evaluate.load("bleu").compute(predictions={texts}{options})["bleu"]'


def _torchmetrics(changed: Mapping[str, Any], score: BleuScore, typed: Sequence[str] | None) -> str:
    options = f", n_gram={changed['max_n']}" if "max_n" in changed else ""
    options += ", smooth=True" if changed.get("smoothing") == "add-k" else ""
    options += f", weights={_literal(changed['weights'])}" if "weights" in changed else ""
    if not set(changed) <= {"max_n", "smoothing", "weights"} or changed.get("smoothing", "add-k") != "add-k":
        return ""
    texts = "candidates, references" if typed is None else f"[{typed[0]!r}], [{list(typed[1:])!r}]"
    return f"from torchmetrics.functional.text import bleu_score; bleu_score({texts}{options})"


_LINES: Mapping[str, Any] = {
    "sacrebleu": _sacrebleu,
    "sacrebleu-sentence": _sacrebleu,
    "nltk": _nltk,
    "coco": _coco,
    "multi-bleu": _multi_bleu,
    "mteval-v13a": _mteval("mteval-v13a.pl"),
    "mteval-v11b": _mteval("mteval-v11b.pl"),
    "evaluate": _evaluate,
    "torchmetrics": _torchmetrics,
}
