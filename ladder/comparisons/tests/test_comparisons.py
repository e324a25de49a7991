"""A comparison from its first pair to its verdict, and what may go wrong between them."""

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from bots import services as bot_services
from games.registry import OURS
from ladder.comparisons import services
from ladder.comparisons.models import Comparison
from ladder.comparisons.progress import Fate, course_of
from ladder.comparisons.services import IN_FLIGHT, MOST_LOST
from ladder.comparisons.tests.steps import begin, open_units, play, win
from ladder.models import RatedMatch, Rating, RatingChange
from ladder.tests.play import add_version, finish
from matches.models import Match
from matches.signals import matches_voided

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_bots")]


@pytest.fixture
def comparison(alice, new, old):
    return begin(alice, new, old)


# Pairs --------------------------------------------------------------------------------------------


def test_a_few_pairs_wait_each_on_one_seed_with_the_seats_exchanged(comparison, new, old):
    units = open_units(comparison)
    assert len(units) == IN_FLIGHT
    seeds = set()
    for unit in units:
        first, second = [row.match for row in unit.matches.all()]
        assert first.seed == second.seed
        seated = [[s.version_id for s in match.seats.all()] for match in (first, second)]
        assert seated == [[new.pk, old.pk], [old.pk, new.pk]]
        seeds.add(first.seed)
    assert len(seeds) == IN_FLIGHT


def test_its_matches_are_comparisons_and_rate_nobody(alice, new, old):
    comparison = begin(alice, new, old, budget=5)
    win(comparison, 5)
    assert comparison.is_over
    matches = Match.objects.filter(comparison_match__unit__comparison=comparison)
    assert {(m.kind, m.requested_by_id, m.share) for m in matches} == {
        ("trial", alice.pk, "comparisons")
    }
    assert not RatedMatch.objects.exists()
    assert not RatingChange.objects.exists()
    assert not Rating.objects.exists()


def test_nobody_but_its_managers_is_told_of_its_results(
    comparison, alice, bob, charlie, olga, bots
):
    """Webhooks get only matches that their owner may see."""
    versus = begin(alice, comparison.baseline, bots["bee"].active_version)
    for each in (comparison, versus):
        for row in each.results.all()[0].matches.all():
            assert row.match.audience == "hidden"
            shown = [p for p in (alice, bob, charlie, olga) if row.match in seen_by(p)]
            assert shown == [alice, bob, olga]


def seen_by(person):
    return Match.objects.visible_to(person)


def test_a_new_pair_follows_each_that_ended(comparison):
    win(comparison)
    assert len(open_units(comparison)) == IN_FLIGHT
    assert comparison.results.count() == IN_FLIGHT + 1
    assert comparison.units == 1


def test_one_match_of_a_pair_tells_nothing_yet(comparison, new, old):
    row = open_units(comparison)[0].matches.first()
    play(row.match, new.pk, old.pk)
    services.advance(comparison.pk)
    comparison.refresh_from_db()
    assert comparison.units == 0
    assert comparison.results.count() == IN_FLIGHT


def test_more_than_two_seats_are_filled_with_house_bots(alice, new, old, bots):
    comparison = begin(alice, new, old, "four")
    house = {bots[name].active_version_id for name in ("low", "high")}
    for unit in open_units(comparison):
        first, second = [[s.version_id for s in r.match.seats.all()] for r in unit.matches.all()]
        assert {new.pk, old.pk} | house == set(first)
        swapped = {new.pk: old.pk, old.pk: new.pk}
        assert second == [swapped.get(pk, pk) for pk in first]


def test_what_the_house_bots_did_does_not_count(alice, new, old):
    comparison = begin(alice, new, old, "four")
    for row in open_units(comparison)[0].matches.all():
        places = {new.pk: 3, old.pk: 4}
        finish(row.match, [places.get(s.version_id, 1) for s in row.match.seats.all()])
    assert course_of(comparison).report.counts == (0, 0, 0, 0, 1)


def test_with_teams_each_has_all_seats_of_one(alice, new, old):
    comparison = begin(alice, new, old, "pairs")
    first, second = [row.match for row in open_units(comparison)[0].matches.all()]
    assert [s.version_id for s in first.seats.all()] == [new.pk] * 2 + [old.pk] * 2
    assert [s.version_id for s in second.seats.all()] == [old.pk] * 2 + [new.pk] * 2


# The verdict --------------------------------------------------------------------------------------


def test_who_wins_every_pair_is_better_and_nothing_is_left_waiting(comparison):
    win(comparison, 100)
    assert (comparison.state, comparison.verdict) == ("decided", "better")
    assert 15 < comparison.units < 40
    assert comparison.ratio >= comparison.terms.upper
    assert 0 < comparison.elo_low < comparison.elo < comparison.elo_high
    assert comparison.likelihood > 0.99
    assert comparison.ended
    assert open_units(comparison) == []


