"""Whatever a user can hold can be copied and pickled, here and in another process: it is equal, and shows the same."""

import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

import mtexplain as m
from mtexplain.explain.practice.predictions import Prediction
from mtexplain.packages import MissingPackage
from mtexplain.widgets.quiz.session import QuizSession
from mtexplain.widgets.session import Session

CANDIDATE, REFERENCES = "the the cat on the mat", ["there is a cat on the mat", "a cat sat"]
ONE = (CANDIDATE, REFERENCES)
TWO = ([CANDIDATE, "a b"], [REFERENCES, ["a c", "d"]])
OTHERS = (TWO[0], ["a cat", "a c"], TWO[1])
DOCUMENTS = m.document_frequencies([["a cat", "the cat"], ["a dog"]])
IMAGES = {
    "images": [{"id": 1}, {"id": 2}],
    "annotations": [{"image_id": 1, "caption": "A cat."}, {"image_id": 2, "caption": "A red dog."}],
}
CAPTIONS = [{"image_id": 1, "caption": "A cat"}, {"image_id": 2, "caption": "A dog"}]
REPORT = "BLEU = 43.01, 66.7/60.0/50.0/33.3 (BP=0.846, ratio=0.857, hyp_len=6, ref_len=7)"
NO_RESULTS = {
    *"check Bleu BleuRules CorpusBleu Checkup Diagnosis DocumentFrequencies Edit".split(),
    *"InputError Judged Rankings Rules".split(),
}
"""The public names that return nothing to hold, or are the classes of what others return."""

