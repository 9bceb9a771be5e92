"""Every metric as a command: what it prints is the trace of the function, and its options are its settings."""

import json
from pathlib import Path
from typing import Any

import pytest

from mtexplain import distribution_perplexity, evaluate_captions, perplexity
from mtexplain.cli import main
from mtexplain.cli.metrics import COMMANDS, Metric
from mtexplain.widgets.controls import controls
from tests.tools.test_cli import refusal

CANDIDATE, REFERENCES = "the cat sat", ["the cat sat on the mat", "a cat sat"]

OF_SENTENCES = [metric for metric in COMMANDS if metric.of_sentence]
every_metric = pytest.mark.parametrize("metric", COMMANDS, ids=[metric.command for metric in COMMANDS])


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def help_of(capsys: pytest.CaptureFixture[str], command: str) -> str:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    return capsys.readouterr().out


def as_json(record: Any) -> Any:
    return json.loads(json.dumps(record))


@pytest.mark.parametrize("metric", OF_SENTENCES, ids=lambda metric: metric.command)
def test_a_sentence_is_scored_as_the_function_scores_it(metric: Metric, capsys: pytest.CaptureFixture[str]) -> None:
    assert metric.of_sentence is not None
    trace: Any = metric.of_sentence(CANDIDATE, REFERENCES)
    assert printed(capsys, metric.command, CANDIDATE, *REFERENCES) == as_json(trace.to_dict())


@every_metric
def test_files_are_scored_as_the_function_of_texts_scores_them(
    metric: Metric, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "c").write_text("the cat sat\na dog ran\n", encoding="utf-8")
    (tmp_path / "r").write_text("the cat sat\nthe dog ran\n", encoding="utf-8")
    arguments = [metric.command, "-c", str(tmp_path / "c"), "-r", str(tmp_path / "r")]
    if metric.of_text is None:
        assert f"{metric.command}: got files" in refusal(capsys, *arguments)
        return
    trace: Any = metric.of_text(["the cat sat", "a dog ran"], [["the cat sat"], ["the dog ran"]])
    assert printed(capsys, *arguments) == as_json(trace.to_dict())


@every_metric
def test_every_setting_is_an_option_and_is_passed_on(metric: Metric, capsys: pytest.CaptureFixture[str]) -> None:
    function = metric.of_sentence or metric.of_text
    assert function is not None
    told = help_of(capsys, metric.command)
    for name in controls(function, {}):
        assert f"--{name.replace('_', '-')}" in told
    if metric.of_sentence:
        lowered: Any = metric.of_sentence("The cat", ["the cat"], lowercase=True)
        found = printed(capsys, metric.command, "The cat", "the cat", "--lowercase", "yes")
        assert found == as_json(lowered.to_dict())


@pytest.mark.parametrize("metric", COMMANDS, ids=[metric.command for metric in COMMANDS])
def test_its_score_fits_in_one_line(metric: Metric, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "text").write_text("the cat sat\na dog ran\n", encoding="utf-8")
    files = ["-c", str(tmp_path / "text"), "-r", str(tmp_path / "text")]
    assert main([metric.command, *([CANDIDATE, *REFERENCES] if metric.of_sentence else files), "--short"]) == 0
    trace: Any = (
        metric.of_sentence(CANDIDATE, REFERENCES)
        if metric.of_sentence
        else metric.of_text and metric.of_text(["the cat sat", "a dog ran"], [["the cat sat"], ["a dog ran"]])
    )
    number, _, rest = capsys.readouterr().out.partition("\t")
    assert (float(number), rest) == (trace.score, f"{trace.signature}\n")


@every_metric
def test_a_number_below_0_is_read_as_one(metric: Metric, capsys: pytest.CaptureFixture[str]) -> None:
    """For a setting that is a number, a negative number is not taken for an option."""
    function = metric.of_sentence or metric.of_text
    assert function is not None
    for name, control in controls(function, {}).items():
        for typed in ("-1e-05", "-.25", "-1/3") if control.kind == "number" else ():
            told = refusal(capsys, metric.command, CANDIDATE, *REFERENCES, f"--{name.replace('_', '-')}", typed)
            assert "expected one argument" not in told


