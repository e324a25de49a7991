"""Fields that several requests and answers of the API share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bots.models import Bot
from ladder.core import standings
from sandbox.languages import LANGUAGES

Row = TypeVar("Row", bound=Model)
Field = TypeVar("Field", bound="serializers.Field[Any, Any, Any, Any]")

BOT = {
    "oneOf": [{"type": "integer"}, {"type": "string", "example": "alice/worm"}],
    "description": "A bot, by its id or as `owner/name`.",
}


def _told(kind: Callable[..., Field]) -> Callable[..., Field]:
    def field(help_text: str, **more: Any) -> Field:
        return kind(help_text=help_text, **more)

    return field


# Fields with a description, by their type; a method computes those of `made_field`.
int_field = _told(serializers.IntegerField)
text_field = _told(serializers.CharField)
bool_field = _told(serializers.BooleanField)
time_field = _told(serializers.DateTimeField)
float_field = _told(serializers.FloatField)
made_field = _told(serializers.SerializerMethodField)


@extend_schema_field(BOT)
class BotField(serializers.PrimaryKeyRelatedField[Bot]):
    """A bot, by its id or as ``owner/name`` in any case of letters."""

    default_error_messages = {
        "no_name": "There is no bot “{name}”. Write a bot's id, or its owner/name.",
    }

    def __init__(self, **options: Any) -> None:
        bots = Bot.objects.select_related("owner", "team", "active_version")
        super().__init__(queryset=bots, **options)

    def to_internal_value(self, data: Any) -> Bot:
        if not isinstance(data, str) or "/" not in data:
            number: Any = data
            return super().to_internal_value(number)
        owner, _, name = data.partition("/")
        bots: Any = self.get_queryset()
        bot: Bot | None = bots.of_person(owner).filter(name__iexact=name.strip()).first()
        if bot is None:
            self.fail("no_name", name=data[:100])
        return bot


class LanguageField(serializers.ChoiceField):
    """The name of one of the `LANGUAGES`."""

    default_error_messages = {
        "invalid_choice": "“{input}” is not a language. Choose one of: "
        f"{', '.join(LANGUAGES)}; or leave it empty to detect the language from the files.",
    }

    def __init__(self, **options: Any) -> None:
        choices = [(each.name, each.title) for each in LANGUAGES.values()]
        super().__init__(choices=choices, **options)


class RowSerializer(serializers.ModelSerializer[Row]):
    # A row that is only shown.  A docstring would be the description of every one in the schema.
    def get_extra_kwargs(self) -> dict[str, dict[str, Any]]:
        return {name: {"read_only": True} for name in self.Meta.fields}


class LeftField(serializers.BooleanField):
    """Whether a bot left in one way: of a line of a table or, by ``source``, of an entry."""

    def __init__(self, how: standings.Left, source: str = "left", **more: Any) -> None:
        self.how = how
        super().__init__(source=source, read_only=True, **more)

    def to_representation(self, value: Any) -> bool:
        return value is self.how


@extend_schema_field(OpenApiTypes.BINARY)
class BinaryField(serializers.FileField):
    """A file of a multipart form."""
