"""The commands, their arguments, and the functions that they call."""

import argparse
import shlex
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from mtexplain import (
    PAPER,
    __version__,
    bleu,
    bridge,
    compare,
    compare_corpus,
    corpus_bleu,
    diagnose,
    evaluate_captions,
    parse_report,
    sheets,
    which_rules,
    worksheet,
)
from mtexplain.cli import metrics
from mtexplain.cli.files import write
from mtexplain.cli.given import STDIN, are_files, lines, read, sentences, texts
from mtexplain.cli.metrics import AS_RULES
from mtexplain.cli.parsing import Parser
from mtexplain.cli.views import FORMATS, SHORT
from mtexplain.course.lab import lab, notebooks
from mtexplain.display.paper import Paper
from mtexplain.display.trace import Trace
from mtexplain.explain.practice.exercises.formats import FILES
from mtexplain.explain.practice.exercises.making import MIXED
from mtexplain.explain.practice.exercises.sheets import Choices, Sheets
from mtexplain.explain.practice.exercises.topics import TOPICS
from mtexplain.explain.practice.exercises.worksheet import Worksheet
from mtexplain.explain.tools.doctor.checkup import diagnose_lines
from mtexplain.inputs import InputError
from mtexplain.rules import MISSING, REFERENCE_LENGTHS, RULES, SMOOTHINGS
from mtexplain.settings import fraction_of
from mtexplain.text import TOKENIZERS

