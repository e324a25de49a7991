"""Corrections: previews that change nothing, and publications that do what was previewed."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import OperationalError
from django.utils import timezone

from arbiter.working.passing import MOST
from audit import services as audit
from ladder import tasks
from ladder.corrections import preview as differences
from ladder.corrections import services as corrections
from ladder.corrections.services import CorrectionRequest, applied_of, diff_of, draft, publish, undo
from ladder.matchmaking import playing_in
from ladder.models import Correction, Disqualification, Rating, RatingChange, Season
from ladder.publishing import Outdated
from ladder.ratings import official, rebuilding
from ladder.ratings.standings import Standings
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import RULESET, bot_of, finish, make_bot, rated
from ladder.tests.test_voids import RANKS, fitted, live, mend
from matches.models import Match
from notices.models import Notice

Kind, State = Correction.Kind, Correction.State


@pytest.fixture(scope="module")
def twelve(kept_cast):
    """The ids of twelve random rated matches of three bots."""
    ensure_seasons()
    season = Season.objects.get(game="snake", ruleset=RULESET)
    owners = {"worm": kept_cast.alice, "viper": kept_cast.charlie, "adder": kept_cast.olga}
    teams = {"worm": kept_cast.team}
    trio = [make_bot(owner, name, teams.get(name)) for name, owner in owners.items()]
    rng = random.Random(5)
    made = [finish(rated(season, *rng.sample(trio, 2)), rng.choice(RANKS)) for _ in range(12)]
    return [match.pk for match in made]


@pytest.fixture
def played(twelve, season):
    return list(Match.objects.filter(pk__in=twelve).order_by("pk"))


@pytest.fixture
def trio(played, worm, viper, olga):
    return [worm, viper, bot_of(olga, "adder")]


def tables(season):
    """Place and points by bot, live and official, as the pages have them."""
    official.refit(season)
    now = {line.rating.bot_id: (line.place, line.display.points) for line in Standings(season)}
    fit = {line.rating.bot_id: (line.place, line.points) for line in official.table(season)}
    return now, fit


def applied(before, moves):
    """A table in which the moves were made; each was where its move says."""
    after = dict(before)
    for move in moves:
        was = after.pop(move.bot, None)
        assert was == (move.before and (move.before.place, move.before.points))
        if move.after:
            after[move.bot] = (move.after.place, move.after.points)
    return after


def published(season, correction, by, reason="it was wrong"):
    publish(correction, by, reason)
    mend(season)
    correction.refresh_from_db()
    return correction


def voiding(season, by, *matches):
    return draft(season, Kind.VOID, by, CorrectionRequest(tuple(match.pk for match in matches)))


def wishes(kind, played, trio):
    some = tuple(match.pk for match in played[3:7])
    return {
        Kind.VOID: CorrectionRequest(some),
        Kind.RERUN: CorrectionRequest(some),
        Kind.DISQUALIFY: CorrectionRequest(bot=trio[0].pk, void_matches=True),
    }[kind]


@pytest.mark.parametrize("kind", [Kind.VOID, Kind.RERUN, Kind.DISQUALIFY])
def test_what_was_previewed_is_what_publication_does_and_undoing_takes_back(
    kind, season, played, trio, olga
):
    before, bits, strengths = tables(season), live(season), fitted(season)
    drafted = draft(season, kind, olga, wishes(kind, played, trio))
    assert drafted.state == State.READY
    assert (tables(season), live(season)) == (before, bits), "a preview changes nothing"
    diff = diff_of(drafted)
    assert diff is not None
    assert diff.before == 12 > diff.after
    done = published(season, drafted, olga)
    after = tables(season)
    assert after == (applied(before[0], diff.live), applied(before[1], diff.official))
    assert season.results == diff.after
    back = undo(done, olga)
    there = diff_of(back)
    assert there is not None
    assert applied(after[0], there.live) == before[0]
    assert live(season) != bits, "neither does the preview of an undoing"
    published(season, back, olga)
    assert (tables(season), live(season), fitted(season)) == (before, bits, strengths)
    done.refresh_from_db()
    assert done.state == State.UNDONE


def test_a_void_match_may_count_again_alone(season, played, olga):
    bits = live(season)
    published(season, voiding(season, olga, *played[:2]), olga)
    for match in played[:2]:
        request = CorrectionRequest((match.pk,))
        published(season, draft(season, Kind.RESTORE, olga, request), olga)
    assert live(season) == bits


def test_only_those_whose_line_changes_are_listed(season, played, olga, trio, pit, alice):
    other, another = make_bot(alice, "apart"), make_bot(olga, "asunder")
    match = finish(pit(other, another), [1, 2])
    diff = diff_of(voiding(season, olga, match))
    assert diff is not None
    gone = {move.bot for move in diff.live if move.after is None}
    assert gone == {other.pk, another.pk}
    assert {move.name for move in diff.live} >= {"alice/apart", "olga/asunder"}


def test_matches_that_are_played_again_keep_their_versions_and_seats(season, played, olga):
    drafted = draft(season, Kind.RERUN, olga, CorrectionRequest((played[0].pk, played[1].pk)))
    applied = applied_of(published(season, drafted, olga))
    assert applied is not None
    again = list(Match.objects.filter(pk__in=applied.made).order_by("pk"))
    assert [match.state for match in again] == ["queued", "queued"]
    for old, new in zip(played[:2], again, strict=True):
        versions = list(old.seats.values_list("number", "version"))
        assert list(new.seats.values_list("number", "version")) == versions
        assert new.seed != old.seed
        assert (new.kind, new.rated.season) == ("ladder", season)
    finish(again[0], [1, 2])
    assert again[0].rated.changes.count() == 2


def test_undoing_ends_what_was_played_again_and_has_not_begun(season, played, olga):
    bits = live(season)
    drafted = draft(season, Kind.RERUN, olga, CorrectionRequest((played[0].pk, played[1].pk)))
    done = published(season, drafted, olga)
    applied = applied_of(done)
    assert applied is not None
    first, second = Match.objects.filter(pk__in=applied.made).order_by("pk")
    finish(first, [2, 1])
    published(season, undo(done, olga), olga)
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.voided_at is not None
    assert second.state == Match.State.ABORTED
    assert live(season) == bits


def test_a_disqualified_bot_has_no_place_and_no_new_matches(season, played, trio, pit, olga, viper):
    worm = trio[0]
    waiting = pit(worm, viper)
    bits = live(season)
    drafted = draft(season, Kind.DISQUALIFY, olga, CorrectionRequest(bot=worm.pk))
    published(season, drafted, olga, "two accounts")
    waiting.refresh_from_db()
    assert waiting.state == Match.State.ABORTED
    assert worm not in playing_in(season)
    assert worm.pk not in {line.rating.bot_id for line in Standings(season)}
    official.refit(season)
    assert worm.pk not in {line.rating.bot_id for line in official.table(season)}
    assert live(season) == bits, "its results count for the others"
    assert [row.why for row in Disqualification.objects.standing()] == ["two accounts"]
    season.refresh_from_db()
    assert season.revision == 13, "whoever keeps its standings hears of it"
    with pytest.raises(ValidationError, match="change nothing"):
        draft(season, Kind.DISQUALIFY, olga, CorrectionRequest(bot=worm.pk))


def test_owners_are_notified(season, played, trio, olga, alice, charlie, worm):
    Notice.objects.all().delete()
    match = next(m for m in played if worm in {s.version.bot for s in m.seats.all()})
    published(season, voiding(season, olga, match), olga, "the map was broken")
    told = Notice.objects.get(user=alice)
    assert f"Match {match.pk} is void" in told.text
    assert told.text.endswith("the map was broken")
    assert told.path == f"/matches/{match.pk}/"
    Notice.objects.all().delete()
    drafted = draft(season, Kind.DISQUALIFY, olga, CorrectionRequest(bot=worm.pk))
    published(season, drafted, olga, "two accounts")
    assert "alice/worm is disqualified from" in Notice.objects.get(user=alice).text
    assert not Notice.objects.filter(user=charlie).exists()


def test_a_preview_that_is_behind_is_published_only_on_request(
    season, played, olga, worm, viper, pit
):
    drafted = voiding(season, olga, played[0])
    finish(pit(worm, viper), [1, 2])
    with pytest.raises(Outdated):
        publish(drafted, olga, "wrong")
    assert not Match.objects.exclude(voided_at=None).exists()
    drafted.refresh_from_db()
    assert drafted.state == State.READY
    before = tables(season)
    publish(drafted, olga, "wrong", anyway=True)
    mend(season)
    drafted.refresh_from_db()
    diff = diff_of(drafted)
    assert diff is not None
    assert tables(season)[0] == applied(before[0], diff.live)
    assert diff.before == 13


def test_a_new_preview_catches_up(season, played, olga, worm, viper, pit):
    drafted = voiding(season, olga, played[0])
    finish(pit(worm, viper), [1, 2])
    corrections.refresh(drafted, olga)
    publish(drafted, olga, "wrong")


def test_a_large_season_is_previewed_by_a_worker(
    season, played, olga, monkeypatch, django_capture_on_commit_callbacks, redis_client
):
    monkeypatch.setattr(corrections, "QUICK", 5)
    with django_capture_on_commit_callbacks(execute=True):
        drafted = voiding(season, olga, played[0])
    assert drafted.state == State.DRAFT
    assert redis_client.llen("builds") == 1
    tasks.preview(drafted.pk)
    drafted.refresh_from_db()
    assert drafted.state == State.READY


def test_a_preview_whose_process_died_is_computed_by_the_next(season, played, olga, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(corrections, "QUICK", 0)
        drafted = voiding(season, olga, played[0])

    def dies(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(corrections, "compute", dies)
        with pytest.raises(KeyboardInterrupt):
            tasks.preview(drafted.pk)
    tasks.mend()
    drafted.refresh_from_db()
    assert drafted.state == State.COMPUTING, "its lease holds"
    Correction.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    tasks.mend()
    drafted.refresh_from_db()
    assert drafted.state == State.READY


def test_a_preview_that_cannot_be_computed_says_so_and_is_not_tried_for_ever(
    season, played, olga, monkeypatch
):
    with monkeypatch.context() as patch:
        patch.setattr(corrections, "compute", lambda *_: 1 / 0)
        drafted = voiding(season, olga, played[0])
    assert (drafted.state, drafted.trouble) == (State.DRAFT, "ZeroDivisionError: division by zero")
    tasks.mend()
    drafted.refresh_from_db()
    assert drafted.state == State.DRAFT
    corrections.refresh(drafted, olga)
    assert drafted.state == State.READY


def test_a_preview_is_computed_again_after_a_passing_fault(season, played, olga, monkeypatch):
    def away(*_):
        raise OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(corrections, "compute", away)
        drafted = voiding(season, olga, played[0])
        assert (drafted.state, drafted.trouble) == (State.COMPUTING, "")
        past = timezone.now() - timedelta(seconds=1)
        Correction.objects.update(lease_until=past, attempt=MOST - 1)
        tasks.mend()
        drafted.refresh_from_db()
        assert (drafted.state, "locked" in drafted.trouble) == (State.DRAFT, True), "not for ever"
        Correction.objects.update(state=State.COMPUTING, lease_until=past, trouble="")
    tasks.mend()
    drafted.refresh_from_db()
    assert drafted.state == State.READY


def test_a_preview_that_was_discarded_meanwhile_stays_so(season, played, olga, monkeypatch):
    compute = differences.compute

    def slow(found, effect, heard):
        corrections.discard(Correction.objects.get(), olga)
        return compute(found, effect, heard)

    monkeypatch.setattr(corrections, "compute", slow)
    drafted = voiding(season, olga, played[0])
    assert (drafted.state, drafted.diff) == (State.DISCARDED, None)


def test_a_publication_that_fails_leaves_nothing(season, played, olga, monkeypatch):
    drafted = voiding(season, olga, *played[:3])
    bits = live(season)
    monkeypatch.setattr(audit, "record", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        publish(drafted, olga, "wrong")
    mend(season)
    assert live(season) == bits
    assert RatingChange.objects.count() == 24
    drafted.refresh_from_db()
    assert drafted.state == State.READY


def test_organizers_alone_correct_and_always_say_why(season, played, olga, alice):
    with pytest.raises(PermissionDenied):
        voiding(season, alice, played[0])
    drafted = voiding(season, olga, played[0])
    with pytest.raises(ValidationError, match="Say why"):
        publish(drafted, olga, "  ")
    for verb in (
        lambda: publish(drafted, alice, "mine"),
        lambda: corrections.discard(drafted, alice),
    ):
        with pytest.raises(PermissionDenied):
            verb()
    publish(drafted, olga, "the map was broken")
    entry = audit.of(drafted).latest("number")
    assert entry.summary == f"published (void match {played[0].pk}): the map was broken"
    with pytest.raises(PermissionDenied):
        undo(Correction.objects.get(), alice)
    with pytest.raises(ValidationError, match="cannot be published"):
        publish(drafted, olga, "again")


def test_what_would_change_nothing_is_refused(season, played, olga):
    published(season, voiding(season, olga, played[0]), olga)
    for kind, match in ((Kind.VOID, played[0]), (Kind.RESTORE, played[1])):
        with pytest.raises(ValidationError, match="change nothing"):
            draft(season, kind, olga, CorrectionRequest((match.pk,)))


def test_a_void_match_knows_its_correction(season, played, olga):
    done = published(season, voiding(season, olga, played[0]), olga)
    played[0].refresh_from_db()
    assert corrections.correction_of(played[0]) == done
    assert corrections.correction_of(played[1]) is None
    assert Rating.objects.filter(season=season).exists()
    assert not rebuilding.waiting().exists()
