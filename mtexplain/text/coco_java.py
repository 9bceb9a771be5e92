r"""The exact tokens of the COCO caption tools, from the Java program that comes with pycocoevalcap.

This needs `java` and the package pycocoevalcap, for its file stanford-corenlp-3.4.1.jar. The program treats UTF-8
text as it does in that package, with two differences.

Each text is cut on its own. In pycocoevalcap each text is a line, and the program also sees the beginning of the next
line. A "No." at the end of a text keeps its full stop if the next text begins with a number, and the "b." of "plan b."
loses its full stop before "The cat".

Every character that ends a line (\n, \r, \v, \f, U+2028, U+2029) becomes a space here. In pycocoevalcap only \n does;
after any of the others, the rest of the text would be counted as the next text.
"""

import os
import re
from collections.abc import Iterable, Sequence

from mtexplain.inputs import InputError
from mtexplain.text.coco import DROPPED

PACKAGE = "pycocoevalcap"
JAR = os.path.join("tokenizer", "stanford-corenlp-3.4.1.jar")

_PROGRAM = "edu.stanford.nlp.process.PTBTokenizer -preserveLines -lowerCase -encoding UTF-8"
_LINE_END = re.compile("[\n\r\v\f\u2028\u2029]")
_BETWEEN = "x"  # a line between two texts, so that neither affects the other
_MOST = 2**16

_cut: dict[str, tuple[str, ...]] = {}
"""The tokens of the texts that have been cut already."""


def tokenize_coco_java(text: str) -> tuple[str, ...]:
    """Return lower-case words, as pycocoevalcap cuts them, without full stops, commas, quotes and dashes.

    Java takes half a second to start. Each text is cut only once. For many texts, call `tokenize_all` first.
    """
    return tokenize_all([text])[0]


def tokenize_all(texts: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the tokens of each text, cut in a single run of Java, and remember them for `tokenize_coco_java`."""
    asked = list(texts)
    if len(_cut) > _MOST:
        _cut.clear()
    new = [text for text in dict.fromkeys(asked) if text not in _cut]
    if new:
        _cut.update(zip(new, map(_kept, _lines_of_tokens(new)), strict=True))
    return [_cut[text] for text in asked]


def _kept(line: str) -> tuple[str, ...]:
    """Return the tokens that pycocoevalcap keeps. A few contain a no-break space, at which BLEU cuts too."""
    return tuple(" ".join(token for token in line.rstrip().split(" ") if token not in DROPPED).split())


def _lines_of_tokens(texts: Sequence[str]) -> list[str]:
    import subprocess

    java, jar = _needed()
    given = "".join(f"{_LINE_END.sub(' ', text)}\n{_BETWEEN}\n" for text in texts)
    command = [java, "-Dfile.encoding=UTF-8", "-cp", jar, *_PROGRAM.split()]
    done = subprocess.run(command, input=given.encode(), capture_output=True)
    lines = done.stdout.decode().split("\n")
    if done.returncode or lines[1::2] != [_BETWEEN] * len(texts):
        raise _error(f"an error of Java: {done.stderr.decode(errors='replace').strip()[-300:]}")
    return lines[: 2 * len(texts) : 2]


def _needed() -> tuple[str, str]:
    """Return the paths of java and of the package's file, without importing the package."""
    import shutil
    from importlib.util import find_spec

    java = shutil.which("java")
    if not java:
        raise _error("no program java on this machine")
    spec = find_spec(PACKAGE)
    jars = [os.path.join(folder, JAR) for folder in spec.submodule_search_locations or []] if spec else []
    for jar in jars:
        if os.path.isfile(jar):
            return java, jar
    raise _error(f"a package {PACKAGE} without {JAR}" if spec else f"no package {PACKAGE} in this Python")


def _error(got: str) -> InputError:
    fix = 'tokenize="coco" is nearly the same, and needs neither.'
    return InputError('tokenize="coco-java"', got, f"java, and a file of the package {PACKAGE}", fix)
