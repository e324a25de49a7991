"""Create, request, finish, requeue and abort matches; read the logs of their seats."""

from __future__ import annotations

import gzip
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NotRequired, TypedDict

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F

from accounts.models import User, Viewer
from accounts.permissions import is_manager_or_organizer, require_organizer
from arbiter import texts
from arbiter.database.locks import database_now
from arbiter.streams import StreamWriter, match_key
from audit import services as audit
from bots.models import BotVersion
from bots.versions.artifacts import require_files
from controls import services as controls
from games.engine import JSON, Ruleset
from games.options import OptionError
from games.registry import GAMES
from maps.boards import objection
from maps.models import Map
from matches.creating import MatchDraft, call_worker_for, create_matches, new_seed
from matches.kinds import WEIGHTY, may_end
from matches.models import Match, Seat
from matches.recorded.outputs import JudgerOutput as JudgerOutput
from matches.recorded.outputs import fill, fill_seats, store
from matches.seating import Player, SeatTerms
from matches.signals import match_finished, match_released
from rulesets.catalogue import find, find_offered, scenario_of
from rulesets.options import chosen_options
from storage import space
from storage.files import NewFiles

logger = logging.getLogger(__name__)

MAX_WAITING = 20
"""Friendly matches of one person that wait to be played."""


def create_match(
    game: str,
    ruleset: str,
    kind: str,
    players: Sequence[Player],
    seed: int | None = None,
    share: str | None = None,
    requested_by: User | None = None,
    board: Map | None = None,
    terms: Sequence[SeatTerms] = (),
    options: Mapping[str, JSON] | None = None,
) -> Match:
    """One match in the queue, see `MatchDraft`."""
    draft = MatchDraft(
        game=game,
        ruleset=ruleset,
        kind=Match.Kind(kind),
        players=players,
        seed=new_seed() if seed is None else seed,
        share=share,
        requested_by=requested_by,
        board=board,
        terms=terms,
        options=options or {},
    )
    return create_matches([draft])[0]


def memory_mb(game: str, ruleset: str, people: int = 0) -> int:
    """The memory limit of all bots of such a match together; 0 if the game is not installed."""
    try:
        rules = find(game, ruleset)
    except KeyError:
        return 0
    return (rules.seats - people) * rules.memory_mb


def request_match(
    by: User,
    game: str,
    ruleset: str,
    versions: Sequence[BotVersion],
    seed: int | None = None,
    board: Map | None = None,
    options: Mapping[str, JSON] | None = None,
) -> Match:
    """A friendly match, never rated, between bots that are ready.  One of them must be yours.

    Without a ``board`` it is generated from the seed, or drawn where the ruleset generates none.
    """
    space.require()
    rules = _offered_rules(game, ruleset)
    if len(versions) != rules.seats:
        raise ValidationError({"seats": f"{rules.title} is played by {rules.seats} bots."})
    for version in versions:
        check_can_play(version, game, by)
    if not any(is_manager_or_organizer(version.bot, by) for version in versions):
        raise ValidationError({"seats": "At least one of the bots must be yours."})
    if seed is not None and not 0 <= seed < 2**53:
        raise ValidationError({"seed": "A seed is a whole number from 0 to 9007199254740991."})
    if board is not None:
        check_map(board, game, rules, by)
    chosen = options_on(game, rules, options or {}, board)
    waiting = Match.objects.unfinished().filter(requested_by=by).count()
    if waiting >= MAX_WAITING:
        raise ValidationError(f"{waiting} of your matches still wait; cancel some or let them end.")
    kind = Match.Kind.FRIENDLY
    return create_match(
        game, ruleset, kind, versions, seed, requested_by=by, board=board, options=chosen
    )


def _offered_rules(game: str, ruleset: str) -> Ruleset:
    if game not in GAMES:
        raise ValidationError({"game": f"There is no game “{game}”."})
    try:
        return find_offered(game, ruleset)
    except KeyError:
        raise ValidationError({"ruleset": f"There is no ruleset “{ruleset}”."}) from None


def options_on(
    game: str, rules: Ruleset, given: Mapping[str, JSON], board: Map | None
) -> dict[str, JSON]:
    """The options that are on in a match on this map.  ValidationError where it cannot have what
    is given."""
    on_map = board is not None or not rules.generated
    try:
        return chosen_options(game, rules, given, on_map=on_map)
    except OptionError as error:
        raise ValidationError({"options": str(error)}) from None


def check_map(board: Map, game: str, rules: Ruleset, by: User) -> None:
    """ValidationError where this person may not have the ruleset played on the map."""
    own = scenario_of(game, rules.name)
    if own is not None and own.map_id != board.pk:
        raise ValidationError({"map": f"{rules.title} is played on its own map alone."})
    if board.game != game or board.archived or not board.visible_to(by):
        raise ValidationError({"map": "There is no such map of this game to play on."})
    if why := objection(game, board.board, rules):
        raise ValidationError({"map": f"{rules.title} cannot be played on {board.label}: {why}."})


def check_can_play(version: BotVersion, game: str, by: User) -> None:
    """ValidationError where this person may not have the version play a match that counts for
    nothing."""
    bot = version.bot
    if bot.game != game:
        raise ValidationError({"seats": f"{bot} plays another game."})
    if version.state != BotVersion.State.READY:
        raise ValidationError({"seats": f"{version} is {version.get_state_display()}."})
    require_files(version)
    closed = bot.deactivated_at or not bot.owner.is_active
    if closed or (bot.retired_at and not bot.managed_by(by)):
        raise ValidationError({"seats": f"{bot} does not play any more."})
    if version.pk != bot.active_version_id and not bot.managed_by(by):
        raise ValidationError({"seats": f"{version} is not the version that plays."})


