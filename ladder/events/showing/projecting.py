"""Acts on the projectors of an event: the scene that they show, and the logos of sponsors."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import transaction
from PIL import Image, UnidentifiedImageError

from accounts.models import Viewer
from arbiter import texts
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from ladder.events.models import Event, Projector, Scene, Sponsor, Stage
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct
from storage import space
from storage.files import NewFiles, discard

MOST_SPONSORS = 8
MOST_BYTES = 2_000_000
LARGEST = 4000
"""Pixels of an uploaded picture, in both directions."""
SIZE = (800, 400)
"""Pixels in which a logo is kept, at most."""
FORMATS = ("PNG", "JPEG", "WEBP")
NO_PICTURE = "This file is no picture that the site reads. Choose a PNG, JPEG or WebP file."


@transaction.atomic
def show_scene(event: Event, by: Viewer, scene: Scene, stage: Stage | None = None) -> None:
    """Have every projector of the event show a scene, of a stage where one is named."""
    actor = require(by, event, EventAct.REVEAL)
    if stage is not None and stage.event_id != event.pk:
        raise ValidationError("This stage is part of another event. Choose one of these stages.")
    values = {"scene": scene, "stage": stage}
    Projector.objects.update_or_create(event=event, defaults=values)
    forget()
    label = f"{scene.label}, {stage.name}" if stage is not None else str(scene.label)
    record(actor, event, event, f"projector: {label}")


def add_sponsor(event: Event, by: Viewer, name: str, logo: Any) -> Sponsor:
    """Keep a logo, drawn again as PNG: only its pixels are taken from the upload.

    ValidationError for a file that is no picture, or too large, and for more than 8 logos.
    """
    actor = require(by, event, EventAct.PLAN)
    texts.require_lines(name=name)
    if not name.strip():
        raise ValidationError({"name": "Enter the name, which is read out in place of the logo."})
    space.require()
    picture, out = drawn_again(logo), BytesIO()
    picture.save(out, "PNG", optimize=True)
    sponsor = Sponsor(event=event, name=name.strip()[:60])
    sponsor.width, sponsor.height = picture.size
    with NewFiles() as files:
        files.save(sponsor.logo, f"{event.pk}.png", ContentFile(out.getvalue()))
        with transaction.atomic():
            lock(Event.objects).get(pk=event.pk)
            if event.sponsors.count() >= MOST_SPONSORS:
                raise ValidationError(
                    f"An event has at most {MOST_SPONSORS} logos. Remove one of them first."
                )
            sponsor.save()
            forget()
            record(actor, event, event, f"logo added: {sponsor.name}")
        files.keep()
    return sponsor


def drawn_again(upload: Any) -> Image.Image:
    """The pixels of an uploaded picture, as RGBA in at most `SIZE`.  ValidationError where it is no
    picture of these formats, or too large."""
    if upload.size > MOST_BYTES:
        size = f"{MOST_BYTES // 1_000_000} MB"
        raise ValidationError({"logo": f"The file is larger than {size}. Choose a smaller one."})
    try:
        with Image.open(upload, formats=FORMATS) as opened:
            if max(opened.size) > LARGEST:
                raise ValidationError(
                    {"logo": f"The picture is wider or higher than {LARGEST} pixels. Shrink it."}
                )
            picture = opened.convert("RGBA")
    except (OSError, SyntaxError, ValueError, UnidentifiedImageError, Image.DecompressionBombError):
        raise ValidationError({"logo": NO_PICTURE}) from None
    picture.thumbnail(SIZE)
    return picture


@transaction.atomic
def remove_sponsor(sponsor: Sponsor, by: Viewer) -> None:
    actor = require(by, sponsor.event, EventAct.PLAN)
    record(actor, sponsor.event, sponsor.event, f"logo removed: {sponsor.name}")
    sponsor.delete()
    discard(str(sponsor.logo.name))
    forget()
