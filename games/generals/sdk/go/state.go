package main

import (
	"fmt"
	"sort"
)

// Your team's view and memory of the game, updated from the referee's lines.
//
// A place is a number, x * width + y with row x and column y from 0.  Owners, Kinds and Units are
// your team's view, exactly as the referee has it: out of view a tile is 0, 0, 0.  Sight also
// remembers tiles seen earlier.

// Never is the half-turn in which a tile was seen that was never in view, and no place.
const Never = -1

// Far is the distance of what cannot be reached.
const Far = 1 << 29

// The changes of row and column by the index of a letter of Letters.
var steps = [...][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// Sight is a tile as it was last seen, before half-turn Half.
type Sight struct {
	Owner, Kind, Units, Half int
}

// State is the game as your team knows it.
type State struct {
	Player, Players, Width, Height, Halfturns int
	Team                                      int   // yours
	Size                                      int   // Width * Height
	Teams                                     []int // Teams[p - 1] is the team of player p
	Names                                     []string
	Modifiers                                 Modifiers
	Half                                      int // the half-turn that is played with your next answer
	Echo, Owners, Kinds, Units                []int
	Capital                                   int        // your capital's place
	Queue                                     []Order    // your orders that wait, the oldest first
	Ranking                                   []TeamRank // by team, empty under Silent War
	Messages                                  []string
	Beaten                                    map[int]bool // the players who are out
	memory                                    []Sight
	neighbours                                [][]int
}

// NewState is the state before the first half-turn.
func NewState(start *Start) *State {
	size := start.Width * start.Height
	state := &State{
		Player: start.Player, Players: start.Players, Width: start.Width, Height: start.Height,
		Halfturns: start.Halfturns, Team: start.Teams[start.Player-1], Size: size,
		Teams: start.Teams, Names: start.Names, Modifiers: start.Modifiers, Echo: start.Echo,
		Owners: make([]int, size), Kinds: make([]int, size), Units: make([]int, size),
		Capital: Never, Beaten: map[int]bool{},
		memory: make([]Sight, size), neighbours: make([][]int, size),
	}
	for place := 0; place < size; place++ {
		state.memory[place].Half = Never
		for _, step := range steps {
			x, y := state.Row(place)+step[0], state.Column(place)+step[1]
			if x >= 0 && x < state.Height && y >= 0 && y < state.Width {
				state.neighbours[place] = append(state.neighbours[place], state.Place(x, y))
			}
		}
		state.put(place, start.Owners[place], start.Kinds[place], start.Units[place])
	}
	return state
}

// Place is the place in row x, column y.
func (state *State) Place(x, y int) int { return x*state.Width + y }

// Row is the row of a place.
func (state *State) Row(place int) int { return place / state.Width }

// Column is the column of a place.
func (state *State) Column(place int) int { return place % state.Width }

// Neighbours are the two to four places next to another one.
func (state *State) Neighbours(place int) []int { return state.neighbours[place] }

// Friendly tells whether the owner is you or a player of your team.
func (state *State) Friendly(owner int) bool {
	return owner != Neutral && state.Teams[owner-1] == state.Team
}

// Enemy tells whether the owner is a player of another team.
func (state *State) Enemy(owner int) bool {
	return owner != Neutral && state.Teams[owner-1] != state.Team
}

// Visible tells whether your team sees the tile now.
func (state *State) Visible(place int) bool { return state.Kinds[place] != Hidden }

// Sight is the tile as it is, or as it was last seen.
func (state *State) Sight(place int) Sight {
	if !state.Visible(place) {
		return state.memory[place]
	}
	return Sight{state.Owners[place], state.Kinds[place], state.Units[place], state.Half}
}

// Open tells whether an army might walk there: blanks, swamps, capitals, and cities that were seen.
func (state *State) Open(place int) bool {
	known := state.Kinds[place] == City || state.memory[place].Kind == City
	return known || state.Echo[place] != MaybeMountain
}

// Cost is the number of units that must arrive to take the tile, as last seen; 0 for your team's.
func (state *State) Cost(place int) int {
	seen := state.Sight(place)
	if state.Friendly(seen.Owner) {
		return 0
	}
	if seen.Units < 0 {
		return 1
	}
	return seen.Units + 1
}

// Own lists your places.
func (state *State) Own() []int {
	found := []int{}
	for place, owner := range state.Owners {
		if owner == state.Player {
			found = append(found, place)
		}
	}
	return found
}

// Armies lists your places from which units can move, the largest army first.
func (state *State) Armies() []int {
	found := []int{}
	for _, place := range state.Own() {
		if state.Units[place] > 1 {
			found = append(found, place)
		}
	}
	sort.SliceStable(found, func(a, b int) bool { return state.Units[found[a]] > state.Units[found[b]] })
	return found
}

// Frontier lists your places next to open ones that your team does not own.
func (state *State) Frontier() []int {
	found := []int{}
	for _, place := range state.Own() {
		for _, near := range state.neighbours[place] {
			if state.Open(near) && !state.Friendly(state.Owners[near]) {
				found = append(found, place)
				break
			}
		}
	}
	return found
}

// Distances are the steps over open tiles from the nearest source to every place, Far where there
// is no way.
func (state *State) Distances(sources ...int) []int {
	found := make([]int, state.Size)
	for place := range found {
		found[place] = Far
	}
	edge := append([]int{}, sources...)
	for _, place := range edge {
		found[place] = 0
	}
	for i := 0; i < len(edge); i++ {
		for _, near := range state.neighbours[edge[i]] {
			if found[near] == Far && state.Open(near) {
				found[near] = found[edge[i]] + 1
				edge = append(edge, near)
			}
		}
	}
	return found
}

// Path lists the places from the source to the nearest wanted one, both included; empty without
// one.  Cities that are not your team's are only entered as the goal.
func (state *State) Path(source int, wanted func(place int) bool) []int {
	before := make([]int, state.Size)
	for place := range before {
		before[place] = Never
	}
	before[source] = source
	edge := []int{source}
	for i := 0; i < len(edge); i++ {
		here := edge[i]
		if here != source && wanted(here) {
			return wayBack(before, here)
		}
		city := state.Kinds[here] == City && !state.Friendly(state.Owners[here])
		if here != source && city {
			continue
		}
		for _, near := range state.neighbours[here] {
			if before[near] == Never && state.Open(near) {
				before[near] = here
				edge = append(edge, near)
			}
		}
	}
	return nil
}

func wayBack(before []int, place int) []int {
	way := []int{place}
	for before[place] != place {
		place = before[place]
		way = append([]int{place}, way...)
	}
	return way
}

// Update applies a line of the referee: natural growth, then all other changes.
func (state *State) Update(turn *Turn) {
	state.Half = turn.Half
	if state.Half > 0 {
		state.grow()
		if len(state.Queue) > 0 {
			state.Queue = state.Queue[1:]
		}
	}
	if turn.Dropped != nil {
		state.Queue = nil
	}
	for _, diff := range turn.Diffs {
		state.put(state.Place(diff[0], diff[1]), diff[2], diff[3], diff[4])
	}
	state.Ranking, state.Messages = turn.Ranking, turn.Messages
	for _, player := range turn.Beaten {
		state.Beaten[player] = true
	}
}

// grow is natural growth, when Half half-turns are over.
func (state *State) grow() {
	if state.Half%HalfTurnsATurn != 0 {
		return
	}
	everywhere := state.Half%HalfTurnsARound == 0
	for at, owner := range state.Owners {
		if owner == Neutral {
			continue
		}
		switch state.Kinds[at] {
		case City, Capital:
			state.Units[at]++
		case Swamp:
			state.Units[at]--
		}
		if everywhere {
			state.Units[at]++
		}
	}
}

func (state *State) put(at, owner, kind, units int) {
	if kind == Hidden && state.Visible(at) {
		state.memory[at] = Sight{state.Owners[at], state.Kinds[at], state.Units[at], state.Half - 1}
	}
	state.Owners[at], state.Kinds[at], state.Units[at] = owner, kind, units
	if kind == Capital && owner == state.Player {
		state.Capital = at
	}
}

// Operations are your answer for one half-turn.  Each operation also updates the state's Queue.
type Operations struct {
	Lines [][]any
	state *State
}

// NewOperations is an empty answer.
func NewOperations(state *State) *Operations {
	return &Operations{[][]any{}, state}
}

// Move appends an order to your queue.  It panics where the two places are not neighbours.
func (operations *Operations) Move(source, target int, half bool) {
	state := operations.state
	x, y := state.Row(source), state.Column(source)
	for at, step := range steps {
		if state.Row(target) != x+step[0] || state.Column(target) != y+step[1] {
			continue
		}
		letter := Letters[at : at+1]
		line := []any{"move", x, y, letter}
		if half {
			line = append(line, true)
		}
		operations.add(line)
		state.Queue = append(state.Queue, Order{x, y, letter, half})
		return
	}
	panic(fmt.Sprintf("place %d is not next to %d", target, source))
}

// Walk appends orders that move all units along a path of neighbouring places.
func (operations *Operations) Walk(path []int) {
	for i := 1; i < len(path); i++ {
		operations.Move(path[i-1], path[i], false)
	}
}

// Clear takes back all orders that wait.
func (operations *Operations) Clear() {
	operations.add([]any{"clear"})
	operations.state.Queue = nil
}

// Undo takes back the newest order that waits.
func (operations *Operations) Undo() {
	operations.add([]any{"undo"})
	if last := len(operations.state.Queue) - 1; last >= 0 {
		operations.state.Queue = operations.state.Queue[:last]
	}
}

func (operations *Operations) add(line []any) {
	if len(operations.Lines) >= MostOperations {
		panic(fmt.Sprintf("an answer has at most %d operations", MostOperations))
	}
	operations.Lines = append(operations.Lines, line)
}
