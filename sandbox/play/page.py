"""A replay as one HTML file, with the player in it, that needs neither a site nor a network."""

from __future__ import annotations

import html
import re
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import BinaryIO, cast

from games.ending import plain
from games.engine import JSON, Outcome, with_facts
from games.game import Game
from games.replay import ReplayError, ReplayReader
from games.wire import encode
from sandbox.errors import UploadError
from sandbox.judger.job import JobError, game_named
from sandbox.play import offline
from sandbox.play.match import LogLine

_HERE = Path(__file__).parent
_INCLUDED = re.compile(r'{% include "matches/_player_(\w+)\.html" %}')
_TAG = re.compile(r"\{[%{#].*")
_NO_LOG = (
    '<p class="player-empty">A replay has no logs. A page that <code>play --show</code> opens '
    "has them.</p>"
)


def beside(replay: Path) -> Path:
    """Where a replay's page goes if nobody says where."""
    stem = replay.name.removesuffix(".gz").removesuffix(".jsonl")
    return replay.with_name(f"{stem}.html")


def write(
    replay: Path, output: Path, modules: Sequence[str] = (), logs: Sequence[LogLine] | None = None
) -> Path:
    """Write the page of a replay; ``logs`` is what its bots wrote to stderr, if that is known.

    ``modules`` may have its game, as in `game_named`.  `UploadError` where the file is no replay
    or none of a game that there is; OSError where files cannot be read or written.
    """
    with replay.open("rb") as file:
        try:
            reader = ReplayReader(cast("BinaryIO", file))
            game = _game(reader, modules)
            text = _page(game, reader, logs)
        except ReplayError as error:
            raise UploadError(f"{replay}: {error}") from error
        except JobError as error:
            raise UploadError(f"{replay} cannot be shown: {error}") from error
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            what = f"{type(error).__name__}: {error}"
            raise UploadError(f"{replay}: a replay with unknown content ({what})") from error
    output.write_text(text)
    return output


def tell(page: Path) -> None:
    sys.stdout.write(f"the replay's page: {page}\n")
    sys.stdout.flush()


def open_in_browser(page: Path) -> None:
    tell(page)
    if not webbrowser.open(page.resolve().as_uri()):
        sys.stdout.write("no browser could be started here: open that file in one\n")


def _game(reader: ReplayReader, modules: Sequence[str]) -> Game:
    game = game_named(str(reader.header["game"]), modules)
    if not offline.has_view(game):
        raise JobError(f"{game.title} has no view that could draw it")
    return game


def _page(game: Game, reader: ReplayReader, logs: Sequence[LogLine] | None) -> str:
    header = reader.header
    names = [str(seat["name"]) for seat in header["seats"]]
    titles = {ruleset.name: ruleset.title for ruleset in game.rulesets}
    ruleset = titles.get(header["ruleset"], str(header["ruleset"]))
    title = " – ".join(names)
    outcome = Outcome.from_json(with_facts(reader.result))
    facts = _facts(game, ruleset, header, reader.result)
    config = {
        "view": offline.view_of(game),
        "state": "finished",
        "title": title,
        "seats": [{"name": name} for name in names],
        "frames": "#player-replay",
        "log_url": None if logs is None else _log_url(logs),
    }
    words = {
        "title": title,
        "crumbs": f"{game.title} · {ruleset} · played without the site",
        "verdict": _verdict(names, outcome),
        "reason": f". {plain(game.ending(outcome), names)}",
    }
    parts = {
        "favicon": _data("image/svg+xml", (offline.STATIC / "site/favicon.svg").read_bytes()),
        "styles": offline.styles((*offline.FRAME_STYLES, *offline.PLAYER_STYLES)),
        "modules": offline.in_script(offline.modules(game)),
        "config": offline.in_script(config),
        "replay": offline.embedded(reader),
        "seats": "\n".join(_seat(seat, name) for seat, name in enumerate(names)),
        "facts": "\n".join(_fact(label, value) for label, value in facts),
        "no_log": _NO_LOG if logs is None else "",
        **{part: _part(part) for part in ("icons", "main", "help")},
    }
    escaped = {name: html.escape(text) for name, text in words.items()}
    return Template((_HERE / "page.html").read_text()).substitute(parts, **escaped)


def _part(name: str) -> str:
    """A part of the match page, with the parts that it includes; it has no other tags."""
    text = (offline.SITE / "templates" / "matches" / f"_player_{name}.html").read_text()
    whole = _INCLUDED.sub(lambda found: _part(found[1]), text)
    if tag := _TAG.search(whole):
        raise AssertionError(f"_player_{name}.html has {tag[0]}, which needs Django")
    return whole


def _seat(seat: int, name: str) -> str:
    text = (_HERE / "seat.html").read_text()
    return Template(text).substitute(seat=seat, name=html.escape(name))


def _fact(label: str, value: str) -> str:
    return f"<div><dt>{html.escape(label)}</dt><dd>{html.escape(value)}</dd></div>"


def _facts(game: Game, ruleset: str, header: JSON, result: JSON) -> list[tuple[str, str]]:
    return [
        ("Game", f"{game.title}, engine {header['engine']}"),
        ("Ruleset", ruleset),
        ("Seed", str(header["setup"]["seed"])),
        ("Played in", f"{result['wall_ms'] / 1000:.1f} s"),
        ("Sandbox", str(header["options"]["isolation"])),
    ]


def _verdict(names: Sequence[str], outcome: Outcome) -> str:
    winners = [name for name, end in zip(names, outcome.seats, strict=True) if end.rank == 1]
    if len(names) == 1:
        return "Played to the end"
    if len(winners) == len(names):
        return "A draw"
    return f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}"


def _log_url(logs: Sequence[LogLine]) -> str:
    return _data("application/json", encode({"lines": [line.to_json() for line in logs]}))


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{offline.in_base64(content)}"
