"""Imports run one way: every module stands in a layer, and imports only from its own or an earlier one.

A new module must be placed in the table below. What is imported for type checkers alone does not count.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mtexplain
import mtexplain.metrics.bleu as metric

LAYERS = {
    "leaves": """
        text text.characters text.chinese text.coco text.coco_java text.international text.mteval text.porter
        text.whitespace
        counts exact unseen inputs settings rules rules.choices rules.force rules.reading rules.tools
        """,
    "display": """
        display display.bars display.crossings display.drawings display.formula display.frame display.html
        display.latex display.markup display.moments display.page display.pairs display.paper display.parts
        display.plain display.score display.spreadsheet display.svg display.tabulated display.tex display.trace
        display.words
        """,
    "metrics": """
        metrics metrics.shared metrics.shared.occurrences metrics.shared.orders metrics.shared.reading
        metrics.shared.record metrics.shared.signature metrics.shared.texts
        metrics.bleu metrics.bleu.base metrics.bleu.chen_cherry metrics.bleu.corpus metrics.bleu.factors
        metrics.bleu.formulas metrics.bleu.maths metrics.bleu.moments metrics.bleu.nltk_smoothing metrics.bleu.notes
        metrics.bleu.overview metrics.bleu.pictures metrics.bleu.record metrics.bleu.report metrics.bleu.score
        metrics.bleu.segment metrics.bleu.signature metrics.bleu.smoothing metrics.bleu.smoothing_words
        metrics.bleu.steps metrics.bleu.tables metrics.bleu.tool_notes metrics.bleu.variants
        metrics.cider metrics.cider.base metrics.cider.caption metrics.cider.corpus metrics.cider.cosine
        metrics.cider.counting metrics.cider.formulas metrics.cider.frequencies metrics.cider.maths
        metrics.cider.moments metrics.cider.notes metrics.cider.overview metrics.cider.pictures metrics.cider.record
        metrics.cider.rows metrics.cider.rules metrics.cider.score metrics.cider.signature metrics.cider.similarities
        metrics.cider.steps metrics.cider.tables metrics.cider.vectors
        """,
    "explain": """
        examples examples.bleu examples.cider examples.example
        explain explain.answers explain.changes explain.disagreements explain.disagreements.bridge
        explain.disagreements.choices explain.disagreements.calls explain.disagreements.comparison
        explain.disagreements.rows explain.disagreements.search explain.disagreements.sides
        explain.disagreements.side_by_side
        explain.doctor explain.doctor.alike explain.doctor.calls explain.doctor.checkup
        explain.doctor.diagnosing explain.doctor.differences explain.doctor.findings explain.doctor.layouts
        explain.doctor.lines explain.doctor.marks explain.doctor.mending explain.doctor.nesting
        explain.doctor.overview explain.doctor.readings explain.doctor.scores explain.doctor.shapes
        explain.doctor.shifts explain.doctor.sides explain.doctor.steps explain.doctor.telling
        explain.doctor.tools explain.doctor.unlisted
        explain.checking explain.disagreements.stages explain.disagreements.which explain.edits explain.exercises
        explain.exercises.exercise explain.exercises.making explain.exercises.sentences explain.exercises.sheets
        explain.exercises.topics explain.fix
        explain.gallery explain.ledger explain.metric explain.misconceptions explain.misconceptions.bleu
        explain.misconceptions.bleu.clipping explain.misconceptions.bleu.combinations
        explain.misconceptions.bleu.logarithms explain.misconceptions.bleu.match_lengths
        explain.misconceptions.bleu.method
        explain.misconceptions.bleu.penalties explain.misconceptions.bleu.segments explain.misconceptions.bleu.sheet
        explain.misconceptions.bleu.smoothings explain.misconceptions.bleu.subject
        explain.misconceptions.bleu.totals explain.misconceptions.bleu.words explain.misconceptions.bleu.writings
        explain.misconceptions.catalogue explain.misconceptions.kinds explain.misconceptions.mistake
        explain.misconceptions.numbers explain.misconceptions.recipe explain.missions explain.nearest explain.omissions
        explain.reports explain.reports.checks explain.reports.counts explain.reports.forms explain.reports.numbers
        explain.reports.report explain.reports.signatures explain.reports.steps explain.reports.unknown
        explain.reports.ways explain.reports.words explain.reveal explain.telling explain.token_edits explain.working
        explain.working.claims explain.working.diagnosis explain.working.expressions explain.working.search
        explain.working.steps explain.zeros
        """,
    "plots": "plots plots.bleu plots.drawing plots.given plots.pairs plots.picture plots.score plots.words",
    "widgets": """
        widgets widgets.assets widgets.controls widgets.demand widgets.exports widgets.history widgets.offers
        widgets.panel widgets.quiz widgets.quiz.attempt widgets.quiz.rounds widgets.quiz.screen widgets.quiz.session
        widgets.quiz.widget widgets.screen widgets.session widgets.start widgets.stepping
        """,
    "cli": "cli cli.arguments cli.files cli.given cli.metrics __main__",
}
LAYER = {module: layer for layer, modules in enumerate(LAYERS.values()) for module in modules.split()}
NAMES = list(LAYERS).index("explain")
"""`from mtexplain import bleu` may load any part up to this layer, a figure more; `__version__` loads nothing."""

MAY_USE_OTHERS = ("corpus", "plots", "widgets.panel", "widgets.quiz.widget", "widgets.stepping")
"""Parts that may import packages from outside the standard library, at the top of a file."""
OTHERS = tuple(f"{part}." for part in MAY_USE_OTHERS)
LAZY = {
    ("", "importlib"),
    ("display.frame", "pandas"),
    ("plots.picture", "IPython"),
    *(("text.coco_java", name) for name in ("importlib", "shutil", "subprocess")),
}
"""The only imports inside a function: public names are loaded when asked for, pandas is not needed to score, only
IPython itself asks a figure to be shown by it, and what runs Java takes longer to load than all that a score needs."""

FOLDER = Path(mtexplain.__file__).parent
FILES = {
    ".".join(path.relative_to(FOLDER).with_suffix("").parts).removesuffix("__init__").rstrip("."): path
    for path in sorted(FOLDER.rglob("*.py"))
}


def runs(node: ast.AST) -> Iterator[ast.AST]:
    """Every node below this one that runs; not the body of `if TYPE_CHECKING:`."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield from (other, *runs(other))
        else:
            yield from runs(child)


