"""Winnowing: its guarantee, its noise, and the shares of programs that have code in common."""

from __future__ import annotations

import random

import pytest

from ladder.core.similarity import GUARANTEE, NOISE, WINDOW, Token, compare, fingerprints, winnow


def program(words: list[str], path: str = "main.py") -> dict[str, list[Token]]:
    """One token a line."""
    return {path: [Token(word, line) for line, word in enumerate(words, 1)]}


def words(rng: random.Random, count: int) -> list[str]:
    return [f"w{rng.randrange(10**9)}" for _ in range(count)]


def test_the_example_of_the_paper():
    hashes = [77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98]
    assert [hashes[at] for at in winnow(hashes, 4)] == [17, 17, 8, 39, 17]
    assert winnow(hashes, 4) == [3, 6, 8, 11, 15]


@pytest.mark.parametrize("seed", range(20))
def test_every_run_of_the_guaranteed_length_is_found_and_no_shorter_than_the_noise(seed):
    rng = random.Random(seed)
    run = words(rng, GUARANTEE)
    left = [*words(rng, rng.randrange(200)), *run, *words(rng, rng.randrange(200))]
    right = [*words(rng, rng.randrange(200)), *run, *words(rng, rng.randrange(200))]
    overlap = compare(fingerprints(program(left)), fingerprints(program(right)))
    assert overlap.matches
    begin = left.index(run[0]) + 1
    for match in overlap.matches:
        assert begin <= match.left.first <= match.left.last < begin + GUARANTEE
    short = run[: NOISE - 1]
    a, b = [*words(rng, 99), *short, *words(rng, 99)], [*words(rng, 99), *short, *words(rng, 99)]
    assert compare(fingerprints(program(a)), fingerprints(program(b))).share == 0


def test_shares_of_a_part_and_of_the_whole():
    rng = random.Random(1)
    part = words(rng, 300)
    whole = fingerprints(program([*part, *words(rng, 700)]))
    overlap = compare(fingerprints(program(part)), whole)
    assert overlap.left > 0.9
    assert 0.2 < overlap.right < 0.4
    assert overlap.share == overlap.left
    same = compare(whole, whole)
    assert (same.left, same.right) == (1, 1)
    (match,) = same.matches
    assert match.left == match.right
    assert match.left.first < WINDOW
    assert match.left.last > 1000 - WINDOW


def test_common_code_does_not_count():
    rng = random.Random(2)
    kit = words(rng, 400)
    left = fingerprints(program([*kit, *words(rng, 200)]))
    right = fingerprints(program([*kit, *words(rng, 200)]))
    assert compare(left, right).share > 0.5
    rest = compare(left, right, fingerprints(program(kit)))
    assert rest.share < 0.05


def test_small_programs_have_no_fingerprints():
    assert fingerprints(program(["x"] * (NOISE - 1))) == {}
    assert fingerprints({}) == {}
    assert len(fingerprints(program(["x"] * NOISE))) == 1
    assert compare({}, {}).share == 0
