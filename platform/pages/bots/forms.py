"""Forms of authors about a bot."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q

from accounts.models import Team, User
from accounts.roles import Act
from games.registry import GAMES
from pages.frame.fields.agents import agent_input
from pages.frame.fields.bot_fields import name_field
from pages.frame.fields.forms import area_field, offer, offer_rows, team_field, teams_of, tick_field


class BotEditForm(forms.Form):
    about = area_field("About", 500, 3, "Shown on the bot's page.", required=False)
    made_with = forms.CharField(
        label="Made with",
        required=False,
        max_length=60,
        help_text="The coding agent or model that wrote it. Empty: people wrote it.",
        widget=agent_input(),
    )
    team = team_field("Its members may upload, activate and read logs, as their roles allow.")

    sparring = tick_field(
        "Old versions may be sparring partners",
        "Old versions then play unrated matches on ladders with too few bots of similar "
        "strength. A retired bot does, too. Clear this to withdraw waiting matches. "
        '<a href="/help/sparring/">How it works</a>',
    )

    def __init__(self, *args: Any, owner: User, may_move: bool = True, **kwargs: Any) -> None:
        """``may_move``: only the owner may give a bot to another team.

        The team that the bot is in (``initial``) stays a choice also when the owner has left it.
        """
        super().__init__(*args, **kwargs)
        if may_move:
            now = self.initial.get("team")
            theirs = Q(pk__in=teams_of(owner, Act.DEVELOP)) | Q(pk=now.pk if now else None)
            offer_rows(self, "team", Team.objects.filter(theirs))
        else:
            del self.fields["team"]


class BotNewForm(BotEditForm):
    field_order = ["game", "name", "team", "about", "made_with"]

    game = forms.ChoiceField(label="Game", widget=forms.RadioSelect)
    name = name_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["sparring"]  # it has no old versions yet
        offer(self, "game", [(g.name, g.title) for g in GAMES.values()])
