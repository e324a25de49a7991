"""Start the whole platform on this machine under one supervisor: ``make run``.

Redis on a private Unix socket, migrations, demo content, then the ASGI server, Celery workers
and beat.  Everything it writes is below ``ARBITER_VAR`` (``var/``).  Ctrl-C ends all of it.

Environment: ``ARBITER_PORT`` (8000), ``ARBITER_HOST`` (127.0.0.1), ``ARBITER_MATCH_WORKERS``,
and whatever ``arbiter.settings`` reads.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO

from honcho.manager import Manager
from honcho.printer import Printer

ROOT = Path(__file__).resolve().parents[1]
VAR = Path(os.environ.get("ARBITER_VAR", ROOT / "var")).resolve()
HOST = os.environ.get("ARBITER_HOST", "127.0.0.1")
PORT = os.environ.get("ARBITER_PORT", "8000")
PYTHON = sys.executable
LEAST_FREE = 500 << 20
LONGEST_SOCKET = 100
"""Bytes of a Unix socket's path; the kernel allows 107."""


class Refusal(Exception):
    """The platform cannot start; the message says why and what to do."""


def say(text: str) -> None:
    print(text, flush=True)


def hold_folder() -> IO[str]:
    """Make ``var/`` and hold it: two platforms on one folder would fight over its data."""
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
    if not key.exists():
        descriptor = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
    (VAR / "log").mkdir(exist_ok=True)
    return lock


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


def environment() -> dict[str, str]:
    env = {**os.environ, "ARBITER_VAR": str(VAR), "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"}
    env["DJANGO_SETTINGS_MODULE"] = "arbiter.settings"
    env.setdefault("SITE_URL", f"http://localhost:{PORT}")
    env["PATH"] = f"{Path(PYTHON).parent}:{env.get('PATH', '/usr/bin:/bin')}"
    env["PYTHONUNBUFFERED"] = "1"
    # A worker that is told to stop stops now: its matches are played again after the next start.
    env["REMAP_SIGTERM"] = "SIGQUIT"
    return env


def manage(env: dict[str, str], *arguments: str) -> None:
    """Run a management command; its output is shown only where it fails or speaks to people."""
    command = [PYTHON, str(ROOT / "manage.py"), *arguments]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-12:]
        raise Refusal(f"`manage.py {' '.join(arguments)}` failed:\n" + "\n".join(last))
    if text := done.stdout.strip():
        say(text)


def start_redis() -> subprocess.Popen[bytes]:
    """The private Redis, which the supervisor outlives: it is stopped last."""
    path = VAR / "redis.sock"
    if len(str(path)) > LONGEST_SOCKET:
        raise Refusal(
            f"the path {path} is too long for a socket; set ARBITER_VAR to a shorter one."
        )
    program = shutil.which("redis-server")
    if program is None:
        raise Refusal("redis-server is missing. Debian: sudo apt-get install redis-server")
    path.unlink(missing_ok=True)
    log = open(VAR / "log" / "redis.log", "ab")
    process = subprocess.Popen(
        [program, "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700",
         "--save", "", "--appendonly", "no", "--dir", str(VAR), "--daemonize", "no"],
        stdout=log, stderr=log, start_new_session=True,
    )  # fmt: skip
    log.close()
    for _ in range(100):
        if path.exists():
            return process
        if process.poll() is not None:
            break
        time.sleep(0.05)
    process.kill()
    raise Refusal(f"Redis did not start; see {VAR / 'log' / 'redis.log'}")


def check_sandbox(env: dict[str, str]) -> None:
    """Without a way to isolate programs nothing could be built or played: say so at once."""
    ask = "from sandbox.isolation import choose; choose()"
    done = subprocess.run([PYTHON, "-c", ask], env=env, cwd=ROOT, capture_output=True, text=True,
                          check=False)  # fmt: skip
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["the self-test of the sandbox failed"]
        raise Refusal(last[0].removeprefix("sandbox.errors.SandboxError: "))


def commands() -> dict[str, str]:
    cpus = len(os.sched_getaffinity(0))
    # One CPU is left to the site, the builds and the first matches of new versions.
    matches = int(os.environ.get("ARBITER_MATCH_WORKERS", max(1, cpus - 1)))
    worker = "celery -A arbiter worker --loglevel=INFO --without-mingle --without-gossip"
    return {
        "web": f"uvicorn arbiter.asgi:application --host {HOST} --port {PORT} --no-access-log "
        "--ws websockets-sansio --ws-max-size 65536 --timeout-graceful-shutdown 2",
        "matches": f"{worker} -Q matches -c {matches} -n matches@%h",
        "builds": f"{worker} -Q builds,default -c 2 -n builds@%h",
        "beat": f"celery -A arbiter beat --loglevel=WARNING --pidfile= -s {VAR / 'beat-schedule'}",
    }


def supervise(env: dict[str, str]) -> int:
    """Run everything until a signal comes or a part ends."""
    with open(VAR / "log" / "arbiter.log", "a", buffering=1) as log:
        manager = Manager(Printer(log, colour=False))
        for name, command in commands().items():
            manager.add_process(name, command, env=env, cwd=str(ROOT))
        threading.Thread(target=announce, daemon=True).start()
        manager.loop()
    return int(manager.returncode or 0)


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
        say(f"The site does not answer; see {VAR / 'log' / 'arbiter.log'}")
        return
    say(f"\n  Arbiter is up:  {address}")
    password = VAR / "organizer_password"
    if password.exists():
        say(f"  Organizer:      organizer / {password.read_text().strip()}")
    say("  Ctrl-C stops everything.\n")


def last_words() -> str:
    text = (VAR / "log" / "arbiter.log").read_text(errors="replace")
    return "\n".join(text.splitlines()[-25:])


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def adopt_orphans() -> None:
    """Have the kernel give us every descendant whose parent ends, so that none is lost sight of."""
    pr_set_child_subreaper = 36
    ctypes.CDLL(None).prctl(pr_set_child_subreaper, 1, 0, 0, 0)


def end_orphans() -> None:
    """End whatever is left of the platform, and return when nothing is."""
    while True:
        for folder in Path("/proc/self/task").iterdir():
            for pid in map(int, (folder / "children").read_text().split()):
                os.kill(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def main() -> int:
    # The signal ends this program by an exception, so that Redis is stopped while starting, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # A terminal that closes ends the platform as Ctrl-C does.
    signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    adopt_orphans()
    lock = hold_folder()
    check_port()
    env = environment()
    check_sandbox(env)
    redis = None if "REDIS_URL" in env else start_redis()
    try:
        say("· database")
        manage(env, "migrate", "--verbosity=0")
        say("· demo content")
        manage(env, "recover")
        manage(env, "demo")
        say("· starting the site and its workers")
        code = supervise(env)
        if code in (130, 143):
            return 0  # Ctrl-C is how one stops it
        say(f"A part of the platform ended by itself. Its last words:\n\n{last_words()}")
        return code or 1
    finally:
        if redis is not None:
            stop(redis)
        end_orphans()
        lock.close()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refusal as refusal:
        sys.exit(f"arbiter: {refusal}")
    except OSError as error:
        sys.exit(f"arbiter: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
