"""The indexes of matches and seats, of which a site has millions.

In an index of all rows no value seems to be rare where nearly all rows have the same one: SQLite
knows of an index only how many rows a value has on average, and then reads the whole table.
"""

from __future__ import annotations

from django.db.models import Index, Q

RARE = ("map_used", "scenario", "requested_by", "origin")
"""Columns that are empty in nearly all matches."""
FEW = (
    ("match_queued", "queued", ["-id"]),
    ("match_turn", "queued", ["share", "-priority", "id"]),
    ("match_running", "running", ["-id"]),
    ("match_live", "running", ["-started"]),
    ("match_failed", "failed", ["-id"]),
    ("match_aborted", "aborted", ["-id"]),
)
"""Orders of matches in states that nearly all have left."""


def of_matches() -> list[Index]:
    return [
        Index(fields=["state", "-finished"]),
        *(Index(fields=[column, "-id"]) for column in ("game", "ruleset", "kind")),
        Index(fields=["created"]),
        Index(fields=["kind", "replay_form", "finished"]),
        *(
            Index(fields=[name], condition=Q(**{f"{name}__isnull": False}), name=f"match_{name}")
            for name in RARE
        ),
        # SQLite prefers such an index where the state is its first column, too.
        *(
            Index(fields=["state", *order], condition=Q(state=state), name=name)
            for name, state, order in FEW
        ),
        Index(fields=["state"], condition=Q(state__in=("queued", "running")), name="match_open"),
        Index(fields=["kind", "game"], condition=Q(kind="sparring"), name="match_spar"),
        Index(fields=["fault_of", "-id"], condition=Q(fault_of="game"), name="match_fault"),
        # For `storage.cleanup`.
        Index(fields=["replay"], condition=~Q(replay=""), name="match_replay"),
    ]


def of_seats() -> list[Index]:
    return [
        Index(fields=["person"], condition=Q(person__isnull=False), name="seats_of_people"),
        Index(fields=["log"], condition=~Q(log=""), name="seat_log"),
    ]
