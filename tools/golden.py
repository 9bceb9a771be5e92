"""What every view shows, from two checkouts, and where they part: `python tools/golden.py COMMIT`.

For changes that should leave the views as they are. Both are rendered by this very file, each with the library of its
own checkout; what it writes goes to a folder that is deleted, or to the one that --keep names.
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
}
"""Names to try; what a metric says of a name that it does not know is compared too."""
HOSTILE = "<b>x</b>", "$a_b^c$", r"\input{x}", "a\u200bb", "e\u0301", "مرحبا", "=1+1", "x" * 60, "\ud800", "&amp;", "'"
SMALL = ("", ["a"]), ("a", [""]), ("a b", ["a"]), ("a", ["b c d e f"]), ("the cat", ["a cat"])
"""Texts that lack n-grams of some order, or any word."""
LINES = 40
"""So many lines of what differs in a file are shown."""


def views(trace: Any) -> Iterator[tuple[str, Callable[[], str]]]:
    """Every view of a trace, by the ending of its file."""
    yield "txt", lambda: str(trace)
    yield "html", lambda: str(trace._repr_html_())
    yield "tex", lambda: str(trace.to_latex())
    if hasattr(trace, "to_dict"):  # an edit has none
        yield "json", lambda: json.dumps(trace.to_dict(), indent=1, ensure_ascii=False, default=str)
    yield "csv", lambda: str(trace.to_frame().to_csv())
    yield "moments", lambda: "\n".join(map(repr, trace.moments()))
    yield "repr", lambda: repr(trace)


def write(folder: Path, name: str, make: Callable[[], Any]) -> None:
    """All views of what is made, a file each; where there is an error, its message."""
    from mtexplain import InputError

    try:
        trace = make()
    except (InputError, TypeError) as error:  # some metrics have no rules
        save(folder / f"{name}.error", f"{type(error).__name__}: {error}")
        return
    for ending, view in views(trace):
        save(folder / f"{name}.{ending}", view())


def save(file: Path, text: str) -> None:
    """What can't be written as UTF-8 is escaped."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8", "backslashreplace")


def render(folder: Path) -> None:
    """Every worked example by every set of rules, an edit of it, misconceptions, hostile and small texts, the panel."""
    import mtexplain
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
    for mistake in mtexplain.misconceptions:
        write(folder / "misconceptions", mistake.name, partial(getattr, mistake, "smallest"))
    for metric in ("bleu", "rouge_l", "rouge_n", "rouge_s", "rouge_w", "meteor", "nist", "ngram_perplexity", "chrf"):
        score = getattr(mtexplain, metric, None)
        if not score:
            continue
        for number, word in enumerate(HOSTILE):
            texts = f"the {word} cat {word}", [f"the cat {word}"]
            write(folder / "hostile" / metric, str(number), partial(score, *texts))
        for number, small in enumerate(SMALL):
            write(folder / "small" / metric, str(number), partial(score, *small))
        panel = mtexplain.what_if(score, "the the cat on the mat", ["there is a cat on the mat"])
        save(folder / "panel" / f"{metric}.json", json.dumps([panel.form, panel.screen], indent=1, default=str))


def edited(example: Any) -> Any:
    """What leaving out the last word does."""
    import mtexplain

    trace = example.trace()
    return mtexplain.explain_edit(trace, trace.with_candidate(trace.candidate[:-1]))


def differences(old: Path, new: Path) -> Iterator[str]:
    """Each file that differs, with its lines."""
    found = {
        path.relative_to(folder): None for folder in (old, new) for path in sorted(folder.rglob("*")) if path.is_file()
    }
    for name in found:
        before, after = (read(folder / name) for folder in (old, new))
        if before != after:
            lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))[2:]
            yield "\n".join((f"--- {name}: {len(lines)} lines", *lines[:LINES]))


def read(file: Path) -> str:
    """What it holds; nothing where it is not there."""
    return file.read_text("utf-8") if file.exists() else ""


def rendered(tree: Path, folder: Path) -> Path:
    """The views of one checkout."""
    command = [sys.executable, "-P", __file__, "--render", str(folder)]
    subprocess.run(command, check=True, cwd=tree, env={"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"})
    return folder


def main() -> int:
    """Whether anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None, allow_abbrev=False)
    parser.add_argument("commit", nargs="?", default="HEAD", help="the checkout to compare with (default: %(default)s)")
    parser.add_argument("--keep", type=Path, help="a folder for the views; those of the commit are used again")
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
