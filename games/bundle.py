"""Bundles: everything that one seat of a recorded match was sent, and what it answered.

A bundle is gzip of JSON Lines:

1. ``{"type":"bundle", "format":1, "game", "engine", "ruleset", "seat", "name", "limits", ...}``
2. For each game of the match ``{"type":"game", "game", "seat", "setup"}``, where ``seat`` is the
   seat's number in that game; then its messages in order:
   ``{"type":"message", "game", "frame", "turn", "sent"}``, and where the message ends with a
   question also ``"ask":{"turn", "wants", "limits"}``, the ``"reply"`` as frames have it, and
   ``"cpu_us"``.  ``frame`` is that of the reply, else that of the events in the message.
3. ``{"type":"end", "game", "sent", "outcome"}`` after the messages of each game.
4. ``{"type":"log", "game", "turn", "text"}``: rows of the bot's standard error, for its team
5. ``{"type":"result", "outcome"}``

``sent`` is a text; bytes that are no UTF-8 are in ``sent64`` instead, as base64.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from games.engine import JSON, Action, Ask, Fault, Outcome, Setup, TurnLimits, Wants
from games.game import Game
from games.replay import ReplayReader, replies_from_json
from games.replayed import NotReproducible, Replayed
from games.wire import Wire, encode

FORMAT = 1
MOST_BYTES = 256 << 20
"""Of the text of a bundle that `read` takes."""


class BundleError(ValueError):
    """The bytes are no bundle; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Question:
    """The question that a message ends with, and its recorded answer.

    ``cpu_us`` is the CPU time of the answer; None where the recording does not have it.
    """

    turn: int
    wants: Wants
    limits: TurnLimits | None
    reply: Action | Fault
    cpu_us: int | None


@dataclass(frozen=True, slots=True)
class Message:
    """Bytes that the seat was sent at once."""

    frame: int
    turn: int
    sent: bytes
    question: Question | None = None


@dataclass(slots=True)
class SeatGame:
    """One game as a seat lived it; ``seat`` is its number there, ``end`` the last bytes sent."""

    setup: Setup
    seat: int
    messages: list[Message] = field(default_factory=list)
    end: bytes = b""
    outcome: Outcome | None = None


@dataclass(slots=True)
class Bundle:
    """``head`` is the first line; ``logs`` are rows of standard error, empty where not included."""

    head: Mapping[str, JSON]
    games: list[SeatGame]
    logs: list[dict[str, JSON]]
    result: Mapping[str, JSON]

    @property
    def limits(self) -> TurnLimits:
        """Of a turn whose question has none of its own."""
        return TurnLimits(**self.head["limits"])


def bundle(
    game: Game,
    replay: ReplayReader,
    seat: int,
    head: Mapping[str, JSON],
    logs: Iterable[Mapping[str, JSON]] = (),
) -> bytes:
    """The bundle of the match's seat ``seat``; ``head`` has further members of the first line.

    `NotReproducible` where the engine does not give the recorded events, or the game has none here.
    """
    if not game.reproducible:
        raise NotReproducible("the messages of this game are made by a program from outside")
    header = replay.header
    first = {
        "type": "bundle",
        "format": FORMAT,
        **head,
        "game": game.name,
        "engine": header["engine"],
        "ruleset": header["ruleset"],
        "seat": seat,
        "name": header["seats"][seat]["name"] if "seats" in header else "",
        "limits": header.get("options", {}).get("turn")
        or asdict(game.ruleset(header["ruleset"]).limits),
    }
    lines = [first, *_lived(game, replay, seat)]
    lines += [{"type": "log", **row} for row in logs]
    lines.append({"type": "result", "outcome": replay.result["outcome"]})
    return gzip.compress(b"".join(map(encode, lines)), 6, mtime=0)


