"""Writing an archive: a ZIP of JSON Lines, of files where they are wanted, and a manifest.

``manifest.json`` comes last and has, for each file, its rows, bytes and SHA-256, and when the
archive was begun and ended.  What changes meanwhile may be in one table and not in another.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.db.models.fields.files import FieldFile
from django.utils import timezone

from bots.models import BotVersion
from exports.options import Options
from exports.tables import CHUNK, Table, matches, tables

FORMAT = 1
BLOCK = 1 << 20
Tell = Callable[[str, int, int], None]
"""Called with the part, the rows written so far and about how many there are; it may raise."""


class _Entry:
    """A file of the archive while it is written."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target, self._digest = target, hashlib.sha256()
        self.rows = self.size = 0

    def write(self, data: bytes) -> None:
        self._target.write(data)
        self._digest.update(data)
        self.size += len(data)

    def summary(self) -> dict[str, Any]:
        return {"rows": self.rows, "bytes": self.size, "sha256": self._digest.hexdigest()}


class Archive:
    """One archive that is being written to ``file``."""

    def __init__(self, file: IO[bytes], options: Options, tell: Tell) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._options, self._tell = options, tell
        self._files: dict[str, dict[str, Any]] = {}
        self._done = 0
        self._tables = tables(options)
        self._total = sum(table.count() for table in self._tables)

    def write(self) -> dict[str, Any]:
        """Everything; returns the manifest.  Whatever ``tell`` raises ends it."""
        began = timezone.now()
        with self._zip:
            for table in self._tables:
                self._write_table(table)
            if self._options.sources:
                self._write_files("sources", BotVersion.objects.all(), _source)
            if self._options.replays:
                self._write_files("replays", matches(self._options).exclude(replay=""), _replay)
            manifest = {
                "format": FORMAT,
                "began": began.isoformat(),
                "ended": timezone.now().isoformat(),
                "options": self._options.to_json(),
                "files": self._files,
            }
            self._zip.writestr("manifest.json", json.dumps(manifest, indent=1))
        return manifest

    @contextmanager
    def _entry(self, name: str, *, packed: bool = False) -> Iterator[_Entry]:
        info = zipfile.ZipInfo(name, timezone.now().timetuple()[:6])
        # What is compressed already would only cost time.
        info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
        info.external_attr = 0o600 << 16
        with self._zip.open(info, "w", force_zip64=True) as target:
            entry = _Entry(target)
            yield entry
        self._files[name] = entry.summary()

    def _write_table(self, table: Table) -> None:
        with self._entry(f"{table.name}.jsonl") as entry:
            self._tell(table.name, self._done, self._total)
            for row in table.read():
                entry.write(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode())
                entry.write(b"\n")
                entry.rows += 1
                self._done += 1
                if self._done % CHUNK == 0:
                    self._tell(table.name, self._done, self._total)

    def _write_files(
        self, part: str, rows: QuerySet[Any], find: Callable[[Any], tuple[str, FieldFile]]
    ) -> None:
        """Files beside the tables; one that is lost is left out, and so missing in the manifest."""
        self._total += rows.count()
        for row in rows.order_by("pk").iterator(chunk_size=CHUNK):
            self._tell(part, self._done, self._total)
            self._done += 1
            name, file = find(row)
            if not file.name or not file.storage.exists(file.name):
                continue
            with file.open("rb") as source, self._entry(f"{part}/{name}", packed=True) as entry:
                entry.rows = 1
                while data := source.read(BLOCK):
                    entry.write(data)


def _source(version: BotVersion) -> tuple[str, FieldFile]:
    return f"{version.pk}.zip", version.source


def _replay(match: Any) -> tuple[str, FieldFile]:
    return f"{match.pk}.jsonl.gz", match.replay


def write(file: IO[bytes], options: Options, tell: Tell = lambda *_: None) -> dict[str, Any]:
    """Write an archive; returns its manifest.  ``file`` needs no more than to be written to."""
    return Archive(file, options, tell).write()
