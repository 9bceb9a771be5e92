"""The tools are asked in silence."""

import logging
import warnings
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """NLTK warns of zeros, sacreBLEU of final periods with a space before them."""
    logging.disable(logging.WARNING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield
    logging.disable(logging.NOTSET)
