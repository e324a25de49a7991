"""The stages of a plan as SVG: boxes from left to right, and arrows for qualifying bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ladder.core.contest import plan as plans

WIDTH, HEIGHT = 150, 44
GAP_X, GAP_Y = 90, 20
PAD = 8
LONGEST = 20
LINE = 14
"""Between the words of two arrows that leave one box."""


@dataclass(frozen=True, slots=True)
class Box:
    stage: plans.StagePlan
    x: int
    y: int


def graph(plan: plans.EventPlan) -> SafeString:
    """Empty for a plan without stages, and for one whose stages feed each other in a ring."""
    try:
        order = plan.in_order()
    except ValueError:
        return SafeString()
    known = {stage.key for stage in plan.stages}
    if not order or any(source not in known for stage in order for source in stage.sources):
        return SafeString()
    boxes = _boxes(order)
    width = max(box.x for box in boxes.values()) + WIDTH + PAD
    height = max(box.y for box in boxes.values()) + HEIGHT + PAD
    arrows = format_html_join("", "{}", ((arrow,) for arrow in _arrows(boxes)))
    titles = "; ".join(_title(plan, stage) for stage in plan.stages)
    drawn = format_html_join("", "{}", ((_drawn(box),) for box in boxes.values()))
    return format_html(
        '<svg class="plan-graph" viewBox="0 0 {} {}" width="{}" height="{}" role="group" '
        'aria-label="{}">{}{}</svg>',
        *(width, height, width, height, titles, arrows, drawn),
    )


def _boxes(order: tuple[plans.StagePlan, ...]) -> dict[str, Box]:
    depth: dict[str, int] = {}
    rows: dict[int, int] = {}
    boxes = {}
    for stage in order:
        column = max((depth[key] + 1 for key in stage.sources), default=0)
        depth[stage.key] = column
        row = rows.get(column, 0)
        rows[column] = row + 1
        x, y = PAD + column * (WIDTH + GAP_X), PAD + row * (HEIGHT + GAP_Y)
        boxes[stage.key] = Box(stage, x, y)
    return boxes


def _arrows(boxes: dict[str, Box]) -> Iterator[SafeString]:
    """All arrows, then the words of all, which the arrows do not cross out."""
    fed = [(box, feed) for box in boxes.values() for feed in box.stage.feeds]
    for box, feed in fed:
        if feed.source is not None:
            yield _arrow(boxes[feed.source], box, feed)
    leaving = Counter[str]()
    for _, feed in fed:
        if feed.source is not None:
            yield _count(boxes[feed.source], feed, leaving[feed.source])
            leaving[feed.source] += 1


def _arrow(start: Box, end: Box, feed: plans.Feed) -> SafeString:
    x1, y1 = start.x + WIDTH, start.y + HEIGHT // 2
    x2, y2 = end.x, end.y + HEIGHT // 2
    middle = (x1 + x2) // 2
    return format_html(
        '<path class="plan-arrow{}" d="M{} {}C{} {} {} {} {} {}"/>',
        *(" plan-excluded" if feed.exclude else "", x1, y1, middle, y1, middle, y2, x2, y2),
    )


_COUNTS = {
    (False, False): ("all", "first {count}"),
    (False, True): ("all each", "first {count} each"),
    (True, False): ("without all", "without first {count}"),
    (True, True): ("without all each", "without first {count} each"),
}
"""All or the first ones: whether they are excluded, and whether they are taken from each group."""


def _count(start: Box, feed: plans.Feed, number: int) -> SafeString:
    """How many go on, where the arrow leaves: of the first arrow above it, of the others below."""
    everyone, first = _COUNTS[feed.exclude, feed.each_group]
    return format_html(
        '<text class="plan-count" x="{}" y="{}">{}</text>',
        start.x + WIDTH + 6,
        start.y + HEIGHT // 2 - 5 + LINE * number + (3 if number else 0),
        everyone if feed.count is None else first.format(count=feed.count),
    )


def _drawn(box: Box) -> SafeString:
    name = box.stage.name
    return format_html(
        '<a href="#stage-{}"><rect class="plan-box" x="{}" y="{}" width="{}" height="{}" rx="6"/>'
        '<text class="plan-name" x="{}" y="{}">{}</text>'
        '<text class="plan-kind" x="{}" y="{}">{}</text></a>',
        *(box.stage.key, box.x, box.y, WIDTH, HEIGHT),
        *(box.x + 10, box.y + 18, name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"),
        *(box.x + 10, box.y + 35, box.stage.kind.label),
    )


def _title(plan: plans.EventPlan, stage: plans.StagePlan) -> str:
    left_out = [key for key in stage.sources if key not in stage.fed_by]
    after = ", ".join(plan.stage(key).name for key in stage.fed_by)
    without = ", ".join(plan.stage(key).name for key in left_out)
    if after and without:
        return f"{stage.name} after {after} without bots of {without}"
    if after:
        return f"{stage.name} after {after}"
    return f"{stage.name} without bots of {without}" if without else stage.name
