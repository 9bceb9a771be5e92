"""Random numbers from a seed, the same as numpy's default_rng, in plain Python that also runs in a browser.

numpy hashes the seed into a state (its SeedSequence) and generates numbers by PCG64, XSL-RR (O'Neill 2014).
"""

from collections.abc import Iterator
from itertools import cycle, islice

_32, _64, _128 = 2**32 - 1, 2**64 - 1, 2**128 - 1
_STEP = 0x2360ED051FC65DA44385DF649FCCF645


def _hashes(constant: int, factor: int) -> Iterator[tuple[int, int]]:
    while True:
        yield constant, (constant := constant * factor & _32)


def _hashed(value: int, constants: tuple[int, int]) -> int:
    value = (value ^ constants[0]) * constants[1] & _32
    return value ^ value >> 16


def _mixed(x: int, y: int) -> int:
    value = 0xCA01F9DD * x - 0x4973F715 * y & _32
    return value ^ value >> 16


def _seeded(seed: int) -> tuple[int, int]:
    """Return two numbers of 128 bits for a seed of at most 32 bits."""
    hashes = _hashes(0x43B0D7E5, 0x931E8875)
    pool = [_hashed(word, next(hashes)) for word in (seed, 0, 0, 0)]
    for source in range(4):
        for target in {*range(4)} - {source}:
            pool[target] = _mixed(pool[target], _hashed(pool[source], next(hashes)))
    words = [_hashed(*both) for both in islice(zip(cycle(pool), _hashes(0x8B51F9DD, 0x58F38DED), strict=False), 8)]
    state, step = (sum(words[at + i] << 32 * (i ^ 2) for i in range(4)) for at in (0, 4))
    return state, step


def words(seed: int) -> Iterator[int]:
    """Yield random 32-bit integers for ever.

    >>> list(islice(words(12345), 2))
    [3003105693, 976400781]
    """
    start, step = _seeded(seed)
    step = (step << 1 | 1) & _128
    state = (step + start) * _STEP + step & _128
    while True:
        state = state * _STEP + step & _128
        turn, value = state >> 122, state >> 64 ^ state & _64
        value = (value >> turn | value << 64 - turn) & _64
        yield value & _32
        yield value >> 32


def below(limit: int, seed: int) -> Iterator[int]:
    """Yield integers that are at least 0 and below the limit, all equally likely (Lemire 2019).

    >>> list(islice(below(6, 12345), 5))
    [4, 1, 4, 1, 1]
    """
    least = 2**32 % limit
    return (word * limit >> 32 for word in words(seed) if word * limit & _32 >= least)


def coins(seed: int) -> Iterator[int]:
    """Yield 0 or 1 with equal probability, from the bits of the random integers.

    >>> list(islice(coins(12345), 5))
    [1, 0, 1, 1, 1]
    """
    return (word >> bit & 1 for word in words(seed) for bit in range(32))
