"""A short form of a replay: it leaves out everything that the engine can compute again.

A compact replay is gzip of JSON Lines:

1. ``{"type":"compact", "format":1, "frames", "sha256"}``: how many frames there are, and the
   SHA-256 of their lines with newlines
2. the replay's header
3. each frame without ``type``.  A member of `games.replayed.DERIVED` is null where the engine gives
   the same.  ``{"raw": line}`` is a frame whose bytes would not come out the same.
4. the replay's result

Replays with attachments have no such form: no engine can compute the attached files again.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import time
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from games.engine import JSON
from games.game import Game
from games.replay import ReplayError, ReplayReader, ReplayWriter
from games.replayed import NotReproducible, Replayed
from games.wire import encode

FORMAT = 1


def shrink(game: Game, replay: ReplayReader) -> bytes:
    """The compact form.  `NotReproducible` where the replay has none."""
    if replay.has_attachments:
        raise NotReproducible("the replay has files attached, which no engine can make again")
    played, digest, lines = Replayed(game), hashlib.sha256(), []
    for line in replay.read_lines():
        digest.update(line + b"\n")
        frame = json.loads(line)
        lines.append(_shrunk(frame, line, played.derived(frame)))
    head = {"type": "compact", "format": FORMAT, "frames": replay.frames}
    first = [encode({**head, "sha256": digest.hexdigest()}), encode(replay.header)]
    return gzip.compress(b"".join([*first, *lines, encode(replay.result)]), 9, mtime=0)


def _shrunk(frame: dict[str, JSON], line: bytes, derived: dict[str, JSON]) -> bytes:
    # Compared as JSON, because an engine may return tuples.
    same = {name for name in derived if encode(frame.get(name)) == encode(derived[name])}
    short = {name: None if name in same else value for name, value in frame.items()}
    del short["type"]
    if _whole(short, derived) != line + b"\n":
        return encode({**_kept(frame), "raw": line.decode()})
    return encode(short)


def _kept(frame: dict[str, JSON]) -> dict[str, JSON]:
    """The members of a frame that `Replayed` needs, where its bytes are stored unchanged."""
    kept = {name: frame[name] for name in ("setup", "replies") if name in frame}
    return kept | {name: None for name in ("key", "outcome") if name in frame}


def _whole(short: dict[str, JSON], derived: dict[str, JSON]) -> bytes:
    members = {
        name: derived[name] if value is None and name in derived else value
        for name, value in short.items()
    }
    return encode({"type": "frame", **members})


def expand(game: Game, compact: BinaryIO, target: BinaryIO, seconds: float) -> None:
    """Write the replay again, within ``seconds``.

    `NotReproducible` where the frames do not come out as they were, `ReplayError` where the bytes
    are damaged.
    """
    deadline = time.monotonic() + seconds
    lines = _lines(compact)
    head, header = next(lines), next(lines)
    if head.get("type") != "compact" or head.get("format") != FORMAT:
        raise ReplayError("no compact replay of a known format")
    writer, played, digest = ReplayWriter(target), Replayed(game), hashlib.sha256()
    writer.header(header)
    for _ in range(head["frames"]):
        if time.monotonic() > deadline:
            raise NotReproducible(f"making the frames again takes longer than {seconds:.0f} s")
        short = next(lines)
        derived = played.derived(short)
        line = short["raw"].encode() + b"\n" if "raw" in short else _whole(short, derived)
        digest.update(line)
        writer.frame(line, key="key" in short, first="setup" in short)
    if digest.hexdigest() != head["sha256"]:
        raise NotReproducible(
            f"the frames come out differently: the match was played by version {header['engine']} "
            f"of the game's engine, and this site has version {game.version}"
        )
    writer.result(next(lines))


def _lines(compact: BinaryIO) -> Iterator[dict[str, JSON]]:
    try:
        with gzip.open(compact, "rb") as unpacked:
            for line in unpacked:
                yield json.loads(line)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise ReplayError(f"a damaged compact replay: {error}") from error
    raise ReplayError("a compact replay is cut off")
