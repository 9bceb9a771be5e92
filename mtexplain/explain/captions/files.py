"""Reader of COCO's format, which has a file of annotations (the references of each image) and a file of results.

As in pycocoevalcap, each file may be replaced by a dict from an image to its captions, such as {7: ["A cat."]} or
{7: [{"caption": "A cat."}]}.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from reprlib import repr as _short
from typing import NamedTuple, TypeGuard

from mtexplain.inputs import InputError, InputTypeError, check_list, check_text, described, no_file

ImageId = int | str
Source = Mapping[int, object] | Mapping[str, object] | Mapping[ImageId, object] | Sequence[object] | os.PathLike[str]
"""The content of a file, the name of a file, or a dict from an image to its captions."""

_MOST = 5  # the most image ids that a message names
_SWAPPED = "The annotations come first, then the results."
_OR = "or a dict of the captions of each image, {7: ['A cat.']}"


class Captions(NamedTuple):
    """The captions of the images to be scored, and their references, in the order of the annotations."""

    images: tuple[ImageId, ...]
    candidates: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]


def read(annotations: Source, results: Source, only_answered: bool) -> Captions:
    """Read and check the captions of both files, which give each image a candidate and one or more references.

    >>> annotations = {"images": [{"id": 7}], "annotations": [{"image_id": 7, "caption": "a cat"}]}
    >>> read(annotations, [{"image_id": 7, "caption": "the cat"}], False)
    Captions(images=(7,), candidates=('the cat',), references=(('a cat',),))
    >>> read({7: ["a cat"]}, {7: ["the cat"]}, False) == _
    True
    """
    references = _references(_loaded(annotations, "annotations"))
    candidates = _results(_loaded(results, "results"), references)
    images = tuple(image for image in references if image in candidates or not only_answered)
    if missing := [image for image in images if image not in candidates]:
        fix = "Give each image a caption, or score only the other images with only_answered=True."
        raise InputError("results", f"no caption for {_named(missing)}", "a caption for every image", fix)
    if not images:
        raise InputError("results", "no captions", "captions for some of the images")
    if bare := [image for image in images if not references[image]]:
        raise InputError("annotations", f"no caption of {_named(bare)}", "a reference for every image")
    return Captions(
        images, tuple(candidates[image] for image in images), tuple(tuple(references[image]) for image in images)
    )


def _references(data: object) -> dict[ImageId, list[str]]:
    """The captions of each image of the annotations."""
    if not isinstance(data, Mapping):
        fix = _SWAPPED if isinstance(data, list | tuple) else ""
        raise InputTypeError("annotations", described(data), f'a dict with "images" and "annotations", {_OR}', fix)
    references: dict[ImageId, list[str]] = {}
    if _is_by_image(data):
        for image, captions in data.items():
            name = _checked_id(image, "annotations, an image")
            references[name] = list(_captions(name, captions, "annotations"))
        return references
    for where, image in _records(data, "images"):
        if (name := _id(image, "id", where)) in references:
            raise InputError(where, f"image {_short(name)} again", "each image once")
        references[name] = []
    for where, annotation in _records(data, "annotations"):
        if (name := _id(annotation, "image_id", where)) not in references:
            raise InputError(where, f"image {_short(name)}", 'an image listed in "images"')
        references[name].append(check_text(_value(annotation, "caption", where), f"{where}, caption"))
    return references


def _results(data: object, known: Iterable[ImageId]) -> dict[ImageId, str]:
    """The caption of each image of the results."""
    candidates: dict[ImageId, str] = {}
    images = set(known)
    expected = f'a list of {{"image_id": ..., "caption": ...}}, {_OR}'
    if isinstance(data, Mapping) and "annotations" in data:
        raise InputTypeError("results", 'a dict with "annotations"', expected, _SWAPPED)
    if _is_by_image(data):
        for image, captions in data.items():
            where = f"results, image {_short(image)}"
            name = _known(_checked_id(image, where), where, images)
            texts = list(_captions(name, captions, "results"))
            if len(texts) > 1:
                raise InputError(where, f"{len(texts)} captions", "a single caption for each image", _SWAPPED)
            if texts:
                candidates[name] = texts[0]
        return candidates
    for index, result in enumerate(check_list(data, "results", expected)):
        where = f"results[{index}]"
        name = _id(result, "image_id", where)
        if name in candidates:
            raise InputError(where, f"image {_short(name)} again", "a single caption for each image")
        candidates[_known(name, where, images)] = check_text(_value(result, "caption", where), f"{where}, caption")
    return candidates


def _is_by_image(data: object) -> TypeGuard[Mapping[object, Sequence[object]]]:
    """True if the data are a dict from an image to its captions, as pycocoevalcap takes it."""
    if not isinstance(data, Mapping) or not data or {"images", "annotations", "caption"} & data.keys():
        return False
    return all(isinstance(captions, list | tuple | str) for captions in data.values())


def _captions(image: ImageId, captions: Sequence[object], where: str) -> Iterator[str]:
    """Yield the captions of an image, which are strings, or dicts with a "caption"."""
    for index, caption in enumerate([captions] if isinstance(captions, str) else captions):
        spot = f"{where}, image {_short(image)}[{index}]"
        if isinstance(caption, Mapping) and caption.get("image_id", image) != image:
            got, expected = (f"a caption of image {_short(name)}" for name in (caption["image_id"], image))
            raise InputError(spot, got, expected)
        yield check_text(
            _value(caption, "caption", spot) if isinstance(caption, Mapping) else caption, f"{spot}, caption"
        )


def _known(name: ImageId, where: str, images: Set[ImageId]) -> ImageId:
    """Return the image; InputError if the annotations don't have it."""
    if name not in images:
        raise InputError(where, f"image {_short(name)}", "an image of the annotations", _other(name, images))
    return name


