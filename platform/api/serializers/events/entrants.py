"""The entrants of an event, as organizers read and change them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import BotField, RowSerializer, int_field, made_field, text_field, time_field
from api.serializers.matches import SeatBotSerializer
from ladder.events.entrants import importing, invitations
from ladder.events.models import Invitation, SeedMethod
from ladder.events.models.entrants import LONGEST_LABEL


class InvitationSerializer(RowSerializer[Invitation]):
    """The person of a code is shown once the person has accepted it."""

    person = made_field("A name; null: not known.")
    state = serializers.CharField()

    class Meta:
        model = Invitation
        fields = ["id", "kind", "label", "note", "person", "state", "used", "most_uses", "expires"]

    def get_person(self, row: Invitation) -> str | None:
        return None if row.shown_person is None else str(row.shown_person)


class EntrantSerializer(serializers.Serializer[Any]):
    """A bot that has entered or waits, or an invitation whose person has not entered one."""

    state = text_field("Such as “entered”, “checked in” or “invited”.")
    bot = SeatBotSerializer(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    invitation = InvitationSerializer(allow_null=True)


class EntrantBotSerializer(serializers.Serializer[Any]):
    """A bot, also one of another person."""

    bot = BotField(help_text="Its id, or owner/name.")


class RemoveSerializer(EntrantBotSerializer):
    """The reason is needed after the start; the managers of the bot read it."""

    reason = serializers.CharField(max_length=300, default="", allow_blank=True)


class TermsSerializer(serializers.Serializer[Any]):
    label = serializers.CharField(  # type: ignore[assignment]  # a name of the base class
        max_length=LONGEST_LABEL, default="", allow_blank=True, help_text="For organizers."
    )
    expires = time_field("Null: at the start.", default=None, allow_null=True)


class LinkTermsSerializer(TermsSerializer):
    most_uses = int_field(
        "Number of teams.", min_value=1, max_value=invitations.MOST_USES, default=1
    )


class SecretSerializer(serializers.Serializer[Any]):
    """A new link or code.  It is in this answer and nowhere else."""

    invitation = InvitationSerializer()
    secret = text_field("The code, or the address of the link.")


class ListSerializer(serializers.Serializer[Any]):
    """People as CSV: one a line, a name or an e-mail address, then a note if you like."""

    csv = serializers.CharField(max_length=importing.MOST_BYTES, trim_whitespace=False)


class ImportRowSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]  # a name of the base class
    note = serializers.CharField()


class ImportErrorSerializer(serializers.Serializer[Any]):
    line = int_field("0: the whole list.")
    text = serializers.CharField()


class CodeSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]  # a name of the base class
    note = serializers.CharField()
    code = serializers.CharField()


class ImportedSerializer(serializers.Serializer[Any]):
    """The rows of a list with its errors and, once it is imported, the codes."""

    rows = ImportRowSerializer(many=True)
    problems = ImportErrorSerializer(many=True)
    separator = serializers.CharField()
    codes = CodeSerializer(many=True, help_text="Shown once; empty with `?check=1`.")


class SeedsSerializer(serializers.Serializer[Any]):
    """``names`` are for ``list``: bots as owner/name, best first.  ``seed`` is for ``random``."""

    by = serializers.ChoiceField(
        choices=[(each.value or "none", each.label) for each in SeedMethod], default="list"
    )
    names = serializers.ListField(child=serializers.CharField(max_length=100), default=list)
    seed = serializers.CharField(max_length=64, default="", allow_blank=True)


class SeededSerializer(serializers.Serializer[Any]):
    by = text_field("How the seeds were set.")
    seed = text_field("Of the draw; empty: they were not drawn.")
    bots = SeatBotSerializer(many=True, help_text="Best first.")


class ExemptSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=150)
    reason = text_field("The person reads it.", max_length=300)


class ExemptionSerializer(serializers.Serializer[Any]):
    """A person who may upload during the freeze of uploads."""

    name = serializers.CharField(source="person.username")
    reason = serializers.CharField()
    since = serializers.DateTimeField(source="at")


class FreezeSerializer(serializers.Serializer[Any]):
    rule = text_field("In words; empty: the plan has no freeze.")
    begins = time_field("Null: not known yet, or none.", allow_null=True)
    ends = time_field("Null: when the event is over.", allow_null=True)
    exemptions = ExemptionSerializer(many=True)
