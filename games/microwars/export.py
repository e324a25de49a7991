"""The transcript of a match, as a download."""

from __future__ import annotations

import gzip
import io

from games.engine import Setup
from games.microwars.transcript import transcript
from games.package import Export
from games.recording import replies_from_json
from games.replay import ReplayReader


def write_transcript(reader: ReplayReader) -> bytes:
    """`games.microwars.transcript`, packed by gzip: the largest games have 18 million lines."""
    frames = reader.read()
    setup = Setup.from_json(next(frames)["setup"])
    steps = (dict(replies_from_json(frame["replies"])) for frame in frames)
    packed = io.BytesIO()
    # Without a time and a name, the same match gives the same bytes.
    with gzip.GzipFile(filename="", fileobj=packed, mode="wb", mtime=0) as file:
        for piece in transcript(setup, steps):
            file.write(piece)
    return packed.getvalue()


EXPORTS = (
    Export("transcript", "Transcript (text)", "txt.gz", "application/gzip", write_transcript),
)
