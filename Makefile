# The commands of this project. `make lab` and `make test` install what they need, so you need only Python.
# The environment of an earlier run is reused; if there is none, PYTHON makes it.
PYTHON ?= $(shell .venv/bin/python -c "" 2>/dev/null && echo .venv/bin/python || echo python3)
VENV_PYTHON := .venv/bin/python
ARGS :=
# The extras that `make test` needs, whose versions are pinned.
TRIED := notebooks slides room site tests

ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
TOO_OLD := mtexplain needs Python 3.11 or newer, which "$(PYTHON)" is not. Name another, as in make PYTHON=python3.12
# The beginning of a recipe, which is followed by the extras that it needs.
prepare = $(PYTHON) -c '$(ENOUGH)' 2>/dev/null || { echo '$(TOO_OLD) $@' >&2; exit 1; }; $(PYTHON) -m tools.prepare

.PHONY: help lab room test test-pages test-alone test-long refresh slides site mutate bench pins clean
.NOTPARALLEL:

help:  ## show this list
	@echo 'mtexplain shows every number in a translation score, with its working'
	@echo
	@awk -F ':  ## ' '/^[a-z-]+:  ## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

lab:  ## open the notebooks in JupyterLab
	@$(prepare) notebooks
	@$(VENV_PYTHON) -m mtexplain lab my_notebooks -- $(ARGS)

room:  ## open the live panel and a poll for everybody in a room
	@$(prepare) notebooks room
	@$(VENV_PYTHON) -m tools.room $(ARGS)

test:  ## check style, types, tests and notebooks
	@$(prepare) $(TRIED)
	@$(VENV_PYTHON) tools/check.py

test-pages:  ## test the site in a real browser
	@$(prepare) $(TRIED)
	@$(VENV_PYTHON) -m pytest -q --numprocesses 2 --dist worksteal tests/pages

test-alone:  ## test every notebook alone with the wheel, also with Colab's packages
	@$(prepare) $(TRIED)
	@$(VENV_PYTHON) -m pytest -q --numprocesses 2 --dist loadfile tests/hosts

test-long:  ## run make test with thousands of new random texts, for a quiet evening
	@HYPOTHESIS_PROFILE=long $(MAKE) test

refresh:  ## run the notebooks again and write them in their normal form
	@$(prepare) notebooks
	@$(VENV_PYTHON) tools/refresh.py $(ARGS)

slides:  ## make slides of every notebook, in slides/
	@$(prepare) slides
	@$(VENV_PYTHON) -m tools.slides $(ARGS)

site:  ## make the site, a folder for any web server or to open from a disk
	@$(prepare) notebooks slides site
	@$(VENV_PYTHON) -m tools.site $(ARGS)

mutate:  ## change the maths in every small way and check that a test notices
	@$(prepare) notebooks tests mutate
	@$(VENV_PYTHON) tools/mutate.py $(ARGS)

bench:  ## time the library, the panel, the site on a slow connection and a full room
	@$(prepare) $(TRIED)
	@$(VENV_PYTHON) benchmarks/speed.py $(ARGS)
	@$(VENV_PYTHON) benchmarks/keystrokes.py
	@$(VENV_PYTHON) benchmarks/site.py
	@$(VENV_PYTHON) benchmarks/room.py

pins:  ## update requirements.txt to the newest versions
	@$(prepare) pins
	@$(VENV_PYTHON) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--annotation-style line --custom-compile-command 'make pins' --all-extras --group build --group sources \
		-o requirements.txt pyproject.toml
	@echo 'requirements.txt is updated. Next, run make test'

clean:  ## remove everything that the other commands made, except my_notebooks
	@rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist site slides
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
