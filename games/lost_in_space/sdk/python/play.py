"""Play one game between four bots on your own machine, without the platform.

python play.py                                    your bot on all four seats
python play.py "python main.py" "../other/bot"    commands; the last one takes the seats left over
python play.py --watch --rounds 40 A B C D        print the players after every round
"""

from __future__ import annotations

import json
import time

from definition import ROUNDS, Status
from player import OWN_BOT, Program, close_all, parser_of
from protocol import LENGTH, Message
from rules import Game
from table import Waits

LONGEST = 1024
"""Bytes of one message from a bot."""
PATIENCE = {Waits.ANSWER: 60.0, Waits.WORD: 2.5, Waits.REST: 0.15}
"""Seconds to wait for a bot.  The platform limits computing time; this only ends a hanging bot."""


class Stopped(Exception):
    """The bot has ended, or sent data that is no message."""


class Bot(Program):
    """A bot's process, and its slowest answer, in seconds of wall time."""

    def __init__(self, command: str):
        super().__init__(command)
        self._data = b""

    def tell(self, message: Message) -> None:
        body = json.dumps(message).encode()
        self.write(b"%04d" % len(body) + body)

    def answer(self, seconds: float) -> object:
        """Its next message, valid or not; None if no message comes within ``seconds``."""
        began = time.monotonic()
        while (message := self._message()) is None:
            left = began + seconds - time.monotonic()
            data = self.read(left) if left > 0 else None
            if data is None:
                return None
            if not data:
                raise Stopped(f"it stopped (exit code {self.process.wait()})")
            self._data += data
        self.slowest = max(self.slowest, time.monotonic() - began)
        try:
            return json.loads(message)
        except (ValueError, RecursionError):
            return "unreadable"

    def _message(self) -> bytes | None:
        if len(self._data) < LENGTH.size:
            return None
        (length,) = LENGTH.unpack_from(self._data)
        if not 0 <= length <= LONGEST:
            raise Stopped(f"it sent a message of {length} bytes")
        end = LENGTH.size + length
        if len(self._data) < end:
            return None
        message, self._data = self._data[LENGTH.size : end], self._data[end:]
        return message


def referee(game: Game, bots: list[Bot], watch: bool) -> None:
    """Play to the end."""
    while True:
        for seat, message in game.post:
            bots[seat].tell(message)
        game.post.clear()
        if game.over:
            return
        now, turn = game.round, game.turn
        try:
            said = bots[turn].answer(PATIENCE[game.waits])
        except Stopped as stopped:
            print(f"round {now}: player {turn} has failed: {stopped}")
            game.fail()
        else:
            if said is None:
                if game.waits is Waits.ANSWER:
                    print(f"round {now}: player {turn} has failed: it is silent")
                game.silence()
            else:
                game.say(said)
        if watch and (game.round != now or game.over):
            print(picture(game, now))


def picture(game: Game, now: int) -> str:
    """The players, the boxes and the traps."""
    lines = [f"after round {now}"]
    for seat in game.seats:
        bag = " ".join(f"{count} {kind}" for kind, count in seat.bag.items() if count)
        keys = digits(seat.keys)
        where = f"at {seat.pos}" if seat.up else f"round {seat.left or seat.died}"
        state = f"{seat.status.name.lower()}, {where}, hp {seat.hp}, keys {keys or 'none'}"
        lines.append(f"  player {seat.number}: {state}{bag and ', ' + bag}")
    for pos, inside in sorted(game.boxes.items()):
        lines.append(f"  box at {pos}: keys {digits(inside)}")
    for pos, (kind, owner) in game.traps.items():
        lines.append(f"  {kind} of player {owner} at {pos}")
    return "\n".join(lines)


def digits(keys: set[int]) -> str:
    return "".join(map(str, sorted(keys)))


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("bots", nargs="*", help="up to four commands; your bot if there are none")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"at most ({ROUNDS})")
    parser.add_argument("--watch", action="store_true", help="print the players after every round")
    options = parser.parse_args()
    game = Game(options.rounds)
    commands = options.bots or [OWN_BOT]
    if len(commands) > len(game.seats) or not 1 <= options.rounds <= ROUNDS:
        parser.error(f"four bots play, and at most {ROUNDS} rounds")
    commands += commands[-1:] * (len(game.seats) - len(commands))
    bots = [Bot(command) for command in commands]
    try:
        referee(game, bots, options.watch)
    finally:
        close_all(bots)
    print(f"the end in round {game.round}")
    for seat, bot, rank in zip(game.seats, bots, game.ranks(), strict=True):
        end = f"escaped in round {seat.left}" if seat.status is Status.ESCAPED else ""
        end = end or seat.status.name.lower()
        points, slowest = f"{seat.score} points", f"slowest {bot.slowest * 1000:.1f} ms"
        print(f"player {seat.number}: rank {rank}, {end}, {points}, {slowest} ({bot.command})")


if __name__ == "__main__":
    main()
