"""Record what torchmetrics and evaluate return for right and wrong nestings, in tests/data/recorded_shapes.json.

Run it for each tool where the tool is installed. The project itself needs neither. The shapes are the same each time.

    python -m tools.record_shapes torchmetrics > torchmetrics.json
    python -m tools.record_shapes evaluate FOLDER > evaluate.json
    python -m tools.record_shapes both torchmetrics.json evaluate.json > tests/data/recorded_shapes.json

FOLDER contains the metric of Hugging Face's evaluate, as for `tools.record`.
"""

import importlib
import json
import random
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

Shapes = dict[str, tuple[Any, Any]]
"""Pairs of candidates and references by name."""

TEXT = ["the cat sat on the mat", "a dog ran", "it is a guide to action"]
ONE = ["the cat sat on the mat", "the dog ran home", "it is the guide to actions"]
OTHER = ["a cat is on the mat", "one dog ran away", "this is a guide to acting"]
WORDS = "a the cat dog sat ran on mat I .".split()


def split(texts: list[str]) -> list[list[str]]:
    return [text.split() for text in texts]


SHAPES: Shapes = {
    "nested per sentence": (TEXT, [[one] for one in ONE]),
    "grouped": (TEXT, [list(pair) for pair in zip(ONE, OTHER, strict=True)]),
    "as many references as segments": (TEXT, [list(row) for row in zip(ONE, OTHER, ONE, strict=True)]),
    "other numbers of references": (TEXT, [[ONE[0]], [ONE[1], OTHER[1]], [ONE[2]]]),
    "one stream": (TEXT, [ONE]),
    "streams": (TEXT, [ONE, OTHER]),
    "a stream is short": (TEXT, [ONE, OTHER[:2]]),
    "streams with gaps": (TEXT, [ONE, [None, OTHER[1], None]]),
    "flat": (TEXT, ONE),
    "a sentence": (TEXT[0], [ONE[0], OTHER[0]]),
    "two strings": (TEXT[0], ONE[0]),
    "a sentence and lists": (TEXT[0], [[ONE[0]]]),
    "tokens, grouped": (split(TEXT), [[one.split()] for one in ONE]),
    "tokens, flat": (split(TEXT), split(ONE)),
    "tokens, then strings": (split(TEXT), [[one] for one in ONE]),
    "strings, then tokens": (TEXT, [[one.split()] for one in ONE]),
    "strings, then flat tokens": (TEXT, split(ONE)),
    "a sentence in tokens": (TEXT[0].split(), [ONE[0].split(), OTHER[0].split()]),
    "a sentence in tokens, then a string": (TEXT[0].split(), [ONE[0]]),
    "swapped": ([[one] for one in ONE], TEXT),
    "swapped tokens": ([[one.split()] for one in ONE], split(TEXT)),
    "characters": (list(TEXT[0]), [list(ONE[0])]),
    "nothing": ([], []),
    "no references": (TEXT, []),
    "empty groups": (TEXT, [[], [], []]),
    "an empty group": (TEXT, [[ONE[0]], [], [ONE[2]]]),
    "fewer groups": (TEXT, [[ONE[0]], [ONE[1]]]),
    "more groups": (TEXT, [[ONE[0]], [ONE[1]], [ONE[2]], ["x"]]),
    "fewer strings": (TEXT, ONE[:2]),
    "strings and lists": (TEXT, [ONE[0], [ONE[1]], ONE[2]]),
    "lists and strings": (TEXT, [[ONE[0]], ONE[1], ONE[2]]),
    "gaps": (TEXT, [[ONE[0], None], [ONE[1], "a"], [ONE[2], None]]),
    "no first candidate": ([None, *TEXT[1:]], [[one] for one in ONE]),
    "no second candidate": ([TEXT[0], None, TEXT[2]], [[one] for one in ONE]),
    "no first group": (TEXT, [None, [ONE[0]], [ONE[1]]]),
    "numbers": ([1, 2, 3], [[1], [2], [3]]),
    "a number": (TEXT, [[ONE[0]], [5], [ONE[2]]]),
    "an empty sentence": ("", [""]),
    "empty sentences": (["", "", ""], [[""], [""], [""]]),
    "candidates in lists": ([[one] for one in TEXT], [[one] for one in ONE]),
    "a list too many": (TEXT, [[[one]] for one in ONE]),
    "a stream too deep": (TEXT, [[ONE]]),
    "one segment": (TEXT[:1], [ONE[:1]]),
    "one segment, flat": (TEXT[:1], ONE[:1]),
    "one segment, two flat": (TEXT[:1], [ONE[0], OTHER[0]]),
    "an empty reference first": (["the cat", "a dog"], ["", "the dog"]),
    "tuples": (tuple(TEXT), tuple((one,) for one in ONE)),
    "tuples of tokens": (split(TEXT), [[tuple(one.split())] for one in ONE]),
}
"""Every shape that people pass, right or wrong."""


