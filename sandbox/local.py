"""Matches without the platform: ``python -m sandbox.local GAME BOT BOT``.

A bot is a source file, a folder or a zip, taken as the site would take it, or ``house:NAME``.  It
is built and played in the same sandbox and by the same judger as there.

Exit status 0: all matches were played in order.  1: a bot was at fault in one of them.  2: what
was asked for cannot be played, or a bot cannot be built.  3: the sandbox or the judger failed.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from games.engine import JSON, EndState, Game, Outcome, Ruleset, SeatSetup, Setup
from games.replay import ReplayWriter
from games.sources import house_files
from games.wire import encode
from sandbox.archives import Source, read_upload, write_to
from sandbox.artifacts import materialize
from sandbox.builds import build
from sandbox.errors import BuildError, SandboxError, UploadError
from sandbox.judger.client import messages
from sandbox.judger.job import Job, JobError, SeatJob, game_named
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits

PLAYED = 0
FAULT = 1
REFUSED = 2
FAILED = 3
STOPPED = 130

_HOUSE = "house:"
_ENDS = {
    EndState.ILLEGAL: "made an illegal move",
    EndState.MALFORMED: "sent what cannot be read",
    EndState.TIMEOUT: "timed out",
    EndState.CRASH: "crashed",
    EndState.OUTPUT: "said too much",
    EndState.MEMORY: "ran out of memory",
    EndState.LEFT: "left",
}


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for; each match after the first has a ``seed`` one higher."""

    game: Game
    ruleset: Ruleset
    bots: tuple[str, ...]
    seed: int
    matches: int
    replay: Path | None
    log: bool
    modules: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        options = _options(arguments)
        seats = _seats(options)
        print(f"{options.game.title}, {options.ruleset.title}")
        faultless = [_match(options, seats, number) for number in range(options.matches)]
    except BuildError as error:
        return _complain(REFUSED, f"{error}\n{error.log}".rstrip())
    except (UploadError, JobError, OSError) as error:
        return _complain(REFUSED, str(error))
    except SandboxError as error:
        return _complain(FAILED, str(error))
    except KeyboardInterrupt:
        return STOPPED
    return PLAYED if all(faultless) else FAULT


def _complain(status: int, message: str) -> int:
    print(f"error: {message}", file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sandbox.local", description="Play matches between bots on this machine."
    )
    bots = "a source file, a folder, a zip, or house:NAME for a bot that comes with the game"
    parser.add_argument("game", metavar="GAME", help="name of the game")
    parser.add_argument("bots", metavar="BOT", nargs="+", help=bots)
    parser.add_argument("--ruleset", metavar="R", help="the game's first one if not given")
    parser.add_argument("--seed", metavar="N", type=int, help="of the first match; else random")
    parser.add_argument("--games", metavar="N", type=int, default=1, help="how many matches")
    parser.add_argument("--replay", metavar="FILE", type=Path, help="write a replay (.jsonl.gz)")
    parser.add_argument("--log", action="store_true", help="show what bots write to stderr")
    module = "Python module with a game of its own, as GAME"
    parser.add_argument("--module", metavar="M", action="append", default=[], help=module)
    return parser


def _options(arguments: Sequence[str] | None) -> Options:
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error("--games must be at least 1")
    game = game_named(given.game, given.module)
    try:
        ruleset = game.ruleset(given.ruleset) if given.ruleset else game.rulesets[0]
    except KeyError:
        names = ", ".join(ruleset.name for ruleset in game.rulesets)
        raise JobError(f"{game.name} has no ruleset {given.ruleset!r}; choose of {names}") from None
    if len(given.bots) != ruleset.seats:
        raise JobError(f"{game.title} has {ruleset.seats} seats, but {len(given.bots)} bots came")
    return Options(
        game=game,
        ruleset=ruleset,
        bots=tuple(given.bots),
        seed=random.SystemRandom().randrange(1 << 31) if given.seed is None else given.seed,
        matches=given.games,
        replay=given.replay,
        log=given.log,
        modules=tuple(given.module),
    )


def _seats(options: Options) -> tuple[SeatJob, ...]:
    """All bots, built; one that plays on two seats is built once."""
    built = {bot: _build(options.game, bot) for bot in dict.fromkeys(options.bots)}
    seats: list[SeatJob] = []
    for bot in options.bots:
        seat = built[bot]
        names = [other.name for other in seats]
        number = 2
        name = seat.name
        while name in names:
            name = f"{seat.name} ({number})"
            number += 1
        seats.append(replace(seat, name=name))
    return tuple(seats)


def _build(game: Game, bot: str) -> SeatJob:
    name, source = _source(game, bot)
    with tempfile.TemporaryDirectory() as folder:
        write_to(source, Path(folder))
        try:
            artifact = build(Path(folder), LANGUAGES[source.language], lambda _line: None)
        except BuildError as error:
            raise BuildError(f"{bot} does not build: {error}", error.log) from error
    program = materialize(artifact.data, artifact.sha256)
    return SeatJob(name, program, artifact.manifest.argv)


