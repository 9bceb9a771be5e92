"""The worked examples of every metric: what each says about itself, and that it can be scored and shown."""

import pytest

from mtexplain import InputError, examples
from mtexplain.examples import FAMILIES, Example

SOURCES = {
    "BLEU": ("Papineni et al. 2002, section 2", "notes ", "mtexplain"),
    "ROUGE": ("Lin 2004, section", "notes E", "mtexplain", "documentation", "tests of"),
    "METEOR": ("Banerjee and Lavie 2005, section", "Denkowski and Lavie 2014", "NLTK, ", "mtexplain"),
    "CIDEr": ("Vedantam et al. 2015, section", "Chen et al. 2015"),
    "perplexity": ("Jurafsky and Martin", "notes D", "mtexplain"),
    "NIST": ("Doddington 2002", "Papineni", "NLTK", "mtexplain"),
    "chrF": ("sacreBLEU",),
    "TER": ("Snover et al. 2006",),
}

every_example = pytest.mark.parametrize("example", examples.EXAMPLES.values(), ids=examples.EXAMPLES)


@every_example
def test_it_says_what_it_is_and_where_it_is_from(example: Example) -> None:
    assert examples.EXAMPLES[example.name] is examples.get(example.name) is example
    assert example.title
    (family,) = [name for name, known in FAMILIES.items() if example in known]
    assert example.source.startswith(SOURCES[family])
    quantities = [number.quantity for number in example.numbers]
    assert quantities
    assert len(set(quantities)) == len(quantities)


@every_example
def test_it_is_scored_by_its_own_metric_and_can_be_shown(example: Example) -> None:
    trace = example.trace()
    assert trace == example.metric(example.candidate, *([example.references] if example.references else []),
                                   **example.settings)  # fmt: skip
    assert str(trace)
    assert trace.to_html()
    assert trace.to_latex()


@every_example
def test_a_sentence_is_kept_as_it_was_typed(example: Example) -> None:
    if not example.is_sentence:
        return
    trace = example.trace()
    assert (trace.candidate_text, trace.reference_texts) == (example.candidate, example.references)


def test_every_family_has_examples_and_no_two_have_one_name() -> None:
    found = [example.name for family in FAMILIES.values() for example in family]
    assert len(set(found)) == len(found) == len(examples.names())
    assert all(examples.names(family) for family in FAMILIES)
    with pytest.raises(InputError, match="one of BLEU, "):
        examples.names("bleu-4")


@pytest.mark.parametrize("name", ["papineni-5", "", "Start", None, 3, ["start"]], ids=repr)
def test_a_wrong_name_lists_the_right_ones(name: str) -> None:
    with pytest.raises(InputError) as caught:
        examples.get(name)
    assert [known for known in examples.names() if known not in str(caught.value)] == []
