"""CIDEr's worked examples: small corpora of images, since the papers print no number for a text that they give."""

from mtexplain.metrics.cider import cider, cider_d
from mtexplain.recipe.example import Example, Number

_SOURCE = "Vedantam et al. 2015, section 4 (the text is ours)"
_SECTION_7 = "Vedantam et al. 2015, section 7 (the text is ours)"
_COCO = "Chen et al. 2015, and pycocoevalcap (the text is ours)"

_TWO = ("the red cat sleeps", "the red dog barks"), (("the red cat sleeps",), ("the blue dog barks",))
_ONE = ("a cat on a mat",), (("a cat on a mat",),)
_SHORT = ("red cat", "blue dog"), (("red cat",), ("blue dog",))
_STEMS = ("the dogs bark", "a cat sleeps"), (("the dog barks",), ("a cat sleeps",))
_REPEAT = ("red red red cat sleeps here now", "the dog barks"), (("the red cat sleeps",), ("the dog barks",))

EXAMPLES = (
    Example(
        "cider-two-images",
        "A perfect caption and a half-right one: every cosine is a fraction",
        _SOURCE,
        *_TWO,
        (
            Number("CIDEr_1 of image 2", None, "2/3"),
            Number("CIDEr_2 of image 2", None, "1/3"),
            Number("CIDEr of image 1", None, "10"),
            Number("CIDEr of image 2", None, "2.5"),
            Number("CIDEr", None, "6.25"),
        ),
        comment="Every n-gram weighs log 2, but 'the', which both images have: log 1 = 0. 'red dog' is in no reference "
        "of any image; the formula would divide by its df of 0, which all code takes for 1.",
        metric=cider,
    ),
    Example(
        "cider-d-two-images",
        "The same by CIDEr-D: nothing is repeated, no length differs, no number moves",
        _SECTION_7,
        *_TWO,
        (
            Number("CIDEr-D of image 1", None, "10"),
            Number("CIDEr-D of image 2", None, "2.5"),
            Number("CIDEr-D", None, "6.25"),
        ),
        metric=cider_d,
    ),
    Example(
        "cider-one-image",
        "One image alone: a perfect caption scores 0",
        _SOURCE,
        *_ONE,
        (Number("CIDEr", None, "0"),),
        comment="An n-gram of the only image is in all images: idf = log(1/1) = 0, and nothing has a weight.",
        metric=cider,
    ),
    Example(
        "cider-paper",
        "The dogs bark, the dog barks: by the paper's own rules these are the same words",
        _SOURCE,
        *_STEMS,
        (
            Number("CIDEr_3 of image 1", None, "1"),
            Number("CIDEr of image 1", None, "0.75"),
            Number("CIDEr of image 2", None, "0.75"),
            Number("CIDEr", None, "0.75"),
        ),
        settings={"rules": "paper"},
        comment="Every word is cut to its stem, and nothing is multiplied by ten. There are no fours: 3/4 is the most.",
        metric=cider,
    ),
    Example(
        "cider-short-perfect",
        "Two perfect captions of two words: 5, not 10",
        _SOURCE,
        *_SHORT,
        (
            Number("CIDEr of image 1", None, "5"),
            Number("CIDEr of image 2", None, "5"),
            Number("CIDEr", None, "5"),
        ),
        comment="Without triples and fours their vectors are empty, and the cosine counts 0.",
        metric=cider,
    ),
    Example(
        "cider-repeat",
        "red red red cat: CIDEr forgives a word that is repeated",
        _SOURCE,
        *_REPEAT,
        (
            Number("CIDEr of image 1", None, "3.8127920637653414"),
            Number("CIDEr of image 2", None, "7.5", "floats added in turn give 7.500000000000001"),
            Number("CIDEr", None, "5.656396031882671"),
        ),
        metric=cider,
    ),
    Example(
        "cider-d-repeat",
        "red red red cat by the formula of CIDEr-D: clipped, and three words too long",
        _SECTION_7,
        *_REPEAT,
        (
            Number("penalty exponent of image 1", None, "-1/8"),
            Number("CIDEr-D", None, "5.211587656127303", "tf is a share of the n-grams of a text, as in equation 1"),
        ),
        metric=cider_d,
    ),
    Example(
        "cider-coco-repeat",
        "red red red cat as COCO's tools print it, under the name of CIDEr",
        _COCO,
        *_REPEAT,
        (
            Number("CIDEr-D of image 1", None, "2.6582141877241456"),
            Number("CIDEr-D of image 2", None, "7.5"),
            Number(
                "CIDEr-D", None, "5.079107093862072", "tf is the count, as in all code: clipping tells the two apart"
            ),
        ),
        settings={"rules": "coco"},
        metric=cider_d,
    ),
)
