"""Request tries, within limits, and remove them after a day."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from arbiter.database.locks import database_now, lock
from arbiter.serving.addresses import household
from arbiter.working import queues
from arbiter.working.passing import due
from bots.models import Bot, BotVersion
from bots.versions import artifacts
from controls import languages
from controls.models import Hold
from controls.walls import watched
from games.engine import Ruleset
from games.lessons import Lesson
from games.registry import GAMES
from maps.pools import draw_map, generates
from matches.creating import new_seed
from sandbox.languages import LANGUAGES
from sandbox.limits import BUILDS, MIB
from sandbox.uploads.archives import read_files, to_zip
from storage import quota, space
from storage.files import NewFiles, discard
from tries.models import Try

PLAY = "tries.tasks.play"
KEPT = timedelta(days=1)
LARGEST = 2 * MIB
"""Bytes of the code of one try without an account; else the limits of uploads hold alone."""
HOURLY = 60
"""Tries within an hour, of one person, or of one browser without an account."""
HOURLY_OF_ADDRESS = 240
"""The same of all browsers without an account of one network address."""
MATCH_WALL_S = 240.0
"""The longest that the matches of a try may take, also on a busy machine."""
MOST_WAITING = 100
"""Unfinished tries of people with an account."""
MOST_WITHOUT_ACCOUNT = 100
"""Unfinished tries without an account,"""
MOST_OF_ADDRESS = 10
"""and those of them of one network address."""
LOST = timedelta(seconds=2 * BUILDS.wall_s + MATCH_WALL_S + 60)
"""A try that has run longer than this has lost its worker.  The preparation of a compiler may take
as long as the build."""
NOT_ENDED = "Your last try has not ended yet. Wait until it has."
MANY_HERE = (
    "Many people at your network address are trying their code just now. Wait a minute, or log in: "
    "then only your own tries count."
)
NO_ACCOUNT = "Trying a bot needs an account on this site. Sign up: your browser keeps the code."
RUNNING = (Try.State.BUILDING, Try.State.PLAYING)
CHUNK = 500
_HOUR = timedelta(hours=1)


def open_to_all() -> bool:
    """Whether people without an account may try code: only where the kernel holds every wall."""
    return bool(settings.TRIES_WITHOUT_ACCOUNT) and not watched()


def opponents(game: str) -> QuerySet[Bot]:
    """The house bots that a try can be played against now."""
    return Bot.objects.filter(game=game, is_house=True, active_version__isnull=False)


def _digest(text: str) -> str:
    """A digest of an address or a session, which are not kept themselves."""
    return salted_hmac("tries", text, algorithm="sha256").hexdigest()


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
    browser: str = "",
) -> Try:
    """Have code built and played against a house bot; ``by`` is None without an account.

    ``again`` is a try whose seed and map this one gets.  A ``lesson`` names its opponent itself.
    ``browser`` is the session of a browser without an account.  `UploadError` for files that are no
    program, `ValidationError` where something is unknown or a limit is reached, `PermissionDenied`
    where an account is needed.
    """
    if by is None and not open_to_all():
        raise PermissionDenied(NO_ACCOUNT)
    if game not in GAMES:
        raise ValidationError(f"There is no game “{game}” here.")
    space.require()
    row = Try(owner=by, game=game, opponent=opponent, lesson=lesson)
    row.network, row.browser = _digest(household(address)), "" if by else _digest(browser)
    if lesson:
        row.opponent = _task(row).opponent
    _require_opponent(game, row.opponent)
    row.language, row.program = code.language, code.program
    source = _packed(code, by)
    if again is not None and (again.game, again.lesson) == (game, lesson):
        row.seed, row.map = again.seed, again.map
    else:
        row.seed = new_seed()
        row.map = drawn_map(game, rules_of(row), row.seed)
    _require_room(row)
    _keep(row, source)
    return row


def _keep(row: Try, source: bytes) -> None:
    """Save a new try, and have it done."""
    row.source_bytes = len(source)
    with NewFiles() as files:
        files.save(row.source, f"{row.key}.zip", ContentFile(source))
        try:
            with transaction.atomic():
                if row.owner is not None:
                    owner = lock(User.objects).get(pk=row.owner.pk)
                    quota.require(owner, len(source))
                row.save()
                queues.send_after_commit(PLAY)
        except IntegrityError:  # another request was faster
            raise ValidationError(NOT_ENDED) from None
        files.keep()


def _packed(code: Code, by: User | None) -> bytes:
    if code.language not in LANGUAGES:
        raise ValidationError(f"There is no language “{code.language}”.")
    if problem := languages.problem(LANGUAGES[code.language]):
        raise ValidationError(problem)
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
    drawn = None
    if not generates(game, rules.name):
        drawn = draw_map(game, rules.name, random.Random(seed))
    return drawn.board if drawn else None


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
    lately = Try.objects.filter(created__gt=timezone.now() - _HOUR)
    here = Q(owner=None, network=row.network)
    own = Q(owner=row.owner) if row.owner else here & Q(browser=row.browser)
    if unfinished.filter(own).exists():
        raise ValidationError(NOT_ENDED)
    if lately.filter(own).count() >= HOURLY:
        raise ValidationError(f"You have tried {HOURLY} times within an hour. Wait a few minutes.")
    others, most = unfinished.exclude(owner=None), MOST_WAITING
    if row.owner is None:
        others, most = unfinished.filter(owner=None), MOST_WITHOUT_ACCOUNT
        busy = unfinished.filter(here).count() >= MOST_OF_ADDRESS
        if busy or lately.filter(here).count() >= HOURLY_OF_ADDRESS:
            raise ValidationError(MANY_HERE)
    if others.count() >= most:
        raise ValidationError("Many people are trying their code just now. Wait a minute.")


def _waiting(machine: str) -> QuerySet[Try]:
    """Those that this machine may begin; none while it is held back."""
    free = ~Exists(Hold.objects.on_builds(machine))
    return Try.objects.filter(due(machine), free, state=Try.State.WAITING)


def waiting_of_accounts(machine: str) -> QuerySet[Try]:
    """Tries of people with an account that wait, the next one first: each has one at most."""
    return _waiting(machine).exclude(owner=None).order_by("created")


def waiting_without_account(machine: str) -> QuerySet[Try]:
    """The others that wait, the next one first.

    Network addresses take turns: those with the fewest tries running, then those whose last try
    began longest ago.  So do the browsers of one address.
    """
    of_address = Try.objects.filter(owner=None, network=OuterRef("network")).order_by()
    of_browser = of_address.filter(browser=OuterRef("browser"))
    running = of_address.filter(state__in=RUNNING).values("network").annotate(n=Count("pk"))
    last = Max("started")
    return (
        _waiting(machine)
        .filter(owner=None)
        .annotate(
            running=Coalesce(Subquery(running.values("n")), Value(0)),
            served=Subquery(of_address.values("network").annotate(t=last).values("t")),
            own_served=Subquery(of_browser.values("browser").annotate(t=last).values("t")),
        )
        .order_by(
            "running",
            F("served").asc(nulls_first=True),
            F("own_served").asc(nulls_first=True),
            "created",
        )
    )


@quota.measured
def stored_for(owner: User) -> quota.StoredShare:
    return quota.StoredShare("tries", _stored(Try.objects.filter(owner=owner)))


def _stored(rows: QuerySet[Try]) -> int:
    total = rows.aggregate(total=Sum(F("source_bytes") + F("frames_bytes")))["total"]
    return int(total or 0)


def remove(rows: QuerySet[Try]) -> None:
    """Delete tries and their files."""
    names = [name for pair in rows.values_list("source", "frames") for name in pair if name]
    rows.delete()
    for name in names:
        transaction.on_commit(partial(discard, name))


def _drop_sources() -> None:
    """Delete the sources of tries that are over: nobody reads them again."""
    over = Try.objects.exclude(finished=None).exclude(source="")
    for key, name in list(over.values_list("key", "source")):
        Try.objects.filter(key=key).update(source="", source_bytes=0)
        discard(name)


def _make_room() -> None:
    """Remove tries without an account while they take more than the site has for them together:
    the oldest of the network address whose tries take most."""
    over = Try.objects.filter(owner=None).exclude(finished=None)
    excess = _stored(over) - settings.TRIES_MB * MIB
    if excess <= 0:
        return
    size = F("source_bytes") + F("frames_bytes")
    sizes: dict[str, deque[tuple[UUID, int]]] = {}
    for network, key, amount in over.order_by("created").values_list("network", "key", size):
        sizes.setdefault(network, deque()).append((key, amount))
    sums = {network: sum(amount for _, amount in rows) for network, rows in sizes.items()}
    gone = []
    while excess > 0:
        largest = max(sums, key=lambda network: sums[network])
        key, amount = sizes[largest].popleft()
        gone.append(key)
        sums[largest] -= amount
        excess -= amount
    for start in range(0, len(gone), CHUNK):
        remove(Try.objects.filter(key__in=gone[start : start + CHUNK]))


def sweep() -> int:
    """Remove old tries and sources, fail lost ones, and remind the queue of those that wait; how
    many wait."""
    remove(Try.objects.filter(created__lt=database_now(-KEPT)))
    running = Try.objects.filter(state__in=RUNNING, started__lt=database_now(-LOST))
    lost = "The worker of this try was lost. Try again."
    running.update(state=Try.State.FAILED, finished=database_now(), failure=lost)
    _drop_sources()
    _make_room()
    waiting = Try.objects.filter(state=Try.State.WAITING).count()
    for _ in range(waiting - queues.length("builds")):
        queues.send(PLAY)
    return waiting
