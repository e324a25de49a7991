"""People as the API shows them to themselves."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User


class MeSerializer(serializers.ModelSerializer[User]):
    name = serializers.CharField(source="username")
    is_organizer = serializers.BooleanField(source="is_staff")
    teams = serializers.SerializerMethodField(help_text="Teams whose bots this person manages.")

    class Meta:
        model = User
        fields = ["name", "email", "about", "time_zone", "is_organizer", "teams"]
        read_only_fields = fields

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_teams(self, user: User) -> list[str]:
        accepted = user.memberships.filter(accepted=True)
        return list(accepted.order_by("team__name").values_list("team__name", flat=True))
