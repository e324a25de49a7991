"""The targets of the kit's programs, put where the platform would have them."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

SECRET = "ARBITER_KIT_SECRET"
_ROOM = "/var/tmp"


@contextmanager
def laid(token: str) -> Iterator[dict[str, str]]:
    """Lay out secrets that hold ``token``: a variable of this process, files, sockets, and a
    descriptor that this process has forgotten to close.

    Gives what a program may be told of them: {project} a readable file, {database} a private one,
    {program} another program's folder, {unix} and {abstract} sockets' names, {tcp} and {udp} ports.
    """
    with ExitStack() as undo:
        folder = Path(tempfile.mkdtemp(prefix="arbiter-bait-", dir=_ROOM))
        undo.callback(shutil.rmtree, folder)
        folder.chmod(0o755)
        told = {name: str(folder / name) for name in ("project", "database", "program", "unix")}
        _write(folder / "project", token, 0o644)
        _write(folder / "database", token, 0o600)
        (folder / "program" / token).mkdir(parents=True)
        for path in (folder / "program", folder / "program" / token):
            path.chmod(0o755)  # whatever the umask: a wall must refuse it, not its mode
        told["program"] += f"/{token}"
        told["abstract"] = f"arbiter-{token}"
        told |= _sockets(folder, told["abstract"], undo)
        os.environ[SECRET] = token
        undo.callback(os.environ.pop, SECRET)
        forgotten = os.open(folder / "database", os.O_RDONLY)
        undo.callback(os.close, forgotten)
        os.set_inheritable(forgotten, True)
        yield told


def _write(path: Path, text: str, mode: int) -> None:
    path.write_text(text)
    path.chmod(mode)


def _sockets(folder: Path, abstract: str, undo: ExitStack) -> dict[str, str]:
    for address in (str(folder / "unix"), f"\0{abstract}"):
        unix = undo.enter_context(socket.socket(socket.AF_UNIX))
        unix.bind(address)
        unix.listen()
    (folder / "unix").chmod(0o777)
    tcp = undo.enter_context(socket.create_server(("127.0.0.1", 0)))
    udp = undo.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    udp.bind(("127.0.0.1", 0))
    return {"tcp": str(tcp.getsockname()[1]), "udp": str(udp.getsockname()[1])}
