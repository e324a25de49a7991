"""Judgers of game logics as processes, and what is left of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import uuid
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = Path(__file__).parent / "programs"
SCRIPTED = f"{sys.executable}+{PROGRAMS / 'scripted.py'}"
DEADLINE_S = 120
TOKEN = "ARBITER_TEST_TOKEN"

Line = dict[str, Any]


def ai(behaviour: str, *arguments: object) -> str:
    words = (sys.executable, PROGRAMS / "ai.py", behaviour, *arguments)
    return "+".join(str(word) for word in words)


PLAIN = ("-m", "sandbox.judger")
HASTY = (
    "-c",
    (
        "import sys\n"
        "from sandbox.foreign.command import lobby, main, sockets\n"
        "lobby._HEARTBEAT = 300_000_000\n"
        "lobby.HANDSHAKE_S = sockets.HANDSHAKE_S = 1\n"
        "sys.exit(main.main(sys.argv[1:]))"
    ),
)
"""A judger that tells the time, and loses its patience with strangers, sooner than others."""


def command(
    *words: str, token: str, cwd: Path, judger: tuple[str, str] = PLAIN
) -> subprocess.Popen[str]:
    """A judger; its programs inherit ``token`` in their environment."""
    return subprocess.Popen(
        [sys.executable, *judger, *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), TOKEN: token},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def alive(token: str) -> list[str]:
    """The command lines of all processes that carry the token."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if f"{TOKEN}={token}".encode() in (path / "environ").read_bytes():
                found.append((path / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return [line for line in found if line]


def wait_until(condition, what: str = "it never became so") -> None:
    until = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < until, what
        time.sleep(0.02)


@dataclass
class Ended:
    """A judger that has ended: its status, its lines, and what its scripted logic heard."""

    status: int
    lines: list[Line]
    errors: str
    heard: list[Line] = field(default_factory=list)

    @property
    def scores(self) -> Line:
        assert self.status == 0, (self.lines[-3:], self.errors)
        return self.lines[-1]

    @property
    def ends(self) -> list[str]:
        (line,) = [line for line in self.lines if line.get("type") == "end"]
        return list(line["end_state"])

    @property
    def said(self) -> list[tuple[int, str]]:
        """The players' messages as the logic heard them."""
        return [(p["player"], p["content"]) for p in self.heard if p.get("player", -1) >= 0]

    @property
    def told(self) -> list[tuple[int, int, int]]:
        """The errors as the logic heard them: player, state, error."""
        contents = [json.loads(p["content"]) for p in self.heard if p.get("player") == -1]
        return [(c["player"], c["state"], c["error"]) for c in contents]


def play(tmp_path: Path, *words: str, token: str | None = None) -> Ended:
    """Run a judger to its end; nothing that it has started may be alive then."""
    token = token or uuid.uuid4().hex
    process = command(*words, token=token, cwd=tmp_path)
    out, errors = process.communicate(timeout=DEADLINE_S)
    assert alive(token) == []
    lines = [json.loads(line) for line in out.splitlines()]
    return Ended(process.returncode, lines, errors)


def script(tmp_path: Path, steps: list[Any], *players: str, options: tuple[str, ...] = ()) -> Ended:
    """A match of the scripted logic between these players."""
    replay = tmp_path / "heard.json"
    ended = play(tmp_path, *options, SCRIPTED, *players, json.dumps(steps), str(replay))
    ended.heard = json.loads(replay.read_text()) if replay.exists() else []
    return ended


@contextmanager
def running(tmp_path: Path, *words: str, judger: tuple[str, str] = PLAIN):
    """A judger at work and its token; killed, if need be, in the end."""
    token = uuid.uuid4().hex
    process = command(*words, token=token, cwd=tmp_path, judger=judger)
    try:
        yield process, token
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        wait_until(lambda: alive(token) == [], f"left behind: {alive(token)}")
