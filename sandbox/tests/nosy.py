"""A game whose engine looks around from within the judger, and tells in its scene what it saw.

Parameters: ``port`` (of a TCP server of the machine), ``files`` (paths to look for), ``hog`` (MB of
memory to take at once).
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

from games.engine import JSON, Ruleset
from games.game import Game
from games.wire import JsonLines
from sandbox.tests.toy import ToyEngine


def connects(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True


def writes(folder: str) -> bool:
    try:
        Path(folder, "written").touch()
    except OSError:
        return False
    return True


def process() -> dict[str, JSON]:
    """Properties of the process that a fork might have taken over from its parent."""
    maps = [line.split() for line in Path("/proc/self/maps").read_text().splitlines()]
    names = [name.split(".") for name in sys.modules if name.startswith("games.")]
    return {
        "descriptors": [_kind(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")],
        "shared": [words[1:] for words in maps if words[1].endswith("s") and "w" in words[1]],
        "threads": len(os.listdir("/proc/self/task")),
        "environment": sorted(os.environ),
        "games": sorted({name[1] for name in names if name[2:] == ["game"]} - {"foreign"}),
        "leads its session": os.getsid(0) == os.getpid(),
    }


def _kind(link: str) -> str:
    """The kind of thing that a descriptor stands for."""
    try:
        return os.readlink(link).partition("[")[0].partition("/")[0]
    except FileNotFoundError:  # the one that listed the folder
        return ""


class NosyEngine(ToyEngine):
    def __init__(self, setup):
        super().__init__(setup)
        params = setup.params
        if "hog" in params:
            self.hoard = bytearray(params["hog"] << 20)
        files = params.get("files", [])
        self.saw = {
            "connects": connects(params["port"]) if "port" in params else None,
            "devices": [name for _, name in socket.if_nameindex()],
            "sees": [path for path in files if os.path.exists(path)],
            "writes": [path for path in files if writes(path)],
            "memory": Path("/proc/self/limits").read_text(),
            **process(),
        }

    def scene(self):
        return self.saw


class Nosy(Game):
    name = "nosy"
    title = "Nosy"
    tagline = "Looks around"
    version = "1"
    engine = NosyEngine
    wire = JsonLines
    rulesets = (Ruleset("standard", "Standard", "Looks around.", 2),)
    folder = Path(__file__).parent


GAME = Nosy()
