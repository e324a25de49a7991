"""A sandbox that stands: its clocks, its pauses, its limits, its end."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from dataclasses import dataclass

from games.engine import EndState
from sandbox.errors import SandboxError
from sandbox.isolation import layout, proctree
from sandbox.isolation.base import Process, Spec, Usage, Wall
from sandbox.isolation.proctree import SignalPause, TreeClock
from sandbox.isolation.running.groups import Group
from sandbox.isolation.running.spawner import Child, User, ends
from sandbox.isolation.running.watch import Scratch, Verdict, Watch, out_of_memory, out_of_processes
from sandbox.limits import heap_mb

_DEAD_S = 10.0
_SIGNALS = frozenset(signal.Signals)


@dataclass(frozen=True, slots=True)
class Inner:
    """The first process inside, as it is called out here: pid 1 of its namespace, or the program
    where there is no such namespace.  The descriptor is never another process's.  ``program`` is
    the process that becomes the program."""

    pid: int
    pidfd: int
    program: int


@dataclass(frozen=True, slots=True)
class Held:
    """The limits and counts of a sandbox that the kernel keeps; the rest is held by watching."""

    memory: bool
    cpu: bool
    processes: bool


class BubblewrapProcess(Process):
    """Made by `Bubblewrap.spawn` alone."""

    def __init__(
        self,
        outer: Child,
        inner: Inner,
        pipes: tuple[int, int, int],
        group: Group | None,
        held: Held,
        spec: Spec,
        without: frozenset[Wall],
        user: User | None,
    ) -> None:
        self.pid = outer.pid
        self.stdin, self.stdout, self.stderr = pipes
        self._outer = outer
        self._inner = inner.pidfd
        self._root = inner.pid
        self._group = group
        self._held = held
        self._limits = spec.limits
        self._heap_mb = heap = heap_mb(spec.argv, spec.limits)
        limited = not held.memory and Wall.MEMORY not in without
        self._address_mb = (
            layout.address_mb(spec.limits, reserves=heap is not None) if limited else None
        )
        self._without = without
        bare = Wall.PROCESSES in without
        self._scattered = proctree.user_namespace(inner.pid) if bare else 0
        self._clock = None if held.cpu else TreeClock(inner.pid)
        self._pause: Group | SignalPause
        if group is not None and group.freezes:
            self._pause = group
        else:
            self._pause = SignalPause(inner.pid, itself=bare)
        self._frozen = False
        self._scratch = Scratch(inner.pid, layout.writable(spec), user)
        self._watch = Watch(inner.pid, inner.program, spec.limits, self._scratch)
        self._excess: Verdict | None = None
        self._usage: Usage | None = None
        self._start = 0
        self._start = self.cpu_ns()  # bubblewrap's own work is not the program's

    def cpu_ns(self) -> int:
        if self._usage is not None:
            return self._usage.cpu_ns
        if self._clock is not None:
            return self._clock.ns() - self._start
        assert self._group is not None
        return self._group.cpu_ns() - self._start

    def throttled_ns(self) -> int:
        return 0 if self._group is None else self._group.throttled_ns()

    def usage(self) -> Usage:
        if self._usage is not None:
            return self._usage
        cpu = self.cpu_ns()
        if self._group is not None and self._held.memory:
            peak, ended = self._group.peak_memory(), self._group.out_of_memory()
            no_memory = self._group.no_memory()
        else:
            peak, ended, no_memory = self._watch.peak or None, False, False
        ended = ended or (self._excess is not None and self._excess[0] is EndState.MEMORY)
        self._look()
        gravest, full = self._gravest(cpu, peak, ended), (self._heap_mb, self._address_mb)
        return Usage(cpu, peak, ended, gravest, self._watch.standing, *full, no_memory)

    def _look(self) -> None:
        if self._inner >= 0 and Wall.SIZES not in self._without:
            self._watch.look(processes=not self._held.processes)

    def _gravest(self, cpu_ns: int, peak: int | None, ended: bool) -> Verdict | None:
        """Memory before processes, before disk, before CPU time; what it was ended for first."""
        if self._excess is not None:
            return self._excess
        if ended:
            return out_of_memory(self._limits, peak)
        if self._group is not None and self._group.out_of_processes():
            return out_of_processes(self._limits, self._limits.processes)
        status = self.poll()
        by_status = self._watch.by_status(status, cpu_ns)
        if by_status is not None and by_status[0] is EndState.DISK:
            return by_status
        return self._watch.files() or self._watch.scratch() or by_status

    def watch(self) -> None:
        if self._inner < 0 or self._excess is not None:
            return
        found = None
        if not self._held.memory:
            found = None if Wall.MEMORY in self._without else self._watch.memory()
        elif self._group is not None and self._group.out_of_memory():
            # Version 1 ends one process of many, and leaves the others waiting for it.
            found = out_of_memory(self._limits, self._group.peak_memory())
        if Wall.SIZES not in self._without:
            found = found or self._watch.files()
        self._look()
        self._excess = found or self._watch.cpu(self.cpu_ns())
        if self._excess is not None:
            self.kill()

    def freeze(self) -> None:
        if not self._frozen and self._inner >= 0:
            self._frozen = True
            self._pause.freeze()

    def thaw(self) -> None:
        if self._frozen:
            self._frozen = False
            self._pause.thaw()

    def scratch(self, place: str) -> int:
        found = self._scratch.descriptor(place)
        if found is None:
            raise SandboxError(
                f"this machine does not let the platform see {place} of its sandboxes: allow it "
                "/proc/PID/root of its own processes"
            )
        return found

    def poll(self) -> int | None:
        status = self._outer.poll()
        # Bubblewrap passes a signal on as shells do.
        if status is not None and status - 128 in _SIGNALS:
            return 128 - status
        return status

    def kill(self) -> None:
        if self._inner < 0:
            return
        if Wall.DEATH in self._without:
            self._kill_program()
        else:
            self._kill_all()

    def close(self) -> None:
        if self._inner >= 0:
            self._kill_all()
        if self._usage is None:
            self._usage = self.usage()
        self.close_pipes()
        self._scratch.close()
        if self._group is not None:
            self._group.remove()

    def _kill_program(self) -> None:
        """End the one known process, as a careless launcher does."""
        self.thaw()
        below = proctree.children(self._root)
        if Wall.PROCESSES in self._without or not below:
            below = [self._root]
        with contextlib.suppress(ProcessLookupError):
            os.kill(below[0], signal.SIGKILL)

    def _kill_all(self) -> None:
        # Pid 1 of the namespace: the kernel ends everything else in it before it is gone itself.
        # Bubblewrap's outer process then ends too, after having waited for it: no zombie is left.
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._inner, signal.SIGKILL)
        self._kill_scattered()
        self.thaw()  # what is frozen buries nobody
        if not ends(self._inner, _DEAD_S):
            raise SandboxError(f"a sandbox (process {self.pid}) does not die")
        os.close(self._inner)
        self._inner = -1
        if self._outer.status is None:
            pidfd = os.pidfd_open(self.pid)
            if not ends(pidfd, 1.0):
                self._outer.kill()
            os.close(pidfd)
            self._outer.wait()

    def _kill_scattered(self) -> None:
        """The same where no process namespace holds them together."""
        deadline = time.monotonic() + _DEAD_S
        while self._scattered and (found := proctree.members(self._scattered)):
            for pid in found:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.thaw()
            if time.monotonic() > deadline:
                raise SandboxError(f"the processes {found} of a sandbox do not die")
            time.sleep(0.001)
