"""The commands of docs/programs.md and of /api/docs/ do what they say, run as they stand."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache

from accounts.models import User
from accounts.signing.tokens import create_token
from api.reference import SITE, reference
from bots.models import Bot
from ladder.tests.play import add_version, make_bot
from matches.models import Match

BLOCK = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)


def commands(document: str) -> list[str]:
    """The commands of all shell blocks that call curl; some take several lines."""
    text = (settings.ROOT / document).read_text(encoding="utf-8")
    blocks = [block for block in BLOCK.findall(text) if "curl" in block]
    return [f"curl{rest}" for block in blocks for rest in re.split(r"^curl", block, flags=re.M)[1:]]


@pytest.fixture
def shell(transactional_db, live_server, redis_client, alice, tmp_path):
    """Runs a command as alice against the live server; what it answers."""
    cache.clear()
    Path(tmp_path, "main.py").write_text("print('up')\n")
    token = create_token(alice, "shell", ["read", "bots"])[1]

    def run(command, bot=0):
        asked = command.replace("http://localhost:8000", live_server.url)
        quiet = 'curl() { command curl -sS --fail-with-body "$@"; }\n'
        variables = {**os.environ, "TOKEN": token, "BOT": str(bot), "no_proxy": "*"}
        done = subprocess.run(
            ["bash", "-c", quiet + asked],
            cwd=tmp_path,
            env=variables,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, (asked, done.stdout, done.stderr)
        return json.loads(done.stdout)

    return run


@pytest.fixture
def gardener(shell):
    house, _ = User.objects.get_or_create(username="house", defaults={"is_house": True})
    return make_bot(house, "gardener")


def test_those_of_the_guide(shell, gardener):
    upload, match = commands("docs/programs.md")
    worm = make_bot(User.objects.get(username="alice"), "worm")
    assert shell(upload, worm.pk)["language"] == "python"
    assert worm.versions.count() == 2
    asked = Match.objects.get(pk=shell(match)["id"])
    assert [seat.player for seat in asked.seats.all()] == [worm, gardener]


def test_those_of_the_api_docs(shell, gardener):
    make, upload, look, match = commands("platform/api/introduction.md")
    worm = Bot.objects.get(pk=shell(make)["id"])
    assert str(worm) == "alice/worm"
    assert shell(upload, worm.pk)["number"] == 1
    assert shell(look, worm.pk)["state"] == "waiting"
    add_version(worm)
    assert shell(match)["state"] == "queued"


def test_those_of_its_operations(shell):
    curl = {each.id: each.curl for group in reference(SITE).groups.values() for each in group}
    assert shell(curl["me"])["name"] == "alice"
    made = shell(curl["v1_bots_create"])
    assert Bot.objects.get(pk=made["id"]).game == "snake"
    upload = f"bot_id={made['id']}; {curl['v1_bots_versions_create']}"
    assert shell(upload)["language"] == "python"
    named = f"id={made['id']}; {curl['v1_bots_partial_update']}".replace(
        '"team": "team"', '"team": null'
    )
    assert shell(named)["about"] == "about"
    assert shell(f"id={made['id']}; {curl['v1_bots_retire_create']}")["retired_at"]