def test_who_loses_every_pair_is_not_better(comparison):
    win(comparison, 100, share=0.0)
    assert (comparison.state, comparison.verdict) == ("decided", "not_better")
    assert comparison.elo_high < 0


def test_who_wins_as_one_and_loses_as_the_other_is_not_better(alice, new, old):
    comparison = begin(alice, new, old, elo1=200)
    for _ in range(60):
        unit = open_units(comparison)[0]
        for row in unit.matches.all():
            versions = [s.version_id for s in row.match.seats.all()]
            play(row.match, versions[0], versions[1])
        services.advance(comparison.pk)
        comparison.refresh_from_db()
        if comparison.is_over:
            break
    assert (comparison.state, comparison.verdict) == ("decided", "not_better")
    assert comparison.elo == pytest.approx(0, abs=1)


def test_without_a_decision_it_ends_with_its_budget(alice, new, old):
    comparison = begin(alice, new, old, budget=6)
    assert len(open_units(comparison)) == IN_FLIGHT
    win(comparison, 6, share=1.0)
    assert (comparison.state, comparison.verdict, comparison.units) == ("budget", "open", 6)
    assert comparison.results.count() == 6
    assert Match.objects.filter(kind="trial").count() == 12


def test_quick_pairs_do_not_come_before_slow_ones(comparison, new, old):
    first, second, *_ = open_units(comparison)
    for row in second.matches.all():
        play(row.match, new.pk, old.pk)
    services.advance(comparison.pk)
    comparison.refresh_from_db()
    assert comparison.units == 0
    for row in first.matches.all():
        play(row.match, old.pk, new.pk)
    services.advance(comparison.pk)
    comparison.refresh_from_db()
    assert comparison.units == 2
    assert course_of(comparison).report.counts == (1, 0, 0, 0, 1)


def test_moving_it_again_and_again_changes_nothing(comparison):
    win(comparison, 3)
    before = list(comparison.results.values_list("pk", flat=True)), comparison.ratio
    for _ in range(3):
        services.beat()
    comparison.refresh_from_db()
    assert (list(comparison.results.values_list("pk", flat=True)), comparison.ratio) == before


def test_a_result_moves_it_after_its_transaction(comparison, django_capture_on_commit_callbacks):
    rows = open_units(comparison)[0].matches.select_related("match")
    with django_capture_on_commit_callbacks(execute=True):
        for row in rows:
            play(row.match, row.version_id, row.opponent_id)
    comparison.refresh_from_db()
    assert comparison.units == 1
    assert len(open_units(comparison)) == IN_FLIGHT


# Failures, void results and stops -----------------------------------------------------------------


def finished() -> Match:
    found = Match.objects.filter(kind="trial", state="finished").first()
    assert found is not None
    return found


def lose(comparison, state="failed"):
    row = open_units(comparison)[0].matches.first()
    Match.objects.filter(pk=row.match_id).update(state=state, failure="the disk was full")
    services.advance(comparison.pk)
    comparison.refresh_from_db()


def test_a_pair_that_could_not_be_played_is_replaced(comparison):
    lose(comparison)
    assert comparison.state == "running"
    assert course_of(comparison).number(Fate.OPEN) == IN_FLIGHT
    # Its other match would tell nothing: nobody plays it.
    assert Match.objects.filter(state="aborted").count() == 1
    win(comparison)
    assert comparison.units == 1


def test_after_too_many_of_them_it_is_given_up_with_a_reason(comparison):
    for number in range(MOST_LOST):
        assert comparison.state == "running", number
        lose(comparison, "aborted" if number % 2 else "failed")
    assert comparison.state == "failed"
    assert "the disk was full" in comparison.trouble
    assert not Match.objects.filter(kind="trial", state="queued").exists()


def test_void_results_are_left_out_and_played_again(alice, new, old):
    comparison = begin(alice, new, old, budget=2)
    win(comparison, 2)
    assert (comparison.state, comparison.units) == ("budget", 2)
    match = finished()
    Match.objects.filter(pk=match.pk).update(voided_at=timezone.now())
    services.advance(comparison.pk)
    comparison.refresh_from_db()
    assert (comparison.state, comparison.units, comparison.ended) == ("running", 1, None)
    win(comparison)
    assert (comparison.state, comparison.units) == ("budget", 2)


def test_it_hears_of_results_that_become_void(comparison, django_capture_on_commit_callbacks):
    win(comparison, 2)
    match = finished()
    with django_capture_on_commit_callbacks(execute=True):
        Match.objects.filter(pk=match.pk).update(voided_at=timezone.now())
        matches_voided.send(sender=Match, matches=[match])
    comparison.refresh_from_db()
    assert comparison.units == 1


