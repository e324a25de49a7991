"""Forms of authors and organizers.

Forms check shape alone; the rules live in the verbs of the services, whose `ValidationError`
comes back to the fields by `refuse`.
"""

from __future__ import annotations

import io
import random
import zoneinfo
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, BinaryIO

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet

from accounts.models import Scope, Team, User
from arbiter.texts import check_text
from bots.models import NAME, Bot, BotVersion
from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from pages.frame.bot_fields import bot_field, find_bot
from pages.frame.map_choice import map_choice
from pages.frame.option_fields import OptionsForm
from sandbox.languages import LANGUAGES

MAX_SEED = 2**53 - 1


def refuse(form: forms.BaseForm, error: ValidationError) -> None:
    """Put a verb's objection beside the fields that it names, and the rest above the form."""
    if not hasattr(error, "error_dict"):
        form.add_error(None, error)
        return
    for name, errors in error.error_dict.items():
        form.add_error(name if name in form.fields else None, ValidationError(errors))


def teams_of(user: User) -> QuerySet[Team]:
    """The teams in which a person is a member, invitations left out."""
    return Team.objects.filter(memberships__user=user, memberships__accepted=True)


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = ["about", "time_zone"]
        widgets = {
            "about": forms.Textarea(attrs={"rows": 4, "maxlength": 500}),
            "time_zone": forms.TextInput(
                attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}
            ),
        }
        help_texts = {"about": "A few lines for your page; at most 500 characters."}

    def clean_about(self) -> str:
        about = str(self.cleaned_data["about"])
        check_text(about)
        return about

    @staticmethod
    def zones() -> list[str]:
        """Names for the list beside the field: those of places, without the old aliases."""
        names = zoneinfo.available_timezones()
        return ["UTC", *sorted(n for n in names if "/" in n and not n.startswith("Etc/"))]


SCOPE_LABELS = {
    Scope.READ: "read – look at everything that you may see",
    Scope.BOTS: "bots – upload and manage bots and maps, request matches, enter events",
    Scope.ORGANIZE: "organize – your rights as an organizer, together with the scopes above",
}
LIFETIMES = {"7": "in 7 days", "30": "in 30 days", "90": "in 90 days", "365": "in a year"}


