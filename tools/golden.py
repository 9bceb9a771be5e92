"""Render every view in two checkouts and print the differences, with `python tools/golden.py COMMIT`.

This is for changes that shouldn't affect the views. This file renders both checkouts, each with its own version of the
library. The views are written to a temporary folder, or to the folder that --keep names.
"""

import argparse
import difflib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HERE = "this checkout"
RULES = {
    "BLEU": "paper mteval-v13a mteval-v11b multi-bleu sacrebleu sacrebleu-sentence nltk coco coco-java torchmetrics "
    "evaluate huggingface",
    "ROUGE": "paper rouge-1.5.5 rouge-score coco pycocoevalcap torchmetrics evaluate",
    "METEOR": "paper nltk meteor-1.5 meteor-1.5-de meteor-1.5-fr meteor-1.5-es meteor-1.5-cz coco",
    "CIDEr": "usual paper paper-d authors coco",
    "perplexity": "slp3 nltk",
    "NIST": "paper mteval-v13a mteval-v11b nltk",
    "chrF": "paper sacrebleu",
    "TER": "paper sacrebleu sacrebleu-normalized sacrebleu-asian sacrebleu-no-punct",
}
"""The names of rules to try. A metric's error about a name that it doesn't know is compared too."""
HOSTILE = "<b>x</b>", "$a_b^c$", r"\input{x}", "a\u200bb", "e\u0301", "مرحبا", "=1+1", "x" * 60, "\ud800", "&amp;", "'"
DEGENERATE = (
    ("", ["a"]), ("a", [""]), ("", [""]), ("", ["a", "b c"]), ("a b", ["", "a"]), ("a b", ["a"]), ("a", ["b c d e f"]),
    ("the cat", ["a cat"]), ("a a a a a", ["a"]), ("a b c d", ["a b c d"]), ("a b c", ["a b c d e", "a"]),
    ("x y z x y", ["a b c d"]),
)  # fmt: skip
"""Pairs of candidate and references without n-grams of some order, without words or without matches."""
CORPORA: tuple[tuple[list[str], list[list[str]]], ...] = (
    ([""], [["a"]]), ([""], [[""]]), (["", "a b"], [["a"], [""]]), (["a b c d e", "x"], [["a b c d f"], ["y", ""]]),
    (["a", "b"], [["a"], ["b"]]), (["the the cat", "a dog"], [["the cat sat", "a cat"], ["no match here"]]),
)  # fmt: skip
"""Corpora of such sentences."""
LABELS: tuple[tuple[Any, Any], ...] = (
    ([], []), (["a"], ["a"]), (["a", "b", "a", "b"], ["a", "b", "b", "b"]), (["a", "a"], ["b", "b"]),
    ([1, 2, 3, 3], [1, 3, 3, 2]), ([1, 1, 2, 5], [2, 2, 2, 5]), ([3, 1, 2], [1, 2, 3]),
    ({"A": 4, "B": 2, "C": 2}, {"A": 1, "B": 2, "C": 2}), ([0.5, 0.25, 3], [-1, 1e6, 0]),
)  # fmt: skip
"""The verdicts of two judges."""
MATRICES = (
    ("1 0; 1 1", "1 1; 0 1", "3 0; 0 3"), ("0.1", "0.2", "5"), ("1 1; 2 0", "1 1; 1 1", "3 0; 0 3"),
    ("900 0; 0 1", "900 1; 0 2", "1; 2"), ("1 2 3; 0 0 0; -1 1/2 4", "1 0 0; 0 1 0; 0 0 1", "1 2; 3 4; 5 6"),
)  # fmt: skip
"""Queries, keys and values."""
LINES = 40
"""The greatest number of different lines that are shown for a file."""


def views(trace: Any) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield every view of a trace, by the extension of its file."""
    yield "txt", lambda: str(trace)
    yield "html", lambda: str(trace._repr_html_())
    yield "tex", lambda: str(trace.to_latex())
    if hasattr(trace, "to_dict"):  # an edit has no to_dict
        yield "json", lambda: json.dumps(trace.to_dict(), indent=1, ensure_ascii=False, default=str)
    yield "csv", lambda: str(trace.to_frame().to_csv())
    yield "moments", lambda: "\n".join(map(repr, trace.moments()))
    yield "repr", lambda: repr(trace)


def write(folder: Path, name: str, make: Callable[[], Any]) -> None:
    """Write each view of a trace to a file, or the message if there is an error."""
    from mtexplain import InputError

    try:
        trace = make()
    except (InputError, TypeError) as error:  # some metrics have no rules
        save(folder / f"{name}.error", f"{type(error).__name__}: {error}")
        return
    for ending, view in views(trace):
        try:
            shown = view()
        except Exception as error:  # an error in a view must be seen, too
            shown = f"{type(error).__name__}: {error}"
        save(folder / f"{name}.{ending}", shown)


def save(file: Path, text: str) -> None:
    """Write a text to a file, and escape characters that can't be written as UTF-8."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8", "backslashreplace")


