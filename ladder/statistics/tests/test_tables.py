"""The matches that a bot's statistics count and those they leave out."""

import pytest
from django.utils import timezone

from games.engine import EndState
from ladder.comparisons.tests.steps import begin, win
from ladder.models import RatedMatch, Season
from ladder.seasons.current import current_season, ensure_seasons
from ladder.statistics import costs, sample, tables
from ladder.statistics.sample import SampleQuery
from matches.models import Match, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_bots")]


def running_season() -> Season:
    ensure_seasons()
    season = current_season("stakes", "two")
    assert season is not None
    return season


def counts(lines):
    return {
        str(line.head): (line.share.wins, line.share.draws, line.share.losses) for line in lines
    }


def taken(bot, **wanted):
    return sample.sample(bot, SampleQuery(**wanted))


def test_by_opponent_seat_and_version(bots, meet, new):
    meet(["ant", "bee"], [1, 2])
    meet(["bee", "ant"], [1, 2])
    meet(["ant", "cat"], [1, 1])
    meet([new, "bee"], [1, 2], kind="friendly")
    found = taken(bots["ant"])
    assert counts(tables.by_opponent(found)) == {"charlie/bee": (2, 0, 1), "olga/cat": (0, 1, 0)}
    assert counts(tables.by_seat(found)) == {"1": (2, 1, 0), "2": (0, 0, 1)}
    assert counts(tables.by_version(found)) == {"2": (1, 0, 0), "1": (1, 1, 1)}
    assert [line.head for line in tables.by_version(found)] == [2, 1]
    assert tables.overall(found).score == 2.5 / 4


def test_with_many_seats_a_result_is_the_share_that_one_was_ahead_of(bots, meet):
    meet(["ant", "bee", "cat", "low"], [2, 1, 3, 4], ruleset="four")
    found = taken(bots["ant"])
    assert tables.overall(found).score == pytest.approx(2 / 3)
    assert counts(tables.by_opponent(found)) == {
        "charlie/bee": (0, 0, 1),
        "olga/cat": (1, 0, 0),
        "olga/low": (1, 0, 0),
    }


def test_team_mates_and_own_versions_are_nobody_one_met(bots, meet, new):
    meet(["ant", "bee", "cat", "low"], [1, 1, 3, 3], ruleset="pairs")
    meet(["ant", new], [1, 2], kind="friendly")
    found = taken(bots["ant"])
    assert counts(tables.by_opponent(found)) == {"olga/cat": (1, 0, 0), "olga/low": (1, 0, 0)}
    assert len(found.played) == 1


def test_what_is_void_unfinished_or_not_for_everybody_does_not_count(bots, meet, new, alice):
    void = meet(["ant", "bee"], [1, 2])
    Match.objects.filter(pk=void.pk).update(voided_at=timezone.now())
    hidden = meet(["ant", "bee"], [1, 2])
    Match.objects.filter(pk=hidden.pk).update(audience="hidden")
    meet(["ant", "bee"], [1, 2], kind="preview")
    win(begin(alice, bots["ant"].active_version, bots["bee"].active_version))
    assert taken(bots["ant"]).played == []


def test_matches_are_chosen_by_version_ruleset_kind_and_season(bots, meet, new):
    season = running_season()
    first = meet(["ant", "bee"], [1, 2])
    RatedMatch.objects.create(match=first, season=season, order=1)
    second = meet([new, "bee"], [1, 2], kind="friendly")
    third = meet(["ant", "bee", "cat"], [1, 2, 3], ruleset="three")

    def matches(**wanted):
        return [one.match for one in taken(bots["ant"], **wanted).played]

    assert matches() == [third.pk, second.pk, first.pk]
    assert matches(version=2) == [second.pk]
    assert matches(ruleset="three") == [third.pk]
    assert matches(kind="friendly") == [second.pk]
    assert matches(season=season.pk) == [first.pk]
    assert matches(version=9) == []


def test_of_many_matches_only_the_newest_are_read(bots, meet, monkeypatch):
    monkeypatch.setattr(sample, "MOST", 3)
    made = [meet(["ant", "bee"], [1, 2]) for _ in range(5)]
    found = taken(bots["ant"])
    assert [one.match for one in found.played] == [match.pk for match in reversed(made[-3:])]
    assert found.capped
    assert not taken(bots["cat"]).capped


def test_the_number_of_queries_does_not_grow_with_the_matches(
    bots, meet, django_assert_max_num_queries
):
    for _ in range(12):
        meet(["ant", "bee"], [1, 2])
    with django_assert_max_num_queries(8):
        found = taken(bots["ant"])
        tables.by_opponent(found)
        tables.versions_matrix(found)
    assert len(found.played) == 12


