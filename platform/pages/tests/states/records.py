"""Rows of the other tables in each of their states."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from typing import Any

from django.core.files.base import ContentFile
from django.utils import timezone

from accounts import moderation
from accounts.models import Report, SignUpCode, User
from accounts.signing.tokens import create_token
from bots.models import Bot
from controls.models import FaultCount, Hold, Machine, Reservation, Shortage, Worker
from exports.models import Export
from following import noting
from following import services as following
from installs.models import GameInstall
from ladder.corrections import services as corrections
from ladder.corrections.models import Correction
from ladder.events.models import Event
from ladder.models import RatedMatch, Season
from ladder.seasons import history
from ladder.tests.play import RULESET
from maps.models import Map
from matches.tests import sample
from news.models import Announcement
from notices.models import Channel, Delivery, Kind, Notice, Webhook
from rooms.models import Room
from rooms.services import open_room, put_bot, sit, start
from rulesets import services as scenarios
from rulesets.models import Scenario
from tries.models import Try

NOW, DAY, LATER = timezone.now(), timedelta(days=1), timedelta(days=30)


def make(alice: User, olga: User, bots: list[Bot]) -> None:
    _seasons(olga, bots)
    _maps(alice, olga)
    _rooms(alice, bots[1])
    _tries(alice)
    _messages(alice, olga)
    _files(alice, olga)
    _machines(olga)
    follower = User.objects.get(username="charlie")
    for subject in (bots[0], alice, Event.objects.get(slug="running")):
        following.follow(follower, subject)
        following.follow(olga, subject)
    noting.sweep()
    create_token(alice, "script", ["read"])
    moderation.report(follower, Report.Kind.PERSON, "gone", "/people/gone/", "It is rude.")
    SignUpCode.objects.create(digest="0" * 64, note="A class", left=3, expires=NOW + DAY)
    User.objects.create_user("waits", "waits@example.org", waits_since=NOW)


def _seasons(olga: User, bots: list[Bot]) -> None:
    """The season that runs has days and corrections; others are planned, paused and over."""
    season = Season.objects.filter(game="snake", ruleset=RULESET).earliest("pk")
    history.keep(season, (NOW - DAY).date())
    more = {"ruleset": "blitz", "hourly_floor": 7}
    Season.objects.filter(ruleset="blitz", game="snake").update(ends=NOW, starts=NOW - DAY)
    planned = {"starts": NOW + DAY, "ends": NOW + LATER, "scoring": "points"}
    Season.objects.create(game="snake", name="Planned", **planned, **more)
    Season.objects.create(game="snake", name="Paused", paused=True, **more)
    rated = RatedMatch.objects.filter(season=season).exclude(order=None)
    matches = tuple(rated.values_list("match", flat=True)[:2])
    for state in Correction.State:
        request = corrections.CorrectionRequest(matches=matches, criteria="Two of them.")
        row = corrections.draft(season, Correction.Kind.VOID, olga, request)
        if state == Correction.State.DRAFT:
            continue
        corrections.preview(row.pk)
        Correction.objects.filter(pk=row.pk).update(state=state, trouble="It is late.")
    out = corrections.CorrectionRequest(bot=bots[-1].pk, void_matches=True, criteria="A copy.")
    corrections.preview(corrections.draft(season, Correction.Kind.DISQUALIFY, olga, out).pk)
    Correction.objects.filter(state="published").update(published_at=NOW, reason="It was ill.")


def _maps(alice: User, olga: User) -> None:
    """Maps of alice's: her own, public, archived.  Scenarios on the last: each state of one."""
    stock = Map.objects.filter(game="xghj", owner=None).order_by("pk")[0]
    boards: dict[str, dict[str, Any]]
    boards = {"own": {}, "shown": {"public": True}, "kept": {"archived": NOW}}
    for name, more in boards.items():
        Map.objects.create(
            game="xghj", owner=alice, name=name, board=stock.board, digest=stock.digest,
            facts=stock.facts, parent=stock, **more,
        )  # fmt: skip
    times: dict[str, dict[str, Any]] = {
        "draft": {},
        "planned": {"map_public_at": NOW - DAY, "published_at": NOW + DAY},
        "published": {"map_public_at": NOW - DAY, "published_at": NOW - DAY, "rated": True},
        "retired": {"map_public_at": NOW - DAY, "published_at": NOW - DAY, "retired_at": NOW},
    }
    for name, more in times.items():
        draft = scenarios.Draft("xghj", f"fair-{name}", f"Fair, {name}", "duel", stock, {})
        row = scenarios.create(olga, draft)
        Scenario.objects.filter(pk=row.pk).update(**more)


