"""Words, numbers and small pictures that templates use everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from django import template
from django.conf import settings
from django.core.paginator import Page
from django.template import Context
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.signing import addresses
from arbiter.serving.modules import with_imports
from following.targets import Subject
from games.engine import EndState, Ruleset
from games.game import Game
from games.lessons import lessons_of
from games.registry import GAMES
from games.texts import cut_output
from games.texts.sentences import counted
from ladder.statistics import shares
from matches.models import Match
from matches.recorded import results
from pages.frame.content import badges, following
from pages.frame.content import charts as plots
from pages.frame.content.charts import SIGNS
from pages.frame.content.safe_filters import never_raise
from pages.frame.match_parts import lineup as lineups
from pages.help.contents import neighbours
from rulesets.catalogue import find

register = template.Library()
register.filter("colour", badges.colour)
register.filter("cut_output", cut_output)
register.filter("is_used_link", addresses.is_used_link)
register.filter("verdict", results.sentence)
register.filter("versus", lineups.in_words)
register.simple_tag(plots.sparkline)
register.simple_tag(plots.interval)

UNITS = (("year", 31536000), ("month", 2592000), ("day", 86400), ("hour", 3600), ("minute", 60))
STRETCHES = ((86400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s"))


@register.filter
def has_lessons(game: Game) -> bool:
    return bool(lessons_of(game))


@register.filter
def end_words(end: str) -> str:
    """The failure of a seat's program, after its name; empty if it finished normally."""
    return EndState(end).words if end and end != EndState.OK else ""


@register.filter("counted")
def counted_by(number: int, forms: str) -> str:
    """ "1 bot", "3 matches": the number with a noun, or with its two forms as “match,matches”."""
    one, _, several = forms.partition(",")
    return counted(number, one, several)


