"""Services on foreign games.

Errors are for the organizer who asked: `ValidationError`, `UploadError` and `ManifestError` say
what to do, `PermissionDenied` who may.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import BinaryIO

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Viewer
from accounts.permissions import require_organizer
from arbiter.working import queues
from arbiter.working.passing import AFRESH
from audit import services as audit
from games.foreign import games_folder
from games.foreign.game import ForeignGame, game_of
from games.foreign.installed import check_names, check_title
from games.registry import GAMES, OURS
from games.texts import visible
from installs import broadcast
from installs.models import GameInstall
from installs.welcome import check_house, welcome
from rulesets.installed import ensure, follow, publish, withdraw
from sandbox.foreign.install import installing
from sandbox.foreign.install.installing import Installed, digest_of
from sandbox.foreign.install.packages import Package, read_package
from sandbox.limits import GAME_ARCHIVE
from search import sections
from storage import space
from storage.files import NewFiles, opened

State = GameInstall.State

INSTALL = "installs.tasks.install"
"""The task that installs one game."""
MAX_LOSSES = 3
"""An installation fails after this number of workers that ended during it: it may be the cause."""
OURS_TO_MEND = (
    "The platform could not install this game; nothing was changed, and it need not be the game's "
    "fault. Press “Try again”; if it happens again, look at the log of the workers of builds."
)
NO_FOLDER = (
    "This site takes no foreign games: ARBITER_GAMES is empty. The operator can set "
    "it to a folder, and restart the site."
)


def folder() -> Path:
    """Where games are installed.  ValidationError where the site takes none."""
    folder = games_folder()
    if folder is None:
        raise ValidationError(NO_FOLDER)
    return folder


def installed() -> list[ForeignGame]:
    return [game for game in GAMES.values() if isinstance(game, ForeignGame)]


def request_install(by: Viewer, name: str, data: BinaryIO) -> GameInstall:
    """Keep an archive, whose file is called ``name``, and have the game in it installed."""
    organizer = require_organizer(by)
    folder()
    space.require()
    content = data.read(GAME_ARCHIVE.upload + 1)
    package = read_package(io.BytesIO(content))
    _check(package)
    row = GameInstall(
        **_described(package.manifest.name, package.manifest.title, package.manifest.version),
        archive_name=name[-200:],
        archive_sha256=package.sha256,
        archive_bytes=package.size,
        by=organizer,
    )
    stem = f"{row.name}-{package.sha256[:16]}"
    with NewFiles() as files:
        files.save(row.archive, f"{stem}.archive", ContentFile(content))
        try:
            with transaction.atomic():
                row.save()
                audit.record(organizer, row, "sent to be installed")
                queues.send_after_commit(INSTALL, row.pk)
        except IntegrityError:
            raise ValidationError(_busy(row.name)) from None
        files.keep()
    return row


def _described(name: str, title: str, version: str) -> dict[str, str]:
    return {"name": name, "title": title, "version": version}


def _check(package: Package) -> None:
    """Checks before anything is built."""
    installing.check_languages(package.manifest)
    game = game_of(package.manifest)
    others = {name: other for name, other in GAMES.items() if name != game.name or name in OURS}
    check_names(game, others)
    check_title(game, others)
    check_house(game)


def _busy(name: str) -> str:
    return (
        f"A version of {name} is being installed at this moment. "
        "Wait until it is done, then send this one again."
    )


def again(row: GameInstall, by: Viewer) -> None:
    """Try to install a game once more, for instance after a fault of the platform."""
    organizer = require_organizer(by)
    try:
        with transaction.atomic():
            failed = GameInstall.objects.filter(pk=row.pk, state=State.FAILED).exclude(archive="")
            if not failed.update(state=State.WAITING, failure="", log="", losses=0, **AFRESH):
                raise ValidationError("Only an archive that failed can be tried again.")
            audit.record(organizer, row, "sent to be installed again")
            queues.send_after_commit(INSTALL, row.pk)
    except IntegrityError:
        raise ValidationError(_busy(row.name)) from None


def unpack(row: GameInstall) -> Package:
    """The package that was sent."""
    with opened(row.archive) as file:
        return read_package(file)


def install(source: Path, say: installing.Say) -> Installed:
    """Build, try and install the game in a folder, and let the site welcome it.

    Errors are those of `sandbox.foreign.install.installing.install`.
    """
    follow()  # names and titles of other machines' games are taken, too
    done = installing.install(source, folder(), OURS, say, check_house)
    GAMES.refresh()
    publish(done.game)
    broadcast.follow_everywhere()
    for line in welcome([done.game]):
        say(f"{line}\n")
    sections.refresh()
    return done


def done(row: GameInstall, made: Installed) -> None:
    """Note that it was installed."""
    row.state, row.failure, row.finished = State.INSTALLED, "", timezone.now()
    row.digest, row.trial = digest_of(made.game), list(made.scores)
    fields = ["state", "failure", "finished", "digest", "trial"]
    with transaction.atomic():
        row.save(update_fields=fields)
        if row.by is not None:
            audit.record(row.by, row, f"installed as {row.name}")


def done_by_command(made: Installed) -> GameInstall:
    """A row for what was installed without an archive."""
    game = made.game
    row = GameInstall(**_described(game.name, game.title, game.version), state=State.INSTALLED)
    row.finished, row.digest, row.trial = timezone.now(), digest_of(game), list(made.scores)
    row.save()
    return row


def failed(row: GameInstall, reason: str) -> None:
    """Nothing was changed: ``reason`` says what is wrong and what to do."""
    GameInstall.objects.filter(pk=row.pk).exclude(state=State.INSTALLED).update(
        state=State.FAILED, failure=visible(reason), finished=timezone.now()
    )


def lost(row: GameInstall) -> None:
    """Restart an installation whose worker, named in ``row``, is gone. Does nothing if another
    worker has it.
    """
    losses = row.losses + 1
    held = GameInstall.objects.filter(
        pk=row.pk, state=State.INSTALLING, worker=row.worker, started=row.started
    )
    with transaction.atomic():
        if losses >= MAX_LOSSES:
            if held.update(losses=losses):
                failed(row, OURS_TO_MEND)
        elif held.update(state=State.WAITING, losses=losses):
            queues.send_after_commit(INSTALL, row.pk)


def release() -> int:
    """Restart every unfinished installation when no worker runs. Returns their number."""
    rows = list(GameInstall.objects.unsettled())
    GameInstall.objects.filter(state=State.INSTALLING).update(state=State.WAITING)
    for row in rows:
        queues.send_after_commit(INSTALL, row.pk)
    return len(rows)


def remove(name: str, by: Viewer, reason: str) -> str:
    """Take a game away; its title.  Bots, matches and ratings stay in the database."""
    organizer = require_organizer(by)
    ensure(name)
    game = next((each for each in installed() if each.name == name), None)
    row = None if game is None else row_of(game)
    if game is None or row is None or not take_away(name):
        raise ValidationError(f"No game {name} is installed.")
    audit.record(organizer, row, "removed", reason)
    sections.refresh()
    return game.title


def take_away(name: str) -> bool:
    """Remove the game from all machines; whether it was on this one."""
    if not installing.remove(name, folder()):
        return False
    withdraw(name)
    broadcast.follow_everywhere()
    GAMES.refresh()
    return True


def row_of(game: ForeignGame) -> GameInstall:
    """How the version that is here came here; a new row where nothing is known of that."""
    rows = GameInstall.objects.filter(
        name=game.name, digest=digest_of(game), state=State.INSTALLED
    ).select_related("by")
    if (row := rows.first()) is not None:
        return row
    return GameInstall.objects.create(
        **_described(game.name, game.title, game.version),
        state=State.INSTALLED,
        digest=digest_of(game),
    )
