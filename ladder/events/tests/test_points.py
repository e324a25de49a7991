"""A stage of a game whose rules give points for a match counts those points."""

from __future__ import annotations

import pytest

from bots import services as bot_services
from games.engine import EndState
from ladder.core.contest.plan import Kind, Seeding
from ladder.events.kinds.registry import groups
from ladder.events.running import advancing
from ladder.events.tests.steps import begin, names, play_all, stage, waiting
from ladder.tests.play import add_version, finish

pytestmark = pytest.mark.django_db

WIN, DRAW, LOSS = ([1, 2], [3.0, -1.0]), ([1, 1], [0.0, 0.0]), ([2, 1], [-1.0, 3.0])
BOTH_OFFEND = [1, 1], [-1.0, -1.0]
GAMES = {
    ("b0", "b1"): [DRAW, DRAW],
    ("b0", "b2"): [WIN, LOSS],
    ("b1", "b2"): [DRAW, BOTH_OFFEND],
}
"""Ranks and points of the two games of an encounter, as microwars gives them: every bot has won as
many games as it has lost."""


@pytest.fixture
def armies(olga, bob, charlie, redis_client):
    """Bots of microwars, b0 to b2."""
    bots = []
    for number, owner in enumerate((olga, bob, charlie)):
        bot = bot_services.create_bot(owner, "microwars", f"b{number}")
        add_version(bot)
        bots.append(bot)
    return bots


def play_both(event) -> None:
    """Every encounter as `GAMES` has it."""
    advancing.move_all(event.pk)
    left = {pair: list(games) for pair, games in GAMES.items()}
    for match in waiting(event):
        seated = [seat.program.bot.name for seat in match.seats.order_by("number")]
        first, second = sorted(seated)
        ranks, scores = left[first, second].pop(0)
        ends = [EndState.CRASH if (ranks, scores) == BOTH_OFFEND else EndState.OK] * 2
        if seated != [first, second]:
            ranks, scores = ranks[::-1], scores[::-1]
        finish(match, ranks, ends, scores)
    advancing.move_all(event.pk)
    event.refresh_from_db()


def test_three_for_a_win_nothing_for_a_draw_and_minus_one_for_a_loss(olga, armies):
    league = stage("league", Kind.ROUND_ROBIN, game="microwars", ruleset="skirmish")
    event = begin(olga, armies, league)
    play_both(event)
    only = event.stages.get()
    assert only.worth_words == "3 points for a win, 0 for a draw, −1 for a loss"
    assert names(only) == [("b0", 1), ("b2", 2), ("b1", 3)]
    (group,) = groups(only)
    points = [(group.entries[row.entrant].entry.bot.name, row.points) for row in group.order]
    assert points == [("b0", 2), ("b2", 1), ("b1", -1)]
    assert event.state == "finished"


def test_a_stage_gives_points_by_place_and_bots_begin_with_points(olga, eight, bots, client):
    options = {"games": 1, "place_points": (3, 1), "start_points": (0, 0, 7)}
    league = stage("league", Kind.ROUND_ROBIN, seeding=Seeding.ORDER, options=options)
    event = begin(olga, bots[:4], league, per_person=48)
    play_all(event)
    only = event.stages.get()
    table = [(line.entrant, line.points) for line in groups(only)[0].order]
    assert table == [(2, 7 + 3 + 1 + 1), (0, 9), (1, 3 + 3 + 1), (3, 3)]
    page = client.get(only.get_absolute_url()).text
    assert "The places of a game are worth 3, 1 points. Shared places get the mean." in page
    assert "Bots began with points by seed: 0, 0, 7." in page
