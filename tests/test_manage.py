"""``manage.py``: commands for organizers say in a line what is missing, and find what is there."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests import site, template
from tests.site import ROOT
from tools.supervisor import REFUSED

KEEP_A_KEY = "from tools import run; run.hold_folder()"
"""What ``make run`` does first."""


def manage(var: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return python(var, str(ROOT / "manage.py"), *words, **more)


def python(var: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        env=site.clean_environment(var, **more),
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that it ended with."""
    assert done.returncode == 1
    assert done.stderr.startswith("arbiter: ")
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize("words", [["install_game"], ["install_game", "some/folder"], ["demo"]])
def test_before_the_first_start_a_command_says_what_to_run(tmp_path, words):
    said = refusal(manage(tmp_path / "var", *words))
    assert "no secret key" in said
    assert "`make run`" in said
    assert not (tmp_path / "var").exists()


def test_a_key_without_a_database_is_a_line_too(tmp_path):
    said = refusal(manage(tmp_path, "recover", SECRET_KEY="x" * 50))
    assert "the database cannot be used" in said
    assert "`make run`" in said


def test_what_went_wrong_is_shown_whole_where_it_is_asked_for(tmp_path):
    done = manage(tmp_path, "demo", "--traceback")
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert "ImproperlyConfigured: no secret key" in done.stderr


def test_a_python_without_the_packages_is_told_which_one_has_them(tmp_path):
    done = python(tmp_path, "-I", "-S", str(ROOT / "manage.py"), "install_game", "some/folder")
    said = refusal(done)
    assert "this Python has no django" in said
    assert ".venv/bin/python manage.py install_game some/folder" in said


def test_after_the_first_start_commands_find_its_key_and_its_database(tmp_path):
    var = tmp_path / "var"
    assert python(var, "-c", KEEP_A_KEY).returncode == 0
    template.copy(var / "arbiter.sqlite3")
    assert manage(var, "migrate", "--verbosity=0").returncode == 0
    for words in (["install_game"], ["recover"]):
        done = manage(var, *words)
        assert (done.returncode, done.stderr) == (0, "")
    listed = manage(var, "install_game")
    assert listed.stdout == f"No games are installed in {var / 'games'}.\n"


def test_a_site_whose_key_is_a_variable_gets_no_second_one(tmp_path):
    assert python(tmp_path, "-c", KEEP_A_KEY, SECRET_KEY="x" * 50).returncode == 0
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.parametrize(
    ("variable", "address", "what"),
    [
        ("REDIS_URL", "redis://:wrong@127.0.0.1:1/0", "Redis"),
        ("DATABASE_URL", "postgres://us:wrong@127.0.0.1:1/arbiter", "The database"),
    ],
)
def test_a_service_that_does_not_answer_is_a_line_and_may_answer_later(
    tmp_path, variable, address, what
):
    template.copy(tmp_path / "arbiter.sqlite3")
    more = {"SECRET_KEY": "x" * 50, variable: address}
    done = manage(tmp_path, "worker", "upkeep", "--check", **more)
    assert done.returncode == 1
    line = done.stdout.splitlines()[-1]
    assert line.startswith(f"· {what} cannot be used (")
    assert line.endswith(f"Check {variable}, and that this machine reaches it.")
    assert "Traceback" not in done.stdout + done.stderr


def test_workers_refuse_a_site_that_is_not_theirs_and_name_all_that_is_missing(tmp_path):
    template.copy(tmp_path / "arbiter.sqlite3")
    with closing(sqlite3.connect(tmp_path / "arbiter.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO controls_sitemark (key, version, probe, probe_sha256) VALUES (?, ?, ?, ?)",
            ("of the site", "abc", "probe/of-the-site", ""),
        )
    done = manage(tmp_path, "worker", "upkeep", "beat", SECRET_KEY="x" * 50)
    assert done.returncode == REFUSED
    assert done.stdout.splitlines()[0] == "arbiter: this machine cannot join the site:"
    for words in ("Set SECRET_KEY", "the site's has abc", "probe/of-the-site cannot be read"):
        assert words in done.stdout
    assert "running" not in done.stdout
