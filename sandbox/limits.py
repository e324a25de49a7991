"""Limits of sandboxed programs and of uploads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine import Ruleset

KIB = 1 << 10
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits of one program in its sandbox, its whole process tree together.

    The sandbox enforces: ``memory_mb`` and ``processes`` (threads count) for all of the program
    together; ``cpu_s`` is a backstop for its whole life, held for each process by the kernel and
    for all of them by watching.  ``scratch_mb`` and ``scratch_files`` bound each of the writable
    places on its own, the second by watching; what lies in them also counts as memory.
    ``file_mb``, ``stack_mb`` and ``open_files`` hold for each process.  Of refused files, and
    without groups of refused processes, the kernel keeps no count: see `Watch.look`.

    The judger enforces: ``turn_cpu_ms`` and ``turn_wall_ms`` for one exchange, where an ask
    brings none of its own, and ``game_cpu_ms`` for all of a game (None: no such limit).
    ``message_bytes`` bounds one message, ``turn_bytes`` and ``match_bytes`` all of standard
    output in one exchange and in one match, ``unread_bytes`` what a program has been sent and has
    not read.  Of standard error ``stderr_bytes`` a match are kept; a program may write more, but no
    more than ``stderr_match_bytes``, as reading it costs the judger time.
    """

    memory_mb: int = 1024
    processes: int = 64
    open_files: int = 256
    file_mb: int = 64
    scratch_mb: int = 64
    scratch_files: int = 10_000
    cpu_s: int = 7200
    stack_mb: int = 64
    turn_cpu_ms: int = 3000
    turn_wall_ms: int = 10_000
    game_cpu_ms: int | None = None
    message_bytes: int = 64 * KIB
    turn_bytes: int = MIB
    match_bytes: int = 64 * MIB
    unread_bytes: int = 16 * MIB
    stderr_bytes: int = 256 * KIB
    stderr_match_bytes: int = 64 * MIB

    @classmethod
    def of_ruleset(cls, ruleset: Ruleset) -> Limits:
        """The limits of a bot in a match by these rules."""
        return cls(
            memory_mb=ruleset.memory_mb,
            turn_cpu_ms=ruleset.limits.cpu_ms,
            turn_wall_ms=ruleset.limits.wall_ms,
            game_cpu_ms=ruleset.bank_ms,
        )


BOT = Limits()
_HEAP = re.compile(r"\$\(\(\$\{MEMORY_MB:-\d+\} \* (\d+) / 100\)\)")


def share_of_memory(percent: int) -> str:
    """A term of the shell: this part of the memory limit of the sandbox in which it is, in MB."""
    return f"$((${{MEMORY_MB:-{BOT.memory_mb}}} * {percent} / 100))"


def heap_mb(argv: Sequence[str], limits: Limits) -> int | None:
    """The part of the memory that a command leaves to the heap of its runtime, by a
    `share_of_memory`; None where it does not say."""
    share = _HEAP.search(" ".join(argv))
    return None if share is None else limits.memory_mb * int(share[1]) // 100


COMPILER = Limits(
    memory_mb=2048,
    processes=128,
    open_files=1024,
    file_mb=256,
    scratch_mb=512,
    scratch_files=50_000,
    cpu_s=120,
)


@dataclass(frozen=True, slots=True)
class BuildLimits:
    """Limits of one build; sizes in bytes.

    ``wall_s`` is for all of it.  It is longer than ``compiler.cpu_s`` on purpose: a machine that is
    busy must not fail a build, so the CPU time is what binds.  Of what compilers write to standard
    error, ``log`` is kept; more than ``said`` fails the build.
    """

    compiler: Limits = COMPILER
    wall_s: float = 180.0
    log: int = 256 * 1024
    said: int = 64 * MIB
    artifact: int = 64 * MIB
    files: int = 2000


BUILDS = BuildLimits()


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """Limits of one upload.  Sizes in bytes; ``ratio`` is unpacked over packed size."""

    upload: int = 8 * MIB
    unpacked: int = 32 * MIB
    files: int = 500
    ratio: int = 100
    path: int = 200
    depth: int = 10


UPLOAD = UploadLimits()

GAME_ARCHIVE = UploadLimits(
    upload=12 * MIB, unpacked=BUILDS.artifact, files=BUILDS.files, ratio=200, depth=12
)
"""The archive of a foreign game; its folder may hold as much as an artifact."""
