"""Reports of rivals: what real matches put into them, and when they are computed again."""

from __future__ import annotations

import pytest

from ladder import tasks
from ladder.models import RivalsReport
from ladder.ratings import official
from ladder.seasons.current import ensure_seasons
from ladder.statistics import rivals_reports
from ladder.tests.play import add_version, finish, make_bot, rated
from matches.audience import Audience
from matches.models import Match
from matches.recorded import voiding

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(redis_client):
    return next(s for s in ensure_seasons() if (s.game, s.ruleset) == ("snake", "standard"))


@pytest.fixture
def bots(alice, bob, charlie):
    return [make_bot(owner, name) for owner, name in ((alice, "a"), (bob, "b"), (charlie, "c"))]


@pytest.fixture
def played(season, bots):
    first, second, third = bots
    pairs = [(first, second), (second, third), (third, first)]
    made = [finish(rated(season, *pair), (1, 2)) for pair in pairs for _ in range(2)]
    official.refit(season)
    return made


def found():
    """The report as it counts now; None where there is none."""
    body = RivalsReport.objects.get().body
    return rivals_reports.from_json(body) if body else None


def test_a_report_has_the_shares_of_real_matches(season, bots, played):
    tasks.report_rivals()
    report = found()
    assert (report.matches, report.total, report.cycles.looked) == (6, 3, 3)
    assert set(report.bots) == {bot.pk for bot in bots}
    places = {bot: at for at, bot in enumerate(report.bots)}
    first, second = places[bots[0].pk], places[bots[1].pk]
    pair = next(p for p in report.pairs if {p.first, p.second} == {first, second})
    assert (pair.share, pair.matches) == (float(pair.first == first), 2)
    assert pair.expected == pytest.approx(0.5)
    assert report.links.weakest == 4
    assert report.cycles.count == 0


def test_a_report_is_made_again_after_new_official_ratings_alone(season, bots, played):
    tasks.report_rivals()
    assert rivals_reports.due() == []
    finish(rated(season, *bots[:2]), (1, 2))
    assert rivals_reports.due() == []
    official.refit(season)
    RivalsReport.objects.update(seconds=0)
    assert rivals_reports.due() == [season.pk]
    tasks.report_rivals()
    assert found().matches == 7


def test_voiding_and_restoring_a_match_takes_the_report_away(season, played, olga):
    tasks.report_rivals()
    voiding.void(played[0], olga, "a wrong map")
    assert found() is None
    tasks.report_rivals()
    assert found().matches == 5
    voiding.restore(played[0], olga, "the right map")
    assert found() is None
    tasks.report_rivals()
    assert found().matches == 6


def test_hidden_matches_are_left_out(season, played):
    Match.objects.filter(pk=played[0].pk).update(audience=Audience.HIDDEN)
    tasks.report_rivals()
    assert found().matches == 5


def test_results_of_an_older_version_only_link_the_bots(season, bots, played):
    add_version(bots[0])
    official.refit(season)
    tasks.report_rivals()
    report = found()
    assert report.links.weakest == 4
    assert len(report.pairs) == 1
