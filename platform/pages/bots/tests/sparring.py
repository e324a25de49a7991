"""A sparring match between alice's worm and an old version of charlie's boa."""

from __future__ import annotations

from bots.models import Bot, BotVersion
from bots.versions import sparring as consent
from ladder.tests.play import RULESET, add_version, finish, make_bot
from matches.models import Match
from matches.seating import SeatTerms
from matches.services import create_match


def waiting(worm: Bot, old: BotVersion) -> Match:
    """A match of worm, on seat 0, with the old version."""
    players = [worm.active_version, old]
    terms = [SeatTerms(), SeatTerms(sparring=True)]
    return create_match("snake", RULESET, "sparring", players, terms=terms)  # type: ignore[arg-type]


def spar(worm: Bot, old: BotVersion, *, ranks: tuple[int, int] = (1, 2)) -> Match:
    """The same, ended."""
    return finish(waiting(worm, old), ranks)


def make_boa(charlie) -> tuple[Bot, BotVersion]:
    """A bot that allows sparring, and the version that it has replaced."""
    boa = make_bot(charlie, "boa")
    old = boa.active_version
    assert old is not None
    add_version(boa)
    return consent.allow(boa, charlie, True), old
