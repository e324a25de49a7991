"""A bot climbs rung by rung until it does not pass one."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from bots.models import BotVersion
from games.package import Rungs, house_files
from games.registry import GAMES
from ladder.climb import services
from ladder.climb.models import RungPassed
from ladder.climb.reading import height, rung_rows
from ladder.climb.tests.steps import play, waiting
from ladder.models import RatedMatch
from ladder.tests.play import add_version, finish
from matches import services as match_services
from sandbox.uploads.archives import Source

pytestmark = pytest.mark.usefixtures("redis_client", "house")
SNAKE = GAMES["snake"]
RUNGS = services.rungs_of("snake") or Rungs("", ())


@pytest.mark.parametrize("name", ["generals", "lost_in_space", "microwars", "snake", "xghj"])
def test_a_rung_has_the_program_that_it_always_had(name):
    """Where this fails, the source of a rung has changed.  Give it back, and make the new program a
    house bot with a rung of its own; see `games.package.Rung`."""
    game = GAMES[name]
    assert game.rungs is not None
    sources = {bot.name: Source(house_files(bot, game.kits), bot.language) for bot in game.house}
    changed = [r.house for r in game.rungs.order if sources[r.house].sha256 not in r.digests]
    assert changed == []
    assert len(game.rungs.order) >= 3
    assert len(set(game.rungs.names)) == len(game.rungs.names)
    assert game.ruleset(game.rungs.ruleset).seats % 2 == 0


def test_a_changed_program_is_no_rung(house):
    rung = RUNGS.order[0]
    old = services.frozen("snake", rung)
    assert old is not None
    newer = add_version(house.bots.get(name=rung.house))
    assert newer.bot.active_version == newer
    assert services.frozen("snake", rung) == old
    BotVersion.objects.filter(pk=old.pk).update(source_sha256="1" * 64)
    assert services.frozen("snake", rung) is None


def test_a_bot_climbs_by_three_wins_until_it_does_not_pass(worm, alice):
    climb = services.start(worm, alice)
    assert [match.kind for match in waiting()] == ["climb"] * 3
    assert play(climb, True, True).rung == "drifter"
    assert play(climb, True).rung == "gardener"
    play(climb, False, True, False)
    assert len(waiting()) == 1, "one loss more would end it"
    play(climb, True)
    assert play(climb, False).state == "stopped"
    assert climb.matches.count() == 8
    assert waiting() == []
    best = height(worm)
    assert best is not None
    assert (best.passed.rung, best.number, best.of) == ("drifter", 1, 5)
    assert best.passed.version == climb.version
    assert best.passed.ruleset == "standard"
    assert not RatedMatch.objects.exists()


def test_a_draw_is_no_win(worm, alice):
    climb = services.start(worm, alice)
    for match in waiting():
        finish(match, [1, 1])
    climb.refresh_from_db()
    assert climb.state == "stopped"
    assert height(worm) is None


def test_the_sides_exchange_their_seats(worm, alice):
    climb = services.start(worm, alice)
    firsts = [match.seats.get(number=0).version == climb.version for match in waiting()]
    assert firsts == [True, False, True]


def test_a_bot_that_beats_all_rungs_is_on_top(worm, alice):
    climb = services.start(worm, alice)
    assert play(climb, *[True] * 15).state == "top"
    rows = rung_rows(SNAKE)
    assert [row.count for row in rows] == [0, 0, 0, 0, 1]
    assert [row.house.name for row in rows] == RUNGS.names
    assert rows[-1].bots[0].bot == worm
    with pytest.raises(ValidationError, match="highest rung"):
        services.start(worm, alice)


def test_each_version_climbs_once_and_the_first_one_that_passed_is_kept(worm, alice):
    first = play(services.start(worm, alice), True, True, True, False, False, False)
    assert first.state == "stopped"
    worm.refresh_from_db()
    with pytest.raises(ValidationError, match="upload a new one"):
        services.start(worm, alice)
    add_version(worm)
    second = play(services.start(worm, alice), *[True] * 6, False, False, False)
    assert second.state == "stopped"
    passed = dict(RungPassed.objects.values_list("rung", "version__number"))
    assert passed == {"drifter": 1, "gardener": 2}


def test_a_climb_that_could_not_be_played_goes_on_at_its_rung(worm, alice, olga):
    climb = play(services.start(worm, alice), True, True, True, True)
    match_services.abort(waiting()[0], olga, "because")
    climb.refresh_from_db()
    assert climb.state == "broken"
    assert waiting() == []
    assert services.start(worm, alice).rung == "gardener"


def test_a_rung_without_its_program_ends_the_climb(worm, alice, house):
    BotVersion.objects.filter(bot__name="gardener").update(source_sha256="2" * 64)
    climb = play(services.start(worm, alice), True, True, True)
    assert climb.state == "broken"
    assert "gardener" in climb.why
    assert [each.rung for each in worm.rungs_passed.all()] == ["drifter"]


def test_only_managers_have_it_climb_once_at_a_time_and_within_bounds(
    worm, alice, bob, charlie, olga, monkeypatch
):
    for other in (charlie, olga):
        with pytest.raises(PermissionDenied):
            services.start(worm, other)
    monkeypatch.setattr(services, "MAX_WAITING", 2)
    with pytest.raises(ValidationError, match="of your matches wait"):
        services.start(worm, bob)
    monkeypatch.undo()
    services.start(worm, bob)
    with pytest.raises(ValidationError, match="climbing already"):
        services.start(worm, alice)
