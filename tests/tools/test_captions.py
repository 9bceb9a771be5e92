"""The COCO caption evaluation: its numbers beside those of pycocoevalcap, and what is wrong with a file."""

import copy
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pycocoevalcap.bleu.bleu import Bleu as CocoBleu
from pycocoevalcap.cider.cider import Cider as CocoCider
from pycocoevalcap.rouge.rouge import Rouge as CocoRouge

from mtexplain import Bleu, InputError, bleu, meteor
from mtexplain.display.formula import shown
from mtexplain.explain.captions.evaluation import CaptionEvaluation, evaluate_captions
from mtexplain.explain.captions.metrics import CaptionMetric, mean_of
from mtexplain.metrics.cider import CaptionCider
from mtexplain.rules import COCO
from mtexplain.text.coco import tokenize_coco
from tests.display.test_hostile_text import CONTROLS, HOSTILE, Tree

REFERENCES = {
    42: ["A man is riding a brown horse.", "A man on a horse, in a field."],
    73: ["Two dogs are playing in the snow.", "Dogs play outside.", "Two brown dogs run."],
    9: ["A red bus stops at the corner."],
    139: ["A cat sleeps on a sofa.", "The cat is asleep."],
}
CAPTIONS = {
    42: "A man rides a horse in a field",
    73: "Two dogs playing in the snow!",
    9: "A red car at the corner",
    139: "A man and a dog",
}
ANNOTATIONS = {
    "images": [{"id": image} for image in REFERENCES],
    "annotations": [{"image_id": image, "caption": text} for image, texts in REFERENCES.items() for text in texts],
}
RESULTS = [{"image_id": image, "caption": text} for image, text in CAPTIONS.items()]
FOUND = evaluate_captions(ANNOTATIONS, RESULTS)


def cut(text: str) -> str:
    return " ".join(tokenize_coco(text))


def coco() -> dict[str, tuple[float, list[float]]]:
    """What pycocoevalcap says of the same tokens: for all images, and for each."""
    references = {image: [cut(text) for text in texts] for image, texts in REFERENCES.items()}
    captions = {image: [cut(text)] for image, text in CAPTIONS.items()}
    whole, each = CocoBleu(4).compute_score(references, captions, verbose=0)
    cider, of_images = CocoCider().compute_score(references, captions)
    found = {f"BLEU-{n}": (whole[n - 1], each[n - 1]) for n in (1, 2, 3, 4)}
    rouge, rouges = CocoRouge().compute_score(references, captions)
    found["ROUGE-L"] = (float(rouge), list(rouges))
    return {**found, "CIDEr-D": (float(cider), list(of_images))}


@pytest.mark.parametrize("metric", [name for name in FOUND.names if name != "METEOR"])
def test_every_number_is_that_of_pycocoevalcap(metric: str) -> None:
    score, each = coco()[metric]
    assert FOUND.score(metric) == pytest.approx(score, rel=1e-12)
    assert [FOUND.trace(image, metric).score for image in REFERENCES] == pytest.approx(each, rel=1e-12)


def test_the_metrics_are_those_that_can_be_had() -> None:
    assert {*coco(), "METEOR"} == set(FOUND.names)


def test_meteor_is_told_to_be_another_than_that_of_coco() -> None:
    assert FOUND.score("METEOR") == pytest.approx(
        sum(meteor(CAPTIONS[image], REFERENCES[image], rules="meteor-1.5", tokenize="coco").score for image in CAPTIONS)
        / len(CAPTIONS)
    )
    assert "synonyms and paraphrases" in next(note.text for note in FOUND.notes if note.code == "meteor")
    assert any(line.startswith("METEOR") and line.endswith("another number") for line in str(FOUND).splitlines())


def test_a_metric_without_a_score_of_a_text_is_one_line_more() -> None:
    facts = [
        {"candidate": tuple(cut(CAPTIONS[image]).split()), "references": (tuple(cut(REFERENCES[image][0]).split()),),
         "rules": COCO, "candidate_text": None, "reference_texts": None}
        for image in CAPTIONS
    ]  # fmt: skip
    mean = CaptionMetric("BLEU, the mean", "", partial(mean_of, Bleu, COCO)).score(facts)
    assert [type(one) for one in mean.segments] == [Bleu] * 4
    assert mean.score == pytest.approx(sum(one.score for one in mean.segments) / 4)


def test_the_trace_of_an_image_is_one_call_away() -> None:
    trace = FOUND.trace(73, "CIDEr-D")
    assert isinstance(trace, CaptionCider)
    assert trace.candidate == ("two", "dogs", "playing", "in", "the", "snow")
    assert trace.candidate_text == CAPTIONS[73]
    assert trace.document_frequencies.documents == 4
    assert trace.step("CIDEr_2").title == "Pairs"
    by_itself = bleu(CAPTIONS[9], REFERENCES[9], rules="coco", max_n=2)
    assert FOUND.trace(9, "BLEU-2") == by_itself


