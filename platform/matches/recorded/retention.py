"""How long replays are kept, by kind of match: whole, then compact, then not at all.  Logs of
deleted accounts are not kept."""

from __future__ import annotations

import io
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import cast

from django.conf import settings
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import QuerySet

from arbiter.database.locks import database_now
from bots.models import Bot, BotVersion
from games.compact import expand, shrink
from games.registry import GAMES
from games.replay import ReplayError
from matches.models import Match, Seat
from matches.recorded.replays import LONGEST_S, open_file, open_replay
from storage.files import discard

logger = logging.getLogger(__name__)
Form = Match.ReplayForm
BATCH = 500
"""Replays of a kind that are removed in one run."""
RUN_S = 30.0
"""After this time a run begins no other replay."""
_WITH_REPLAY = [form for form in Form if form != Form.REMOVED]


def run() -> tuple[int, int]:
    """Remove and compact replays whose time has come; how many of each."""
    _remove_logs()
    removed = sum(_remove(match) for match in _due(settings.REPLAY_KEEP_DAYS, _WITH_REPLAY))
    began, compacted = time.monotonic(), 0
    for match in _due(settings.REPLAY_COMPACT_DAYS, [Form.FULL]):
        if time.monotonic() - began > RUN_S:
            break
        compacted += compact(match)
    return removed, compacted


def _due(days: Mapping[str, int], forms: Sequence[Form]) -> Iterator[Match]:
    """Matches with replays in these forms that ended longer ago than their kind's days."""
    ended = Match.objects.finished().exclude(replay="").filter(replay_form__in=forms)
    for kind, number in days.items():
        # One kind at a time: each is a range of an index.
        due = ended.alike("kind", kind).filter(finished__lt=database_now(-timedelta(days=number)))
        yield from due.order_by("finished")[:BATCH]


def _remove(match: Match) -> bool:
    """Remove a match's replay and the logs of its seats."""
    names = [str(match.replay.name)]
    with transaction.atomic():
        rows = Match.objects.filter(pk=match.pk, replay=match.replay.name)
        if not rows.update(replay="", replay_form=Form.REMOVED):
            return False
        logs = match.seats.exclude(log="")
        names += logs.values_list("log", flat=True)
        logs.update(log="")
        for name in names:
            transaction.on_commit(partial(discard, name))
    return True


def _remove_logs() -> None:
    """Remove what bots of deleted accounts wrote to standard error."""
    gone = Bot.objects.filter(owner__deleted_at__isnull=False)
    versions = BotVersion.objects.filter(bot__in=gone)
    seats = Seat.objects.filter(version__in=versions).exclude(log="")
    for pk, name in list(seats.values_list("pk", "log")[:BATCH]):
        with transaction.atomic():
            Seat.objects.filter(pk=pk).update(log="")
            transaction.on_commit(partial(discard, name))


def compact(match: Match) -> bool:
    """Keep a replay in its compact form, if the same bytes can be made of it; whether that is so.

    One that cannot is marked, and stays whole.
    """
    try:
        data = _compacted(match)
    except (ReplayError, FileNotFoundError) as error:
        logger.info("the replay of %s stays whole: %s", match, error)
        Match.objects.filter(pk=match.pk, replay_form=Form.FULL).update(replay_form=Form.FIXED)
        return False
    old = str(match.replay.name)
    match.replay.save(f"{match.pk}-{match.replay_sha256[:12]}.compact.gz", ContentFile(data), False)
    new = str(match.replay.name)
    rows = Match.objects.filter(pk=match.pk, replay=old, replay_form=Form.FULL)
    if not rows.update(replay=new, replay_form=Form.COMPACT):
        discard(new)
        return False
    discard(old)
    return True


def restore(match: Match) -> bool:
    """Keep a compact replay whole again, and for good; whether that was done."""
    try:
        with open_file(match) as file:
            data = file.read()
    except (ReplayError, FileNotFoundError) as error:
        logger.warning("the replay of %s cannot be restored: %s", match, error)
        return False
    old = str(match.replay.name)
    match.replay.save(f"{match.pk}-{match.replay_sha256[:12]}.jsonl.gz", ContentFile(data), False)
    new = str(match.replay.name)
    rows = Match.objects.filter(pk=match.pk, replay=old, replay_form=Form.COMPACT)
    if not rows.update(replay=new, replay_form=Form.FIXED):
        discard(new)
        return False
    discard(old)
    return True


def compact_replays(game: str) -> QuerySet[Match]:
    """Matches of a game whose replays only this version of its engine can show."""
    return Match.objects.filter(game=game, replay_form=Form.COMPACT).order_by("pk")


def _compacted(match: Match) -> bytes:
    """The compact form, after it was tried.  `ReplayError` where there is none."""
    if match.game not in GAMES or not GAMES[match.game].reproducible:
        raise ReplayError("its game is not here, or comes from outside")
    game = GAMES[match.game]
    with open_replay(match) as replay:
        if replay.header.get("engine") != game.version:
            raise ReplayError("it was played by another version of the game's engine")
        data = shrink(game, replay)
    again = io.BytesIO()
    expand(game, io.BytesIO(data), again, LONGEST_S / 2)
    with open_file(match) as file:
        if again.getvalue() != cast("io.BufferedReader", file).read():
            raise ReplayError("the bytes come out differently")
    return data
