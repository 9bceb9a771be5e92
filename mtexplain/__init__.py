"""Every number in a translation score, with its working.

A metric computes a *trace*, which shows, step by step, the tokens, exact counts, exact ratios and finally the score.

>>> import mtexplain
>>> trace = mtexplain.bleu("the the cat on the mat", ["there is a cat on the mat"])
>>> trace.exact
'e^(1 - 7/6) * (4/6 * 3/5 * 2/4 * 1/3)^(1/4)'
>>> round(trace.score, 4)
0.4301

The parts of the library. Each part imports only from the parts above it:

- text, counts, automaton, exact, invisible, inputs, packages, settings, copies, files, waiting, rules: tokens, counts,
  exact numbers, input checks, and the rules of tools. They know nothing of any metric.
- display: the parts of a step, and a file for each output format.
- tracing: numbers that remember how they were made, and traces whose steps are methods.
- by_hand: claims about a metric, its right and wrong numbers, and worked examples.
- metrics: the formulas, as steps.
- judging: human judges beside the metrics, and how far any two of them agree.
- scales: how people mark translations.
- models: what produces candidates, namely attention, decoding and training objectives.
- examples, explain: worked examples, what an edit does, why two tools disagree, what is wrong with an input, exercises
  that check themselves.
- significance: tests of the difference between two scores, and what it is worth.
- plots: figures of a trace, with matplotlib.
- widgets: interactive views in a notebook, with ipywidgets and anywidget.
- course: copies of the notebooks in a reader's folder.
- cli: the command line.
"""

from mtexplain.metrics.table import METRICS

__version__ = "0.1.0"

TYPE_CHECKING = False  # type checkers assume True; importing `typing` would double the time of this import

