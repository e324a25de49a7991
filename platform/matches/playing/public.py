"""The public part of a judger's output: everything except by how much bots broke limits.

Only a bot's managers and organizers see this.  The result lists it as faults of the seats, but
engines also copy a fault's detail into events and outcomes.  There the words of the end state
replace the detail wherever it is repeated, so that replies that are played again lead to the same
frames.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from games.engine import EndState
from games.wire import encode

OWNERS = frozenset(("faults", "stolen_ms", "stderr_bytes", "stderr_cut"))
"""The fields of a seat's result that are not public."""
LIMITS = (
    *(EndState.TIMEOUT, EndState.BANK, EndState.SILENT, EndState.OUTPUT, EndState.UNREAD),
    *(EndState.MEMORY, EndState.PROCESSES, EndState.FILES, EndState.DISK),
)
"""Ends of programs that broke a limit."""
MOST = 100
"""The number of remembered details: those of the last faults."""

_WORDS = {end.value: end.words for end in LIMITS}
_ERRORS = {"time_out": EndState.TIMEOUT.words, "output_limit": EndState.OUTPUT.words}
"""The details in the events of a foreign game's judger, which do not name the end state."""
_OTHER_LIMIT = "broke a limit"
_FIGURES = re.compile(r"\d (of \d|(ms|bytes|messages|MB|s)\b)")


def without_figures(result: Mapping[str, Any]) -> dict[str, object]:
    """A result for everybody, whose reasons have been covered."""
    shown = [
        {key: seat[key] for key in seat if key not in OWNERS} for seat in result.get("seats", [])
    ]
    return {**result, "seats": shown}


class Cover:
    """Covers the details of one match as they come."""

    def __init__(self) -> None:
        self._words: dict[str, str] = {}

    def frame(self, line: bytes, frame: dict[str, object]) -> bytes:
        """The line of a frame, without its newline, for everybody."""
        for detail, reason in _told(frame):
            self._learn(detail, reason)
        if not any(encode(detail)[1:-2] in line for detail in self._words):
            return line
        return encode(self._covered(frame)).rstrip(b"\n")

    def fault(self, kind: str, detail: str) -> None:
        """Learn of a fault before anything that repeats its detail is shown."""
        if kind in _WORDS:
            self._learn(detail, _WORDS[kind])

    def message(self, line: bytes, message: Any) -> bytes:
        """A message to a person, of which ``line`` is the JSON, as one of everybody."""
        if not any(encode(detail)[1:-2] in line for detail in self._words):
            return encode(message).rstrip(b"\n")
        return encode(self._covered(message)).rstrip(b"\n")

    def result(self, result: Mapping[str, Any]) -> dict[str, object]:
        """The result with its outcomes for everybody; what it says of seats is left as it is."""
        outcomes = [result["outcome"], *result["games"]]
        for outcome in outcomes:
            for detail, reason in _reasons(outcome):
                self._learn(detail, reason)
        outcome, *games = map(self._covered, outcomes)
        return {**result, "outcome": outcome, "games": games}

    def _learn(self, detail: str, reason: str) -> None:
        if any(map(str.isdigit, detail)):
            self._words.pop(detail, None)
            self._words[detail] = reason
            if len(self._words) > MOST:
                del self._words[next(iter(self._words))]

    def _covered(self, value: Any) -> Any:
        match value:
            case str():
                # A detail may begin as another does.
                for detail in sorted(self._words, key=len, reverse=True):
                    value = value.replace(detail, self._words[detail])
                return value
            case list():
                return [self._covered(each) for each in value]
            case dict():
                return {key: self._covered(each) for key, each in value.items()}
        return value


def _told(frame: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Details in a frame, and the words for each; the last word on a detail counts."""
    for event in frame.get("events", ()):
        if isinstance(event, dict) and event.get("e") == "error":
            detail = str(event.get("detail", ""))
            if _FIGURES.search(detail):
                yield detail, _ERRORS.get(str(event.get("error")), _OTHER_LIMIT)
    for reply in frame.get("replies", {}).values():
        if isinstance(reply, dict) and reply.get("fault") in _WORDS:
            yield str(reply.get("detail", "")), _WORDS[reply["fault"]]
    if outcome := frame.get("outcome"):
        yield from _reasons(outcome)


def _reasons(outcome: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for seat in outcome["seats"]:
        if seat["end"] in _WORDS:
            yield seat["reason"], _WORDS[seat["end"]]
