"""Tries of code against a house bot.  They last for a day."""

from __future__ import annotations

import gzip
import json
import uuid

from django.core.files.base import ContentFile
from django.db import models

from accounts.models import User
from arbiter.working.passing import Retried
from games.engine import EndState
from games.lessons import Lesson, lesson_of
from games.registry import GAMES


class Try(Retried):
    """One build of code that is no bot's, and one match; those of a lesson may have more.

    The key is known to the browser that requested the try alone.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        BUILDING = "building", "being built"
        PLAYING = "playing", "playing"
        DONE = "done", "played"
        FAILED = "failed", "failed"

    UNFINISHED = (State.WAITING, State.BUILDING, State.PLAYING)

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="+")
    network = models.CharField(
        max_length=64, db_index=True, help_text="A digest of the address that requested it."
    )
    browser = models.CharField(
        max_length=64, blank=True, help_text="Without an account: a digest of the session."
    )
    game = models.CharField(max_length=40)
    language = models.CharField(max_length=20)
    opponent = models.CharField(max_length=30, help_text="The name of a house bot.")
    lesson = models.CharField(max_length=40, blank=True, help_text="Its name; empty: no lesson.")
    source = models.FileField(
        upload_to="try-sources/",
        blank=True,
        help_text="The files, packed by `sandbox.uploads.archives`, until the try is over.",
    )
    source_bytes = models.PositiveIntegerField(default=0)
    program = models.CharField(
        max_length=200, blank=True, help_text="Of several that the build makes; empty: detected."
    )
    seed = models.BigIntegerField()
    map = models.JSONField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING, db_index=True)
    created = models.DateTimeField(auto_now_add=True, db_index=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    build_log = models.TextField(blank=True)
    failure = models.TextField(blank=True, help_text="The error, its cause, and what to do.")
    log = models.JSONField(default=list, blank=True, help_text="Lines of its standard error.")
    result = models.JSONField(null=True, blank=True, help_text="The judger's outcome.")
    match = models.PositiveSmallIntegerField(
        default=1, help_text="The number of the match that is played, or was played last."
    )
    count = models.IntegerField(default=0, help_text="The count of the lesson, over all matches.")
    frames = models.FileField(
        upload_to="try-frames/", blank=True, help_text="Header, frames and result: JSON, gzip."
    )
    frames_bytes = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["created"]
        verbose_name_plural = "tries"
        constraints = [
            models.UniqueConstraint(
                fields=["owner"],
                condition=models.Q(finished=None, owner__isnull=False),
                name="one_try_of_a_person",
            ),
            models.UniqueConstraint(
                fields=["network", "browser"],
                condition=models.Q(finished=None, owner=None),
                name="one_try_of_a_browser",
            ),
        ]

    def __str__(self) -> str:
        return f"try {self.key}"

    def content(self) -> dict[str, object] | None:
        """Header, frames and result, where the match was played."""
        if not self.frames:
            return None
        with self.frames.open("rb") as file:
            content: dict[str, object] = json.loads(gzip.decompress(file.read()))
        return content

    def keep_frames(self, data: bytes) -> None:
        """Store packed frames; the row is not saved."""
        self.frames.save(f"{self.key}.json.gz", ContentFile(data), save=False)
        self.frames_bytes = len(data)

    @property
    def is_over(self) -> bool:
        return self.state not in self.UNFINISHED

    @property
    def match_seed(self) -> int:
        return int(self.seed) ^ (self.match - 1)

    @property
    def task(self) -> Lesson | None:
        """Its lesson, where it has one and the game still has it."""
        if not self.lesson or self.game not in GAMES:
            return None
        return lesson_of(GAMES[self.game], self.lesson)

    @property
    def failed(self) -> bool:
        """Whether it was not built, or the bot did not play to the end."""
        if self.state == self.State.FAILED:
            return True
        seats = (self.result or {"outcome": {"seats": []}})["outcome"]["seats"]
        return any(seat["end"] != EndState.OK for seat in seats[:1])

    @property
    def passed(self) -> bool:
        """Whether it has passed its lesson."""
        task = self.task
        done = self.state == self.State.DONE and not self.failed
        return done and task is not None and self.count >= task.needs


class LessonPassed(models.Model):
    """A person has passed a lesson of a game."""

    person = models.ForeignKey(User, models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    lesson = models.CharField(max_length=40)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "lessons passed"
        constraints = [
            models.UniqueConstraint(fields=["person", "game", "lesson"], name="a_lesson_once")
        ]

    def __str__(self) -> str:
        return f"lesson {self.lesson} of {self.game}, passed by {self.person}"
