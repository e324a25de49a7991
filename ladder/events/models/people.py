"""The people who run an event, and those who may upload during its freeze."""

from django.db import models

from accounts.models import User
from ladder.events.models.event import Event
from ladder.events.roles import EventRole


class EventMember(models.Model):
    """A person with a role in the running of an event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="members")
    person = models.ForeignKey(User, models.CASCADE, related_name="event_roles")
    role = models.CharField(max_length=10, choices=EventRole)
    since = models.DateTimeField(auto_now_add=True)
    given_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["event", "person"], name="one_event_role")]

    def __str__(self) -> str:
        return f"{self.person}, {self.get_role_display()} of {self.event}"


class FreezeExemption(models.Model):
    """An organizer lets one person upload during the freeze of an event, for a reason."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="freeze_exemptions")
    person = models.ForeignKey(User, models.CASCADE, related_name="freeze_exemptions")
    reason = models.CharField(max_length=300)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "person"], name="one_freeze_exemption")
        ]

    def __str__(self) -> str:
        return f"{self.person} during {self.event}"
