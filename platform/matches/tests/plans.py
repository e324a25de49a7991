"""Queries about the few matches that wait or are played, and how PostgreSQL reads for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bench.pages import Size, fill
from controls.models import Share
from ladder.models import Season
from ladder.ratings.standings import leaders
from matches.models import Match
from pages.desk import queries as desk
from pages.frame.queries import listed

AN_HOUR = timedelta(hours=1)
OPEN = {
    "live boards": lambda: listed().live().order_by("-started")[:5],
    "live matches of some games": lambda: (
        listed().filter(game__in=["snake", "xghj"]).live().order_by("-started")[:1]
    ),
    "how many are live": lambda: Match.objects.live().public().order_by(),
    "running matches": lambda: Match.objects.live().filter(share__in=["ladder"]),
    "the next of a share": lambda: Match.objects.waiting().in_turn(Share.LADDER)[:1],
    "all that wait": lambda: Match.objects.filter(state=Match.State.QUEUED).order_by(),
    "failed matches": lambda: Match.objects.filter(state=Match.State.FAILED)[:25],
    "matches on the desk": desk.running,
    "lost leases on the desk": desk.lost_leases,
    "matches that wait for long": desk.old_queued,
}
STATES = {
    "what is open": lambda: Match.objects.unfinished().order_by(),
    "the newest results": lambda: listed().finished().order_by("-finished")[:8],
    "the results of an hour": lambda: Match.objects.finished().filter(
        finished__gte=timezone.now() - AN_HOUR
    ),
}
BUILDS = {
    "builds on the way": desk.builds_on_the_way,
    "failed builds": desk.failed_builds,
}


Reads = dict[str, list[tuple[str, str]]]
"""By query how each of its tables is read: pairs of the table and the index, which is empty where
all of it is read."""


def reads() -> Reads:
    """Fill the database, which is PostgreSQL's; how it reads for each query."""
    fill(Size(2000, 20_000))
    queries = {**OPEN, **STATES, **BUILDS}
    found = {name: _reads(str(rows().explain(format="json"))) for name, rows in queries.items()}
    with CaptureQueriesContext(connection) as asked:
        leaders(list(Season.objects.all()), 5)
    *_, query = asked.captured_queries
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (FORMAT JSON) " + query["sql"])
        found["leaders"] = _reads(json.dumps(cursor.fetchone()[0]))
    return found


def _reads(plan: str) -> list[tuple[str, str]]:
    return list(_scans(json.loads(plan)[0]["Plan"]))


def _scans(node: dict[str, Any], table: str = "") -> Iterator[tuple[str, str]]:
    """A bitmap of rows is made from an index below the scan of the table."""
    table = node.get("Relation Name", table)
    if "Index Name" in node or node["Node Type"] == "Seq Scan":
        yield table, node.get("Index Name", "")
    for part in node.get("Plans", []):
        yield from _scans(part, table)
