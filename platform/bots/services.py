"""Create, change and retire bots; upload, build and activate their versions.

Errors are for the person who asked: `ValidationError` and `UploadError` say what to do,
`PermissionDenied` who may.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Max
from django.db.models.fields.files import FieldFile
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts import naming
from accounts.models import Team, User
from accounts.permissions import (
    require_insider,
    require_manager,
    require_organizer,
    require_reason,
    require_team,
)
from arbiter import texts
from arbiter.database.locks import database_now, database_time, lock
from arbiter.working.passing import AFRESH
from audit import services as audit
from bots.models import Bot, BotVersion
from bots.notifications import tell_paused
from bots.pausing import resume_quietly
from bots.signals import (
    bot_handed_over,
    version_activated,
    version_built,
    version_failed,
    version_ready,
)
from bots.versions import agents, artifacts, building, freezing
from controls import languages
from games.registry import GAMES
from sandbox.errors import UploadError
from sandbox.languages import LANGUAGES
from sandbox.uploads.archives import Source, read_files, read_stored, read_upload, to_zip, write_to
from storage import quota, space
from storage.files import NewFiles, opened

Gate = Callable[[BotVersion], bool]
_gates: list[Gate] = []

MAX_BOTS = 50
"""Bots of one person that are not retired."""


@transaction.atomic
def create_bot(
    owner: User,
    game: str,
    name: str,
    about: str = "",
    team: Team | None = None,
    made_with: str = "",
) -> Bot:
    """``made_with`` names the coding agent or model that wrote the bot, "" if people did."""
    if game not in GAMES:
        raise ValidationError({"game": f"There is no game “{game}”; choose one of the list."})
    require_team(owner, team)
    # The owner's row is the lock: a form that was sent twice makes one bot and one explanation.
    owner = lock(User.objects).get(pk=owner.pk)
    require_place(owner)
    texts.require_texts(about=about)
    bot = Bot(owner=owner, game=game, name=name.strip(), about=about, team=team)
    bot.made_with = agents.normal(made_with)
    bot.is_house = bot.sparring = owner.is_house
    bot.full_clean(validate_constraints=False)
    if owner.bots.filter(name__iexact=bot.name).exists():
        raise ValidationError({"name": f"You already have a bot named “{bot.name}”."})
    if naming.was_taken_away(owner.pk, bot.name):
        raise ValidationError({"name": "The organizers replaced this name. Choose another one."})
    bot.save()
    return bot


def require_place(owner: User) -> None:
    """ValidationError where a person has as many bots as one may have."""
    if not owner.is_house and owner.bots.filter(retired_at=None).count() >= MAX_BOTS:
        raise ValidationError(f"{owner} has {MAX_BOTS} bots; retire one first.")


@transaction.atomic
def edit_bot(
    bot: Bot, by: User, about: str, team: Team | None, made_with: str | None = None
) -> Bot:
    """Change what a bot's page says of it; ``made_with`` of None leaves that as it is."""
    require_manager(bot, by)
    moved = team != bot.team
    if moved:
        if by.pk != bot.owner_id:
            raise PermissionDenied("Only the owner may move a bot to another team.")
        require_team(bot.owner, team)
    texts.require_texts(about=about)
    bot.about, bot.team = about, team
    bot.made_with = bot.made_with if made_with is None else agents.normal(made_with)
    bot.full_clean(exclude=["owner", "game", "name"], validate_constraints=False)
    bot.save(update_fields=["about", "team", "made_with"])
    if moved:
        bot_handed_over.send(sender=Bot, bot=bot)
    return bot


def upload_version(
    bot: Bot,
    by: User,
    name: str,
    data: BinaryIO,
    language: str = "",
    note: str = "",
    program: str = "",
) -> BotVersion:
    """Keep an upload as the bot's next version and have it built.

    ``name`` is the file's; ``language`` of "" detects it from the files, and ``program`` is the one
    that plays of several that a build makes, "" to detect it.  `UploadError` where the upload
    cannot be accepted: nothing is kept then.
    """
    return _upload(bot, by, lambda: read_upload(name, data, language=language), note, program)


def upload_files(
    bot: Bot,
    by: User,
    files: Mapping[str, bytes],
    language: str,
    note: str = "",
    program: str = "",
) -> BotVersion:
    """The same with files by path, in a language that is known."""
    return _upload(bot, by, lambda: read_files(files, language), note, program)