def imported(node: ast.AST) -> list[str]:
    """The full names a node imports: of `from a import b` it is a.b, which may be a module or a name in one."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["." * node.level + f"{node.module or ''}.{alias.name}" for alias in node.names]
    return []


def complaints(module: str, source: str) -> list[str]:
    """What is wrong with the imports of a module, given its source."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    inside = {id(child) for function in functions for child in runs(function)}
    found = []
    for node in runs(tree):
        for name in imported(node):
            first = name.partition(".")[0]
            if id(node) in inside:
                if (module, first) not in LAZY:
                    found.append(f"imports {name} inside a function")
            elif name.startswith("."):
                found.append(f"imports {name} by a relative path")
            elif first == "mtexplain":
                found += one_way(module, name.removeprefix("mtexplain").removeprefix("."))
            elif first not in sys.stdlib_module_names and not f"{module}.".startswith(OTHERS):
                found.append(f"imports {first}, which is not in the standard library")
    return found


def one_way(module: str, name: str) -> Iterator[str]:
    target = name if name in LAYER else name.rpartition(".")[0]  # a module, or a name in one
    layer = LAYER.get(target, LAYER["plots"] if name.startswith("plot_") else NAMES)
    if name == "__version__":
        return
    if module and module not in LAYER:
        yield "stands in no layer"
    elif not module or layer > LAYER[module]:
        yield f"imports {name} from a later layer"
    mine, other = module.split("."), target.split(".")
    if mine[0] == other[0] == "metrics" and len(mine) > 1 and len(other) > 1 and other[1] not in (mine[1], "shared"):
        yield f"imports {name} from another metric"


