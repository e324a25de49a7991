"""The desk's page of fairness: what it counts, what it marks, and what it leaves out."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bots.tests.steps import ready, version_of
from ladder.models import FairnessReport, RatedMatch, Season
from ladder.seasons.current import ensure_seasons
from ladder.statistics import fairness_reports
from matches.models import Match, Seat
from pages.fairness import queries

pytestmark = pytest.mark.django_db


RULES = {"rules": "snake/standard"}


@pytest.fixture
def season(db):
    return next(s for s in ensure_seasons() if (s.game, s.ruleset) == ("snake", "standard"))


@pytest.fixture
def play(season, alices_bot, redis_client):
    """Rated matches as they are in the database once they are over."""
    worm = ready(version_of(alices_bot))

    def play(ranks=(1, 2), ratings=(1500, 1500), seed=None, kind="ladder", end="ok", **more):
        number = Match.objects.count()
        match = Match.objects.create(
            game="snake", ruleset="standard", kind=kind, state="finished",
            seed=number if seed is None else seed,
            **{"finished": timezone.now(), "claimed_by": "box:1:2", "frames": 10, **more},
        )  # fmt: skip
        Seat.objects.bulk_create(
            Seat(
                match=match, number=n, version=worm, rank=rank, rating=rating, end=end, stolen_ms=5
            )
            for n, (rank, rating) in enumerate(zip(ranks, ratings, strict=True))
        )
        if kind == "ladder":
            RatedMatch.objects.create(match=match, season=season, order=number + 1)
        return match

    return play


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


def work():
    """Workers compute the reports that pages have ordered."""
    for row in FairnessReport.objects.all():
        fairness_reports.make(row.pk)


def get(desk, **query):
    """The page once its report is computed."""
    FairnessReport.objects.all().delete()
    assert desk.get("/desk/fairness/", {**RULES, **query}).context["report"] is None
    work()
    return desk.get("/desk/fairness/", {**RULES, **query})


def report(desk, **query):
    return get(desk, **query).context["report"]


@pytest.mark.parametrize("path", ["/desk/fairness/", "/desk/fairness.csv"])
def test_the_page_is_for_organizers_alone(client, alice, path):
    assert client.get(path)["Location"].startswith("/accounts/login/")
    client.force_login(alice)
    assert client.get(path).status_code == 404


def test_seats_are_compared_with_the_predictions_of_ratings(desk, play):
    for _ in range(3):
        play((1, 2), (1900, 1500))
    play((2, 1), (1500, 1500))
    first, second = report(desk).seats
    assert (first.won.hits, first.won.n, second.won.hits) == (3, 4, 1)
    assert first.expected == pytest.approx((3 * 10 / 11 + 0.5) / 4)
    assert first.edge.value == pytest.approx(0.75 - first.expected)
    assert second.edge.value == pytest.approx(-first.edge.value)
    assert not first.marked


def test_only_rated_results_that_stand_are_counted(desk, play):
    play()
    play(kind="friendly")
    play(kind="series")
    play(voided_at=timezone.now())
    Match.objects.filter(pk=play().pk).update(state="aborted")
    assert report(desk).matches == 1


def test_mirrored_matches_are_one_unit(desk, play):
    for seed in range(30):
        play((1, 2), seed=seed)
        play((2, 1), seed=seed)
    found = report(desk)
    assert (found.matches, found.units) == (60, 30)
    assert (found.seats[0].edge.value, found.seats[0].edge.error) == (0, 0)
    assert not found.seats[0].marked


def test_a_seat_that_always_wins_is_marked(desk, play):
    for _ in range(25):
        play((1, 2))
    found = report(desk)
    assert [row.marked for row in found.seats] == [True, True]
    assert "stands out" in get(desk).text
    assert found.maps[0].title == "generated"
    assert (found.maps[0].seat, found.maps[0].marked) == (0, True)


def test_a_season_and_days_narrow_it_down(desk, play, season):
    old = Season.objects.create(
        game="snake",
        ruleset="standard",
        name="Old",
        ends=timezone.now(),
        starts="2020-01-01T00:00Z",
    )
    first = play()
    RatedMatch.objects.filter(match=first).update(season=old)
    play(finished=timezone.now() - timedelta(days=10))
    today = timezone.now().date()
    assert report(desk).matches == 2
    assert report(desk, season=old.pk).matches == 1
    assert report(desk, since=(today - timedelta(days=2)).isoformat()).matches == 1
    assert report(desk, until=(today - timedelta(days=5)).isoformat()).matches == 1
    assert report(desk, season="999").matches == 2
    answer = desk.get("/desk/fairness/?since=2020-02-01&until=2020-01-01")
    assert "The last day comes before the first." in answer.text


def test_no_more_than_the_newest_are_looked_at(desk, play, monkeypatch):
    monkeypatch.setattr(fairness_reports, "MOST", 3)
    for days in range(5):
        play((2, 1) if days >= 3 else (1, 2), finished=timezone.now() - timedelta(days=days))
    found = report(desk)
    assert (found.matches, found.seats[0].won.hits) == (3, 3)


def test_the_page_reads_no_matches(desk, play):
    for _ in range(20):
        play()
    get(desk)
    with CaptureQueriesContext(connection) as queries:
        desk.get("/desk/fairness/", RULES)
    assert len(queries) <= 14
    assert not [q["sql"] for q in queries if "matches_match" in q["sql"]]


def test_a_report_is_ordered_once_and_the_page_asks_until_it_is_there(
    desk, play, redis_client, django_capture_on_commit_callbacks
):
    play()
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            page = desk.get("/desk/fairness/", RULES)
        assert "The report is being computed." in page.text
        assert 'hx-get="/desk/fairness/?rules=snake%2Fstandard"' in page.text
    (task,) = redis_client.lrange("default", 0, -1)
    assert b"ladder.tasks.report_fairness" in task
    work()
    part = desk.get("/desk/fairness/", RULES, headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert "hx-get" not in part
    assert "being computed" not in part
    assert "<time" in part


def test_an_old_report_is_shown_until_a_newer_one_is_there(desk, play):
    play()
    get(desk)
    play()
    assert desk.get("/desk/fairness/", RULES).context["report"].matches == 1
    old = timezone.now() - FairnessReport.FRESH
    FairnessReport.objects.update(made=old, asked=old)
    page = desk.get("/desk/fairness/", RULES)
    assert page.context["report"].matches == 1
    assert "A newer report is being computed." in page.text
    work()
    assert desk.get("/desk/fairness/", RULES).context["report"].matches == 2


def test_days_are_those_of_the_readers_time_zone(desk, olga, play):
    olga.time_zone = "Asia/Tokyo"
    olga.save()
    play(finished="2026-03-01T14:59:59Z")
    play(finished="2026-03-01T15:00:00Z")
    play(finished="2026-03-02T14:59:59Z")
    assert report(desk, since="2026-03-02", until="2026-03-02").matches == 2
    assert report(desk, since="2026-03-02").matches == 2
    assert report(desk, until="2026-03-01").matches == 1


def test_the_file_has_every_figure_of_the_page(desk, play):
    for _ in range(25):
        play((1, 2))
    answer = desk.get("/desk/fairness.csv", {"rules": "snake/standard"})
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert tuple(rows[0]) == queries.COLUMNS
    assert {row["table"] for row in rows} == {"seat", "map", "machine", "worker"}
    edge = next(row for row in rows if row["row"] == "seat 1" and row["figure"] == "advantage")
    assert (edge["value"], edge["matches"], edge["units"], edge["marked"]) == (
        "0.5",
        "25",
        "25",
        "1",
    )


def test_without_matches_and_without_seasons_it_says_so(desk, season):
    assert "Results will be compared here" in get(desk).text
    Season.objects.all().delete()
    assert "Results will be compared here" in desk.get("/desk/fairness/?rules=x/y").text
    assert desk.get("/desk/fairness.csv").status_code == 200