def _other(name: ImageId, images: Set[ImageId]) -> str:
    """A hint if the same id is written in another way, such as "7" for 7; otherwise empty."""
    same = next((image for image in images if str(image) == str(name)), None)
    return "" if same is None else f"In the annotations it is {described(same)}. Use the same id in both files."


def _records(data: Mapping[str, object], key: str) -> Iterable[tuple[str, object]]:
    """The records in a list of the annotations, each with its place."""
    listed = check_list(_value(data, key, "annotations"), f"annotations, {key}", "a list of dicts")
    return ((f"annotations, {key}[{index}]", record) for index, record in enumerate(listed))


def _id(record: object, key: str, where: str) -> ImageId:
    return _checked_id(_value(record, key, where), f"{where}, {key}")


def _checked_id(name: object, where: str) -> ImageId:
    if not is_id(name):
        raise InputTypeError(where, described(name), "a whole number or a string")
    return name


def is_id(value: object) -> TypeGuard[ImageId]:
    """True if a value can be the id of an image, that is, a whole number or a string."""
    return isinstance(value, int | str) and not isinstance(value, bool)


def _value(record: object, key: str, where: str) -> object:
    if not isinstance(record, Mapping):
        raise InputTypeError(where, described(record), f'a dict with "{key}"')
    if key not in record:
        raise InputError(where, f'no "{key}"', f'a dict with "{key}"')
    return record[key]


def _loaded(source: Source, where: str) -> object:
    """The content of a JSON file if a file name is given; any other source as it is."""
    if not isinstance(source, str | os.PathLike):
        return source
    name = os.fspath(source)
    try:
        with open(name, encoding="utf-8-sig") as file:
            return json.load(file)
    except OSError as error:
        raise no_file(f"{where}, {name}", error) from None
    except UnicodeDecodeError as error:
        got = f"bytes that are not UTF-8, from byte {error.start} on"
        raise InputError(f"{where}, {name}", got, "JSON in UTF-8") from None
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"{where}, {name}", f"invalid JSON: {error}", "a JSON file, as COCO writes it") from None
    except ValueError:
        got = "a whole number with thousands of digits"
        raise InputError(f"{where}, {name}", got, "a JSON file, as COCO writes it") from None


def _named(images: Sequence[ImageId]) -> str:
    return f"{'image' if len(images) == 1 else 'images'} {listed(images)}"


def listed(images: Sequence[ImageId]) -> str:
    """The ids of some images, as a text.

    >>> listed([7]), listed(range(9))
    ('7', '0, 1, 2, 3, 4 and 4 more')
    """
    more = f" and {len(images) - _MOST:,} more" if len(images) > _MOST else ""
    return f"{', '.join(_short(image) for image in images[:_MOST])}{more}"