@dataclass(frozen=True)
class Claim:
    """A worker's hold on a match: good while the row still carries these values."""

    match_id: int
    worker: str
    attempt: int

    def rows(self) -> Any:
        return Match.objects.filter(
            pk=self.match_id,
            state=Match.State.RUNNING,
            claimed_by=self.worker,
            attempt=self.attempt,
        )


def play_again(claim: Claim, played: JudgerOutput) -> bool:
    """Put a match that was disturbed back in the queue, once; whether that was done.

    Only matches whose result affects something are played again: rated ones, those of a series, and
    the first of a version.  The judger lists as disturbed only turns that a wait may have changed:
    see `sandbox.judger.turns.turn_watch.Waited`.  Nothing is kept of the run but its disturbed
    turns: seed, map and place in the queue stay.
    """
    if not played.disturbed:
        return False
    first = claim.rows().filter(kind__in=WEIGHTY, reruns=0)
    with transaction.atomic():
        queued = {"state": Match.State.QUEUED, "lease_until": None}
        if not first.update(reruns=1, disturbed=played.disturbed, **queued):
            return False
        match = Match.objects.get(pk=claim.match_id)
        call_worker_for(match)
    tell_state(match)
    return True


def finish(claim: Claim, played: JudgerOutput) -> bool:
    """Store result, replay and what follows from them, exactly once.

    False where the claim was lost meanwhile; nothing is stored then.
    """
    with NewFiles() as files:
        replay, logs = store(files, claim.match_id, claim.attempt, played)
        with transaction.atomic():
            ended = {"state": Match.State.FINISHED, "finished": database_now()}
            if not claim.rows().update(**ended, lease_until=None):
                return False
            match = Match.objects.get(pk=claim.match_id)
            match.replay = replay
            fill(match, played)
            fill_seats(match, played, logs)
            assert match.finished is not None
            controls.note_finished(claim.worker, match.finished)
            match_finished.send(sender=Match, match=match, play_sha256=played.play_sha256)
        files.keep()
    return True


def release_all(host: str) -> int:
    """Take back every match that workers of a host held, when none of them runs any more."""
    held = Match.objects.live().filter(claimed_by__startswith=f"{host}:")
    return held.update(state=Match.State.QUEUED, lease_until=None, retry_at=None)


def requeue(match: Match, by: User, reason: str = "") -> None:
    """Play a match that failed, was aborted or hangs once more, from the start."""
    require_organizer(by)
    states = (Match.State.FAILED, Match.State.ABORTED, Match.State.RUNNING)
    with transaction.atomic():
        changed = Match.objects.filter(pk=match.pk, state__in=states).update(
            state=Match.State.QUEUED,
            faults=0,
            losses=0,
            retry_at=None,
            failed_on="",
            claimed_by="",
            lease_until=None,
            failure="",
            fault_of="",
            reason="",
            finished=None,
        )
        if not changed:
            raise ValidationError("A match that waits or is finished cannot be queued again.")
        audit.record(by, match, "queued again", reason)
        match.refresh_from_db()
        call_worker_for(match)
    tell_state(match)


def abort(match: Match, by: User, reason: str = "") -> None:
    """End a match that waits or runs, without a result.  By an organizer, or see `may_end`."""
    if not may_end(match, by):
        require_organizer(by)
    with transaction.atomic():
        if not withdraw([match], reason):
            raise ValidationError("Only a match that waits or runs can be aborted.")
        audit.record(by, match, "aborted", reason)


@transaction.atomic
def withdraw(matches: Sequence[Match], why: str) -> int:
    """End those that wait or run, without a result, as nobody needs it any more; how many."""
    going = Match.objects.unfinished()
    ended = {"state": Match.State.ABORTED, "finished": database_now(), "lease_until": None}
    done = 0
    for match in matches:
        one = going.filter(pk=match.pk)
        if one.update(**ended, failure=why[:1000], attempt=F("attempt") + 1):
            match.refresh_from_db()
            match_released.send(sender=Match, match=match)
            transaction.on_commit(partial(tell_state, match), robust=True)
            done += 1
    return done


def tell_state(match: Match) -> None:
    stream = StreamWriter(match_key(match.pk))
    stream.add("state", match.state.encode())
    stream.close()


def may_see_log(seat: Seat, user: Viewer) -> bool:
    """Only the bot's owner and team may see its standard error."""
    return seat.version is not None and seat.version.bot.open_to(user)


class LogLine(TypedDict):
    """The standard error of a bot in one turn; ``cut`` where it was cut."""

    game: int
    turn: int
    text: str
    cut: NotRequired[bool]


def seat_log(seat: Seat) -> list[LogLine]:
    """A seat's standard error.

    Control characters are escapes: a terminal that shows the log must not obey them.
    """
    if not seat.log:
        return []
    with seat.log.open("rb") as file:
        rows: list[LogLine] = [
            json.loads(line) for line in gzip.decompress(file.read()).splitlines()
        ]
    return [{**row, "text": texts.visible(row["text"])} for row in rows]
