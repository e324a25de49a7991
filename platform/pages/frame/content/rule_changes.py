"""The changelog of a game's rules, for its page, its feed and the search."""

from __future__ import annotations

import logging

from games.changes import ChangesError, RuleChange, changes_of
from games.game import Game

logger = logging.getLogger(__name__)


def rule_changes(game: Game) -> tuple[RuleChange, ...]:
    """Newest first.  A changelog that cannot be read is logged, and shown as empty."""
    try:
        return changes_of(game.folder)
    except ChangesError as error:
        logger.warning("the changelog of %s cannot be shown: %s", game.name, error)
        return ()
