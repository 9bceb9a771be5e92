"""The texts of Papineni et al. 2002, section 2, Example 1, which papers and tools score ever since."""

GUIDE = (
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
)
"""The references."""
GUIDE_1 = "It is a guide to action which ensures that the military always obeys the commands of the party"
GUIDE_2 = "It is to insure the troops forever hearing the activity guidebook that party direct"
"""The good candidate, and the bad one."""


def some_words(number: int) -> str:
    """A text of which the source gives only the length.

    >>> some_words(3)
    'w1 w2 w3'
    """
    return " ".join(f"w{place}" for place in range(1, number + 1))
