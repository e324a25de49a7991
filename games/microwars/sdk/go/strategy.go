package main

// Your bot.  Change Choose; it is called once for every turn.
//
// This sample walks to the nearest enemy and shoots where it hits most.

// Strategy keeps what you want to remember between turns.
type Strategy struct {
	state *State
}

// NewStrategy is called once, with the state of the first turn, which stays up to date.
func NewStrategy(state *State) *Strategy {
	return &Strategy{state: state}
}

// Choose returns orders for your units; those without one stay and do not shoot.
func (s *Strategy) Choose() []Order {
	if s.state.Late(PrudentSeconds) {
		return nil
	}
	var enemies []int
	for _, unit := range s.state.Units {
		if !unit.Mine {
			enemies = append(enemies, unit.Place)
		}
	}
	ways := s.state.Distances(enemies)
	var orders []Order
	for _, unit := range s.state.Units {
		if unit.Mine {
			orders = append(orders, Order{unit.Place, s.shot(unit), s.step(unit, &ways)})
		}
	}
	return orders
}

// shot returns the target with the most enemies and none of your units in its blast; 0 for none.
func (s *Strategy) shot(unit Unit) int {
	best, bestWorth := 0, 0
	for _, target := range s.state.Targets(unit) {
		worth := 0
		for _, hit := range s.state.Near(target, Blast[unit.Kind]) {
			if other := s.state.At(hit); other == nil {
				continue
			} else if other.Mine {
				worth -= 9
			} else {
				worth++
			}
		}
		if worth > bestWorth {
			best, bestWorth = target, worth
		}
	}
	return best
}

// step returns a field nearer to the enemy, unless it is within range already.
func (s *Strategy) step(unit Unit, ways *[Places]int) int {
	for _, other := range s.state.Units {
		if !other.Mine && unit.Reaches(other.Place) {
			return unit.Place
		}
	}
	best := unit.Place
	for _, near := range s.state.Steps(unit) {
		if ways[near] >= 0 && ways[near] < ways[best] {
			best = near
		}
	}
	return best
}
