"""Follows as the API shows them to the person who follows."""

from typing import Any

from rest_framework import serializers

from api.fields import text_field
from following.targets import Kind

KINDS = f"One of: {', '.join(kind.value for kind in Kind)}."


class FollowedSerializer(serializers.Serializer[Any]):
    """Something that you follow."""

    kind = text_field(KINDS)
    key = text_field(
        "As in the address: `owner/name` of a bot, the name of a person or game, the "
        "slug of an event."
    )
    title = serializers.CharField()
    since = serializers.DateTimeField(source="row.created")


class FollowStateSerializer(serializers.Serializer[Any]):
    """Whether you follow something, and the number of all its followers."""

    kind = text_field(KINDS)
    key = serializers.CharField()
    title = serializers.CharField()
    following = serializers.BooleanField()
    followers = serializers.IntegerField()
