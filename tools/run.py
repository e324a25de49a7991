"""Start the whole platform on this machine under one supervisor: ``make run``.

Redis on a private Unix socket, migrations, demo content, then the ASGI server, Celery workers
and beat.  A part that ends is started again.  The site's code is loaded once, by this process;
migrations, workers and beat are forks of it.  Everything it writes is below ``ARBITER_VAR``
(``var/``), a log of each part in ``log/`` there: the newest megabytes, the older ones of them in a
file ``.1``.  Ctrl-C ends all of it.

Environment: ``ARBITER_PORT`` (8000), ``ARBITER_HOST`` (127.0.0.1), ``ARBITER_WEB_PROCESSES`` (1:
how many processes serve that address), ``ARBITER_DEMO`` (0: neither organizer nor house bots are
made; names of games, with commas: house bots of these alone), and whatever `tools.workers` and
``arbiter.settings`` read.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "platform"), str(ROOT)]

# This is a script, so the path is only now complete.  Importing `arbiter` sets the umask.
from arbiter.configured.private import close_tree  # noqa: E402
from sandbox.judger.signals import name_process  # noqa: E402
from tools import scope, workers  # noqa: E402  this is a script: ROOT is not there yet
from tools.bootstrap import Refusal, exit_by  # noqa: E402
from tools.fork import Fork  # noqa: E402
from tools.supervisor import GivenUp, Service, Supervisor  # noqa: E402

VAR = Path(os.environ.get("ARBITER_VAR", ROOT / "var")).resolve()
HOST = os.environ.get("ARBITER_HOST", "127.0.0.1")
PORT = os.environ.get("ARBITER_PORT", "8000")
PYTHON = sys.executable
LEAST_FREE = 500 << 20
MOST_WEB = 64
LONGEST_SOCKET = 100
"""Bytes of a Unix socket's path; the kernel allows 107."""


def say(text: str) -> None:
    print(text, flush=True)


def hold_folder() -> IO[str]:
    """Make ``var/`` and lock it, so that no second platform uses its data."""
    VAR.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(VAR).free
    if free < LEAST_FREE:
        raise Refusal(f"only {free >> 20} MB of disk are free below {VAR}; 500 MB are needed.")
    lock = open(VAR / "lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refusal(f"Arbiter already runs on {VAR}. Stop it first.") from None
    key = VAR / "secret_key"
    if not (os.environ.get("SECRET_KEY") or key.exists()):
        descriptor = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
    (VAR / "log").mkdir(exist_ok=True)
    return lock


def make_private() -> None:
    """Remove the permissions of other users of the machine; print where that is impossible."""
    folders = [VAR, Path(os.environ.get("MEDIA_ROOT") or VAR).resolve()]
    if failed := [path for folder in dict.fromkeys(folders) for path in close_tree(folder)]:
        say(
            f"· Other users of this machine can read {len(failed)} files of the site, for example "
            f"{failed[0]}: their modes cannot be changed. Give them to the user that runs the "
            "site, then start again."
        )


def check_port() -> None:
    try:
        port = int(PORT)
        family = socket.AF_INET6 if ":" in HOST else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, port))
    except ValueError:
        raise Refusal(f"ARBITER_PORT is “{PORT}”; it should be a number such as 8000.") from None
    except (OSError, OverflowError) as error:
        raise Refusal(
            f"cannot listen on {HOST}:{PORT} ({error}). Another port: ARBITER_PORT=8001 make run"
        ) from None


def web_names() -> list[str]:
    """The names of the processes that serve the site's address."""
    given = os.environ.get("ARBITER_WEB_PROCESSES", "1")
    if not (given.isdecimal() and 1 <= int(given) <= MOST_WEB):
        raise Refusal(
            f"ARBITER_WEB_PROCESSES is “{given}”; it should be a number from 1 to {MOST_WEB}."
        )
    return ["web", *(f"web-{number}" for number in range(2, int(given) + 1))]


def environment() -> dict[str, str]:
    site = {"SITE_URL": f"http://localhost:{PORT}"}
    return workers.environment({**site, **os.environ, "ARBITER_VAR": str(VAR)})


def manage(*arguments: str) -> None:
    """Run a management command, and show what it says to people; warnings only where it fails."""
    status, lines = workers.forked(lambda: _manage(*arguments), say)
    if status:
        raise Refusal(f"`manage.py {' '.join(arguments)}` failed:\n" + "\n".join(lines[-12:]))


def _manage(*arguments: str) -> None:
    from manage import main as django_main

    sys.argv = ["manage.py", *arguments]
    django_main()


