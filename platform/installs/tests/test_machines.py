"""A game that one machine installs is on all of them: two folders, one database, one storage."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from bots.models import BotVersion
from games.registry import GAMES
from installs import services
from matches.models import Match
from rulesets import installed
from rulesets.models import InstalledGame
from sandbox.errors import SandboxError
from sandbox.tests.foreign.games import highest
from tests import template
from tests.site import ROOT

OTHER = """
import sys
import django
django.setup()
from bots.tasks import build
from matches.tasks import play
build(int(sys.argv[1]))
play("matches")
"""


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Work as a machine with a folder of its own; returns the folder of its games."""
    monkeypatch.delenv("ARBITER_GAMES", raising=False)

    def be(name):
        monkeypatch.setenv("ARBITER_VAR", str(tmp_path / name))
        GAMES.refresh()
        return tmp_path / name / "games"

    yield be
    monkeypatch.undo()
    GAMES.refresh()


def install(folder, **members):
    source = highest(folder, kits=None, **members)
    call_command("install_game", str(source), stdout=StringIO())


def test_a_game_that_one_process_installs_is_played_and_removed_by_another_machine(
    transactional_db, redis_client, machine, tmp_path
):
    here = machine("one")
    install(tmp_path / "highest")
    house = BotVersion.objects.get(bot__game="highest")
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "arbiter.settings",
        "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}",
        "MEDIA_ROOT": str(settings.MEDIA_ROOT),
        "DATABASE_URL": template.address(),
        "ARBITER_VAR": str(tmp_path / "two"),
    }
    subprocess.run([sys.executable, "-c", OTHER, str(house.pk)], env=env, check=True, timeout=120)
    match = Match.objects.get()
    assert (match.game, match.state, match.failure) == ("highest", "finished", "")
    there = tmp_path / "two" / "games"
    assert os.readlink(there / "highest") == os.readlink(here / "highest")
    services.take_away("highest")
    assert "highest" not in GAMES
    machine("two")
    assert "highest" in GAMES
    installed.follow()
    assert "highest" not in GAMES
    assert not (there / "highest").exists()


def test_a_damaged_archive_changes_nothing_and_a_new_version_replaces_the_old_one(
    db, redis_client, machine, tmp_path
):
    machine("one")
    install(tmp_path / "first")
    row = InstalledGame.objects.get()
    there = machine("two")
    path = Path(row.archive.path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"Highest", b"Lowest!"))
    with pytest.raises(SandboxError, match="its bytes have changed"):
        installed.ensure("highest")
    assert not there.exists() or "highest" not in os.listdir(there)
    path.write_bytes(content)
    installed.ensure("highest")
    assert GAMES["highest"].version == "1"
    machine("one")
    install(tmp_path / "second", version="2")
    machine("two")
    assert GAMES["highest"].version == "1"
    installed.ensure("highest")
    assert GAMES["highest"].version == "2"


def test_games_that_an_earlier_release_installed_are_published(db, redis_client, machine, tmp_path):
    machine("one")
    install(tmp_path / "highest")
    InstalledGame.objects.all().delete()
    installed.follow()
    machine("two")
    installed.follow()
    assert "highest" in GAMES