@register.filter
def relative(when: datetime | None) -> str:
    """ "3 minutes ago", "in 2 hours", "just now"; empty for no time."""
    if when is None:
        return ""
    seconds = (when - timezone.now()).total_seconds()
    for unit, size in UNITS:
        if abs(seconds) >= size:
            number = int(abs(seconds) // size)
            span = counted(number, unit)
            return f"in {span}" if seconds > 0 else f"{span} ago"
    return "in a moment" if seconds > 5 else "just now"


@register.filter
def duration(value: timedelta | float | None) -> str:
    """A stretch of time (or seconds) in at most two units: "1 h 05 min", "3 min", "0.8 s"."""
    if value is None:
        return ""
    seconds = value.total_seconds() if isinstance(value, timedelta) else float(value)
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    for size, unit, part, smaller in STRETCHES:
        if whole >= size:
            rest = whole % size // part
            return f"{whole // size} {unit}" + (f" {rest:02d} {smaller}" if rest else "")
    return f"{whole} s"


@register.filter
def cpu(milliseconds: int | None) -> str:
    """CPU time, used or allowed: "250 ms", "3.0 s"."""
    if milliseconds is None:
        return ""
    return f"{milliseconds} ms" if milliseconds < 1000 else duration(milliseconds / 1000)


@register.filter
def turn_time(rules: Ruleset) -> str:
    """The limit on the time of a turn: "250 ms CPU", or "3.0 s wall time" where that is all."""
    if rules.turn_cpu_bound:
        return f"{cpu(rules.limits.cpu_ms)} CPU"
    return f"{cpu(rules.limits.wall_ms)} wall time"


@register.filter
def filesize(size: int | None) -> str:
    """Bytes in the unit that leaves a number below 1024."""
    if size is None:
        return ""
    if size < 1024:
        return f"{size} B"
    power = min(3, (size.bit_length() - 1) // 10)
    return f"{size / 1024**power:.1f} {('KiB', 'MiB', 'GiB')[power - 1]}"


def amount(number: float, unit: str) -> str:
    """A figure for people: "3,012 ms", "64.0 KiB", "256"."""
    if unit == "bytes":
        return filesize(int(number))
    digits = f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"
    return f"{digits} {unit}".rstrip()


@register.filter
def score(value: float | None) -> str:
    """As `matches.recorded.results.score_of`; empty for none."""
    return "" if value is None else results.score_of(value)


@register.filter
def percent(part: float | None) -> str:
    """A share from 0 to 1, as "58 %"; a dash for none."""
    return "–" if part is None else f"{part * 100:.0f} %"


@register.filter
def rating(value: float | None) -> str:
    """A displayed rating as a whole number; a dash for none."""
    return "–" if value is None else str(round(value))


@register.simple_tag
def strength(value: float | Literal[""] | None, uncertainty: float | None) -> SafeString:
    """A rating with its uncertainty, as all tables show it; a dash for none or an unknown name."""
    if value is None or value == "":
        return SafeString('<span class="muted">–</span>')
    shown = rating(value), rating(uncertainty)
    return format_html('<strong class="figure">{}</strong> <span class="muted">± {}</span>', *shown)


@register.simple_tag
def season_points(value: float) -> SafeString:
    """The points of a bot in a season, as all tables show them."""
    return format_html('<strong class="figure">{}</strong>', decimals(value, 1))


@register.filter
def decimals(value: float | None, digits: int) -> str:
    """A number with this number of decimals and a true minus sign; empty for none."""
    return "" if value is None else f"{value:.{digits}f}".replace("-", "−")


@register.filter
def signed(value: float | None) -> str:
    """A change with its sign."""
    if value is None:
        return ""
    number = round(value)
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"


@register.filter
def arrow(value: float) -> str:
    """The direction of a change."""
    return "↗" if value > 0 else "↘" if value < 0 else "→"


@register.filter
def of(mapping: Mapping[Any, Any], key: Any) -> Any:
    """A mapping's value for a key; None where it has none."""
    return mapping.get(key)


@register.filter
def game_title(name: str) -> str:
    """A game's title; its name where this installation does not have it any more."""
    return GAMES.title(name)


@register.filter
def ruleset_title(match: Match) -> str:
    """The title of its ruleset; the name where this installation does not have it any more."""
    scenario = getattr(match, "scenario", None)
    if scenario is not None:
        return str(scenario.title)
    try:
        return find(match.game, match.ruleset).title
    except KeyError:
        return match.ruleset


@register.filter
def multiple(value: float) -> str:
    """A factor, such as "×2.25"."""
    return f"×{value:.3g}"


@register.filter
def seat_mark(number: int) -> int:
    """The colour and sign of an entrant without a seat; their number is limited."""
    return number % len(SIGNS)


@register.filter
def numbers(page: Page[Any]) -> Iterator[str | int]:
    """The numbers of the pages near ``page`` and at both ends, with a sign for those between."""
    return page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)


@register.simple_tag
def lineup(match: Match, bot: Any = None) -> lineups.Lineup:
    """The sides and their players; ``bot`` is never left out, if a page is about it."""
    return lineups.lineup(match, getattr(bot, "pk", None))


@register.filter
def winner(match: Match) -> str:
    """`verdict`, where the next sentence tells the failure of the loser."""
    return results.sentence(match, faults=False)


def game_file(game: str, name: str) -> str:
    """Address of a file of a game's ``static``; one that leads nowhere for a game that left."""
    if game not in GAMES:
        return f"{settings.STATIC_URL}games/{game}/{name}"
    return static(f"games/{GAMES[game].static_name}/{name}")


def board_view(game: str) -> str:
    """Address of the module that draws a game."""
    return game_file(game, "view.js")


@register.simple_tag
def preload(script: str, game: str = "", *modules: str) -> SafeString:
    """The browser is to fetch a script, some modules of a game, and all that they import."""
    names = [script]
    if game in GAMES:
        names += [f"games/{GAMES[game].static_name}/{module}" for module in modules]
    # While a site is developed, imports change from one request to the next.
    preloaded = [] if settings.DEBUG else with_imports(*names)
    links = ((static(name),) for name in preloaded)
    return format_html_join("\n  ", '<link rel="modulepreload" href="{}">', links)


@register.simple_tag
def thumb_view(game: str) -> str:
    """Address of the module that draws a game's thumbnails: `board.js`, where it has one."""
    small = game in GAMES and (GAMES[game].static_folder / "board.js").exists()
    return game_file(game, "board.js" if small else "view.js")


@register.filter
def after_start(minutes: int) -> str:
    """When something of an event happens, told from its start: "at the start", "after 14 d"."""
    return f"after {duration(timedelta(minutes=minutes))}" if minutes else "at the start"


@register.filter
def fifth(share: shares.Share) -> int:
    """From 0 (lost nearly all) to 4 (won nearly all): which fifth of the scale a score lies in."""
    return min(4, int(5 * (share.score or 0.0)))


@register.filter
def milliseconds(value: float) -> str:
    """ "0.42 ms", "12 ms", "1.3 s"."""
    if value >= 1000:
        return f"{value / 1000:.1f} s"
    return f"{value:.0f} ms" if value >= 10 else f"{value:.2g} ms"


@register.inclusion_tag("components/follow.html", takes_context=True)
def follow_button(context: Context, subject: Subject) -> dict[str, object]:
    """On the pages of bots, people, events and games."""
    return following.button(context["request"], subject)


@register.inclusion_tag("help/_pager.html")
def help_pager(name: str) -> dict[str, object]:
    """Links to the help pages before and after the one of this name."""
    before, after = neighbours(name)
    return {"before": before, "after": after}


never_raise(register)
