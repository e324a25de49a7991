"""The bots of a person whose account was deleted: they retire, and their files go."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from accounts.signals import account_deleted
from arbiter.working import queues
from bots.models import Bot, BotOffer, BotVersion, BuildRequest
from bots.versions.artifacts import BATCH, FILELESS, ArtifactState, unneeded
from storage.files import discard

TIDY = "bots.tasks.tidy"
_GONE = "The account of its owner was deleted."


@receiver(account_deleted)
def retire_bots(person: User, rename: bool, **_: object) -> None:
    """Take all bots of the person out of play, and out of their teams.

    Versions that a worker builds or proves go on to their end, after which `delete_files` finds
    them.
    """
    BuildRequest.objects.filter(owner=person).delete()
    BotOffer.objects.filter(Q(person=person) | Q(by=person)).delete()
    for bot in Bot.objects.filter(owner=person):
        bot.retired_at = bot.retired_at or timezone.now()
        bot.team, bot.about = None, ""
        if rename:
            bot.name = f"bot-{bot.pk}"
        bot.save()
    versions = BotVersion.objects.filter(bot__owner=person)
    waiting = versions.filter(state=BotVersion.State.WAITING)
    waiting.update(state=BotVersion.State.FAILED, failure=_GONE)
    queues.send_after_commit(TIDY)


def with_files() -> QuerySet[BotVersion]:
    """Versions of deleted accounts that have files, and that no match or event needs any more."""
    gone = unneeded().filter(bot__in=Bot.objects.filter(owner__deleted_at__isnull=False))
    return gone.exclude(artifact_state=ArtifactState.DELETED)


def delete_files() -> int:
    """Delete the files and texts of `with_files`; of how many versions.  A periodic task finds the
    rest."""
    versions = list(with_files().order_by()[:BATCH])
    for version in versions:
        with transaction.atomic():
            BotVersion.objects.filter(pk=version.pk).update(**FILELESS, note="", build_log="")
            for file in (version.source, version.artifact):
                if file.name:
                    transaction.on_commit(partial(discard, file.name))
    return len(versions)
