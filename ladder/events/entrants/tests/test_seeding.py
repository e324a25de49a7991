"""Seeds: by rating, by a list, by hand, at random; and the stage that uses them."""

from __future__ import annotations

import hashlib

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from audit.models import AuditEntry
from bots.models import Bot
from ladder.core.contest.draws import drawn
from ladder.core.contest.plan import Kind, Seeding
from ladder.events.entrants import entering, seeding
from ladder.events.models import EntryRules
from ladder.events.planning import acts, forecasts
from ladder.events.tests.steps import authors, open_event, stage
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot, rated

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, redis_client):
    ensure_seasons()
    cup = stage("cup", Kind.SINGLE, seeding=Seeding.LIST)
    event = open_event(olga, cup)
    for bot in authors(4):
        entering.enter(event, bot, bot.owner)
    return event


def order(event):
    return [entry.bot.name for entry in seeding.order_of(event)]


def test_the_draw_follows_its_rule():
    names = ["author-0/b0", "author-1/b1", "author-2/b2"]

    def digest(name):
        return hashlib.sha256(f"7:{name}".encode()).hexdigest()

    assert drawn("7", names) == sorted(names, key=digest) == drawn("7", reversed(names))
    assert drawn("8", names) != drawn("7", names)


def test_a_random_order_is_that_of_its_seed_which_is_kept(event, olga):
    seed = seeding.at_random(event, olga)
    names = [str(entry.bot) for entry in event.entries.select_related("bot__owner")]
    assert [str(entry.bot) for entry in seeding.order_of(event)] == drawn(seed, names)
    rules = EntryRules.objects.get()
    assert (rules.seeding, rules.draw_seed) == ("random", seed)
    assert seed in AuditEntry.objects.latest("number").act
    assert seeding.at_random(event, olga, "of my choice") == "of my choice"


def test_by_a_list_of_names(event, olga):
    seeding.by_list(event, olga, "1. author-3/b3\n2) B1\n\n")
    assert order(event) == ["b3", "b1", "b0", "b2"]
    with pytest.raises(ValidationError) as error:
        seeding.by_list(event, olga, "b3\nzora\nb3\n")
    assert error.value.messages == [
        "Line 2: no bot “zora” has entered.",
        "Line 3: author-3/b3 is listed twice.",
    ]
    assert order(event) == ["b3", "b1", "b0", "b2"]


def test_each_name_is_read_once_however_many_lines_the_list_has(event, olga, monkeypatch):
    read: list[int] = []
    name = Bot.__str__

    def counted(bot: Bot) -> str:
        read.append(bot.pk)
        return name(bot)

    monkeypatch.setattr(Bot, "__str__", counted)
    seeding.by_list(event, olga, "b3\nb1\nb0\nb2")
    assert order(event) == ["b3", "b1", "b0", "b2"]
    assert len(read) == 4


def test_a_name_of_several_bots_needs_its_owner(event, olga, alice):
    entering.enter(event, make_bot(alice, "b0"), alice)
    with pytest.raises(ValidationError, match="several bots are named"):
        seeding.by_list(event, olga, "b0")
    seeding.by_list(event, olga, "alice/b0")
    assert str(seeding.order_of(event)[0].bot) == "alice/b0"


def test_by_hand(event, olga):
    pks = {entry.bot.name: entry.pk for entry in event.entries.all()}
    seeding.by_order(event, olga, [pks["b2"], pks["b0"], 10**6, pks["b2"]])
    assert order(event) == ["b2", "b0", "b1", "b3"]


def test_by_rating(event, olga):
    bots = {entry.bot.name: entry.bot for entry in event.entries.select_related("bot")}
    season = current_season("snake", RULESET)
    assert season
    for _ in range(3):
        finish(rated(season, bots["b2"], bots["b1"]), [1, 2])
    seeding.by_rating(event, olga)
    found = order(event)
    assert found.index("b2") < found.index("b1")
    seeding.clear(event, olga)
    assert order(event) == ["b0", "b1", "b2", "b3"]


def test_a_stage_by_the_list_uses_the_seeds(event, olga):
    seeding.by_list(event, olga, "b3\nb1\nb0\nb2")
    acts.start(event, olga)
    rows = event.stages.get().entries.order_by("seed").select_related("entry__bot")
    assert [row.entry.bot.name for row in rows] == ["b3", "b1", "b0", "b2"]
    with pytest.raises(ValidationError, match="has started"):
        seeding.by_rating(event, olga)


def test_people_without_the_role_seed_nothing(event, alice):
    for act in (seeding.by_rating, seeding.at_random, seeding.clear):
        with pytest.raises(PermissionDenied):
            act(event, alice)


def test_a_withdrawn_bot_loses_its_seed(event, olga):
    seeding.by_list(event, olga, "b3\nb1\nb0\nb2")
    entry = event.entries.get(bot__name="b3")
    entering.leave(entry, entry.bot.owner)
    assert order(event) == ["b1", "b0", "b2"]
    entering.enter(event, entry.bot, entry.bot.owner)
    assert order(event)[-1] == "b3"


def test_the_dry_run_knows_the_seeds(event, olga):
    seeding.by_list(event, olga, "b3\nb1\nb0\nb2")
    entered = forecasts._entered(event, event.planned)[0]["snake"]
    assert [bot.name for bot in entered] == ["b3", "b1", "b0", "b2"]
