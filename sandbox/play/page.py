"""A replay as one HTML file, with the player in it, that needs neither a site nor a network."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import BinaryIO, cast

from games.engine import JSON, Outcome
from games.game import Game
from games.replay import ReplayError, ReplayReader
from games.wire import encode
from sandbox.errors import UploadError
from sandbox.judger.client import ROOT
from sandbox.judger.job import JobError, game_named
from sandbox.play.logs import LogLine
from sandbox.play.modules import import_map

_HERE = Path(__file__).parent
_INCLUDED = re.compile(r'{% include "matches/_player_(\w+)\.html" %}')
_SITE = _HERE / "site" if (_HERE / "site").is_dir() else ROOT
"""Where the player of the site is: the installed program has a copy beside this file."""
_STATIC = _SITE / "static"
_STYLES = (
    *("site/tokens.css", "site/base.css", "site/controls.css", "site/data.css"),
    *("site/public.css", "player/seats.css", "player/clips.css", "player/player.css"),
)
_IMPORTS = re.compile(r'@import url\("[\w.]+"\);')
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
    if not (game.folder / "static" / "view.js").exists():
        raise JobError(f"{game.title} has no view that could draw it")
    return game


def _page(game: Game, reader: ReplayReader, logs: Sequence[LogLine] | None) -> str:
    header = reader.header
    names = [str(seat["name"]) for seat in header["seats"]]
    view = f"games/{game.name}/view.js"
    folders = {f"{name}/": _STATIC / name for name in ("player", "shared")}
    folders[f"games/{game.name}/"] = game.folder / "static"
    titles = {ruleset.name: ruleset.title for ruleset in game.rulesets}
    ruleset = titles.get(header["ruleset"], str(header["ruleset"]))
    title = " – ".join(names)
    outcome = Outcome.from_json(reader.result["outcome"])
    facts = _facts(game, ruleset, header, reader.result)
    config = {
        "view": view,
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
        "reason": f": {outcome.reason}" if outcome.reason else "",
    }
    parts = {
        "favicon": _data("image/svg+xml", (_STATIC / "site/favicon.svg").read_bytes()),
        "styles": _styles(),
        "modules": _json({"imports": import_map("player/player.js", view, folders)}),
        "config": _json(config),
        "replay": _base64(gzip.compress(_content(reader), mtime=0)),
        "seats": "\n".join(_seat(seat, name) for seat, name in enumerate(names)),
        "facts": "\n".join(_fact(label, value) for label, value in facts),
        "no_log": _NO_LOG if logs is None else "",
        **{part: _part(part) for part in ("icons", "main", "help")},
    }
    escaped = {name: html.escape(text) for name, text in words.items()}
    return Template((_HERE / "page.html").read_text()).substitute(parts, **escaped)


def _part(name: str) -> str:
    """A part of the match page that has no variables, with the parts that it includes."""
    text = (_SITE / "templates" / "matches" / f"_player_{name}.html").read_text()
    return _INCLUDED.sub(lambda found: _part(found[1]), text)


def _styles() -> str:
    sheets = [(_STATIC / name).read_text() for name in _STYLES]
    # Imported sheets stand before those that import them.
    return _IMPORTS.sub("", "\n".join(sheets))


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


def _content(reader: ReplayReader) -> bytes:
    """All of a replay as one JSON object, as the player's `StaticSource` takes it."""
    frames = list(reader.read_lines())
    for number, line in enumerate(frames):
        if json.loads(line)["n"] != number:
            raise ReplayError(f"frame {number} is not where it should be")
    if len(frames) != reader.frames:
        raise ReplayError(f"it should have {reader.frames} frames and has {len(frames)}")
    parts = encode(reader.header), b",".join(frames), encode(reader.result)
    return b'{"header":%b,"frames":[%b],"result":%b}' % parts


def _log_url(logs: Sequence[LogLine]) -> str:
    return _data("application/json", encode({"lines": [line.to_json() for line in logs]}))


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{_base64(content)}"


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _json(value: JSON) -> str:
    """JSON for inside of a script element, which its text must not be able to end."""
    return json.dumps(value).replace("<", "\\u003c")