def _upload(bot: Bot, by: User, read: Callable[[], Source], note: str, program: str) -> BotVersion:
    require_manager(bot, by)
    freezing.require_open(bot, by)
    space.require()
    if bot.retired_at:
        raise ValidationError("The bot is retired; bring it back before you upload to it.")
    if bot.game not in GAMES:
        raise ValidationError("This site does not have the bot's game any more.")
    texts.require_lines(note=note.strip(), program=program.strip())
    source = read()
    if problem := languages.problem(LANGUAGES[source.language]):
        raise UploadError(problem)
    version = BotVersion(
        bot=bot,
        language=source.language,
        program=program.strip(),
        note=note.strip(),
        uploaded_by=by,
        source_sha256=source.sha256,
        source_bytes=source.size,
        source_files=source.count,
    )
    packed = to_zip(source)
    version.stored_bytes = len(packed)
    with NewFiles() as files:
        name = f"{version.bot_id}-{version.source_sha256[:12]}.zip"
        files.save(version.source, name, ContentFile(packed))
        _add(version)
        files.keep()
    return version


@transaction.atomic
def _add(version: BotVersion) -> None:
    """Keep the bot's next version, whose number is not known yet, and have it built."""
    owner = lock(User.objects).get(pk=version.bot.owner_id)
    building.require_room(owner)
    quota.require(owner, version.stored_bytes)
    latest = version.bot.versions.aggregate(latest=Max("number"))["latest"] or 0
    version.number = latest + 1
    version.full_clean(exclude=["source"], validate_constraints=False)
    version.save()
    building.request(version)


def rebuild(version: BotVersion, by: User, reason: str = "", program: str = "") -> None:
    """Build a version once more that failed, for instance by a fault of the platform, or whose
    artifact could not be built again.

    It counts like an upload, but not when an organizer has somebody else's bot built.
    ``program`` is one of the version's ``programs``; "" leaves it as it was.
    """
    require_manager(version.bot, by, or_organizer=True)
    artifacts.require_files(version)
    if program and program not in version.programs:
        raise ValidationError({"program": building.not_offered(version, program)})
    manages = version.bot.managed_by(by)
    # The same program once more, after a fault of ours, is no upload.
    same = version.site_fault and program in ("", version.program)
    if manages and version.state == BotVersion.State.FAILED and not same:
        freezing.require_open(version.bot, by)
    with transaction.atomic():
        owner = lock(User.objects).get(pk=version.bot.owner_id)
        if manages:
            building.require_room(owner)
        if version.artifact_state == BotVersion.ArtifactState.FAILED:
            artifacts.want([version.pk])
            building.request(version)
            return
        changed = BotVersion.objects.filter(pk=version.pk, state=BotVersion.State.FAILED).update(
            state=BotVersion.State.WAITING,
            program=program or version.program,
            programs=[],
            failed_step="",
            failure="",
            site_fault=False,
            build_log="",
            build_losses=0,
            **AFRESH,
        )
        if not changed:
            raise ValidationError("Only a version that failed can be built again.")
        if not manages:
            audit.record(by, version, "sent to be built again", reason)
        building.request(version)


def unpack_source(version: BotVersion, folder: Path) -> None:
    """Write a version's files below ``folder``, which exists and is empty."""
    with opened(version.source) as file:
        source = read_stored(file, version.language)
    write_to(source, folder)


def read_source(version: BotVersion, by: User) -> FieldFile:
    """The version's files as a stored zip, for the bot's owner and team."""
    require_insider(version.bot, by)
    artifacts.require_files(version)
    return version.source


def built(version: BotVersion, artifact: bytes, sha256: str) -> None:
    """Keep what the build made; the version has to prove itself now."""
    with artifacts.storing(version, artifact, sha256):
        version.state = BotVersion.State.PROVING
        version.build_finished = database_time()
        version.save()
        version_built.send(sender=BotVersion, version=version)