MADE: dict[str, Callable[[], Any]] = {
    "__version__": lambda: m.__version__,
    "PAPER": lambda: m.PAPER,
    "adequacy": lambda: m.adequacy({"Ada": [4, None], "Ben": [5, 3]}),
    "best_edits": lambda: m.best_edits(*ONE),
    "best_edits with METEOR": lambda: m.best_edits(*ONE, 2, metric=m.meteor),
    "bleu": lambda: m.bleu(*ONE),
    "bleu of zero": lambda: m.bleu("", REFERENCES, rules="nltk"),
    "blocks": lambda: m.blocks(*TWO, size=1, max_n=1),
    "bootstrap": lambda: m.bootstrap(*TWO, draws=9),
    "bridge": lambda: m.bridge("paper", "sacrebleu", *ONE),
    "caption_cider": lambda: m.caption_cider(*ONE, document_frequencies=DOCUMENTS),
    "caption_cider_d": lambda: m.caption_cider_d(*ONE, document_frequencies=DOCUMENTS),
    "check_working": lambda: m.check_working(*ONE, p=["4/6"], c=7, score=0.33),
    "check_working of a text": lambda: m.check_working(*TWO, score=0.1),
    "check_working of ROUGE-L": lambda: m.check_working(*ONE, metric=m.rouge_l, score=0.3),
    "cider": lambda: m.cider(*TWO),
    "cider_d": lambda: m.cider_d(*TWO),
    "chrf": lambda: m.chrf(*ONE),
    "cohen_kappa": lambda: m.cohen_kappa({"A": "good", "B": "bad"}, {"A": "good", "B": "good"}),
    "compare": lambda: m.compare(*ONE),
    "compare by METEOR": lambda: m.compare(*ONE, ["paper", "nltk"], metric=m.meteor),
    "compare_corpus": lambda: m.compare_corpus(*TWO),
    "comprehension": lambda: m.comprehension([1, 0]),
    "corpus_bleu": lambda: m.corpus_bleu(*TWO),
    "corpus_chrf": lambda: m.corpus_chrf(*TWO),
    "corpus_ter": lambda: m.corpus_ter(*TWO),
    "ter": lambda: m.ter(*ONE),
    "corpus_ngram_perplexity": lambda: m.corpus_ngram_perplexity(*TWO, smoothing="add-k"),
    "corpus_nist": lambda: m.corpus_nist(*TWO),
    "diagnose": lambda: m.diagnose(["the cat\u200b", "b\u0435"], [["the cat"], ["b"]], ["the cat", "c"]),
    "diagnose of a set": lambda: m.diagnose({"a b"}, "a c"),
    "diagnose of a generator of views": lambda: m.diagnose((one for one in ["a b"]), [{"a c": 1}.keys()]),
    "distribution_perplexity": lambda: m.distribution_perplexity(["1/2", "1/2"]),
    "document_frequencies": lambda: DOCUMENTS,
    "evaluate_captions": lambda: m.evaluate_captions(IMAGES, CAPTIONS),
    "evaluate_captions by METEOR": lambda: m.evaluate_captions(IMAGES, CAPTIONS).whole("METEOR"),
    "examples": lambda: m.examples.EXAMPLES,
    "examples by family": lambda: m.examples.FAMILIES,
    "exercises": lambda: m.exercises(),
    "exercises of an examination": lambda: m.exercises(3, "texts", 3, 1),
    "exercises alone": lambda: m.exercises()[0],
    "exercises of every metric": lambda: m.exercises(count=10),
    "exercises to choose from": lambda: m.exercises().choices,
    "explain_edit": lambda: m.explain_edit(m.bleu(*ONE), m.bleu("the cat", REFERENCES)),
    "fidelity": lambda: m.fidelity([0, 3]),
    "fluency": lambda: m.fluency([5]),
    "intelligibility": lambda: m.intelligibility([9, 1]),
    "judged": lambda: m.judged(m.rankings_by_marks(["fr-01"])),
    "kendall_tau_b": lambda: m.kendall_tau_b({"A": 1, "B": 2}, {"A": 2, "B": 1}, y_name="mark"),
    "leave_one_out": lambda: m.leave_one_out(*ONE),
    "meteor": lambda: m.meteor(*ONE),
    "misconceptions": lambda: m.misconceptions,
    "misconceptions of one metric": lambda: m.misconceptions.of(m.nist),
    "misconceptions, one": lambda: m.misconceptions.get("no-clipping"),
    "misconceptions at work": lambda: m.misconceptions.get("no-clipping").on(*ONE),
    "misconceptions of each subject": lambda: [one.subject for one in m.misconceptions],
    "mission": lambda: m.mission("zero"),
    "models.attention": lambda: m.models.attention("1 0; 0 1", "1 1; 2 0", "3; 5", causal=True),
    "models.decode": lambda: m.models.decode(m.models.cat_on_the_mat()[0], beam=2, alpha="1/2"),
    "models.dot_products": lambda: m.models.dot_products(4),
    "models.layer_costs": lambda: m.models.layer_costs(9, 4, r=3),
    "models.matrices": lambda: m.models.matrices("layernorm(x) @ W.T", x=[[1, 2, 4], [3, 3, 3]], W="h x 3"),
    "models.multi_head": lambda: m.models.multi_head("1 0; 1 2", [["1; 0", "1; 0", "1; 0"]], "1 2"),
    "models.positions": lambda: m.models.positions(4, 4),
    "models.local_attention": lambda: m.models.local_attention(3, 4, query=(2, 2), memory=(1, 1)),
    "models.pixels": lambda: m.models.pixels(1, 2, 8),
    "models.fine_tuning": lambda: m.models.fine_tuning([(["1/2", 0.1], "1/4"), ([], None)]),
    "models.task_input": lambda: m.models.task_input("similarity", "a cat", "a dog"),
    "mqm": lambda: m.mqm([[("Style", "minor")], []]),
    "ngram_perplexity": lambda: m.ngram_perplexity("the cat", ["the cat sat", "a cat"], smoothing="add-k"),
    "nist": lambda: m.nist(*ONE),
    "paired_approximate_randomization": lambda: m.paired_approximate_randomization(*OTHERS, draws=9),
    "paired_bootstrap": lambda: m.paired_bootstrap(*OTHERS, draws=9),
    "paired_tests": lambda: m.paired_tests({"A": OTHERS[0], "B": OTHERS[1]}, OTHERS[2], draws=9),
    "pairwise_accuracy": lambda: m.pairwise_accuracy([1, 2, 2], [3, 3, 1]),
    "parse_report": lambda: m.parse_report(REPORT),
    "pearson": lambda: m.pearson([1, 2, 0.5], [3, 1, -2]),
    "pearson of what is constant": lambda: m.pearson([1, 1], [3, 1]),
    "perplexity": lambda: m.perplexity(["1/2", "1/4"]),
    "predict": lambda: Prediction("How much earns credit?", "2/3", "One is clipped.", {"1": "All of it?"}),
    "pool": lambda: m.pool({"fr-01": {"human": 1, "terse": 2}}, {"fr-01": {"human": 1, "terse": 1}}),
    "rankings": lambda: m.rankings({"fr-01": {"human": 1, "terse": 2}}),
    "rankings_by_marks": lambda: m.rankings_by_marks(),
    "reveal": lambda: m.reveal(m.compare(*ONE)),
    "rouge_l": lambda: m.rouge_l(*ONE),
    "rouge_l_sum": lambda: m.rouge_l_sum("the cat\non the mat", ["a cat\nthe mat"]),
    "rouge_n": lambda: m.rouge_n(*ONE),
    "rouge_s": lambda: m.rouge_s(*ONE),
    "rouge_su": lambda: m.rouge_su(*ONE),
    "rouge_w": lambda: m.rouge_w(*ONE),
    "sheets": lambda: m.sheets(2, count=2),
    "sheets with their key": lambda: m.sheets(2, count=2).key,
    "smallest_fix": lambda: m.smallest_fix(*ONE),
    "spearman": lambda: m.spearman([1, 2, 2], [3, 1, -2]),
    "stability": lambda: m.stability({"A": TWO[0], "B": OTHERS[1]}, TWO[1]),
    "twins": lambda: m.twins(),
    "twins, one pair": lambda: m.twins().get("roles"),
    "which_rules": lambda: m.which_rules("a b c d.", ["a b c d ."], "100.0"),
    "worksheet": lambda: m.worksheet(*ONE),
    "worksheet, its key": lambda: m.worksheet(*ONE).key,
    "worth": lambda: m.worth(1.5, "chrf"),
}
VIEWS = ("__str__", "__repr__", "_repr_html_", "to_latex", "to_dict")
COPIED: dict[str, Callable[[Any], Any]] = {
    "copied": copy.copy,
    "deep-copied": copy.deepcopy,
    "pickled": lambda thing: pickle.loads(pickle.dumps(thing)),
}
every_copy = pytest.mark.parametrize("copied", COPIED.values(), ids=COPIED)


