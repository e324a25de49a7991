"""Names in addresses: invalid names are not found without a query."""

from django.urls.converters import StringConverter


class BotName(StringConverter):
    """The letters of `bots.models.NAME`.  Names of people and teams are slugs."""

    regex = "[A-Za-z0-9_.-]+"
