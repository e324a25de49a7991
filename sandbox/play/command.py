"""``play``: matches between bots on this machine."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue

from tqdm import tqdm  # type: ignore[import-untyped]

from sandbox.errors import BuildError, SandboxError, UploadError
from sandbox.isolation import choose, describe
from sandbox.judger.job import JobError, SeatJob
from sandbox.play import page, report
from sandbox.play.bots import built
from sandbox.play.match import Judgers, LocalResult, play
from sandbox.play.options import Options, options_of
from sandbox.play.schedule import Fixture, in_words, schedule
from sandbox.play.status import Status, complain


def run(given: argparse.Namespace) -> Status:
    """Build, play, report.  The table of played matches is printed however the run ends."""
    try:
        return _run(options_of(given))
    except BuildError as error:
        return complain(Status.REFUSED, f"{error}\n{error.log}".rstrip())
    except (UploadError, JobError, OSError) as error:
        return complain(Status.REFUSED, error)
    except SandboxError as error:
        return complain(Status.FAILED, error)
    except KeyboardInterrupt:
        return Status.STOPPED


def _say(*lines: str) -> None:
    tqdm.write("\n".join(lines))


def _run(options: Options) -> Status:
    bots = built(options.game, options.bots)
    names = [bot.name for bot in bots]
    plan = in_words(options.game, options.orders, options.games, options.seed)
    _say(f"{options.game.title}, {options.ruleset.title}: {plan}")
    matches: list[LocalResult] = []

    def take(played: LocalResult) -> None:
        matches.append(played)
        if options.verbose:
            _say("", *report.match_lines(played, names))

    try:
        _play(options, bots, take)
    finally:
        if matches:
            _say("", *report.table(matches, names))
    if options.show:
        _show(options, min(matches, key=lambda played: played.fixture.number))
    return Status.PLAYED if all(played.faultless for played in matches) else Status.FAULT


def _play(options: Options, bots: tuple[SeatJob, ...], take: Callable[[LocalResult], None]) -> None:
    """Play everything, as many matches at a time as is wanted; ``take`` gets each as it ends."""
    fixtures = schedule(options.game, options.orders, options.games, options.seed)
    judgers = Judgers(describe(choose()))
    cpus: SimpleQueue[int] = SimpleQueue()
    for cpu in processors(options.jobs):
        cpus.put(cpu)

    def one(fixture: Fixture) -> LocalResult:
        cpu = cpus.get()
        try:
            return play(options, bots, fixture, cpu, judgers)
        finally:
            cpus.put(cpu)

    bar = tqdm(total=options.games, unit="match", leave=False, disable=None)
    with ThreadPoolExecutor(options.jobs) as pool, bar:
        try:
            for future in as_completed([pool.submit(one, fixture) for fixture in fixtures]):
                take(future.result())
                bar.update()
        except BaseException:
            judgers.stop()
            pool.shutdown(cancel_futures=True)
            raise


def processors(count: int) -> list[int]:
    """One for each match at a time, as waking another one costs more than most turns.

    Runners that work at the same time should not all get the same ones.
    """
    processors = sorted(os.sched_getaffinity(0))
    return [processors[(os.getpid() + i) % len(processors)] for i in range(count)]


def _show(options: Options, played: LocalResult) -> None:
    replay = options.replay_of(played.fixture.number)
    assert replay is not None
    made = page.write(replay, page.beside(replay), options.modules, played.logs)
    page.open_in_browser(made)
