"""Rows: programs that take more than their share."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from games.engine import EndState
from sandbox.isolation.base import Backend, Spec, Wall
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.limits import Limits
from sandbox.tests.hostile import files, traces
from sandbox.tests.hostile.alone import Alone, new_token, read_line
from sandbox.tests.hostile.grounds import Ground
from sandbox.tests.hostile.kinds import (
    ROOMY,
    SMALL,
    Broken,
    Died,
    Either,
    Ended,
    Hostile,
    Refused,
    Required,
)

_MEMORY = frozenset({Wall.MEMORY})
_COUNT = frozenset({Wall.COUNT})
_SIZES = frozenset({Wall.SIZES})
_HOG = Limits(memory_mb=64, processes=32, scratch_mb=512, stack_mb=512)
_OUT_OF_MEMORY = Ended(EndState.MEMORY)
_OUT_OF_DISK = Ended(EndState.DISK)
_CROWD = 12
_WATCHED_S = 0.4


@dataclass(frozen=True, kw_only=True)
class Crowd(Hostile):
    """Many processes against one, on one processor.

    The measure is how much of the processor the one gets for each second of the crowd's: 1 where
    both are given the same, 1/12 where every process is.
    """

    name: str = "crowd of sessions"
    tries: str = "take a processor from the opponent on it, by 12 processes and their sessions"
    walls: frozenset[Wall] = frozenset({Wall.SHARE})

    def held(self, ground: Ground) -> str:
        token = new_token()
        with traces.without_trace(token):
            share = self.share(ground.backend, token)
        if share < 0.4 and not _shared_among_processes(ground):
            raise Broken(f"the opponent gets {share:.2f} of what the crowd gets")
        return f"the opponent gets {share:.2f} of what the crowd gets"

    def share(self, backend: Backend, token: str) -> float:
        cpu, limits = max(os.sched_getaffinity(0)), replace(SMALL, processes=32)
        command = files.command("session_crowd.py")
        crowd = Spec((*command, str(_CROWD), token), files.folder(), limits, cpu=cpu)
        alone = Spec((*command, "1", token), files.folder(), limits, cpu=cpu)
        with closing(backend.spawn(alone)) as one, closing(backend.spawn(crowd)) as many:
            for process in (one, many):
                if read_line(process) != "READY":
                    raise Broken("the crowd did not get ready")
            before = one.cpu_ns(), many.cpu_ns()
            time.sleep(_WATCHED_S)
            mine, theirs = one.cpu_ns() - before[0], many.cpu_ns() - before[1]
        return mine / max(theirs, 1)


def _shared_among_processes(ground: Ground) -> bool:
    """Whether neither groups nor the kernel give each sandbox a share: a known weakness."""
    tree = ground.backend.tree if isinstance(ground.backend, Bubblewrap) else None
    if tree is not None and tree.shares:
        return False
    try:
        return Path("/proc/sys/kernel/sched_autogroup_enabled").read_text() != "1\n"
    except OSError:
        return True


@dataclass(frozen=True, kw_only=True)
class Daemons(Hostile):
    """Processes that mean to outlive the sandbox."""

    name: str = "daemons"
    tries: str = "live on when the match is over, deaf to signals"
    walls: frozenset[Wall] = frozenset({Wall.DEATH, Wall.PROCESSES})

    def held(self, ground: Ground) -> str:
        token = new_token()
        with traces.without_trace(token):
            left = self.left(ground.backend, token)
        if left:
            raise Broken(f"{left} daemons outlive the sandbox")
        return "dead when the sandbox is"

    def left(self, backend: Backend, token: str) -> int:
        """How many there are after `kill`."""
        spec = Spec((*files.command("daemons.py"), token), files.folder(), SMALL)
        with closing(backend.spawn(spec)) as process:
            if read_line(process) != "READY":
                raise Broken("the daemons did not start")
            process.kill()
            return len(traces.processes_with(token))


def _hog(name: str, tries: str, program: str, otherwise: Required | None = None) -> Alone:
    """A program that takes too much memory; without control groups it may be held ``otherwise``."""
    return Alone(
        name=name,
        tries=tries,
        program=program,
        limits=_HOG,
        required=_OUT_OF_MEMORY,
        else_required=Either(_OUT_OF_MEMORY, otherwise) if otherwise else None,
        walls=_MEMORY,
    )


BOMBS: tuple[Hostile, ...] = (
    Alone(
        name="fork bomb",
        tries="have children without end",
        program="fork_bomb.py",
        limits=ROOMY,
        required=Refused("EAGAIN"),
        walls=_COUNT,
    ),
    Alone(
        name="thread bomb",
        tries="start threads without end",
        program="thread_bomb.py",
        limits=ROOMY,
        required=Refused("can't start new thread"),
        walls=_COUNT,
    ),
    Alone(
        name="vfork bomb",
        tries="start programs without end, by vfork",
        program="vfork_bomb.c",
        limits=ROOMY,
        required=Refused("EAGAIN"),
        walls=_COUNT,
    ),
    _hog("heap hog", "take 300 MB from the heap", "heap_hog.py", Refused("MemoryError")),
    _hog(
        "shared mapping hog", "take 300 MB in shared mappings", "shared_hog.py", Refused("ENOMEM")
    ),
    _hog(
        "hog with children",
        "take 300 MB in 20 children, each of which takes little",
        "children_hog.py",
    ),
    Alone(
        name="memfd hog",
        tries="take 300 MB in files without a name, which no limit on mappings sees",
        program="memfd_hog.c",
        limits=replace(_HOG, file_mb=512),
        required=Refused("EPERM"),
        walls=frozenset({Wall.CALLS, Wall.MEMORY}),
    ),
    Alone(
        name="hog in /tmp",
        tries="take 300 MB in small files of a file system that lies in memory",
        program="tmp_hog.py",
        arguments=("/tmp",),
        limits=_HOG,
        required=_OUT_OF_MEMORY,
        walls=_MEMORY,
    ),
    _hog(
        "hog in shared objects",
        "take 300 MB in shared memory that it does not map any more",
        "shm_hog.c",
    ),
    _hog("stack hog", "take 200 MB by recursion without end", "stack_hog.c", Died(signal.SIGSEGV)),
    Alone(
        name="pipe hog",
        tries="make the kernel keep 48 MB in pipes",
        program="pipe_hog.c",
        limits=replace(SMALL, open_files=128),
        required=Refused("ENOSYS"),
        walls=frozenset({Wall.CALLS}),
    ),
    Alone(
        name="spinner",
        tries="use more processor time than a program may in its life",
        program="spinner.py",
        limits=replace(SMALL, cpu_s=1),
        lifted=SMALL,
        required=Ended(EndState.TIMEOUT),
    ),
    Alone(
        name="file bomb",
        tries="use up the inodes, by 20 000 empty files",
        program="file_bomb.py",
        limits=ROOMY,
        required=_OUT_OF_DISK,
        walls=_SIZES,
    ),
    Alone(
        name="folder bomb",
        tries="make a path 3000 folders deep, which few tools can remove",
        program="folder_bomb.py",
        limits=replace(ROOMY, scratch_files=1000),
        required=_OUT_OF_DISK,
        walls=_SIZES,
    ),
    Alone(
        name="disk filler",
        tries="fill its home with 64 MB",
        program="disk_filler.py",
        arguments=(".",),
        required=Refused("ENOSPC"),
        walls=_SIZES,
    ),
    Alone(
        name="disk filler in /dev/shm",
        tries="fill the folder of shared memory with 64 MB",
        program="disk_filler.py",
        arguments=("/dev/shm",),
        required=Refused("ENOSPC"),
        walls=_SIZES,
    ),
    Alone(
        name="long file",
        tries="write one file of 64 MB",
        program="long_file.py",
        limits=replace(SMALL, scratch_mb=100),
        required=Refused("EFBIG"),
        walls=_SIZES,
    ),
    Alone(
        name="sparse file",
        tries="make a file that says it has 1 TB",
        program="sparse_file.c",
        required=Refused("EFBIG"),
        walls=_SIZES,
    ),
    Alone(
        name="descriptor bomb",
        tries="open 1000 files at once",
        program="descriptor_bomb.py",
        required=Refused("EMFILE"),
        walls=_SIZES,
    ),
    Crowd(),
    Daemons(),
    Alone(
        name="spared",
        tries="have the kernel kill the platform before it where memory runs out",
        program="spared.py",
        required=Refused("EROFS"),
        walls=frozenset({Wall.READ_ONLY}),
    ),
)
