"""The table of languages: what works, what is not there, what is broken."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from sandbox import __main__ as program
from sandbox.languages.python import PYTHON
from sandbox.play import languages


@pytest.fixture
def known(monkeypatch):
    """Has only these languages in the table."""

    def known(*some):
        monkeypatch.setattr(languages, "LANGUAGES", {each.name: each for each in some})

    return known


def test_a_language_that_works_is_shown_with_its_version(known, capsys):
    known(PYTHON)
    assert program.main(["languages"]) == 0
    out, err = capsys.readouterr()
    assert re.search(r"^Python 3 +python +works +Python 3\.\d+\.\d+$", out, re.MULTILINE)
    assert err == "", "no bar where nobody watches"


def test_a_language_that_is_not_installed_says_what_to_install(known, capsys):
    known(PYTHON, replace(PYTHON, name="absent", tools=("/usr/bin/absent",), packages=("a", "b")))
    assert program.main(["languages"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^Python 3 +absent +not installed  apt-get install a b$", out, re.MULTILINE)


def test_a_language_that_is_installed_and_does_not_work_is_a_failure(known, capsys, tmp_path):
    (tmp_path / "main.py").write_text("print('something else')\n")
    known(replace(PYTHON, hello=(tmp_path / "main.py",)))
    assert program.main(["languages"]) == 3
    out = capsys.readouterr().out
    assert re.search(r"python +fails its test +the self-test should say", out)
