# make run        install, serve on http://127.0.0.1:8000, ingest the sample corpus into it
# make test       install, run all tests
# make check      formatting, lint, types, layers, tests: what CI runs
# make benchmark  install, run the benchmarks
# make benchmark-chunks SETS=FOLDER
#                 whether chunks keep whole what answers questions, for question sets in FOLDER, how fast texts are cut
# make benchmark-chroma SETS=FOLDER
#                 the published evaluation of chunkers rerun on FOLDER/chroma, with ours beside it
#
# PYTHON    the interpreter of the virtual environment: Python 3.11 or newer
# PIP_ARGS  options of pip, for instance another package index for PyTorch without CUDA (see README.md)
# PORT      where `make run` listens
# SETS      folder of question sets

PYTHON ?= python3
PIP_ARGS ?=
PORT ?= 8000
SETS ?= ../shared/data

BIN := .venv/bin
INSTALLED := .venv/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check $(PIP_ARGS)
PARENTAGE := $(BIN)/parentage
URL := http://127.0.0.1:$(PORT)
BENCHMARKS := $(basename $(notdir $(filter-out %/__init__.py %/chunks.py %/chunking_evaluation.py,$(wildcard tests/benchmarks/*.py))))

.PHONY: run ingest-examples show-examples test check benchmark benchmark-chunks benchmark-chroma

run: $(INSTALLED)
	@if $(PARENTAGE) generations list --server $(URL) >/dev/null 2>&1; then \
		echo "something serves $(URL) already: stop it, or choose another port (make run PORT=8001)"; exit 1; \
	fi
	@$(PARENTAGE) serve --host 127.0.0.1 --port $(PORT) --auth none & server=$$!; \
	trap 'kill $$server 2>/dev/null; wait $$server' EXIT; trap 'exit 130' INT TERM; \
	until $(PARENTAGE) documents list --server $(URL) >/dev/null 2>&1; do \
		kill -0 $$server 2>/dev/null || exit 1; sleep 0.5; \
	done; \
	$(MAKE) --no-print-directory ingest-examples show-examples && wait $$server

# Into the running server: one process loads the model once. What is there already is not written again.
ingest-examples: $(INSTALLED)
	$(PARENTAGE) ingest --server $(URL) examples/public --access '*'
	$(PARENTAGE) ingest --server $(URL) examples/staff --access group:staff
	$(PARENTAGE) ingest --server $(URL) examples/hr --access group:hr
	$(PARENTAGE) ingest --server $(URL) examples/engineering --access group:engineering
	$(PARENTAGE) ingest --server $(URL) examples/finance --access group:finance --access group:board
	$(PARENTAGE) ingest --server $(URL) examples/board --access group:board

show-examples:
	@echo
	@echo "Serving on $(URL). Try, in another terminal, one question asked as nobody and as HR:"
	@echo
	@echo "  curl -s $(URL)/search -H 'Content-Type: application/json' \\"
	@echo "    -d '{\"query\": \"salary range of a senior developer\", \"top_k\": 2}'"
	@echo "  shows what everyone may read, and nothing of the pay bands"
	@echo
	@echo "  curl -s $(URL)/search -H 'Content-Type: application/json' \\"
	@echo "    -d '{\"query\": \"salary range of a senior developer\", \"top_k\": 2, \"principals\": [\"group:hr\"]}'"
	@echo "  shows the pay bands of 2025: the whole section, found by one of its rows, cited by character and line"
	@echo

test: $(INSTALLED)
	$(BIN)/pytest

check: $(INSTALLED)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MAKE) test

benchmark: $(INSTALLED)
	set -e; for name in $(BENCHMARKS); do $(BIN)/python -m tests.benchmarks.$$name; done

benchmark-chunks: $(INSTALLED)
	$(PIP) --no-build-isolation -e '.[benchmark]'
	$(BIN)/python -m tests.benchmarks.chunks $(SETS)

benchmark-chroma: $(INSTALLED)
	$(PIP) --no-build-isolation -e '.[benchmark]'
	$(BIN)/python -m tests.benchmarks.chunking_evaluation $(SETS)

$(INSTALLED): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(PIP) -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
	touch $@
