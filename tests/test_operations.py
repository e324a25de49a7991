"""``docs/operations.md`` names packages, variables, units and messages that exist."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.site import ROOT
from tests.test_documents import SETTINGS, documented, settings_with
from tools import bootstrap, workers
from tools.supervisor import REFUSED

PAGE = ROOT / "docs" / "operations.md"
TEXT = PAGE.read_text()
VARIABLES = "/etc/arbiter/arbiter.env"
UNITS = sorted((ROOT / "docs" / "deploy").glob("*.service"))


def block(words: str) -> str:
    """The one block that has these words."""
    (found,) = [
        token.content
        for token in MarkdownIt().parse(TEXT)
        if token.type == "fence" and words in token.content
    ]
    return found


def unit(path: Path) -> configparser.ConfigParser:
    read = configparser.ConfigParser(interpolation=None, strict=True)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(path)
    return read


def test_setup_finds_all_packages_that_it_asks_for():
    command = block("useradd --system").replace("\\\n", " ")
    (line,) = re.findall(r"^apt-get install .*", command, re.MULTILINE)
    packages = {word for word in line.split()[2:] if not word.startswith("-")}
    own = {"ca-certificates", "git", "systemd-timesyncd"}
    assert packages == own | {*bootstrap.RUN, *bootstrap.TOOLCHAINS}


def test_the_file_of_variables_is_read_by_a_shell_and_by_the_settings(tmp_path):
    commands = block("install -m 0600 /dev/stdin")
    file = tmp_path / "arbiter.env"
    written = commands[commands.index("install -m 0600") :].replace(VARIABLES, str(file))
    given = "secret() { echo 1f; }\ndatabase=2f redis=3f\n"
    reading = f"set -a; . {file}; set +a; env"
    done = subprocess.run(
        ["bash", "-ec", given + written + reading],
        env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert file.stat().st_mode & 0o777 == 0o600
    names = re.findall(r"^([A-Z_]+)=", file.read_text(), re.MULTILINE)
    assert {*names} <= {*documented(SETTINGS)}
    values = dict(line.partition("=")[::2] for line in done.stdout.splitlines())
    found = settings_with({name: values[name] for name in names if name != "ARBITER_VAR"})
    assert found["DATABASES"]["default"]["OPTIONS"] == {
        "sslmode": "require",
        "connect_timeout": 10,
    }
    assert found["DATABASES"]["default"]["PASSWORD"] == "2f"
    assert found["REDIS_URL"] == "redis://:3f@10.0.0.1/0"
    assert found["STORE"]["OPTIONS"]["endpoint_url"] == "https://s3.example.org"


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_starts_a_program_of_the_project_with_the_documents_variables(path):
    service = unit(path)["Service"]
    assert f"cp /opt/arbiter/docs/deploy/{path.name}" in TEXT.replace(
        "cp docs", "cp /opt/arbiter/docs"
    )
    assert f"systemctl enable --now {path.stem}\n" in TEXT
    folder = Path(service["WorkingDirectory"])
    program, script, *words = service["ExecStart"].split()
    assert program == str(folder / ".venv/bin/python")
    assert (ROOT / script).is_file()
    assert {*words} - {"worker"} <= {*workers.KINDS}
    assert service["EnvironmentFile"] == VARIABLES
    if "manage.py" in script:
        assert service["RestartPreventExitStatus"] == str(REFUSED)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_reads_every_line_of_the_units(tmp_path):
    for path in UNITS:
        # The folder of the project stands here.
        here = path.read_text().replace("/opt/arbiter", str(ROOT))
        (tmp_path / path.name).write_text(here)
    done = subprocess.run(
        ["systemd-analyze", "verify", *(tmp_path / path.name for path in UNITS)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_messages_of_a_machine_that_may_not_join_are_those_of_its_checks():
    rows = TEXT.partition("| it says | do |\n|---|---|\n")[2].partition("\n\n")[0].splitlines()
    source = (ROOT / "platform/controls/joining.py").read_text()
    source += (ROOT / "sandbox/isolation/__init__.py").read_text()
    said = re.sub(r'"\s+f?"', "", source)
    assert len(rows) > 4
    for words in (row.split("|")[1] for row in rows):
        for part in words.split("…"):
            assert part.strip(" .,") in said, words


def test_the_rights_of_the_key_are_those_that_settings_name():
    policy = json.loads(block('"s3:ListBucket"'))
    allowed = set()
    for statement in policy["Statement"]:
        actions = statement["Action"]
        allowed |= {actions} if isinstance(actions, str) else {*actions}
    section = SETTINGS.read_text().partition("### An S3 store")[2]
    assert allowed == {*re.findall(r"`(s3:[A-Z]\w+)`", section)}
