"""The projectors of events: the scene that an announcer has chosen, and the logos of sponsors."""

from django.db import models
from django.urls import reverse

from ladder.events.models.event import Event
from ladder.events.models.stages import Stage


class Scene(models.TextChoices):
    """The scenes of a projector; the automatic one changes by what is on."""

    AUTOMATIC = "", "Automatic"
    COUNTDOWN = "countdown", "Countdown"
    BOARDS = "boards", "Live boards"
    BRACKET = "bracket", "Bracket"
    RACE = "race", "Race"
    TABLE = "table", "Table"
    REVEAL = "reveal", "Ceremony"
    SPONSORS = "sponsors", "Sponsors"


class Projector(models.Model):
    """The choice of an announcer, for every projector of an event.

    ``stage`` is the one of which bracket, race or table are shown; None: the one that is on.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="projector")
    scene = models.CharField(max_length=10, choices=Scene, blank=True, default=Scene.AUTOMATIC)
    stage = models.ForeignKey(Stage, models.SET_NULL, null=True, blank=True, related_name="+")
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"projector of {self.event}"


class Sponsor(models.Model):
    """A logo that projectors of an event show in turn; drawn again by this site as PNG."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="sponsors")
    name = models.CharField(max_length=60)
    logo = models.FileField(upload_to="sponsors/", max_length=200)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    added = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name}, {self.event}"

    def get_absolute_url(self) -> str:
        return reverse("event-sponsor", args=[self.event.slug, self.pk])
