"""Isolation by namespaces, a system call filter and control groups.

They are put up by our own launcher, which takes bubblewrap's options, or by bubblewrap itself where
the launcher cannot be built or does not pass the self-test.  Works as root, which gives each
sandbox a uid of its own before that, and as an ordinary user.  Spawn from the main thread: the
kernel ends a sandbox with the thread that made it.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from games.engine import JSON
from sandbox.errors import SandboxError
from sandbox.isolation import kernel, layout, proctree
from sandbox.isolation.base import PROGRAM, Backend, Process, Profile, Spec, Wall, check_machine
from sandbox.isolation.kernel import Kernel
from sandbox.isolation.proctree import Owner
from sandbox.isolation.running import cgroups
from sandbox.isolation.running.groups import HELPERS, Group
from sandbox.isolation.running.launch import Pipes, fresh_uid, place
from sandbox.isolation.running.process import BubblewrapProcess, Held
from sandbox.isolation.running.spawner import Child, User, spawn

AT_ONCE = 8
"""More sandboxes in the making than this do not stand sooner on a small machine, and a ruleset may
have any number of seats."""


class Bubblewrap(Backend):
    """``tree`` is where control groups are made, None for a machine without them; ``proc`` is
    False where sandboxes cannot have a /proc of their own, as in some containers.

    ``without`` takes single walls away, for tests alone: they show that it was this wall that
    held.  The rest stays as it is; `Process.close` still ends and removes all.

    ``known`` is what another process has found out of the kernel; None: this one asks."""

    name = "bubblewrap"

    def __init__(
        self,
        tree: cgroups.Tree | None,
        *,
        proc: bool = True,
        without: frozenset[Wall] = frozenset(),
        known: Kernel | None = None,
    ) -> None:
        if not os.access(layout.BWRAP, os.X_OK):
            raise SandboxError(f"{layout.BWRAP} is missing; install the package bubblewrap")
        self.tree = tree
        self.proc = proc
        self.without = without
        self._known = known

    @property
    def weaknesses(self) -> tuple[str, ...]:
        found = []
        tree = self.tree
        if tree is None or not tree.memory:
            found.append(
                "the memory of a program's processes and files together is looked at every 25 ms "
                "or so, and can be exceeded in between: give the service control groups "
                "(Delegate=yes)"
            )
        if tree is None or not tree.cpu:
            found.append(
                "programs cannot react to the end of their child processes (SIGCHLD), so that the "
                "CPU time of these is counted: give the service control groups (Delegate=yes)"
            )
        if tree is None or not tree.shares:
            found.append(
                "a program with many processes can take most of a processor from the others on "
                "it: give the service control groups (Delegate=yes)"
            )
        if tree is None or not tree.freezes:
            found.append(
                "a program that is not asked is stopped process by process, which one that forks "
                "without end can outrun: give the service control groups (Delegate=yes)"
            )
        if not self.proc:
            found.append("programs have no /proc, without which Java does not start")
        return tuple(found)

    @property
    def launched(self) -> bool:
        """Whether our launcher puts the sandboxes up, and not bubblewrap."""
        return bool(self._kernel().launcher)

    def describe(self) -> JSON:
        """Not with walls taken away."""
        tree = self.tree.describe() if self.tree else None
        known = self._kernel().to_json()
        return {"name": self.name, "proc": self.proc, "tree": tree, "kernel": known}

    def spawn(self, spec: Spec) -> BubblewrapProcess:
        return self._finish(self._begin(spec))

    def spawn_all(self, specs: Sequence[Spec]) -> list[Process]:
        """The sandboxes are made side by side, `AT_ONCE` of them at a time."""
        processes: list[Process] = []
        starts: deque[_Start] = deque()
        with ExitStack() as undo:

            def finish() -> None:
                processes.append(self._finish(starts.popleft()))
                undo.callback(processes[-1].close)

            for spec in specs:
                if len(starts) == AT_ONCE:
                    finish()
                starts.append(self._begin(spec))
                undo.push(starts[-1].undo)  # which is empty once it is finished
            while starts:
                finish()
            undo.pop_all()
        return processes

    def sweep(self) -> None:
        if self.tree is not None:
            self.tree.sweep()
        # Also where there are groups: who died early had not put its sandbox into one.
        for pid, words in proctree.arguments():
            if words[0] in (layout.BWRAP, layout.LAUNCHER) and any(map(_is_of_the_dead, words)):
                # Another user's is that user's to sweep.
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)

    def _begin(self, spec: Spec) -> _Start:
        """Set the launcher to work."""
        _check(spec)
        uid = None if Wall.USER in self.without else fresh_uid()
        filtered = self._filter(spec.profile)
        with ExitStack() as undo:
            pipes = Pipes(undo, uid, filtered, self._kernel().launcher)
            # First what takes its time in another process, then what we have to do meanwhile.
            user = None if uid is None else User(uid, self._kernel().identity)
            outer = self._start(spec, user, pipes)
            undo.callback(outer.end)
            group = self.tree.create(spec.limits, self.without) if self.tree else None
            if group is not None:
                undo.callback(group.remove)
            place(outer.pid, spec, group)
            pipes.hand_over(self._mounts(spec))
            return _Start(outer, spec, pipes, group, user, undo.pop_all())

    def _finish(self, start: _Start) -> BubblewrapProcess:
        """Wait until it has made the sandbox, and let the program begin."""
        pipes = start.pipes
        with start.undo as undo:
            pipes.wait_until_it_stands(start.outer)
            inner = pipes.find_inner(start.outer)
            undo.callback(os.close, inner.pidfd)
            if start.group is not None:
                start.group.pause_only(inner.program)
            process = BubblewrapProcess(
                start.outer,
                inner,
                (pipes.stdin, pipes.stdout, pipes.stderr),
                start.group,
                self._held(),
                start.spec,
                self.without,
                start.user,
            )
            pipes.let_go()
            undo.pop_all()
        pipes.close_rest()
        return process

    def _mounts(self, spec: Spec) -> list[str]:
        return layout.mounts(spec, proc=self.proc, launched=self.launched, without=self.without)

    def _kernel(self) -> Kernel:
        return self._known or kernel.ask()

    def _filter(self, profile: Profile) -> bytes:
        sessions, counted = Wall.SHARE in self.without, not self._held().cpu
        if profile is Profile.BOT and not sessions:
            return self._kernel().counted if counted else self._kernel().bots
        from sandbox.isolation import seccomp  # slow to load, and of no use to a judger

        return seccomp.program(profile, sessions=sessions, counted=counted)

    def _held(self) -> Held:
        if self.tree is None:
            return Held(memory=False, cpu=False, processes=False)
        return Held(self.tree.memory, self.tree.cpu, self.tree.processes)

    def _start(self, spec: Spec, user: User | None, pipes: Pipes) -> Child:
        limits = layout.rlimits(
            spec.limits,
            address_space=self.tree is None or not self.tree.memory,
            processes=spec.limits.processes + HELPERS,
            without=self.without,
        )
        if self.launched:
            path = f"/proc/self/fd/{layout.CODE}"
            words = layout.launched(limits, self.without)
        else:
            path, words = layout.BWRAP, layout.wrapped(limits, self.without)
        environment = os.environ if Wall.ENVIRONMENT in self.without else {}
        try:
            outer = spawn(path, [*words, *spec.argv], environment, pipes.child, user)
        except OSError as error:
            raise SandboxError(f"{words[0]} does not start: {error}") from error
        pipes.close_child_ends()
        return outer


@dataclass(frozen=True, slots=True)
class _Start:
    """A sandbox in the making."""

    outer: Child
    spec: Spec
    pipes: Pipes
    group: Group | None
    user: User | None
    undo: ExitStack
    """Takes all of it back."""


def _is_of_the_dead(word: str) -> bool:
    """Whether the word is the mark of a launcher that is gone."""
    owner = Owner.parse(word.removeprefix(layout.MARK)) if word.startswith(layout.MARK) else None
    return owner is not None and not owner.is_alive()


def _check(spec: Spec) -> None:
    """Raise `SandboxError` for faults that would look like the program's own failure inside."""
    if not spec.files.is_dir():
        raise SandboxError(f"there is no folder {spec.files} with the program's files")
    program = spec.argv[0]
    if not program.startswith("/"):
        raise SandboxError(f"{program} is not an absolute path inside the sandbox")
    if program.startswith(f"{PROGRAM}/"):
        host = spec.files / program.removeprefix(f"{PROGRAM}/")
        if not host.is_file() or not host.stat().st_mode & 0o111:
            raise SandboxError(
                f"{program} is not an executable file of the program in {spec.files}"
            )
    else:
        check_machine(spec)
