"""Record the scores of the program Meteor 1.5 on small random texts, in tests/data/recorded_meteor.json.

    python -m tools.record_meteor

It needs java and the package pycocoevalcap, which includes the program. WordNet is not used. The synonyms are our own.
None of them is inflected, because the program would also look up the base form of an inflected word.
"""

import gzip
import json
import random
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

PACKAGE = "pycocoevalcap"
FILE = Path(__file__).resolve().parent.parent / "tests" / "data" / "recorded_meteor.json"
AMOUNT = 60

ENGLISH = "the a cat cats cat's dog dogs big large huge run runs running , . The is on they"
PLAIN = "the a cat dog big large huge run , . The is on"
CZECH = "a v na se pes psi psa , . velký velká běží je"
GERMAN = "der die das und Hund Hunde Hundes , . lief laufen laufe groß große großer nicht"
SPANISH = "el la los y perro perros , . corre corren correr grande grandes no que"
FRENCH = "le la les et chat chats , . mange mangent manger grand grande ne pas"
RUSSIAN = "в и на не собака собаки собаку , . большой большая бежит бежать он"

SYNONYMS = [["big", "large"], ["large", "huge"], ["dog", "cat"]]
"""Each pair is a set of synonyms. No set contains both big and huge."""
FUNCTION_WORDS = ["the", "a", ",", "."]
"""The function words of a new language."""

RUNS = {
    "-l en -m exact": ENGLISH,
    "-l en -m exact -p '0.9 3.0 0.5 0.5'": ENGLISH,
    "-l en -m 'exact stem'": ENGLISH,
    "-l en -m 'exact stem synonym' -d FOLDER": PLAIN,
    "-l en -t adq -m 'exact stem'": ENGLISH,
    "-l en -t hter -m 'exact stem'": ENGLISH,
    "-l en -t li -m 'exact stem'": ENGLISH,
    "-l en -t tune -m 'exact stem'": ENGLISH,
    "-l cz -m exact": CZECH,
    "-l cz -m exact -s FOLDER/function/czech.words": CZECH,
    "-l de -m 'exact stem'": GERMAN,
    "-l de -m 'exact stem' -s FOLDER/function/german.words": GERMAN,
    "-l es -m 'exact stem'": SPANISH,
    "-l es -m 'exact stem' -s FOLDER/function/spanish.words": SPANISH,
    "-l fr -m 'exact stem'": FRENCH,
    "-l fr -m 'exact stem' -s FOLDER/function/french.words": FRENCH,
    "-l ru -m 'exact stem'": RUSSIAN,
    "-new FOLDER": ENGLISH,
}
"""The options of each run as they are typed, and the words of its texts. FOLDER contains the files written below."""

STEMS = {
    "-l en -m 'exact stem'": "university universe, organ organic, geologist geology, evenings evenly, added ad",
    "-l de -m 'exact stem'": "findet finde, Ergebnis Ergebnisse, Ergebnisse Ergebnissen, Spielerin Spielerinnen",
    "-l es -m 'exact stem'": "universidad universo, ciudades ciudad, contando cuento",
    "-l fr -m 'exact stem'": "mauvais mauvaise, mauvais mauve, cailloux caillou, égoïste égoïsme, égoïstes égoïste, "
    "ambiguës ambiguïté, ambiguë ambigu, aiguë aigu, maïs mai, Noëls Noël, HTML TML",
    "-l ru -m 'exact stem'": "всё все, ещё еще, берёт берет, щётки щётка, актёра актёр, идёт идём",
}
"""Pairs of words that have the same stem in some versions of Snowball but not in others. Each is a segment."""

Segment = tuple[str, list[str]]


def main() -> None:
    """Write the file again, with each segment on its own line."""
    java = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr.splitlines()[0]
    head = {
        "tool": f"Meteor 1.5, {java}",
        "package": f"{PACKAGE} {version(PACKAGE)}",
        "synonyms": SYNONYMS,
        "function_words": FUNCTION_WORDS,
    }
    written = []
    for options, words in RUNS.items():
        texts = [*segments(options, words.split()), *pairs(STEMS.get(options, ""))]
        rows = [[*segment, score] for segment, score in zip(texts, scores(texts, options), strict=True)]
        lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        written.append(json.dumps({"options": options, "segments": 0}).replace(" 0}", f" [\n{lines}\n]}}"))
    whole = json.dumps({**head, "runs": 0}, indent=1).replace('"runs": 0', '"runs": [\n' + ",\n".join(written) + "\n]")
    FILE.write_text(whole + "\n", encoding="utf-8", newline="\n")


def segments(seed: str, words: Sequence[str]) -> Iterator[Segment]:
    """Yield random texts of few words. Some are a reference with a few words changed, some have two references."""
    draw = random.Random(seed)
    for number in range(AMOUNT):
        few = draw.sample(words, draw.randint(2, len(words)))
        references = [draw.choices(few, k=draw.randint(1, 12)) for _ in range(draw.choice([1, 1, 2]))]
        candidate = list(draw.choice(references)) if number % 2 else draw.choices(few, k=draw.randint(1, 12))
        for place in draw.choices(range(len(candidate)), k=number % 4):
            candidate[place] = draw.choice(words)
        yield " ".join(candidate), [" ".join(reference) for reference in references]


def pairs(listed: str) -> Iterator[Segment]:
    """Yield each pair of words, the first as the candidate and the other as its reference."""
    for candidate, reference in map(str.split, filter(None, listed.split(", "))):
        yield candidate, [reference]


def scores(texts: Sequence[Segment], options: str) -> list[float]:
    """The score of each segment. The program first counts matches in all segments, then scores the counts."""
    counted = run([f"SCORE ||| {' ||| '.join((*references, text))}" for text, references in texts], options)
    *found, _ = run([f"EVAL ||| {' ||| '.join(counted)}"], options)
    return [float(line) for line in found]


def run(lines: Sequence[str], options: str) -> list[str]:
    """The program's answers to these lines."""
    spec = find_spec(PACKAGE)
    jar = Path((spec.submodule_search_locations or [""])[0] if spec else "", "meteor", "meteor-1.5.jar")
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        with ZipFile(jar) as packed:
            packed.extractall(folder, [name for name in packed.namelist() if name.startswith("function/")])
        command = f"java -Xmx2G -jar '{jar}' - - -stdio {options.replace('FOLDER', folder)}"
        given = "\n".join(lines) + "\n"
        done = subprocess.run(command, shell=True, input=given, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def write(folder: Path) -> None:
    """Write the files that the program reads, with synonyms and their sets, function words and no paraphrases."""
    sets: dict[str, list[str]] = {}
    for number, words in enumerate(SYNONYMS, 1):
        for word in words:
            sets.setdefault(word, []).append(f"{number:08}")
    files = {
        "english.synsets": "".join(f"{word}\n{' '.join(numbers)}\n" for word, numbers in sorted(sets.items())),
        "english.exceptions": "",
        "english.relations": "",
        "function.words": "".join(f"{word}\n" for word in FUNCTION_WORDS),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "paraphrase.gz").write_bytes(gzip.compress(b""))


if __name__ == "__main__":
    main()
