package main

// Your bot.  Change Strategy.Choose; it is called once for every half-turn.
//
// This sample takes the tiles that cost least.  When there are none, it leads its largest army to
// the nearest enemy that it knows.

const march = 8    // units that make an army worth leading against an enemy
const longest = 12 // orders of one march; then it looks around again

// Strategy keeps what you want to remember between half-turns.
type Strategy struct {
	state *State
}

// NewStrategy is called once, before the first half-turn.
func NewStrategy(state *State) *Strategy { return &Strategy{state} }

// Choose plans when no order waits; the game plays one order per half-turn.
func (strategy *Strategy) Choose(operations *Operations) {
	if len(strategy.state.Queue) > 0 {
		return
	}
	if source, target := strategy.cheapestStep(); target != Never {
		operations.Move(source, target, false)
		return
	}
	path := strategy.march()
	if len(path) > longest+1 {
		path = path[:longest+1]
	}
	operations.Walk(path)
}

// cheapestStep is the move that takes the most worth per unit: capitals above all, then cities,
// then enemies.
func (strategy *Strategy) cheapestStep() (from, to int) {
	state := strategy.state
	from, to = Never, Never
	best := 0.0
	for _, source := range state.Frontier() {
		for _, target := range state.Neighbours(source) {
			if !state.Open(target) || state.Friendly(state.Owners[target]) {
				continue
			}
			cost := state.Cost(target)
			if state.Units[source]-1 < cost {
				continue
			}
			if value := strategy.worth(target) / float64(cost+2); value > best {
				best, from, to = value, source, target
			}
		}
	}
	return from, to
}

func (strategy *Strategy) worth(target int) float64 {
	worth := 1.0
	switch strategy.state.Kinds[target] {
	case Swamp:
		return 0
	case Capital:
		return 1000
	case City:
		worth = 10
	}
	if strategy.state.Owners[target] != Neutral {
		worth *= 2
	}
	return worth
}

// march is the path of the largest army to an enemy, or else to any tile that is not ours.
func (strategy *Strategy) march() []int {
	state := strategy.state
	armies := state.Armies()
	if len(armies) == 0 {
		return nil
	}
	source := armies[0]
	army := state.Units[source]
	if army >= march {
		path := state.Path(source, func(place int) bool {
			seen := state.Sight(place)
			return state.Enemy(seen.Owner) && seen.Units < army
		})
		if len(path) > 0 {
			return path
		}
	}
	return state.Path(source, func(place int) bool {
		ours := state.Friendly(state.Owners[place])
		return !ours && state.Kinds[place] != Swamp && state.Cost(place) < army
	})
}
