# Tamaya: `make` lists what can be done. Needs Python 3.11+ with venv, and nothing else: Node comes as a package.

PYTHON ?= python3
VENV   ?= .venv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip --disable-pip-version-check
# Extra words for the program a target runs: make play ARGS="--help", make test ARGS="-k clue"
ARGS    ?=
WORKERS ?= auto
# The Pythons of `make test-all`.
PYTHONS ?= 3.11 3.12 3.13 3.14

PYTEST = $(PY) -m pytest -n $(WORKERS) --dist worksteal
CODE := $(wildcard src tests tools benchmarks examples) hatch_build.py
# Runs a tool of web/, as `npx` would.
WEB  := $(PY) hatch_build.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play web test test-long test-all chaos browser check lint types imports words web-check examples docs format golden bench pins clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.play-stamp web ## Install what is needed and open a table in the browser
	@$(VENV)/bin/tamaya $(ARGS)

# Types for editors and checks come from the server, so they are written where its packages are installed.
web: $(VENV)/.build-stamp ## Build the browser table, if its sources have changed
	@$(WEB)
	@$(if $(wildcard $(VENV)/.dev-stamp),$(PY) -m tools.typescript)

# Some of the tests say little about coverage, so it is measured only when all of them run.
test: $(VENV)/.dev-stamp web browser ## Run the tests and print the coverage of each package
	@$(WEB) install
	$(PYTEST) $(if $(ARGS),$(ARGS),-m "not slow" --cov --cov-report=)
	@$(if $(ARGS),,$(PY) -m tools.coverage_table)

test-long: $(VENV)/.dev-stamp web browser ## Run the long tests that make test leaves out, and the laws on more games
	@$(WEB) install
	$(PYTEST) -m "slow or hypothesis" --hypothesis-profile=thorough $(ARGS)

chaos: $(VENV)/.dev-stamp web ## Play at many tables while servers, wires and the database break; ARGS="--help" tells more
	$(PY) -m tests.chaos $(ARGS)

