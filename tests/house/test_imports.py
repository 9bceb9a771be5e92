"""What is loaded when: `import mtexplain` costs next to nothing, and a first trace needs the standard library alone."""

import subprocess
import sys
from pathlib import Path

import pytest

import mtexplain
from mtexplain.packages import EXTRAS, VERSIONS

ROOT = Path(mtexplain.__file__).parent.parent

HEAVY = {"numpy", "pandas", "matplotlib", "IPython", "ipywidgets", "anywidget", "traitlets"}

TABLE = {"mtexplain", "mtexplain.metrics", "mtexplain.metrics.table"}
"""The modules that hold the names. The table of metrics imports nothing."""

SHOWN = """
trace = mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"])
assert "0.4301" in str(trace) and "0.4301" in trace._repr_html_() and "0.4301" in trace.to_html()
"""


def loaded(program: str, *options: str) -> set[str]:
    """The modules that a program loads in a fresh Python, in addition to the modules loaded at its start."""
    lines = f"import sys; before = set(sys.modules)\n{program}\nprint(*sorted(set(sys.modules) - before))"
    command = [sys.executable, *options, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{lines}"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_importing_loads_no_module_that_takes_time() -> None:
    """-S leaves out this environment's packages, because a package might load `typing` or `re` when Python starts."""
    assert loaded("import mtexplain", "-S", "-E") == TABLE


@pytest.mark.parametrize("program", ["import mtexplain", f"import mtexplain{SHOWN}", "from mtexplain import *"])
def test_no_package_is_loaded_to_score_and_to_show(program: str) -> None:
    found = loaded(program)
    assert "mtexplain" in found
    assert not HEAVY & {name.partition(".")[0] for name in found}


def test_a_first_trace_works_without_any_package() -> None:
    found = loaded(f"import mtexplain{SHOWN}", "-S", "-E")
    assert {name.partition(".")[0] for name in found} <= sys.stdlib_module_names | {"mtexplain"}
    assert {"mtexplain.metrics.bleu", "mtexplain.display.html"} <= found


def test_no_model_is_loaded_to_score_and_to_show() -> None:
    practised = """
mtexplain.check("1/2", "1/2"), mtexplain.check(0.5, trace, "p_1"), mtexplain.exercises()[0].check(1)
mtexplain.check_working("a b", ["a c"], max_n=1, p=["2/2"], score=1).misconceptions
"""
    assert not {name for name in loaded(f"import mtexplain{SHOWN}{practised}") if name.startswith("mtexplain.models")}


def test_what_the_panel_knows_and_shows_needs_no_package_either() -> None:
    """The panel also runs if there is only Python, for example in a browser."""
    program = """
from mtexplain.widgets import demand, exports, screen, session
held = session.Session(mtexplain.bleu, "a b", ["a c"], {"max_n": 1})
held.typed(("a c", "a c"), {"max_n": "1"})
asked = demand.Demand()
shown = screen.whole(held, asked, False, ["best-edits", "step-p_1"], "")
assert "was 0.5" in shown["main"] and exports.made("page", held, "")["file"]
"""
    found = loaded(f"import mtexplain{program}", "-S", "-E")
    assert {name.partition(".")[0] for name in found} <= sys.stdlib_module_names | {"mtexplain"}


def test_what_the_quiz_knows_and_shows_needs_no_package_either() -> None:
    program = """
from mtexplain.widgets.quiz import screen, session
held = session.QuizSession(mtexplain.exercises(1, "clipping", count=1))
held.heard({"do": "check", "round": 1, "place": 0, "answer": held.round.exercises.answers[0]})
assert screen.whole(held)["exercise"]["is_right"] and screen.still(held.round.exercises)
"""
    found = loaded(f"import mtexplain{program}", "-S", "-E")
    assert {name.partition(".")[0] for name in found} <= sys.stdlib_module_names | {"mtexplain"}


def test_a_medium_is_loaded_when_something_is_first_shown_in_it() -> None:
    found = loaded("import mtexplain; mtexplain.bleu('a', ['a']).score")
    assert not {f"mtexplain.display.{medium}" for medium in ("html", "latex", "tables")} & found


def test_a_frame_is_what_pandas_is_for() -> None:
    assert "pandas" in loaded("import mtexplain; mtexplain.bleu('a', ['a']).to_frame()")


NEEDED = {
    "anywidget": {"a live widget": "what_if"},
    "ipywidgets": {"a live widget": "Quiz"},
    "jupyterlab": {"JupyterLab": "course.lab.lab('nowhere')"},
    "matplotlib": {"figures": "plot_score"},
    "pandas": {"to_frame": "bleu('a', ['a']).to_frame()"},
    "snowballstemmer": {
        "stem='english'": "meteor('a', ['a'], rules='meteor-1.5')",
        "stem='german'": "compare('a', ['a'], metric=mtexplain.meteor, stem='german')",
    },
}
"""For each package that may be missing, the features that need it, with code that uses each feature."""


@pytest.mark.parametrize("package", NEEDED)
def test_a_missing_package_is_told_with_the_command_that_installs_it(package: str) -> None:
    assert set(NEEDED) == set(VERSIONS)
    lines = [f"import sys, mtexplain.course.lab; sys.modules[{package!r}] = None"]
    for asked in NEEDED[package].values():
        lines.append(f"try: mtexplain.{asked}\nexcept (mtexplain.InputError, ImportError) as error: print(error)")
    run = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True, cwd=ROOT)
    told = f"got no package {package} in this Python; expected the package {package}. Install it with pip install "
    extra = f'"mtexplain[{EXTRAS.get(package, "notebooks")}]"'
    command = f'{extra}, or by itself with pip install "{package}{VERSIONS[package]}".'
    assert run.stdout.splitlines() == [f"{feature}: {told}{command}" for feature in NEEDED[package]]


