"""Writes the archive of an event, in the format of `docs/event-archive.md`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import IO, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils import timezone

from arbiter.csv_text import lines
from arbiter.links import site_url
from exports.archive import Tell
from exports.event_archives import require_size, viewer_of
from exports.models import Export
from games.replay import ReplayError
from games.replayed import NotReproducible
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.viewer import EventViewer
from matches.models import Match
from matches.recorded.replays import open_file, open_replay
from pages.events.archive.links import replay_file, rewritten, table_file
from pages.events.archive.matches import REPLAY, match_pages, players, with_engine, without_player
from pages.events.archive.pages import ArchivePage, all_pages
from pages.events.archive.selection import Selection
from pages.events.files.results_json import texts
from pages.events.files.tables import final_rows, match_rows, table_rows
from sandbox.play import offline
from storage.bundles import READABLE, BundleWriter

FORMAT = 1
"""Raised where a file or a field goes or changes its meaning."""
STYLES = (
    *offline.FRAME_STYLES,
    "site/prose.css",
    *offline.PLAYER_STYLES,
    "site/author.css",
    "site/events.css",
    "site/archive.css",
)
TOLD_EVERY = 10
"""Pages between two reports of progress."""
TABS = {"entrant": "entrants", "encounter": "stage", "match": "matches"}
"""The tab of a page, where it is not called as the page's template."""
GONE = (FileNotFoundError, NotReproducible, ReplayError)
"""Errors of a replay that cannot be read."""


def build(export: Export, file: IO[bytes], tell: Tell) -> None:
    """Write an archive that somebody ordered.  ValidationError where nobody may see it any more."""
    EventArchive(viewer_of(export), with_replays=export.asked.replays, tell=tell).write(file)


class EventArchive:
    """The archive of an event as one viewer may see it.

    Only ``made`` and `README.txt` tell when it was made: apart from them the same event gives the
    same bytes.
    """

    def __init__(
        self,
        viewer: EventViewer,
        *,
        with_replays: bool,
        made: datetime | None = None,
        tell: Tell = lambda *_: None,
    ) -> None:
        self._selection = Selection(viewer, with_replays=with_replays)
        self._viewer, self._event = viewer, viewer.event
        self._made = made or timezone.now()
        self._tell = tell
        self._players = players(self._selection)
        self._done = 0

    def write(self, file: IO[bytes]) -> dict[str, Any]:
        """Write everything; returns the manifest.  Whatever ``tell`` raises ends it."""
        self._bundle = BundleWriter(file, self._made, READABLE)
        self._file = file
        with self._bundle, timezone.override(self._selection.zone):
            self._write_assets()
            for page in all_pages(self._selection):
                self._step("pages")
                self._write_page(page)
            for match, page in match_pages(self._selection, self._players):
                self._step("matches")
                self._write_match(match, page)
            self._write_data()
            self._write(
                "README.txt", [render_to_string("events/archive/readme.txt", self._about())]
            )
            return self._bundle.finish(self._manifest())

    def _step(self, part: str) -> None:
        """Report progress; ValidationError where the archive became larger than is allowed."""
        contents = self._selection.contents
        total = len(contents.matches) + len(contents.encounters) + len(contents.entrants)
        if self._done % TOLD_EVERY == 0:
            self._tell(part, min(self._done, total), total)
        self._done += 1
        require_size(self._file.tell(), replays=self._selection.with_replays)

    def _write(self, name: str, texts: Iterable[str]) -> None:
        with self._bundle.entry(name) as entry:
            for text in texts:
                entry.write(text.encode())

    def _write_assets(self) -> None:
        self._write("assets/style.css", [offline.styles(STYLES)])
        self._write("assets/favicon.svg", [(offline.STATIC / "site/favicon.svg").read_text()])
        for player in self._players.values():
            self._write(player.file, [player.script])

    def _render(self, page: ArchivePage) -> str:
        contents, zone = self._selection.contents, self._selection.zone
        frame = {
            "event": self._event,
            "viewer": self._viewer,
            "user": AnonymousUser(),
            "rights": frozenset(),
            "archived": True,
            "with_replays": self._selection.with_replays,
            "zone": self._event.time_zone,
            "version": version(),
            "tab": TABS.get(page.template, page.template),
        }
        text = render_to_string(f"events/archive/{page.template}.html", {**frame, **page.context})
        return rewritten(text, contents, page.address, page.file, zone)

    def _write_page(self, page: ArchivePage) -> None:
        self._write(page.file, [self._render(page)])

    def _write_match(self, match: Match, page: ArchivePage) -> None:
        """The page of a match and its replay; without these where the replay cannot be read."""
        if match.pk not in self._selection.replays:
            self._write_page(page)
            return
        try:
            with open_replay(match) as reader:
                replay = offline.embedded(reader) if page.context.get("player") else ""
                engine = str(reader.header.get("engine", ""))
            with (
                open_file(match) as source,
                self._bundle.entry(replay_file(match.pk), packed=True) as entry,
            ):
                entry.copy(source)
        except GONE:
            self._write_page(without_player(page))
            return
        before, _, after = self._render(with_engine(page, engine)).partition(REPLAY)
        self._write(page.file, [before, replay, after])

    def _write_data(self) -> None:
        self._write("data/results.json", texts(self._viewer, with_url=False))
        self._write("data/final.csv", lines(final_rows(self._viewer)))
        self._write("data/matches.csv", lines(match_rows(self._viewer)))
        for stage in self._viewer.opened:
            result = stage_results.shown(self._viewer, stage)
            self._write(table_file(stage.key), lines(table_rows(stage, result)))

    def _about(self) -> dict[str, object]:
        return {
            "event": self._event,
            "made": self._made.astimezone(UTC),
            "version": version(),
            "site": site_url(),
            "public": not self._viewer.user.is_authenticated,
            "replays": self._selection.with_replays,
        }

    def _manifest(self) -> dict[str, object]:
        return {
            "format": FORMAT,
            "kind": "event archive",
            "event": {"slug": self._event.slug, "name": self._event.name},
            "audience": "role" if self._viewer.user.is_authenticated else "public",
            "replays": self._selection.with_replays,
            "made": self._made.astimezone(UTC).isoformat(timespec="seconds"),
            "software": f"Arbiter {version()}",
        }


def version() -> str:
    """The version of this software."""
    project = tomllib.loads((settings.ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])