def render(folder: Path) -> None:
    """Write everything that is compared, with a folder for each kind."""
    for one in (render_examples, render_mistakes, render_odd_texts, render_panels, render_judging, render_models):
        one(folder)


def render_examples(folder: Path) -> None:
    """Write every worked example under every set of rules, an edit of it, and its frames in the stepper."""
    from mtexplain import examples

    for family, names in RULES.items():
        for name in examples.names(family) if family in examples.FAMILIES else ():
            one = examples.get(name)
            place = folder / family / name
            write(place, "own", one.trace)
            for rules in names.split():
                write(place, rules, one._replace(settings={**one.settings, "rules": rules}).trace)
            if one.is_sentence:
                write(place, "edit", partial(edited, one))
                save(place / "stepper.json", stepped(one.trace()))


def render_mistakes(folder: Path) -> None:
    """Write every mistake's smallest example, and the verdicts of `check_working` on all its numbers and the last."""
    import mtexplain

    for mistake in mtexplain.misconceptions:
        write(folder / "misconceptions", mistake.name, partial(getattr, mistake, "smallest"))
        for ending, text in checked(mistake):
            save(folder / "check_working" / f"{mistake.name}.{ending}", text)


def checked(mistake: Any) -> Iterator[tuple[str, str]]:
    """Yield the verdicts of `check_working` on numbers with a mistake."""
    import mtexplain

    example = mistake.smallest
    claims = {name: str(value) for name, value in example.to_dict()["wrong"].items()}
    score = example.score
    candidate, references = mistake.example.candidate, mistake.example.references
    texts = [listed(one) for one in (candidate, references) if one]
    metric = mistake.subject.metrics[-isinstance(texts[0], list)]
    for ending, some in ("all", claims), ("last", dict(list(claims.items())[-1:])):
        try:
            given = {**mistake.example.settings, **some, "metric": metric}
            found = mtexplain.check_working(*texts, **given)
            yield ending, f"{score!r}\n{some}\n{found}"
        except (mtexplain.InputError, TypeError) as error:
            yield ending, f"{type(error).__name__}: {error}"


def listed(texts: Any) -> Any:
    """Tuples converted to lists."""
    return [listed(text) for text in texts] if isinstance(texts, tuple) else texts


def render_odd_texts(folder: Path) -> None:
    """Write hostile and degenerate sentences and corpora under every set of rules."""
    import mtexplain

    families = {"rouge_l": "ROUGE", "rouge_n": "ROUGE", "rouge_s": "ROUGE", "rouge_w": "ROUGE", "rouge_su": "ROUGE",
                "rouge_l_sum": "ROUGE", "bleu": "BLEU", "meteor": "METEOR", "nist": "NIST", "chrf": "chrF",
                "ter": "TER", "ngram_perplexity": "perplexity"}  # fmt: skip
    for metric, family in families.items():
        sentence, text = getattr(mtexplain, metric), getattr(mtexplain, f"corpus_{metric}", None)
        for number, word in enumerate(HOSTILE):
            texts = f"the {word} cat {word}", [f"the cat {word}"]
            write(folder / "hostile" / metric, str(number), partial(sentence, *texts))
            if text:
                several = [texts[0], "a"], [texts[1], [word]]
                write(folder / "hostile" / metric, f"corpus {number}", partial(text, *several))
        for rules in RULES[family].split():
            for number, one in enumerate(DEGENERATE):
                place = folder / "degenerate" / metric / rules
                write(place, str(number), partial(sentence, *one, rules=rules))
                if text and number < len(CORPORA):
                    write(place, f"corpus {number}", partial(text, *CORPORA[number], rules=rules))


def render_panels(folder: Path) -> None:
    """Write what the panel of each metric shows after each of some 30 edits."""
    import mtexplain

    metrics = "bleu rouge_l rouge_l_sum rouge_n rouge_s rouge_su rouge_w meteor nist ngram_perplexity chrf ter".split()
    for name in metrics:
        panel = mtexplain.what_if(getattr(mtexplain, name), "the the cat on the mat", ["there is a cat on the mat"])
        save(folder / "panel" / f"{name}.json", json.dumps([panel.form, panel.screen], indent=1, default=str))
        panel.opened = ["more", *(step["key"] for step in panel.screen.get("steps", ()) if "key" in step)]
        for number, candidate in enumerate(EDITS):
            panel.candidate = candidate
            if number % 10 == 9:
                panel.references = [*panel.references, "the cat is on the mat"][-3:]
            state = [panel.candidate, panel.references, panel.screen, repr(panel.score), str(panel.edit)]
            save(folder / "panel" / name / f"{number:02}.json", json.dumps(state, indent=1, default=str))


def typed(text: str) -> list[str]:
    """The stages of a text that is typed word by word."""
    words = text.split()
    return [" ".join(words[:end]) for end in range(len(words) + 1)]


