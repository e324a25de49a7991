"""A process that has the judger loaded.

Started as `python -m sandbox.judger.template IDLE_S LEAST_AVAILABLE`, it has what every
match needs.  For each game in use it has a child that has imported the game, too;
a match is played by a fork of that.  No template plays a match, reads a job, or has a thread, a
secret or a network.

Requests come as datagrams on descriptor 0: a `Key` as JSON, with four descriptors.  The first three
become the judger's descriptors 0 to 2.  The last is a socket: the template writes the judger's pid
to it, with a descriptor of the process, and its exit status when it has ended.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from sandbox.judger import enclosure
from sandbox.judger.job import Job, game_named
from sandbox.judger.signals import Terminated, die_with_parent, name_process

MOST_GAMES = 4
"""Games whose templates are kept; the one that was not used for longest goes."""
LEAST_AVAILABLE = 0.1
"""Of the machine's memory: while less is available, only the template in use is kept."""
IDLE_S = 120.0
"""A game's template that was not used for this long leaves, and the common one after the last of
them: the next match takes up to 0.5 s longer, and a site at rest has the memory of all free."""
GROWTH_KB = 64 * 1024
"""A template that has grown by this leaves after its match, and a new one takes its place."""
MOST_BYTES = 65536
"""Of a request."""
_DESCRIPTORS = 4
_LEAVING_S = 5.0
"""After this time without a game's template the common one leaves, too."""
_LOADED = (
    "games.replay",
    "sandbox.foreign.host.match",
    "sandbox.isolation.bubblewrap",
    "sandbox.judger.__main__",
    "sandbox.judger.seats.human",
)


@dataclass(frozen=True, slots=True)
class Key:
    """A template has imported this: ``game`` of the registry or of ``modules``; "" for foreign
    games, whose rules are a program of the job."""

    game: str
    modules: tuple[str, ...] = ()

    @classmethod
    def of(cls, job: Job) -> Key:
        return cls("") if job.logic is not None else cls(job.game, job.modules)

    def to_bytes(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Key:
        members = json.loads(data)
        return cls(members["game"], tuple(members["modules"]))

    def load(self) -> None:
        """Import the game.  A game that cannot be imported is reported by the judger itself."""
        if self.game:
            with suppress(Exception):
                game_named(self.game, self.modules)


class Requests:
    """The socket on which a template is asked for judgers."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def fileno(self) -> int:
        return self._end.fileno()

    def close(self) -> None:
        self._end.close()

    def send(self, key: Key, descriptors: list[int]) -> None:
        """OSError where the template has ended."""
        socket.send_fds(self._end, [key.to_bytes()], descriptors)

    def take(self) -> tuple[Key, list[int]] | None:
        """The next request; None where nobody asks any more."""
        data, descriptors, _, _ = socket.recv_fds(self._end, MOST_BYTES, _DESCRIPTORS)
        if not data:
            return None
        return Key.from_bytes(data), list(descriptors)


class GameTemplate:
    """Has imported one game; each of its requests is a match."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._judgers: dict[int, tuple[int, socket.socket]] = {}
        """By pidfd: the pid, and the socket that waits for the status."""

    def serve(self) -> None:
        """Returns when nobody asks any more, and all judgers have ended."""
        asked = True
        while asked or self._judgers:
            waiting = [*self._judgers, *([self._requests.fileno()] if asked else [])]
            for descriptor in select.select(waiting, [], [])[0]:
                if descriptor in self._judgers:
                    self._report(descriptor)
                elif (taken := self._requests.take()) is not None:
                    self._fork(taken[1])
                else:
                    asked = False

    def _fork(self, descriptors: list[int]) -> None:
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            _run(lambda: _become_judger(descriptors[:3], parent))
        *ours, status = descriptors
        for descriptor in ours:
            os.close(descriptor)
        pidfd, told = os.pidfd_open(pid), socket.socket(fileno=status)
        self._judgers[pidfd] = (pid, told)
        with suppress(OSError):  # whoever asked has gone
            socket.send_fds(told, [b"%d\n" % pid], [pidfd])

    def _report(self, pidfd: int) -> None:
        pid, told = self._judgers.pop(pidfd)
        _, status = os.waitpid(pid, 0)
        os.close(pidfd)
        with told, suppress(OSError):
            told.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))


