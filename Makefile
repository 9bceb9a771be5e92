# The commands of this project. `make lab` and `make test` set themselves up; all they need is Python.
# The environment of an earlier run is used again; where there is none, PYTHON makes it.
PYTHON ?= $(shell .venv/bin/python -c "" 2>/dev/null && echo .venv/bin/python || echo python3)
VENV_PYTHON := .venv/bin/python
ARGS :=
# The extras of `make test`, whose versions are pinned.
TRIED := notebooks slides room site tests

ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
TOO_OLD := mtexplain needs Python 3.11 or newer, which "$(PYTHON)" is not. Name another: make PYTHON=python3.12
# One line a recipe can begin with, followed by the extras it needs.
prepare = $(PYTHON) -c '$(ENOUGH)' 2>/dev/null || { echo '$(TOO_OLD) $@' >&2; exit 1; }; $(PYTHON) -m tools.prepare

.PHONY: help lab room test test-pages test-alone test-long refresh slides site mutate bench pins clean
.NOTPARALLEL:

help:  ## this list
	@echo 'mtexplain: every number in a translation score, with its working'
	@echo
	@awk -F ':  ## ' '/^[a-z-]+:  ## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

lab:  ## open the notebooks in JupyterLab
	@$(prepare) notebooks
	@$(VENV_PYTHON) -m mtexplain lab my_notebooks -- $(ARGS)

room:  ## a page to play with and a poll, for everybody in a room
	@$(prepare) notebooks room
	@$(VENV_PYTHON) -m tools.room $(ARGS)

test:  ## everything that must hold: style, types, tests, notebooks
	@$(prepare) $(TRIED)
	@$(VENV_PYTHON) tools/check.py

test-pages:  ## the site in a real browser
	@$(prepare) $(TRIED)
	@$(VENV_PYTHON) -m pytest -q --numprocesses 2 --dist worksteal tests/pages

test-alone:  ## every notebook alone with the wheel, also with Colab's packages
	@$(prepare) $(TRIED)
	@$(VENV_PYTHON) -m pytest -q --numprocesses 2 --dist loadfile tests/hosts

test-long:  ## the same with thousands of new random texts, for a quiet evening
	@HYPOTHESIS_PROFILE=long $(MAKE) test

refresh:  ## run the notebooks afresh and write them in their normal form
	@$(prepare) notebooks
	@$(VENV_PYTHON) tools/refresh.py $(ARGS)

slides:  ## make a deck of slides of every notebook, in slides/
	@$(prepare) slides
	@$(VENV_PYTHON) -m tools.slides $(ARGS)

site:  ## make the site: a folder for any web server, or to open from a disk
	@$(prepare) notebooks slides site
	@$(VENV_PYTHON) -m tools.site $(ARGS)

mutate:  ## break the maths in every small way, and see whether a test notices
	@$(prepare) notebooks tests mutate
	@$(VENV_PYTHON) tools/mutate.py $(ARGS)

bench:  ## time the library against others, the panel from key to page, the site on a slow line, a full room
	@$(prepare) $(TRIED)
	@$(VENV_PYTHON) benchmarks/speed.py $(ARGS)
	@$(VENV_PYTHON) benchmarks/keystrokes.py
	@$(VENV_PYTHON) benchmarks/site.py
	@$(VENV_PYTHON) benchmarks/room.py

pins:  ## write requirements.txt anew, with the newest versions
	@$(prepare) pins
	@$(VENV_PYTHON) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--annotation-style line --custom-compile-command 'make pins' --all-extras --group build --group sources \
		-o requirements.txt pyproject.toml
	@echo 'requirements.txt is renewed. Now: make test'

clean:  ## remove what the other commands made, but never my_notebooks
	@rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist site slides
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