def _source(game: Game, bot: str) -> tuple[str, Source]:
    """What a bot is called, and its files."""
    if bot.startswith(_HOUSE):
        wanted = bot.removeprefix(_HOUSE)
        for house in game.house:
            if house.name == wanted:
                return f"house/{wanted}", Source(house_files(house, game.kits), house.language)
        names = ", ".join(house.name for house in game.house) or "none"
        raise UploadError(f"{game.name} has no house bot {wanted!r}; it has {names}")
    path = Path(bot)
    if not path.exists():
        raise UploadError(f"{bot}: there is no such file or folder")
    file_name, content = _read(path)
    try:
        return path.resolve().stem, read_upload(file_name, io.BytesIO(content))
    except UploadError as error:
        raise UploadError(f"{bot}: {error}") from error


def _read(path: Path) -> tuple[str, bytes]:
    """A bot's name and bytes as they would be uploaded: a folder becomes a zip."""
    if not path.is_dir():
        return path.name, path.read_bytes()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(path.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(path))
    return f"{path.name}.zip", buffer.getvalue()


def _match(options: Options, seats: tuple[SeatJob, ...], number: int) -> bool:
    """Play one match and print it; whether no bot was at fault."""
    setup = Setup(
        seats=tuple(SeatSetup(i, seat.name) for i, seat in enumerate(seats)),
        seed=options.seed + number,
        ruleset=options.ruleset.name,
        params=options.ruleset.params,
    )
    job = Job(
        match=f"local {number + 1}",
        game=options.game.name,
        setup=setup,
        seats=seats,
        limits=Limits(memory_mb=options.ruleset.memory_mb),
        cpu=_processor(),
        modules=options.modules,
    )
    print(f"\nmatch {number + 1}, seed {setup.seed}")
    with ExitStack() as stack:
        record = _recorder(options, number, stack)
        result: dict[str, JSON] = {}
        for line in messages(job):
            if line["type"] == "result":
                result = line
            elif line["type"] == "log" and options.log:
                _print_log(seats[line["seat"]].name, line)
            record(line)
    return _print_result(seats, result)


def _processor() -> int:
    """One for the whole match, as waking another one costs more than most turns.

    Runners that work at the same time should not all get the same one.
    """
    processors = sorted(os.sched_getaffinity(0))
    return processors[os.getpid() % len(processors)]


def _recorder(options: Options, number: int, stack: ExitStack) -> Callable[[dict[str, JSON]], None]:
    """What takes a match's lines to its replay file, if one is wanted."""
    if options.replay is None:
        return lambda _line: None
    path = options.replay
    if options.matches > 1:
        stem, dot, suffixes = path.name.partition(".")
        path = path.with_name(f"{stem}-{number + 1}{dot}{suffixes}")
    writer = ReplayWriter(stack.enter_context(path.open("wb")))

    def record(line: dict[str, JSON]) -> None:
        match line["type"]:
            case "header":
                writer.header(line)
            case "frame":
                writer.frame(encode(line), key="key" in line)
            case "result":
                writer.result(line)

    return record


def _print_log(name: str, line: dict[str, JSON]) -> None:
    where = f"[{name}, game {line['game'] + 1}, turn {line['turn']}]"
    for text in line["text"].splitlines():
        # A bot must not be able to send commands to the terminal.
        shown = "".join(c if c.isprintable() or c == "\t" else "�" for c in text)
        print(f"{where} {shown}", file=sys.stderr)
    if line.get("cut"):
        print(f"{where} (cut here: too much)", file=sys.stderr)


def _print_result(seats: tuple[SeatJob, ...], result: dict[str, JSON]) -> bool:
    games = [Outcome.from_json(game) for game in result["games"]]
    match = Outcome.from_json(result["outcome"])
    if len(games) > 1:
        for number, game in enumerate(games, 1):
            scores = [
                f"{seat.name} {end.score:g}" for seat, end in zip(seats, game.seats, strict=True)
            ]
            print(f"  game {number}: {', '.join(scores)}{_because(game.reason)}")
    width = max(len(seat.name) for seat in seats)
    order = sorted(range(len(seats)), key=lambda seat: match.seats[seat].rank)
    for seat in order:
        end, used = match.seats[seat], result["seats"][seat]
        how = "" if end.end is EndState.OK else f"  {_ENDS[end.end]}{_because(end.reason)}"
        cpu = f"CPU {used['cpu_ms'] / 1000:.2f} s in {used['turns']} turns"
        print(f"  {end.rank}. {seats[seat].name:{width}}  score {end.score:g}  {cpu}{how}")
    print(f"  {result['wall_ms'] / 1000:.1f} s{_because(match.reason)}")
    return all(end.end is EndState.OK for outcome in (*games, match) for end in outcome.seats)


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


if __name__ == "__main__":
    sys.exit(main())
