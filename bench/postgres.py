"""PostgreSQL for measurements: a server of our own where one is installed, or one that is named.

The environment variable ``BENCH_DATABASE_URL`` names a server, with a user who may make databases.
``python -m bench.postgres pytest …`` runs tests on it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import SplitResult, quote, unquote, urlsplit, urlunsplit

SETTINGS = {
    "listen_addresses": "",
    "shared_buffers": "256MB",
    "max_wal_size": "8GB",
    # The measurement can be repeated.
    "fsync": "off",
}


def why_not() -> str:
    """Why there is no server to measure with; empty where there is one."""
    if os.environ.get("BENCH_DATABASE_URL") or _programs() is not None:
        return ""
    return "no PostgreSQL: no initdb here, and no BENCH_DATABASE_URL"


def _programs() -> Path | None:
    """The folder of the server's programs, which Debian keeps off the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return versions[-1].parent if versions else None


@contextmanager
def server(listen: str = "") -> Iterator[str]:
    """The address of a server's own database ``postgres``.

    ``listen``: an address of this machine where the server takes everybody, too, in a network
    that has no other machines.
    """
    if (named := os.environ.get("BENCH_DATABASE_URL")) and not listen:
        yield named
        return
    programs = _programs()
    if programs is None:
        raise RuntimeError(why_not())
    made = tempfile.TemporaryDirectory(prefix="arbiter-pg-")
    with made as folder, _cluster(programs, Path(folder), listen):
        yield f"postgres://bench@{quote(folder, safe='')}/postgres"


@contextmanager
def _cluster(programs: Path, folder: Path, listen: str) -> Iterator[None]:
    data = folder / "data"
    # The server refuses to run as root.
    user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)

    def run(program: str, *words: str | Path) -> None:
        subprocess.run(
            [programs / program, "-D", data, *words],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            user=user.pw_uid if user else None,
            group=user.pw_gid if user else None,
        )

    run("initdb", "-U", "bench", "-A", "trust", "-E", "UTF8", "--no-sync")
    if listen:
        with open(data / "pg_hba.conf", "a") as rules:
            rules.write("host all all all trust\n")
    settings = {**SETTINGS, "unix_socket_directories": str(folder), "listen_addresses": listen}
    options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
    run("pg_ctl", "-w", "-s", "-l", folder / "log", "-o", options, "start")
    try:
        yield
    finally:
        run("pg_ctl", "-w", "-s", "-m", "immediate", "stop")


def _for_django(parts: SplitResult, name: str) -> str:
    """A socket's folder stands in the path there."""
    who, _, host = parts.netloc.rpartition("@")
    if (folder := unquote(host)).startswith("/"):
        return f"{parts.scheme}://{who}@/{folder}/{name}"
    return urlunsplit(parts._replace(path=f"/{name}"))


@contextmanager
def database(address: str, name: str) -> Iterator[str]:
    """An empty database of a server, and its address; it is dropped afterwards."""
    import psycopg
    from psycopg import sql

    parts = urlsplit(address)
    made = sql.Identifier(name)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(made))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(made))
        try:
            yield _for_django(parts, name)
        finally:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(made))


def main(command: list[str]) -> int:
    """Run a command with a database for tests; its exit status.  After ``--optional`` it is not
    run where there is no server."""
    optional = command[:1] == ["--optional"]
    if why := why_not():
        print(f"The tests on PostgreSQL are skipped: {why}", file=sys.stderr)
        return 0 if optional else 2
    with server() as address, database(address, "arbiter_tests") as made:
        environment = {**os.environ, "ARBITER_TESTS_DATABASE": made}
        return subprocess.call(command[optional:], env=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
