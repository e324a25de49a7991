"""The options of an archive."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class Options:
    """``season`` (its id) and days narrow down matches, and with a season its ratings; mail
    addresses, sources and replays come along only where they are wanted."""

    season: int | None = None
    since: date | None = None
    until: date | None = None
    emails: bool = False
    sources: bool = False
    replays: bool = False

    def to_json(self) -> dict[str, object]:
        return {
            "season": self.season,
            "since": self.since.isoformat() if self.since else None,
            "until": self.until.isoformat() if self.until else None,
            "emails": self.emails,
            "sources": self.sources,
            "replays": self.replays,
        }

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Options:
        since, until = values.get("since"), values.get("until")
        return cls(
            season=values.get("season"),
            since=date.fromisoformat(since) if since else None,
            until=date.fromisoformat(until) if until else None,
            emails=bool(values.get("emails")),
            sources=bool(values.get("sources")),
            replays=bool(values.get("replays")),
        )

    @property
    def label(self) -> str:
        """For people."""
        parts = [f"season {self.season}"] if self.season is not None else []
        parts += [f"from {self.since}"] if self.since else []
        parts += [f"until {self.until}"] if self.until else []
        extras = (("emails", "mail addresses"), ("sources", "sources"), ("replays", "replays"))
        parts += [f"with {extra}" for name, extra in extras if getattr(self, name)]
        return ", ".join(parts) or "everything, without addresses, sources and replays"
