"""People as the API shows them to themselves."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import ApiToken, Scope, User
from api.fields import RowSerializer, bool_field, int_field, made_field
from storage import quota


class StorageSerializer(serializers.Serializer[Any]):
    used_bytes = serializers.IntegerField()
    limit_bytes = int_field("null: no limit", allow_null=True)
    parts = serializers.DictField(
        child=serializers.IntegerField(), help_text="Bytes of sources, built programs and maps."
    )


class MeSerializer(RowSerializer[User]):
    name = serializers.CharField(source="username")
    is_organizer = bool_field(
        "Whether requests have an organizer's rights; a token needs the scope for it.",
        source="is_staff",
    )
    scopes = made_field("The scopes of the token that was sent; null for a session.")
    teams = made_field("Teams in which this person is a member.")

    storage = made_field(
        "How much of the disk this person's uploads take, and the most that they may."
    )

    class Meta:
        model = User
        fields = [
            "name",
            "email",
            "about",
            "time_zone",
            "is_organizer",
            "scopes",
            "teams",
            "storage",
        ]

    @extend_schema_field(StorageSerializer)
    def get_storage(self, user: User) -> dict[str, object]:
        now = quota.usage(user)
        parts = {part.what: part.bytes for part in now.parts}
        return {"used_bytes": now.used, "limit_bytes": now.limit, "parts": parts}

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_teams(self, user: User) -> list[str]:
        accepted = user.memberships.filter(accepted=True)
        return list(accepted.order_by("team__name").values_list("team__name", flat=True))

    @extend_schema_field(
        serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices), allow_null=True)
    )
    def get_scopes(self, user: User) -> list[str] | None:
        token = self.context["request"].auth
        return list(token.scopes) if isinstance(token, ApiToken) else None
