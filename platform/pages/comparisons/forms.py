"""The form by which authors ask whether one version is better than another."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from accounts.models import User
from bots.models import Bot, BotVersion
from ladder.comparisons import planning
from ladder.seasons import current
from pages.frame.fields.bot_fields import bot_field, find_bot, find_version
from pages.frame.fields.forms import VersionChoice, number_field, offer, offer_rows
from rulesets.catalogue import offered

EACH_OTHER, POOL, TOP = "each-other", "pool", "top"
HOW = [
    (EACH_OTHER, "They play each other"),
    (POOL, "Both play the bots that I name"),
    (TOP, "Both play the first bots of the ladder"),
]


class ComparisonForm(forms.Form):
    """Checks the form of the values; the services check what may be compared."""

    candidate = VersionChoice(label="Is this version …", queryset=BotVersion.objects.none())
    baseline = VersionChoice(
        label="… better than this one?", queryset=BotVersion.objects.none(), required=False
    )
    ruleset = forms.ChoiceField(label="Ruleset")
    how = forms.ChoiceField(label="Comparison", choices=HOW, initial=EACH_OTHER)
    pool = forms.CharField(
        label="Bots that both play",
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=f"Owner and bot, such as alice/newt, one a line; at most {planning.MOST_POOL}.",
    )
    top = number_field(
        "Number of bots from the ladder", 1, planning.MOST_POOL, required=False, initial=10
    )
    budget = forms.IntegerField(
        label="Maximum number of pairs",
        min_value=1,
        max_value=planning.MOST_PAIRS,
        initial=planning.DEFAULT_PAIRS,
        help_text="A pair is two matches on one map and seed, with exchanged seats. Against a pool "
        "each result takes two pairs.",
    )
    elo0 = forms.FloatField(
        label="Not better: a lead of at most", initial=0, help_text="In Elo points."
    )
    elo1 = forms.FloatField(
        label="Better: a lead of at least", initial=50, help_text="Closer bounds need more matches."
    )
    alpha = forms.FloatField(
        label="Risk of a wrong “better”, in %", initial=5, min_value=0.1, max_value=40
    )
    beta = forms.FloatField(
        label="Risk of a wrong “not better”, in %", initial=5, min_value=0.1, max_value=40
    )

    def __init__(self, *args: Any, bot: Bot, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bot, self.game = bot, bot.played_game
        ready = BotVersion.objects.filter(state=BotVersion.State.READY)
        ready = ready.select_related("bot__owner").defer("build_log", "failure")
        own = ready.filter(bot=bot).order_by("-number")
        managed = Bot.objects.managed_by(user).filter(game=bot.game, deactivated_at=None)
        mine = ready.filter(bot__in=managed).order_by("bot__name", "bot_id", "-number")
        offer_rows(self, "candidate", own)
        offer_rows(self, "baseline", mine, empty="Another person's bot:")
        self.fields["rival"] = bot_field(
            self.game,
            "Another person's bot",
            required=False,
            help_text="With the version that plays now.",
        )
        rules = [r for r in offered(self.game) if current.side_count(bot.game, r.name) > 1]
        offer(self, "ruleset", [(ruleset.name, ruleset.title) for ruleset in rules])
        if rules and not self.initial.get("ruleset"):
            self.initial["ruleset"] = rules[0].name

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        data["bots"] = self._pool(data.get("pool", "")) if data.get("how") == POOL else []
        if data.get("how") == TOP and not data.get("top") and "top" not in self.errors:
            self.add_error("top", "Enter the number of bots.")
        if data.get("baseline") is None and "baseline" not in self.errors:
            data["baseline"] = self._rival(data.get("rival", ""))
        return data

    def _rival(self, typed: str) -> BotVersion | None:
        if not typed.strip():
            self.add_error("baseline", "Choose a version, or name another person's bot.")
            return None
        try:
            return find_version(self.game, typed)
        except ValidationError as error:
            self.add_error("rival", error)
            return None

    def _pool(self, typed: str) -> list[Bot]:
        bots = []
        lines = [line for line in typed.splitlines() if line.strip()]
        if not lines:
            self.add_error("pool", "Name at least one bot.")
        # Each line is a query: no more lines are looked up than are needed to refuse the list.
        for line in lines[: planning.MOST_POOL + 1]:
            try:
                bots.append(find_bot(self.game, line))
            except ValidationError as error:
                self.add_error("pool", error)
        return bots

    def plan(self) -> planning.ComparisonPlan:
        data = self.cleaned_data
        return planning.ComparisonPlan(
            candidate=data["candidate"],
            baseline=data["baseline"],
            ruleset=data["ruleset"],
            pool=data["bots"],
            top=data["top"] if data["how"] == TOP else 0,
            elo0=data["elo0"],
            elo1=data["elo1"],
            alpha=data["alpha"] / 100,
            beta=data["beta"] / 100,
            budget=data["budget"],
        )
