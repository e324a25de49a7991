package main

import (
	"sort"
	"syscall"
)

const (
	graceSeconds = 1 // that starting may cost
	// PrudentSeconds are those after which the sample gives no orders.
	PrudentSeconds = 7
)

// State is the board at the start of the turn that you answer for, with the units and the rules.
type State struct {
	Width, Height, Turns int
	Turn                 int    // from 1 to Turns
	Units                []Unit // by place
	Won, Lost            int    // the enemies destroyed, and your own units lost

	at                         [Places]int // the index of the unit, or Nobody
	open                       [Places]bool
	given                      []Order
	mineAtFirst, theirsAtFirst int
}

// NewState returns the state before the first turn.
func NewState(width, height, turns int) *State {
	state := &State{Width: width, Height: height, Turns: turns}
	for place := range state.at {
		state.at[place] = Nobody
	}
	return state
}

// Clone returns an independent state in the same position.
func (s *State) Clone() *State {
	next := *s
	next.Units = append([]Unit{}, s.Units...)
	return &next
}

// Inside tells whether this is a field of the board.
func (s *State) Inside(place int) bool {
	x, y := Column(place), Row(place)
	return 1 <= x && x <= s.Width && 1 <= y && y <= s.Height
}

// Available tells whether units can ever stand there.
func (s *State) Available(place int) bool { return s.open[place] }

// Empty tells whether a unit beside it may choose to move there: available, and nobody is there
// now.
func (s *State) Empty(place int) bool { return s.open[place] && s.at[place] == Nobody }

// At returns the unit that stands there; nil for nobody.
func (s *State) At(place int) *Unit {
	if s.at[place] == Nobody {
		return nil
	}
	return &s.Units[s.at[place]]
}

// Steps returns the places that a unit may choose to move to; its own is not among them.
func (s *State) Steps(unit Unit) []int {
	var found []int
	for _, step := range Around {
		if s.Empty(unit.Place + step) {
			found = append(found, unit.Place+step)
		}
	}
	return found
}

// Near returns the places at most radius away that are on the board; the place itself is one.
func (s *State) Near(place, radius int) []int {
	x, y := Column(place), Row(place)
	found := make([]int, 0, (2*radius+1)*(2*radius+1))
	for i := max(1, x-radius); i <= min(s.Width, x+radius); i++ {
		for j := max(1, y-radius); j <= min(s.Height, y+radius); j++ {
			found = append(found, PlaceAt(i, j))
		}
	}
	return found
}

// Targets returns the places that a unit may shoot at.
func (s *State) Targets(unit Unit) []int { return s.Near(unit.Place, Reach[unit.Kind]) }

// Refusal says why an order of yours would lose the game; empty where it is allowed.
func (s *State) Refusal(order Order) string {
	if !known(order.Unit) || !known(order.Shot) || !known(order.Move) {
		return "no place at all"
	}
	unit := s.At(order.Unit)
	switch {
	case unit == nil || !unit.Mine:
		return "no unit of yours stands there"
	case order.Shot != 0 && !s.Inside(order.Shot):
		return "the target is not on the board"
	case order.Shot != 0 && !unit.Reaches(order.Shot):
		return "the target is out of range"
	case order.Move == order.Unit:
		return ""
	case Distance(order.Unit, order.Move) > Step:
		return "the field to move to is no neighbour"
	case !s.Empty(order.Move):
		return "the field to move to is not empty"
	}
	return ""
}

// Play plays one turn of allowed orders of both sides: for looking ahead in a clone.
func (s *State) Play(orders []Order) {
	var hits, chosen [Places]int
	goals := make([]int, len(s.Units))
	for i, unit := range s.Units {
		goals[i] = unit.Place
	}
	for _, order := range orders {
		kind := s.At(order.Unit).Kind
		if order.Shot != 0 {
			for _, hit := range s.Near(order.Shot, Blast[kind]) {
				hits[hit] += Power[kind]
			}
		}
		if order.Move != order.Unit {
			goals[s.at[order.Unit]] = order.Move
			chosen[order.Move]++
		}
	}
	var after []Unit
	for i, unit := range s.Units {
		unit.HP -= hits[unit.Place]
		if chosen[goals[i]] <= 1 {
			unit.Place = goals[i]
		}
		switch {
		case unit.HP > 0:
			after = append(after, unit)
		case unit.Mine:
			s.Lost++
		default:
			s.Won++
		}
	}
	s.set(after)
	s.Turn++
}

// Distances returns the steps to the nearest of these places, by place, over available fields as
// if nobody stood there; -1 where there is no way.
func (s *State) Distances(goals []int) [Places]int {
	var found [Places]int
	for place := range found {
		found[place] = -1
	}
	queue := append(make([]int, 0, Places), goals...)
	for _, goal := range goals {
		found[goal] = 0
	}
	for first := 0; first < len(queue); first++ {
		for _, step := range Around {
			near := queue[first] + step
			if known(near) && s.open[near] && found[near] < 0 {
				found[near] = found[queue[first]] + 1
				queue = append(queue, near)
			}
		}
	}
	return found
}

// Spent returns the seconds of computing time that your program has used; ten are lost.
func Spent() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// Late tells whether a larger part of these seconds than of the turns is over: time to think less.
func (s *State) Late(seconds float64) bool {
	return Spent() > graceSeconds+(seconds-graceSeconds)*float64(s.Turn)/float64(s.Turns)
}

// For the main loop: you need not call these.

// Update takes in the fields of a turn, in whatever order they come.
func (s *State) Update(fields []Told) {
	s.Turn++
	var now []Unit
	mine := 0
	for _, field := range fields {
		where := PlaceAt(field.X, field.Y)
		if s.Turn == 1 {
			s.open[where] = field.What != Unavailable
		}
		switch {
		case field.What >= EnemyTank:
			now = append(now, Unit{where, field.What - EnemyTank, field.HP, false, Nobody})
		case field.What >= OwnTank:
			now = append(now, Unit{where, field.What - OwnTank, field.HP, true, Nobody})
			mine++
		}
	}
	before := s.Units
	s.set(now)
	s.number(before)
	theirs := len(now) - mine
	if s.Turn == 1 {
		s.mineAtFirst, s.theirsAtFirst = mine, theirs
	}
	s.Won, s.Lost = s.theirsAtFirst-theirs, s.mineAtFirst-mine
}

// Sent remembers the orders of this turn: they tell next turn's units apart.
func (s *State) Sent(orders []Order) { s.given = orders }

func (s *State) set(now []Unit) {
	for _, unit := range s.Units {
		s.at[unit.Place] = Nobody
	}
	sort.Slice(now, func(i, j int) bool { return now[i].Place < now[j].Place })
	s.Units = now
	for i, unit := range now {
		s.at[unit.Place] = i
	}
}

// number gives own units the numbers that they had.  A unit stands where it was or where it wanted
// to go.  No other unit can have come to either field: the one was taken, and on the other nobody
// arrives whom it did not stop.
func (s *State) number(before []Unit) {
	for i := range s.Units {
		if s.Turn == 1 && s.Units[i].Mine {
			s.Units[i].Number = i
		}
	}
	var goals [Places]int
	for _, order := range s.given {
		goals[order.Unit] = order.Move
	}
	for _, old := range before {
		if !old.Mine {
			continue
		}
		for _, where := range [...]int{old.Place, goals[old.Place]} {
			if unit := s.At(where); unit != nil && unit.Mine && unit.Number == Nobody {
				unit.Number = old.Number
				break
			}
		}
	}
}