_FORMS: dict[str, Callable[[Paper], str]] = {".html": Paper.to_html, ".tex": Paper.to_latex, ".txt": str}
"""The functions that write a paper to a file, by the file's ending."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    whole = Parser("mtexplain", description="Every number in a translation score, with its working.")
    whole.add_argument("--version", action="version", version=f"mtexplain {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)
    whole.set_defaults(commands=commands.choices)

    def added(name: str, run: Callable[[argparse.Namespace], Trace | Paper | str], purpose: str) -> Parser:
        command: Parser = commands.add_parser(name, help=purpose)
        command.set_defaults(run=run)
        return command

    command = added("bleu", _bleu, "BLEU of a sentence or of a text, step by step")
    _texts(command, scores=True)
    _settings(command)

    for metric in metrics.COMMANDS:
        command = commands.add_parser(metric.command, help=metric.purpose)
        _texts(command, metric.of_sentence is not None, metric.reference, scores=True)
        metrics.add(command, metric)

    command = commands.add_parser("perplexity", help="perplexity of the probabilities that a model gave to the tokens")
    metrics.add_probabilities(command)
    _format(command, scores=True)

    command = added("coco", _coco, "image captions by every metric of the COCO evaluation")
    command.add_argument("annotations", metavar="ANNOTATIONS.json", help="COCO's file of references")
    command.add_argument("results", metavar="RESULTS.json", help="captions to score: [{image_id, caption}, ...]")
    command.add_argument("--image", metavar="ID", help="show the working of this image, by --metric (default: CIDEr-D)")
    command.add_argument("--metric", metavar="NAME", help="show the working of this metric (BLEU-1 to BLEU-4, METEOR, "
                         "ROUGE-L or CIDEr-D), for all images or for --image")  # fmt: skip
    command.add_argument("--only-answered", action="store_true", help="leave out images without a caption")
    command.add_argument("--tokenize", default="coco", help="coco, or coco-java for COCO's own program (default: coco)")
    _format(command)

    command = added("compare", _compare, "the same output under the rules of every tool, side by side")
    _texts(command)
    command.add_argument("--rules", metavar="A,B,...", help=f"whose rules: {', '.join(RULES)} (default: all)")

    command = added("bridge", _bridge, "how one tool's number becomes another's, rule by rule")
    command.add_argument("a", help="the rules to start from: paper, sacrebleu, ...")
    command.add_argument("b", help="the rules to end at")
    _texts(command)

    command = added("diagnose", _diagnose, "find what is wrong with a text before you score it, and the code to write")
    _texts(command)
    command.add_argument("-c2", dest="other", metavar="FILE", help="another output, to see where the two first differ")

    command = added("report", _report, "what a tool's printed line says, field by field")
    command.add_argument("line", nargs="?", help="the line, in quotes; without it, what is piped in")
    _format(command)

    command = added("which", _which, "find the rules that print a reported number")
    command.add_argument("reported", help="the number as it was reported, such as 24.0")
    _texts(command)

    command = added("exercises", _exercises, "exercises with fresh numbers, as a sheet for each student and a key")
    command.add_argument("topic", nargs="?", default=MIXED, help=f"{', '.join(TOPICS)} (default: all of them, mixed)")
    command.add_argument("--level", type=int, default=1, help="1, 2 or 3, from a first try to an exam")
    command.add_argument("--count", type=int, default=6, help="how many exercises on a sheet (default: 6)")
    command.add_argument("--students", type=int, default=1, help="how many sheets, each with different numbers")
    command.add_argument("--seed", type=int, default=1, help="a different seed gives different exercises (default: 1)")
    command.add_argument("--choices", action="store_true", help="make an exit quiz with answers A to E to choose from")
    command.add_argument("--key", action="store_true", help="print the key instead of the sheets")
    _to(command, "write the sheets to FILE (.html, .tex or .txt) and the key to a file beside it, or sheets and "
                 "answers together (.json, .xml for Moodle, or .gift)")  # fmt: skip
    _format(command)

    command = added("worksheet", _worksheet, "a page to work out BLEU-2 by hand, and its key")
    command.add_argument("candidate", help="the sentence to score, in quotes")
    command.add_argument("references", nargs="+", metavar="reference", help="a good translation, in quotes")
    command.add_argument("--key", action="store_true", help="print the page filled in")
    _to(command, "write the page to FILE (.html, .tex or .txt), and the key to a file beside it")
    _format(command)

    for name, run, purpose in (
        ("notebooks", _notebooks, "write the notebooks and the lecture to a folder, but never over your edits"),
        ("lab", _lab, "the same, and open them in JupyterLab"),
    ):
        command = added(name, run, purpose)
        command.set_defaults(format="text")
        command.add_argument("folder", nargs="?", default="my_notebooks", help="where to write (default: my_notebooks)")
    command.add_argument("more", nargs="*", metavar="-- OPTION", help="options of JupyterLab come last, as in "
                         "mtexplain lab my_notebooks -- --port 9000")  # fmt: skip
    return whole


def _texts(
    command: argparse.ArgumentParser, sentence: bool = True, reference: str = "a good translation", scores: bool = False
) -> None:
    """Add arguments for a sentence and its references, or for files. The help omits sentences if only files work."""
    help_of = (lambda text: text) if sentence else (lambda text: argparse.SUPPRESS)
    command.add_argument("candidate", nargs="?", help=help_of("the sentence to score, in quotes"))
    command.add_argument("references", nargs="*", metavar="reference", help=help_of(f"{reference}, in quotes"))
    command.add_argument(
        "-c", dest="candidates", metavar="FILE", help="a text with a candidate on each line; - reads what is piped in"
    )
    command.add_argument("-r", dest="reference_files", metavar="FILE", action="append", default=[],
                         help="its references, a reference on each line; repeat -r for more references")  # fmt: skip
    command.set_defaults(other=None)  # only diagnose takes another output
    _format(command, scores)


def _format(command: argparse.ArgumentParser, scores: bool = False) -> None:
    formats = command.add_mutually_exclusive_group()
    formats.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    if scores:
        formats.add_argument("--short", dest="format", action="store_const", const=SHORT, help="a single line with "
                             "the score, a tab, and the metric with its settings")  # fmt: skip


def _to(command: argparse.ArgumentParser, purpose: str) -> None:
    command.add_argument("--to", metavar="FILE", help=purpose)
    command.add_argument("--force", action="store_true", help="with --to: replace files that are there already")


def _settings(command: argparse.ArgumentParser) -> None:
    command.add_argument("--rules", default=PAPER.name, help=f"whose rules: {', '.join(RULES)} (default: paper)")
    command.add_argument("--tokenize", help=f"how texts are cut into words: {', '.join(TOKENIZERS)} {AS_RULES}")
    command.add_argument("--lowercase", action="store_true", default=None, help="lower-case both sides first")
    command.add_argument("--max-n", type=int, help=f"the longest n-gram {AS_RULES}")
    command.add_argument("--reference-length", help=f"{', '.join(REFERENCE_LENGTHS)} {AS_RULES}")
    command.add_argument("--smoothing", help=f"{', '.join(SMOOTHINGS)} {AS_RULES}")
    command.add_argument("--smoothing-value", type=number, help="the number that the smoothing uses")
    command.add_argument("--missing", help=f"the value of an order without n-grams, {', '.join(MISSING)} {AS_RULES}")
    command.add_argument("--weights", nargs="+", type=number,
                         help="a weight for each order, adding up to 1; put this option last")  # fmt: skip


def number(text: str) -> Fraction:
    """Read a typed number, such as 0.25 or 1/4. An error message of argparse contains the name of this function."""
    return fraction_of(text)


def _bleu(given: argparse.Namespace) -> Trace:
    names = ("rules", "tokenize", "lowercase", "max_n", "reference_length", "smoothing", "smoothing_value", "missing",
             "weights")  # fmt: skip
    settings = {name: getattr(given, name) for name in names}
    return corpus_bleu(*lines(given), **settings) if are_files(given) else bleu(*sentences(given), **settings)


def _compare(given: argparse.Namespace) -> Trace:
    rules = None if given.rules is None else [name.strip() for name in given.rules.split(",")]
    return compare_corpus(*lines(given), rules) if are_files(given) else compare(*sentences(given), rules)


def _bridge(given: argparse.Namespace) -> Trace:
    return bridge(given.a, given.b, *texts(given))


def _diagnose(given: argparse.Namespace) -> Trace:
    """Read files as they are, so that anything odd about them is reported instead of causing an error."""
    if not are_files(given):
        return diagnose(*sentences(given))
    candidates, *references = [read(path, "replace") for path in (given.candidates, *given.reference_files)]
    other = None if given.other is None else read(given.other, "replace")
    return diagnose_lines(candidates, references, other)


def _coco(given: argparse.Namespace) -> Trace:
    evaluation = evaluate_captions(given.annotations, given.results, only_answered=given.only_answered,
                                   tokenize=given.tokenize)  # fmt: skip
    if given.image is None:
        return evaluation if given.metric is None else evaluation.whole(given.metric)
    image = next((image for image in evaluation.images if str(image) == given.image), given.image)
    return evaluation.trace(image, given.metric or "CIDEr-D")


def _report(given: argparse.Namespace) -> Trace:
    return parse_report("\n".join(read(STDIN)) if given.line in (None, STDIN) else given.line)


def _which(given: argparse.Namespace) -> Trace:
    candidates, references = texts(given)
    return which_rules(candidates, references, given.reported)


def _exercises(given: argparse.Namespace) -> Paper | str:
    papers = sheets(given.students, given.seed, given.topic, given.level, given.count)
    different = len({sheet.answers for sheet in papers})
    sets = "each with different numbers" if different == len(papers) else f"with {different} different sets of answers"
    contents = "1 sheet" if len(papers) == 1 else f"{len(papers)} sheets, {sets}"
    if given.to and not given.choices and (file := FILES.get(Path(given.to).suffix)):
        return _write(given, {Path(given.to): (file(papers), f"{contents}, with answers and feedback")})
    return _paper(given, papers.choices if given.choices else papers, contents)


def _worksheet(given: argparse.Namespace) -> Paper | str:
    return _paper(given, worksheet(given.candidate, given.references), "1 page")


def _notebooks(given: argparse.Namespace) -> str:
    news = notebooks(given.folder)
    command = f"mtexplain lab {shlex.quote(given.folder or '.')}"
    fresh = "To get a fresh copy of a file, delete or rename your copy, and run this command again."
    return "\n".join([*news, f"The notebooks are in {given.folder}. Open them: {command}", fresh])


def _lab(given: argparse.Namespace) -> str:
    lab(given.folder, given.more)
    return "JupyterLab has stopped."


def _paper(given: argparse.Namespace, paper: Sheets | Choices | Worksheet, contents: str) -> Paper | str:
    """Return the paper or its key, or write both to files and return two lines that say what was written."""
    if given.to is None:
        return paper.key if given.key else paper
    path = Path(given.to)
    if path.suffix not in _FORMS:
        endings = ", ".join([*_FORMS, *(FILES if given.command == "exercises" and not given.choices else ())])
        raise InputError(given.to, f"the ending {path.suffix!r}", f"a name that ends in {endings}")
    form, key = _FORMS[path.suffix], path.with_name(f"{path.stem}_key{path.suffix}")
    return _write(given, {path: (form(paper), contents), key: (form(paper.key), "the key")})


def _write(given: argparse.Namespace, files: dict[Path, tuple[str, str]]) -> str:
    """Write each file, and return a line for each that says what was written."""
    write({file: f"{text}\n" for file, (text, _) in files.items()}, given.force)
    return "\n".join(f"{file}: {contents}" for file, (_, contents) in files.items())
