"""Play one game between bots on your own machine, without the platform.

python play.py                                  your bot against itself
python play.py "python main.py" "../other/bot"  any commands, 2 to 16 of them
python play.py --teams 1,1,2,2 A B C D          in teams
python play.py --watch --halfturns 200 --seed 7 print the board after every round
python play.py --option leapfrog --option misty_veil=3   with special rules
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from player import OWN_BOT, Player, close_all, parser_of
from protocol import LETTERS, Modifiers, Order
from state import ROUND, TURN, Kind

DIGITS = "0123456789abcdefg"
ECHO = {Kind.MOUNTAIN: 1, Kind.CITY: 1, Kind.BLANK: 2, Kind.CAPITAL: 2, Kind.SWAMP: 3}
Tile = tuple[int, int, int]
"""Owner, kind, units."""
HIDDEN: Tile = (0, Kind.HIDDEN, 0)


class Game:
    """A game in play.  Lists by player begin with an unused element, as players count from 1."""

    def __init__(
        self, width: int, height: int, tiles: list[Tile], teams: list[int], rules: Modifiers
    ):
        self.width, self.height = width, height
        self.tiles = tiles
        self.rules = rules
        self.teams = [0, *teams]
        homes = {tile[0]: place for place, tile in enumerate(tiles) if tile[1] == Kind.CAPITAL}
        self.capitals = [-1, *(homes[player] for player in range(1, len(teams) + 1))]
        self.alive = list(range(1, len(teams) + 1))
        self.priority = self.alive.copy()
        self.queues: list[deque[Order]] = [deque() for _ in self.teams]
        self.half = 0
        self.beaten: list[int] = []
        self.dropped: dict[int, tuple[Order, str]] = {}
        self.messages: list[str] = []
        self.fell: dict[int, int] = {}

    def over(self) -> bool:
        return len({self.teams[player] for player in self.alive}) == 1

    def play(self) -> None:
        """One half-turn."""
        self.beaten, self.dropped, self.messages = [], {}, []
        orders = [(p, self.queues[p].popleft()) for p in self.priority if self.queues[p]]
        for player, order in orders:
            if player in self.alive and (reason := self._carry_out(player, order)):
                self.dropped[player] = (order, reason)
                self.queues[player].clear()
        self.half += 1
        self.tiles = [grown(tile, self.half) for tile in self.tiles]
        self.priority = [player for player in self.priority if player in self.alive]
        self.priority = self.priority[1:] + self.priority[:1]

    def _carry_out(self, player: int, order: Order) -> str | None:
        """Carry out an order, or return the reason why it is illegal."""
        x, y, letter, half = order
        if not self._inside(x, y):
            return "the source is out of the border"
        source = x * self.width + y
        owner, kind, units = self.tiles[source]
        if owner != player:
            return "the source is not the player's own tile"
        down, right = ((-1, 0), (1, 0), (0, -1), (0, 1))[LETTERS.index(letter)]
        if not self._inside(x + down, y + right):
            return "the target is out of the border"
        target = source + down * self.width + right
        if self.tiles[target][1] == Kind.MOUNTAIN:
            return "the target is a mountain"
        stay = max(1, units // 2) if half else 1
        if units <= stay:
            return "no unit would move"
        self.tiles[source] = (player, kind, stay)
        self._arrive(player, target, units - stay)
        return None

    def _inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.height and 0 <= y < self.width

    def _arrive(self, player: int, target: int, moved: int) -> None:
        owner, kind, units = self.tiles[target]
        if owner and self.teams[owner] == self.teams[player]:
            stays = owner != player and kind == Kind.CAPITAL
            self.tiles[target] = (owner if stays else player, kind, units + moved)
        elif moved <= units:
            self.tiles[target] = (owner, kind, units - moved)
        else:
            self.tiles[target] = (player, kind, moved - units)
            if kind == Kind.CAPITAL:
                self._conquer(player, owner, target)

    def _conquer(self, player: int, loser: int, capital: int) -> None:
        city = self.capitals[player] if self.rules.leapfrog else capital
        self.tiles[city] = (player, Kind.CITY, self.tiles[city][2])
        if self.rules.leapfrog:
            self.capitals[player] = capital
        self.tiles = [
            (player, kind, units // 2 + 1) if owner == loser else (owner, kind, units)
            for owner, kind, units in self.tiles
        ]
        self.capitals[loser] = -1
        self.alive.remove(loser)
        self.beaten.append(loser)
        self.fell[loser] = self.half
        self.queues[loser].clear()
        self.messages.append(f"Player {player} took the capital of player {loser}.")

    def view(self, team: int) -> list[Tile]:
        """The view of a team: its own tiles and those around them, diagonals included.

        Under Misty Veil, the distance is that of the rule instead of 1.
        """
        if self.rules.crystal_clear:
            return self.tiles.copy()
        width = self.width
        far = 1 if self.rules.misty_veil is None else self.rules.misty_veil
        seen = [False] * len(self.tiles)
        for place, (owner, _, _) in enumerate(self.tiles):
            if owner and self.teams[owner] == team:
                x, y = divmod(place, width)
                for row in range(max(x - far, 0), min(x + far + 1, self.height)):
                    for column in range(max(y - far, 0), min(y + far + 1, width)):
                        seen[row * width + column] = True
        return [tile if shown else HIDDEN for tile, shown in zip(self.tiles, seen, strict=True)]

    def ranking(self) -> list[Any]:
        """The leaderboard as the referee sends it."""
        land, units = [0] * len(self.teams), [0] * len(self.teams)
        for owner, _, count in self.tiles:
            land[owner] += 1
            units[owner] += count
        rows = []
        for team in sorted(set(self.teams[1:])):
            players = [
                [player, int(player not in self.alive), land[player], units[player]]
                for player in range(1, len(self.teams))
                if self.teams[player] == team
            ]
            players.sort(key=lambda row: (-row[3], row[0]))
            rows.append([team, sum(r[2] for r in players), sum(r[3] for r in players), players])
        return sorted(rows, key=lambda row: (-row[2], row[0]))

    def ranks(self) -> list[int]:
        """The rank of every player: unbeaten teams by land and units, then the beaten ones."""
        best = {
            team: (land, units, 0)
            if any(not beaten for _, beaten, _, _ in players)
            else (-1, 0, max(self.fell[player] for player, _, _, _ in players))
            for team, land, units, players in self.ranking()
        }
        mine = [best[team] for team in self.teams[1:]]
        return [1 + sum(other > own for other in mine) for own in mine]


def grown(tile: Tile, played: int) -> Tile:
    """The tile after natural growth, when ``played`` half-turns are over."""
    owner, kind, units = tile
    if owner == 0:
        return tile
    if played % TURN == 0:
        units += (kind in (Kind.CITY, Kind.CAPITAL)) - (kind == Kind.SWAMP)
    return (owner, kind, units + (played % ROUND == 0))


def board(width: int, height: int, players: int, seed: int, city_state: bool) -> list[Tile]:
    """A random board; capitals can reach each other and lie apart."""
    draw = random.Random(seed)
    while True:
        kinds = draw.choices(
            (Kind.BLANK, Kind.MOUNTAIN, Kind.CITY, Kind.SWAMP), (80, 16, 3, 1), k=width * height
        )
        places = _connected(kinds, width, height, draw.randrange(width * height))
        draw.shuffle(places)
        apart = (width * height / players) ** 0.5 * 0.8
        homes: list[int] = []
        for place in places:
            if kinds[place] == Kind.BLANK and all(
                abs(place // width - home // width) + abs(place % width - home % width) >= apart
                for home in homes
            ):
                homes.append(place)
        if len(places) * 2 <= width * height or len(homes) < players:
            continue
        homes = homes[:players]
        cities = _cities_beside(kinds, width, height, homes, draw) if city_state else []
        if cities is not None:
            break
    tiles = [(0, kind, draw.randint(40, 50) if kind == Kind.CITY else 0) for kind in kinds]
    for player, home in enumerate(homes, 1):
        tiles[home] = (player, Kind.CAPITAL, 1)
    for player, city in enumerate(cities, 1):
        tiles[city] = (player, Kind.CITY, 1)
    return tiles


def _beside(place: int, width: int, height: int) -> list[int]:
    x, y = divmod(place, width)
    near = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return [r * width + c for r, c in near if 0 <= r < height and 0 <= c < width]


def _connected(kinds: list[Kind], width: int, height: int, start: int) -> list[int]:
    """All places that can be reached from ``start``."""
    found = [start]
    for place in found:
        for near in _beside(place, width, height):
            if near not in found and kinds[near] not in (Kind.MOUNTAIN, Kind.CITY):
                found.append(near)
    return found


def _cities_beside(
    kinds: list[Kind], width: int, height: int, homes: list[int], draw: random.Random
) -> list[int] | None:
    """A place beside every capital for a city, mountains and cities first.

    None if a capital has no such place, or if the cities would separate the capitals.
    """
    closed, cities = kinds.copy(), list[int]()
    for home in homes:
        near = [p for p in _beside(home, width, height) if p not in homes and p not in cities]
        draw.shuffle(near)
        near.sort(key=lambda place: kinds[place] not in (Kind.MOUNTAIN, Kind.CITY))
        if not near:
            return None
        cities.append(near[0])
        closed[near[0]] = Kind.CITY
    return cities if {*homes} <= {*_connected(closed, width, height, homes[0])} else None


def enqueue(queue: deque[Order], operations: list[Any]) -> None:
    for word, *move in operations:
        if word == "move":
            queue.append(Order(*move))
        elif word == "clear":
            queue.clear()
        elif queue:
            queue.pop()


def start_line(game: Game, player: int, names: list[str], halfturns: int) -> dict[str, Any]:
    view = game.view(game.teams[player])
    return {
        "type": "start",
        "player": player,
        "width": game.width,
        "height": game.height,
        "halfturns": halfturns,
        "players": len(names),
        "teams": game.teams[1:],
        "modifiers": game.rules._asdict(),
        "echo": "".join(str(ECHO[Kind(kind)]) for _, kind, _ in game.tiles),
        "names": names,
        "owners": "".join(DIGITS[owner] for owner, _, _ in view),
        "kinds": "".join(DIGITS[kind] for _, kind, _ in view),
        "units": [units for _, _, units in view],
    }


def turn_line(game: Game, player: int, before: list[Tile] | None) -> dict[str, Any]:
    """``before`` is the player's view before the last half-turn."""
    diffs = []
    if before is not None:
        for place, now in enumerate(game.view(game.teams[player])):
            if now != grown(before[place], game.half):
                diffs.append([*divmod(place, game.width), *now])
    dropped = game.dropped.get(player)
    silent = game.rules.silent_war
    return {
        "type": "turn",
        "half": game.half,
        "ranking": [] if silent else game.ranking(),
        "messages": [] if silent else game.messages,
        "beaten": game.beaten,
        "diffs": diffs,
        "queue": len(game.queues[player]),
        "dropped": dropped and {"order": ["move", *dropped[0]], "reason": dropped[1]},
    }