def _rooms(alice: User, bot: Bot) -> None:
    """Empty, begun, and closed."""
    version = bot.active_version
    assert version is not None
    open_room(alice, "snake", RULESET)
    open_room(alice, "xghj", "duel")
    begun = open_room(alice, "snake", RULESET)
    sit(begun, alice, 0)
    put_bot(begun, alice, 1, version)
    start(begun, alice)
    closed = open_room(alice, "snake", RULESET)
    Room.objects.filter(pk=closed.pk).update(closed=NOW)


def _tries(alice: User) -> None:
    """One of nobody's in each state; alice's are over, and the one that was played has frames."""
    given = {"game": "snake", "language": "python", "opponent": "worm", "seed": 1, "network": "n"}
    for state in Try.State:
        over = state not in Try.UNFINISHED
        row = Try.objects.create(
            state=state, browser=state.value, owner=alice if over else None,
            finished=NOW if over else None, build_log="compiled\n", failure="It is too large.",
            **given,
        )  # fmt: skip
        if state == Try.State.DONE:
            header, *frames, row.result = (json.loads(line) for line in sample.lines(rounds=20))
            content = {"header": header, "frames": frames, "result": row.result}
            row.keep_frames(gzip.compress(json.dumps(content).encode()))
            row.save()


def _messages(alice: User, olga: User) -> None:
    for user in (alice, olga):
        Notice.objects.create(user=user, kind=Kind.ANNOUNCEMENT, text="Hello.", path="/news/")
        Notice.objects.create(user=user, kind=Kind.ANNOUNCEMENT, text="Old.", path="/", read_at=NOW)
    hook = Webhook.objects.create(user=alice, url="https://example.org/hook", secret="s")
    Webhook.objects.create(
        user=alice, url="https://example.org/off", secret="s", active=False, failures=3,
        failing_since=NOW - DAY, paused_until=NOW + DAY,
    )  # fmt: skip
    for state in Delivery.State:
        tried = {"tried_at": NOW, "took_ms": 12, "status": 500, "error": "500", "attempt": 2}
        more = {} if state == Delivery.State.WAITING else tried
        payload = json.dumps({"kind": "test", "text": "Hello."})
        for channel, webhook in ((Channel.WEBHOOK, hook), (Channel.MAIL, None)):
            Delivery.objects.create(
                channel=channel, user=alice, webhook=webhook, kind=Delivery.TEST, payload=payload,
                state=state, **more,
            )  # fmt: skip
    announced: dict[str, dict[str, Any]] = {
        "Now": {},
        "Later": {"starts": NOW + DAY},
        "Over": {"ends": NOW},
        "Wrong": {"withdrawn_at": NOW},
        "Urgent": {"level": "urgent", "audience": "authors", "game": "snake"},
    }
    for name, more in announced.items():
        Announcement.objects.create(title=name, text="**So** it is.", created_by=olga, **more)


def _files(alice: User, olga: User) -> None:
    """Exports of everything and of alice's data, and installations: one in each state."""
    for state in Export.State:
        for who in (None, alice):
            row = Export.objects.create(
                state=state, by=who or olga, person=who, part="matches", rows=10, total=30,
                open=True if state == Export.State.WAITING else None, failure="The disk was full.",
            )  # fmt: skip
            if state == Export.State.DONE:
                row.file.save("site.zip", ContentFile(b"PK\x05\x06" + b"\0" * 18))
    for number, status in enumerate(GameInstall.State):
        GameInstall.objects.create(
            name=f"checkers-{number}", title="Checkers", version="1.0", by=olga, state=status,
            archive_name="game.zip", failure="It does not build.", log="make: error\n",
            trial=[1.0, 0.5] if status == GameInstall.State.INSTALLED else None,
        )  # fmt: skip


def _machines(olga: User) -> None:
    for of in Hold.Of:
        name = {"share": "events", "seasons": "*"}.get(of.value, "box")
        Hold.objects.create(of=of, name=name, by=olga, reason="Its fan is loud.")
    Worker.objects.create(name="box:1:a", host="box", lane="matches", seen=NOW, faults=1, losses=2)
    kinds = {"matches": NOW.timestamp()}
    Machine.objects.create(name="box", checked=NOW, kinds=kinds, problem="Its clock is off.")
    FaultCount.objects.create(
        host="box", of="host", cause="a disk", in_a_row=2, last=NOW, why="Full."
    )
    Shortage.objects.create(reason="No machine has Rust.", count=3)
    for at in (NOW - 2 * LATER, NOW):
        event = Event.objects.get(slug="running")
        Reservation.objects.create(
            subject=event.pk, begins=at, ends=at + DAY, percent=50, by=olga, reason="For the final."
        )
