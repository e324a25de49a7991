"""Facts about the machine that sandboxes need, from a library and a compiler that take longer than
a sandbox to start: a process that starts one of many gets them from one that has asked."""

from __future__ import annotations

import base64
import functools
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.engine import JSON
from sandbox.errors import SandboxError
from sandbox.isolation.base import Profile

_IDENTITY = ("setgroups", "setresgid", "setresuid")


@dataclass(frozen=True, slots=True)
class Kernel:
    """``bots`` is the filter of a bot's system calls, ``counted`` the one where no control group
    counts CPU time; ``identity`` has the numbers of the calls that make a thread another user's;
    ``launcher`` is the program of `sandbox.isolation.launcher`, empty where bubblewrap is used."""

    bots: bytes
    counted: bytes
    identity: Mapping[str, int]
    launcher: bytes = b""

    def wrapped(self) -> Kernel:
        """The same machine with bubblewrap in place of the launcher."""
        return replace(self, launcher=b"")

    def to_json(self) -> JSON:
        filters = {"bots": self.bots.hex(), "counted": self.counted.hex()}
        launcher = base64.b64encode(zlib.compress(self.launcher)).decode()
        return {**filters, "identity": dict(self.identity), "launcher": launcher}

    @classmethod
    def from_json(cls, data: JSON) -> Kernel:
        """`SandboxError` for anything but what `to_json` gives."""
        try:
            identity = {name: int(data["identity"][name]) for name in _IDENTITY}
            bots, counted = (bytes.fromhex(data[name]) for name in ("bots", "counted"))
            launcher = zlib.decompress(base64.b64decode(data["launcher"]))
            return cls(bots, counted, identity, launcher)
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            raise SandboxError(f"this tells of no kernel: {data!r}") from error


@functools.cache
def ask() -> Kernel:
    """This machine's.  `SandboxError` where the library is missing."""
    from sandbox.isolation import launcher, seccomp

    identity = {name: seccomp.number(name) for name in _IDENTITY}
    bots, counted = (seccomp.program(Profile.BOT, counted=each) for each in (False, True))
    return Kernel(bots, counted, identity, launcher.build())
