"""A bot and a version in each state, and a match of each kind and in each state."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from accounts import moderation
from accounts.models import Team, User
from bots import pausing, services
from bots.models import Bot, BotOffer, BotVersion
from ladder.climb import services as climbs
from ladder.climb.models import Climb
from ladder.climb.tests.steps import play as play_climb
from ladder.comparisons.models import Comparison
from ladder.comparisons.tests import steps as comparisons
from ladder.regressions import services as regressions
from ladder.tests.play import RULESET, add_version, finish, make_bot
from matches.models import Match
from matches.recorded import voiding
from matches.services import create_match
from matches.tests.recorded import recorded

WHY = "It plays for two people."
State, Artifact, Kind = BotVersion.State, BotVersion.ArtifactState, Match.Kind


def make(alice: User, olga: User, team: Team) -> list[Bot]:
    """Alice's bots in each state, two of which can play; the others are of somebody whose account
    is closed, and of the house."""
    services.create_bot(alice, "snake", "empty")
    for state in State:
        bot = services.create_bot(alice, "snake", state.value, "**Fast**.", team)
        version = add_version(bot, state=state)
        if state == State.FAILED:
            failed = {"failure": "`main.py` was not found.", "failed_step": "build"}
            BotVersion.objects.filter(pk=version.pk).update(**failed, ready_at=None)
    many = Bot.objects.get(owner=alice, name="ready")
    for artifact in Artifact:
        add_version(many, active=False)
        many.versions.filter(number=many.versions.count()).update(artifact_state=artifact)
    many.versions.filter(artifact_state=Artifact.DELETED).update(source="")
    services.retire(make_bot(alice, "retired"), alice)
    resting = make_bot(alice, "paused")
    pausing.pause(resting, "it crashed in 5 matches")
    charlie = User.objects.get(username="charlie")
    BotOffer.objects.create(bot=resting, person=charlie, by=alice)
    gone = make_bot(User.objects.create_user("gone"), "left")
    moderation.close(gone.owner, olga, WHY)
    left = make_bot(alice, "abroad")
    Bot.objects.filter(pk=left.pk).update(game="gone")
    return [many, _house()]


def _house() -> Bot:
    """The house bots of snake, with the programs of the rungs of its climb; returns the weakest."""
    rungs = climbs.rungs_of("snake")
    assert rungs is not None
    owner = User.objects.create_user("house", is_house=True)
    for rung in rungs.order:
        bot = make_bot(owner, rung.house)
        bot.versions.update(source_sha256=rung.digests[0])
        Bot.objects.filter(pk=bot.pk).update(is_house=True)
    return Bot.objects.get(owner=owner, name=rungs.order[0].house)


def make_matches(alice: User, olga: User, own: Bot, other: Bot) -> None:
    """Two of each kind, one waits and one is finished, and friendly ones in each state."""
    versions = [bot.active_version for bot in (own, other)]
    for kind in Kind:
        for over in (False, True):
            match = _made(alice, kind, versions)
            if over:
                finish(match, [1, 2], scores=[1 / 3, 0.1 + 0.2])
    now = timezone.now()
    for state in (Match.State.RUNNING, Match.State.ABORTED, Match.State.FAILED):
        match = _made(alice, Kind.FRIENDLY, versions)
        Match.objects.filter(pk=match.pk).update(
            state=state, started=now, failure="The disk was full.", claimed_by="box:1:a",
            lease_until=now + timedelta(hours=1), turn=3,
        )  # fmt: skip
    void = finish(_made(alice, Kind.FRIENDLY, versions), [1, 1])
    voiding.void(void, olga, "It was disturbed.")
    whole = recorded(_made(alice, Kind.LADDER, versions), logs={0: "hello\n"})
    form = Match.ReplayForm.REMOVED
    Match.objects.filter(pk=void.pk).update(replay="", replay_form=form, frames=0)
    fork = _made(alice, Kind.FORK, versions)
    Match.objects.filter(pk=fork.pk).update(origin=whole, origin_frame=2)
    regressions.keep(own, alice, whole, 0, note="Do not lose it again.")
    regressions.play_set(add_version(own, active=False))
    left = finish(_made(alice, Kind.FRIENDLY, versions), [2, 1])
    Match.objects.filter(pk=left.pk).update(game="gone")


def _made(alice: User, kind: str, players: Sequence[object]) -> Match:
    seats = [alice, players[1]] if kind == Kind.ROOM else players
    return create_match("snake", RULESET, kind, seats, requested_by=alice)  # type: ignore[arg-type]


def make_tests(alice: User, own: Bot) -> None:
    """Comparisons and climbs: under way, and over in each way."""
    newer, older = own.versions.get(number=2), own.active_version
    play_climb(climbs.start(own, alice), True, False)
    last = Climb.objects.latest("pk")
    for state in Climb.State:
        if state != Climb.State.CLIMBING:
            Climb.objects.create(
                bot=own, version=newer, by=alice, ruleset=last.ruleset, rung=last.rung, state=state,
                why="Its program is not ready.",
            )  # fmt: skip
    for result in reversed(Comparison.State):
        row = comparisons.begin(alice, newer, older, RULESET)
        comparisons.win(row, share=0.5)
        Comparison.objects.filter(pk=row.pk).update(
            state=result,
            ended=None if result == "running" else timezone.now(),
            trouble="It is late.",
        )
