"""The objects that an address names: a game, a bot, an event.  Http404 where there is no such
thing.
"""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.permissions import require_insider, require_manager
from bots.models import Bot
from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from ladder.events.models import Stage
from ladder.events.reading.viewer import EventViewer, visible_events
from pages.frame.access.permissions import PersonRequest
from rulesets.catalogue import offered


def find_game(name: str) -> Game:
    if name not in GAMES:
        raise Http404(f"There is no game “{name}” here.")
    return GAMES[name]


def asked_rules(request: HttpRequest) -> tuple[Game, Ruleset]:
    """The game and ruleset in the query of the address; the first ones where it names none."""
    game = find_game(request.GET.get("game") or next(iter(GAMES)))
    rulesets = offered(game)
    named = (each for each in rulesets if each.name == request.GET.get("ruleset"))
    return game, next(named, rulesets[0])


def find_bot(owner: str, name: str) -> Bot:
    bots = Bot.objects.select_related("owner", "team", "active_version")
    bot = get_object_or_404(bots, owner__username=owner, name=name)
    if bot.owner.is_closed:
        raise Http404("The account of its owner is closed.")
    return bot


def managed_bot(request: PersonRequest, owner: str, name: str) -> Bot:
    """The bot, for those whom `require_manager` admits. For others its inner pages do not exist."""
    return _admitted(require_manager, request, find_bot(owner, name))


def open_bot(request: PersonRequest, owner: str, name: str, *, or_organizer: bool = False) -> Bot:
    """The same for pages that change nothing: the bot for those whom `require_insider` admits."""
    return _admitted(require_insider, request, find_bot(owner, name), or_organizer=or_organizer)


def _admitted(check: Callable[..., None], request: PersonRequest, bot: Bot, **more: bool) -> Bot:
    try:
        check(bot, request.user, **more)
    except PermissionDenied:
        raise Http404(f"No such page for {request.user}.") from None
    return bot


def find_event(request: HttpRequest, slug: str) -> EventViewer:
    """The event as this person sees it; drafts are found by organizers alone."""
    return EventViewer(get_object_or_404(visible_events(request.user), slug=slug), request.user)


def find_stage(viewer: EventViewer, key: str) -> Stage:
    """A stage of an event that has begun."""
    try:
        return viewer.stage(key)
    except Stage.DoesNotExist:
        raise Http404("There is no such stage.") from None
