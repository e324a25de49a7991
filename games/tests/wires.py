"""The messages of line wires, as values."""

from __future__ import annotations

import json

from games.engine import JSON


def line(data: bytes) -> JSON:
    """The one line of JSON that this is."""
    assert data.endswith(b"\n")
    assert data.count(b"\n") == 1
    return json.loads(data)
