"""A person who deleted the account follows nothing, and nobody follows the person."""

from __future__ import annotations

from django.db.models import Q
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_deleted
from following.models import Digest, FeedAddress, Follow, Target


@receiver(account_deleted)
def remove_follows(person: User, **_: object) -> None:
    """Bots of the person lose their followers, too: they play no more."""
    Follow.objects.filter(follower=person).delete()
    Target.objects.filter(Q(person=person) | Q(bot__owner=person)).delete()
    FeedAddress.objects.filter(user=person).delete()
    Digest.objects.filter(user=person).delete()
