# make site: build public/ from the shipped data. make test: run the tests. Both make their own environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= auto

.DEFAULT_GOAL := help
.PHONY: help site test check check-style format shots sample goldens docs lock bench bench-import torture clean

help: ## say what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 16

site: $(VENV)/site ## build public/ from data/ and templates/
	$(BIN)/build-site

test: $(VENV)/dev ## run all tests, those in a browser too, and hold their coverage
	tests/browser/install
	tests/hosting/install
	$(BIN)/python -m pytest -n $(WORKERS) --cov --cov-report=term --ignore=tests/browser/test_preview.py
	$(BIN)/python -m pytest tests/browser/test_preview.py  # alone: it waits for saves to be seen

check: check-style test ## format, lint, types, tests

check-style: $(VENV)/dev ## format, lint and types alone
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/dev ## put the code in shape
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .

shots: $(VENV)/dev ## save pictures of every kind of page into .build/shots
	tests/browser/install
	$(BIN)/python -m tests.browser.shots

sample: $(VENV)/dev ## write the shipped sample data anew
	$(BIN)/python -m sample

goldens: $(VENV)/dev ## write the expected sites of the tests anew; read the difference before you commit it
	$(BIN)/python -m pytest tests/test_goldens.py -q --renew-goldens

docs: $(VENV)/dev ## write docs/templates.md anew, what templates are given
	$(BIN)/python -m handbook

bench: $(VENV)/dev ## measure builds of 250 and 2,000 pages
	$(BIN)/python -m bench

torture: $(VENV)/dev ## kill builds at every change to the disk and at random moments; takes half an hour
	$(BIN)/python -m torture

bench-import: $(VENV)/dev ## measure imports of a million rows
	$(BIN)/python -m bench.imports --write

lock: $(VENV)/dev ## resolve the pinned packages anew (needs uv on the path)
	uv pip compile requirements/site.in --generate-hashes --universal --python-version 3.11 --no-header --no-emit-index-url -o requirements/site.txt
	uv pip compile requirements/dev.in --generate-hashes --universal --python-version 3.11 --no-header --no-emit-index-url -o requirements/dev.txt

clean: ## remove the environment and what tests leave
	rm -rf $(VENV) tests/browser/node_modules .build .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: Python 3.11 or newer is needed; name one with PYTHON=…"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "make: this Python cannot make environments; on Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/site: requirements/site.txt pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/site.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/dev: requirements/dev.txt $(VENV)/site
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@
