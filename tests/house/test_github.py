"""Files that GitHub reads: the workflow calls existing commands and has few permissions; issue forms are complete."""

import os
import re
import tomllib
from typing import Any

import pytest
import yaml

from tests.places import ROOT

HUB = ROOT / ".github"
FORMS = sorted((HUB / "ISSUE_TEMPLATE").glob("*.yml"))
WRITTEN = (HUB / "workflows" / "ci.yml").read_text("utf-8")
CI: dict[Any, Any] = yaml.safe_load(WRITTEN)
JOBS = CI["jobs"]
STEPS = [step for job in JOBS.values() for step in job["steps"]]


def test_its_commands_exist() -> None:
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8")))
    commands = [step["run"].split() for step in STEPS if "run" in step]
    assert [words[0] for words in commands] == [".ci/run", "make"]
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert {words[1] for words in commands if words[0] == "make"} <= targets


def test_its_actions_are_githubs_own_and_named_by_their_commit() -> None:
    """A tag can be moved to other code. Each action has the same commit everywhere, with its tag in a comment."""
    used = re.findall(r"uses: (.*)", WRITTEN)
    assert len(used) == len([step for step in STEPS if "uses" in step]) > 4
    assert [one for one in used if not re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", one)] == []
    assert len(set(used)) == len({one.partition("@")[0] for one in used})


def test_its_tests_run_on_the_oldest_and_the_newest_python_that_are_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [one.rpartition(" ")[2] for one in project["classifiers"] if re.search(r"Python :: 3\.\d+$", one)]
    assert JOBS["test"]["strategy"]["matrix"] == {"python": [named[0], named[-1]]}
    assert project["requires-python"] == f">={named[0]}"


def test_it_may_read_and_only_the_last_job_may_publish() -> None:
    writes = {
        name: [key for key, may in job.get("permissions", {}).items() if may == "write"] for name, job in JOBS.items()
    }
    assert CI["permissions"] == {"contents": "read"}
    assert writes == {"test": [], "site": [], "publish": ["pages", "id-token"]}


def test_it_publishes_after_the_tests_and_only_what_is_pushed_to_main() -> None:
    asked = CI[True]  # YAML reads the word `on` as true
    assert asked["push"] == {"branches": ["main"]}
    assert JOBS["site"]["if"] == "github.event_name == 'push'"
    assert (JOBS["site"]["needs"], JOBS["publish"]["needs"]) == ("test", "site")
    sent = {step["uses"].partition("@")[0]: step["with"]["path"] for step in STEPS if "path" in step.get("with", {})}
    assert sent == {"actions/upload-pages-artifact": "site"}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_what_an_answer_needs(path: Any) -> None:
    form = yaml.safe_load(path.read_text("utf-8"))
    assert {"name", "description", "body"} <= set(form)
    assert {part["type"] for part in form["body"]} == {"textarea"}
    assert all(part["attributes"]["label"] for part in form["body"])
    ids = [part["id"] for part in form["body"]]
    assert len(ids) == len(set(ids))
    assert any(part.get("validations", {}).get("required") for part in form["body"])