@dataclass(slots=True)
class _Child:
    """A game's template, as the common one knows it; ``began_kb`` is its size when it was new,
    ``used`` the time of its last match (`time.monotonic`)."""

    pid: int
    requests: Requests
    began_kb: int
    used: float = 0.0

    @property
    def has_grown(self) -> bool:
        return _resident_kb(self.pid) > self.began_kb + GROWTH_KB


class CommonTemplate:
    """Has the judger loaded, and passes each request to the template of its game."""

    def __init__(self, requests: Requests, idle_s: float, least_available: float) -> None:
        self._requests, self._idle_s, self._least_available = requests, idle_s, least_available
        self._games: dict[Key, _Child] = {}
        """The one that was not used for longest first."""

    def serve(self) -> None:
        """Returns when nobody asks any more, or the last template of a game has left."""
        while True:
            if select.select([self._requests], [], [], self._patience())[0]:
                if (taken := self._requests.take()) is None:
                    return
                self._start(*taken)
            elif not self._games and not _has_children():
                return
            self._let_go()

    def _start(self, key: Key, descriptors: list[int]) -> None:
        with suppress(OSError):  # whoever asked learns it from the closed socket
            self._pass_on(key, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)

    def _pass_on(self, key: Key, descriptors: list[int]) -> None:
        game = self._games.pop(key, None)
        if game is not None and game.has_grown:
            game.requests.close()
            game = None
        try:
            game = game or self._fork(key)
            game.requests.send(key, descriptors)
        except OSError:  # it was killed
            game = self._fork(key)
            game.requests.send(key, descriptors)
        game.used = time.monotonic()
        self._games[key] = game

    def _patience(self) -> float:
        """Seconds until the next template has been idle for too long, or this one, which has none
        any more, may leave."""
        oldest = next(iter(self._games.values()), None)
        return (
            _LEAVING_S
            if oldest is None
            else max(0.0, oldest.used + self._idle_s - time.monotonic())
        )

    def _let_go(self) -> None:
        """End the templates of games that are too many, or were not used for long."""
        most = MOST_GAMES if _available() >= self._least_available else 1
        while len(self._games) > most or (self._games and self._patience() == 0.0):
            self._games.pop(next(iter(self._games))).requests.close()

    def _fork(self, key: Key) -> _Child:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            _run(lambda: _become_game(key, theirs, parent))
        theirs.close()
        ours.recv(1)  # it has the game now
        return _Child(pid, Requests(ours), _resident_kb(pid))


def main() -> None:
    name_process("judger template")
    parent = os.getppid()
    die_with_parent(parent)
    enclosure.cut_off()
    die_with_parent(parent)  # once more, as the kernel forgets it where rights change
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for templates of games
    _load()
    _settle()
    idle_s, least_available = map(float, sys.argv[1:])
    CommonTemplate(Requests(socket.socket(fileno=0)), idle_s, least_available).serve()


def _load() -> None:
    """Import what every match needs, or may need."""
    for module in _LOADED:
        importlib.import_module(module)


def _settle() -> None:
    """Keep what is loaded out of the garbage collection of forks, which would copy its pages."""
    gc.collect()
    gc.freeze()


def _become_game(key: Key, theirs: socket.socket, parent: int) -> None:
    """Become the template of a game."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(theirs.fileno(), 0)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    theirs.detach()
    name_process(f"judger {key.game or 'foreign'}")
    die_with_parent(parent)
    key.load()
    _settle()
    end = socket.socket(fileno=0)
    end.send(b"\n")
    GameTemplate(Requests(end)).serve()


def _become_judger(descriptors: list[int], parent: int) -> None:
    from sandbox.judger.__main__ import leave, main

    # At once: a worker whose template has ended asks for another judger on the same pipes.
    die_with_parent(parent)
    os.setsid()  # an interrupt at the keyboard is for the process that asked
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    sys.argv = ["sandbox.judger"]
    leave(main())


def _run(main: Callable[[], None]) -> None:
    """Run the main function of a fork, and leave: it must not go on with its parent's work."""
    try:
        main()
    except Terminated:
        os._exit(0)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _has_children() -> bool:
    """Whether a template that was let go still has a match."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _available() -> float:
    """The part of the machine's memory that programs can have without swapping, from 0 to 1."""
    rows = Path("/proc/meminfo").read_text().splitlines()
    known = {name: int(rest.split()[0]) for name, _, rest in (row.partition(":") for row in rows)}
    return known["MemAvailable"] / known["MemTotal"]


def _resident_kb(pid: int) -> int:
    """Resident memory of a process; 0 where it has ended."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") // 1024


if __name__ == "__main__":
    main()