WITHOUT_STEMMERS = {
    "captions": """
images = {"images": [{"id": 7}], "annotations": [{"image_id": 7, "caption": "A cat."}]}
trace = mtexplain.evaluate_captions(images, [{"image_id": 7, "caption": "The cat"}])
assert "METEOR" not in trace.names and trace.trace(7, "ROUGE-L").score
try: trace.score("METEOR")
except mtexplain.InputError as error: assert TOLD in str(error)
""",
    "side by side": """
trace = mtexplain.compare("a", ["a"], metric=mtexplain.meteor)
assert trace.names == ("paper", "nltk", "meteor-1.5-cz", "meteor-1.5-universal")
""",
    "some rules, one of them twice": """
trace = mtexplain.compare("a", ["a"], ["paper", "meteor-1.5", "nltk", "paper"], metric=mtexplain.meteor)
assert trace.names == ("paper", "nltk", "paper")
""",
}


@pytest.mark.parametrize("program", WITHOUT_STEMMERS.values(), ids=WITHOUT_STEMMERS)
def test_what_needs_a_stemmer_that_is_missing_is_left_out_and_the_rest_reads(program: str) -> None:
    head = "import json, sys, mtexplain; sys.modules['snowballstemmer'] = None; TOLD = 'no package snowballstemmer'"
    views = (
        "for view in str(trace), trace.to_html(), trace.to_latex(), json.dumps(trace.to_dict()): assert TOLD in view"
    )
    subprocess.run([sys.executable, "-c", f"{head}\n{program}\n{views}"], check=True, cwd=ROOT)


def test_the_public_names_can_be_listed_and_got() -> None:
    assert {*mtexplain.__all__, "plot_score"} <= set(dir(mtexplain))
    assert dir(mtexplain) == sorted(set(dir(mtexplain)))
    for name in mtexplain.__all__:
        assert getattr(mtexplain, name) is not None
        assert name in vars(mtexplain), "once got, a name is there"


def test_the_names_are_listed_before_they_are_loaded() -> None:
    program = "import mtexplain; assert {'bleu', 'corpus_bleu', 'examples'} <= set(dir(mtexplain))"
    assert loaded(program, "-S") == TABLE


@pytest.mark.parametrize("name", ["blue", "metrics_", "_bleu", "numpy"])
def test_an_unknown_name_is_an_error_that_lists_the_known_ones(name: str) -> None:
    with pytest.raises(AttributeError, match=f"no attribute '{name}'; it has ") as caught:
        getattr(mtexplain, name)
    assert all(known in str(caught.value) for known in (*mtexplain.__all__, "plot_score"))


def test_examples_is_the_module_and_bleu_the_function() -> None:
    """It holds even if a module of that name was loaded first."""
    program = "import mtexplain.metrics.bleu, mtexplain.examples, mtexplain"
    loaded(f"{program}; assert mtexplain.bleu('a', ['a']) and mtexplain.examples.names()")
    assert mtexplain.examples.__name__ == "mtexplain.examples"
    assert mtexplain.bleu.__name__ == "bleu"
