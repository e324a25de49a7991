"""Parts that tests of the ladder and of the API are made of: versions that are ready, and matches
with the result that a test wants, finished the way a worker finishes them."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from django.utils import timezone

from bots import services as bot_services
from bots.models import Bot, BotVersion
from games.engine import EndState, Outcome, SeatOutcome
from games.registry import GAMES
from games.replay import FORMAT, ReplayWriter, write_frames
from games.tests.sampling import Player, walk
from ladder.models import RatedMatch, Season
from matches import services as match_services
from matches.models import Match
from matches.seating import setup_of

SNAKE = GAMES["snake"]
RULESET = SNAKE.rulesets[0].name


def make_bot(owner, name: str, team=None) -> Bot:
    """A bot of the owner's that plays snake with its first version."""
    bot = bot_services.create_bot(owner, "snake", name, team=team)
    add_version(bot)
    return bot


def bot_of(owner, name: str, team=None) -> Bot:
    """The owner's bot of this name that the module keeps, or a new one that plays snake."""
    return Bot.objects.filter(owner=owner, name=name).first() or make_bot(owner, name, team)


def add_version(
    bot: Bot, *, state: str = BotVersion.State.READY, active: bool = True
) -> BotVersion:
    """The bot's next version, as if it had been built and proven."""
    version = BotVersion(
        bot=bot,
        number=bot.versions.count() + 1,
        language="python",
        uploaded_by=bot.owner,
        source_sha256="0" * 64,
        source_bytes=10,
        source_files=1,
        state=state,
        ready_at=timezone.now(),
        build_log="compiled without a word\n",
    )
    version.source.save("bot.zip", io.BytesIO(b"PK\x05\x06" + b"\0" * 18), save=False)  # type: ignore[arg-type]
    version.save()
    if active and state == BotVersion.State.READY:
        bot_services.activate(version, bot.owner)
        bot.refresh_from_db()
    return version


def rated(season: Season, *bots: Bot) -> Match:
    """A ladder match of the season between the bots' active versions, which waits."""
    versions = [bot.active_version for bot in bots]
    match = match_services.create_match(season.game, season.ruleset, "ladder", versions)  # type: ignore[arg-type]
    RatedMatch.objects.create(match=match, season=season)
    return match


def finish(
    match: Match,
    ranks: Sequence[int],
    ends: Sequence[EndState] | None = None,
    scores: Sequence[float] | None = None,
    play: str = "",
    worker: str = "test",
) -> Match:
    """End a waiting match with these ranks, through the verb that workers use.

    ``play`` stands for the digest of its play.
    """
    ends = ends or [EndState.OK] * len(ranks)
    scores = scores or [float(-rank) for rank in ranks]
    claimed = Match.objects.claim(match.pk, worker)
    assert claimed is not None, "the match does not wait"
    seats = [SeatOutcome(*each) for each in zip(ranks, scores, ends, strict=True)]
    outcome = Outcome(tuple(seats), "the game was played to its end").to_json()
    result = {
        "type": "result",
        "outcome": outcome,
        "games": [],
        "seats": [{"cpu_ms": 12, "peak_memory": 4096} for _ in ranks],
    }
    replay, frames = replay_of(match, result)
    played = match_services.JudgerOutput(
        result=result,
        replay=io.BytesIO(replay),
        sha256=hashlib.sha256(replay).hexdigest(),
        size=len(replay),
        frames=frames,
        turn=frames - 1,
        game_number=0,
        play_sha256=play,
    )
    claim = match_services.Claim(match.pk, worker, claimed.attempt)
    assert match_services.finish(claim, played)
    match.refresh_from_db()
    return match


def replay_of(match: Match, result: dict[str, Any]) -> tuple[bytes, int]:
    """The bytes of a replay of the first two steps, and the number of its frames."""
    file = io.BytesIO()
    writer = ReplayWriter(file)
    setup = setup_of(match)
    header = {"type": "header", "format": FORMAT, "game": match.game, "setup": setup.to_json()}
    header |= {"engine": match.played_game.version, "ruleset": setup.ruleset}
    writer.header({**header, "seats": [{"name": seat.name} for seat in setup.seats]})
    engine = match.played_game.engine(setup)
    steps = walk(engine, Player(match.played_game, Random(match.seed)))
    write_frames(writer, 0, setup, engine, islice(steps, 2))
    writer.result(result)
    return file.getvalue(), writer.frames
