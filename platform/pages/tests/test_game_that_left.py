"""A game may leave the installation; what was played of it stays, and no page breaks."""

from __future__ import annotations

import pytest

from bots.models import Bot, BotVersion
from bots.tests.steps import version_of
from ladder.models import RatedMatch, Season
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from matches.models import Match
from matches.services import create_match

pytestmark = pytest.mark.django_db

PAGES = [
    "/",
    "/live/",
    "/matches/",
    "/matches/?person=alice",
    "/matches/{match}/",
    "/matches/{match}/replay.jsonl.gz",
    "/people/alice/",
    "/people/alice/events/",
    "/teams/wonderland/",
    "/teams/wonderland/events/",
    "/bots/",
    "/bots/alice/worm/",
    "/bots/alice/worm/edit/",
    "/bots/alice/worm/versions/new/",
    "/bots/alice/worm/versions/2/",
    "/matches/new/",
    "/settings/teams/",
    "/desk/",
    "/desk/?bot=worm",
    "/api/v1/bots/",
    "/api/v1/matches/",
    "/api/v1/matches/{match}/",
    "/api/v1/seasons/",
    "/api/v1/seasons/{season}/standings/",
]


@pytest.fixture
def left(alice, charlie, team):
    """Alice's bot, its match and its season are of a game that nobody knows."""
    ensure_seasons()
    season = Season.objects.get(game="snake", ruleset=RULESET)
    worm = make_bot(alice, "worm", team)
    seats = [
        BotVersion.objects.get(bot=worm),
        BotVersion.objects.get(bot=make_bot(charlie, "noodle")),
    ]
    version_of(worm)
    match = create_match("snake", RULESET, "ladder", seats, seed=3)
    RatedMatch.objects.create(match=match, season=season)
    finish(match, (1, 2))
    for model in (Bot, Match, Season):
        model.objects.filter(game="snake").update(game="gone")
    return {"match": match.pk, "season": season.pk}


@pytest.mark.parametrize("page", PAGES)
def test_every_page_still_answers(client, alice, left, page):
    alice.is_staff = alice.is_superuser = True
    alice.save()
    client.force_login(alice)
    assert client.get(page.format(**left)).status_code == 200
