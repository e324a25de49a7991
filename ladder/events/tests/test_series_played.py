"""A whole series with real bots, real sandboxes and real judgers, from one click to its end."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter
from fractions import Fraction

import pytest

from bots.services import create_bot
from games.registry import GAMES
from games.tests import stakes
from games.tests.conformance import replay_reaches_the_same_frames
from games.tests.crowd import bidder
from ladder.core.series import End, standings
from ladder.events.models import Event
from ladder.events.tasks import move_events
from ladder.events.tests.series_steps import game_now, games, planned, stage_of, state_of
from matches import tasks
from matches.recorded.replays import open_replay
from matches.tests import crowd
from sandbox.tests.processes import judgers


@pytest.fixture
def cast(make_ready, alice, charlie, monkeypatch):
    """Two bots that were uploaded, built and proven, and two of the house."""
    crowd.install(monkeypatch, stakes)
    charlie.is_house = True
    charlie.save()
    bots = {}
    for number, (owner, name) in enumerate(
        [(charlie, "low"), (charlie, "high"), (alice, "first"), (alice, "second")]
    ):
        bot = create_bot(owner, "stakes", name)
        make_ready(bot, bidder(1 + number, 2 * number))
        bot.refresh_from_db()
        assert bot.is_playing
        bots[name] = bot
    return bots


def begin(client, organizer, bots, **more):
    series = planned(organizer, bots, ruleset="four", **more)
    client.force_login(organizer)
    assert client.post(f"/events/{series.slug}/organize/begin/").status_code == 302
    return series


def names_of(series):
    return [str(row.entry.bot) for row in stage_of(series).entries.order_by("number")]


def work(series, redis, most=80):
    """Run queued tasks as workers do, at most ``most`` of them."""
    for _ in range(most):
        if not redis.lpop("matches"):
            return
        tasks.play("matches")


def told(series):
    """Wins and the games after which bots left, from the files of the replays alone."""
    entrants = set(names_of(series))
    wins: Counter[str] = Counter()
    gone: dict[str, int] = {}
    for number, game in enumerate((game for game in games(series) if not game.lost), 1):
        with open_replay(game.match) as replay:
            names = [seat["name"] for seat in replay.header["setup"]["seats"]]
            stakes_of = [seat["handicap"] for seat in replay.header["setup"]["seats"]]
            outcome = replay.result["outcome"]["seats"]
        expected = [Fraction(3, 2) ** wins[n] if n in entrants - set(gone) else 1 for n in names]
        assert stakes_of == expected
        ranks = {
            name: seat["rank"]
            for name, seat in zip(names, outcome, strict=True)
            if name in entrants and name not in gone
        }
        assert set(ranks) == entrants - set(gone)
        best = {name for name, rank in ranks.items() if rank == min(ranks.values())}
        if best != set(ranks):
            wins.update(best)
        gone |= {name: number for name in ranks if wins[name] == 5}
    return wins, gone


def check(series):
    move_events()
    series.refresh_from_db()
    assert series.state == Event.State.FINISHED, stage_of(series).trouble
    wins, gone = told(series)
    state = state_of(series)
    names = names_of(series)
    assert [line.wins for line in state.lines] == [wins[name] for name in names]
    assert {n: line.left for n, line in zip(names, state.lines, strict=True) if line.left} == gone
    if state.end is End.WON:
        assert len(gone) >= 2
    table = [names[each.entrant] for each in standings(state)]
    assert table[: len(gone)] == sorted(gone, key=lambda name: (gone[name], table.index(name)))
    return state


def test_a_series_runs_unattended_from_one_click_to_its_standings(cast, client, olga, redis_client):
    series = begin(client, olga, [cast["first"], cast["low"], cast["second"]])
    work(series, redis_client)
    state = check(series)
    assert state.end is End.WON
    matches = [game.match for game in games(series)]
    assert all(match.losses == match.faults == 0 for match in matches)
    for match in matches[-2:]:
        with open_replay(match) as replay:
            replay_reaches_the_same_frames(GAMES["stakes"], replay.read())


def test_killed_judgers_and_workers_cost_a_series_time_and_nothing_else(
    cast, client, olga, redis_client
):
    series = begin(client, olga, [cast["second"], cast["first"], cast["high"]], most_games=4)
    redis_client.lpop("matches")

    def kill():
        while not (found := judgers()):
            time.sleep(0.01)
        for pid in found:
            os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    tasks.play("matches")
    killer.join()
    first = game_now(series).match
    assert (first.state, first.losses) == ("queued", 1)
    work(series, redis_client, most=2)
    # The next worker ends between the result and what follows from it.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ladder.events.handlers.advancing.move_marked", lambda pk: None)
        work(series, redis_client)
    series.refresh_from_db()
    assert series.state == Event.State.RUNNING
    move_events()
    work(series, redis_client)
    assert check(series).played == 4
