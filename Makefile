# `make` lists what there is. Windows has no make: the README gives the plain commands.
PYTHON ?= python3
VENV ?= .venv
# Where pip finds torch. For a small CPU build on Linux:
#   make book TORCH_INDEX=https://download.pytorch.org/whl/cpu
TORCH_INDEX ?=
PORT ?= 8000
# The Python of the class's machines, and their systems: windows macos linux, or none.
CLASS_PYTHON ?= 3.12
SYSTEMS ?= windows macos linux

# As in `stsutils/__init__.py`, which notebooks import after torch.
export GOMP_SPINCOUNT ?= 1000

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help book notebooks notebooks-check student-branch live-encoders serve test coverage lint lowest bench attack audit classroom slides pdf clean figures-pdf readme-pictures

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## */\t/' | expand -t 18

book: $(VENV)/.book ## execute the notebooks and build the book (SOLUTIONS=0 hides the solutions)
	$(BIN)/python book/make.py $(if $(filter 0,$(SOLUTIONS)),--no-solutions)

notebooks: $(VENV)/.book ## write the student notebooks and open them in JupyterLab
	$(BIN)/python book/student.py
	$(BIN)/jupyter lab --ServerApp.root_dir=. --LabApp.default_url=/lab/tree/student

notebooks-check: $(VENV)/.book ## run every student notebook as a student would (some 15 minutes)
	$(BIN)/python book/student.py --execute

figures-pdf: $(VENV)/.book ## the figures of CHAPTERS="01 09" as PDF files in figures/, to project
	$(BIN)/python book/figures.py $(CHAPTERS)

readme-pictures: $(VENV)/.book ## draw the README's pictures from the records; prints their words
	$(BIN)/python -c "from pathlib import Path; from stsutils.report.bars import save; [print(save(name, Path(f'book/_static/{name}.svg'))) for name in ('front', 'ranking', 'width')]"

student-branch: $(VENV)/.book ## commit the student notebooks on the branch that Binder and Colab open
	$(BIN)/python book/student.py --branch student

live-encoders: $(VENV)/.book ## train what the live pages show on STS-B and PAWS (minutes; then make book)
	$(BIN)/python book/live_encoders.py --train
	$(BIN)/python book/live_replay.py --train

serve: $(VENV)/.book ## show the built book on http://127.0.0.1:8000 (PORT=...)
	$(BIN)/python -m http.server $(PORT) --bind 127.0.0.1 --directory _out/_build/html

# Three at a time on two cores, too: a test that waits for a browser or a process leaves its core free.
# Files go in the order of tests/conftest.py, not by their number of tests.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder
test: $(VENV)/.test ## run every test, three at a time
	$(PYTEST)

coverage: $(VENV)/.test ## the same, and which lines no test runs
	$(PYTEST) --cov

lint: $(VENV)/.test ## check style, types, imports between rooms, and that notebooks hold no outputs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/ty check --quiet --python $(VENV)
	$(BIN)/lint-imports --no-logo
	$(BIN)/nbstripout --verify --keep-id notebooks/*.ipynb

lowest: $(VENV)/.test ## try the lowest versions of Python and packages that are promised
	$(PIP) uv
	$(BIN)/python tools/lowest.py

bench: $(VENV)/.test ## measure speed against sentence-transformers (some minutes, on an idle machine)
	OMP_NUM_THREADS=1 $(BIN)/python tools/bench/bench.py

classroom: $(VENV)/.book ## one zip for a room without a network: notebooks, pages, packages (1 GB)
	$(PIP) uv
	$(BIN)/python book/make.py --no-solutions
	$(BIN)/python book/classroom.py --python $(CLASS_PYTHON) --systems $(SYSTEMS)

slides: $(VENV)/.book ## the slides of the four sessions, in _out/slides
	$(BIN)/python book/slides.py

pdf: $(VENV)/.test ## the taught chapters of the built pages as one PDF (Chromium)
	$(BIN)/python book/pdf.py

attack: $(VENV)/.test ## broken files and folders, kills, two writers, a full disk: counts what happened
	OMP_NUM_THREADS=1 $(BIN)/python tools/attacks/campaign.py

audit: $(VENV)/.book ## look for known faults in the dependencies (their list is on the network)
	$(PIP) pip-audit
	$(BIN)/python -m pip_audit --no-deps --disable-pip -r constraints.txt

clean: ## remove what was built, but not .venv
	rm -rf _out .pytest_cache .ruff_cache .import_linter_cache .coverage

# Set-up. torch comes first, so that no other package picks another build of it.
$(VENV)/.book: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed: make book PYTHON=python3.11"; exit 1; }
	@echo "setting up $(VENV): some minutes and 2.3 GB the first time"
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) $(if $(TORCH_INDEX),--extra-index-url $(TORCH_INDEX)) torch
	$(PIP) -e '.[book]'
	@touch $@

$(VENV)/.test: $(VENV)/.book
	$(PIP) -e '.[book,test,teach]'
	@touch $@
