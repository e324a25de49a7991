"""The longest tests begin first, and tests that share fixtures of a module stay together."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

from bench import postgres

ROOT = Path(__file__).resolve().parents[1]
SHARING = "tests/test_documents.py"
LONG = "tests/test_contest.py"
OWN = "platform/accounts/tests/test_permissions.py"


def pytest_says(*options: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout.split("\n")


def test_the_longest_tests_begin_first_whatever_plugins_sort():
    lines = pytest_says("-q", "--collect-only", "-n0", SHARING, OWN, LONG)
    files = list(dict.fromkeys(line.partition("::")[0] for line in lines if "::" in line))
    assert files[0] == LONG


def test_tests_that_share_fixtures_of_their_module_run_on_one_worker():
    name = "test_every_make_target_exists"
    lines = pytest_says("-v", "-n1", "--dist", "loadgroup", SHARING, "-k", name)
    assert any(f"{name}@{SHARING}" in line for line in lines)


def test_on_postgresql_only_tests_that_use_the_database_run(monkeypatch):
    monkeypatch.setenv("ARBITER_TESTS_DATABASE", "postgres://nobody@nowhere/none")
    lines = pytest_says("-q", "--collect-only", SHARING, OWN)
    assert {line.partition("::")[0] for line in lines if "::" in line} == {OWN}


def test_tests_on_postgresql_are_skipped_with_a_reason_where_there_is_none(monkeypatch, capfd):
    monkeypatch.delenv("BENCH_DATABASE_URL", raising=False)
    monkeypatch.setattr(postgres, "_programs", lambda: None)
    assert postgres.main(["--optional", "false"]) == 0
    assert postgres.main(["false"]) != 0
    assert "skipped: no PostgreSQL" in capfd.readouterr().err


def test_the_garbage_collector_is_spared_what_stays_until_the_end():
    assert gc.get_freeze_count() > 100_000
