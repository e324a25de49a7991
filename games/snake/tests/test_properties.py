"""Invariants of every half, after any moves."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.snake import SNAKE
from games.snake.board import NEIGHBOURS, OFF, POINTS, cell_at, interior
from games.snake.engine import SnakeEngine
from games.snake.items import LIFETIME
from games.snake.rules import MAX_SNAKES
from games.snake.tests.halves import setup
from tests.examples import examples

SEEDS = st.integers(0, 2**32)


def dense_items(random, rounds):
    """An item in almost every round, anywhere, so that much is eaten."""
    items = []
    last: dict[tuple[int, int], int] = {}
    for now in range(1, rounds + 1):
        place = (random.randrange(16), random.randrange(16))
        if now - last.get(place, -LIFETIME) >= LIFETIME:
            last[place] = now
            kind = random.choice((0, 0, 2))
            items.append([*place, now, kind, 512 if kind else random.randrange(1, 6)])
    return items


def halves(seed, rounds=90):
    """A random half; yields the engine, first, and then the events of each step with it."""
    random = Random(seed)
    engine = SnakeEngine(setup(dense_items(random, rounds), rounds))
    boldness = random.choice((2, 10, 50, 1000))
    yield engine, []
    while engine.pending():
        if random.randrange(boldness):
            op = SNAKE.sample_action(engine, engine.player, random.randrange)
        else:
            op = random.choice(engine.legal()).value
        engine.check(engine.player, op)
        yield engine, [event.data for event in engine.submit({engine.player: op})]


@examples(25)
@given(SEEDS)
def test_snakes_walls_and_items_keep_their_places(seed):
    for engine, _ in halves(seed):
        view = engine.view()
        taken = [tuple(cell) for snake in view["snakes"] for cell in snake["body"]]
        assert len(taken) == len(set(taken)), "two snakes share a cell"
        assert all(view["walls"][y * 16 + x] == "." for x, y in taken), "a snake on a wall"
        items = [engine.items[number] for number in view["items"]]
        assert not {(item.x, item.y) for item in items} & set(taken), "an item under a snake"
        for item in items:
            assert item.time <= view["round"] < item.time + LIFETIME
        for player in (0, 1):
            own = [snake for snake in view["snakes"] if snake["owner"] == player]
            assert len(own) <= MAX_SNAKES
            cells = sum(len(snake["body"]) for snake in own) + view["walls"].count(str(player))
            assert view["scores"][player] == cells


@examples(25)
@given(SEEDS)
def test_bodies_are_connected_and_ids_are_new_and_growing(seed):
    known = {0, 1}
    for engine, events in halves(seed):
        for snake in engine.view()["snakes"]:
            body = snake["body"]
            for (x, y), (u, v) in pairwise(body):
                assert abs(x - u) + abs(y - v) == 1
            assert snake["bank"] >= 0
        for event in events:
            if event["e"] == "split":
                assert event["new"] == max(known) + 1
                known.add(event["new"])
        assert engine.view()["next"] == max(known) + 1


@examples(25)
@given(SEEDS)
def test_every_item_appears_once_and_leaves_once(seed):
    came: set[int] = set()
    left: set[int] = set()
    for engine, events in halves(seed):
        for event in events:
            if event["e"] == "round":
                new = set(event["new"]) | {item for item, *_ in event["eaten"]}
                assert not new & came
                assert {engine.items[number].time for number in new} <= {event["round"]}
                came |= new
                for number in event["gone"]:
                    assert engine.items[number].time + LIFETIME == event["round"]
                gone = set(event["gone"]) | {item for item, *_ in event["eaten"]}
            elif event["e"] == "move" and event["item"] >= 0:
                gone = {event["item"]}
            else:
                continue
            assert not gone & left
            left |= gone


@examples(25)
@given(SEEDS)
def test_the_events_alone_tell_the_whole_state(seed):
    """A viewer that has the first state and the events needs no other."""
    told = None
    for engine, events in halves(seed):
        if told is None:
            told = Told(engine.view(), engine.scene()["items"])
        for event in events:
            told.apply(event)
        assert told.state() == engine.view()


class Told:
    """A state that knows of the game only what events say."""

    def __init__(self, view, items):
        self.items = items
        self.round, self.next, self.scores = view["round"], view["next"], view["scores"]
        self.player, self.acting, self.over = view["player"], view["acting"], view["over"]
        self.snakes = view["snakes"]
        self.walls = list(view["walls"])
        self.lying = set(view["items"])

    def snake(self, number):
        return next(snake for snake in self.snakes if snake["id"] == number)

    def apply(self, event):
        getattr(self, "on_" + event["e"])(event)

    def on_op(self, event):
        assert (event["player"], event["snake"]) == (self.player, self.acting)

    def on_move(self, event):
        snake = self.snake(event["snake"])
        body = snake["body"] if event["grow"] else snake["body"][:-1]
        snake |= {"body": [event["to"], *body], "bank": event["bank"], "ray": event["ray"]}
        self.lying.discard(event["item"])

    def on_die(self, event):
        self.snakes.remove(self.snake(event["snake"]))

    def on_solid(self, event):
        self.snakes.remove(self.snake(event["snake"]))
        for x, y in event["cells"]:
            self.walls[y * 16 + x] = str(event["owner"])

    def on_split(self, event):
        head, keep = self.snake(event["snake"]), event["keep"]
        tail = {"id": event["new"], "owner": head["owner"], "bank": event["bank"], "ray": -1}
        tail["body"] = head["body"][keep:][::-1]
        head |= {"body": head["body"][:keep], "bank": 0}
        self.snakes.insert(self.snakes.index(head) + 1, tail)
        self.next = event["new"] + 1

    def on_ray(self, event):
        self.snake(event["snake"])["ray"] = -1
        for x, y in event["cells"]:
            self.walls[y * 16 + x] = "."

    def on_round(self, event):
        self.round = event["round"]
        self.lying = self.lying - set(event["gone"]) | set(event["new"])
        for item, number, bank in event["eaten"]:
            change = {"bank": bank} if self.items[item][3] == 0 else {"ray": item}
            self.snake(number).update(change)

    def on_next(self, event):
        self.player, self.acting, self.scores = event["player"], event["acting"], event["scores"]

    def on_end(self, event):
        self.player = self.acting = -1
        self.scores, self.over = event["scores"], True

    def state(self):
        return {
            "round": self.round,
            "player": self.player,
            "acting": self.acting,
            "snakes": self.snakes,
            "walls": "".join(self.walls),
            "items": sorted(self.lying),
            "next": self.next,
            "scores": self.scores,
            "over": self.over,
        }


def flooded_interior(loop):
    """The interior once more, by water: on a grid of twice the size the curve is a closed dam.

    The cells that the water cannot reach from outside the board are inside.
    """
    dam = set()
    for here, there in zip(loop, loop[1:] + loop[:1], strict=True):
        (x, y), (u, v) = POINTS[here], POINTS[there]
        dam |= {(2 * x, 2 * y), (x + u, y + v)}
    wet, front = {(-1, -1)}, [(-1, -1)]
    while front:
        x, y = front.pop()
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if not (place in wet or place in dam or min(place) < -1 or max(place) > 31):
                wet.add(place)
                front.append(place)
    return {cell for cell, (x, y) in enumerate(POINTS) if (2 * x, 2 * y) not in wet} - set(loop)


def random_loop(random):
    """The first loop that a random walk closes, which never turns straight back."""
    path = [random.randrange(256)]
    while True:
        ways = [cell for cell in NEIGHBOURS[path[-1]] if cell not in (OFF, *path[-2:-1])]
        step = random.choice(ways)
        if step in path:
            return path[path.index(step) :]
        path.append(step)


def random_polygon(random):
    """A winding loop: an area of squares that grew and shrank at random, but kept one outline."""
    area = {(7, 7)}
    loop = outline(area)
    for _ in range(250):
        x, y = random.choice(sorted(area))
        dx, dy = random.choice(((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)))
        square = (x + dx, y + dy)
        changed = outline(area ^ {square}) if set(square) <= set(range(15)) else None
        if changed:
            area, loop = area ^ {square}, changed
    return loop


def outline(area):
    """The cells around an area of squares between cells; None where that is not one loop."""
    edges: set[frozenset[tuple[int, int]]] = set()
    for x, y in area:
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        edges ^= {frozenset(pair) for pair in zip(corners, corners[1:] + corners[:1], strict=True)}
    links: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for here, there in map(tuple, edges):
        links.setdefault(here, []).append(there)
        links.setdefault(there, []).append(here)
    if not links or any(len(others) != 2 for others in links.values()):
        return None
    loop = [next(iter(links))]
    while (step := next((p for p in links[loop[-1]] if p not in loop), None)) is not None:
        loop.append(step)
    return [cell_at(x, y) for x, y in loop] if len(loop) == len(links) else None


def cut_off(loop):
    """The cells that the loop keeps from the edge of the board, inside the curve or not."""
    free = {cell for cell in range(256) if OFF in NEIGHBOURS[cell]} - set(loop)
    front = list(free)
    while front:
        for cell in NEIGHBOURS[front.pop()]:
            if cell not in free and cell not in (OFF, *loop):
                free.add(cell)
                front.append(cell)
    return set(range(256)) - set(loop) - free


@examples(300)
@given(SEEDS)
def test_the_interior_of_a_loop_is_what_water_cannot_reach(seed):
    loop = random_loop(Random(seed))
    assert interior(loop) == flooded_interior(loop)
    assert interior(loop[::-1]) == interior(loop[1:] + loop[:1]) == interior(loop)


def test_winding_loops_keep_their_inside_and_leave_their_pockets_out():
    full = pockets = 0
    for seed in range(40):
        loop = random_polygon(Random(seed))
        inside = interior(loop)
        assert inside == flooded_interior(loop)
        full += bool(inside)
        pockets += inside < cut_off(loop)
    assert full > 10, "hardly any loop of the test had an inside"
    assert pockets > 3, "hardly any loop of the test had a pocket"
