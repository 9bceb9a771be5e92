"""Record the tokens that the Java program of pycocoevalcap makes from the texts in tests/data/coco_tokens.json.

    python -m tools.record_coco

It needs java and the package pycocoevalcap. A new text is a pair [text, ""] in a group of the file.
"""

import json
import subprocess
from importlib.metadata import version
from pathlib import Path

from mtexplain.text.coco_java import PACKAGE, tokenize_all

FILE = Path(__file__).resolve().parent.parent / "tests" / "data" / "coco_tokens.json"


def main() -> None:
    """Write the file again, with each text on its own line."""
    groups = json.loads(FILE.read_text("utf-8"))["groups"]
    java = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr.splitlines()[0]
    tool = f"PTBTokenizer of stanford-corenlp-3.4.1.jar, -preserveLines -lowerCase, each text on its own, {java}"
    head = {"tool": tool, "package": f"{PACKAGE} {version(PACKAGE)}, and the marks that it drops", "groups": "GROUPS"}
    written = []
    for group in groups:
        texts = [text for text, _ in group["texts"]]
        pairs = [[text, " ".join(tokens)] for text, tokens in zip(texts, tokenize_all(texts), strict=True)]
        lines = ",\n".join(json.dumps(pair, ensure_ascii=True) for pair in pairs)
        written.append(json.dumps({**group, "texts": "TEXTS"}, ensure_ascii=False).replace('"TEXTS"', f"[\n{lines}\n]"))
    whole = json.dumps(head, indent=1).replace('"GROUPS"', "[\n" + ",\n".join(written) + "\n]")
    FILE.write_text(whole + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