def test_versions_against_opponents(bots, meet, new):
    meet(["ant", "bee"], [1, 2])
    meet(["ant", "bee"], [2, 1])
    meet([new, "cat"], [1, 2], kind="friendly")
    matrix = tables.versions_matrix(taken(bots["ant"]))
    assert [str(bot) for bot in matrix.columns] == ["charlie/bee", "olga/cat"]
    assert [row.title for row in matrix.rows] == ["v2", "v1"]
    scores = [[cell and cell.score for cell in row.cells] for row in matrix.rows]
    assert scores == [[None, 1.0], [0.5, None]]


def test_the_first_bots_of_a_ladder_against_each_other(bots, meet):
    season = running_season()
    for number, (players, ranks) in enumerate(
        [(["ant", "bee"], [1, 2]), (["bee", "ant"], [1, 2]), (["ant", "cat"], [1, 2])], 1
    ):
        match = meet(players, ranks)
        RatedMatch.objects.create(match=match, season=season, order=number)
        for name in players:
            season.ratings.get_or_create(bot=bots[name], defaults={"games": 1})
    matrix = tables.ladder_matrix(season, 8)
    names = [bot.name for bot in matrix.columns]
    scores = {
        (row.bot.name, name): cell and cell.score
        for row in matrix.rows
        for name, cell in zip(names, row.cells, strict=True)
        if row.bot
    }
    assert matrix.matches == 3
    assert scores["ant", "bee"] == 0.5
    assert scores["cat", "ant"] == 0.0
    assert scores["ant", "ant"] is None
    assert scores["bee", "cat"] is None


def test_against_one_other_bot(bots, meet, new):
    meet(["ant", "bee"], [1, 2])
    meet(["bee", new], [1, 2], kind="friendly")
    meet(["ant", "cat"], [1, 2])
    met = taken(bots["ant"]).meeting(bots["bee"].pk)
    assert [one.against(bots["bee"].pk) for one in met] == [0.0, 1.0]
    shares = tables.grouped(met, bots["bee"], lambda one: one.seat)
    assert {seat: share.score for seat, share in shares.items()} == {0: 1.0, 1: 0.0}


def test_failures_are_counted_once_for_a_match_and_named(bots, meet):
    bad = [EndState.TIMEOUT, EndState.OK]
    first = meet(["ant", "bee"], [2, 1], ends=bad)
    fault = {"game": 0, "turn": 3, "kind": "timeout", "detail": "", "excess": None}
    went_on = meet(["ant", "bee"], [1, 2])
    Seat.objects.filter(match=went_on, number=0).update(faults=[fault, fault])
    crash = meet(["bee", "ant"], [1, 2], ends=[EndState.OK, EndState.CRASH])
    meet(["ant", "bee"], [1, 2], ends=[EndState.OK, EndState.MEMORY])
    found = costs.failures(taken(bots["ant"]))
    assert [(one.kind, one.ended, one.went_on) for one in found] == [
        (EndState.TIMEOUT, 1, 1),
        (EndState.CRASH, 1, 0),
    ]
    assert found[0].examples == (went_on.pk, first.pk)
    assert found[1].examples == (crash.pk,)


def test_what_matches_cost_by_ruleset(bots, meet):
    for cpu in (10, 20, 30, 400):
        match = meet(["ant", "bee"], [1, 2])
        slowest = {"us": 512 + cpu, "game": 0, "turn": 7}
        times = {"bins": {"4": 9, "10": 1}, "slowest": slowest}
        Seat.objects.filter(match=match, number=0).update(cpu_ms=cpu, turn_times=times)
    meet(["ant", "bee", "cat"], [1, 2, 3], ruleset="three")
    first, second = costs.costs(taken(bots["ant"]))
    assert (first.ruleset, first.matches, first.median, first.most) == ("two", 4, 30, 400)
    assert first.most_in == match.pk
    turns = first.turns
    assert turns is not None
    assert turns.slowest == costs.Slowest(0.912, match.pk, 0, 7)
    # The last bin ends at 1.024 ms; no turn was that slow.
    assert (turns.count, turns.median, turns.high) == (40, 0.016, 0.912)
    assert turns.bins[0] == (0.008, 0.016, 36)
    assert [count for _, _, count in turns.bins] == [36, 0, 0, 0, 0, 0, 4]
    assert (second.ruleset, second.matches, second.turns) == ("three", 1, None)
