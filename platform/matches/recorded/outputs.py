"""The output of a judger about a match: into storage, and into the result."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from django.core.files.base import ContentFile, File

from games.engine import Outcome, with_facts
from matches.models import Match, Seat
from matches.recorded.endings import decided_by
from storage.files import NewFiles

RESULT = (
    *("finished", "outcome", "reason", "failure", "disturbed", "turn", "game_number"),
    *("frames", "replay", "replay_sha256", "replay_bytes"),
)
"""The columns of a match that its result fills."""
SHOWN_TURNS = 20
"""Disturbed turns of a match that are kept: more would tell nobody more."""


@dataclass
class JudgerOutput:
    result: dict[str, Any]
    replay: BinaryIO
    sha256: str
    size: int
    frames: int
    turn: int
    """The last turn, of game ``game_number`` (from 0)."""
    game_number: int
    logs: dict[int, bytes] = field(default_factory=dict)
    play_sha256: str = ""
    """The digest of replies and events, of a match that another one may repeat."""

    @property
    def disturbed(self) -> list[dict[str, object]]:
        """Turns that a wait for the processor may have changed; empty in a fair match."""
        turns: list[dict[str, object]] = self.result.get("disturbed") or []
        return turns[:SHOWN_TURNS]


def store(
    files: NewFiles, match_id: int, attempt: int, played: JudgerOutput
) -> tuple[str, dict[int, str]]:
    """Write replay and logs into storage; their names."""
    new, seats = Match(), {number: Seat() for number in played.logs}
    stem = f"{match_id}-{attempt}-{played.sha256[:12]}"
    files.save(new.replay, f"{stem}.jsonl.gz", File(played.replay))
    for number, seat in seats.items():
        name = f"{match_id}-{number}-{secrets.token_hex(8)}.jsonl.gz"
        files.save(seat.log, name, ContentFile(played.logs[number]))
    return str(new.replay.name), {number: str(seat.log.name) for number, seat in seats.items()}


def fill(match: Match, played: JudgerOutput) -> None:
    """Save the result in the row of its match, which has the name of its replay."""
    match.outcome = with_facts(played.result)
    outcome = Outcome.from_json(match.outcome)
    match.reason = decided_by(match.game, outcome) or outcome.reason[:300]
    match.failure = ""
    match.disturbed = played.disturbed
    match.frames = played.frames
    match.turn, match.game_number = played.turn, played.game_number
    match.replay_sha256, match.replay_bytes = played.sha256, played.size
    # Without the map, which may be large and is as it was.
    match.save(update_fields=RESULT)


def fill_seats(match: Match, played: JudgerOutput, logs: Mapping[int, str]) -> None:
    """The same in the rows of the seats; ``logs`` are names by seat."""
    outcome = Outcome.from_json(played.result["outcome"])
    for seat, ended, used in zip(
        match.seats.all(), outcome.seats, played.result["seats"], strict=True
    ):
        seat.rank, seat.score = ended.rank, ended.score
        seat.end, seat.reason = ended.end.value, ended.reason[:300]
        if seat.version_id is not None:
            seat.cpu_ms, seat.peak_memory = used["cpu_ms"], used["peak_memory"]
            seat.turn_times = used.get("turn_times")
        seat.stolen_ms, seat.faults = used.get("stolen_ms"), used.get("faults") or []
        seat.stderr_bytes = used.get("stderr_bytes")
        seat.stderr_cut = bool(used.get("stderr_cut"))
        if log := logs.get(seat.number):
            seat.log = log
        seat.save()
