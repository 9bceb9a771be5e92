"""The texts of the course's corpus: 120 segments with four references each, and the outputs of five systems."""

from mtexplain.examples import corpus

REFERENCES = [list(segment.references) for segment in corpus.segments()]
SYSTEMS = {name: [output.text for output in corpus.outputs() if output.system == name] for name in corpus.SYSTEMS}
