"""The waiting places, invitations and exemptions of a person whose account was deleted."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_deleted
from ladder.events.models import EntryConsent, FreezeExemption, Invitation, WaitingPlace


@receiver(account_deleted)
def remove_from_events(person: User, **_: object) -> None:
    """Codes stay for those who have them, without the person; other invitations go."""
    WaitingPlace.objects.filter(bot__owner=person).delete()
    EntryConsent.objects.filter(person=person).delete()
    FreezeExemption.objects.filter(person=person).delete()
    own = Invitation.objects.filter(person=person)
    own.filter(kind=Invitation.Kind.PERSON).delete()
    own.update(person=None)
