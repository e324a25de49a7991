"""The rows of a stage's form: where its entrants come from, and its tie-breaks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django import forms

from ladder.core.contest import plan as plans
from ladder.core.stages import contract
from pages.frame.fields.forms import number_field, offer, tick_field
from pages.organize.plans.form_rows import Data, Rows

EVERYBODY = "*"
TAKE, EXCLUDE = "take", "exclude"


class FeedForm(forms.Form):
    """One source: bots of a stage, or those who entered, that play the stage or do not."""

    use = forms.ChoiceField(
        label="Use",
        choices=[(TAKE, "Takes part"), (EXCLUDE, "Does not take part")],
        required=False,
    )
    source = forms.ChoiceField(label="Bots from")
    count = number_field(
        "How many", 1, required=False, widget=forms.NumberInput(attrs={"placeholder": "all"})
    )
    first = forms.IntegerField(label="From place", min_value=1, initial=1, required=False)
    each_group = tick_field("Of each group")
    pass_on = tick_field("Replace bots that have already qualified", initial=True)

    def __init__(self, *args: Any, sources: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "source", sources)

    def feed(self) -> plans.Feed:
        data = self.cleaned_data
        return plans.Feed(
            source=None if data["source"] == EVERYBODY else data["source"],
            count=data["count"],
            first=data["first"] or 1,
            pass_on=data["pass_on"],
            exclude=data["use"] == EXCLUDE,
            each_group=data["each_group"],
        )

    @staticmethod
    def initial_of(feed: plans.Feed) -> dict[str, object]:
        """The initial values of a feed's form."""
        return {
            "use": EXCLUDE if feed.exclude else TAKE,
            "source": EVERYBODY if feed.source is None else feed.source,
            "count": feed.count,
            "first": feed.first,
            "each_group": feed.each_group,
            "pass_on": feed.pass_on,
        }


class TieBreakForm(forms.Form):
    by = forms.ChoiceField(
        label="Tie-break",
        choices=[
            (each.value, each.value.replace("-", " ").capitalize()) for each in contract.TieBreak
        ],
    )


def feed_rows(plan: plans.EventPlan, stage: plans.StagePlan, data: Data | None) -> Rows[FeedForm]:
    """A new row takes a stage that the plan shows before this one, if it has no row yet."""
    others = {each.key: each.name for each in plan.stages if each.key != stage.key}
    named = {feed.source: f"{feed.source} (not in the plan)" for feed in stage.feeds if feed.source}
    named |= {stage.key: f"{stage.name} (this stage)"} if stage.key in named else {}
    sources = [(EVERYBODY, "All entered bots"), *{**named, **others}.items()]
    taken = {feed.source or EVERYBODY for feed in stage.feeds}
    free = [key for key, _ in sources if key not in taken]
    return Rows(
        "feeds",
        partial(FeedForm, sources=sources),
        data,
        [FeedForm.initial_of(feed) for feed in stage.feeds],
        title="Source",
        add="Add a source",
        fresh={"source": free[0] if free else EVERYBODY, "pass_on": True, "first": 1},
    )


def tie_break_rows(chosen: Iterable[contract.TieBreak], data: Data | None) -> Rows[TieBreakForm]:
    initial = [{"by": each.value} for each in chosen]
    return Rows("tie_breaks", TieBreakForm, data, initial, title="Tie-break", add="Add a tie-break")
