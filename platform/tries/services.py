"""Request tries, within limits, and remove them after a day."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from arbiter import queues
from arbiter.addresses import household
from bots import artifacts
from bots.models import Bot, BotVersion
from games.engine import Ruleset
from games.lessons import Lesson
from games.registry import GAMES
from maps.pools import draw_map, generates
from matches.services import new_seed
from matches.walls import watched
from sandbox.archives import read_files, to_zip
from sandbox.languages import LANGUAGES
from sandbox.limits import BUILDS, MIB
from storage import space
from tries.models import Try

PLAY = "tries.tasks.play"
KEPT = timedelta(days=1)
LARGEST = 2 * MIB
"""Bytes of the code of one try without an account; else the limits of uploads hold alone."""
HOURLY = 60
"""Tries within an hour, of one person or of one network address."""
MATCH_WALL_S = 240.0
"""The longest that the matches of a try may take, also on a busy machine."""
MOST_WAITING = 20
"""Unfinished tries of the whole site."""
MOST_WITHOUT_ACCOUNT = 5
"""Those of them that have no owner."""
LOST = timedelta(seconds=2 * BUILDS.wall_s + MATCH_WALL_S + 60)
"""A try that has run longer than this has lost its worker.  The preparation of a compiler may take
as long as the build."""
NOT_ENDED = "Your last try has not ended yet. Wait until it has."
NO_ACCOUNT = "Trying a bot needs an account on this site. Sign up: your browser keeps the code."
_HOUR = timedelta(hours=1)


def open_to_all() -> bool:
    """Whether people without an account may try code: only where the kernel holds every wall."""
    return bool(settings.TRIES_WITHOUT_ACCOUNT) and not watched()


def opponents(game: str) -> QuerySet[Bot]:
    """The house bots that a try can be played against now."""
    return Bot.objects.filter(game=game, is_house=True, active_version__isnull=False)


def digest_of(address: str) -> str:
    """The digest of a client's household: the address itself is not kept."""
    return salted_hmac("tries", household(address), algorithm="sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Code:
    """Files to build; ``program`` plays of several that this makes, "" to detect it."""

    files: Mapping[str, bytes]
    language: str
    program: str = ""


def request(
    by: User | None,
    address: str,
    game: str,
    code: Code,
    opponent: str,
    again: Try | None = None,
    lesson: str = "",
) -> Try:
    """Have code built and played against a house bot; ``by`` is None without an account.

    ``again`` is a try whose seed and map this one gets.  A ``lesson`` names its opponent itself.
    `UploadError` for files that are no program, `ValidationError` where something is unknown or a
    limit is reached, `PermissionDenied` where an account is needed.
    """
    if by is None and not open_to_all():
        raise PermissionDenied(NO_ACCOUNT)
    if game not in GAMES:
        raise ValidationError(f"There is no game “{game}” here.")
    space.require()
    row = Try(owner=by, network=digest_of(address), game=game, opponent=opponent, lesson=lesson)
    if lesson:
        row.opponent = _task(row).opponent
    _require_opponent(game, row.opponent)
    row.language, row.program, row.source = code.language, code.program, _packed(code, by)
    if again is not None and (again.game, again.lesson) == (game, lesson):
        row.seed, row.map = again.seed, again.map
    else:
        row.seed = new_seed()
        row.map = drawn_map(game, rules_of(row), row.seed)
    _require_room(row)
    try:
        with transaction.atomic():
            row.save()
            queues.send_after_commit(PLAY)
    except IntegrityError:  # another request was faster
        raise ValidationError(NOT_ENDED) from None
    return row


def _packed(code: Code, by: User | None) -> bytes:
    if code.language not in LANGUAGES:
        raise ValidationError(f"There is no language “{code.language}”.")
    source = read_files(code.files, code.language)
    if by is None and source.size > LARGEST:
        raise ValidationError(f"The code is larger than {LARGEST // MIB} MB. Remove some of it.")
    return to_zip(source)


def _task(row: Try) -> Lesson:
    if row.task is None:
        raise ValidationError(f"{GAMES[row.game].title} has no lesson “{row.lesson}”.")
    return row.task


def rules_of(row: Try) -> Ruleset:
    """The rules by which a try is played: those of its lesson, or a short game."""
    game = GAMES[row.game]
    return row.task.rules(game) if row.task else game.short(game.rulesets[0])


def drawn_map(game: str, rules: Ruleset, seed: int) -> object:
    """The board of a match with this seed; None where its engine makes one."""
    found = None
    if not generates(game, rules.name):
        found = draw_map(game, rules.name, random.Random(seed))
    return found.board if found else None


def _require_opponent(game: str, name: str) -> None:
    bot = opponents(game).filter(name=name).select_related("active_version").first()
    if bot is None or bot.active_version is None:
        raise ValidationError(f"No house bot “{name}” plays here now. Choose another one.")
    if bot.active_version.artifact_state != BotVersion.ArtifactState.KEPT:
        artifacts.want([bot.active_version.pk])
        raise ValidationError(f"{name} is being built. Try again in a minute.")


def _require_room(row: Try) -> None:
    """`ValidationError` where this person, this address or the site has too many tries now."""
    unfinished = Try.objects.filter(finished=None)
    own = Q(owner=row.owner) if row.owner else Q(owner=None, network=row.network)
    if unfinished.filter(own).exists():
        raise ValidationError(NOT_ENDED)
    if Try.objects.filter(own, created__gt=timezone.now() - _HOUR).count() >= HOURLY:
        raise ValidationError(f"You have tried {HOURLY} times within an hour. Wait a few minutes.")
    strangers = row.owner is None and unfinished.filter(owner=None).count() >= MOST_WITHOUT_ACCOUNT
    if strangers or unfinished.count() >= MOST_WAITING:
        raise ValidationError("Many people are trying their code just now. Wait a minute.")


def sweep() -> int:
    """Remove old tries, fail lost ones, and remind the queue of those that wait; how many wait."""
    now = timezone.now()
    Try.objects.filter(created__lt=now - KEPT).delete()
    running = Try.objects.filter(state__in=(Try.State.BUILDING, Try.State.PLAYING))
    running.filter(started__lt=now - LOST).update(
        state=Try.State.FAILED, finished=now, failure="The worker of this try was lost. Try again."
    )
    waiting = Try.objects.filter(state=Try.State.WAITING).count()
    for _ in range(waiting - queues.length("builds")):
        queues.send(PLAY)
    return waiting