def random_shapes(amount: int) -> Shapes:
    """Random nested lists of words. Most are nonsense, but a program might pass any of them."""
    draw = random.Random("shapes")
    return {f"random {number}": (nest(draw, 2), nest(draw, 3)) for number in range(amount)}


def nest(draw: random.Random, deepest: int) -> Any:
    """A string or None, or a list of such nests, some of them with all strings at the same depth."""
    if not deepest or draw.random() < 0.15:
        return None if draw.random() < 0.03 else " ".join(draw.choices(WORDS, k=draw.choice([0, 1, 1, 3, 5, 7])))
    if draw.random() < 0.7:
        return [nest(draw, deepest - 1) for _ in range(draw.choice([0, 1, 2, 2, 2, 3]))]
    deep = draw.randrange(deepest)
    return [same_depth(draw, deep) for _ in range(draw.choice([1, 2, 2, 3]))]


def same_depth(draw: random.Random, deep: int) -> Any:
    """A nest with all its strings at this depth."""
    if not deep:
        return " ".join(draw.choices(WORDS, k=draw.choice([1, 3, 5, 7])))
    return [same_depth(draw, deep - 1) for _ in range(draw.choice([1, 2, 2, 3]))]


def every_shape() -> Shapes:
    """All shapes that are recorded and tested."""
    return SHAPES | random_shapes(300)


def outcome(score: Callable[[Any, Any], float], candidates: Any, references: Any) -> dict[str, Any]:
    """The result of a tool, or the type and the first line of the error that it raises."""
    try:
        return {"value": float(score(candidates, references))}
    except Exception as error:  # whatever the error is, it is the tool's behaviour
        return {"raises": type(error).__name__, "says": (str(error).splitlines() or [""])[0]}


def torchmetrics() -> Callable[[Any, Any], float]:
    bleu_score: Any = importlib.import_module("torchmetrics.functional.text").bleu_score
    return lambda candidates, references: bleu_score(candidates, references).item()


def evaluate(folder: str) -> Callable[[Any, Any], float]:
    package: Any = importlib.import_module("evaluate")
    load: Any = package.load  # load it for each call, because a failed call leaves its lists behind
    return lambda candidates, references: load(folder).compute(predictions=candidates, references=references)["bleu"]


def both(*paths: str) -> str:
    """The two files combined, with the versions and a line for each shape."""
    found = [json.loads(Path(path).read_text("utf-8")) for path in paths]
    versions = {one["tool"]: one["version"] for one in found}
    rows = {name: {one["tool"]: one["shapes"][name] for one in found} for name in every_shape()}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    return f'{{\n"versions": {json.dumps(versions)},\n"shapes": {{\n{lines}\n}}\n}}\n'


def main(tool: str, *paths: str) -> str:
    """The content of the file for a tool, or for both."""
    if tool == "both":
        return both(*paths)
    score = torchmetrics() if tool == "torchmetrics" else evaluate(*paths)
    found = {name: outcome(score, *shape) for name, shape in every_shape().items()}
    return json.dumps({"tool": tool, "version": version(tool), "shapes": found})


if __name__ == "__main__":
    sys.stdout.write(main(*sys.argv[1:]))
