"""The files of a version as text, and a new version from edited ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import BinaryIO, cast

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import User
from bots import services
from bots.models import BotVersion
from sandbox.uploads.archives import stored_files

LARGEST = 200_000
"""Bytes of a file that is edited in the page."""
TOGETHER = 2_000_000
"""Bytes of all files that are edited in the page."""

Edits = Mapping[str, str | None]
"""By path: the new text of a file, or None where it was removed."""


def files_of(version: BotVersion, by: User) -> dict[str, bytes]:
    """All files of a version by path, for those who manage its bot."""
    services.read_source(version, by)
    return contents(version)


def contents(version: BotVersion) -> dict[str, bytes]:
    """The same for callers that have checked the permission; empty if the files are gone."""
    if not version.source:
        return {}
    with version.source.open("rb") as file:
        return stored_files(cast("BinaryIO", file))


def texts_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """Those of the files that are text and small enough to be edited, by path."""
    texts: dict[str, str] = {}
    room = TOGETHER
    for path, content in sorted(files.items()):
        text = _text(content)
        if text is not None and len(content) <= room:
            texts[path] = text
            room -= len(content)
    return texts


def _text(content: bytes) -> str | None:
    if len(content) > LARGEST or b"\0" in content:
        return None
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def save(version: BotVersion, by: User, edits: Edits, note: str = "") -> BotVersion:
    """Upload a version's files with these edits as the bot's next version.

    `UploadError` as `bots.services.upload_version`, and `ValidationError` where nothing changed.
    """
    files = files_of(version, by)
    edited = applied(files, edits)
    if edited == files:
        raise ValidationError(
            f"Nothing differs from version {version.number}: change a file first."
        )
    return services.upload_files(
        version.bot, by, _kept(edited), version.language, note, version.program
    )


@transaction.atomic
def create(
    by: User, game: str, name: str, files: Edits, *, language: str, note: str = ""
) -> BotVersion:
    """A new bot of this person with its first version; neither is kept where one is refused."""
    bot = services.create_bot(by, game, name)
    return services.upload_files(bot, by, _kept(applied({}, files)), language, note)


def applied(files: Mapping[str, bytes], edits: Edits) -> dict[str, bytes]:
    """The files with these edits."""
    kept = {path: content for path, content in files.items() if path not in edits}
    return kept | {path: text.encode() for path, text in edits.items() if text is not None}


def _kept(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    if not files:
        raise ValidationError("All files are removed: keep at least one source.")
    return files