def failed(
    version: BotVersion,
    step: BotVersion.Step,
    failure: str,
    programs: Sequence[str] = (),
    *,
    site_fault: bool = False,
) -> None:
    """The version is not good enough: ``failure`` says what went wrong, why, and what to do.

    ``programs`` are those of which the author has to choose one.  ``site_fault``: its program is
    not to blame.
    """
    with transaction.atomic():
        changed = (
            BotVersion.objects.filter(pk=version.pk)
            .exclude(state=BotVersion.State.READY)
            .update(
                state=BotVersion.State.FAILED,
                failed_step=step,
                failure=failure,
                site_fault=site_fault,
                programs=list(programs),
                build_finished=Coalesce("build_finished", database_now()),
            )
        )
        if changed:
            version_failed.send(sender=BotVersion, version=version, step=step, failure=failure)


@transaction.atomic
def proved(version: BotVersion) -> None:
    """The version passed its first match: it is ready, and plays unless a newer one does."""
    bot = lock(Bot.objects).get(pk=version.bot_id)
    BotVersion.objects.filter(pk=version.pk).update(
        state=BotVersion.State.READY, ready_at=timezone.now()
    )
    held = [gate(version) for gate in _gates]  # each of them has to learn of the version
    if not any(held):
        _go_live(bot, version)
    version_ready.send(sender=BotVersion, version=version)


def before_live(gate: Gate) -> Gate:
    """Have ``gate`` asked when a version is ready; where it answers true, the version plays only
    after `go_live`."""
    if gate not in _gates:
        _gates.append(gate)
    return gate


@transaction.atomic
def go_live(version: BotVersion) -> None:
    """A version that a gate held back plays from now on, unless a newer one does."""
    bot = lock(Bot.objects).get(pk=version.bot_id)
    if version.state == BotVersion.State.READY and version.source:
        _go_live(bot, version)


def _go_live(bot: Bot, version: BotVersion) -> None:
    current = bot.active_version
    if current is None or current.number < version.number:
        _set_active(bot, version)


def _set_active(bot: Bot, version: BotVersion) -> None:
    previous = bot.active_version
    bot.active_version = version
    bot.save(update_fields=["active_version"])
    artifacts.want([version.pk])
    resume_quietly(bot)
    version_activated.send(sender=Bot, bot=bot, version=version, previous=previous)


@transaction.atomic
def activate(version: BotVersion, by: User) -> None:
    """Let this version play from now on, for instance an older one again."""
    require_manager(version.bot, by)
    bot = lock(Bot.objects).get(pk=version.bot_id)
    freezing.require_open(bot, by, upload=False)
    artifacts.require_files(version)
    if version.state != BotVersion.State.READY:
        raise ValidationError(
            f"Version {version.number} is {version.get_state_display()}; "
            "only a version that passed its first match can play."
        )
    if bot.active_version_id != version.pk:
        _set_active(bot, version)


def retire(bot: Bot, by: User) -> None:
    """Take the bot off the ladder; everything about it stays."""
    require_manager(bot, by)
    Bot.objects.filter(pk=bot.pk, retired_at=None).update(retired_at=timezone.now())
    bot.refresh_from_db()


def _want_active(bot: Bot) -> None:
    """The program of a bot that plays again may have been removed meanwhile."""
    if bot.active_version_id is not None:
        artifacts.want([bot.active_version_id])


@transaction.atomic
def unretire(bot: Bot, by: User) -> None:
    """Let a retired bot play again, where its owner has room for it."""
    require_manager(bot, by)
    if bot.retired_at:
        require_place(lock(User.objects).get(pk=bot.owner_id))
    Bot.objects.filter(pk=bot.pk).update(retired_at=None)
    bot.refresh_from_db()
    _want_active(bot)


@transaction.atomic
def deactivate(bot: Bot, by: User, reason: str) -> None:
    """An organizer takes a bot out of play, with a reason that its owner sees."""
    require_organizer(by)
    why = require_reason(reason, "the bot's owner will read it")
    Bot.objects.filter(pk=bot.pk).update(deactivated_at=timezone.now(), deactivated_why=why[:300])
    bot.refresh_from_db()
    audit.record(by, bot, "deactivated", reason)
    tell_paused(bot, f"The organizers took {bot} out of play: {why[:300]}", why[:300])


@transaction.atomic
def reactivate(bot: Bot, by: User, reason: str = "") -> None:
    require_organizer(by)
    Bot.objects.filter(pk=bot.pk).update(deactivated_at=None, deactivated_why="")
    bot.refresh_from_db()
    _want_active(bot)
    audit.record(by, bot, "reactivated", reason)
