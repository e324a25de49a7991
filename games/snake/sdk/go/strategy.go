package main

// Your bot.  Change Choose; it is called once for every operation of one of your snakes.
//
// This sample walks to the nearest item that it can reach and prefers moves that leave it room.

const splitLength = 12

// Strategy keeps what you want to remember between calls.
type Strategy struct {
	player int
}

// NewStrategy is called once, with your number, 0 or 1.
func NewStrategy(player int) *Strategy {
	return &Strategy{player: player}
}

// Choose returns the operation of state.Acting(), which is yours.
func (s *Strategy) Choose(state *State) Op {
	snake := state.Acting()
	if len(snake.Body) >= splitLength && len(state.Sides[s.player]) < MaxSnakes {
		return Split
	}
	best, bestWorth := Op(Split), -1e9
	for _, move := range Moves {
		if value := worth(state, snake, move); value > bestWorth && state.Legal(move) {
			best, bestWorth = move, value
		}
	}
	if bestWorth < 0 && state.Legal(Split) {
		return Split
	}
	return best
}

// worth tells how good a move is: room for the body first, then the way to the next item.
func worth(state *State, snake *Snake, move Op) float64 {
	switch state.Foresee(snake, move) {
	case Dies, Illegal:
		return -1
	case Solidifies: // boxed in, a loop still saves its cells as wall
		return float64(len(state.SolidArea(snake, move))) / Cells
	}
	steps := Distances(Step(snake.Head(), move), func(cell int) bool { return !state.Free(cell) })
	room, nearest := 0, 100
	for cell, distance := range steps {
		if distance < 0 {
			continue
		}
		room++
		if state.ItemAt[cell] != Nothing && distance < nearest {
			nearest = distance
		}
	}
	if most := len(snake.Body) + 8; room > most {
		room = most
	}
	return 1 + float64(room) - float64(nearest)/100
}
