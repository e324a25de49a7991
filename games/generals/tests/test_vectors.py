"""The processor gives the prescribed replies, byte by byte; see ``vectors/README.md``."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest

from games.generals.tests.adapter import Adapter

VECTORS = sorted((Path(__file__).parent / "vectors").glob("*.json"))


def conversation(path):
    """The steps of a conversation: a call, and the reply of each variant."""
    vector = json.loads(path.read_text())
    return [
        (bytes.fromhex(step["request_hex"]), [reply["hex"] for reply in step["replies"]])
        for step in vector["steps"]
    ]


def agrees(reply, expected):
    """Whether a reply is the one that a variant expects."""
    if isinstance(expected, str):
        return re.fullmatch(expected, reply.hex()) is not None
    size, count = struct.unpack_from("<II", reply, 8)
    words = reply[16:].decode()
    return reply.hex().startswith(expected["prefix"]) and size == count + 4 and words != ""


def play(adapter, path):
    """The variants that all replies agree with, for the steps of a vector."""
    steps = conversation(path)
    left = set(range(len(steps[0][1])))
    for number, (request, variants) in enumerate(steps):
        reply = adapter.ask(request)
        left = {variant for variant in left if agrees(reply, variants[variant])}
        assert left, f"step {number}: {request.hex()} -> {reply.hex()}, not {variants}"
    return left


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_the_replies_of_a_vector_agree_with_one_of_its_variants(path):
    with Adapter() as adapter:
        assert len(play(adapter, path)) == 1
        assert adapter.finish() == 0


def test_there_are_vectors_for_every_kind_of_call():
    assert len(VECTORS) == 12
