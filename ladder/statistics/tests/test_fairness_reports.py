"""Reports of fairness are kept, and those that count a void match are not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from ladder.core.diagnostics.fairness import Mean, Share
from ladder.models import FairnessReport
from ladder.seasons.current import ensure_seasons
from ladder.statistics import fairness, fairness_reports, report_json
from ladder.statistics.fairness_reports import Scope
from ladder.tests.play import finish, make_bot, rated
from matches.recorded import voiding

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(redis_client):
    return next(s for s in ensure_seasons() if (s.game, s.ruleset) == ("snake", "standard"))


@pytest.fixture
def bots(alice, bob):
    return make_bot(alice, "one"), make_bot(bob, "two")


@pytest.fixture
def played(season, bots):
    return [finish(rated(season, *bots), (1, 2)) for _ in range(3)]


@pytest.fixture
def scope(season):
    return Scope(season.game, season.ruleset)


def matches_in(scope):
    """Of the report as it counts now; None where there is none."""
    body = FairnessReport.objects.get(key=scope.key).body
    return body and fairness_reports.from_json(body).matches


def test_a_kept_report_is_the_one_that_was_computed(played, scope):
    found = fairness.report(scope.matches())
    assert not found.maps[0].frames.error
    assert fairness_reports.from_json(report_json.to_json(found)) == found
    (row,) = found.seats[:1]
    assert (type(row.won), type(row.edge)) == (Share, Mean)


def test_an_error_that_is_infinite_stays_so(season, bots, scope):
    finish(rated(season, *bots), (1, 2))
    kept = fairness_reports.of(scope)
    fairness_reports.make(kept.pk)
    kept.refresh_from_db()
    assert kept.body is not None
    assert not fairness_reports.from_json(kept.body).seats[0].edge.is_sure


def test_voiding_and_restoring_a_match_takes_reports_of_its_ruleset_away(played, scope, olga):
    kept = fairness_reports.of(scope)
    other = fairness_reports.of(Scope("snake", "blitz"))
    for row in (kept, other):
        fairness_reports.make(row.pk)
    assert matches_in(scope) == 3
    voiding.void(played[0], olga, "a wrong map")
    assert matches_in(scope) is None
    fairness_reports.make(kept.pk)
    assert matches_in(scope) == 2
    voiding.restore(played[0], olga, "the right map")
    assert matches_in(scope) is None
    fairness_reports.make(kept.pk)
    assert matches_in(scope) == 3
    other.refresh_from_db()
    assert other.is_fresh


def test_a_match_that_is_voided_meanwhile_is_not_in_the_report(played, scope, olga, monkeypatch):
    compute = fairness.report
    seen: list[int] = []

    def report(matches):
        found = compute(matches)
        if not seen:
            voiding.void(played[0], olga, "a wrong map")
        seen.append(found.matches)
        return found

    monkeypatch.setattr(fairness, "report", report)
    fairness_reports.make(fairness_reports.of(scope).pk)
    assert seen == [3, 2]
    assert matches_in(scope) == 2


def test_a_fresh_report_is_not_computed_again(played, scope):
    kept = fairness_reports.of(scope)
    fairness_reports.make(kept.pk)
    made = FairnessReport.objects.get().made
    fairness_reports.make(kept.pk)
    assert FairnessReport.objects.get().made == made


def test_reports_for_which_nobody_asks_any_more_are_removed(played, scope, season):
    old = fairness_reports.of(Scope(season.game, season.ruleset, season.pk))
    FairnessReport.objects.update(asked=timezone.now() - timedelta(hours=25))
    kept = fairness_reports.of(scope)
    fairness_reports.make(kept.pk)
    assert list(FairnessReport.objects.all()) == [kept]
    fairness_reports.make(old.pk)