def test_every_module_stands_in_a_layer() -> None:
    assert set(FILES) - set(LAYER) == {""}, "new: place it in the table"
    assert set(LAYER) - set(FILES) == set(), "gone: take it out of the table"


@pytest.mark.parametrize("module", FILES)
def test_imports_run_one_way(module: str) -> None:
    assert complaints(module, FILES[module].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("text", "from mtexplain.display import plain", "imports display.plain from a later layer"),
        ("text", "from mtexplain import display", "imports display from a later layer"),
        ("text", "import mtexplain.metrics.bleu.maths", "imports metrics.bleu.maths from a later layer"),
        ("counts", "from mtexplain import bleu", "imports bleu from a later layer"),
        ("display.svg", "from mtexplain.metrics.bleu import Bleu", "imports metrics.bleu.Bleu from a later layer"),
        ("metrics.bleu.maths", "from mtexplain.examples import get", "imports examples.get from a later layer"),
        ("metrics.bleu.maths", "from mtexplain import PAPER", "imports PAPER from a later layer"),
        ("examples", "from mtexplain.cli import main", "imports cli.main from a later layer"),
        ("examples", "from mtexplain import plot_score", "imports plot_score from a later layer"),
        ("", "from mtexplain.rules import PAPER", "imports rules.PAPER from a later layer"),
        ("metrics.chrf", "from mtexplain.metrics.bleu import maths", "imports metrics.bleu.maths from another metric"),
        (
            "metrics.shared",
            "from mtexplain.metrics.bleu import notes",
            "imports metrics.bleu.notes from another metric",
        ),
        ("text", "import pandas", "imports pandas, which is not in the standard library"),
        ("widgets.session", "import anywidget", "imports anywidget, which is not in the standard library"),
        ("display.frame", "import pandas", "imports pandas, which is not in the standard library"),
        (
            "text",
            "try:\n    from numpy.linalg import norm\nexcept ImportError:\n    pass",
            "imports numpy, which is not",
        ),
        ("text", "def f():\n    import re", "imports re inside a function"),
        ("text", "class A:\n    def f(self):\n        if self:\n            import re", "imports re inside a function"),
        ("display.html", "def f():\n    import pandas", "imports pandas inside a function"),
        ("chrf", "from mtexplain.text import TOKENIZERS", "stands in no layer"),
        ("text", "from . import counts", "imports ..counts by a relative path"),
        ("text", "if TYPE_CHECKING:\n    pass\nelse:\n    import pandas", "imports pandas, which is not"),
    ],
)
def test_an_import_the_other_way_is_found(
    module: str, source: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LAYER, "metrics.chrf", LAYER["metrics"])
    (found,) = complaints(module, source)
    assert found.startswith(complaint)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("text", "import re\nfrom collections.abc import Sequence"),
        ("rules", "from mtexplain.text import TOKENIZERS"),
        ("display.trace", "from mtexplain.rules import Rules"),
        ("metrics.bleu.base", "from mtexplain import __version__, exact"),
        ("metrics.bleu.base", "from mtexplain.metrics.shared import reading"),
        ("examples", "from mtexplain import bleu"),
        ("display.frame", "def f():\n    import pandas"),
        ("text", "if TYPE_CHECKING:\n    import pandas\n    from mtexplain import bleu"),
        ("text", "def f():\n    if typing.TYPE_CHECKING:\n        import pandas"),
        ("plots", "import matplotlib"),
        ("plots.drawing", "import matplotlib"),
        ("widgets.panel", "import anywidget"),
    ],
)
def test_an_import_this_way_is_not(module: str, source: str) -> None:
    assert complaints(module, source) == []


def test_no_module_bears_the_name_of_a_public_function_beside_it() -> None:
    """`mtexplain.bleu` can be the function or a module, whichever was loaded last; so it must not be both."""
    beside = {module for module in FILES if module and "." not in module}
    functions = {name for name in mtexplain.__all__ if callable(getattr(mtexplain, name))}
    assert "bleu" in functions
    assert not beside & functions
    assert not {f"metrics.bleu.{name}" for name in metric.__all__} & set(FILES)
