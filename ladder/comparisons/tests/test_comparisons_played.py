"""A whole comparison with real bots, real sandboxes and real judgers: nothing but workers act."""

from __future__ import annotations

import pytest

from bots.services import activate, create_bot
from games.tests import stakes
from games.tests.crowd import bidder
from ladder.comparisons.planning import ComparisonPlan
from ladder.comparisons.progress import course_of
from ladder.comparisons.services import create
from ladder.core.sprt import Hypotheses
from matches import tasks
from matches.models import Match
from matches.recorded.replays import open_replay
from matches.tests import crowd


@pytest.fixture
def versions(make_ready, alice, monkeypatch):
    """Of one bot: one that bids the least, which plays, and one that bids high."""
    crowd.install(monkeypatch, stakes)
    alice.is_house = True
    alice.save()
    bot = create_bot(alice, "stakes", "bidder")
    weak, strong = make_ready(bot, always(1)), make_ready(bot, always(3))
    activate(weak, alice)
    for version in (weak, strong):
        version.refresh_from_db()
        assert version.state == "ready", version.failure
    return weak, strong


def always(bid: int) -> bytes:
    """A bot that bids the same in every turn, wherever it sits."""
    return bidder(1, bid - 1).replace(b'me * message["turn"]', b"0")


def work(redis, most=120):
    """Run queued tasks as workers do, at most ``most`` of them."""
    for _ in range(most):
        if not redis.lpop("matches"):
            return
        tasks.play("matches")


def test_a_comparison_runs_unattended_to_its_verdict(versions, alice, redis_client):
    weak, strong = versions
    plan = ComparisonPlan(strong, weak, "two", elo1=300.0, alpha=0.2, beta=0.2, budget=30)
    comparison = create(alice, plan)
    work(redis_client)
    comparison.refresh_from_db()
    assert (comparison.state, comparison.verdict) == ("decided", "better"), comparison.trouble
    assert comparison.ratio >= Hypotheses(alpha=0.2, beta=0.2).upper
    assert comparison.elo is not None
    assert comparison.elo > 0
    assert not Match.objects.filter(state__in=("queued", "running")).exists()
    # The replays alone tell the same scores.
    for unit in course_of(comparison).counted:
        won = 0.0
        for part in unit.parts:
            match = Match.objects.get(pk=part.match)
            seat = match.seats.get(version=strong).number
            with open_replay(match) as replay:
                ranks = [each["rank"] for each in replay.result["outcome"]["seats"]]
            won += 1.0 if ranks[seat] < ranks[1 - seat] else 0.5 * (ranks[0] == ranks[1])
        assert unit.score(strong.pk) == won / 2