EDITS = (
    *typed("there is a cat on the red mat"), *reversed(typed("the cat is on the mat")), "mat the on cat a is there",
    *typed("the the the the the the the the"), "<b>the</b> cat", "the cat is on the mat", "The Cat is on the Mat .",
)  # fmt: skip
"""The candidates that are typed in the panel, in order."""


def render_judging(folder: Path) -> None:
    """Write every measure of the agreement of two judges."""
    import mtexplain

    for number, labels in enumerate(LABELS):
        for name in ("cohen_kappa", "pairwise_accuracy", "kendall_tau_b", "pearson", "spearman"):
            write(folder / "judging" / name, str(number), partial(getattr(mtexplain, name), *labels))
        for weights in ("linear", "quadratic"):
            one = partial(mtexplain.cohen_kappa, *labels, weights=weights, x_name="<i>Ada</i>")
            write(folder / "judging" / f"cohen_kappa {weights}", str(number), one)
    write(folder / "judging", "judged", lambda: mtexplain.judged(mtexplain.rankings_by_marks(["fr-01", "de-17"])))


def render_models(folder: Path) -> None:
    """Write attention and the other models of the course."""
    from mtexplain import models

    for number, matrices in enumerate(MATRICES):
        for causal in (False, True):
            for tokens in (None, ["a", "<b>", "c"][: matrices[0].count(";") + 1]):
                one = partial(models.attention, *matrices, causal=causal, tokens=tokens)
                write(folder / "models" / "attention", f"{number} {causal} {bool(tokens)}", one)
    heads = ["1; 0", "1; 0", "1; 0"], ["0; 1", "1; 1", "2; 0"]
    cat = models.cat_on_the_mat()[0]
    others: dict[str, Callable[[], Any]] = {
        "multi_head": lambda: models.multi_head("1 0; 1 2", list(heads), "1 2; 0 1"),
        "greedy": lambda: models.decode(cat), "beam": lambda: models.decode(cat, beam=2, alpha="1/2"),
        "dot_products": lambda: models.dot_products(4), "layer_costs": lambda: models.layer_costs(9, 4, r=3),
        "positions": lambda: models.positions(4, 4), "pixels": lambda: models.pixels(1, 2, 8),
        "matrices": lambda: models.matrices("layernorm(x) @ W.T", x=[[1, 2, 4], [3, 3, 3]], W="h x 3"),
        "local_attention": lambda: models.local_attention(3, 4, query=(2, 2), memory=(1, 1)),
        "fine_tuning": lambda: models.fine_tuning([(["1/2", 0.1], "1/4"), ([], None)]),
        "task_input": lambda: models.task_input("similarity", "a cat", "a dog"),
    }  # fmt: skip
    for name, make in others.items():
        write(folder / "models", name, make)


def stepped(trace: Any) -> str:
    """All frames of the stepper, in JSON."""
    from mtexplain.widgets.stepping import story

    return json.dumps(story(trace), indent=1, ensure_ascii=False, default=str)


def edited(example: Any) -> Any:
    """The effect of leaving out the last word."""
    import mtexplain

    trace = example.trace()
    return mtexplain.explain_edit(trace, trace.with_candidate(trace.candidate[:-1]))


def differences(old: Path, new: Path) -> Iterator[str]:
    """Yield each file that differs, with the lines that differ."""
    found = {
        path.relative_to(folder): None for folder in (old, new) for path in sorted(folder.rglob("*")) if path.is_file()
    }
    for name in found:
        before, after = (read(folder / name) for folder in (old, new))
        if before != after:
            lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))[2:]
            yield "\n".join((f"--- {name}: {len(lines)} lines", *lines[:LINES]))


def read(file: Path) -> str:
    """The content of a file; empty if there is no such file."""
    return file.read_text("utf-8") if file.exists() else ""


def rendered(tree: Path, folder: Path) -> Path:
    """Render the views of a checkout, and return their folder."""
    command = [sys.executable, "-P", __file__, "--render", str(folder)]
    subprocess.run(command, check=True, cwd=tree, env={"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"})
    return folder


def main() -> int:
    """Print the differences. Return 1 if anything differs, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None, allow_abbrev=False)
    parser.add_argument("commit", nargs="?", default="HEAD", help="the checkout to compare with (default: %(default)s)")
    parser.add_argument("--keep", type=Path, help="a folder for the views; the commit's views are reused")
    parser.add_argument("--render", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.render:
        render(given.render)
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder, tree = (given.keep or Path(temporary)).resolve(), Path(temporary) / "tree"
        if not (old := folder / given.commit).exists():  # rendered by an earlier run
            subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, given.commit], cwd=ROOT, check=True)
            try:
                rendered(tree, old)
            finally:
                subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
        with tempfile.TemporaryDirectory(dir=folder) as new:
            found = list(differences(old, rendered(ROOT, Path(new))))
    print(*found, f"{len(found)} files differ." if found else "No view differs.", sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
