package main

import "fmt"

// The geometry of the board, units and orders.
//
// Places are numbers: neighbours are at fixed distances (Around), and around the board there is a
// border that nobody enters and of which nothing has to be checked.

// PlaceAt returns the place in column x and row y, both from 1, y upwards.
func PlaceAt(x, y int) int { return x<<Shift | y }

// Column returns the x of a place.
func Column(place int) int { return place >> Shift }

// Row returns the y of a place.
func Row(place int) int { return place & (1<<Shift - 1) }

// Position returns a place as the calls of draw.go take it.
func Position(place int) Point { return Point{float64(Column(place)), float64(Row(place))} }

// Distance returns the fields between two places; a diagonal step is as long as a straight one.
func Distance(one, other int) int {
	dx, dy := Column(one)-Column(other), Row(one)-Row(other)
	return max(max(dx, -dx), max(dy, -dy))
}

func known(place int) bool { return 0 <= place && place < Places }

func max(one, other int) int {
	if one > other {
		return one
	}
	return other
}

func min(one, other int) int { return -max(-one, -other) }

// Nobody is the number of the enemy's units.
const Nobody = -1

// Unit is one in play.
type Unit struct {
	Place  int
	Kind   int // Tank or Cannon
	HP     int // the points that it has left
	Mine   bool
	Number int // your own units keep theirs for the whole game, and replays have the same
}

// Reaches tells whether the unit may shoot at this place, which is one of the board.
func (u Unit) Reaches(target int) bool { return Distance(u.Place, target) <= Reach[u.Kind] }

// Order says: the unit on Unit shoots at Shot, or not at all where that is 0, and chooses to move
// to Move, or stays where that is its own place.  All three are places.
type Order struct {
	Unit, Shot, Move int
}

// String returns the six numbers of the protocol.
func (o Order) String() string {
	return fmt.Sprint(Column(o.Unit), Row(o.Unit), Column(o.Shot), Row(o.Shot),
		Column(o.Move), Row(o.Move))
}
