# Tamaya: `make` lists what can be done. Needs Python 3.11+ with venv, and nothing else.

PYTHON ?= python3
VENV   ?= .venv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip --disable-pip-version-check
# Extra words for the program a target runs: make play ARGS="--help", make test ARGS="-k clue"
ARGS    ?=
WORKERS ?= auto

CODE := $(wildcard src tests tools benchmarks examples)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test check lint types imports examples docs format golden bench pins clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.play-stamp ## Install what is needed and sit down at the table
	@$(VENV)/bin/tamaya play $(ARGS)

test: $(VENV)/.dev-stamp ## Run the tests
	$(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: lint types imports examples docs ## Everything a commit must pass besides the tests

lint: $(VENV)/.dev-stamp ## Style and formatting
	$(PY) -m ruff check
	$(PY) -m ruff format --check

types: $(VENV)/.dev-stamp ## Types, strictly
	$(PY) -m mypy $(CODE)

imports: $(VENV)/.dev-stamp ## Who may import whom
	$(VENV)/bin/lint-imports

examples: $(VENV)/.dev-stamp ## The examples in README and docs do what they say
	$(PY) tools/examples.py README.md docs

docs: $(VENV)/.dev-stamp ## Build the documentation into docs/_build/html
	$(PY) -m sphinx --quiet --fail-on-warning --keep-going docs docs/_build/html

format: $(VENV)/.dev-stamp ## Format the code and repair what can be repaired
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

golden: $(VENV)/.dev-stamp ## Write the golden files anew
	$(PY) -m tools.golden $(ARGS)

bench: $(VENV)/.dev-stamp ## Run the benchmarks
	$(PY) -m benchmarks $(ARGS)

# Versions already pinned stay while they fit; `make pins UPGRADE=1` moves all to the newest.
COMPILE = $(PY) -m uv --no-config pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header $(if $(UPGRADE),--upgrade)

pins: $(VENV)/.dev-stamp ## Resolve the pinned requirements anew
	$(COMPILE) --extra dev --extra docs pyproject.toml requirements/build.in --output-file requirements/dev.txt
	$(COMPILE) --constraint requirements/dev.txt --no-annotate pyproject.toml --output-file requirements/runtime.txt
	$(COMPILE) --constraint requirements/dev.txt --no-annotate requirements/build.in --output-file requirements/build.txt

clean: ## Remove the virtual environment and everything built
	rm -rf $(VENV) build dist docs/_build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The project is installed editable, after its pinned requirements: a change of the source needs no new install.
INSTALL_PROJECT = $(PIP) install -qq --no-deps --no-build-isolation --editable .

$(VENV)/.play-stamp: requirements/build.txt requirements/runtime.txt pyproject.toml | $(PY)
	@echo "Installing Tamaya into $(VENV): a moment, the first time ..."
	@$(PIP) install -qq --require-hashes -r requirements/build.txt -r requirements/runtime.txt
	@$(INSTALL_PROJECT)
	@touch $@

$(VENV)/.dev-stamp: requirements/dev.txt pyproject.toml | $(PY)
	@echo "Installing the development tools into $(VENV): a minute, the first time ..."
	@$(PIP) install -qq --require-hashes -r requirements/dev.txt
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
