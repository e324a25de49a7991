"""The list of an event's matches, on its own pages and on its organizers'."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, QueryDict

from ladder.events.kinds import registry
from ladder.events.models.labels import group_letter
from ladder.events.reading import matches as event_matches
from ladder.events.reading.viewer import EventViewer
from matches.models import Match
from pages.frame.fields.forms import offer
from pages.frame.filters import FilterForm, bot_input
from pages.frame.paging import page_of


class EventMatchFilter(FilterForm):
    """Filters of the match list.  An invalid value is reported and filters nothing."""

    stage = forms.ChoiceField(required=False)
    group = forms.ChoiceField(required=False)
    round = forms.IntegerField(required=False, min_value=1, max_value=9999)
    bot = forms.CharField(required=False, max_length=61, widget=bot_input())
    state = forms.ChoiceField(
        choices=[
            *(
                ("", "all"),
                *Match.State.choices,
                (event_matches.VOID, "void"),
                (event_matches.REPLACED, "replaced games"),
            ),
            (event_matches.DECIDED, "of decided encounters"),
        ],
        required=False,
    )

    def __init__(self, data: QueryDict, viewer: EventViewer) -> None:
        super().__init__(data)
        stages = event_matches.stages_with_matches(viewer)
        offer(self, "stage", [(stage.key, stage.name) for stage in stages], empty="all")
        groups = range(event_matches.group_count(stages))
        if len(groups) > 1:
            letters = [(str(number + 1), group_letter(number)) for number in groups]
            offer(self, "group", letters, empty="all")
        else:
            del self.fields["group"]

    def wanted(self) -> event_matches.MatchQuery:
        """The requested filter, without the fields whose values are invalid."""
        self.is_valid()
        data = self.cleaned_data
        return event_matches.MatchQuery(
            stage=data.get("stage", ""),
            group=int(data["group"]) - 1 if data.get("group") else None,
            round=data.get("round"),
            state=data.get("state", ""),
            bot=data.get("bot", "").strip(),
        )


def listed(request: HttpRequest, viewer: EventViewer) -> dict[str, object]:
    """A page of the matches that the address asks for, with what each was played for, and the
    stages whose matches are listed on the ladder."""
    chosen = EventMatchFilter(request.GET, viewer)
    page = page_of(request, event_matches.wanted_matches(viewer, chosen.wanted()))
    return {
        "filter": chosen,
        "page": page,
        "rows": event_matches.played(viewer, list(page)),
        "seasons": [stage for stage in viewer.seen if not registry.kind_of(stage).own_matches],
    }