if TYPE_CHECKING:
    from typing import Any

    from mtexplain import examples as examples
    from mtexplain import models as models
    from mtexplain import rules as rules
    from mtexplain import text as text
    from mtexplain.explain.captions.evaluation import evaluate_captions as evaluate_captions
    from mtexplain.explain.edits.edit import Edit as Edit
    from mtexplain.explain.edits.edit import explain_edit as explain_edit
    from mtexplain.explain.edits.fix import smallest_fix as smallest_fix
    from mtexplain.explain.edits.gallery import twins as twins
    from mtexplain.explain.edits.token_edits import best_edits as best_edits
    from mtexplain.explain.edits.token_edits import leave_one_out as leave_one_out
    from mtexplain.explain.practice.checking import check as check
    from mtexplain.explain.practice.exercises.making import exercises as exercises
    from mtexplain.explain.practice.exercises.making import sheets as sheets
    from mtexplain.explain.practice.exercises.worksheet import worksheet as worksheet
    from mtexplain.explain.practice.misconceptions import misconceptions as misconceptions
    from mtexplain.explain.practice.missions import mission as mission
    from mtexplain.explain.practice.predictions import predict as predict
    from mtexplain.explain.practice.reveal import reveal as reveal
    from mtexplain.explain.practice.working.diagnosis import Diagnosis as Diagnosis
    from mtexplain.explain.practice.working.diagnosis import check_working as check_working
    from mtexplain.explain.tools.disagreements.bridge import bridge as bridge
    from mtexplain.explain.tools.disagreements.comparison import compare as compare
    from mtexplain.explain.tools.disagreements.comparison import compare_corpus as compare_corpus
    from mtexplain.explain.tools.disagreements.which import which_rules as which_rules
    from mtexplain.explain.tools.doctor.checkup import Checkup as Checkup
    from mtexplain.explain.tools.doctor.checkup import diagnose as diagnose
    from mtexplain.explain.tools.reports.report import parse_report as parse_report
    from mtexplain.inputs import InputError as InputError
    from mtexplain.judging.correlation import pearson as pearson
    from mtexplain.judging.correlation import spearman as spearman
    from mtexplain.judging.judged import Judged as Judged
    from mtexplain.judging.judged import judged as judged
    from mtexplain.judging.judged import rankings_by_marks as rankings_by_marks
    from mtexplain.judging.kappa import cohen_kappa as cohen_kappa
    from mtexplain.judging.pairs import kendall_tau_b as kendall_tau_b
    from mtexplain.judging.pairs import pairwise_accuracy as pairwise_accuracy
    from mtexplain.judging.rankings import Rankings as Rankings
    from mtexplain.judging.rankings import pool as pool
    from mtexplain.judging.rankings import rankings as rankings
    from mtexplain.metrics.bleu import Bleu as Bleu
    from mtexplain.metrics.bleu import CorpusBleu as CorpusBleu
    from mtexplain.metrics.bleu import bleu as bleu
    from mtexplain.metrics.bleu import corpus_bleu as corpus_bleu
    from mtexplain.metrics.chrf import chrf as chrf
    from mtexplain.metrics.chrf import corpus_chrf as corpus_chrf
    from mtexplain.metrics.cider import DocumentFrequencies as DocumentFrequencies
    from mtexplain.metrics.cider import caption_cider as caption_cider
    from mtexplain.metrics.cider import caption_cider_d as caption_cider_d
    from mtexplain.metrics.cider import cider as cider
    from mtexplain.metrics.cider import cider_d as cider_d
    from mtexplain.metrics.cider import document_frequencies as document_frequencies
    from mtexplain.metrics.meteor import meteor as meteor
    from mtexplain.metrics.nist import corpus_nist as corpus_nist
    from mtexplain.metrics.nist import nist as nist
    from mtexplain.metrics.perplexity import corpus_ngram_perplexity as corpus_ngram_perplexity
    from mtexplain.metrics.perplexity import distribution_perplexity as distribution_perplexity
    from mtexplain.metrics.perplexity import ngram_perplexity as ngram_perplexity
    from mtexplain.metrics.perplexity import perplexity as perplexity
    from mtexplain.metrics.rouge import rouge_l as rouge_l
    from mtexplain.metrics.rouge import rouge_l_sum as rouge_l_sum
    from mtexplain.metrics.rouge import rouge_n as rouge_n
    from mtexplain.metrics.rouge import rouge_s as rouge_s
    from mtexplain.metrics.rouge import rouge_su as rouge_su
    from mtexplain.metrics.rouge import rouge_w as rouge_w
    from mtexplain.metrics.ter import corpus_ter as corpus_ter
    from mtexplain.metrics.ter import ter as ter
    from mtexplain.plots import plot_brevity_penalty as plot_brevity_penalty
    from mtexplain.plots import plot_clipping as plot_clipping
    from mtexplain.plots import plot_cosine as plot_cosine
    from mtexplain.plots import plot_logarithm as plot_logarithm
    from mtexplain.plots import plot_precisions as plot_precisions
    from mtexplain.plots import plot_pyramid as plot_pyramid
    from mtexplain.plots import plot_score as plot_score
    from mtexplain.rules import PAPER as PAPER
    from mtexplain.rules import BleuRules as BleuRules
    from mtexplain.rules import Rules as Rules
    from mtexplain.scales.marks import adequacy as adequacy
    from mtexplain.scales.marks import comprehension as comprehension
    from mtexplain.scales.marks import fidelity as fidelity
    from mtexplain.scales.marks import fluency as fluency
    from mtexplain.scales.marks import intelligibility as intelligibility
    from mtexplain.scales.mqm import mqm as mqm
    from mtexplain.significance.family import paired_tests as paired_tests
    from mtexplain.significance.parts import blocks as blocks
    from mtexplain.significance.parts import stability as stability
    from mtexplain.significance.resampling import bootstrap as bootstrap
    from mtexplain.significance.resampling import paired_approximate_randomization as paired_approximate_randomization
    from mtexplain.significance.resampling import paired_bootstrap as paired_bootstrap
    from mtexplain.significance.worth import worth as worth
    from mtexplain.widgets.attending import attend as attend
    from mtexplain.widgets.dragging import Drag as Drag
    from mtexplain.widgets.dragging import drag as drag
    from mtexplain.widgets.judging import Judge as Judge
    from mtexplain.widgets.judging import judge as judge
    from mtexplain.widgets.panel import WhatIf as WhatIf
    from mtexplain.widgets.panel import play as play
    from mtexplain.widgets.panel import what_if as what_if
    from mtexplain.widgets.quiz.widget import Quiz as Quiz
    from mtexplain.widgets.quiz.widget import quiz as quiz
    from mtexplain.widgets.stepping import Stepper as Stepper
    from mtexplain.widgets.stepping import stepper as stepper

