"""Create, change, publish and archive maps.

Errors are for the person who asked: `ValidationError` (a `MapRefused` where the board is at
fault) says what to do, `PermissionDenied` who may.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Sum, TextField
from django.db.models.functions import Cast, Length
from django.utils import timezone

from accounts import naming
from accounts.models import Team, User
from accounts.moderation import tell_renamed
from accounts.permissions import (
    require_manager,
    require_organizer,
    require_reason,
    require_team,
)
from arbiter import texts
from arbiter.database.chunks import in_chunks
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from audit import services as audit
from games.game import Game
from games.maps import StockMap
from games.registry import GAMES
from maps import boards
from maps.boards import Board, MapRefused
from maps.models import Fit, Map
from maps.pools import add_to_pool, draw_map, pool, remove_from_pool
from storage import quota, space

__all__ = [
    "Draft",
    "MapRefused",
    "add_to_pool",
    "archive",
    "create_map",
    "draw_map",
    "edit_map",
    "free_name",
    "install_stock",
    "pool",
    "publish",
    "remove_from_pool",
    "rename",
    "unarchive",
]

MAX_MAPS = 100
"""Maps of one person that are not in the archive."""
MAX_KEPT = 500
"""And all of them: boards take room."""
MAX_HOURLY = 60
"""New maps of one person within an hour."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A map as its author wants it.  ``text`` is in the game's format.

    ``based_on`` is the revision that the author began with; None does not ask.
    """

    name: str
    text: str
    title: str = ""
    summary: str = ""
    team: Team | None = None
    public: bool = False
    based_on: int | None = None


@transaction.atomic
def create_map(owner: User, game: str, draft: Draft, parent: Map | None = None) -> Map:
    """A new map; ``parent`` is the one that it is a copy of."""
    space.require()
    board = boards.read_text(game, draft.text)
    require_team(owner, draft.team)
    if parent is not None and (parent.game != game or not parent.visible_to(owner)):
        raise ValidationError({"parent": "There is no such map to copy."})
    # The owner's row is the lock: a form that was sent twice makes one map and one explanation.
    owner = lock(User.objects).get(pk=owner.pk)
    _check_room(owner)
    quota.require(owner, len(draft.text))
    made = Map(game=game, owner=owner, parent=parent)
    _describe(made, draft)
    _keep(made, board)
    return made


@transaction.atomic
def edit_map(the_map: Map, by: User, draft: Draft) -> Map:
    """Change what is said of a map and, where the text has another board, the board."""
    require_manager(the_map, by)
    space.require()
    board = boards.read_text(the_map.game, draft.text)
    locked = lock(Map.objects).get(pk=the_map.pk)
    if draft.team != locked.team:
        if by.pk != locked.owner_id:
            raise PermissionDenied("Only the owner may move a map to another team.")
        require_team(by, draft.team)
    changed = board.digest != locked.digest
    if changed:
        _check_not_in_pool(locked, by)
        if draft.based_on not in (None, locked.revision):
            raise ValidationError(
                f"The map was changed meanwhile and is at revision {locked.revision} now. "
                "Save once more to replace that, or open it in another window first."
            )
    if draft.public and locked.archived:
        raise ValidationError({"public": "Bring it back from the archive before you publish it."})
    _describe(locked, draft)
    if changed:
        locked.revision += 1
        _keep(locked, board)
    else:
        locked.save()
    return locked


def _describe(target: Map, draft: Draft) -> None:
    texts.require_lines(title=draft.title.strip())
    texts.require_texts(summary=draft.summary.strip())
    target.name, target.title = draft.name.strip(), draft.title.strip()
    target.summary, target.team, target.public = draft.summary.strip(), draft.team, draft.public
    target.full_clean(
        exclude=["board", "digest", "facts", "owner", "parent", "archived_by"],
        validate_constraints=False,
    )
    same = Map.objects.filter(owner=target.owner, game=target.game, name__iexact=target.name)
    if other := same.exclude(pk=target.pk).first():
        taken = (
            f"You already have a map named “{other.name}” in your archive."
            if other.archived
            else f"You already have a map named “{other.name}”."
        )
        raise ValidationError({"name": taken})


def _keep(target: Map, board: Board) -> None:
    target.board, target.digest = board.json, board.digest
    target.facts = boards.facts(target.game, board.json)
    target.save()
    _find_fits(target)


@quota.measured
def maps_of(owner: User) -> quota.StoredShare:
    """The boards of a person's maps, as long as their JSON is."""
    sizes = Map.objects.filter(owner=owner).annotate(size=Length(Cast("board", TextField())))
    return quota.StoredShare("maps", sizes.aggregate(total=Sum("size"))["total"] or 0)


def _find_fits(target: Map) -> None:
    """Note the rulesets that can be played on the map as it is."""
    objections = boards.objections(target.game, target.board)
    target.rules_digest = boards.rules_digest(target.played_game)
    target.save(update_fields=["rules_digest"])
    target.fits.all().delete()
    fitting = [name for name, objection in objections.items() if not objection]
    Fit.objects.bulk_create(Fit(map=target, ruleset=name) for name in fitting)


def _check_room(owner: User) -> None:
    if owner.maps.filter(archived=None).count() >= MAX_MAPS:
        raise ValidationError(f"{owner} has {MAX_MAPS} maps; archive one first.")
    if owner.maps.count() >= MAX_KEPT:
        raise ValidationError(f"{owner} has {MAX_KEPT} maps with those in the archive; change one.")
    if owner.maps.filter(created__gt=timezone.now() - timedelta(hours=1)).count() >= MAX_HOURLY:
        raise ValidationError(f"{MAX_HOURLY} maps were made within an hour; try again later.")


