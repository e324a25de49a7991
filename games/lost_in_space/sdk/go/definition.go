package main

import "sort"

// The types of your knowledge, as in the manual.  Changing them does not change the game.

// Pos is a place, as on the wire: in drawings x grows upwards and y to the right.  Z is the layer;
// layer 0 is the top one.
type Pos struct{ X, Y, Z int }

// Nowhere is the place of a player whom you do not see.
var Nowhere = Pos{-1, -1, -1}

// Unknown stands for the hit points of a player whom you do not see.
const Unknown = -1

// Before orders places by x, then y, then z.
func (pos Pos) Before(other Pos) bool {
	if pos.X != other.X {
		return pos.X < other.X
	}
	if pos.Y != other.Y {
		return pos.Y < other.Y
	}
	return pos.Z < other.Z
}

func sortPlaces(places []Pos) {
	sort.Slice(places, func(a, b int) bool { return places[a].Before(places[b]) })
}

// Status is that of a player; the values are the numbers on the wire.
type Status int

// The statuses.  A player who skips is caught in slime: this turn is over, and the next one is
// skipped.  A player who counts down is in the capsule.
const (
	Alive Status = iota
	Dead
	Escaped
	Skipping
	Countdown
	Failed
)

// Tool is a bag and the placed traps.  Per kind of trap it has {in the bag, placed} and the places
// of placed traps, oldest first.  It also has the numbers of kits and blinks.
type Tool struct {
	LandmineNumber [2]int
	LandminePos    []Pos
	StickyNumber   [2]int
	StickyPos      []Pos
	Kit, Transport int
}

// Count is the number of an item in the bag, by its name on the wire; 0 for other names.
func (bag *Tool) Count(kind string) int {
	switch kind {
	case "LandMine":
		return bag.LandmineNumber[0]
	case "Sticky":
		return bag.StickyNumber[0]
	case "Kit":
		return bag.Kit
	case "Transport":
		return bag.Transport
	}
	return 0
}

// Most is the maximum of an item in a bag, not counting placed traps; 0 for other names.
func Most(kind string) int {
	for index, item := range Items {
		if item == kind {
			return Carry[index]
		}
	}
	return 0
}

// Player is a player.  Of others, you know place and hit points only on your own layer, and never
// the tools.
type Player struct {
	ID     int
	Pos    Pos
	Status Status
	HP     int
	Keys   []int
	Tools  Tool
}

// Up tells whether this player stands somewhere in the station.
func (player *Player) Up() bool {
	return player.Status == Alive || player.Status == Skipping || player.Status == Countdown
}

// Node is a place with its things and players.  Interprops can have Box, Materials, KeyMachine,
// EscapeCapsule and Elevator; Player has the numbers of the players who stand there, including you.
type Node struct {
	Pos        Pos
	Interprops []string
	Player     []int
}

// Edge is a passage or a lift; both lead in both directions.
type Edge struct{ StPos, EdPos Pos }

// View is your layer: its places, open passages and lifts, including lifts to other layers.
type View struct {
	SelfNodes []Node
	SelfEdges []Edge
}

// Reply is the referee's reply to an action; HasTrap is that of a detection.
type Reply struct{ Success, HasTrap bool }

func larger(a, b int) int {
	if a > b {
		return a
	}
	return b
}

func smaller(a, b int) int { return -larger(-a, -b) }