def test_what_coco_prints_stands_beside_each_score() -> None:
    lines = str(FOUND).splitlines()
    for name, printed in (("BLEU-4", "Bleu_4"), ("CIDEr-D", "CIDEr")):
        assert any(line.startswith(name) and line.endswith(f"{printed}: {FOUND.score(name):.3f}") for line in lines)


def test_a_frame_has_a_row_for_each_image() -> None:
    frame = FOUND.to_frame()
    assert list(frame["image"]) == list(REFERENCES)
    assert list(frame["CIDEr-D"]) == [FOUND.trace(image, "CIDEr-D").score for image in REFERENCES]


def test_a_record_is_ready_for_json() -> None:
    record = json.loads(json.dumps(FOUND.to_dict(), allow_nan=False))
    assert record["metrics"]["CIDEr-D"] == FOUND.score("CIDEr-D")
    assert [image["image_id"] for image in record["images"]] == list(REFERENCES)


def test_files_may_be_named(tmp_path: Path) -> None:
    annotations, results = tmp_path / "annotations.json", tmp_path / "results.json"
    annotations.write_text(json.dumps(ANNOTATIONS), encoding="utf-8")
    results.write_text(json.dumps(RESULTS), encoding="utf-8")
    assert evaluate_captions(annotations, str(results)).to_dict() == FOUND.to_dict()


def test_images_without_a_caption_may_be_left_out() -> None:
    """They are left out of the corpus too, as in COCO's own example."""
    some = evaluate_captions(ANNOTATIONS, RESULTS[:2], only_answered=True)
    assert some.images == (42, 73)
    assert some.trace(42, "CIDEr-D").to_dict()["document_frequencies"]["documents"] == 2


def test_the_order_of_the_results_makes_no_difference() -> None:
    assert evaluate_captions(ANNOTATIONS, RESULTS[::-1]).to_dict() == FOUND.to_dict()


def test_a_perfect_caption_is_told_why_its_bleu_is_not_quite_1() -> None:
    images = {"images": [{"id": 1}], "annotations": [{"image_id": 1, "caption": "a cat sleeps"}]}
    found = evaluate_captions(images, [{"image_id": 1, "caption": "a cat sleeps"}])
    assert 0.999 < found.score("BLEU-1") < 1
    assert "slightly below 1" in str(found)
    assert "1 images" not in str(found)


def test_odd_captions_are_scored_and_noted() -> None:
    annotations = {
        "images": [{"id": 1}, {"id": 2}],
        "annotations": [{"image_id": 1, "caption": "a cat"}, {"image_id": 2, "caption": "..."}],
    }
    results = [{"image_id": 1, "caption": ""}, {"image_id": 2, "caption": "a dog"}]
    found = evaluate_captions(annotations, results)
    assert [(note.code, note.where) for note in found.notes] == [
        ("meteor", ""), ("named-cider", ""), ("empty-candidate", "image 1"), ("empty-reference", "image 2"),
    ]  # fmt: skip
    assert all(found.score(name) < 1e-6 for name in found.names)
    alone = evaluate_captions(ANNOTATIONS, RESULTS[:1], only_answered=True)
    assert [note.code for note in alone.notes] == ["meteor", "named-cider", "one-image"]


Change = Callable[[dict[str, Any], list[Any]], object]

