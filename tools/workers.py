"""The workers of a machine: ``manage.py worker KIND…``, and parts of ``make run``.

Kinds are ``matches``, ``rooms`` (matches with people), ``builds``, ``upkeep`` (maintenance) and
``beat`` (the timetable, which one process of a site runs).  This process loads the site's code
once; the kinds are forks of it, and so is each of the ``checks`` that prove the machine.

Environment: ``ARBITER_MATCH_WORKERS``, ``ARBITER_ROOM_MATCHES`` (4: how many matches with people
are played at a time), and whatever ``arbiter.settings`` reads.  Logs are in ``ARBITER_VAR/log/``.

Exit status 78: this machine may not join, or its only part may not run; starting it again is of no
use before somebody has changed something.
"""

from __future__ import annotations

import argparse
import functools
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sandbox.judger.signals import name_process
from tools import scope
from tools.bootstrap import Refusal
from tools.fork import Fork
from tools.supervisor import REFUSED, GivenUp, Service, Supervisor

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("matches", "rooms", "builds", "upkeep", "beat")
CLAIMING = frozenset({"matches", "rooms", "builds"})
"""Kinds that run programs of people."""
BUILDS = 2
"""At a time on one machine."""
TRIED = "tried-{}.json"
"""The languages that the checks of these kinds have tried since the start."""
SIGN_OFF_S = 5.0
_CELERY = (
    *("app.amqp", "app.control", "app.events", "app.log", "app.routes", "apps.beat", "apps.worker"),
    *("backends.base", "concurrency.prefork", "contrib.django.task", "worker.autoscale"),
    *("worker.components", "worker.consumer", "worker.loops", "worker.pidbox"),
)
"""Modules that workers and beat load when they start."""


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """The environment of every part: what is given, and what all of them need."""
    env = {**given, "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"}
    env["DJANGO_SETTINGS_MODULE"] = "arbiter.settings"
    env["PATH"] = f"{Path(sys.executable).parent}:{env.get('PATH', '/usr/bin:/bin')}"
    env["PYTHONUNBUFFERED"] = "1"
    env["OPENBLAS_NUM_THREADS"] = "1"  # a process with threads should not fork
    env["CELERY_SKIP_CHECKS"] = "true"  # `manage.py prepare` makes them
    env["AUTOSCALE_KEEPALIVE"] = "5"  # seconds that Celery keeps a process that it does not need
    # A worker that is told to stop stops now: its matches are played again after the next start.
    env["REMAP_SIGTERM"] = "SIGQUIT"
    return env


def load(env: Mapping[str, str]) -> None:
    """Load what the forks of this process need, which work in the project's folder.  `Refusal`
    where that is not possible."""
    os.environ.update(env)
    os.chdir(ROOT)
    try:
        import django

        django.setup()
        from arbiter.celery import app, load_addresses

        app.loader.import_default_modules()
        for module in (*(f"celery.{each}" for each in _CELERY), "kombu.transport.redis"):
            importlib.import_module(module)
        app.finalize()
        from controls import joining, version

        load_addresses()  # with all pages: each process would load them for itself
        version.current()  # of the code that is loaded: files may change later
        assert joining
    except Exception as error:
        raise Refusal(f"the site cannot be loaded: {error}") from error
    gc.collect()
    gc.freeze()  # forks share these pages for as long as nobody writes to them


def options(kind: str) -> dict[str, Any]:
    """The options of Celery's worker of a kind."""
    cpus = len(os.sched_getaffinity(0))
    # One CPU is left to the site and the builds, unless that leaves a single slot: everything would
    # wait behind a long match.  More workers than CPUs wait, since each match holds a CPU.
    matches = int(os.environ.get("ARBITER_MATCH_WORKERS", min(cpus, max(2, cpus - 1))))
    # People think, and judgers sleep meanwhile.
    rooms = max(1, int(os.environ.get("ARBITER_ROOM_MATCHES", "4")))
    # A pool that is seldom busy keeps one process, and starts others when tasks come; one that has
    # built is replaced, as it would keep what it read.  Maintenance never waits behind builds or
    # matches: it has a process of its own, without a pool.
    pools: dict[str, dict[str, Any]] = {
        "matches": {"concurrency": matches},
        "rooms": {"autoscale": (rooms, 1)},
        "builds": {"autoscale": (BUILDS, 1), "max_tasks_per_child": 1},
        "upkeep": {"pool": "solo"},
    }
    return {
        "hostname": f"{kind}@{socket.gethostname()}",
        "queues": "default" if kind == "upkeep" else kind,
        "loglevel": "INFO",
        "without_mingle": True,
        "without_gossip": True,
        **pools[kind],
    }


def parts(kinds: Sequence[str], var: Path, env: dict[str, str]) -> list[Service]:
    """The kinds and, where one of them runs programs, the checks of the machine."""
    from controls.machines import EVERY

    def part(name: str, run: Callable[..., object], given: object, every_s: float = 0.0) -> Service:
        log = var / "log" / f"{name}.log"
        return Service(name, functools.partial(run, given, var), log, env, ROOT, every_s)

    services = [part(kind, _celery, kind) for kind in kinds]
    if CLAIMING.intersection(kinds):
        _tried(kinds, var).unlink(missing_ok=True)
        services.append(part("checks", _check, kinds, EVERY.total_seconds()))
    return services


