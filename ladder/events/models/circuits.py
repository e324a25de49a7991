"""Circuits: events that share one table of points."""

from django.db import models
from django.urls import reverse

from accounts.models import User
from ladder.events.models.event import Event


class CircuitRole(models.TextChoices):
    """The roles of the people who run a circuit.  Organizers of the site have those of an owner."""

    OWNER = "owner", "owner"
    ORGANIZER = "organizer", "co-organizer"


def usual_points() -> list[int]:
    """Points of places 1, 2 … of a new circuit."""
    return [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]


class Circuit(models.Model):
    """Events with a table over all: points by place, of which the best results count."""

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"

    class Rows(models.TextChoices):
        """The lines of the table: owners of bots, who may be teams, or bots."""

        PEOPLE = "people", "people and teams"
        BOTS = "bots", "bots"

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=60)
    about = models.TextField(max_length=5000, blank=True, help_text="Markdown.")
    game = models.CharField(max_length=40, blank=True, help_text="Empty: events of any game.")
    rows = models.CharField(max_length=10, choices=Rows, default=Rows.PEOPLE)
    points = models.JSONField(default=usual_points, help_text="Of places 1, 2 …; others have 0.")
    best = models.PositiveSmallIntegerField(
        default=0, help_text="The number of results that count; 0: all."
    )
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("circuit", args=[self.slug])


class CircuitMember(models.Model):
    """A person with a role in the running of a circuit."""

    circuit = models.ForeignKey(Circuit, models.CASCADE, related_name="members")
    person = models.ForeignKey(User, models.CASCADE, related_name="circuit_roles")
    role = models.CharField(max_length=10, choices=CircuitRole)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "person"], name="one_circuit_role")
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.get_role_display()} of {self.circuit}"


class CircuitEvent(models.Model):
    """An event of a circuit.  ``number`` is its place in the order of the events."""

    circuit = models.ForeignKey(Circuit, models.CASCADE, related_name="legs")
    event = models.ForeignKey(Event, models.CASCADE, related_name="circuit_legs")
    number = models.PositiveSmallIntegerField()
    factor = models.PositiveSmallIntegerField(default=1, help_text="Multiplies its points.")
    final = models.SlugField(
        max_length=40, blank=True, help_text="The final stage that counts; empty: the first one."
    )
    added = models.DateTimeField(auto_now_add=True)
    added_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "event"], name="one_circuit_event")
        ]

    def __str__(self) -> str:
        return f"{self.event} in {self.circuit}"
