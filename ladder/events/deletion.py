"""The part in events and circuits of a person whose account was deleted."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_deleted
from ladder.events.models import (
    CircuitMember,
    EntryConsent,
    EventMember,
    FreezeExemption,
    Invitation,
    Question,
    WaitingPlace,
)


@receiver(account_deleted, dispatch_uid="events.forget_person")
def forget_person(person: User, **_: object) -> None:
    """The person runs no event or circuit, and organizers of the site may run those without an
    owner.  Codes stay for those who have them, without the person; other invitations go.  Answers
    to all stay, without the name of the asker.
    """
    for roles in (EventMember, CircuitMember, EntryConsent, FreezeExemption):
        roles.objects.filter(person=person).delete()
    person.user_permissions.clear()
    WaitingPlace.objects.filter(bot__owner=person).delete()
    own = Invitation.objects.filter(person=person)
    own.filter(kind=Invitation.Kind.PERSON).delete()
    own.update(person=None)
    asked = Question.objects.filter(asker=person)
    asked.exclude(pk__in=Question.objects.for_all()).delete()
    asked.update(asker=None)
