"""Does a backend hold what it promises on this machine?  Asked with a real program, once."""

from __future__ import annotations

import contextlib
import os
import select
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from sandbox.errors import SandboxError
from sandbox.isolation.base import Backend, Spec
from sandbox.limits import Limits

_ANSWER_S = 10.0
_BASH = "/usr/bin/bash"
"""It opens network connections by itself."""
_PROBE = """
echo uid=$UID
for p in /etc/passwd /etc/shadow /root /home /sys /run /var {marker}; do
  [ -e "$p" ] && echo "sees=$p"; done
for p in /proc/[0-9]*; do
  [ -e "$p" ] && [ "${{p#/proc/}}" != 1 ] && [ "${{p#/proc/}}" != $$ ] && echo "process=$p"; done
for p in / /usr /program /dev; do
  {{ : >"$p/.arbiter-probe"; }} 2>/dev/null &&
  echo "writes=$p" && /usr/bin/rm -f "$p/.arbiter-probe"; done
{{ : >/bot/written; }} 2>/dev/null || echo scratch=no
{{ exec 3<>/dev/udp/127.0.0.1/9; }} 2>/dev/null && echo network=yes
while read -r key value; do case $key in
  Seccomp:|NoNewPrivs:|CapEff:) echo "$key$value";; esac; done 2>/dev/null </proc/self/status
kill -0 {pid} 2>/dev/null && echo "signals={pid}"
echo done
"""


def check(backend: Backend) -> None:
    """`SandboxError` with all that is wrong where the backend does not hold."""
    with tempfile.TemporaryDirectory(prefix="arbiter-probe-") as folder:
        Path(folder).chmod(0o755)
        marker = Path(folder, "host")
        marker.touch()
        lines = _ask(backend, Path(folder), marker)
    wrong = [_WRONG[line] for line in lines if line in _WRONG]
    for line in lines:
        key, _, value = line.partition("=")
        if key in _WRONG:
            wrong.append(f"{_WRONG[key]} {value}")
    if "done" not in lines:
        wrong.append("the probe did not finish")
    if wrong:
        raise SandboxError(f"{backend.name} does not hold here: " + "; ".join(wrong))


_WRONG = {
    "uid=0": "programs run as root",
    "network=yes": "programs have the network",
    "scratch=no": "programs cannot write to their own scratch",
    "Seccomp:0": "there is no system call filter",
    "NoNewPrivs:0": "programs can gain privileges",
    "sees": "programs see the host's",
    "process": "programs see other processes,",
    "writes": "programs can write to",
    "signals": "programs can signal the process",
}


def _ask(backend: Backend, folder: Path, marker: Path) -> list[str]:
    """Run the probe; what it says, line by line."""
    script = _PROBE.format(marker=marker, pid=os.getpid())
    process = backend.spawn(Spec((_BASH, "-c", script), folder, Limits(memory_mb=256)))
    with contextlib.closing(process):
        process.close_stdin()
        (said,) = read_all((process.stdout,), _ANSWER_S)
    return said.decode(errors="replace").splitlines()


def read_all(pipes: Sequence[int], seconds: float) -> list[bytes]:
    """All bytes of each of the pipes, until all end or the time is over."""
    said = dict.fromkeys(pipes, b"")
    poll = select.poll()  # `select.select` fails where a process has more than 1,024 files
    for pipe in pipes:
        poll.register(pipe, select.POLLIN)
    going, deadline = len(said), time.monotonic() + seconds
    while going and (left := deadline - time.monotonic()) > 0:
        for pipe, _ in poll.poll(left * 1000):
            if data := os.read(pipe, 65536):
                said[pipe] += data
            else:
                poll.unregister(pipe)
                going -= 1
    return list(said.values())
