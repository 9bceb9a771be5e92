"""Wrong formulas for CIDEr and CIDEr-D.

Read subject and method first (what is right, function by function), then the mistakes in the order of the computation:
choices, counting, rarity, cosines, lengths, means, writings.
"""

from mtexplain.explain.misconceptions.cider.choices import CHOICES
from mtexplain.explain.misconceptions.cider.cosines import COSINES
from mtexplain.explain.misconceptions.cider.counting import COUNTING
from mtexplain.explain.misconceptions.cider.lengths import LENGTHS_OF_TEXTS
from mtexplain.explain.misconceptions.cider.means import MEANS
from mtexplain.explain.misconceptions.cider.rarity import RARITY
from mtexplain.explain.misconceptions.cider.subject import CIDER_D_SUBJECT, CIDER_SUBJECT
from mtexplain.explain.misconceptions.cider.writings import WRITINGS

SUBJECTS = (CIDER_SUBJECT, CIDER_D_SUBJECT)
"""What is computed by hand, with its right functions."""

MISTAKES = (
    *CHOICES,
    *COUNTING,
    *RARITY,
    *COSINES,
    *LENGTHS_OF_TEXTS,
    *MEANS,
    *WRITINGS,
)
"""Every misconception, in the order of the computation."""