def start_redis(supervisor: Supervisor) -> None:
    """The private Redis, the first part: it is ended last."""
    path = VAR / "redis.sock"
    if len(str(path)) > LONGEST_SOCKET:
        raise Refusal(
            f"the path {path} is too long for a socket; set ARBITER_VAR to a shorter one."
        )
    program = shutil.which("redis-server")
    if program is None:
        raise Refusal("redis-server is missing. Debian: sudo apt-get install redis-server")
    path.unlink(missing_ok=True)
    command = [
        program, "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700",
        "--save", "", "--appendonly", "no", "--dir", str(VAR), "--daemonize", "no",
    ]  # fmt: skip
    redis = part("redis", command, dict(os.environ))
    supervisor.start(redis)
    for _ in range(100):
        if path.exists():
            return
        if redis.process is None or redis.process.poll() is not None:
            break
        time.sleep(0.05)
    raise Refusal(f"Redis did not start; see {redis.log}")


def demo(env: dict[str, str]) -> list[str]:
    """The arguments of ``manage.py prepare`` for the demo content that ``ARBITER_DEMO`` names."""
    games = env.get("ARBITER_DEMO", "1")
    return [] if games == "0" else ["--demo", *(games.split(",") if games != "1" else ())]


def check_sandbox(env: dict[str, str]) -> None:
    """Say what holds the walls of the sandbox.  `Refusal` where no programs can be isolated:
    nothing could be built or played."""
    ask = "from sandbox.isolation import choose, walls; print(*walls.lines(choose()), sep='\\n')"
    done = subprocess.run([PYTHON, "-c", ask], env=env, cwd=ROOT, capture_output=True, text=True,
                          check=False)  # fmt: skip
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["the self-test of the sandbox failed"]
        raise Refusal(last[0].partition("sandbox.errors.")[2].partition(": ")[2] or last[0])
    say("· walls of the sandbox, and what holds each")
    for line in done.stdout.splitlines():
        say(f"    {line}")


def part(name: str, runs: list[str] | Callable[[], object], env: dict[str, str]) -> Service:
    return Service(name, runs, VAR / "log" / f"{name}.log", env, ROOT)


def supervise(supervisor: Supervisor, env: dict[str, str], web: Sequence[str]) -> None:
    """Keep everything running until a signal comes.  `GivenUp` where a part cannot be kept."""
    for name in web:
        supervisor.start(part(name, partial(serve, len(web)), env))
    for service in workers.parts(workers.KINDS, VAR, env):
        supervisor.start(service)
    Fork(announce, sys.stdout.fileno(), sys.stderr.fileno())
    supervisor.watch()


def serve(processes: int) -> None:
    """Be a web process, one of ``processes``; its name is what ``top`` shows."""
    from arbiter import server

    name_process("arbiter web")
    server.serve_forked(HOST, int(PORT), beside_others=processes > 1)


def announce() -> None:
    """Say the address as soon as the site answers."""
    address = f"http://localhost:{PORT}/"
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{address}about/", timeout=2):  # noqa: S310  our own site
                break
        except urllib.error.HTTPError:
            break
        except OSError:
            time.sleep(0.2)
    else:
        say(f"The site does not answer; see {VAR / 'log' / 'web.log'}")
        return
    say(f"\n  Arbiter is up:  {address}")
    password = VAR / "organizer_password"
    if password.exists():
        say(f"  Organizer:      organizer / {password.read_text().strip()}")
    say("  Ctrl-C stops everything.\n")


def main() -> int:
    # The signal ends this program by an exception, so that all is ended while starting, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # A terminal that closes ends the platform as Ctrl-C does.
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(143))
    scope.enter()
    lock = hold_folder()
    check_port()
    web = web_names()
    env = environment()
    workers.load(env)
    if "DATABASE_URL" in env or (VAR / "arbiter.sqlite3").exists():
        manage("check_database")
    make_private()
    check_sandbox(env)
    supervisor = Supervisor(say)
    try:
        if "REDIS_URL" not in env:
            start_redis(supervisor)
        manage("prepare", *demo(env))
        status, words = workers.prove(workers.KINDS)
        if status:
            raise Refusal(words)
        say("· starting the site and its workers")
        supervise(supervisor, env, web)
    except GivenUp as given_up:
        say(str(given_up))
        return 1
    finally:
        supervisor.end()
        lock.close()
    return 0  # a signal is how one stops it


if __name__ == "__main__":
    exit_by(main)
