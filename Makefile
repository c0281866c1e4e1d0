# Every target does the set-up that is missing and nothing more.
#   make play    the board in the browser       make test    every test, and lint: ten minutes
#   make quick   the tests that need no browser, no other process and no patience: a minute and a half
#   make gtp     speak GTP                        make bench   how fast it is here
#   make lint    style, types, layers             make setup   the set-up alone
#   make soak    searches and games for an hour, in a build that checks every index
#   make results  the pages of strength and levels, from the games in results/
#   make lab     what plots and tuning need, then the experiments that can be run
#   make site    the documentation, in site/      make site-serve   the same, to look at while writing
# Options for the program: make play ARGS="--new --size 13 --color white"

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
TEST_ARGS ?=
MINUTES ?= 60
# Tests that wait leave a core to one more.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

RUN_STAMP := $(VENV)/.installed
LAB_STAMP := $(VENV)/.installed-lab
DOCS_STAMP := $(VENV)/.installed-docs
DEV_STAMP := $(VENV)/.installed-dev
# The constraints hold for the build's own tools too.
PIP := PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip --disable-pip-version-check -qq

.PHONY: setup play gtp bench doctor lab results quick test soak lint format docs site site-serve clean

setup: $(RUN_STAMP)
	@$(BIN)/tengen compile

play: setup
	@$(BIN)/tengen web $(ARGS)

gtp: setup
	@$(BIN)/tengen gtp $(ARGS)

bench: setup
	@$(BIN)/tengen bench $(ARGS)

doctor: setup
	@$(BIN)/tengen doctor

lab: $(LAB_STAMP) setup
	@$(BIN)/tengen lab list

results: setup
	$(BIN)/python benchmarks/kept_games.py take build/games
	$(BIN)/python benchmarks/network_matches.py write build/games
	$(BIN)/python benchmarks/levels.py write build/games

quick: $(DEV_STAMP) setup
	$(BIN)/python -m pytest -n $(WORKERS) -q -m quick $(TEST_ARGS)

test: $(DEV_STAMP) setup lint
	$(BIN)/python -m pytest -n $(WORKERS) -q $(TEST_ARGS)

soak: setup
	$(BIN)/python benchmarks/soak.py --minutes $(MINUTES)

lint: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/make_docs.py --check

format: $(DEV_STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(DEV_STAMP) setup
	$(BIN)/python tools/make_docs.py

site: $(DOCS_STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is in site/; open site/index.html"

site-serve: $(DOCS_STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve --dev-addr 127.0.0.1:8000

clean:
	rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache benchmarks/build

# All of set-up's own words go to standard error: `make -s gtp` is a protocol from its first byte.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Tengen needs Python 3.11 or newer; say which: make PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up a virtual environment in $(VENV)" >&2
	@$(PYTHON) -m venv $(VENV) >/dev/null || { rm -rf $(VENV); \
		echo "Python cannot make virtual environments here; on Debian: apt-get install python3-venv" >&2; exit 1; }

$(RUN_STAMP): $(BIN)/python pyproject.toml constraints.txt
	@echo "Installing the packages Tengen stands on" >&2
	@$(PIP) install --constraint constraints.txt --editable '.[review,web]' >&2
	@touch $@

$(LAB_STAMP): $(RUN_STAMP)
	@echo "Installing the packages that plots and tuning stand on" >&2
	@$(PIP) install --constraint constraints.txt --editable '.[lab]' >&2
	@touch $@

$(DOCS_STAMP): $(RUN_STAMP)
	@echo "Installing the packages the documentation is built with" >&2
	@$(PIP) install --constraint constraints.txt --editable '.[docs]' >&2
	@touch $@

$(DEV_STAMP): $(RUN_STAMP)
	@echo "Installing the packages its tests stand on" >&2
	@$(PIP) install --constraint constraints.txt --editable '.[dev]' >&2
	@touch $@
