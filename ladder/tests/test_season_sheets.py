"""Standings as CSV, and records over all seasons."""

import csv
from datetime import date, timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from arbiter.csv_text import lines
from bots.models import Bot
from ladder.core.official import points
from ladder.models import OfficialRating, RatedMatch, Rating, Season
from ladder.ratings import official
from ladder.ratings.standings import Standings
from ladder.seasons import history
from ladder.seasons import sheets as season_sheets
from ladder.seasons import totals as season_totals
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish
from matches.services import create_match


def table(rows):
    return list(csv.DictReader(lines(rows)))


def play(season, *bots, ranks=(1, 2)):
    versions = [bot.active_version for bot in bots]
    match = create_match(season.game, season.ruleset, "ladder", versions)
    RatedMatch.objects.create(match=match, season=season)
    return finish(match, ranks)


def end(season):
    Season.objects.filter(pk=season.pk).update(ends=timezone.now() - timedelta(seconds=1))
    season.refresh_from_db()
    history.keep_due()
    ensure_seasons()
    return current_season("snake", RULESET)


@pytest.fixture
def three_seasons(season, worm, viper):
    """Worm wins the first, both the second, and the third runs."""
    play(season, worm, viper)
    official.refit(season)
    second = end(season)
    play(second, worm, viper, ranks=(1, 1))
    third = end(second)
    for _ in range(3):
        play(third, viper, worm)
    official.refit(third)
    return [season, second, third]


def test_the_standings_have_both_ratings_side_by_side(three_seasons):
    third = three_seasons[2]
    rows = table(season_sheets.standings(third))
    for line, told, fitted in zip(Standings(third), rows, official.table(third), strict=True):
        row = line.rating
        assert (told["place"], told["owner"], told["bot"]) == (
            str(line.place), row.bot.owner.username, row.bot.name,
        )  # fmt: skip
        assert (told["rating"], told["matches"]) == (str(line.display.points), "3")
        assert told["official_rating"] == str(fitted.points)
        assert row.last_played is not None
        assert told["last_played"] == row.last_played.isoformat()
    assert "points" not in rows[0]


def test_the_standings_by_points_have_the_points(season, worm, viper):
    Season.objects.filter(pk=season.pk).update(scoring="points", window=2)
    season.refresh_from_db()
    for _ in range(3):
        play(season, worm, viper)
    first, second = table(season_sheets.standings(season))
    columns = ("points", "counted_matches", "average_points", "official_place")
    assert [first[name] for name in columns] == ["20.0", "2", "10.0", ""]
    assert second["points"] == "0.0"


def test_long_standings_are_read_a_part_at_a_time(three_seasons, monkeypatch):
    whole = list(lines(season_sheets.standings(three_seasons[2])))
    monkeypatch.setattr(season_sheets, "CHUNK", 1)
    assert list(lines(season_sheets.standings(three_seasons[2]))) == whole


def test_official_ratings_have_their_intervals(three_seasons):
    third = three_seasons[2]
    for told, line in zip(
        table(season_sheets.official_ratings(third)), official.table(third), strict=True
    ):
        assert [int(told[name]) for name in ("place", "rating", "low", "high")] == [
            line.place, line.points, line.low, line.high,
        ]  # fmt: skip


def test_days_come_in_order_and_of_chosen_bots_alone(season, worm, viper):
    play(season, worm, viper)
    for day in (2, 1):
        history.keep(season, date(2026, 5, day))
    rows = table(season_sheets.of_days(season))
    assert [(row["day"], row["place"], row["bot"]) for row in rows] == [
        ("2026-05-01", "1", "worm"),
        ("2026-05-01", "2", "viper"),
        ("2026-05-02", "1", "worm"),
        ("2026-05-02", "2", "viper"),
    ]
    chosen = table(season_sheets.of_days(season, [viper]))
    assert [row["bot"] for row in chosen] == ["viper", "viper"]
    assert len(table(season_sheets.of_day(season, date(2026, 5, 2)))) == 2


def test_a_bot_whose_name_looks_like_a_formula_is_guarded(season, worm, viper):
    play(season, worm, viper)
    Bot.objects.filter(pk=worm.pk).update(name="=cmd")
    get_user_model().objects.filter(pk=worm.owner_id).update(username="@alice")
    first = table(season_sheets.standings(season))[0]
    assert (first["owner"], first["bot"]) == ("'@alice", "'=cmd")


def test_records_count_titles_of_seasons_that_are_over(three_seasons, worm, viper):
    one, two = season_totals.records("snake", RULESET)
    assert (one.bot, one.titles, one.best, one.seasons, one.matches) == (worm.pk, 2, 1, 3, 5)
    assert (two.bot, two.titles, two.best, two.seasons, two.matches) == (viper.pk, 1, 1, 3, 5)
    for record in (one, two):
        newest = OfficialRating.objects.get(bot=record.bot, season=three_seasons[2], current=True)
        assert record.official == round(points(newest.strength))
    assert season_totals.records("snake", "blitz") == []


def test_a_bot_that_organizers_took_out_has_no_record(three_seasons, viper):
    Bot.objects.filter(pk=viper.pk).update(deactivated_at=timezone.now())
    assert [record.titles for record in season_totals.records("snake", RULESET)] == [2]


def test_past_seasons_have_their_champions(three_seasons, worm, viper):
    third, second, first = season_totals.seasons("snake", RULESET)
    assert [row.bot for row in first.champions] == [worm]
    assert {row.bot for row in second.champions} == {worm, viper}
    assert third.champions == []


def test_files_over_all_seasons(three_seasons):
    rows = table(season_sheets.records("snake", RULESET))
    assert [(row["bot"], row["titles"], row["matches"]) for row in rows] == [
        ("worm", "2", "5"),
        ("viper", "1", "5"),
    ]
    rows = table(season_sheets.by_season("snake", RULESET))
    assert [(row["season"], row["place"], row["bot"]) for row in rows] == [
        (three_seasons[0].name, "1", "worm"),
        (three_seasons[0].name, "2", "viper"),
        (three_seasons[1].name, "1", "worm"),
        (three_seasons[1].name, "1", "viper"),
    ]
    assert [bool(row["official"]) for row in rows] == [True, True, False, False]
    assert Rating.objects.filter(season=three_seasons[2]).count() == 2
