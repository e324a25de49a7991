"""A game's program for tests: who says the highest number in each round gets a point.

The config says how many rounds there are, and what goes wrong in which round.
"""

import json
import os
import sys
import time

out, read = sys.stdout.buffer, sys.stdin.buffer.read


def send(target, body):
    out.write(len(body).to_bytes(4, "big") + target.to_bytes(4, "big", signed=True) + body)
    out.flush()


def say(**message):
    send(-1, json.dumps(message).encode())


def hear():
    return json.loads(read(int.from_bytes(read(4), "big")))


def state(number, listen, contents):
    players = list(range(len(contents)))
    say(state=number, listen=listen, player=players, content=contents)


class Game:
    def __init__(self, first):
        self.seats = first["player_num"]
        self.config = first["config"]
        self.path = first["replay"]
        self.points = [0] * self.seats
        self.log = []
        say(state=0, time=self.config.get("time", 1), length=self.config.get("length", 64))

    def answers(self, number, wanted):
        """By seat, for those that are listened to; None from those that failed."""
        found: dict[int, str | None] = {}
        while len(found) < len(wanted):
            message = hear()
            if message["player"] < 0:
                error = json.loads(message["content"])
                self.log.append({"error": error})
                if error["player"] in wanted:
                    found[error["player"]] = None
            elif message["player"] in wanted:
                found.setdefault(message["player"], message["content"])
            # The clock goes on for those that have not answered.
            state(number, [seat for seat in wanted if seat not in found], [])
        return found

    def round(self, number):
        wanted = list(range(self.seats))
        if order := self.config.get("order"):
            wanted = [order[(number - 1) % len(order)]]
        self.misbehave(number)
        if self.config.get("listens_later"):
            for seat in wanted:
                send(seat, f"{number} {seat}\n".encode())
            time.sleep(0.05)
            state(number, wanted, [])
        else:
            state(number, wanted, [f"{number} {seat}\n" for seat in range(self.seats)])
        answers = self.answers(number, wanted)
        self.log.append({"round": number, "answers": answers})
        worth = {s: int(a) for s, a in answers.items() if a is not None and a.strip().isdigit()}
        for seat in worth:
            self.points[seat] += worth[seat] == max(worth.values())
        if self.config.get("watch", True):
            say(watch=json.dumps({"turn": number, "scores": self.points}))

    def misbehave(self, number):
        if number != self.config.get("wrong_in", 3):
            return
        match self.config.get("wrong"):
            case "crash":
                sys.stderr.write("the board is gone\x1b[2J\n")
                sys.exit(3)
            case "exit":
                sys.exit(0)
            case "pause":
                time.sleep(0.5)
            case "silent":
                time.sleep(1000)
            case "length":
                out.write(b"\xff\xff\xff\xff\0\0\0\0")
                out.flush()
            case "json":
                send(-1, b"{")
            case "watch":
                while True:
                    say(watch="x" * 1_000_000)
            case "frames":
                while True:
                    send(-1, b'{"watch":"x"}')
            case "scream":
                while True:
                    os.write(2, b"!" * 65536)
            case "unknown":
                send(17, b"nobody")
                say(state=number, listen=[44], player=[55], content=["x"])

    def end(self):
        for name in self.config.get("links", []):
            os.symlink(name, self.path)
        if self.config.get("folder"):
            os.mkdir(self.path)
        elif self.config.get("replay", True):
            with open(self.path, "w") as file:
                json.dump({"log": self.log, "config": self.config}, file)
        if self.config.get("ask_ends"):
            say(action="request_end_state")
            while "end_state" not in (message := hear()):
                pass
            self.points = [int(e == "OK") for e in json.loads(message["end_state"])]
        info = {str(seat): points for seat, points in enumerate(self.points)}
        if self.config.get("wrong") == "seats":
            del info["0"]
        ends = {"end_state": json.dumps(self.config["ends"])} if "ends" in self.config else {}
        say(state=-1, end_info=json.dumps(info), **ends)


game = Game(hear())
for number in range(1, game.config.get("rounds", 5) + 1):
    game.round(number)
game.end()