def shown(result: Any) -> list[Any]:
    """Every view that it has; a tuple or a dict has none."""
    return [getattr(result, view)() for view in VIEWS if hasattr(result, view) and hasattr(result, "_repr_html_")]


def parts(result: Any) -> list[Any]:
    """Its steps, moments and table."""
    return [getattr(result, name)() for name in ("steps", "moments") if hasattr(result, name)] + [
        getattr(result, "table", None)
    ]


def test_there_is_a_result_of_every_public_name() -> None:
    assert {re.split("[ ,.]", name)[0] for name in MADE} == {*m.__all__} - NO_RESULTS


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_a_copy_is_equal_and_shows_the_same(made: Callable[[], Any]) -> None:
    result = made()
    fresh = {how: copied(result) for how, copied in COPIED.items()}
    views, working = shown(result), parts(result)
    for how, copied in COPIED.items():
        assert fresh[how] == result, how
        assert copied(result) == result, f"{how} after it was looked at"
        assert shown(fresh[how]) == views, how
        assert copied(working) == working, how


def test_in_another_process_they_are_the_same() -> None:
    """They are loaded where mtexplain is not imported yet. The pickle itself says what has to be imported."""
    results = {name: made() for name, made in MADE.items()}
    program = (
        "import pickle, sys\n"
        "results = pickle.loads(sys.stdin.buffer.read())\n"
        "shown = {name: str(one) for name, one in results.items() if hasattr(one, '_repr_html_')}\n"
        "sys.stdout.buffer.write(pickle.dumps((results, shown)))"
    )
    done = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(results), capture_output=True)
    assert done.stderr == b""
    back, texts = pickle.loads(done.stdout)
    assert back == results
    assert texts == {name: str(results[name]) for name in texts}


def test_a_misconception_and_its_subject_are_themselves() -> None:
    """They are defined once, and hold functions: a pickle holds their names."""
    for one in m.misconceptions:
        assert pickle.loads(pickle.dumps(one)) is copy.deepcopy(one) is one
        assert pickle.loads(pickle.dumps(one.subject)) is one.subject


@every_copy
@pytest.mark.parametrize("given", [("", []), ("a", 3), (None, ["a"])])
def test_an_error_too(given: tuple[Any, Any], copied: Callable[[Any], Any]) -> None:
    with pytest.raises(m.InputError) as caught:
        m.bleu(*given)
    for error in (caught.value, MissingPackage("figures", "matplotlib")):
        again = copied(error)
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_a_pool_of_processes_hands_back_results_and_errors() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(m.bridge, "paper", "nltk", *ONE).result() == m.bridge("paper", "nltk", *ONE)
        with pytest.raises(m.InputError, match="references: got"):
            pool.submit(m.bleu, "a", []).result()


@every_copy
def test_what_a_panel_and_a_quiz_know(copied: Callable[[Any], Any]) -> None:
    session = Session(m.bleu, *ONE, {"max_n": 2})
    assert copied(session).kept() == session.kept()
    quiz = QuizSession(m.exercises(count=2))
    quiz.heard({"round": 1, "do": "check", "place": 0, "answer": "7"})
    assert copied(quiz).round.attempts == quiz.round.attempts


def test_what_many_share_nobody_can_change() -> None:
    """Not the settings of an example, nor the list of all examples, nor what was worked out, not even in a copy."""
    exercise = m.exercises(5, "clipping", 1)[0]
    for shared in (m.examples.EXAMPLES, m.examples.get("start").settings, exercise.wrong_answers):
        for one in (shared, copy.deepcopy(shared), pickle.loads(pickle.dumps(shared))):
            assert one == shared
            with pytest.raises(TypeError):
                one["new"] = 1  # type: ignore[index]
