"""The command of probabilities that are given: their perplexity, as a text's or as a distribution's."""

import argparse

from mtexplain import distribution_perplexity, perplexity
from mtexplain.display.trace import Trace
from mtexplain.inputs import InputError


def add(command: argparse.ArgumentParser) -> None:
    """Its options, and what it does."""
    command.add_argument("probabilities", nargs="*", metavar="PROBABILITY", help="of each token: 1/4, 0.25")
    command.add_argument("--log-probabilities", nargs="+", metavar="NUMBER", help="or their logarithms, to --base")
    command.add_argument("--base", help="e, 2 or 10 (default: e)")
    command.add_argument("--names", nargs="+", metavar="WORD", help="the tokens, or the outcomes; give them last")
    command.add_argument("--distribution", action="store_true", help="they are those of all outcomes, 1 in all")
    command.set_defaults(run=_run)


def _run(given: argparse.Namespace) -> Trace:
    probabilities, logarithms = given.probabilities or None, given.log_probabilities
    if not given.distribution:
        return perplexity(probabilities, log_probabilities=logarithms, base=given.base, tokens=given.names)
    if logarithms is not None:
        raise InputError("distribution", "logarithms", "probabilities, 1 in all", "Such as 1/2 1/4 1/4.")
    return distribution_perplexity(given.probabilities, base=given.base, outcomes=given.names)
