"""The periodic tasks of matchmaking, seasons, ratings and corrections."""

import logging
import random

from celery import shared_task

from ladder.corrections import services as corrections
from ladder.matchmaking import feed
from ladder.ratings import official, rebuilding
from ladder.seasons import history
from ladder.seasons.current import end_seasons, ensure_seasons
from ladder.sparring.services import spar
from ladder.statistics import fairness_reports, rivals_reports

logger = logging.getLogger(__name__)


# A task that no worker takes in this time is replaced by the next one.
@shared_task(expires=5.0)
def matchmake() -> None:
    """Keep matches of every running season in the queue."""
    made = feed(random.Random())
    if made:
        logger.info("matchmaker: %d new matches, from %s on", len(made), made[0])


@shared_task(expires=20.0)
def sparring() -> None:
    """Make sparring matches for bots with few even opponents."""
    made = spar(random.Random())
    if made:
        logger.info("sparring: %d new matches, from %s on", len(made), made[0])


@shared_task(expires=60.0)
def open_seasons() -> None:
    """Open the next season of each ruleset whose last one has ended, end those of scenarios that
    are not played any more, and keep the standings of past days."""
    for season in end_seasons():
        logger.info("ended: %s", season)
    for season in ensure_seasons():
        logger.info("opened: %s", season)
    for season in history.keep_due():
        logger.info("standings kept: %s", season)


@shared_task(expires=60.0)
def refit_seasons() -> None:
    """Bring the official ratings of every season up to its results, and keep what house bots have
    shown in seasons that are over."""
    for season in official.due():
        official.refit(season)
    for season in official.without_anchors():
        official.fix_anchors(season)


@shared_task
def recalculate(pk: int) -> None:
    """Bring the ratings of a stale season in line with its matches."""
    done = rebuilding.recalculate(pk)
    if done is not None:
        logger.info("season %d recalculated: %d matches", pk, done.matches)


@shared_task
def preview(pk: int) -> None:
    """Compute what a correction would change."""
    corrections.preview(pk)


@shared_task(expires=60.0)
def report_fairness(pk: int) -> None:
    """Compute the report of fairness that somebody waits for."""
    fairness_reports.make(pk)


@shared_task(expires=60.0)
def report_rivals() -> None:
    """Compute the reports of rivals of seasons whose official ratings are newer."""
    for pk in rivals_reports.due():
        rivals_reports.make(pk)


@shared_task(expires=30.0)
def mend() -> None:
    """Recalculate stale seasons and compute the previews that have no process."""
    for pk in list(rebuilding.waiting()):
        recalculate(pk)
    for pk in list(corrections.waiting()):
        preview(pk)
