"""Facts about the kernel that sandboxes need, from a library that takes longer to load than a
sandbox to start: a process that starts one of many gets them from one that has loaded it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from games.engine import JSON
from sandbox.errors import SandboxError
from sandbox.isolation.base import Profile

_IDENTITY = ("setgroups", "setresgid", "setresuid")


@dataclass(frozen=True, slots=True)
class Kernel:
    """``bots`` is the filter of a bot's system calls, ``counted`` the one where no control group
    counts CPU time; ``identity`` has the numbers of the calls that make a thread another user's."""

    bots: bytes
    counted: bytes
    identity: Mapping[str, int]

    def to_json(self) -> JSON:
        filters = {"bots": self.bots.hex(), "counted": self.counted.hex()}
        return {**filters, "identity": dict(self.identity)}

    @classmethod
    def from_json(cls, data: JSON) -> Kernel:
        """`SandboxError` for anything but what `to_json` gives."""
        try:
            identity = {name: int(data["identity"][name]) for name in _IDENTITY}
            bots, counted = (bytes.fromhex(data[name]) for name in ("bots", "counted"))
            return cls(bots, counted, identity)
        except (KeyError, TypeError, ValueError) as error:
            raise SandboxError(f"this tells of no kernel: {data!r}") from error


@functools.cache
def ask() -> Kernel:
    """This machine's.  `SandboxError` where the library is missing."""
    from sandbox.isolation import seccomp

    identity = {name: seccomp.number(name) for name in _IDENTITY}
    bots, counted = (seccomp.program(Profile.BOT, counted=each) for each in (False, True))
    return Kernel(bots, counted, identity)
