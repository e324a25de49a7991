"""The tests of the search on a real PostgreSQL, where its programs are installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from django.conf import settings

from bench import postgres

TESTS = (
    "platform/search/tests/test_search.py",
    "platform/search/tests/test_sections.py",
    "platform/pages/search/tests/test_suggestions.py",
    "platform/api/tests/test_search.py",
)
LEAST = 50
"""Tests that pass, at least: a run that finds none must not count as one."""


@pytest.mark.nightly
@pytest.mark.skipif(bool(postgres.why_not()), reason=postgres.why_not())
def test_the_search_does_on_postgresql_what_it_does_on_sqlite():
    with postgres.server() as server, postgres.database(server, "arbiter_tests") as address:
        env = {**os.environ, "ARBITER_TESTS_DATABASE": address}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
        done = subprocess.run(
            command, env=env, cwd=settings.ROOT, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None, done.stdout
    assert int(passed[1]) >= LEAST, done.stdout
