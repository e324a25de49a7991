"""Comparing the sources of entered bots, where the rules of the event said so before entry."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User, Viewer
from accounts.permissions import require_reason
from arbiter.database.locks import database_now, lock
from arbiter.working import queues
from arbiter.working.passing import persistently
from bots.editing import contents
from bots.models import Bot, BotVersion
from games.package import bot_files
from games.registry import GAMES
from ladder.core.similarity import Place, Prints, compare, fingerprints
from ladder.events.models import Entry, Event, SimilarPair, SourceComparison, StageEntry
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct
from ladder.events.sources import source_tokens

logger = logging.getLogger(__name__)

TASK = "ladder.events.tasks.compare_sources"
LEAST = 0.15
"""Pairs with a smaller share are not listed."""
MOST_PAIRS = 200
AROUND = 2
"""Lines shown before and after a similar part."""
LOST = timedelta(minutes=2)
"""A comparison that waits longer is sent again."""
NOT_IN_RULES = (
    "The rules of this event do not include a comparison of sources. "
    "They can be changed only before the first bot enters."
)

WITHDRAWN = (
    "The similar parts cannot be read: a bot of this pair was withdrawn from the event, so its "
    "source is private again."
)


# Asking -------------------------------------------------------------------------------------------


@transaction.atomic
def ask(event: Event, by: Viewer) -> SourceComparison:
    """Have a worker compare the sources of all entered bots."""
    person = require(by, event, EventAct.FAIRNESS)
    event = lock(Event.objects).get(pk=event.pk)
    if not event.compares_sources:
        raise ValidationError(NOT_IN_RULES)
    if event.source_comparisons.filter(state=SourceComparison.State.WAITING).exists():
        raise ValidationError("A comparison waits for a worker already.")
    made = SourceComparison.objects.create(event=event, asked_by=person)
    record(person, event, event, "asked for a comparison of sources")
    queues.send_after_commit(TASK, made.pk)
    return made


def send_lost() -> None:
    """Send comparisons again whose task was lost."""
    old = SourceComparison.objects.filter(
        state=SourceComparison.State.WAITING, asked__lt=database_now(-LOST)
    )
    for pk in old.values_list("pk", flat=True):
        queues.send(TASK, pk)


@transaction.atomic
def decide(pair: SimilarPair, by: Viewer, decision: str, reason: str) -> None:
    """Keep a decision about a pair.  It changes no result: a judge may disqualify a bot besides."""
    person = require(by, pair.event, EventAct.FAIRNESS)
    if decision not in (SimilarPair.Decision.values):
        raise ValidationError({"decision": "Choose one of the decisions."})
    why = require_reason(reason, field="reason")
    pair.decision, pair.reason = decision, why
    pair.decided_by, pair.decided_at = person, timezone.now()
    pair.save(update_fields=["decision", "reason", "decided_by", "decided_at"])
    label = SimilarPair.Decision(decision).label
    record(person, pair.event, pair.event, f"decided about {pair}: {label}", why)


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    text: str
    is_similar: bool


@dataclass(frozen=True, slots=True)
class Part:
    """The same code in both sources, with `AROUND` lines around it."""

    left_path: str
    left: Sequence[Line]
    right_path: str
    right: Sequence[Line]


def look(pair: SimilarPair, by: Viewer) -> list[Part]:
    """The similar parts of both sources: all that judges may read of them.  The audit trail keeps
    the look.  ValidationError where the rules do not say so, or a bot was withdrawn."""
    person = require(by, pair.event, EventAct.FAIRNESS)
    if not pair.event.compares_sources:
        raise ValidationError(NOT_IN_RULES)
    if pair.left.withdrawn_at or pair.right.withdrawn_at:
        raise ValidationError(WITHDRAWN)
    record(person, pair.event, pair.event, f"looked at the sources of {pair}")
    left, right = _texts(pair.left_version), _texts(pair.right_version)
    return [_part(each, left, right) for each in pair.matches]


def _part(place: Sequence[Any], left: Mapping[str, str], right: Mapping[str, str]) -> Part:
    left_path, left_first, left_last, right_path, right_first, right_last = place
    return Part(
        left_path,
        _lines(left.get(left_path, ""), left_first, left_last),
        right_path,
        _lines(right.get(right_path, ""), right_first, right_last),
    )


def _lines(text: str, first: int, last: int) -> list[Line]:
    lines = text.split("\n")
    start, end = max(1, first - AROUND), min(len(lines), last + AROUND)
    return [Line(n, lines[n - 1], first <= n <= last) for n in range(start, end + 1)]


# Comparing ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Program:
    entry: Entry
    version: BotVersion
    prints: Prints


def run(pk: int) -> None:
    """Do a comparison that waits."""
    row = SourceComparison.objects.select_related("event").filter(pk=pk).first()
    if row is None or row.state != SourceComparison.State.WAITING:
        return
    try:
        programs, left_out = persistently(partial(_programs, row.event), row)
        pairs = _pairs(row.event, programs)
        row.programs, row.left_out = len(programs), left_out
        persistently(partial(_done, row, pairs), row)
    except Exception:
        logger.exception("the sources of %s could not be compared", row.event)
        failed = {"state": SourceComparison.State.FAILED}
        persistently(partial(SourceComparison.objects.filter(pk=pk).update, **failed), row)


@transaction.atomic
def _done(row: SourceComparison, pairs: list[SimilarPair]) -> None:
    _keep(row.event, pairs)
    row.state, row.done = SourceComparison.State.DONE, timezone.now()
    row.save()


def _programs(event: Event) -> tuple[list[_Program], list[str]]:
    """The newest version of each entered bot in the event, and the bots without readable source."""
    programs, left_out = [], []
    rows = event.entries.filter(withdrawn_at=None).select_related(
        "bot__owner", "bot__active_version"
    )
    for entry in rows.order_by("pk"):
        if entry.bot.is_house:
            continue
        version = _version_of(entry)
        prints = {} if version is None else _prints(version)
        if version is None or not prints:
            left_out.append(str(entry.bot))
        else:
            programs.append(_Program(entry, version, prints))
    return programs, left_out


def _version_of(entry: Entry) -> BotVersion | None:
    rows = StageEntry.objects.filter(entry=entry).select_related("version")
    played = rows.order_by("-stage__number").first()
    return played.version if played is not None else entry.bot.active_version


def _prints(version: BotVersion) -> Prints:
    """The fingerprints of a version; empty where its files are gone or take too long to read."""
    try:
        return fingerprints(source_tokens.of_files(_texts(version)))
    except source_tokens.TooSlow:
        logger.warning("the source of %s takes too long to compare", version)
        return {}


def _texts(version: BotVersion) -> dict[str, str]:
    """The text files of a version by path; empty if its files are gone."""
    files = contents(version)
    return {
        path: text
        for path, data in files.items()
        if (text := source_tokens.text_of(data)) is not None
    }


def _pairs(event: Event, programs: Sequence[_Program]) -> list[SimilarPair]:
    common = {game: _of_kits(game) for game in {each.entry.bot.game for each in programs}}
    pairs = []
    for a, b in combinations(programs, 2):
        if a.entry.bot.game != b.entry.bot.game or _work_together(a.entry.bot, b.entry.bot):
            continue
        overlap = compare(a.prints, b.prints, common[a.entry.bot.game])
        if overlap.share < LEAST:
            continue
        parts = [[*_plain(each.left), *_plain(each.right)] for each in overlap.matches]
        pairs.append(
            SimilarPair(
                event=event,
                left=a.entry,
                right=b.entry,
                left_version=a.version,
                right_version=b.version,
                left_share=overlap.left,
                right_share=overlap.right,
                matches=parts,
            )
        )
    return sorted(pairs, key=lambda pair: -pair.share)[:MOST_PAIRS]


def _work_together(a: Bot, b: Bot) -> bool:
    return a.owner_id == b.owner_id or (a.team_id is not None and a.team_id == b.team_id)


def _plain(place: Place) -> tuple[str, int, int]:
    return (place.path, place.first, place.last)


def _of_kits(game: str) -> frozenset[int]:
    """The fingerprints of the starter kits of a game, which many bots have in common."""
    if game not in GAMES:
        return frozenset()
    files = (tuple(bot_files(kit).items()) for kit in GAMES[game].kits)
    return frozenset().union(*map(_of_kit, files))


@lru_cache(maxsize=64)
def _of_kit(files: tuple[tuple[str, bytes], ...]) -> frozenset[int]:
    """The fingerprints of files by path: each comparison of a game's programs needs those of all
    its kits, and lexers take longer for these than for a few programs."""
    texts = {path: data.decode(errors="replace") for path, data in files}
    return frozenset(fingerprints(source_tokens.of_files(texts)))


def _keep(event: Event, pairs: Sequence[SimilarPair]) -> None:
    """Replace the pairs of the comparison before; decisions stay, even of pairs that are gone."""
    wanted = {(pair.left.pk, pair.right.pk): pair for pair in pairs}
    for old in event.similar_pairs.all():
        new = wanted.pop((old.left_id, old.right_id), None)
        if new is not None:
            for name in ("left_version", "right_version", "left_share", "right_share", "matches"):
                setattr(old, name, getattr(new, name))
            old.save()
        elif old.decision == SimilarPair.Decision.OPEN:
            old.delete()
    SimilarPair.objects.bulk_create(wanted.values())


# Accounts -----------------------------------------------------------------------------------------


def sharing_an_address(event: Event, by: Viewer) -> list[list[User]]:
    """Groups of owners of entered bots who logged in from the same address.

    The address itself is not shown.  People of one school share one, too: it is a hint, no proof.
    The audit trail keeps the look at groups.
    """
    person = require(by, event, EventAct.FAIRNESS)
    if not event.compares_sources:
        raise ValidationError(NOT_IN_RULES)
    owners = event.entries.filter(withdrawn_at=None, bot__owner__is_house=False)
    rows = UserSession.objects.filter(user__in=owners.values("bot__owner")).select_related("user")
    by_address: dict[str, dict[int, User]] = defaultdict(dict)
    for row in rows:
        by_address[row.ip][row.user_id] = row.user
    groups = {tuple(sorted(people)): people for people in by_address.values() if len(people) > 1}
    if groups:
        record(person, event, event, "looked at accounts that share an address")
    return [
        sorted(people.values(), key=lambda person: person.username) for people in groups.values()
    ]