def _lived(game: Game, replay: ReplayReader, seat: int) -> Iterator[dict[str, JSON]]:
    """The lines of all games of a seat."""
    played = Replayed(game)
    wire: Wire | None = None
    number = 0
    told: dict[str, JSON] = {}
    ask: Ask | None = None
    for frame in replay.read():
        place = {"game": frame["game"], "frame": frame["n"], "turn": frame["turn"]}
        if ask is not None:
            yield {"type": "message", **place, **told, **_answered(ask, frame, number)}
            ask, told = None, {}
        _take(played, frame)
        engine = played.engine
        if "setup" in frame:
            number = [each.index for each in played.setup.seats].index(seat)
            wire = game.wire(played.setup, number)
            yield {"type": "game", "game": frame["game"], "seat": number, "setup": frame["setup"]}
            sent = wire.begin(engine.scene(), engine.view(number))
        else:
            assert wire is not None  # `Replayed` wants a setup first
            events = [event for event in played.events if event.told_to(number)]
            sent = wire.tell(events) if events else b""
        ask = engine.pending().get(number)
        if ask is not None:
            told = _sent(sent + wire.ask(ask))
        elif sent:
            yield {"type": "message", **place, **_sent(sent)}
        if outcome := engine.outcome():
            end = {"type": "end", "game": frame["game"], **_sent(wire.end(outcome))}
            yield {**end, "outcome": outcome.to_json()}


def _take(played: Replayed, frame: Mapping[str, JSON]) -> None:
    played.take(frame)
    told = [event.data for event in played.events]
    if "events" in frame and encode(frame["events"]) != encode(told):
        raise NotReproducible(
            f"the engine of this version gives other events in frame {frame['n']} of the match"
        )


def _answered(ask: Ask, frame: Mapping[str, JSON], number: int) -> dict[str, JSON]:
    limits = None if ask.limits is None else asdict(ask.limits)
    return {
        "ask": {"turn": ask.turn, "wants": ask.wants.value, "limits": limits},
        "reply": frame["replies"][str(number)],
        "cpu_us": frame.get("cpu", {}).get(str(number)),
    }


def _sent(data: bytes) -> dict[str, JSON]:
    try:
        return {"sent": data.decode()}
    except UnicodeDecodeError:
        return {"sent64": base64.b64encode(data).decode()}


def read(data: bytes) -> Bundle:
    """The bundle in these bytes; `BundleError` where there is none."""
    try:
        lines = [json.loads(line) for line in _unpacked(data).splitlines()]
        head = lines[0]
        if head["type"] != "bundle" or head["format"] != FORMAT:
            raise BundleError("the file is no bundle of a known format")
        found = Bundle(head, [], [], {})
        for line in lines[1:]:
            _add(found, line)
    except BundleError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise BundleError(f"the bundle is damaged: {error}") from error
    if not found.result:
        raise BundleError("the bundle is cut off")
    return found


def _unpacked(data: bytes) -> bytes:
    try:
        unzip = zlib.decompressobj(31)
        text = unzip.decompress(data, MOST_BYTES)
    except zlib.error as error:
        raise BundleError(f"the file is no bundle: {error}") from error
    if unzip.unconsumed_tail:
        raise BundleError(f"the bundle is longer than {MOST_BYTES >> 20} MB")
    if not unzip.eof:
        raise BundleError("the bundle is cut off")
    return text


def _add(found: Bundle, line: dict[str, Any]) -> None:
    match line["type"]:
        case "game":
            found.games.append(SeatGame(Setup.from_json(line["setup"]), line["seat"]))
        case "message":
            found.games[-1].messages.append(_message(line))
        case "end":
            found.games[-1].end = _bytes(line)
            found.games[-1].outcome = Outcome.from_json(line["outcome"])
        case "log":
            found.logs.append(line)
        case "result":
            found.result = line
        case kind:
            raise BundleError(f"the bundle has a line of the unknown type “{kind}”")


def _message(line: dict[str, Any]) -> Message:
    question = None
    if "ask" in line:
        ask = line["ask"]
        limits = None if ask["limits"] is None else TurnLimits(**ask["limits"])
        (reply,) = replies_from_json({"0": line["reply"]}).values()
        question = Question(ask["turn"], Wants(ask["wants"]), limits, reply, line["cpu_us"])
    return Message(line["frame"], line["turn"], _bytes(line), question)


def _bytes(line: dict[str, Any]) -> bytes:
    if "sent64" in line:
        return base64.b64decode(line["sent64"], validate=True)
    return str(line["sent"]).encode()
