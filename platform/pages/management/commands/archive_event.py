"""``manage.py archive_event``: the archive of an event, without a worker and without an entry."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from games.texts.sentences import paragraph
from ladder.events import permissions
from ladder.events.models import Event
from ladder.events.reading.viewer import EventViewer, visible_events
from ladder.events.roles import EventAct
from pages.events.archive.builder import EventArchive


class Command(BaseCommand):
    help = "Write the archive of an event: pages, replays and files that need no network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="The event, as in its address.")
        parser.add_argument("file", type=Path, help="The ZIP file to write; it must not exist.")
        parser.add_argument(
            "--as", dest="person", metavar="NAME",
            help="Write what this person's role may see; without it, what everybody may see.",
        )  # fmt: skip
        parser.add_argument("--without-replays", action="store_true", help="Leave out replays.")

    def handle(self, *args: Any, **given: Any) -> None:
        """CommandError where the file cannot be made; what was begun is removed."""
        viewer, path = self._viewer(given["slug"], given["person"]), given["file"]
        try:
            file = path.open("xb")
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from None
        archive = EventArchive(viewer, with_replays=not given["without_replays"])
        try:
            with file:
                manifest = archive.write(file)
        except BaseException as error:
            path.unlink(missing_ok=True)
            if isinstance(error, ValidationError):
                raise CommandError(paragraph(*error.messages)) from None
            raise
        self.stdout.write(f"{path}: {len(manifest['files'])} files")

    def _viewer(self, slug: str, name: str | None) -> EventViewer:
        user: User | AnonymousUser = AnonymousUser()
        if name is not None:
            named = User.objects.filter(username=name).first()
            if named is None:
                raise CommandError(f"There is no person “{name}”. Check the name.")
            user = named
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            raise CommandError(f"There is no event “{slug}”. Its address ends with this name.")
        if name is not None and not permissions.may(user, event, EventAct.SEE):
            raise CommandError(f"{name} has no role in {event}. Leave out --as, or name another.")
        if not visible_events(user).filter(pk=event.pk).exists():
            raise CommandError(f"{event} is a draft. Name a person who runs it by --as.")
        return EventViewer(event, user)
