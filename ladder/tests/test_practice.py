"""House bots for practice only: people may choose them, and the site never pairs them by itself."""

import random
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import User
from bots.models import Bot
from games.snake import SNAKE
from ladder.comparisons.planning import ComparisonPlan, check
from ladder.core.contest.templates import Choice, Rules, swiss_and_double
from ladder.events.entrants import entering
from ladder.events.planning import acts
from ladder.matchmaking import feed_season
from ladder.models import Rating
from ladder.ratings.standings import Standings
from ladder.tests.play import make_bot
from matches.models import Seat

(SLOW,) = (bot.name for bot in SNAKE.house if bot.practice)


@pytest.fixture
def house(db):
    """The house bots of snake, which all play, by name."""
    owner = User.objects.create_user("house", is_house=True)
    made = {bot.name: make_bot(owner, bot.name) for bot in SNAKE.house}
    return {name: Bot.objects.get(pk=bot.pk) for name, bot in made.items()}


def test_it_is_known_by_the_declaration_of_its_game(house, charlie):
    assert [name for name, bot in house.items() if bot.practice] == [SLOW]
    assert not make_bot(charlie, SLOW).practice


def test_the_ladder_never_pairs_it(season, house, worm, viper, settings):
    settings.LADDER_QUEUE_DEPTH = 40
    feed_season(season, random.Random(6))
    seated = set(Seat.objects.values_list("version__bot__name", flat=True))
    assert seated == {"worm", "viper", *house} - {SLOW}


def test_a_rating_of_earlier_times_has_no_place(season, house):
    for name in ("hunter", SLOW):
        Rating.objects.create(season=season, bot=house[name], games=5)
    assert [line.rating.bot.name for line in Standings(season)] == ["hunter"]


def test_it_fills_no_seat_that_is_left(house):
    fillers = {bot.name for bot in Bot.objects.fillers("snake")}
    assert fillers == set(house) - {SLOW}


def test_it_enters_no_event(house, olga):
    plan = swiss_and_double(Choice(Rules("snake", "standard")))
    event = acts.create(
        olga, acts.Draft("Cup", plan, "", starts=timezone.now() + timedelta(hours=1))
    )
    acts.publish(event, olga)
    with pytest.raises(ValidationError, match="for practice only"):
        entering.enter(event, house[SLOW], olga)


def test_no_comparison_plays_against_it(season, house, worm, viper):
    plan = ComparisonPlan(worm.active_version, viper.active_version, "standard", pool=[house[SLOW]])
    with pytest.raises(ValidationError, match="for practice only"):
        check(worm.owner, plan)
