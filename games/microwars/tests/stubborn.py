"""Strategies that break the rules, for the kit of each language."""

from __future__ import annotations

STUBBORN = {
    "python": {
        "strategy.py": b"""
class Strategy:
    def __init__(self, state):
        self.state = state

    def choose(self):
        one, two = self.state.mine[:2]
        return [one.order(), one.order(), two.order(move=one.field), (0, 0, 0, 0, 0, 0),
                two.order(shot=(two.x + 7, two.y)), two.order(shot=(0, 99))]
"""
    },
    "cpp": {
        "strategy.hpp": b"""#pragma once
#include "state.hpp"
class Strategy {
public:
    explicit Strategy(const game::State& state) : state_(state) {}
    std::vector<game::Order> choose() {
        std::vector<game::Unit> own;
        for (const game::Unit& unit : state_.units) if (unit.mine) own.push_back(unit);
        const int one = own[0].place, two = own[1].place;
        return {{one, 0, one}, {one, 0, one}, {two, 0, one}, {0, 0, 0},
                {two, two + 7 * 32, two}, {two, -99, two}};
    }
private:
    const game::State& state_;
};
"""
    },
    "java": {
        "Strategy.java": b"""
import java.util.List;

final class Strategy {
    private final State state;

    Strategy(State state) {
        this.state = state;
    }

    List<Order> choose() {
        List<Unit> own = state.units.stream().filter(Unit::mine).toList();
        int one = own.get(0).place(), two = own.get(1).place();
        return List.of(new Order(one, 0, one), new Order(one, 0, one), new Order(two, 0, one),
                new Order(0, 0, 0), new Order(two, two + 7 * 32, two), new Order(two, -99, two));
    }
}
"""
    },
    "javascript": {
        "strategy.js": b"""
export class Strategy {
    constructor(state) {
        this.state = state;
    }

    choose() {
        const [one, two] = this.state.units.filter((unit) => unit.mine).map((unit) => unit.place);
        return [[one, 0, one], [one, 0, one], [two, 0, one], [0, 0, 0],
            [two, two + 7 * 32, two], [two, -99, two]]
            .map(([unit, shot, move]) => ({ unit, shot, move }));
    }
}
"""
    },
    "rust": {
        "strategy.rs": b"""
use crate::places::Order;
use crate::state::State;

pub struct Strategy;

impl Strategy {
    pub fn new(_: &State) -> Self {
        Strategy
    }

    pub fn choose(&mut self, state: &State) -> Vec<Order> {
        let own: Vec<usize> = state.mine().map(|unit| unit.place).collect();
        let order = |unit, shot, goal| Order { unit, shot, goal };
        let (one, two) = (own[0], own[1]);
        vec![order(one, None, one), order(one, None, one), order(two, None, one),
            order(0, None, 0), order(two, Some(two + 7 * 32), two), order(two, Some(9999), two)]
    }
}
"""
    },
    "go": {
        "strategy.go": b"""package main

type Strategy struct{ state *State }

func NewStrategy(state *State) *Strategy { return &Strategy{state} }

func (s *Strategy) Choose() []Order {
	own := []int{}
	for _, unit := range s.state.Units {
		if unit.Mine {
			own = append(own, unit.Place)
		}
	}
	one, two := own[0], own[1]
	return []Order{{one, 0, one}, {one, 0, one}, {two, 0, one}, {0, 0, 0},
		{two, two + 7*32, two}, {two, -99, two}}
}
"""
    },
}
"""One good order in every turn, and five that would lose the game."""