WRONG: dict[str, tuple[Change, str]] = {
    "a result too many": (
        lambda _, results: results.append(RESULTS[1]),
        r"results\[4\]: got image 73 again; expected a single caption for each image",
    ),
    "a result of no image": (
        lambda _, results: results[0].update(image_id=5),
        r"results\[0\]: got image 5; expected an image of the annotations",
    ),
    "results missing": (
        lambda _, results: results.__delitem__(slice(1, 3)),
        "results: got no caption for images 73, 9; expected a caption for every image.*only_answered=True",
    ),
    "an image twice": (
        lambda annotations, _: annotations["images"].append({"id": 9}),
        r"annotations, images\[4\]: got image 9 again; expected each image once",
    ),
    "an annotation of no image": (
        lambda annotations, _: annotations["annotations"][0].update(image_id=5),
        r"annotations, annotations\[0\]: got image 5",
    ),
    "an image without a reference": (
        lambda annotations, _: annotations["annotations"].__delitem__(5),
        "annotations: got no caption of image 9; expected a reference for every image",
    ),
    "no images": (lambda annotations, _: annotations.pop("images"), 'annotations: got no "images"'),
    "no annotations": (lambda annotations, _: annotations.pop("annotations"), 'annotations: got no "annotations"'),
    "a result without an image": (lambda _, results: results[1].pop("image_id"), r'results\[1\]: got no "image_id"'),
    "a result without a caption": (lambda _, results: results[1].pop("caption"), r'results\[1\]: got no "caption"'),
    "a result that is a text": (lambda _, results: results.append("a cat"), r"results\[4\]: got a string, 'a cat'"),
    "a caption that is no text": (
        lambda _, results: results[1].update(caption=["a", "cat"]),
        r"results\[1\], caption: got list",
    ),
    "an id that is no id": (
        lambda _, results: results[1].update(image_id=True),
        r"results\[1\], image_id: got bool, True; expected a whole number or a string",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_with_a_file_is_said_with_its_place(kind: str) -> None:
    change, message = WRONG[kind]
    annotations, results = copy.deepcopy(ANNOTATIONS), copy.deepcopy(RESULTS)
    change(annotations, results)
    with pytest.raises(InputError, match=message):
        evaluate_captions(annotations, results)


def test_files_of_other_shapes_are_refused() -> None:
    with pytest.raises(InputError, match=r'annotations: got list.*a dict with "images" and "annotations"'):
        evaluate_captions([], RESULTS)
    with pytest.raises(InputError, match=r"results: got dict.*a list of"):
        evaluate_captions(ANNOTATIONS, {"image_id": 1})
    with pytest.raises(InputError, match="got no captions; expected captions for some of the images"):
        evaluate_captions(ANNOTATIONS, [], only_answered=True)


BY_IMAGE: dict[str, tuple[dict[Any, Any], dict[Any, Any]]] = {
    "texts": (REFERENCES, {image: [text] for image, text in CAPTIONS.items()}),
    "dicts": (
        {image: [{"caption": text} for text in texts] for image, texts in REFERENCES.items()},
        {image: [{"image_id": image, "caption": text, "id": 1}] for image, text in CAPTIONS.items()},
    ),
    "a text alone": (REFERENCES, CAPTIONS),
    "tuples": ({image: tuple(texts) for image, texts in REFERENCES.items()}, CAPTIONS),
}


@pytest.mark.parametrize("kind", BY_IMAGE)
def test_the_dicts_that_pycocoevalcap_takes_are_read(kind: str) -> None:
    assert evaluate_captions(*BY_IMAGE[kind]).to_dict() == FOUND.to_dict()
    assert evaluate_captions(BY_IMAGE[kind][0], RESULTS).to_dict() == FOUND.to_dict()
    assert evaluate_captions(ANNOTATIONS, BY_IMAGE[kind][1]).to_dict() == FOUND.to_dict()


@pytest.mark.parametrize(
    ("annotations", "results", "message"),
    [
        ({1: ["a"], 2: ["b"]}, {1: ["a"]}, "results: got no caption for image 2; expected a caption for every image"),
        ({1: ["a"], 2: ["b"]}, {1: ["a"], 2: []}, "results: got no caption for image 2;"),
        ({1: ["a"]}, {1: ["a"], 2: ["b"]}, "results, image 2: got image 2; expected an image of the annotations."),
        ({1: ["a"]}, {"1": ["a"]}, "results, image '1': got image '1'; expected an image of the annotations. In the "
                                   "annotations it is int, 1. Use the same id in both files."),
        ({1: []}, {1: ["a"]}, "annotations: got no caption of image 1; expected a reference for every image"),
        ({1: ["a"]}, {1: ["a", "b"]}, "results, image 1: got 2 captions; expected a single caption for each image. The "
                                      "annotations come first, then the results."),
        ({1: ["a", 3]}, {1: ["a"]}, "annotations, image 1[1], caption: got int, 3; expected a string"),
        ({1: [["a"]]}, {1: ["a"]}, "annotations, image 1[0], caption: got list"),
        ({1: [{"text": "a"}]}, {1: ["a"]}, 'annotations, image 1[0]: got no "caption"'),
        ({1: ["a"]}, {1: [{"image_id": 2, "caption": "a"}]}, "results, image 1[0]: got a caption of image 2;"),
        ({True: ["a"]}, {1: ["a"]}, "annotations, an image: got bool, True; expected a whole number or a string"),
        ({1.5: ["a"]}, {1: ["a"]}, "annotations, an image: got float, 1.5;"),
        ({}, {}, 'annotations: got no "images"'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_such_a_dict_is_said_with_its_image(annotations: Any, results: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        evaluate_captions(annotations, results)
    assert str(caught.value).startswith(message)


def test_images_without_a_caption_in_a_dict_may_be_left_out() -> None:
    assert evaluate_captions({1: ["a cat"], 2: ["b"]}, {1: ["a cat"]}, only_answered=True).images == (1,)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    broken, bytes_, none = tmp_path / "broken.json", tmp_path / "latin.json", tmp_path / "none.json"
    broken.write_text("[{", encoding="utf-8")
    bytes_.write_bytes('["é"]'.encode("latin-1"))
    for path, message in (
        (broken, "invalid JSON"),
        (bytes_, "bytes that are not UTF-8, from byte 2 on"),
        (none, "no such"),
    ):
        with pytest.raises(InputError, match=rf"results, .*{path.name}: got {message}"):
            evaluate_captions(ANNOTATIONS, path)


def test_an_image_or_a_metric_there_is_not_is_an_error() -> None:
    with pytest.raises(InputError, match="expected the id of a scored image, from 42"):
        FOUND.trace(5, "CIDEr-D")
    with pytest.raises(InputError, match="one of BLEU-1, BLEU-2, BLEU-3, BLEU-4, METEOR, ROUGE-L, CIDEr-D"):
        FOUND.trace(42, "CIDEr")
    with pytest.raises(InputError, match="COCO's tools print CIDEr-D as CIDEr"):
        FOUND.whole("CIDEr")


def test_another_version_of_the_stemmers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtexplain.metrics.meteor.notes.version", lambda: "3.1.1")
    assert "other-stems" in [note.code for note in evaluate_captions(ANNOTATIONS, RESULTS).notes]


@pytest.mark.parametrize("image", [[], {}, None, 42.0, "42", 43])
def test_what_is_no_image_is_an_error_that_names_some(image: Any) -> None:
    with pytest.raises(InputError, match="the id of a scored image, from 42, 73, 9, 139"):
        FOUND.trace(image, "CIDEr-D")


def test_true_is_no_image() -> None:
    images = {"images": [{"id": 1}], "annotations": [{"image_id": 1, "caption": "a cat"}]}
    with pytest.raises(InputError, match="image: got bool, True"):
        evaluate_captions(images, [{"image_id": 1, "caption": "a cat"}]).trace(True, "CIDEr-D")


@pytest.mark.parametrize("metric", FOUND.names)
def test_the_score_of_all_images_is_a_trace_too(metric: str) -> None:
    whole = FOUND.whole(metric)
    assert shown(whole.score) in str(whole)
    assert shown(whole.score) in whole._repr_html_()
    assert r"\begin{document}" in whole.to_latex()
    assert len(whole.to_frame()) >= 4
    json.dumps(whole.to_dict())


def test_the_files_in_the_wrong_order_are_named() -> None:
    with pytest.raises(InputError, match=r"The annotations come first, then the results\."):
        evaluate_captions(RESULTS, ANNOTATIONS)
    with pytest.raises(InputError, match=r"results: got a dict with \"annotations\".*The annotations come first"):
        evaluate_captions(ANNOTATIONS, ANNOTATIONS)


def test_an_id_that_is_a_number_there_and_a_string_here_is_named() -> None:
    results = [{"image_id": str(one["image_id"]), "caption": one["caption"]} for one in RESULTS]
    with pytest.raises(
        InputError, match=r"got image '42'.*In the annotations it is int, 42. Use the same id in both files"
    ):
        evaluate_captions(ANNOTATIONS, results)


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(RESULTS), encoding="utf-8-sig")
    assert evaluate_captions(ANNOTATIONS, tmp_path / "results.json").score("CIDEr-D") == FOUND.score("CIDEr-D")


def test_an_id_of_very_many_digits_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(f'[{{"image_id": {"9" * 5000}, "caption": "a"}}]', encoding="utf-8")
    with pytest.raises(InputError, match="a whole number with thousands of digits"):
        evaluate_captions(ANNOTATIONS, tmp_path / "results.json")


def with_word(word: str) -> CaptionEvaluation:
    """An evaluation with the word as an image's id and in the image's captions."""
    annotations = {
        "images": [{"id": word}, {"id": 2}],
        "annotations": [{"image_id": word, "caption": f"a {word} b"}, {"image_id": 2, "caption": "a dog"}],
    }
    return evaluate_captions(
        annotations,
        [{"image_id": word, "caption": f"a {word}"}, {"image_id": 2, "caption": ""}],
        tokenize="whitespace",
    )


@pytest.mark.parametrize("word", HOSTILE.values(), ids=HOSTILE)
def test_an_image_id_is_only_text(word: str) -> None:
    trace = with_word(word)
    assert Tree(trace._repr_html_()).elements == Tree(with_word("harmless")._repr_html_()).elements
    assert not CONTROLS.search(str(trace).replace("\n", "") + repr(trace))
    assert trace.to_latex().encode()
