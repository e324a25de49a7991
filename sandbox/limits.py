"""What a sandboxed program may use, and what an upload may be."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one sandbox, its whole process tree together.

    ``cpu_s`` is a backstop for the program's whole life; the clocks of a match are the judger's.
    ``scratch_mb`` bounds each of the writable places on its own; what lies in them also counts
    as memory.  ``file_mb``, ``stack_mb`` and ``open_files`` hold for each process.
    """

    memory_mb: int = 1024
    processes: int = 64
    open_files: int = 256
    file_mb: int = 64
    scratch_mb: int = 64
    cpu_s: int = 7200
    stack_mb: int = 64


BOT = Limits()
COMPILER = Limits(
    memory_mb=2048, processes=128, open_files=1024, file_mb=256, scratch_mb=512, cpu_s=120
)


@dataclass(frozen=True, slots=True)
class BuildLimits:
    """Limits of one build; ``wall_s`` for all of it, sizes in bytes."""

    compiler: Limits = COMPILER
    wall_s: float = 60.0
    log: int = 256 * 1024
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
