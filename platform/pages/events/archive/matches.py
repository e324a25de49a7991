"""The page of a match in an archive, with the player and its replay, and the player of a game."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from django.urls import reverse

from games.game import Game
from games.registry import GAMES
from ladder.events.reading import matches as event_matches
from matches.models import Match
from matches.recorded import endings
from matches.recorded.sides import told_apart
from pages.events.archive.links import SCHEME, replay_file
from pages.events.archive.pages import ArchivePage
from pages.events.archive.selection import Selection
from pages.frame.match_parts.lineup import in_words
from pages.frame.match_parts.match_seats import SeatRow, facts, seat_groups, seat_rows
from pages.frame.queries import used_map
from pages.templatetags.site import filesize
from sandbox.play import offline

REPLAY = "@replay@"
"""Stands for the replay in the page of a match, which is put in as the page is written."""


@dataclass(frozen=True)
class GamePlayer:
    """The player of one game: a classic script, because browsers load no modules from files.

    It adds an import map with all modules as ``data:`` URLs and imports the first one.
    """

    game: Game

    @property
    def file(self) -> str:
        return f"player/{self.game.name}.js"

    @cached_property
    def _map(self) -> str:
        return json.dumps(offline.modules(self.game), sort_keys=True)

    @property
    def digest(self) -> str:
        """The hash by which the policy of a page admits the import map."""
        return base64.b64encode(hashlib.sha256(self._map.encode()).digest()).decode()

    @property
    def script(self) -> str:
        return (
            'const modules = document.createElement("script");\n'
            'modules.type = "importmap";\n'
            f"modules.textContent = {json.dumps(self._map)};\n"
            "document.currentScript.after(modules);\n"
            f'addEventListener("DOMContentLoaded", () => import("{offline.ENTRY}"));\n'
        )


def players(selection: Selection) -> dict[str, GamePlayer]:
    """The player of each game whose replays are in the archive, by the game's name."""
    shown = selection.contents.games if selection.with_replays else ()
    return {
        name: GamePlayer(GAMES[name]) for name in sorted(shown) if offline.has_view(GAMES[name])
    }


def match_pages(
    selection: Selection, players: dict[str, GamePlayer]
) -> Iterator[tuple[Match, ArchivePage]]:
    """The page of each match; with `REPLAY` in it where it has the player."""
    for matches in selection.chunks():
        endings.load_outcomes(matches)
        for row in event_matches.played(selection.viewer, matches):
            player = players.get(row.match.game) if row.match.pk in selection.replays else None
            yield row.match, _page(selection, row, player)


def _page(
    selection: Selection, row: event_matches.MatchRow, player: GamePlayer | None
) -> ArchivePage:
    match = row.match
    seats: list[SeatRow] = [{**each, "rating": None, "change": None} for each in seat_rows(match)]
    context: dict[str, object] = {
        "match": match,
        "ending": endings.as_text(match),
        "row": row,
        "groups": seat_groups(seats),
        "figures": {},
        "downloads": _downloads(match) if match.pk in selection.replays else [],
        "facts": [*facts(match, seats), *_map(selection, match)],
        "left_out": selection.with_replays
        and bool(match.replay)
        and match.pk not in selection.replays,
    }
    if player is not None:
        context |= {"player": _config(match, seats), "code": player, "replay": REPLAY}
    address = reverse("match", args=[match.pk])
    return ArchivePage(f"matches/{match.pk}.html", "match", address, context)


def _map(selection: Selection, match: Match) -> list[list[str]]:
    """The name of the map, if the viewer may see it."""
    used = used_map(match.map_used_id, selection.viewer.user)
    return [["Map", used.label]] if used is not None else []


def with_engine(page: ArchivePage, version: str) -> ArchivePage:
    """The page of a match that names the version of the engine that played it."""
    named = [["Version of the engine", version]] if version else []
    known = page.context["facts"]
    assert isinstance(known, list)
    facts = [*known, *named]
    return replace(page, context={**page.context, "facts": facts})


def without_player(page: ArchivePage) -> ArchivePage:
    """The page of a match whose replay cannot be read."""
    none: dict[str, object] = dict.fromkeys(("player", "code"))
    lost = {**none, "replay": "", "downloads": [], "lost": True}
    return replace(page, context={**page.context, **lost})


def _downloads(match: Match) -> list[dict[str, str]]:
    title = f"Replay (JSON Lines, {filesize(match.replay_bytes)})"
    return [{"title": title, "url": f"{SCHEME}:{replay_file(match.pk)}"}]


def _config(match: Match, seats: list[SeatRow]) -> dict[str, object]:
    """The configuration of the player; it has no address of the site."""
    names = told_apart([row["seat"] for row in seats])
    return {
        "view": offline.view_of(match.played_game),
        "state": match.state,
        "title": in_words(match),
        "seats": [{"name": names[row["number"]]} for row in seats],
        "frames": "#player-replay",
        "log_url": None,
        "info": facts(match, seats),
    }
