"""Notices as the API shows them to whom they are for."""

from typing import Any

from rest_framework import serializers

from api.fields import RowSerializer, int_field
from notices.models import Kind, Notice


class NoticeSerializer(RowSerializer[Notice]):
    kind = serializers.ChoiceField(choices=Kind.choices, read_only=True)

    class Meta:
        model = Notice
        fields = ["id", "kind", "text", "path", "created", "read_at"]


class NoticesReadSerializer(serializers.Serializer[Any]):
    read = int_field("How many had not been read before.")
