"""Imports run one way: every module belongs to a layer, and imports only from its own layer or an earlier layer.

A new module or folder must be placed in the table below. Imports for type checkers alone count like other
imports, except that they may also name packages that may be missing.
"""

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import mtexplain
import mtexplain.metrics.bleu as metric

FOLDER = Path(mtexplain.__file__).parent
FILES = {
    ".".join(path.relative_to(FOLDER).with_suffix("").parts).removesuffix("__init__").rstrip("."): path
    for path in sorted(FOLDER.rglob("*.py"))
}

LAYERS = {
    "leaves": (
        "text.* carried copies counts data exact files invisible inputs automaton packages settings waiting rules.*"
    ),
    "display": "display.*",
    "tracing": "tracing.*",
    "table": "metrics metrics.table",
    "shared": "metrics.shared.*",
    "by_hand": "by_hand.*",
    "metrics": """
        metrics.parts metrics.bleu.* metrics.chrf.* metrics.cider.* metrics.meteor.* metrics.nist.* metrics.perplexity.*
        metrics.rouge.* metrics.ter.*
        """,
    "judging": """
        judging judging.measure judging.correlation judging.pairs judging.kappa judging.rankings
        judging.mistakes scales.*
        models.*
        """,
    "explain": "examples.* explain.* judging.ballot judging.judged significance.*",
    "plots": "plots.*",
    "widgets": "widgets.*",
    "course": "course.*",
    "cli": "cli.* __main__",
}
"""The modules of each layer, from the first layer to the last. `text.*` is the folder text with everything in it."""


def modules(names: str) -> Iterator[str]:
    """The modules of a layer."""
    for name in names.split():
        folder = name.removesuffix(".*")
        yield from (one for one in FILES if one == folder or (folder != name and one.startswith(f"{folder}.")))


LAYER = {module: layer for layer, names in enumerate(LAYERS.values()) for module in modules(names)}
NAMES = list(LAYERS).index("explain")
"""The last layer that `from mtexplain import bleu` may load. A figure may load more, and `__version__` loads nothing.

mtexplain itself imports only the table of metrics. It imports its other names for type checkers alone.
"""
MAY_USE_OTHERS = ("corpus", "plots", "widgets.live")
"""Parts that may import packages from outside the standard library, at the top of a file."""
OTHERS = tuple(f"{part}." for part in MAY_USE_OTHERS)
LAZY = {
    ("", "importlib"),
    ("display.tables", "pandas"),
    ("plots.figure", "IPython"),
    ("__main__", "mtexplain"),
    *(("text.coco_java", name) for name in ("importlib", "shutil", "subprocess")),
    ("text.stemming", "importlib"),
    *(("course.lab", name) for name in ("jupyterlab", "nbformat")),
}
"""The only imports inside functions. Public names are loaded when asked for, pandas is not needed for a score, a figure
needs IPython only if IPython asks for it, modules that run Java take longer to load than everything that a score needs,
and other people's stemmers, like JupyterLab, may be missing."""


def runs(node: ast.AST) -> Iterator[ast.AST]:
    """Every node below this node that runs, which excludes the body of `if TYPE_CHECKING:`."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield from (other, *runs(other))
        else:
            yield from runs(child)


def imported(node: ast.AST) -> list[str]:
    """The full names that a node imports. For `from a import b`, that is a.b, a module or a name in a module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["." * node.level + f"{node.module or ''}.{alias.name}" for alias in node.names]
    return []