def _celery(kind: str, var: Path) -> None:
    """Be a kind of worker; its name is what ``top`` shows."""
    from arbiter.celery import app

    name_process(f"arbiter {kind}")
    if kind == "beat":
        _be_the_only_beat()
        app.Beat(schedule=str(var / "beat-schedule"), loglevel="WARNING").run()
    else:
        worker = app.Worker(**options(kind))
        worker.start()
        sys.exit(worker.exitcode)


def _be_the_only_beat() -> None:
    from redis import RedisError

    from arbiter.working import beat
    from controls import joining

    with suppress(RedisError):  # beat asks again before it sends anything
        if holder := beat.take():
            sys.stderr.write(f"{joining.note_second_beat(holder)}\n")
            sys.exit(REFUSED)


def _check(kinds: Sequence[str], var: Path) -> None:
    """Check this machine, and have its workers take tasks, or leave them while it has a problem."""
    from controls import joining

    name_process("arbiter checks")
    tried = _tried(kinds, var)
    trials = joining.Trials(json.loads(tried.read_text()) if tried.exists() else {})
    joining.check_again(kinds, trials)
    new = tried.with_suffix(".new")
    new.write_text(json.dumps(trials.found))
    new.replace(tried)


def _tried(kinds: Sequence[str], var: Path) -> Path:
    return var / TRIED.format("-".join(kinds))


def forked(run: Callable[[], object], say: Callable[[str], object]) -> tuple[int, list[str]]:
    """The exit status of a fork that runs ``run``, and the lines of its output, which are printed
    as they come.  If it fails, they are the lines of its errors, if there are any."""
    reader, writer = os.pipe()
    with tempfile.TemporaryFile("w+") as errors, open(reader) as told:
        running = Fork(run, writer, errors.fileno())
        os.close(writer)
        said = []
        try:
            for line in told:
                said.append(line.rstrip())
                say(said[-1])
            status = running.wait()
        finally:
            running.kill()
            running.wait()
        errors.seek(0)
        return status, errors.read().strip().splitlines() or said


def prove(
    kinds: Sequence[str], *, joins: bool = True, needs_redis: bool = False
) -> tuple[int, str]:
    """Check this machine before its workers claim anything, and give it the games of the site: 0,
    or an exit status and what is missing.  Status 1: the database or Redis did not answer, or the
    check itself failed.  Where the machine ``joins``, the site knows of it from then on."""
    check = functools.partial(_prove, kinds, joins, needs_redis)
    status, lines = forked(check, lambda _line: None)
    return status, "this machine cannot join the site:\n" + "\n".join(lines[-12:])


def _prove(kinds: Sequence[str], joins: bool, needs_redis: bool) -> None:
    from django.conf import settings
    from django.db import Error
    from redis import Redis, RedisError

    from controls import joining
    from installs import broadcast

    try:
        problems = joining.problems(kinds)
        if needs_redis and not problems:
            Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS).ping()
        if joins:
            joining.keep(kinds, problems)
    except Error as error:
        sys.exit(_no_answer("The database", "DATABASE_URL", error))
    except RedisError as error:
        sys.exit(_no_answer("Redis", "REDIS_URL", error))
    if problems:
        sys.stderr.write("\n".join(f"· {problem}" for problem in problems))
        sys.exit(REFUSED)
    if joins:
        broadcast.follow_games()


def _no_answer(what: str, variable: str, error: Exception) -> str:
    why = " ".join(str(error).split()).rstrip(".")
    return f"· {what} cannot be used ({why}). Check {variable}, and that this machine reaches it."


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("manage.py worker", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kinds", metavar="KIND", nargs="+", choices=KINDS, help=", ".join(KINDS))
    parser.add_argument("--check", action="store_true", help="check this machine, start nothing")
    given = parser.parse_args(words)
    kinds = [kind for kind in KINDS if kind in given.kinds]
    # The signal ends this program by an exception, so that all is ended while starting, too.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(143))
    scope.enter()
    var = Path(os.environ.get("ARBITER_VAR", ROOT / "var")).resolve()
    env = environment(os.environ)
    load(env)
    status, words = prove(kinds, joins=not given.check, needs_redis=True)
    if status:
        _say(f"arbiter: {words}")
        return status
    if given.check:
        _say("This machine can join the site.")
        return 0
    status = _run(parts(kinds, var, env), var)
    if status == 0:
        _sign_off(kinds)
    return status


def _sign_off(kinds: Sequence[str]) -> None:
    """Tell the site that these workers were stopped on purpose, if its database answers."""
    fork = Fork(functools.partial(_check_out, kinds), sys.stdout.fileno(), sys.stderr.fileno())
    with suppress(subprocess.TimeoutExpired):
        fork.wait(SIGN_OFF_S)
    fork.kill()


def _check_out(kinds: Sequence[str]) -> None:
    from controls import joining

    joining.check_out(kinds)


def _run(services: Collection[Service], var: Path) -> int:
    (var / "log").mkdir(parents=True, exist_ok=True)
    supervisor = Supervisor(_say)
    try:
        for service in services:
            supervisor.start(service)
        _say(f"· running: {', '.join(each.name for each in services)}; logs are in {var / 'log'}")
        supervisor.watch()
    except GivenUp as given_up:
        _say(str(given_up))
        return REFUSED if given_up.refused else 1
    finally:
        supervisor.end()
    return 0  # a signal is how one stops it


def _say(text: str) -> None:
    print(text, flush=True)