def _check_not_in_pool(the_map: Map, by: User) -> None:
    """Rated matches are played on what organizers looked at."""
    if not by.is_staff and the_map.pools.exists():
        raise ValidationError(
            {"text": "It is in the pool of a ladder: copy it and change the copy."}
        )


@transaction.atomic
def publish(the_map: Map, by: User, public: bool = True) -> None:
    """Let everybody see and play it, or nobody but those who manage it."""
    require_manager(the_map, by)
    if public and the_map.archived:
        raise ValidationError("Bring it back from the archive before you publish it.")
    Map.objects.filter(pk=the_map.pk).update(public=public)
    forget()
    the_map.public = public


@transaction.atomic
def archive(the_map: Map, by: User, reason: str = "") -> None:
    """Take a map out of all lists and pools.  Its matches stay, and it can come back.

    Organizers say why, and only they bring back what one of them archived.
    """
    require_manager(the_map, by, or_organizer=True)
    own = the_map.managed_by(by)
    why = "" if own else require_reason(reason, "the map's owner will read it", "reason")
    fields = {"archived": timezone.now(), "archived_by": by, "archived_why": why}
    if Map.objects.filter(pk=the_map.pk, archived=None).update(**fields) and not own:
        audit.record(by, the_map, "archived", reason)
    forget()
    the_map.refresh_from_db(fields=[*fields])


@transaction.atomic
def unarchive(the_map: Map, by: User, reason: str = "") -> None:
    """Bring a map back, where its owner has room; one that organizers archived, they alone."""
    require_manager(the_map, by, or_organizer=True)
    if the_map.archived is None:
        return
    if (
        not by.is_staff
        and the_map.archived_by is not None
        and not the_map.managed_by(the_map.archived_by)
    ):
        raise PermissionDenied("An organizer archived this map: ask one to bring it back.")
    if the_map.owner_id is not None:
        owner = lock(User.objects).get(pk=the_map.owner_id)
        if owner.maps.filter(archived=None).count() >= MAX_MAPS:
            raise ValidationError(f"{owner} has {MAX_MAPS} maps; archive another one first.")
    fields = {"archived": None, "archived_by": None, "archived_why": ""}
    Map.objects.filter(pk=the_map.pk).update(**fields)
    if not the_map.managed_by(by):
        audit.record(by, the_map, "brought back", reason)
    the_map.refresh_from_db(fields=[*fields])


@transaction.atomic
def rename(the_map: Map, by: User, reason: str) -> None:
    """An organizer replaces a map's name, title and summary by a neutral name.  Its address has its
    number, and stays."""
    by, why = require_organizer(by), require_reason(reason, "the map's owner will read it")
    the_map = lock(Map.objects).get(pk=the_map.pk)
    if the_map.owner is None:
        raise ValidationError("The name of this map comes with its game.")
    others = the_map.owner.maps.filter(game=the_map.game).exclude(pk=the_map.pk)
    neutral = naming.neutral(
        "map", the_map.pk, lambda name: others.filter(name__iexact=name).exists()
    )
    old, the_map.name, the_map.title, the_map.summary = the_map.name, neutral, "", ""
    the_map.save(update_fields=["name", "title", "summary", "updated"])
    audit.record(by, the_map, f"replaced the name {old}", why)
    tell_renamed("map", [the_map.owner], old, the_map, why)
    forget()


def free_name(owner: User, game: str, name: str) -> str:
    """The name, or with a number after it that none of the owner's maps has yet."""
    taken = {n.lower() for n in owner.maps.filter(game=game).values_list("name", flat=True)}
    room = Map._meta.get_field("name").max_length or 0
    number, free = 2, name
    while free.lower() in taken:
        end = f"-{number}"
        number, free = number + 1, name[: room - len(end)] + end
    return free


def install_stock(games: Iterable[Game] | None = None) -> list[str]:
    """The maps that ship with these games, by default all, as their files are now; what is new, in
    words.

    Also finds the fitting rulesets of people's maps again, if a game's rulesets have changed.
    """
    news = []
    for game in GAMES.values() if games is None else games:
        if game.maps is not None:
            news += [
                f"· {game.title}: map {stock.name}"
                for stock in game.maps.stock
                if _install(game, stock)
            ]
            _refresh_fits(game)
    return news


@transaction.atomic
def _install(game: Game, stock: StockMap) -> bool:
    """Whether anything changed."""
    board = boards.read_text(game.name, stock.path.read_text())
    row = Map.objects.filter(owner=None, game=game.name, name__iexact=stock.name).first()
    if row is None:
        row = Map(game=game.name, name=stock.name, public=True)
    said = (row.title, row.summary, row.name)
    if (row.digest, said) == (board.digest, (stock.title, stock.summary, stock.name)):
        return False
    if row.pk and row.digest != board.digest:
        row.revision += 1
    row.title, row.summary, row.name = stock.title, stock.summary, stock.name
    _keep(row, board)
    return True


def _refresh_fits(game: Game) -> None:
    stale = Map.objects.filter(game=game.name).exclude(rules_digest=boards.rules_digest(game))
    for row in in_chunks(stale, 10):
        row.facts = boards.facts(game.name, row.board)
        row.save(update_fields=["facts"])
        _find_fits(row)
