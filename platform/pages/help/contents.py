"""The pages of the help, in the order of its index."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse


@dataclass(frozen=True, slots=True)
class HelpPage:
    """``address`` names the view of a page with a template of its own; other pages are documents
    in ``templates/help/texts``."""

    name: str
    title: str
    summary: str
    address: str = ""

    @property
    def url(self) -> str:
        return reverse(self.address) if self.address else reverse("help-page", args=[self.name])


GROUPS: tuple[tuple[str, tuple[HelpPage, ...]], ...] = (
    (
        "Your bot",
        (
            HelpPage(
                "start", "First bot in five minutes", "From a starter kit to the first match."
            ),
            HelpPage("sandbox", "The sandbox", "How a bot is built, run and measured."),
            HelpPage(
                "limits",
                "Limits of bots",
                "The limits of every match, and the environment of a program.",
                "limits",
            ),
            HelpPage(
                "verdicts",
                "How a bot's game ends",
                "Every end state, its meaning, and what to do about it.",
            ),
        ),
    ),
    (
        "Contests",
        (
            HelpPage(
                "ratings", "How ratings work", "Ladders, seasons, uncertainty and matchmaking."
            ),
            HelpPage(
                "events",
                "How events work",
                "Stages, formats, seeding, tie-breaks, and what happens when a result is voided.",
                "event-help",
            ),
            HelpPage(
                "sparring",
                "Sparring partners",
                "Old programs of about the strength of a bot that lacks opponents.",
                "sparring-help",
            ),
        ),
    ),
    (
        "The site",
        (
            HelpPage(
                "privacy",
                "Visibility and privacy",
                "Readers of sources, logs, matches and results.",
            ),
            HelpPage(
                "teams",
                "Roles in teams",
                "The acts that each role of a member includes.",
                "team-help",
            ),
            HelpPage("keys", "Keyboard", "Keys of the site, the player and the map editor."),
            HelpPage(
                "programs", "API and command line", "Everything that a program can do for you."
            ),
            HelpPage("rates", "Rate limits", "How often you may do something, and how many."),
            HelpPage(
                "webhooks",
                "Webhooks",
                "The site sends events to your own program as they happen.",
                "webhook-help",
            ),
            HelpPage("glossary", "Glossary", "The words of the site, each in a sentence or two."),
        ),
    ),
)
PAGES = {page.name: page for _, pages in GROUPS for page in pages}


def neighbours(name: str) -> tuple[HelpPage | None, HelpPage | None]:
    """The page before the one of this name, and the page after it."""
    order = list(PAGES.values())
    at = order.index(PAGES[name])
    return order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None
