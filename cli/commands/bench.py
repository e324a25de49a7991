"""``arbiter bench``: is B better than A, by mirrored pairs at home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli import local
from cli.errors import CommandError, Exit
from cli.terminal import as_json, json_option, progress, say
from ladder.core.sprt import Hypotheses, SprtReport, Verdict, duel

if TYPE_CHECKING:
    from sandbox.play.match import LocalResult
    from sandbox.play.options import Options

_WORDS = {
    Verdict.BETTER: "B is better than A.",
    Verdict.NOT_BETTER: "B is not better than A.",
    Verdict.OPEN: "The matches do not decide it. Play more with --pairs.",
}


@click.command(short_help="Test whether one bot is better than another.")
@click.argument("game")
@click.argument("a")
@click.argument("b")
@click.option("--ruleset", metavar="R", help="The ruleset; default: the first one of the game.")
@click.option("--map", metavar="FILE", help="A file with a map, or the name of a map of the game.")
@click.option(
    "--option", "options", metavar="NAME[=N]", multiple=True, help="A rule of the matches."
)
@click.option(
    "--pairs", type=click.IntRange(1, 10_000), default=200, help="The largest number of pairs."
)
@click.option("--elo0", type=float, default=0.0, help="The Elo lead that means “not better”.")
@click.option("--elo1", type=float, default=50.0, help="The Elo lead that means “better”.")
@click.option("--seed", metavar="N", type=int, help="The seed of the first pair; default: random.")
@click.option("--jobs", metavar="N", type=int, default=1, help="Matches to play at a time.")
@click.option("--game-module", "modules", metavar="M", multiple=True,
              help="A Python module with a game of its own, as GAME.")  # fmt: skip
@json_option
def command(game: str, a: str, b: str, pairs: int, elo0: float, elo1: float, **given: Any) -> int:
    """Play pairs of matches with exchanged seats between A and B, until a sequential test decides.

    Exit status 0: B is better.  1: it is not, or nothing is decided.
    """
    if not local.has_judger():
        needs = "arbiter bench needs the judger, which runs on Linux. Use WSL or a virtual machine."
        raise CommandError(needs, Exit.FAILED)
    from sandbox.play.options import Given, options_of

    try:
        terms = Hypotheses(elo0, elo1)
    except ValueError as error:
        raise CommandError(str(error)) from error
    with local.playing():
        options = options_of(Given(game=game, bots=(a, b), games=2 * pairs, **given))
        if len(set(options.ruleset.teams)) not in (0, 2) or (
            options.ruleset.seats != 2 and not options.ruleset.teams
        ):
            raise CommandError(f"{options.ruleset.title} has not two sides. Choose a --ruleset.")
        report = _played(options, terms, pairs)
    if not as_json(_facts(report)):
        _tell(report)
    return Exit.DONE if report.verdict is Verdict.BETTER else Exit.FAULT


def _played(options: Options, terms: Hypotheses, pairs: int) -> SprtReport:
    from sandbox.play.bots import built
    from sandbox.play.command import play_all
    from sandbox.play.schedule import schedule

    bots = built(options.game, options.given.bots)
    fixtures = schedule(options.game, options.orders, options.given.games, options.seed)
    scores: dict[int, float] = {}
    reports = [duel([], terms)]
    with progress("Playing pairs", pairs) as advance:

        def take(played: LocalResult) -> bool:
            firsts, own = played.share(1)  # a shared first place counts in part
            scores[played.fixture.number] = own / firsts
            course = _pairs(scores)
            if len(course) > reports[-1].units:
                reports.append(duel(course, terms))
                found = reports[-1].estimate
                label = f"B – A: {found.elo:+.0f} Elo" if found else None
                advance(reports[-1].units - reports[-2].units, label)
            return reports[-1].verdict is Verdict.OPEN

        play_all(options, bots, fixtures, take)
    return reports[-1]


def _pairs(scores: dict[int, float]) -> list[float]:
    """B's mean score of the pairs that are complete, in their order: a pair that ends early does
    not count before those that began before it."""
    found: list[float] = []
    while 2 * len(found) in scores and 2 * len(found) + 1 in scores:
        first = 2 * len(found)
        found.append((scores[first] + scores[first + 1]) / 2)
    return found


def _tell(report: SprtReport) -> None:
    say(f"{report.units} pairs. {_WORDS[report.verdict]}")
    if report.estimate is not None:
        found = report.estimate
        say(f"Lead of B: {found.elo:+.0f} Elo, 95 % interval {found.low:+.0f} to {found.high:+.0f}")
    say(f"Results of pairs (0, ¼, ½, ¾, 1): {', '.join(map(str, report.counts))}")


def _facts(report: SprtReport) -> dict[str, Any]:
    found = report.estimate
    return {
        "verdict": report.verdict.value,
        "pairs": report.units,
        "ratio": report.ratio,
        "counts": list(report.counts),
        "elo": found and found.elo,
        "interval": found and [found.low, found.high],
    }