# The public names of each module except the metrics. They are imported when they are first used.
_PUBLIC = {
    "explain.captions.evaluation": "evaluate_captions",
    "explain.practice.checking": "check",
    "explain.tools.disagreements.bridge": "bridge",
    "explain.tools.disagreements.comparison": "compare compare_corpus",
    "explain.tools.disagreements.which": "which_rules",
    "explain.tools.doctor.checkup": "Checkup diagnose",
    "explain.edits.edit": "Edit explain_edit",
    "explain.practice.exercises.making": "exercises sheets",
    "explain.practice.exercises.worksheet": "worksheet",
    "explain.edits.fix": "smallest_fix",
    "explain.edits.gallery": "twins",
    "explain.practice.misconceptions": "misconceptions",
    "explain.practice.missions": "mission",
    "explain.tools.reports.report": "parse_report",
    "explain.practice.predictions": "predict",
    "explain.practice.reveal": "reveal",
    "explain.edits.token_edits": "best_edits leave_one_out",
    "explain.practice.working.diagnosis": "check_working Diagnosis",
    "inputs": "InputError",
    "judging.judged": "Judged judged rankings_by_marks",
    "judging.rankings": "Rankings pool rankings",
    "judging.correlation": "pearson spearman",
    "judging.kappa": "cohen_kappa",
    "judging.pairs": "kendall_tau_b pairwise_accuracy",
    "plots": "plot_brevity_penalty plot_clipping plot_cosine plot_logarithm plot_precisions plot_pyramid plot_score",
    "rules": "BleuRules PAPER Rules",
    "significance.family": "paired_tests",
    "significance.parts": "blocks stability",
    "significance.resampling": "bootstrap paired_approximate_randomization paired_bootstrap",
    "significance.worth": "worth",
    "widgets.attending": "attend",
    "widgets.dragging": "Drag drag",
    "scales.marks": "adequacy comprehension fidelity fluency intelligibility",
    "scales.mqm": "mqm",
    "widgets.judging": "Judge judge",
    "widgets.panel": "WhatIf play what_if",
    "widgets.quiz.widget": "Quiz quiz",
    "widgets.stepping": "Stepper stepper",
}
_HOME = {
    **{name: f"mtexplain.metrics.{module}" for module, names, _ in METRICS.values() for name in names.split()},
    **{name: f"mtexplain.{module}" for module, names in _PUBLIC.items() for name in names.split()},
    **{package: f"mtexplain.{package}" for package in ("examples", "models", "rules", "text")},
}

# `from mtexplain import *` imports names that need only the standard library and are unlikely to hide your variables.
_NOT_ALL = {"rules", "text"} | {
    name for name, home in _HOME.items() if home.startswith(("mtexplain.plots", "mtexplain.widgets"))
}
__all__ = [name for name in ("__version__", *_HOME) if name not in _NOT_ALL]


def __getattr__(name: str) -> "Any":
    """Import a public name when it is first used, so that `import mtexplain` itself is fast."""
    if name not in _HOME:
        raise AttributeError(
            f"module 'mtexplain' has no attribute {name!r}; it has {', '.join(sorted({*_HOME, *__all__}))}"
        )
    from importlib import import_module

    module = import_module(_HOME[name])
    value = module if module.__name__ == f"mtexplain.{name}" else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