def complaints(module: str, source: str) -> list[str]:
    """What is wrong with the imports of a module, given its source."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    inside = {id(child) for function in functions for child in ast.walk(function)}
    running = {id(node) for node in runs(tree)}
    found = []
    for node in ast.walk(tree):
        for name in imported(node):
            first = name.partition(".")[0]
            if name.startswith("."):
                found.append(f"imports {name} by a relative path")
            elif id(node) not in running:  # mtexplain's own names, repeated for type checkers
                found += one_way(module, inner(name)) if module and first == "mtexplain" else []
            elif id(node) in inside:
                if (module, first) not in LAZY:
                    found.append(f"imports {name} inside a function")
            elif first == "mtexplain":
                found += one_way(module, inner(name))
            elif first not in sys.stdlib_module_names and not f"{module}.".startswith(OTHERS):
                found.append(f"imports {first}, which is not in the standard library")
    return found


def inner(name: str) -> str:
    """The name within mtexplain."""
    return name.removeprefix("mtexplain").removeprefix(".")


def one_way(module: str, name: str) -> Iterator[str]:
    target = name if name in LAYER else name.rpartition(".")[0]  # a module, or a name in one
    layer = LAYER.get(target, LAYER["plots"] if name.startswith("plot_") else NAMES)
    if name == "__version__" or (not module and target == "metrics.table"):
        return
    if module and module not in LAYER:
        yield "stands in no layer"
    elif not module or layer > LAYER[module]:
        yield f"imports {name} from a later layer"
        return
    mine, other = module.split("."), target.split(".")
    if (
        mine[0] == other[0] == "metrics"
        and len(mine) > 1
        and len(other) > 1
        and other[1] not in (mine[1], "shared", "table")
    ):
        yield f"imports {name} from another metric"


def test_every_module_stands_in_a_layer() -> None:
    assert set(FILES) - set(LAYER) == {""}, "new: place it in the table"
    gone = [name for names in LAYERS.values() for name in names.split() if not list(modules(name))]
    assert gone == [], "take it out of the table"


@pytest.mark.parametrize("module", FILES)
def test_imports_run_one_way(module: str) -> None:
    assert complaints(module, FILES[module].read_text(encoding="utf-8")) == []


def needed(module: str) -> set[str]:
    """The modules that a module imports, for whatever purpose."""
    nodes = ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8")))
    names = {inner(name) for node in nodes for name in imported(node) if name.startswith("mtexplain.")}
    return {name if name in FILES else name.rpartition(".")[0] for name in names} - {module}


def circle(among: set[str]) -> list[str]:
    """Modules among these that import one another in a circle, or nothing if there is no circle."""
    try:
        TopologicalSorter({module: needed(module) & among for module in among}).prepare()
    except CycleError as error:
        return sorted(set(error.args[1]))
    return []


def test_no_imports_run_in_a_circle() -> None:
    assert circle(set(FILES) - {""}) == []


def test_only_the_file_that_looks_rules_up_imports_meteor_15() -> None:
    folder = "metrics.meteor.meteor15"
    users = {module for module in FILES if module and any(name.startswith(folder) for name in needed(module))}
    assert {module for module in users if not module.startswith(folder)} == {"metrics.meteor.api"}


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("text", "from mtexplain.display import plain", "imports display.plain from a later layer"),
        ("text", "from mtexplain import display", "imports display from a later layer"),
        ("text", "import mtexplain.metrics.bleu.records", "imports metrics.bleu.records from a later layer"),
        ("counts", "from mtexplain import bleu", "imports bleu from a later layer"),
        ("display.graphs", "from mtexplain.metrics.bleu import Bleu", "imports metrics.bleu.Bleu from a later layer"),
        ("metrics.bleu.records", "from mtexplain.examples import get", "imports examples.get from a later layer"),
        ("metrics.bleu.records", "from mtexplain import PAPER", "imports PAPER from a later layer"),
        ("examples", "from mtexplain.cli import main", "imports cli.main from a later layer"),
        ("examples", "from mtexplain import plot_score", "imports plot_score from a later layer"),
        ("", "from mtexplain.rules import PAPER", "imports rules.PAPER from a later layer"),
        (
            "metrics.chrf",
            "from mtexplain.metrics.bleu import records",
            "imports metrics.bleu.records from another metric",
        ),
        (
            "metrics.shared",
            "from mtexplain.metrics.bleu import notes",
            "imports metrics.bleu.notes from a later layer",
        ),
        ("text", "import pandas", "imports pandas, which is not in the standard library"),
        ("widgets.session", "import anywidget", "imports anywidget, which is not in the standard library"),
        ("display.tables", "import pandas", "imports pandas, which is not in the standard library"),
        (
            "text",
            "try:\n    from numpy.linalg import norm\nexcept ImportError:\n    pass",
            "imports numpy, which is not",
        ),
        ("text", "def f():\n    import re", "imports re inside a function"),
        ("text", "class A:\n    def f(self):\n        if self:\n            import re", "imports re inside a function"),
        ("display.html", "def f():\n    import pandas", "imports pandas inside a function"),
        ("mine", "from mtexplain.text import TOKENIZERS", "stands in no layer"),
        ("text", "from . import counts", "imports ..counts by a relative path"),
        ("text", "if TYPE_CHECKING:\n    pass\nelse:\n    import pandas", "imports pandas, which is not"),
        ("text", "if TYPE_CHECKING:\n    from mtexplain import bleu", "imports bleu from a later layer"),
    ],
)
def test_an_import_the_other_way_is_found(
    module: str, source: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LAYER, "metrics.mine", LAYER["metrics.bleu"])
    (found,) = complaints(module, source)
    assert found.startswith(complaint)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("text", "import re\nfrom collections.abc import Sequence"),
        ("rules", "from mtexplain.text import TOKENIZERS"),
        ("display.trace", "from mtexplain.rules import BleuRules"),
        ("metrics.bleu.by_rules", "from mtexplain import __version__, exact"),
        ("metrics.bleu.by_rules", "from mtexplain.metrics.shared import reading"),
        ("examples", "from mtexplain import bleu"),
        ("display.tables", "def f():\n    import pandas"),
        ("text", "if TYPE_CHECKING:\n    import pandas"),
        ("examples", "if TYPE_CHECKING:\n    from mtexplain import bleu"),
        ("", "if TYPE_CHECKING:\n    from mtexplain.explain.edits.edit import Edit"),
        ("text", "def f():\n    if typing.TYPE_CHECKING:\n        import pandas"),
        ("plots", "import matplotlib"),
        ("plots.bars", "import matplotlib"),
        ("widgets.live", "import anywidget"),
    ],
)
def test_an_import_this_way_is_not(module: str, source: str) -> None:
    assert complaints(module, source) == []


def test_no_module_bears_the_name_of_a_public_function_beside_it() -> None:
    """`mtexplain.bleu` would be a function or a module, whichever was loaded last, if both had this name."""
    beside = {module for module in FILES if module and "." not in module}
    functions = {name for name in mtexplain.__all__ if callable(getattr(mtexplain, name))}
    assert "bleu" in functions
    assert not beside & functions
    assert not {f"metrics.bleu.{name}" for name in metric.__all__} & set(FILES)
