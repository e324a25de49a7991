"""Isolation: `choose` gives the strongest backend that holds on this machine."""

from __future__ import annotations

import functools
import itertools
import os
from contextlib import suppress

from games.engine import JSON
from sandbox.errors import Cause, MachineFault, SandboxError
from sandbox.isolation import kernel
from sandbox.isolation.base import Backend
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.kernel import Kernel
from sandbox.isolation.running import cgroups

UNSAFE = "ARBITER_UNSAFE_NO_SANDBOX"
"""Environment variable; "1" lets programs run without isolation where none works."""


def restore(description: JSON) -> Backend:
    """The backend that `Backend.describe` told of, on the same machine; its self-test is trusted.

    `SandboxError` where the description is none, or does not fit this machine or user.
    """
    match description:
        case {"name": "none"} if os.environ.get(UNSAFE) == "1":
            return _plain()
        case {"name": Bubblewrap.name, "proc": bool(proc), "tree": tree, "kernel": known}:
            groups = None if tree is None else cgroups.restore(tree)
            return Bubblewrap(groups, proc=proc, known=Kernel.from_json(known))
    raise SandboxError(f"this describes no isolation: {description!r}")


@functools.cache
def choose() -> Backend:
    """The strongest backend that passes its self-test here; asked once in a process.

    `MachineFault` with what to do where none does and the environment does not insist.
    """
    from sandbox.isolation import selftest  # with all that it loads, not for every judger

    reasons: list[str] = []
    tree, known = cgroups.find(), _known(reasons)
    # Control groups can exist and still refuse us, as can a /proc where parts are masked, and an
    # older kernel the launcher.
    walls = ((tree, True), (tree, False), (None, True), (None, False))
    for (groups, proc), machine in itertools.product(walls, known):
        try:
            backend = Bubblewrap(groups, proc=proc, known=machine)
            selftest.check(backend)
            backend.sweep()
        except SandboxError as error:
            reasons.append(str(error))
        else:
            return backend
    if os.environ.get(UNSAFE) == "1":
        return _plain()
    raise MachineFault(
        "no isolation works on this machine, so no uploaded program may run: "
        + "; ".join(dict.fromkeys(reasons))
        + ".  Install the packages bubblewrap and libseccomp2 and allow user namespaces "
        "(sysctl user.max_user_namespaces and, on some systems, kernel.unprivileged_userns_clone "
        "or kernel.apparmor_restrict_unprivileged_userns); in a container start it with a "
        f"seccomp profile that allows them.  {UNSAFE}=1 runs programs without any protection, "
        "for development alone",
        Cause.SANDBOX,
    )


def sweep() -> None:
    """End and remove the sandboxes of this machine whose maker was killed.  Costs some ms.

    Most die with their maker.  The others remain where it was killed as its thread had the user
    of the next sandbox, who may send them no signal, or while they were paused.
    """
    with suppress(OSError, SandboxError):  # the next sweep will find them
        Bubblewrap(cgroups.find()).sweep()


def _known(reasons: list[str]) -> list[Kernel]:
    """The machine with the launcher, where it has one, and with bubblewrap.  None, and a further
    reason, where a library is missing."""
    try:
        machine = kernel.ask()
    except SandboxError as error:
        reasons.append(str(error))
        return []
    return [machine, machine.wrapped()] if machine.launcher else [machine]


def _plain() -> Backend:
    from sandbox.isolation.plain import Plain  # as above

    return Plain()
