"""The owner and the name of a bot: it is handed to another person or team, who accepts, and
organizers replace its name.  The old address leads on.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet, Sum

from accounts import naming
from accounts.models import Membership, Team, User
from accounts.moderation import tell_renamed
from accounts.permissions import require_organizer, require_reason, require_restraint
from accounts.roles import Act
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from audit import services as audit
from bots.models import Bot, BotOffer, BotVersion, closed
from bots.notifications import facts_of, letter, managers
from bots.services import require_place
from bots.signals import bot_handed_over
from notices.services import JSON, Kind, tell
from storage import quota

OWNERS_ONLY = "Only the bot's owner may hand it over."
GONE = "This offer is gone: it was accepted, declined or taken back."


def offers_to(user: User) -> QuerySet[BotOffer]:
    """The offers that the person may accept: to the person, or to teams by the person's role.

    Bots of closed accounts stay where they are.
    """
    joined = Membership.objects.allowing(Act.DEVELOP).filter(user=user)
    rows = BotOffer.objects.select_related("bot__owner", "person", "team", "by")
    rows = rows.exclude(closed("bot__"))
    return (rows.filter(person=user) | rows.filter(team__in=joined.values("team"))).order_by("pk")


@transaction.atomic
def offer(bot: Bot, by: User, person: str = "", team: str = "") -> BotOffer:
    """Offer the bot to a person or a team by name; the bot changes hands when it is accepted."""
    bot = lock(Bot.objects).get(pk=bot.pk)
    if bot.owner_id != by.pk or bot.is_house:
        raise PermissionDenied(OWNERS_ONLY)
    if bool(person.strip()) == bool(team.strip()):
        raise ValidationError({"person": "Name a person or a team, and not both."})
    if BotOffer.objects.filter(bot=bot).exists():
        raise ValidationError("The bot is offered already. Take that offer back first.")
    require_restraint(by, Bot, "offered")
    made = BotOffer(bot=bot, by=by)
    if person.strip():
        made.person = _person(person.strip(), by)
    else:
        made.team = _team(team.strip())
    made.save()
    audit.record(by, bot, f"offered it to {made.receiver}")
    text = (
        f"{by} hands {bot} over to your team {made.team}. Accept or decline it."
        if made.team
        else f"{by} hands {bot} over to you. Accept or decline it."
    )
    _tell(made, _people(made), text, "offered")
    return made


def _person(name: str, by: User) -> User:
    person = User.objects.filter(username__iexact=name, is_active=True, is_house=False).first()
    if person is None:
        raise ValidationError({"person": f"There is nobody named “{name}” here."})
    if person.pk == by.pk:
        raise ValidationError({"person": "The bot is yours already."})
    return person


def _team(name: str) -> Team:
    team = Team.objects.filter(name__iexact=name).first()
    if team is None:
        raise ValidationError({"team": f"There is no team named “{name}” here."})
    return team


def _people(made: BotOffer) -> list[User]:
    """Those who may accept the offer."""
    if made.person is not None:
        return [made.person]
    joined = Membership.objects.allowing(Act.DEVELOP).filter(team=made.team)
    return list(User.objects.filter(pk__in=joined.values("user")))


@transaction.atomic
def accept(made: BotOffer, by: User) -> Bot:
    """Take the bot that is offered: from now on the person owns it, in the team if it was offered
    to one.  Its results, versions and address go with it."""
    # Both people are locked first and in one order: they may take over each other's bots at once.
    pair = lock(User.objects).filter(pk__in=[by.pk, made.bot.owner_id]).order_by("pk")
    people = {person.pk: person for person in pair}
    made = _open(made, by)
    bot = lock(Bot.objects).get(pk=made.bot_id)
    new, old = people[by.pk], people[bot.owner_id]
    if new.pk != old.pk:
        if bot.retired_at is None:
            require_place(new)
        if new.bots.filter(name__iexact=bot.name).exists():
            raise ValidationError(f"You already have a bot named “{bot.name}”.")
        if naming.was_taken_away(new.pk, bot.name):
            raise ValidationError(f"The organizers replaced your name “{bot.name}” of a bot.")
        rows = BotVersion.objects.filter(bot=bot)
        quota.require(new, rows.aggregate(sum=Sum("stored_bytes"))["sum"] or 0)
        naming.give_up(naming.Kind.BOT, bot.name, bot.pk, owner=old.pk, reserved=False)
    bot.owner, bot.team = new, made.team
    bot.save(update_fields=["owner", "team"])
    bot_handed_over.send(sender=Bot, bot=bot)
    made.delete()
    audit.record(by, bot, f"took the bot over from {old}")
    _tell(made, [old], f"{by} has taken {bot} over.", "accepted")
    forget()
    return bot


@transaction.atomic
def decline(made: BotOffer, by: User) -> None:
    """Decline an offer, or take one's own back."""
    if made.bot.owner_id == by.pk:
        made = _locked(made)
        made.delete()
        audit.record(by, made.bot, "took the offer back")
        return
    made = _open(made, by)
    made.delete()
    audit.record(by, made.bot, f"declined it for {made.receiver}")
    _tell(made, [made.bot.owner], f"{by} declines your bot {made.bot}.", "declined")


def _open(made: BotOffer, by: User) -> BotOffer:
    made = _locked(made)
    if not offers_to(by).filter(pk=made.pk).exists():
        raise PermissionDenied("This bot is not offered to you.")
    return made


def _locked(made: BotOffer) -> BotOffer:
    offer = lock(BotOffer.objects).filter(pk=made.pk).first()
    if offer is None:
        raise ValidationError(GONE)
    return offer


def _tell(made: BotOffer, people: list[User], text: str, state: str) -> None:
    bot = made.bot
    path = (made if state == "offered" else bot).get_absolute_url()
    data: dict[str, JSON] = {"bot": facts_of(bot), "by": made.by.username, "state": state}
    tell(Kind.BOT_OFFERED, people, text, path, data, letter=letter(bot, state))


@transaction.atomic
def rename(bot: Bot, by: User, reason: str) -> None:
    """An organizer replaces a bot's name and text by a neutral name."""
    by, why = require_organizer(by), require_reason(reason, "the bot's owner will read it")
    bot = lock(Bot.objects).select_related("owner").get(pk=bot.pk)
    if bot.is_house:
        raise ValidationError("The name of a house bot comes with its game.")
    others = bot.owner.bots.exclude(pk=bot.pk)
    neutral = naming.neutral("bot", bot.pk, lambda name: others.filter(name__iexact=name).exists())
    old, bot.name = bot.name, neutral
    naming.give_up(naming.Kind.BOT, old, bot.pk, owner=bot.owner_id)
    bot.about = bot.made_with = ""
    bot.save(update_fields=["name", "about", "made_with"])
    audit.record(by, bot, f"replaced the name {old}", why)
    people = list(managers(Bot.objects.filter(pk=bot.pk)))
    tell_renamed("bot", people, old, bot, why)
    forget()
