"""Random numbers are equal to the numbers of numpy's default_rng for the same seed, one by one."""

from itertools import islice

import numpy
from hypothesis import given
from hypothesis import strategies as st

from mtexplain.significance.generator import below, coins, words

seeds = st.integers(0, 2**32 - 1)


@given(seeds)
def test_words_are_the_halves_of_what_numpy_makes(seed: int) -> None:
    made = numpy.random.default_rng(seed).bit_generator.random_raw(50)
    assert list(islice(words(seed), 100)) == [half for one in made.tolist() for half in (one & 0xFFFFFFFF, one >> 32)]


@given(seeds, st.integers(2, 2**32 - 1))
def test_places_are_those_that_numpy_chooses(seed: int, limit: int) -> None:
    chosen = numpy.random.default_rng(seed).choice(limit, size=100, replace=True)
    assert list(islice(below(limit, seed), 100)) == chosen.tolist()


@given(seeds)
def test_coins_are_those_that_numpy_tosses(seed: int) -> None:
    tossed = numpy.random.default_rng(seed).integers(2, size=100, dtype=bool)
    assert list(islice(coins(seed), 100)) == tossed.tolist()
