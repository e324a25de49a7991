"""The search as the API shows it."""

from typing import Any

from rest_framework import serializers

from api.fields import int_field, text_field
from search.hits import MATCH
from search.models import SearchEntry
from search.reading import LONGEST

PAGE_SIZE = 20
MOST_PAGES = 100
KINDS = SearchEntry.Kind.choices
HIT_KINDS = [*KINDS, (MATCH, "Matches")]


class SearchQuerySerializer(serializers.Serializer[Any]):
    q = text_field(
        "The beginnings of words that a name or text has, or the number of a match.",
        max_length=LONGEST,
    )
    kind = serializers.ChoiceField(
        choices=KINDS, required=False, help_text="One kind alone, in pages."
    )
    page = serializers.IntegerField(min_value=1, max_value=MOST_PAGES, default=1)


class HitSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=HIT_KINDS)
    id = int_field("As in the other operations on this kind.")
    name = serializers.CharField()
    detail = text_field("Tells hits of one name apart; may be empty.")
    url = text_field("The page of the site.")


class SearchSerializer(serializers.Serializer[Any]):
    results = HitSerializer(many=True)
    more = serializers.ListField(
        child=serializers.ChoiceField(choices=KINDS),
        help_text="Kinds with further results: ask for one of them as `kind`, and for the next "
        "`page` where that is a kind already.",
    )
