"""The socket of a person who plays."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Iterable, Iterator
from typing import Any, cast

import redis
import redis.asyncio
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.conf import settings

from accounts.models import Viewer
from arbiter.streams import StreamReader, presence_key, seat_key
from live.base import NOT_FOUND, Socket
from live.protocol import Act, BadMessage, Leave, Ready, parse_player
from matches.models import Match, Seat
from matches.playing import human_input
from matches.recorded import endings

logger = logging.getLogger(__name__)

DONE = 1000
SILENCE_SECONDS = 3
"""Without news for this time, the database is asked for the match's state."""
AFTER_THE_END_SECONDS = 0.1
RATE = 20
"""Messages a second that a person may send for long, and twice as many at once.  The first answer
to each question always passes: the clock runs for it, and there are no more than questions."""
_NUMBER = re.compile(rb'\{"type":"ask","ask":(\d+)')
_ASK, _CLOSERS = b'{"type":"ask"', (b'{"type":"ask"', b'{"type":"end"', b'{"type":"over"')


class SeatConsumer(Socket):
    """``ws/matches/<id>/seats/<number>/``: a match as the person on that seat plays it.

    To the person: ``hello`` (state, now: Unix time in ms, seat), then the messages of
    `sandbox.judger.seats.human` from the start of the attempt that runs, in order, and as they
    come; questions that were closed by the time they are told may be left out.  Besides: ``state``
    (state), ``restart`` (drop everything: the match begins again), ``error`` (code, message and,
    where it is about an action, its ask), and at last ``closed`` (state, message), after which the
    server closes.
    From the person: ``{"type":"action","ask":number,"action":JSON}``, ``{"type":"ready"}`` once the
    page shows the board, and ``{"type":"leave"}``.
    While a socket of the seat is open, from whatever window, the person is there.
    """

    async def connect(self) -> None:
        self._out: Any = None
        self._allowance, self._last = 2.0 * RATE, time.monotonic()
        self._asked = self._answered = 0
        self._over = False
        self._match_id = int(self.scope["url_route"]["kwargs"]["match_id"])
        self._seat = int(self.scope["url_route"]["kwargs"]["seat"])
        await self.accept()
        match = await self._find(cast("Viewer", self.scope["user"]))
        if match is None:
            message = "There is no such seat, or it is not yours."
            await self.say("error", code="not_found", message=message)
            await self.close(NOT_FOUND)
            return
        self._out = redis.asyncio.Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS)
        self.name = f"socket of seat {self._seat} of match {match.pk}"
        self.start(self.stay_while(self._find))
        self.start(self._serve(match))
        self.start(self._be_present())

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if self._out is not None:
            await self._out.aclose()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._out is None:
            return
        request: Act | Leave | Ready | None = None
        bad = ""
        try:
            request = parse_player(text_data)
        except BadMessage as error:
            bad = f"{error}."
        about = {"ask": request.ask} if isinstance(request, Act) else {}
        if not self._answers(request) and not self._may_speak():
            message = "Slow down: that was not taken."
            await self.say("error", code="too_fast", message=message, **about)
        elif request is None:
            await self.say("error", code="bad_message", message=bad)
        else:
            await self._pass_on(request, about)

    async def _be_present(self) -> None:
        """Keep the mark of the person's presence, which goes by itself."""
        seconds = human_input.presence_seconds(settings.ROOM_AWAY_SECONDS)
        key = presence_key(self._match_id, self._seat)
        while seconds and not self._over:
            try:
                await self._out.set(key, b"", px=round(1000 * seconds))
            except redis.RedisError as error:
                logger.warning("%s: presence is not known: %s", self.name, error)
            await asyncio.sleep(seconds / 3)

    async def _pass_on(self, request: Act | Leave | Ready, about: dict[str, int]) -> None:
        if self._over:
            await self.say("error", code="over", message="The match is over.", **about)
            return
        match request:
            case Act():
                line = {**about, "action": request.text}
            case Leave():
                line = {"leave": True}
            case Ready():
                line = {"ready": True}
        try:
            await human_input.send(self._out, self._match_id, self._seat, line)
        except human_input.TooFast:
            message = "The match does not keep up; try again in a moment."
            await self.say("error", code="too_fast", message=message, **about)
        except redis.RedisError as error:
            logger.warning("nothing can be sent to match %s: %s", self._match_id, error)
            message = "That did not arrive; try again in a moment."
            await self.say("error", code="failed", message=message, **about)

    def _answers(self, request: Act | Leave | Ready | None) -> bool:
        """Whether it is the first answer to the newest question that this socket has passed on."""
        if not isinstance(request, Act) or request.ask != self._asked != self._answered:
            return False
        self._answered = request.ask
        return True

    def _may_speak(self) -> bool:
        now = time.monotonic()
        self._allowance = min(2.0 * RATE, self._allowance + RATE * (now - self._last))
        self._last = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True

    @database_sync_to_async
    def _find(self, user: Viewer) -> Match | None:
        """The match, if the person has the seat."""
        if not user.is_authenticated:
            return None
        seats = Seat.objects.filter(match=self._match_id, number=self._seat, person=user.pk)
        seat = seats.select_related("match").first()
        return seat.match if seat else None

    async def _serve(self, match: Match) -> None:
        state, attempt, told_over = match.state, b"", False
        await self.say("hello", state=state, now=human_input.now_ms(), seat=self._seat)
        async with StreamReader(seat_key(match.pk, self._seat)) as stream:
            while True:
                pause = AFTER_THE_END_SECONDS if match.is_over else SILENCE_SECONDS
                entries = await stream.read(pause)
                for kind, lines in _in_order(entries):
                    if kind == "begin":
                        if attempt:
                            await self.say("restart")
                            self._asked = self._answered = 0
                        attempt, told_over = lines[0], False
                        state = await self._say_state(state, Match.State.RUNNING)
                    for line in lines if kind == "messages" else ():
                        told_over |= line.startswith(b'{"type":"over"')
                        if question := _NUMBER.match(line):
                            self._asked = int(question[1])
                        await self.send(text_data=line.decode())
                if entries and not any(kind == "end" for kind, _ in entries):
                    continue
                if match.is_over and not entries:
                    break
                await match.arefresh_from_db(fields=["state", "failure", "outcome"])
                if not match.is_over:
                    state = await self._say_state(state, match.state)
        await self._say_closed(match, told_over=told_over)

    async def _say_state(self, shown: str, state: str) -> str:
        if shown != state:
            await self.say("state", state=state)
        return state

    async def _say_closed(self, match: Match, *, told_over: bool) -> None:
        self._over = True
        if match.state == Match.State.FINISHED and not told_over:
            sentences = await sync_to_async(endings.as_text)(match, self._seat)
            await self.say("over", outcome=match.outcome, told=sentences)
        stopped = f"The match was stopped: {match.failure}."
        message = {
            Match.State.FINISHED: "The match is over.",
            Match.State.ABORTED: stopped
            if match.failure
            else "The match was stopped: no reason given.",
        }.get(Match.State(match.state), "The match could not be played; the fault is the site's.")
        await self.say("closed", state=match.state, message=message)
        await self.close(DONE)


def _in_order(entries: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, list[bytes]]]:
    """Entries of a seat's stream with their messages, without questions that are closed already:
    each holds all that the person sees, and a long match has many."""
    groups: list[tuple[str, list[bytes]]] = []
    closed = False
    for kind, data in reversed(list(entries)):
        if kind != "messages":
            groups.append((kind, [data]))
            closed = False
            continue
        kept = []
        for line in reversed(data.split(b"\n")):
            if not (closed and line.startswith(_ASK)):
                kept.append(line)
            closed = closed or line.startswith(_CLOSERS)
        groups.append((kind, kept[::-1]))
    return reversed(groups)
