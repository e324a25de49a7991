"""Rows of other people in the tables that grow with each day of a site."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.color import no_style
from django.db import connection
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from arbiter.database import statistics
from audit.models import AuditEntry, AuditHead
from audit.services import record
from bench.pages import FINISHED, copies, templates
from bots.models import Bot, BotVersion
from following.models import Happening, Target
from ladder.models import RatedMatch, RatingChange, StandingsDay
from matches.models import Match, Seat
from notices.models import Delivery, Notice

ROWS, FEW = 20_000, 100
"""Rows of each table; those of bots and people, all of which a page may show."""
ONE_SORT = tuple(f"matches_mat_{column}_" for column in ("game", "ruleset", "kind"))
"""The indexes that begin with these columns."""
_Told = Happening.targets.through
TABLES = [
    model._meta.db_table
    for model in (
        *(AuditEntry, BotVersion, Delivery, Happening, Match, Notice, RatedMatch, RatingChange),
        *(Seat, StandingsDay, _Told),
    )
]


def fill() -> None:
    """The rows are newer than those of the site, so that lists of the newest begin with them; there
    is one each ten minutes until now."""
    rows = _Rows()
    rows.add_bots()
    rows.add_matches()
    rows.add_messages()
    rows.add_days()
    with connection.cursor() as cursor:
        models = [type(row) for row in rows.first.values()]
        for line in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(line)
        if connection.vendor == "postgresql":
            cursor.execute("ANALYZE")
            # A table is read as a whole only where no index helps, as if it were larger by far.
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL jit = off")
    statistics.collect()
    if connection.vendor == "sqlite":
        _forget_rare_values()


class _Rows:
    """Copies of one row of each model, ``first``."""

    def __init__(self) -> None:
        self.first = {type(row).__name__: row for row in (*templates().values(), *_more())}
        self.ended = FINISHED[connection.vendor].format(ago=f"({ROWS} - n.i) * 600")
        self.base: dict[str, int] = {}
        """Numbers of the rows before the copies."""

    def copy(self, what: str, count: int = ROWS, **columns: str) -> None:
        row = self.first[what]
        base = int(type(row)._default_manager.order_by("-pk").values_list("pk", flat=True)[0])
        self.base.setdefault(what, base)
        copies(type(row), row.pk, count, base, **columns)

    def nth(self, what: str) -> str:
        return f"{self.base[what]} + n.i"

    def some(self, what: str, count: int = FEW, factor: int = 1) -> str:
        return f"{self.base[what]} + 1 + (n.i * {factor}) % {count}"

    def add_bots(self) -> None:
        self.copy("User", FEW, username="'u' || n.i", email="'u' || n.i")
        self.copy("Bot", FEW, name="'b' || n.i", owner_id=self.some("User"))
        kept = f"CASE WHEN n.i <= {FEW} THEN"
        self.copy(
            "BotVersion", bot_id=self.some("Bot"), number=f"2 + n.i / {FEW}", created=self.ended,
            build_started=self.ended, build_finished=self.ended,
            artifact=f"{kept} 'artifacts/' || n.i ELSE '' END",
            artifact_state=f"{kept} 'kept' ELSE 'removed' END",
        )  # fmt: skip
        version = F("pk") - self.base["Bot"] + self.base["BotVersion"]
        Bot.objects.filter(pk__gt=self.base["Bot"]).update(active_version=version)
        self.copy("Rating", FEW, bot_id=self.nth("Bot"), version_id=self.nth("BotVersion"))

    def add_matches(self) -> None:
        self.copy("Match", created=self.ended, started=self.ended, finished=self.ended)
        self.copy("RatedMatch", match_id=self.nth("Match"), order="1000 + n.i")
        for seat, factor in enumerate((7, 11)):
            version = self.some("BotVersion", ROWS, factor)
            match, rated = self.nth("Match"), self.nth("RatedMatch")
            self.copy("Seat", match_id=match, number=str(seat), version_id=version)
            rating = self.some("Rating", FEW, factor)
            self.copy("RatingChange", rated_id=rated, seat=str(seat), rating_id=rating)

    def add_messages(self) -> None:
        for name in ("Notice", "Delivery"):
            self.copy(name, user_id=self.some("User"), created=self.ended)
        self.copy("AuditEntry", time=self.ended, target_id="n.i")
        AuditHead.objects.update(number=F("number") + ROWS)
        told = _Told.objects.create(happening=self.first["Happening"], target=self.first["Target"])
        self.first["told"] = told
        self.copy("Happening", key="'k' || n.i", created=self.ended)
        self.copy("Target", FEW, bot_id=self.nth("Bot"))
        self.copy("told", happening_id=self.nth("Happening"), target_id=self.some("Target"))

    def add_days(self) -> None:
        season, bot, today = self.first["Season"], self.base["Bot"], timezone.now().date()
        StandingsDay.objects.bulk_create(
            StandingsDay(
                season=season, day=today - timedelta(days=2 + n // FEW), bot_id=bot + 1 + n % FEW,
                place=1 + n % FEW, value=1.0, games=9,
            )
            for n in range(ROWS // 2)
        )  # fmt: skip


def _more() -> list[Any]:
    owner, bot = User.objects.get(username="owner"), Bot.objects.get(owner__username="owner")
    now, version = timezone.now(), bot.versions.get()
    sent = {"user": owner, "kind": "version.ready"}
    record(owner, bot, "retired it")
    return [
        Notice.objects.create(**sent, text="-", path="/", read_at=now),
        Delivery.objects.create(**sent, channel="mail", payload="{}", state="sent"),
        AuditEntry.objects.latest("number"),
        Happening.objects.create(what="version", key="k", version=version, told_at=now),
        Target.objects.create(bot=bot),
    ]


def _forget_rare_values() -> None:
    """Have SQLite's statistics say that a column of two values has one, as on a site on which the
    rare one has not come yet, and that all matches are of one kind and one game: an index seems to
    be of no use there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rowid, idx, stat FROM sqlite_stat1 WHERE idx IS NOT NULL")
        for row, index, stat in cursor.fetchall():
            rows, same, *more = stat.split()
            if index.startswith(ONE_SORT) or (not more and 2 * int(same) >= int(rows)):
                one = [" ".join((rows, rows, *more)), row]
                cursor.execute("UPDATE sqlite_stat1 SET stat = %s WHERE rowid = %s", one)
        cursor.execute("ANALYZE sqlite_schema")
