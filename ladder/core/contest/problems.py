"""The errors of a plan, by stage and field, so that a form can show them beside the field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ladder.core.contest.durations import spell_minutes
from ladder.core.contest.plan import (
    LONGEST_EVENT,
    LONGEST_MATCHDAY,
    LONGEST_SERIES,
    MOST_CHALLENGES,
    MOST_ENTRANTS,
    MOST_GAMES,
    MOST_GROUPS,
    MOST_LAST,
    MOST_PATIENCE,
    MOST_PLACES,
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_STAGES,
    EventPlan,
    Kind,
    Problem,
    Reveal,
    Seeding,
    StagePlan,
)


def problems(plan: EventPlan) -> list[Problem]:
    """All errors of a plan that do not depend on the games of a site."""
    listed = []
    if not plan.stages:
        listed.append(Problem("An event has at least one stage."))
    if len(plan.stages) > MOST_STAGES:
        listed.append(Problem(f"An event has at most {MOST_STAGES} stages."))
    keys = [stage.key for stage in plan.stages]
    for stage in plan.stages:
        if keys.count(stage.key) > 1:
            listed.append(Problem("Two stages have this key.", stage.key, "key"))
        listed += _of_stage(stage)
        listed += [Problem(text, stage.key, "feeds") for text in _of_feeds(plan, stage, keys)]
        listed += _of_seeds(plan, stage)
    listed += _of_times(plan)
    try:
        plan.in_order()
    except ValueError:
        if all(key in keys for stage in plan.stages for key in stage.sources):
            listed.append(
                Problem("Some stages feed each other in a cycle. Remove one of these sources.")
            )
    return listed


def _of_stage(stage: StagePlan) -> Iterator[Problem]:
    options, key = stage.options, stage.key
    if not stage.name.strip():
        yield Problem("Enter a name for the stage.", key, "name")
    rounds = MOST_CHALLENGES if stage.kind is Kind.HILL else MOST_ROUNDS
    bounds: Sequence[tuple[str, int, int, int]] = (
        ("games", options.games, 1, MOST_GAMES),
        ("rounds", options.rounds, 0, rounds),
        ("cycles", options.cycles, 1, 10),
        ("groups", options.groups, 1, MOST_GROUPS),
        ("group_size", options.group_size, 2, MOST_ENTRANTS),
        ("group_limit", options.group_limit, 0, MOST_ENTRANTS),
        ("extra", options.extra, 0, 20),
        ("cut", options.cut, 0, MOST_ENTRANTS),
        ("winners", options.winners, 1, MOST_ENTRANTS),
        ("most_games", options.most_games, 0, LONGEST_SERIES),
        ("patience", options.patience, 1, MOST_PATIENCE),
        ("window", options.window, 1, 1000),
        ("matchday", options.matchday, 0, LONGEST_MATCHDAY),
        ("freeze", stage.freeze, 0, 14 * 24 * 60),
        ("begins", stage.begins or 0, 0, LONGEST_EVENT),
        ("ends", stage.ends or 0, 0, LONGEST_EVENT),
        ("opens", stage.opens or 0, 0, LONGEST_EVENT),
    )
    for name, value, least, most in bounds:
        if not least <= value <= most:
            yield Problem(f"Enter a number from {least} to {most}.", key, name)
    yield from _of_last_rounds(stage)
    yield from _of_points(stage)
    yield from _of_groups(stage)
    if stage.kind is Kind.LADDER:
        if stage.ends is None or stage.ends <= (stage.begins or 0):
            yield Problem("Enter when the stage ends, later than it begins.", key, "ends")
    elif stage.ends is not None:
        yield Problem("Only a season of the ladder has an end time. Leave this empty.", key, "ends")
    if stage.opens is not None and stage.reveal is Reveal.PUBLIC:
        yield Problem("Everybody sees these results at once. Leave this empty.", key, "opens")
    if not options.tie_breaks or len(set(options.tie_breaks)) < len(options.tie_breaks):
        yield Problem("Add at least one tie-break, and none of them twice.", key, "tie_breaks")


def _of_last_rounds(stage: StagePlan) -> Iterator[Problem]:
    games, key = stage.options.last_games, stage.key
    if any(not 1 <= count <= MOST_GAMES for count in games):
        yield Problem(f"Enter numbers from 1 to {MOST_GAMES}.", key, "last_games")
    if len(games) > MOST_LAST:
        yield Problem(f"Enter at most {MOST_LAST} numbers.", key, "last_games")


def _of_points(stage: StagePlan) -> Iterator[Problem]:
    options, key = stage.options, stage.key
    lists = (
        ("place_points", options.place_points, MOST_PLACES),
        ("start_points", options.start_points, MOST_ENTRANTS),
    )
    for name, points, most in lists:
        if points and not stage.kind.adds_points:
            text = f"A {stage.kind.label} has no table of added points. Leave this empty."
            yield Problem(text, key, name)
        if any(not 0 <= each <= MOST_POINTS for each in points):
            yield Problem(f"Enter numbers from 0 to {MOST_POINTS}.", key, name)
        if len(points) > most:
            yield Problem(f"Enter at most {most} numbers.", key, name)
    if sorted(options.place_points, reverse=True) != list(options.place_points):
        text = "A later place cannot have more points than an earlier one. Order the numbers."
        yield Problem(text, key, "place_points")
    elif options.place_points and not options.place_points[0]:
        yield Problem("The first place needs at least 1 point.", key, "place_points")


def _of_groups(stage: StagePlan) -> Iterator[Problem]:
    options, key = stage.options, stage.key
    if options.groups > 1 and not stage.kind.grouped:
        yield Problem(f"A {stage.kind.label} has no groups. Enter 1.", key, "groups")
    if options.group_limit and not stage.kind.grouped:
        yield Problem(f"A {stage.kind.label} has no groups. Enter 0.", key, "group_limit")
    elif 0 < options.group_limit < options.group_size:
        text = "The largest group cannot be smaller than the smallest one. Enter a larger number."
        yield Problem(text, key, "group_limit")


def _of_seeds(plan: EventPlan, stage: StagePlan) -> Iterator[Problem]:
    """Seeds by places in groups where there are no groups, or no bracket."""
    if stage.seeding is not Seeding.GROUPS:
        return
    if not stage.kind.is_bracket:
        text = f"A {stage.kind.label} has no bracket. Choose other seeds."
        yield Problem(text, stage.key, "seeding")
    elif not any(has_groups(plan, key) for key in stage.fed_by):
        text = "No source of this stage is split into groups. Choose other seeds."
        yield Problem(text, stage.key, "seeding")


def has_groups(plan: EventPlan, key: str) -> bool:
    """Whether the stage of a key is in the plan and may be split into groups."""
    source = next((stage for stage in plan.stages if stage.key == key), None)
    return source is not None and source.kind.grouped and source.options.splits


def _of_times(plan: EventPlan) -> Iterator[Problem]:
    """Stages that would begin before a stage that they wait for begins or, if a season, ends."""
    known = {stage.key: stage for stage in plan.stages}
    for stage in plan.stages:
        for source in (known[key] for key in stage.sources if key in known):
            least = source.begins if source.ends is None else source.ends
            if stage.begins is not None and least is not None and stage.begins < least:
                own, its = spell_minutes(stage.begins), spell_minutes(least)
                yield Problem(
                    f"{stage.name} begins {own} after the start, but waits for {source.name}, "
                    f"which begins {its} after the start. Choose a later time, or leave it empty."
                    if source.ends is None
                    else f"{stage.name} begins {own} after the start, but waits for {source.name}, "
                    f"which ends {its} after the start. Choose a later time, or leave it empty.",
                    stage.key,
                    "begins",
                )


def _of_feeds(plan: EventPlan, stage: StagePlan, keys: Sequence[str]) -> Iterator[str]:
    if all(feed.exclude for feed in stage.feeds):
        yield "The stage has no entrants: no source brings any. Add a source that takes bots."
    if any(feed.exclude and feed.source is None for feed in stage.feeds):
        yield "All entered bots cannot be left out: nobody would play. Name a stage instead."
    if len({feed.source for feed in stage.feeds}) < len(stage.feeds):
        yield "A source is listed twice. List each source once."
    for feed in stage.feeds:
        if feed.first < 1 or (feed.count is not None and feed.count < 1):
            yield "Places and numbers of entrants count from 1."
        if feed.each_group and (feed.source is None or not has_groups(plan, feed.source)):
            yield "A source without groups has no places of each group. Take those of its table."
        if feed.source is None:
            continue
        if feed.source not in keys:
            yield f"There is no stage “{feed.source}”."
        elif feed.source == stage.key:
            yield "A stage cannot feed itself."
        elif plan.stage(feed.source).game != stage.game:
            yield "The source has another game. Choose a stage of the same game."
