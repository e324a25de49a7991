# The two commands of the README are `make run` and `make test`.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: run test lint types bench lock clean setup setup-test toolchains backup restore

run: setup
	@exec $(BIN)/python tools/run.py

# On a machine that other work shares, a test that fails is tried once more; the report names it.
test: setup-test lint types
	$(BIN)/python -m pytest -n 2 --dist loadgroup $(if $(CI),--reruns 1 -rR)

setup:
	@$(PYTHON) tools/bootstrap.py run

setup-test:
	@$(PYTHON) tools/bootstrap.py test

# Compilers for all of the languages that bots may be written in, not only Python and C++.
toolchains:
	@$(PYTHON) tools/bootstrap.py toolchains

lint: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=platform:. $(BIN)/lint-imports

types: setup-test
	SECRET_KEY=unused $(BIN)/mypy

bench: setup-test
	$(BIN)/python -m bench

# Write the locks anew from requirements*.in, for every Python from 3.11 on and every platform.
LOCK = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --upgrade
lock: setup-test
	$(LOCK) -o requirements.txt requirements.in
	$(LOCK) -o requirements-dev.txt requirements-dev.in

# make backup FILE=/path/site.zip
backup restore: setup
	@$(BIN)/python manage.py $@ "$(FILE)"

# What can be made again; the data in var/ stays.
clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
