"""Entrants of an event for programs of organizers: enter, invite, import, check in, seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.serializers.events.entrants import (
    EntrantBotSerializer,
    EntrantSerializer,
    ExemptionSerializer,
    ExemptSerializer,
    FreezeSerializer,
    ImportedSerializer,
    InvitationSerializer,
    LinkTermsSerializer,
    ListSerializer,
    RemoveSerializer,
    SecretSerializer,
    SeededSerializer,
    SeedsSerializer,
    TermsSerializer,
)
from api.serializers.events.events import EntrySerializer
from api.serializers.events.organizing import NameSerializer
from api.views.base import caller, fields_of
from api.views.events.event_desk import NUMBER, POST, SIGNED_IN, EventDeskViewSet
from arbiter.links import absolute
from bots.models import Bot
from ladder.events.entrants import (
    check_in,
    dropping,
    entering,
    importing,
    invitations,
    listing,
    seeding,
    waiting,
)
from ladder.events.entrants.terms import rules, rules_file
from ladder.events.models import Entry, Event, Invitation, WaitingPlace
from ladder.events.roles import EventAct
from ladder.events.running import upload_freezes

PK = OpenApiParameter("pk", int, OpenApiParameter.PATH, description="The id of an invitation.")
CHECK = OpenApiParameter("check", bool, description="Read the list, and import nothing.")
INVITATION = f"entrants/invitations/{NUMBER}"
RULES = {"application/json": OpenApiTypes.OBJECT}


class EntrantsViewSet(EventDeskViewSet):
    """The entrants of an event, for people whose role includes them."""

    @extend_schema(responses=EntrantSerializer(many=True))
    @action(**SIGNED_IN)
    def entrants(self, request: Request, slug: str) -> Response:
        """All entrants: bots that have entered or wait, and open invitations."""
        event = self.event_for(request, EventAct.ENTRANTS)
        return Response(
            EntrantSerializer([_line(each) for each in listing.lines(event)], many=True).data
        )

    @extend_schema(request=EntrantBotSerializer, responses={201: EntrySerializer})
    @entrants.mapping.post
    def enter_for(self, request: Request, slug: str) -> Response:
        """Enter a bot until the start: a house bot, or one whose owner agreed to it."""
        event = self.event_for(request, EventAct.ENTRANTS)
        bot = fields_of(EntrantBotSerializer, request.data)["bot"]
        return Response(EntrySerializer(entering.enter(event, bot, caller(request))).data, 201)

    def _entry(self, event: Event, bot: Bot) -> Entry:
        rows = event.entries.select_related("bot__owner", "event").filter(withdrawn_at=None)
        entry = rows.filter(bot=bot).first()
        if entry is None:
            raise NotFound("This bot has not entered.")
        return entry

    @extend_schema(request=RemoveSerializer, responses={204: None})
    @action(**POST, url_path="entrants/remove", url_name="entrants-remove")
    def remove(self, request: Request, slug: str) -> Response:
        """Withdraw a bot.  After the start its opponents win the games that it has not played."""
        event = self.event_for(request, EventAct.ENTRANTS)
        given = fields_of(RemoveSerializer, request.data)
        entry = self._entry(event, given["bot"])
        dropping.leave(entry, caller(request), given["reason"])
        return Response(status=204)

    @extend_schema(request=EntrantBotSerializer, responses={204: None})
    @action(**POST, url_path="entrants/check-in", url_name="entrants-check-in")
    def check_in(self, request: Request, slug: str) -> Response:
        """Check in a bot, which has entered or waits, for its managers."""
        event = self.event_for(request, EventAct.ENTRANTS)
        bot = fields_of(EntrantBotSerializer, request.data)["bot"]
        place = event.waiting.select_related("bot__owner").filter(bot=bot).first()
        check_in.check_in(place or self._entry(event, bot), caller(request))
        return Response(status=204)

    @extend_schema(request=EntrantBotSerializer, responses={204: None})
    @action(**POST, url_path="entrants/waiting/remove", url_name="entrants-waiting-remove")
    def stop_waiting(self, request: Request, slug: str) -> Response:
        """Take a bot off the waiting list."""
        event = self.event_for(request, EventAct.ENTRANTS)
        bot = fields_of(EntrantBotSerializer, request.data)["bot"]
        rows = WaitingPlace.objects.select_related("bot__owner", "event")
        waiting.give_up(get_object_or_404(rows, event=event, bot=bot), caller(request))
        return Response(status=204)

    # Invitations ----------------------------------------------------------------------------------

    @extend_schema(request=NameSerializer, responses={201: InvitationSerializer})
    @action(**POST, url_path="entrants/invite", url_name="entrants-invite")
    def invite(self, request: Request, slug: str) -> Response:
        """Invite a person by name, who is notified and accepts or declines."""
        event = self.event_for(request, EventAct.ENTRANTS)
        name = fields_of(NameSerializer, request.data)["name"]
        made = invitations.invite(event, caller(request), name)
        return Response(InvitationSerializer(made).data, 201)

    @extend_schema(request=LinkTermsSerializer, responses={201: SecretSerializer})
    @action(**POST, url_path="entrants/link", url_name="entrants-link")
    def link(self, request: Request, slug: str) -> Response:
        """A link by which owners and managers of teams accept for their teams."""
        return self._secret(request, LinkTermsSerializer, invitations.invite_teams)

    @extend_schema(request=TermsSerializer, responses={201: SecretSerializer})
    @action(**POST, url_path="entrants/code", url_name="entrants-code")
    def code(self, request: Request, slug: str) -> Response:
        """A code for one person."""
        return self._secret(request, TermsSerializer, invitations.make_code)

    def _secret(
        self,
        request: Request,
        kind: type[TermsSerializer],
        make: Callable[[Event, User, invitations.Terms], tuple[Invitation, str]],
    ) -> Response:
        event = self.event_for(request, EventAct.ENTRANTS)
        terms = invitations.Terms(**fields_of(kind, request.data))
        made, secret = make(event, caller(request), terms)
        return _told(request, made, secret, 201)

    @extend_schema(request=None, responses=SecretSerializer, parameters=[PK])
    @action(**POST, url_path=f"{INVITATION}/renew", url_name="invitation-renew")
    def renew(self, request: Request, slug: str, pk: str) -> Response:
        """A new code or link in place of one that was lost."""
        row = self._invitation(request, pk)
        return _told(request, row, invitations.renew(row, caller(request)), 200)

    @extend_schema(request=None, responses=InvitationSerializer, parameters=[PK])
    @action(**POST, url_path=f"{INVITATION}/revoke", url_name="invitation-revoke")
    def revoke(self, request: Request, slug: str, pk: str) -> Response:
        """Take an invitation back.  Bots that have entered stay entered."""
        row = self._invitation(request, pk)
        invitations.revoke(row, caller(request))
        row.refresh_from_db()
        return Response(InvitationSerializer(row).data)

    def _invitation(self, request: Request, pk: str) -> Invitation:
        event = self.event_for(request, EventAct.ENTRANTS)
        rows = Invitation.objects.select_related("event", "person")
        return get_object_or_404(rows, event=event, pk=int(pk))

    @extend_schema(request=ListSerializer, responses=ImportedSerializer, parameters=[CHECK])
    @action(**POST, url_path="entrants/import", url_name="entrants-import")
    def import_list(self, request: Request, slug: str) -> Response:
        """Import people from CSV: each row becomes a code, and people with an account are invited.

        The answer does not tell which rows have an account.  A list with errors is not imported.
        """
        event = self.event_for(request, EventAct.ENTRANTS)
        text = fields_of(ListSerializer, request.data)["csv"]
        listed = importing.preview(event, text)
        codes: Sequence[importing.Made] = ()
        if request.query_params.get("check", "") in ("", "0", "false"):
            codes = importing.confirm(event, caller(request), text)
        answer = {
            "rows": listed.rows,
            "problems": listed.errors,
            "separator": listed.separator,
            "codes": codes,
        }
        return Response(ImportedSerializer(answer).data)

    # Rules and seeds ------------------------------------------------------------------------------

    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT})
    @action(**SIGNED_IN, url_path="entrants/rules", url_name="entrants-rules")
    def rules(self, request: Request, slug: str) -> Response:
        """The rules of entry, as the table `entry` of a contest's file has them."""
        return Response(rules_file.document_of(self.event_for(request, EventAct.ENTRANTS)))

    @extend_schema(request=RULES, responses={(200, "application/json"): OpenApiTypes.OBJECT})
    @rules.mapping.put
    def change_rules(self, request: Request, slug: str) -> Response:
        """Change the rules before the start.  Keys that are left out have their default value, but
        the code word stays.
        """
        event = self.event_for(request, EventAct.PLAN)
        rules.change(event, caller(request), rules_file.read(request.data))
        event.refresh_from_db()
        return Response(rules_file.document_of(event))

    @extend_schema(responses=SeededSerializer)
    @action(**SIGNED_IN, url_path="entrants/seeds", url_name="entrants-seeds")
    def seeds(self, request: Request, slug: str) -> Response:
        """The entered bots in the order of their seeds."""
        return _seeded(self.event_for(request, EventAct.ENTRANTS))

    @extend_schema(request=SeedsSerializer, responses=SeededSerializer)
    @seeds.mapping.post
    def seed(self, request: Request, slug: str) -> Response:
        """Seed by rating, by a list, at random, or remove the seeds."""
        event, by = self.event_for(request, EventAct.ENTRANTS), caller(request)
        given = fields_of(SeedsSerializer, request.data)
        match given["by"]:
            case "rating":
                seeding.by_rating(event, by)
            case "random":
                seeding.at_random(event, by, given["seed"])
            case "list":
                seeding.by_list(event, by, "\n".join(given["names"]))
            case _:
                seeding.clear(event, by)
        event.refresh_from_db()
        return _seeded(event)

    # The freeze of uploads ------------------------------------------------------------------------

    @extend_schema(responses=FreezeSerializer)
    @action(**SIGNED_IN)
    def freeze(self, request: Request, slug: str) -> Response:
        """The freeze of uploads, and the people who may upload all the same."""
        event = self.event_for(request, EventAct.ENTRANTS)
        freeze = upload_freezes.freeze_of(event)
        answer = {
            "rule": upload_freezes.in_words(event),
            "begins": freeze.begins if freeze else None,
            "ends": freeze.ends if freeze else None,
            "exemptions": event.freeze_exemptions.select_related("person"),
        }
        return Response(FreezeSerializer(answer).data)

    @extend_schema(request=ExemptSerializer, responses={201: ExemptionSerializer})
    @action(**POST, url_path="freeze/exempt", url_name="freeze-exempt")
    def exempt(self, request: Request, slug: str) -> Response:
        """Let a person upload during the freeze."""
        event = self.event_for(request, EventAct.ENTRANTS)
        given = fields_of(ExemptSerializer, request.data)
        made = upload_freezes.exempt(event, caller(request), **given)
        return Response(ExemptionSerializer(made).data, 201)

    @extend_schema(request=NameSerializer, responses={204: None})
    @action(**POST, url_path="freeze/end-exemption", url_name="freeze-end-exemption")
    def end_exemption(self, request: Request, slug: str) -> Response:
        """The freeze concerns the person again."""
        event = self.event_for(request, EventAct.ENTRANTS)
        name = fields_of(NameSerializer, request.data)["name"]
        rows = event.freeze_exemptions.select_related("event", "person")
        row = get_object_or_404(rows, person__username__iexact=name)
        upload_freezes.end_exemption(row, caller(request))
        return Response(status=204)


def _line(line: listing.Line) -> dict[str, object]:
    row = line.entry or line.place
    return {
        "state": line.state,
        "bot": None if row is None else row.bot,
        "seed": line.entry.seed if line.entry is not None else None,
        "invitation": line.invitation,
    }


def _told(request: Request, row: Invitation, secret: str, status: int) -> Response:
    if row.kind == Invitation.Kind.TEAM:
        path = reverse("event-join", args=[row.event.slug, secret])
        secret = absolute(path)
    return Response(SecretSerializer({"invitation": row, "secret": secret}).data, status)


def _seeded(event: Event) -> Response:
    entry_rules = rules.rules_of(event)
    bots = [row.bot for row in seeding.order_of(event)]
    answer = {"by": entry_rules.get_seeding_display(), "seed": entry_rules.draw_seed, "bots": bots}
    return Response(SeededSerializer(answer).data)