@every_metric
def test_a_setting_that_there_is_not_is_one_clear_line(metric: Metric, capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected" in refusal(capsys, metric.command, CANDIDATE, *REFERENCES, "--rules", "papr")


@pytest.mark.parametrize("metric", [metric for metric in COMMANDS if not metric.of_sentence], ids=lambda m: m.command)
def test_a_metric_of_texts_alone_says_so(metric: Metric, capsys: pytest.CaptureFixture[str]) -> None:
    told = refusal(capsys, metric.command, CANDIDATE, *REFERENCES)
    error = "candidate: got a sentence; expected files, as in -c FILE -r FILE."
    assert told.startswith(f"mtexplain {metric.command}: {error} ")
    assert "other images" in told


@every_metric
def test_help_offers_a_sentence_where_one_will_do(metric: Metric, capsys: pytest.CaptureFixture[str]) -> None:
    assert ("[candidate]" in help_of(capsys, metric.command)) == (metric.of_sentence is not None)


def test_choices_with_commas_are_told_in_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    """In help and in an error: without quotes `words, <s> and </s>` would be two choices."""
    for arguments in (["--help"], ["a", "b", "--vocabulary", "word"]):
        with pytest.raises(SystemExit):
            main(["ngram-perplexity", *arguments])
        shown = capsys.readouterr()
        assert '"words and </s>", "words, <s> and </s>", ' in " ".join((shown.out + shown.err).split())


def test_coco_s_two_files_are_evaluated_and_an_image_is_traced(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    annotations = {"images": [{"id": 7}], "annotations": [{"image_id": 7, "caption": "A cat."}]}
    (tmp_path / "a.json").write_text(json.dumps(annotations), encoding="utf-8")
    (tmp_path / "r.json").write_text(json.dumps([{"image_id": 7, "caption": "The cat"}]), encoding="utf-8")
    files = ["coco", str(tmp_path / "a.json"), str(tmp_path / "r.json")]
    found = evaluate_captions(annotations, [{"image_id": 7, "caption": "The cat"}])
    assert printed(capsys, *files) == as_json(found.to_dict())
    traced = printed(capsys, *files, "--image", "7", "--metric", "ROUGE-L")
    assert traced == as_json(found.trace(7, "ROUGE-L").to_dict())
    for metric in found.names:
        assert printed(capsys, *files, "--metric", metric) == as_json(found.whole(metric).to_dict())
    assert printed(capsys, *files, "--image", "7") == as_json(found.trace(7, "CIDEr-D").to_dict())
    assert "the id of a scored image" in refusal(capsys, *files, "--image", "8")


@pytest.mark.parametrize(
    ("arguments", "trace"),
    [
        ("1/2 1/4 1/8 1/4", perplexity(["1/2", "1/4", "1/8", "1/4"])),
        ("0.1 0.2 --base 2 --names a cat", perplexity(["0.1", "0.2"], base=2, tokens=["a", "cat"])),
        ("--log-probabilities -1 -2.5 --base 2", perplexity(log_probabilities=["-1", "-2.5"], base=2)),
        ("--log-probabilities -0.5 -1e-05", perplexity(log_probabilities=[-0.5, -1e-05])),
        ("--log-probabilities -1e-05 -0.5", perplexity(log_probabilities=[-1e-05, -0.5])),
        ("--log-probabilities -1E-5", perplexity(log_probabilities=["-1e-5"])),
        ("--log-probabilities -inf -.25", perplexity(log_probabilities=["-inf", "-0.25"])),
        ("--log-probabilities -1/2 --base 2 --names a", perplexity(log_probabilities=["-1/2"], base=2, tokens=["a"])),
        ("--log-probabilities -.25 -1/2", perplexity(log_probabilities=["-0.25", "-1/2"])),
        (".25 .5 1.", perplexity(["0.25", "0.5", "1"])),
        (
            "1/2 1/2 --distribution --names head tail",
            distribution_perplexity(["1/2", "1/2"], outcomes=["head", "tail"]),
        ),
    ],
    ids=[
        "fractions",
        "named",
        "logarithms",
        "with an exponent",
        "an exponent first",
        "a large E",
        "minus infinity",
        "a fraction",
        "a point first",
        "points",
        "distribution",
    ],
)
def test_perplexity_takes_numbers(arguments: str, trace: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "perplexity", *arguments.split()) == as_json(trace.to_dict())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("", "perplexity: got neither; expected a probability for each token"),
        ("3/2", "If it is a percentage, divide by 100."),
        (
            "--distribution --log-probabilities -1",
            "distribution: got logarithms; expected probabilities that add up to 1",
        ),
    ],
    ids=["nothing", "above 1", "a distribution of logarithms"],
)
def test_perplexity_says_what_is_wrong_with_its_numbers(
    arguments: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in refusal(capsys, "perplexity", *arguments.split())


def test_what_a_model_has_read_is_no_translation(capsys: pytest.CaptureFixture[str]) -> None:
    told = help_of(capsys, "ngram-perplexity")
    assert "a sentence that the model has read, in quotes" in " ".join(told.split())
    assert "translation" not in told
