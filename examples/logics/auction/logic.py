#!/usr/bin/env python3
"""A sealed-bid auction: a game logic program in Python, on the standard library alone.

Every round offers a prize; all players who are still in bid coins at the same time.  The highest
bid takes the prize and is paid; of equal highest bids nobody gets anything.  No answer in time is
a bid of 0, a bid that is none or that the player cannot pay puts it out of the game.

A player gets lines of JSON: ``{"round":1,"of":8,"prize":7,"coins":100}`` asks, ``{"bids":[..]}``
tells what all have bid.  It answers ``{"bid":12}``.  Score: the prizes won.

CONFIG may be an object with ``rounds``, ``coins``, ``time`` (seconds a round) and ``seed``.
"""

import json
import random
import select
import sys

MESSAGE_BYTES = 256
END_STATE_WAIT_S = 1.0
TIME_OUT = 1


class Judger:
    """The packets: a length before what comes, a length and a target before what goes."""

    def __init__(self):
        # Unbuffered, so that `ready` sees all that has come.
        self.input, self.output = sys.stdin.buffer.raw, sys.stdout.buffer

    def read(self):
        size = int.from_bytes(self._exactly(4), "big", signed=True)
        return json.loads(self._exactly(size))

    def send(self, message):
        body = json.dumps(message).encode()
        head = len(body).to_bytes(4, "big") + (-1).to_bytes(4, "big", signed=True)
        self.output.write(head + body)
        self.output.flush()

    def ready(self, seconds):
        """Whether something comes in time."""
        return bool(select.select([self.input], [], [], seconds)[0])

    def _exactly(self, size):
        data = b""
        while len(data) < size:
            piece = self.input.read(size - len(data))
            if not piece:
                sys.exit("the judger has gone")
            data += piece
        return data


class Auction:
    def __init__(self, judger):
        self.judger = judger
        first = judger.read()
        config = first["config"] if isinstance(first["config"], dict) else {}
        self.replay_path = first["replay"]
        self.players = first["player_num"]
        self.rounds = int(config.get("rounds", 8))
        self.time = config.get("time", 2)
        self.coins = [int(config.get("coins", 100))] * self.players
        self.points = [0] * self.players
        self.ends = ["OK"] * self.players
        # Players that were not started are out from the beginning.
        self.out = {i for i, kind in enumerate(first["player_list"]) if kind == 0}
        for player in self.out:
            self.ends[player] = "RE"
        self.random = random.Random(config.get("seed", 1))
        self.history = []
        self.state = 0

    def play(self):
        self.judger.send({"state": 0, "time": self.time, "length": MESSAGE_BYTES})
        told = {}
        for number in range(1, self.rounds + 1):
            prize = self.random.randint(1, 10)
            bids = self.hold(number, prize, told)
            self.settle(prize, bids)
            told = {"bids": [bids.get(player) for player in range(self.players)]}
            entry = {"turn": number, "prize": prize, **told, "scores": self.points[:]}
            self.history.append(entry)
            self.judger.send({"watch": json.dumps(entry)})
        self.finish(told)

    def hold(self, number, prize, told):
        """One round; the bids of all who made one."""
        self.state += 1
        players = [player for player in range(self.players) if player not in self.out]
        lines = []
        for player in players:
            ask = {"round": number, "of": self.rounds, "prize": prize, "coins": self.coins[player]}
            news = json.dumps(told) + "\n" if told else ""
            lines.append(news + json.dumps(ask) + "\n")
        waiting = set(players)
        self.listen(waiting, players, lines)
        bids = {}
        while waiting:
            player, text = self.next_answer(waiting)
            waiting.discard(player)
            if text is not None:
                bid = self.bid_of(player, text)
                if bid is None:
                    self.put_out(player, "IA")
                else:
                    bids[player] = bid
            if waiting:
                # The clock goes on for the others; who has answered can no longer be late.
                self.listen(waiting)
        return bids

    def listen(self, players, to=(), lines=()):
        message = {"state": self.state, "listen": sorted(players)}
        self.judger.send({**message, "player": list(to), "content": list(lines)})

    def next_answer(self, waiting):
        """The seat that has answered or failed, and the answer."""
        while True:
            message = self.judger.read()
            if message["player"] >= 0:
                return message["player"], message["content"]
            error = json.loads(message["content"])
            player = error["player"]
            if error["error"] != TIME_OUT:
                self.put_out(player, "OLE" if error["error"] == 2 else "RE")
            elif error["state"] != self.state:
                continue
            elif self.ends[player] == "OK":
                self.ends[player] = "TLE"
            if player in waiting:
                return player, None

    def bid_of(self, player, text):
        try:
            bid = json.loads(text)["bid"]
        except (ValueError, LookupError, TypeError, RecursionError):
            return None
        return bid if type(bid) is int and 0 <= bid <= self.coins[player] else None

    def put_out(self, player, end):
        self.out.add(player)
        if self.ends[player] in ("OK", "TLE"):
            self.ends[player] = end

    def settle(self, prize, bids):
        highest = max(bids.values(), default=0)
        winners = [player for player, bid in bids.items() if bid == highest]
        if highest > 0 and len(winners) == 1:
            self.coins[winners[0]] -= highest
            self.points[winners[0]] += prize

    def finish(self, told):
        """Tell the players, look whether one of them failed at the very end, write the replay."""
        alive = [player for player in range(self.players) if player not in self.out]
        self.state += 1
        self.listen([], alive, [json.dumps(told) + "\n"] * len(alive))
        self.judger.send({"action": "request_end_state"})
        known = self.end_states()
        for player, end in enumerate(known or []):
            if self.ends[player] == "OK" and end not in ("OK", "EXIT"):
                self.ends[player] = end
        with open(self.replay_path, "w") as file:
            json.dump({"rounds": self.history, "points": self.points, "ends": self.ends}, file)
        scores = {str(player): points for player, points in enumerate(self.points)}
        end = {"state": -1, "end_info": json.dumps(scores), "end_state": json.dumps(self.ends)}
        self.judger.send(end)

    def end_states(self):
        """The judger's information about them; None from a judger without such answers."""
        while self.judger.ready(END_STATE_WAIT_S):
            message = self.judger.read()
            if "end_state" in message:
                return json.loads(message["end_state"])
        return None


if __name__ == "__main__":
    Auction(Judger()).play()
