"""The settings in plain words: what a student reads beside the name of the keyword."""

from mtexplain.explain.metric import Metric

_TITLES = {
    "rules": "Whose rules",
    "tokenize": "How a text is cut",
    "lowercase": "Lower-case all letters",
    "max_n": "Longest n-grams",
    "n": "Length of the n-grams",
    "reference_length": "Which reference's length",
    "smoothing": "Smoothing",
    "smoothing_value": "Smoothing constant",
    "missing": "Orders without n-grams",
    "weights": "Weights",
    "weight": "Weight of long runs",
    "beta": "Weight of recall",
    "meteor beta": "Steepness of the penalty",
    "alpha": "Weight of recall",
    "gamma": "Largest penalty",
    "delta": "Weight of content words",
    "references_by": "Several references",
    "max_skip": "Most words skipped",
    "stem": "Word stems",
    "align": "Choice of the alignment",
    "function_words": "Function words",
    "whole": "A perfect match",
    "term_frequency": "Term frequency",
    "sigma": "Tolerance in length",
    "base": "Base of the logarithm",
    "markers": "Sentence markers",
    "k": "Smoothing constant",
    "vocabulary": "Vocabulary",
    "matches": "Matches from",
    "word_order": "Longest runs of words",
}


def titled(metric: Metric, name: str) -> str:
    """What a setting is called in plain words; a setting of a metric that is not ours keeps its name.

    >>> from mtexplain import meteor, rouge_l
    >>> titled(rouge_l, "beta"), titled(meteor, "beta")
    ('Weight of recall', 'Steepness of the penalty')
    """
    own = f"{getattr(metric, '__name__', '')} {name}"
    return _TITLES.get(own) or _TITLES.get(name, name)
