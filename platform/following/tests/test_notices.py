"""Notices of happenings: of what, to whom, once, and nothing that is kept back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bots.services import activate
from following import fanout, noting, services, tidying
from following.models import Happening
from following.noting import note_version
from following.sentences import news
from games.registry import GAMES
from ladder.climb.models import Climb, RungPassed
from ladder.climb.services import rungs_of
from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.running.advancing import reopen
from ladder.events.tests.steps import begin, open_event, play_all, stage
from ladder.models import Season
from ladder.tests.play import RULESET, add_version, make_bot
from notices.models import Delivery, Notice
from notices.models import Kind as NoticeKind
from notices.services import Wish, save_wishes, tell

pytestmark = pytest.mark.django_db


def kinds_of(person) -> list[str]:
    rows = Notice.objects.filter(user=person, kind__startswith="followed.").order_by("pk")
    return list(rows.values_list("kind", flat=True))


def let_play(bot, number=None):
    version = add_version(bot, active=False)
    activate(version, bot.owner)
    return version


def test_followers_of_a_bot_hear_of_its_first_new_version_of_a_day(charlie, bob, worm, hear):
    services.follow(charlie, worm)
    version = let_play(worm)
    let_play(worm)
    assert hear(charlie) == [f"alice/worm now plays with version {version.number}."]
    assert kinds_of(charlie) == ["followed.bot"]
    assert kinds_of(bob) == kinds_of(worm.owner) == []
    assert Delivery.objects.count() == 0  # mail only on request
    yesterday = timezone.now() - timedelta(days=1)
    Happening.objects.update(created=yesterday)
    Happening.objects.filter(what="version").update(key="version:of-yesterday")
    let_play(worm)
    assert len(hear(charlie)) == 1


def test_followers_of_a_person_hear_of_a_new_bot(charlie, alice, worm, hear):
    services.follow(charlie, alice)
    version = make_bot(alice, "eel").versions.get()
    note_version(version, is_first=True)
    note_version(version, is_first=True)
    assert hear(charlie) == ["alice has a new bot for Snake: eel."]
    assert kinds_of(charlie) == ["followed.person"]


def test_followers_hear_of_a_climb_that_ended_higher_once(charlie, worm, hear):
    rungs = rungs_of("snake")
    assert rungs
    services.follow(charlie, worm)
    facts = {"bot": worm, "version": worm.active_version, "ruleset": rungs.ruleset}
    climb = Climb.objects.create(**facts, rung=rungs.order[0].house)
    climb.state = Climb.State.BROKEN
    climb.save()
    assert hear(charlie) == []
    RungPassed.objects.create(**facts, rung=rungs.names[0])
    climb.state = Climb.State.STOPPED
    climb.save()
    climb.save()
    number = worm.active_version.number
    said = f"alice/worm beat rung 1 of {len(rungs.names)} with version {number}."
    assert hear(charlie) == [said]


def test_a_climb_without_a_rung_is_no_news(charlie, worm, hear):
    services.follow(charlie, worm)
    facts = {"bot": worm, "version": worm.active_version, "ruleset": RULESET}
    Climb.objects.create(**facts, rung="x", state=Climb.State.STOPPED)
    assert hear(charlie) == []


def test_followers_of_a_game_hear_of_events_and_planned_seasons(charlie, olga, worm, hear):
    services.follow(charlie, GAMES["snake"])
    Season.objects.update(starts=timezone.now() - timedelta(days=9))
    starts = timezone.now() + timedelta(days=3)
    open_event(olga, stage("cup", Kind.SINGLE), starts=starts)
    (said,) = hear(charlie)
    assert said == f"Open is announced. It starts on {starts:%Y-%m-%d %H:%M} (UTC)."
    now = timezone.now()
    Season.objects.filter(game="snake", ruleset=RULESET).update(ends=now)
    Season.objects.create(game="snake", ruleset=RULESET, name="Winter", starts=now)
    (said,) = hear(charlie)
    assert said.startswith("A season of Snake has begun: Winter (")
    assert kinds_of(charlie) == ["followed.game"] * 2
    assert hear(charlie) == []


def test_the_first_season_of_new_rules_is_news(charlie, worm, hear):
    services.follow(charlie, GAMES["snake"])
    hear(charlie)
    others = Season.objects.filter(game="snake").exclude(ruleset=RULESET).first()
    assert others is not None
    ruleset, name = others.ruleset, others.name
    Season.objects.filter(game="snake", ruleset=ruleset).delete()
    Season.objects.create(game="snake", ruleset=ruleset, name=name, automatic=True)
    (said,) = hear(charlie)
    assert said.startswith(f"A season of Snake has begun: {name} (")


def test_an_automatic_season_after_another_is_no_news(charlie, worm, hear):
    services.follow(charlie, GAMES["snake"])
    now = timezone.now()
    Season.objects.update(starts=now - timedelta(days=9), ends=now)
    given = {"game": "snake", "ruleset": RULESET, "automatic": True}
    Season.objects.create(**given, name="Next", starts=now)
    assert hear(charlie) == []


def test_a_draft_is_no_news_until_it_is_published(charlie, olga, worm, hear):
    services.follow(charlie, GAMES["snake"])
    event = open_event(olga, stage("cup", Kind.SINGLE))
    Event.objects.update(state=Event.State.DRAFT)
    assert not any("Open" in each for each in hear(charlie))
    Event.objects.filter(pk=event.pk).update(state=Event.State.OPEN)
    assert hear(charlie) == ["Open is announced."]


def test_followers_of_an_event_hear_of_its_begin_stages_and_end(charlie, olga, bots, hear):
    league, cup = stage("league", Kind.ROUND_ROBIN), stage("cup", Kind.SINGLE, Feed("league", 2))
    event = begin(olga, bots[:3], league, cup)
    services.follow(charlie, event)
    services.follow(bots[0].owner, event)
    assert hear(charlie) == ["Open has begun."]
    play_all(event)
    assert hear(charlie) == [
        "League of Open is finished, and its results are public.",
        "Open is over, and its final standings are public. The winner is author-0/b0.",
    ]
    # The author of a bot that plays gets the notices of participants about the begin and stages.
    (own,) = Notice.objects.filter(user=bots[0].owner, kind="followed.event")
    assert own.text.startswith("Open is over")


def test_events_that_are_over_cost_a_sweep_nothing(
    olga, bots, hear, charlie, django_assert_max_num_queries
):
    league, cup = stage("league", Kind.ROUND_ROBIN), stage("cup", Kind.SINGLE, Feed("league", 2))
    play_all(begin(olga, bots[:3], league, cup))
    hear(charlie)
    with django_assert_max_num_queries(6):
        noting.sweep()
        fanout.notify_all()


def test_followers_of_the_best_bots_hear_of_their_places(charlie, bob, olga, bots, hear):
    event = begin(olga, bots[:5], stage("league", Kind.ROUND_ROBIN))
    for each in (bots[0], bots[1], bots[4]):
        services.follow(charlie, each)
    services.follow(bob, bots[0].owner)
    services.follow(bob, bots[0])
    play_all(event)
    assert hear(charlie) == ["author-0/b0 won Open.", "author-1/b1 came second in Open."]
    said = Notice.objects.filter(user=bob, kind__startswith="followed.")
    assert [(row.kind, row.text) for row in said] == [("followed.bot", "author-0/b0 won Open.")]


@pytest.fixture
def kept_back(olga, bots):
    """An event that is over, and whose results only organizers see."""
    hidden = stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN)
    return begin(olga, bots[:3], hidden, stage("cup", Kind.SINGLE, Feed("league", 2)))


@pytest.mark.parametrize("level", [Reveal.HIDDEN, Reveal.PARTICIPANTS])
def test_results_that_are_kept_back_are_told_when_they_are_revealed(
    charlie, olga, bots, kept_back, hear, level
):
    for each in (kept_back, bots[0], bots[0].owner):
        for person in (charlie, olga, bots[1].owner):
            services.follow(person, each)
    hear(charlie)
    play_all(kept_back)
    league = kept_back.stages.get(key="league")
    acts.reveal(league, olga, level)
    for person in (charlie, olga, bots[1].owner):
        assert hear(person) == []
    assert not Happening.objects.filter(what__in=["stage", "over", "place"]).exists()
    acts.reveal(league, olga, Reveal.PUBLIC)
    said = hear(charlie)
    assert len(said) == 3
    assert any("The winner is author-0/b0" in each for each in said)


def test_what_is_hidden_again_before_the_batch_is_not_told(charlie, olga, bots, hear):
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN))
    services.follow(charlie, event)
    hear(charlie)
    play_all(event)
    noting.sweep()
    league = event.stages.get()
    acts.reveal(league, olga, Reveal.HIDDEN)
    assert hear(charlie) == []
    acts.reveal(league, olga, Reveal.PUBLIC)
    assert len(hear(charlie)) == 1


def test_a_result_that_was_corrected_is_told_as_it_is_now(charlie, olga, bots, hear):
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN))
    play_all(event)
    noting.sweep()
    services.follow(charlie, bots[0])
    row = Happening.objects.get(what="place", entry__bot=bots[0])
    reopen(event.stages.get())
    assert news([row]) == []


def test_a_follower_hears_nothing_of_what_happened_before(charlie, worm, hear):
    let_play(worm)
    services.follow(charlie, worm)
    assert hear(charlie) == []


def test_each_follower_is_notified_once_over_many_batches_also_after_a_kill(
    charlie, bob, olga, worm, hear, monkeypatch
):
    monkeypatch.setattr(fanout, "BATCH", 1)
    people = [charlie, bob, olga]
    for each in people:
        services.follow(each, worm)
    let_play(worm)
    calls = []

    def killed(*given, **more):
        calls.append(given)
        tell(*given, **more)
        if len(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("following.fanout.tell", killed)
    with pytest.raises(KeyboardInterrupt):
        fanout.notify_all()
    assert Notice.objects.filter(kind="followed.bot").count() == 1
    monkeypatch.setattr("following.fanout.tell", tell)
    fanout.notify_all()
    fanout.notify_all()
    assert [len(kinds_of(each)) for each in people] == [1, 1, 1]


def test_a_bot_out_of_play_and_a_closed_account_are_no_news(charlie, alice, worm, hear):
    services.follow(charlie, worm)
    let_play(worm)
    type(worm).objects.update(deactivated_at=timezone.now())
    assert hear(charlie) == []
    Happening.objects.update(created=timezone.now() - timedelta(days=8))
    assert hear(charlie) == []
    assert not Happening.objects.filter(told_at=None, what="version").exists()


def test_mail_and_webhooks_follow_the_choice_of_the_person(charlie, worm):
    save_wishes(charlie, [Wish(NoticeKind.FOLLOWED_BOT, False, True, False)])
    services.follow(charlie, worm)
    let_play(worm)
    fanout.notify_all()
    assert kinds_of(charlie) == []
    assert Delivery.objects.get().kind == "followed.bot"


def test_old_happenings_of_bots_go_and_those_of_events_stay(worm, olga):
    open_event(olga, stage("cup", Kind.SINGLE))
    let_play(worm)
    noting.sweep()
    Happening.objects.update(created=timezone.now() - timedelta(days=91))
    tidying.remove_old()
    assert "announced" in Happening.objects.values_list("what", flat=True)
    assert not Happening.objects.filter(version__isnull=False).exists()


def test_only_a_happening_with_followers_locks_the_database(charlie, alice, worm):
    let_play(worm)
    assert not _locks()
    assert not Happening.objects.filter(told_at=None).exists()
    other = make_bot(alice, "viper")
    services.follow(charlie, other)
    let_play(other)
    assert _locks()
    assert kinds_of(charlie) == ["followed.bot"]


def _locks() -> bool:
    """Whether the periodic task opens a transaction for a batch; in a test that is a savepoint."""
    with CaptureQueriesContext(connection) as taken:
        fanout.notify_all()
    return any(each["sql"].startswith("SAVEPOINT") for each in taken)
