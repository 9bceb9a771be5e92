"""Text from outside, made harmless for HTML and SVG."""

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def escaped(text: str) -> str:
    """The text as HTML and SVG show it, in an element or in a quoted attribute.

    >>> escaped("<b>")
    '&lt;b&gt;'
    """
    return text.translate(_ENTITIES)
