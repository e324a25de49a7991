"""The foreign games of the site, on each of its machines.

The database names the version of each game, and the storage keeps it as an archive.  The folder of
a machine is a copy: a version that it lacks is fetched, checked and put in its place at once.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from django.core.files.base import ContentFile
from django.db import transaction

from arbiter.database.locks import lock
from games.foreign import games_folder
from games.foreign.game import ForeignGame
from games.registry import GAMES, OURS
from rulesets.models import InstalledGame
from sandbox.foreign.install import packages
from sandbox.foreign.install.installing import digest_of, remove
from storage.files import NewFiles, discard, opened


def publish(game: ForeignGame) -> None:
    """Have every machine offer this version, which this machine has installed."""
    made = packages.packed(game)
    row = InstalledGame(name=game.name, digest=digest_of(game), sha256=made.sha256)
    with NewFiles() as files:
        files.save(row.archive, f"{game.name}-{made.sha256[:16]}.tar", ContentFile(made.data))
        with transaction.atomic():
            _forget_archive(game.name)
            row.save()
        files.keep()


def withdraw(name: str) -> None:
    """Have every machine remove the game."""
    with transaction.atomic():
        _forget_archive(name)
        InstalledGame.objects.update_or_create(
            name=name, defaults={"digest": "", "archive": "", "sha256": ""}
        )


def _forget_archive(name: str) -> None:
    """Delete the archive of the version before, once the transaction is committed."""
    old = lock(InstalledGame.objects, deletes=True).filter(name=name).first()
    if old is not None and old.archive.name:
        transaction.on_commit(partial(discard, old.archive.name))


def ensure(name: str) -> None:
    """Give this machine the version of the game that the site has.  Costs no query for ours.

    The errors are those of storage and sandbox: `MachineFault` where this machine cannot read or
    write what it needs.
    """
    if name in OURS or (folder := games_folder()) is None:
        return
    if (row := InstalledGame.objects.filter(name=name).first()) is not None:
        _take_over(row, folder)


def follow() -> None:
    """`ensure` for every game.  A game that only this machine has is published: an earlier release
    installed it."""
    if (folder := games_folder()) is None:
        return
    rows = {row.name: row for row in InstalledGame.objects.all()}
    for row in rows.values():
        _take_over(row, folder)
    for game in list(GAMES.values()):
        if isinstance(game, ForeignGame) and game.name not in rows:
            publish(game)


def _take_over(row: InstalledGame, folder: Path) -> None:
    if not row.digest:
        if remove(row.name, folder):
            GAMES.refresh()
    elif not packages.has(folder, row.name, row.digest):
        with opened(row.archive) as file:
            packages.take_in(folder, row.name, row.digest, file.read(), row.sha256)
        GAMES.refresh()