# Each Python has a virtual environment of its own. One that pyenv has installed counts, even if it is not chosen.
test-all: ## Run the tests on each Python from 3.11 to 3.14 that is installed
	@find_python() { \
		for python in python$$1 "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/$$1.*/bin/python3; do \
			"$$python" -c 'import ensurepip, venv' 2>/dev/null && { echo "$$python"; return; }; \
		done; \
	}; \
	for version in $(PYTHONS); do \
		python=$$(find_python $$version); \
		if [ -z "$$python" ]; then echo "Python $$version: not installed, left out"; continue; fi; \
		echo "Python $$version: $$python"; \
		$(MAKE) --no-print-directory test VENV=.venv-$$version PYTHON="$$python" || failed="$$failed $$version"; \
	done; \
	if [ -n "$$failed" ]; then echo "The tests failed on Python$$failed."; exit 1; fi

# What no Python package brings. It is installed where we have the right to, and otherwise you are told how.
browser:
	@has() { command -v $$1 >/dev/null; }; \
	ready() { \
		has tmux && { has chromium-headless-shell || has chromium || has chromium-browser || has google-chrome; }; \
	}; \
	ready && exit; \
	if [ "$$(id -u)" = 0 ] && has apt-get; then \
		echo "Installing Chromium and tmux for the tests of the browser and the terminal ..."; \
		export DEBIAN_FRONTEND=noninteractive; \
		apt-get -qq update; \
		install() { apt-get -qq -o Dpkg::Use-Pty=0 install --no-install-recommends "$$@" fonts-dejavu-core tmux >/dev/null; }; \
		install chromium-headless-shell 2>/dev/null || install chromium; \
		ready && exit; \
	fi; \
	echo "Without Chromium the tests in tests/browser fail, and without tmux those with real keys are left out." \
	     "On Debian: sudo apt-get install chromium tmux. Elsewhere install Chromium or Google Chrome, and tmux."

check: lint types imports words web-check examples docs ## Everything a commit must pass besides the tests

lint: $(VENV)/.dev-stamp ## Style and formatting
	$(PY) -m ruff check
	$(PY) -m ruff format --check

types: $(VENV)/.dev-stamp ## Types, strictly
	$(PY) -m mypy $(CODE)

words: $(VENV)/.dev-stamp ## The catalogues of sentences: complete, used, and alike in every language
	$(PY) -m tools.words

imports: $(VENV)/.dev-stamp ## Which layer may import which
	$(VENV)/bin/lint-imports

web-check: $(VENV)/.dev-stamp ## The front end: style, types, unit tests, and what it shares with the server
	@$(PY) -m tools.typescript
	@! grep -n '"resolved"' web/package-lock.json || \
		{ echo "The lock file names addresses; .npmrc was not read. Run npm inside web/."; exit 1; }
	$(WEB) prettier --check --log-level warn .
	$(WEB) eslint .
	$(WEB) svelte-check --tsconfig ./tsconfig.json --fail-on-warnings
	$(WEB) vitest run

examples: $(VENV)/.dev-stamp ## The examples in README, docs and docstrings do what they say
	$(PY) tools/examples.py README.md docs src

docs: $(VENV)/.dev-stamp ## Build the documentation into docs/_build/html
	$(PY) -m sphinx --quiet --fail-on-warning --keep-going docs docs/_build/html

format: $(VENV)/.dev-stamp ## Format the code and repair what can be repaired
	$(PY) -m ruff check --fix
	$(PY) -m ruff format
	$(WEB) eslint --fix .
	$(WEB) prettier --write --log-level warn .

golden: $(VENV)/.dev-stamp ## Write the golden files again
	$(PY) -m tools.golden $(ARGS)

bench: $(VENV)/.dev-stamp ## Run the benchmarks
	$(PY) -m benchmarks $(ARGS)

# Versions already pinned stay while they fit; `make pins UPGRADE=1` moves all to the newest.
COMPILE = $(PY) -m uv --no-config pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-strip-extras --no-emit-index-url --no-emit-find-links --no-header $(if $(UPGRADE),--upgrade)

pins: $(VENV)/.dev-stamp ## Resolve the pinned requirements again
	$(COMPILE) --extra dev pyproject.toml requirements/build.in --output-file requirements/dev.txt
	$(COMPILE) --constraint requirements/dev.txt --no-annotate pyproject.toml --output-file requirements/runtime.txt
	$(COMPILE) --constraint requirements/dev.txt --no-annotate requirements/build.in --output-file requirements/build.txt

clean: ## Remove the virtual environment and everything built
	rm -rf $(VENV) $(PYTHONS:%=.venv-%) build dist docs/_build web/node_modules web/src/lib/generated src/tamaya/server/static
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The pinned requirements are complete, so pip has nothing to resolve: a newer release of a package stops no install.
# The project is installed editable after them: a change of the source needs no new install.
# The target web builds the front end when its sources have changed.
INSTALL_PROJECT = TAMAYA_SKIP_WEB=1 $(PIP) install -qq --no-deps --no-build-isolation --editable .

$(VENV)/.build-stamp: requirements/build.txt | $(PY)
	@echo "Preparing $(VENV): a moment, the first time ..."
	@$(PIP) install -qq --no-deps --require-hashes -r $<
	@touch $@

$(VENV)/.play-stamp: requirements/runtime.txt pyproject.toml $(VENV)/.build-stamp
	@echo "Installing Tamaya into $(VENV): a moment, the first time ..."
	@$(PIP) install -qq --no-deps --require-hashes -r $<
	@$(INSTALL_PROJECT)
	@touch $@

$(VENV)/.dev-stamp: requirements/dev.txt pyproject.toml $(VENV)/.build-stamp
	@echo "Installing the development tools into $(VENV): a minute, the first time ..."
	@$(PIP) install -qq --no-deps --require-hashes -r $<
	@$(INSTALL_PROJECT)
	@touch $@

$(PY):
	@command -v $(PYTHON) >/dev/null || \
		{ echo "There is no $(PYTHON) here. Name another one: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Tamaya needs Python 3.11 or newer. Name another one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "This Python cannot make virtual environments." \
		  "On Debian and Ubuntu, install the package python3-venv and try again."; exit 1; }
	@$(PYTHON) -m venv $(VENV)
