"""Courses through days and seasons as charts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils.safestring import SafeString

from ladder.models import Season
from ladder.seasons import history
from pages.ladder.course_chart import Chart, Track, course


def by_day(courses: Sequence[history.Course], days: Sequence[date], by_value: bool) -> SafeString:
    """Places, or else ratings or points, over the days that are kept (given newest first)."""
    ordered = sorted(days)
    tracks = []
    for each in courses:
        known = {row.day: row.value if by_value else float(row.place) for row in each.rows}
        tracks.append(Track(str(each.bot), [known.get(day) for day in ordered]))
    return course(
        Chart(
            title="Course over the days" if by_value else "Places over the days",
            labels=[f"{day:%d %b}" for day in ordered],
            at=[day.toordinal() for day in ordered],
            tracks=tracks,
            places=not by_value,
        )
    )


def by_season(courses: Sequence[history.Course], seasons: Sequence[Season]) -> SafeString:
    """Final places over seasons that are over (given newest first)."""
    ordered = sorted(seasons, key=lambda season: season.starts)
    tracks = []
    for each in courses:
        known = {row.season_id: float(row.place) for row in each.rows}
        tracks.append(Track(str(each.bot), [known.get(season.pk) for season in ordered]))
    return course(
        Chart(
            title="Places over the seasons",
            labels=[season.name for season in ordered],
            at=range(len(ordered)),
            tracks=tracks,
            places=True,
        )
    )