def end_line(game: Game, player: int) -> dict[str, Any]:
    ranks = game.ranks()
    first = {game.teams[p] for p, rank in enumerate(ranks, 1) if rank == 1}
    return {
        "type": "end",
        "rank": ranks[player - 1],
        "ranks": ranks,
        "winner": first.pop() if len(first) == 1 else 0,
        "words": f"{game.half} half-turns were played",
    }


def referee(game: Game, players: list[Player], halfturns: int, watch: bool) -> None:
    """Play to the end."""
    names = [player.command for player in players]
    for number, player in enumerate(players, 1):
        player.tell(start_line(game, number, names, halfturns))
    before: dict[int, list[Tile]] = {}
    while not game.over() and game.half < halfturns:
        for number in game.alive:
            players[number - 1].tell(turn_line(game, number, before.get(game.teams[number])))
        for number in game.alive:
            enqueue(game.queues[number], players[number - 1].answer(list))
        before = {team: game.view(team) for team in set(game.teams[1:])}
        game.play()
        for message in game.messages:
            print(f"half-turn {game.half - 1}: {message}")
        if watch and game.half % ROUND == 0:
            print(picture(game))
    for number, player in enumerate(players, 1):
        player.tell(end_line(game, number))


def picture(game: Game) -> str:
    """Owner and units of every tile; ^ mountain, ~ swamp, [ ] city, ( ) capital."""
    marks = {Kind.MOUNTAIN: "^^", Kind.CITY: "[]", Kind.CAPITAL: "()", Kind.SWAMP: "~~"}
    lines = [f"half-turn {game.half}"]
    for x in range(game.height):
        row = []
        for owner, kind, units in game.tiles[x * game.width : (x + 1) * game.width]:
            left, right = marks.get(Kind(kind), "  ")
            inside = f"{DIGITS[owner] if owner else ''}:{units}" if owner or units else ""
            row.append(f"{left}{inside:^5}{right}")
        lines.append("".join(row))
    return "\n".join(lines)


