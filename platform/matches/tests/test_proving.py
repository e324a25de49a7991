"""The opponent and the bounds of a new version's first match."""

from __future__ import annotations

import pytest

from accounts.models import User
from bots.services import create_bot
from bots.tasks import build
from games.registry import GAMES
from matches.models import Match
from matches.playing.proving import opponent_of
from matches.playing.runner import FIRST_MATCH_S, job_of


@pytest.fixture
def proving_bot(db):
    """The house bot that the game names for first matches."""
    house = User.objects.create_user("house", is_house=True)
    (name,) = (bot.name for bot in GAMES["snake"].house if bot.proving)
    return create_bot(house, "snake", name)


def test_without_a_house_bot_a_version_meets_itself(make_ready, alices_bot):
    version = make_ready(alices_bot)
    assert opponent_of(version) == version
    seats = Match.objects.get().seats.all()
    assert [seat.version for seat in seats] == [version, version]


def test_it_meets_the_proving_house_bot(make_ready, proving_bot, alices_bot):
    house = make_ready(proving_bot)
    version = make_ready(alices_bot)
    seats = Match.objects.latest("pk").seats.all()
    assert [seat.version for seat in seats] == [version, house]


def test_authors_do_not_wait_for_the_first_matches_of_house_bots(upload, proving_bot, alices_bot):
    for bot in (proving_bot, alices_bot):
        build(upload(bot).pk)
    turns = Match.objects.filter(kind=Match.Kind.PROVING).in_turn("first")
    bots = turns.filter(seats__number=0).values_list("seats__version__bot", flat=True)
    assert list(bots) == [alices_bot.pk, proving_bot.pk]


def test_on_a_new_site_a_house_bot_that_is_only_built_will_do(upload, proving_bot, alices_bot):
    house = upload(proving_bot)
    version = upload(alices_bot)
    assert opponent_of(version) == version
    build(house.pk)
    assert opponent_of(version) == house


def test_a_first_match_is_brief_and_bounded_and_no_other_match_is(upload, alices_bot, alice):
    version = upload(alices_bot)
    build(version.pk)
    first = Match.objects.get()
    job = job_of(first, None)
    rounds = GAMES["snake"].brief["rounds"]
    assert (job.setup.params["rounds"], job.enough_s) == (rounds, FIRST_MATCH_S)
    first.kind = Match.Kind.FRIENDLY
    job = job_of(first, None)
    assert (job.setup.params["rounds"], job.enough_s) == (512, None)


def test_a_version_whose_first_match_takes_long_has_shown_that_it_speaks_the_protocol(
    make_ready, alices_bot, python_bot, monkeypatch
):
    monkeypatch.setattr("matches.playing.runner.FIRST_MATCH_S", 0.3)
    slow = python_bot.replace(
        b"    out.write", b"    while time.process_time() < 0.2 * (move + 1): pass\n    out.write"
    )
    version = make_ready(alices_bot, b"import time\n" + slow)
    assert version.state == version.State.READY
    match = Match.objects.get()
    assert "all spoke the protocol until turn " in match.reason
    assert [seat.end for seat in match.seats.all()] == ["ok", "ok"]
