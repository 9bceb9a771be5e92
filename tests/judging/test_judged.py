"""A judge beside the metrics: the numbers are those of the metrics alone, and the order is the judge's."""

import pytest

from mtexplain import InputError, bleu, corpus_bleu, corpus_chrf, judged, rankings_by_marks, rouge_l
from mtexplain.examples.corpus import SYSTEMS, outputs, segments
from mtexplain.judging.judged import MEASURES, ONE, TEN, Judged

MARKS = judged(rankings_by_marks())


def texts(system: str) -> list[str]:
    known = {(one.id, one.system): one.text for one in outputs()}
    return [known[name, system] for name in TEN]


def references() -> list[list[str]]:
    known = {one.id: list(one.references) for one in segments()}
    return [known[name] for name in TEN]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_scores_are_those_of_the_metrics(system: str) -> None:
    keys, made = references(), texts(system)
    assert MARKS.scores["BLEU"][system] == 100 * corpus_bleu(made, keys, rules="sacrebleu").score
    assert MARKS.scores["chrF"][system] == 100 * corpus_chrf(made, keys, rules="sacrebleu").score
    mean = sum(rouge_l(one, key, lowercase=True).score for one, key in zip(made, keys, strict=True)) / 10
    assert float(MARKS.scores["ROUGE-L"][system]) == pytest.approx(100 * mean)


def test_all_metrics_put_fluent_nonsense_first_and_the_marks_put_the_translator_first() -> None:
    first = {one.name: {name for name, place in one.places.items() if place == 1} for one in MARKS.columns}
    assert all(first[name] == {"fluent_but_wrong"} for name in ONE)
    assert first["mean rank"] == first["adequacy"] == {"human"}


def test_a_judge_who_follows_a_metric_agrees_with_it_on_every_output() -> None:
    keys, ranks = dict(zip(TEN, references(), strict=True)), {}
    for name in TEN:
        scores = {
            one.system: bleu(one.text, keys[name], rules="sacrebleu").score for one in outputs() if one.id == name
        }
        ranks[name] = {system: 1 + sum(one > score for one in scores.values()) for system, score in scores.items()}
    assert judged(ranks).outputs["BLEU"] == (100, 0, 0)


def test_a_difference_that_only_one_sees_is_neither_alike_nor_opposite() -> None:
    alike = judged({"fr-01": {"human": 1, "word_by_word": 1}})
    assert alike.systems["BLEU"] == alike.outputs["BLEU"] == (0, 0, 1)
    assert "The judge puts no system first" in str(alike)


def test_a_judge_who_sees_no_difference_is_told_so() -> None:
    alike = judged({"fr-01": dict.fromkeys(SYSTEMS, 1)})
    assert [note.code for note in alike.notes] == ["made-not-collected", "no-order"]
    assert "nan" not in str(alike)


@pytest.mark.parametrize("trace", [MARKS, judged({"fr-01": {"human": 1, "terse": 2}})], ids=["ten", "one"])
def test_every_medium_has_every_measure(trace: Judged) -> None:
    for shown in (str(trace), trace.to_html(), trace.to_latex().replace("{-}", "-")):
        assert all(measure in shown for measure in MEASURES)
    assert list(trace.to_frame().columns) == ["system", "mean_rank", *MEASURES]


@pytest.mark.parametrize(
    ("ranks", "told"),
    [
        ({"fr-99": {"human": 1}}, "rankings[0]: got a string, 'fr-99'; expected ids of segments"),
        ({"fr-01": {"human": 1}}, "rankings: got only 'human'; expected at least two systems"),
        ({"fr-01": {"me": 1}}, "rankings, system: got 'me'; expected a system of the course corpus"),
    ],
)
def test_what_the_corpus_does_not_have_is_told(ranks: dict[str, dict[str, int]], told: str) -> None:
    with pytest.raises(InputError) as error:
        judged(ranks)
    assert told in str(error.value)
