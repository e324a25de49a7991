"""Ratings come back from the matches alone, bit for bit."""

import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ladder.models import Rating, RatingChange
from ladder.ratings import rebuilding
from ladder.tests.play import add_version, finish, make_bot
from matches.models import Match

COLUMNS = [field.attname for field in Rating._meta.concrete_fields]
CHANGE = ["rated_id", "seat", "rating_id", "mu_before", "sigma_before", "mu", "sigma"]


def everything():
    return (
        list(Rating.objects.order_by("pk").values_list(*COLUMNS)),
        list(RatingChange.objects.order_by("rated", "seat").values_list(*CHANGE)),
    )


@pytest.fixture
def played(season, worm, viper, olga, pit, monkeypatch):
    """A season of 24 matches, with ties, three bots, and a new version in the middle."""
    monkeypatch.setattr(rebuilding, "CHUNK", 7)
    bots = [worm, viper, make_bot(olga, "adder")]
    rng = random.Random(1)
    for number in range(24):
        if number == 12:
            add_version(worm)
        finish(pit(*rng.sample(bots, 2)), rng.choice([[1, 2], [2, 1], [1, 1]]))
    return season


def test_a_rebuild_gives_identical_numbers(played):
    before = everything()
    done = rebuilding.rebuild(played)
    assert everything() == before
    assert (done.matches, done.ratings, done.corrected) == (24, 3, 0)


def test_a_rebuild_repairs_what_was_spoiled(played):
    before = everything()
    Rating.objects.filter(bot__name="worm").update(mu=99.0, games=7, version=None)
    RatingChange.objects.filter(seat=1).delete()
    assert rebuilding.rebuild(played).corrected == 1
    assert everything() == before


def test_a_rebuild_needs_no_ratings_at_all(played):
    before = {row.bot_id: (row.mu, row.sigma, row.games) for row in Rating.objects.all()}
    Rating.objects.all().delete()
    assert rebuilding.rebuild(played).corrected == 3
    assert {row.bot_id: (row.mu, row.sigma, row.games) for row in Rating.objects.all()} == before


def test_a_result_that_was_taken_back_is_left_out(season, worm, viper, pit):
    kept = finish(pit(worm, viper), [1, 2])
    gone = finish(pit(worm, viper), [2, 1])
    Match.objects.filter(pk=gone.pk).update(state=Match.State.ABORTED)
    assert rebuilding.rebuild(season).matches == 1
    row = Rating.objects.get(bot=worm)
    assert (row.games, row.wins, row.mu) == (1, 1, kept.rated.changes.get(seat=0).mu)


def test_the_command_says_what_it_did(played):
    Rating.objects.filter(bot__name="viper").update(sigma=0.1)
    out = StringIO()
    call_command("rebuild_ratings", str(played.pk), stdout=out)
    assert "24 matches, 3 ratings, 1 corrected" in out.getvalue()


def test_the_command_knows_which_seasons_there_are(season):
    with pytest.raises(CommandError, match="no season 987"):
        call_command("rebuild_ratings", "987")