@pytest.mark.parametrize("harm", ["deactivated", "team", "game", "owner"])
def test_it_does_not_go_on_without_its_bots_or_rules(alice, bob, charlie, olga, bots, old, harm):
    bee = bots["bee"].active_version
    by = bob if harm == "team" else alice
    comparison = begin(by, old, bee)
    if harm == "deactivated":
        bot_services.deactivate(bots["bee"], olga, "cheats")
    elif harm == "team":
        bob.memberships.all().delete()
    elif harm == "owner":
        type(charlie).objects.filter(pk=charlie.pk).update(is_active=False)
    else:
        with pytest.MonkeyPatch.context() as patch:
            patch.delitem(OURS, "stakes")
            services.advance(comparison.pk)
    services.advance(comparison.pk)
    comparison.refresh_from_db()
    assert comparison.state == "failed"
    assert comparison.trouble
    assert open_units(comparison) == []


def test_others_may_upload_meanwhile_without_harm(alice, old, bots):
    comparison = begin(alice, old, bots["bee"].active_version)
    add_version(bots["bee"])
    win(comparison)
    assert (comparison.state, comparison.units) == ("running", 1)


def test_its_owner_stops_it_and_its_matches_with_it(comparison, alice):
    running = Match.objects.claim(open_units(comparison)[0].matches.first().match_id, "worker")
    assert running is not None
    assert services.stop(comparison, alice) is True
    comparison.refresh_from_db()
    assert comparison.state == "stopped"
    assert set(Match.objects.values_list("state", flat=True)) == {"aborted"}
    # The worker's claim is not good any more.
    assert Match.objects.get(pk=running.pk).attempt == running.attempt + 1
    assert services.stop(comparison, alice) is False
    services.advance(comparison.pk)
    assert not Match.objects.filter(state="queued").exists()


def test_only_a_team_and_organizers_may_stop_it(alice, bob, charlie, olga, new, old):
    with pytest.raises(PermissionDenied):
        services.stop(begin(alice, new, old), charlie)
    assert services.stop(Comparison.objects.get(), bob)
    assert services.stop(begin(alice, new, old), olga, "too many of them")


# Against a pool -----------------------------------------------------------------------------------


def test_both_play_the_same_opponents_on_the_same_seeds(alice, new, old, bots):
    comparison = begin(alice, new, old, pool=[bots["bee"], bots["cat"]])
    units = open_units(comparison)
    assert len(units) == IN_FLIGHT // 2
    for unit, name in zip(units, ("bee", "cat"), strict=True):
        opponent = bots[name].active_version_id
        matches = [row.match for row in unit.matches.all()]
        assert len({match.seed for match in matches}) == 1
        seated = {tuple(s.version_id for s in match.seats.all()) for match in matches}
        assert seated == {
            (new.pk, opponent),
            (opponent, new.pk),
            (old.pk, opponent),
            (opponent, old.pk),
        }


def test_where_a_match_exchanges_sides_the_matches_of_a_pair_have_two_seeds(
    alice, new, old, bots, monkeypatch
):
    monkeypatch.setattr(type(OURS[new.bot.game]), "exchanges_sides", True)
    comparison = begin(alice, new, old, pool=[bots["bee"]])
    matches = [row.match for row in open_units(comparison)[0].matches.all()]
    seeds = [match.seed for match in matches]
    assert seeds[:2] == seeds[2:]  # of B against the opponent, and of A
    assert seeds[0] != seeds[1]
    seated = [tuple(s.version_id for s in match.seats.all()) for match in matches]
    assert all(seated[pair] == seated[pair + 1][::-1] for pair in (0, 2))


def test_against_a_pool_the_difference_decides(alice, new, old, bots):
    comparison = begin(alice, new, old, pool=[bots["bee"], bots["cat"]], elo1=200)
    win(comparison, 1)
    assert course_of(comparison).report.counts[-3] == 1  # 1 less ½
    win(comparison, 200)
    assert (comparison.state, comparison.verdict) == ("decided", "better")
    assert comparison.elo_low is not None
    assert comparison.elo_low > 0


def test_a_budget_is_counted_in_pairs_also_against_a_pool(alice, new, old, bots):
    comparison = begin(alice, new, old, pool=[bots["bee"]], budget=7)
    win(comparison, 10, share=0.5)
    assert (comparison.state, comparison.units) == ("budget", 3)
    assert Match.objects.filter(kind="trial").count() == 3 * 4


def test_who_leaves_the_pool_is_passed_over(alice, new, old, bots, olga):
    comparison = begin(alice, new, old, pool=[bots["bee"], bots["cat"]])
    bot_services.deactivate(bots["bee"], olga, "cheats")
    win(comparison, 2)
    left = [unit.opponent.version.bot.name for unit in open_units(comparison)]
    assert left == ["cat"] * (IN_FLIGHT // 2)
    bot_services.deactivate(bots["cat"], olga, "cheats")
    services.advance(comparison.pk)
    comparison.refresh_from_db()
    assert comparison.state == "failed"