def rules_of(given: list[str]) -> Modifiers:
    """The special rules of ``--option``.  ValueError with a message for people."""
    found: dict[str, bool | int] = {}
    for name, equals, number in (text.partition("=") for text in given):
        if name not in Modifiers._fields:
            raise ValueError(f"there is no rule {name}; the rules are {', '.join(Modifiers._fields)}")
        if (name == "misty_veil") != bool(equals) or (equals and not number.isdecimal()):
            raise ValueError("write misty_veil with its distance, as misty_veil=3, others without")
        found[name] = int(number) if equals else True
    return Modifiers(**found)  # type: ignore[arg-type]  # each has a value of its own type


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("bots", nargs="*", help="commands; your bot twice if there are none")
    parser.add_argument("--teams", help="the team of every bot, with commas; else all alone")
    parser.add_argument("--size", type=int, default=20, help="rows and columns (20)")
    parser.add_argument("--halfturns", type=int, default=1000, help="at most (1000)")
    parser.add_argument("--seed", type=int, default=1, help="of the board (1)")
    rule = "a special rule, such as leapfrog or misty_veil=3; repeatable"
    parser.add_argument("--option", action="append", default=[], metavar="NAME[=N]", help=rule)
    parser.add_argument("--watch", action="store_true", help="print the board after every round")
    options = parser.parse_args()
    commands = options.bots or [OWN_BOT, OWN_BOT]
    teams = [int(team) for team in (options.teams or "").split(",") if team]
    teams = teams or list(range(1, len(commands) + 1))
    if not 2 <= len(commands) <= 16 or len(teams) != len(commands) or len(set(teams)) < 2:
        parser.error("2 to 16 bots play, with a team for each, and not all in one")
    try:
        rules = rules_of(options.option)
    except ValueError as error:
        parser.error(str(error))
    size = options.size
    tiles = board(size, size, len(commands), options.seed, rules.city_state)
    game = Game(size, size, tiles, teams, rules)
    players = [Player(command) for command in commands]
    try:
        referee(game, players, options.halfturns, options.watch)
    finally:
        close_all(players)
    print(f"the end after {game.half} half-turns")
    for team, land, units, _ in game.ranking():
        print(f"team {team}: {land} tiles, {units} units")
    for number, (player, rank) in enumerate(zip(players, game.ranks(), strict=True), 1):
        slowest = f"slowest answer {player.slowest * 1000:.1f} ms"
        print(f"player {number}: rank {rank}, {slowest} ({player.command})")


if __name__ == "__main__":
    main()
