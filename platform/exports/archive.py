"""Writing an archive: JSON Lines, files where they are wanted, and a manifest.

The manifest has, besides what `storage.bundles` puts there, the ``rows`` of each file, and when the
archive was begun and ended.  Rows that change meanwhile may be in one table and not in another.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import IO, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.utils import timezone

from arbiter.database.chunks import in_chunks
from bots.models import BotVersion
from exports.options import Options
from exports.tables import CHUNK, Table, matches, tables
from games.replayed import NotReproducible
from matches.models import Match
from matches.recorded.replays import open_file
from storage.bundles import BundleWriter, Summary

FORMAT = 1
Tell = Callable[[str, int, int], None]
"""Called with the part, the rows written so far and about how many there are; it may raise."""


@dataclass(frozen=True, slots=True)
class Content:
    """Content of an archive: tables, sources of versions, replays of matches, and entries of its
    manifest ``about`` it."""

    tables: Sequence[Table]
    sources: QuerySet[BotVersion]
    replays: QuerySet[Match]
    about: Mapping[str, object]


def content_of(options: Options) -> Content:
    """Everything that the options choose."""
    return Content(
        tables(options),
        BotVersion.objects.all() if options.sources else BotVersion.objects.none(),
        matches(options) if options.replays else Match.objects.none(),
        {"options": options.to_json()},
    )


class Archive:
    """One archive that is being written to ``file``."""

    def __init__(self, file: IO[bytes], content: Content, tell: Tell) -> None:
        self._content, self._tell = content, tell
        self._done = 0
        self._total = sum(table.count() for table in content.tables)
        self._bundle = BundleWriter(file)

    def write(self) -> dict[str, Summary]:
        """Everything; returns its files by name.  Whatever ``tell`` raises ends it."""
        began = timezone.now()
        with self._bundle:
            for table in self._content.tables:
                self._write_table(table)
            self._write_files(
                "sources",
                self._content.sources.exclude(source=""),
                lambda row: row.source.open("rb"),
            )
            self._write_files("replays", self._content.replays.exclude(replay=""), open_file)
            about = {
                "format": FORMAT,
                "began": began.isoformat(),
                "ended": timezone.now().isoformat(),
                **self._content.about,
            }
            self._bundle.finish(about)
            return self._bundle.files

    def _write_table(self, table: Table) -> None:
        with self._bundle.entry(f"{table.name}.jsonl") as entry:
            entry.rows = 0
            self._tell(table.name, self._done, self._total)
            for row in table.read():
                entry.write(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode())
                entry.write(b"\n")
                entry.rows += 1
                self._done += 1
                if self._done % CHUNK == 0:
                    self._tell(table.name, self._done, self._total)

    def _write_files(
        self, part: str, rows: QuerySet[Any], open_one: Callable[[Any], AbstractContextManager[Any]]
    ) -> None:
        """Files beside the tables; one that is lost is left out, and so missing in the manifest."""
        suffix = ".zip" if part == "sources" else ".jsonl.gz"
        self._total += rows.count()
        for row in in_chunks(rows, CHUNK):
            self._tell(part, self._done, self._total)
            self._done += 1
            inside = f"{part}/{row.pk}{suffix}"
            with (
                suppress(FileNotFoundError, NotReproducible),
                open_one(row) as source,
                self._bundle.entry(inside, packed=True) as entry,
            ):
                entry.rows = 1
                entry.copy(source)


def write(file: IO[bytes], content: Content, tell: Tell = lambda *_: None) -> dict[str, Summary]:
    """Write an archive to ``file``, which need not be seekable; returns its files by name."""
    return Archive(file, content, tell).write()
