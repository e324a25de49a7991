"""Play matches between bots on this machine, and report."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, nullcontext
from queue import SimpleQueue

from games.texts import visible
from sandbox.isolation import choose
from sandbox.judger.job import SeatJob
from sandbox.play import page, report
from sandbox.play.bots import built
from sandbox.play.match import Judgers, LocalResult, play
from sandbox.play.options import Given, Options, options_of
from sandbox.play.schedule import Fixture, in_words, schedule
from sandbox.play.status import Exit

Bar = Callable[[int], AbstractContextManager[Callable[[], None]]]
"""From a number of matches to a bar; the function in it is called after each of them."""


def no_bar(total: int) -> AbstractContextManager[Callable[[], None]]:
    return nullcontext(lambda: None)


def _say(*lines: str) -> None:
    sys.stdout.write(visible("\n".join(lines)) + "\n")
    sys.stdout.flush()


def run(given: Given, bar: Bar = no_bar) -> Exit:
    """Build, play, report.  The table of played matches is printed however the run ends."""
    options = options_of(given)
    bots = built(options.game, options.given.bots)
    names = [bot.name for bot in bots]
    plan = in_words(options.game, options.orders, options.given.games, options.seed)
    _say(f"{options.game.title}, {options.ruleset.title}: {plan}")
    matches: list[LocalResult] = []

    def take(played: LocalResult) -> bool:
        matches.append(played)
        if options.verbose:
            _say("", *report.match_lines(played, names))
        return True

    fixtures = schedule(options.game, options.orders, options.given.games, options.seed)
    try:
        play_all(options, bots, fixtures, take, bar)
    finally:
        if matches:
            _say("", *report.table(matches, names))
    if options.given.show:
        _show(options, min(matches, key=lambda played: played.fixture.number))
    faults = any(seat.faults for played in matches for seat in played.seats)
    return Exit.FAULT if faults else Exit.DONE


def play_all(
    options: Options,
    bots: tuple[SeatJob, ...],
    fixtures: Sequence[Fixture],
    take: Callable[[LocalResult], bool],
    bar: Bar = no_bar,
) -> None:
    """Play the fixtures, as many at a time as is wanted; ``take`` gets each as it ends, and says
    whether to go on."""
    judgers = Judgers(choose().describe())
    cpus: SimpleQueue[int] = SimpleQueue()
    for cpu in processors(options.given.jobs):
        cpus.put(cpu)

    def one(fixture: Fixture) -> LocalResult:
        cpu = cpus.get()
        try:
            return play(options, bots, fixture, cpu, judgers)
        finally:
            cpus.put(cpu)

    with ThreadPoolExecutor(options.given.jobs) as pool, bar(len(fixtures)) as advance:
        try:
            for future in as_completed([pool.submit(one, fixture) for fixture in fixtures]):
                going = take(future.result())
                advance()
                if not going:
                    return
        finally:  # what still runs or waits is not wanted any more
            judgers.stop()
            pool.shutdown(cancel_futures=True)


def processors(count: int) -> list[int]:
    """One for each match at a time, as waking another one costs more than most turns.

    Runners that work at the same time should not all get the same ones.
    """
    processors = sorted(os.sched_getaffinity(0))
    return [processors[(os.getpid() + i) % len(processors)] for i in range(count)]


def _show(options: Options, played: LocalResult) -> None:
    replay = options.replay_of(played.fixture.number)
    assert replay is not None
    made = page.write(replay, page.beside(replay), options.given.modules, played.logs)
    page.open_in_browser(made)