class TokenForm(forms.Form):
    """``scopes`` are those that the person can give."""

    name = forms.CharField(
        label="Name",
        max_length=60,
        help_text="The program that will use it, such as “upload script”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label="Scopes",
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.READ, Scope.BOTS],
        error_messages={"required": "Choose at least one scope."},
    )
    days = forms.ChoiceField(
        label="Expires",
        choices=[*LIFETIMES.items(), ("never", "never")],
        initial="90",
    )

    def __init__(self, *args: Any, scopes: Sequence[Scope], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["scopes"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(scope.value, SCOPE_LABELS[scope]) for scope in scopes]

    @property
    def lifetime(self) -> timedelta | None:
        """None: the token never expires."""
        days = self.cleaned_data["days"]
        return None if days == "never" else timedelta(days=int(days))


class TeamForm(forms.Form):
    name = forms.CharField(
        label="Name of the team",
        max_length=30,
        help_text="2 to 30 letters, digits, - and _.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class InviteForm(forms.Form):
    username = forms.CharField(
        label="Invite",
        max_length=30,
        help_text="Username on this site.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class BotEditForm(forms.Form):
    about = forms.CharField(
        label="About",
        required=False,
        max_length=500,
        help_text="Shown on the bot's page.",
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": 500}),
    )
    team = forms.ModelChoiceField(
        label="Team",
        queryset=Team.objects.none(),
        required=False,
        empty_label="Only me",
        help_text="Its members may upload, activate and read logs, as you do.",
    )

    def __init__(self, *args: Any, owner: User, may_move: bool = True, **kwargs: Any) -> None:
        """``may_move``: only the owner may give a bot to another team.

        The team that the bot is in (``initial``) stays a choice also when the owner has left it.
        """
        super().__init__(*args, **kwargs)
        if may_move:
            now = self.initial.get("team")
            theirs = Q(pk__in=teams_of(owner)) | Q(pk=now.pk if now else None)
            self.fields["team"].queryset = Team.objects.filter(theirs)  # type: ignore[attr-defined]
        else:
            del self.fields["team"]


class BotNewForm(BotEditForm):
    field_order = ["game", "name", "team", "about"]

    game = forms.ChoiceField(label="Game", widget=forms.RadioSelect)
    name = forms.CharField(
        label="Name",
        max_length=30,
        validators=[NAME],
        help_text="Letters, digits, -, _ and . ; part of the bot's address.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.fields["game"]
        game.choices = [(g.name, g.title) for g in GAMES.values()]  # type: ignore[attr-defined]


class LanguageSelect(forms.Select):
    """Languages that this machine cannot build are shown, and cannot be chosen."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        language = LANGUAGES.get(str(value))
        if language and language.unavailable():
            option["label"] = f"{language.title} (not available here)"
            option["attrs"]["disabled"] = True
        return option


class UploadForm(forms.Form):
    """One source file or archive, or a source that was pasted."""

    file = forms.FileField(
        label="File",
        required=False,
        help_text="One source file, or a zip or .tar.gz of a whole project.",
    )
    text = forms.CharField(
        label="Or paste one source file",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "code"}),
    )
    language = forms.ChoiceField(
        label="Language",
        required=False,
        widget=LanguageSelect,
        help_text="Required for pasted code; otherwise detected from the files.",
    )
    program = forms.CharField(
        label="Program",
        required=False,
        max_length=200,
        help_text="For projects that build several programs: the name of the one that plays. "
        "Empty: detected.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    note = forms.CharField(
        label="Note",
        required=False,
        max_length=200,
        help_text="Changes in this version. Only you and your team see this note.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "Detect automatically"), *((k, v.title) for k, v in LANGUAGES.items())]
        self.fields["language"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        file, text = data.get("file"), data.get("text", "").strip()
        if file and text:
            self.add_error("text", "You sent a file and pasted code. Send only one of them.")
        elif not file and not text and "file" not in self.errors:
            self.add_error("file", "Choose a file, or paste a source below.")
        elif text and not data.get("language"):
            self.add_error("language", "Choose the language of the pasted source.")
        elif text and LANGUAGES[data["language"]].main is None:
            self.add_error("language", "A project has several files: send it as a zip.")
        return data

    def source(self) -> tuple[str, BinaryIO]:
        """The file's name and bytes; a pasted source gets the name that its language calls it."""
        file = self.cleaned_data["file"]
        if file:
            return file.name, file
        name = LANGUAGES[self.cleaned_data["language"]].main
        assert name is not None  # `clean` refuses pasted projects
        return name, io.BytesIO(self.cleaned_data["text"].encode())


class ReasonForm(forms.Form):
    """Every act of an organizer has a reason, which the audit trail keeps."""

    reason = forms.CharField(label="Reason", max_length=300)


class VersionChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: Any) -> str:
        words = f"{obj.bot} · version {obj.number}"
        return f"{words} (plays)" if obj.is_active else words


class ChallengeForm(OptionsForm):
    """A friendly match: one of my versions, and opponents by their bots' names."""

    version = VersionChoice(label="Your bot", queryset=BotVersion.objects.none(), empty_label=None)
    seat = forms.ChoiceField(
        label="Your seat", required=False, help_text="If the game has a first player, it is seat 1."
    )
    seed = forms.IntegerField(
        label="Seed",
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        help_text="The same seed and bots give the same start. Empty: a new one.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, user: User, game: Game, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.ruleset = game, ruleset
        mine = BotVersion.objects.filter(
            bot__in=Bot.objects.managed_by(user).filter(game=game.name, deactivated_at=None),
            state=BotVersion.State.READY,
        )
        self.fields["version"].queryset = (  # type: ignore[attr-defined]
            mine.select_related("bot__owner").order_by("bot__name", "bot_id", "-number")
        )
        self.add_seats()
        chosen = str(self.data.get("map") or self.initial.get("map") or "")
        self.fields |= map_choice(game, ruleset, user, chosen)
        self.add_options(game, ruleset)

    def add_seats(self) -> None:
        """The fields that say who sits where."""
        seats = [(str(n), f"Seat {n + 1}") for n in range(self.ruleset.seats)]
        self.fields["seat"].choices = [("", "Random"), *seats]  # type: ignore[attr-defined]
        help_text = "Owner and bot, such as alice/newt; type to search."
        self.fields["opponent_1"] = self.bot_field("Opponent", help_text=help_text)

    def bot_field(self, label: str, **more: Any) -> forms.CharField:
        return bot_field(self.game, label, **more)

    def bot_names(self) -> list[str]:
        """The names of the fields of `bot_field`."""
        return ["opponent_1"]

    def opponent_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.bot_names()]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        for field in self.bot_names():
            if name := data.get(field):
                try:
                    data[field] = self._find(name)
                except ValidationError as error:
                    self.add_error(field, error)
        return data

    def _find(self, words: str) -> BotVersion:
        bot = find_bot(self.game, words)
        version = bot.active_version
        assert version is not None  # Bot.playing() says so
        version.bot = bot
        return version

    def versions(self, rng: random.Random) -> list[BotVersion]:
        """The bots by seat; ``rng`` draws my seat if it is random."""
        mine, other = self.cleaned_data["version"], self.cleaned_data["opponent_1"]
        seat = self.cleaned_data["seat"] or str(rng.randrange(2))
        return [other, mine] if seat == "1" else [mine, other]
