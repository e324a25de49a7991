"""Restoring a backup: everything is checked and laid out first, then moved into place.

Earlier data is moved aside, never deleted. If a step fails, it is moved back.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any

from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import connection
from django.utils import timezone

from arbiter.database.schema import unknown_migrations
from games.foreign import games_folder
from games.texts.sentences import paragraph
from storage import backup
from storage.bundles import BundleError, BundleReader
from storage.databases import DatabaseFailure, Sqlite, database


class Refusal(Exception):
    """The backup is not restored, and nothing was changed; the message says why and what to do."""


@dataclass(slots=True)
class Restored:
    """``aside``: folders that hold what was there before."""

    manifest: dict[str, Any]
    aside: list[Path] = field(default_factory=list)


def restore(file: IO[bytes], *, replace: bool = False) -> Restored:
    """Make this site what it was when the backup was written.

    `Refusal` where the site runs, where it holds data and ``replace`` is false, and where the
    backup is damaged, of another version or of another kind of database.
    """
    with _stopped_site():
        try:
            bundle = BundleReader(file)
            _check(bundle, replace=replace)
            return _restore(bundle)
        except BundleError as error:
            raise Refusal(f"The backup is damaged: {error}. Use another one.") from None
        except DatabaseFailure as error:
            raise Refusal(f"{str(error).capitalize()}.") from None


@contextmanager
def _stopped_site() -> Iterator[None]:
    """Hold the folder of a site that does not run, as `make run` holds it."""
    var = Path(settings.VAR)
    var.mkdir(parents=True, exist_ok=True)
    with open(var / "lock", "a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refusal(f"Arbiter runs on {var}. Stop it first.") from None
        yield


# Checks, before anything is written ---------------------------------------------------------------


def _check(bundle: BundleReader, *, replace: bool) -> None:
    about, source = bundle.manifest, database()
    if about.get("kind") != backup.KIND:
        raise Refusal("The file is not a backup of Arbiter; `manage.py backup FILE` writes one.")
    if about["format"] > backup.FORMAT or (newer := unknown_migrations(about["migrations"])):
        version = (
            f"The backup is from another version of Arbiter ({newer[0]} is not known here)."
            if about["format"] <= backup.FORMAT
            else f"The backup is from another version of Arbiter (format {about['format']} is not "
            "known here)."
        )
        raise Refusal(paragraph(version, "Install that version, then restore."))
    if about["database"] != connection.vendor:
        raise Refusal(
            f"The backup holds a database of {about['database']}, and this site uses "
            f"{connection.vendor}. Set DATABASE_URL to a {about['database']} database."
        )
    if not isinstance(default_storage, FileSystemStorage):
        raise Refusal(
            "The files of this site are in an S3 store (STORAGE_URL). Restore without STORAGE_URL, "
            "which writes them into the folder MEDIA_ROOT. Copy that folder into the bucket, then "
            "start with STORAGE_URL."
        )
    if not replace and (
        not source.is_empty() or any(path.is_file() for path in _media().rglob("*"))
    ):
        raise Refusal(
            "This site holds data already. Restore into an empty ARBITER_VAR and database, or "
            "add --replace: the present data is then moved aside."
        )
    _check_names(bundle)
    _check_room(bundle)
    for name in bundle.files:
        bundle.copy(name)


def _check_names(bundle: BundleReader) -> None:
    """No file leaves the folder that it belongs to, not even by a link."""
    links = {f"{backup.GAMES}{name}" for name in bundle.manifest["links"]}
    for name in (*bundle.files, *links):
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\0" in name:
            raise BundleError(f"{name!r} is no name of a file")
        if any(str(folder) in links for folder in path.parents):
            raise BundleError(f"{name!r} is below a link")


def _check_room(bundle: BundleReader) -> None:
    needed = sum(each["bytes"] for each in bundle.files.values())
    free = shutil.disk_usage(settings.VAR).free
    if needed > free:
        raise Refusal(
            f"The backup needs {needed >> 20} MB of disk, and {free >> 20} MB are free below "
            f"{settings.VAR}. Free some first."
        )


def _media() -> Path:
    return Path(settings.MEDIA_ROOT)


# Moving into place --------------------------------------------------------------------------------


class _Swap:
    """Replaces entries of one folder; `back` undoes it."""

    def __init__(self, folder: Path, stamp: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.aside = folder, folder / f"replaced-{stamp}"
        self.staged = Path(tempfile.mkdtemp(prefix=".restore-", dir=folder))
        self._moves: list[tuple[Path, Path]] = []

    def take_in(self, old: list[str]) -> None:
        """Move ``old`` entries of the folder aside, and those that were laid out in."""
        for name in old:
            if (self.folder / name).exists() or (self.folder / name).is_symlink():
                self.aside.mkdir(exist_ok=True)
                self._move(self.folder / name, self.aside / name)
        for path in sorted(self.staged.iterdir()):
            self._move(path, self.folder / path.name)

    def _move(self, source: Path, target: Path) -> None:
        os.rename(source, target)
        self._moves.append((source, target))

    def back(self) -> None:
        while self._moves:
            source, target = self._moves.pop()
            os.rename(target, source)
        with suppress(OSError):  # it is shared with a swap that was not undone yet, or not there
            self.aside.rmdir()

    def clean(self) -> None:
        shutil.rmtree(self.staged, ignore_errors=True)


Moves = list[tuple[_Swap, list[str]]]
"""Folders, and the names of entries that are moved aside in each."""


def _restore(bundle: BundleReader) -> Restored:
    stamp = timezone.now().strftime("%Y%m%d-%H%M%S")
    with ExitStack() as stack:

        def swap(folder: Path) -> _Swap:
            made = _Swap(folder, stamp)
            stack.callback(made.clean)
            return made

        moves = _lay_out_files(bundle, swap)
        load = _lay_out_database(bundle, swap, moves)
        connection.close()
        try:
            for each, old in moves:
                each.take_in(old)
            load()
        except BaseException:
            for each, _ in reversed(moves):
                each.back()
            raise
    aside = dict.fromkeys(each.aside for each, _ in moves)
    return Restored(bundle.manifest, [folder for folder in aside if folder.exists()])


def _lay_out_files(bundle: BundleReader, swap: Callable[[Path], _Swap]) -> Moves:
    media, var = swap(_media()), swap(Path(settings.VAR))
    _lay_out(bundle, backup.MEDIA, media.staged)
    _lay_out(bundle, backup.PRIVATE, var.staged)
    moves: Moves = [(media, _old_media(media)), (var, list(backup.PRIVATE_FILES))]
    if (games := games_folder()) is not None and bundle.manifest["links"]:
        folder = swap(games)
        _lay_out(bundle, backup.GAMES, folder.staged)
        for name, target in bundle.manifest["links"].items():
            (folder.staged / name).parent.mkdir(parents=True, exist_ok=True)
            (folder.staged / name).symlink_to(target.replace(backup.ROOT, str(settings.ROOT), 1))
        moves.append((folder, [path.name for path in folder.staged.iterdir()]))
    return moves


def _lay_out_database(
    bundle: BundleReader, swap: Callable[[Path], _Swap], moves: Moves
) -> Callable[[], None]:
    """Lay the database out; what is left to do after the ``moves``, to which it adds."""
    source = database()
    path = source.path if isinstance(source, Sqlite) else Path(settings.VAR) / source.entry
    base = swap(path.parent)
    staged = base.staged / path.name
    _lay_out_one(bundle, source.entry, staged)
    source.check(staged)
    if isinstance(source, Sqlite):
        moves.append((base, [path.name + end for end in ("", "-wal", "-shm")]))
        return lambda: None
    if not source.is_empty():
        base.aside.mkdir(exist_ok=True)
        source.dump(base.aside / source.entry)
    return partial(source.load, staged)


def _old_media(media: _Swap) -> list[str]:
    """The content of the folder of files, without earlier folders that were moved aside."""
    return [
        path.name
        for path in media.folder.iterdir()
        if path != media.staged and not path.name.startswith("replaced-")
    ]


def _lay_out(bundle: BundleReader, prefix: str, folder: Path) -> None:
    for name in bundle.files:
        if name.startswith(prefix):
            _lay_out_one(bundle, name, folder / name.removeprefix(prefix))


def _lay_out_one(bundle: BundleReader, name: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb") as target:
        bundle.copy(name, target)
        target.flush()
        os.fsync(target.fileno())
    path.chmod(bundle.mode(name) & 0o777 or 0o600)
