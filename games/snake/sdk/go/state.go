package main

import "fmt"

// The rules of snake: build a State, feed it every operation, ask it anything.
//
// The referee echoes bare operation codes, so a bot has to know the rules to know whose snake
// moved.  State does that exactly.  A search clones it:
//     next := state.Clone(); next.Apply(op)

// Item lies on the map in rounds Time .. Time + 15.  Its id is its index in the list.
type Item struct {
	Cell, Time int
	Type       int // LengthItem or RayItem
	Param      int // of a length, what it adds to the bank; of a ray, without meaning
}

// Result is the effect of a move (see State.Foresee).
type Result int

// The effects of a move.
const (
	Illegal Result = iota
	Dies
	Solidifies
	Advances
)

// Snake is a live one.
type Snake struct {
	ID, Owner int
	Bank      int // growth still to come
	Ray       int // id of the ray item that it holds, or Nothing
	// Body has its cells, head first.  Every change makes a new slice, so that clones can share
	// the old one.
	Body []int
}

// Head returns the cell of the snake's head.
func (s *Snake) Head() int { return s.Body[0] }

// Tail returns the last cell of the snake.
func (s *Snake) Tail() int { return s.Body[len(s.Body)-1] }

// Heading returns the direction in which a snake of two or more cells looks: that of its ray.
func (s *Snake) Heading() Op {
	for _, move := range Moves {
		if Step(s.Body[1], move) == s.Head() {
			return move
		}
	}
	panic("the body of a snake is not connected")
}

// State is one half, from its first operation to its end.
type State struct {
	Items    []Item     // ordered by time; all clones share them
	Rounds   int        // the last round
	Round    int        // the round in play
	Player   int        // the one whose turn it is
	Over     bool       // whether the half has ended
	NextID   int        // the id of the next split's new snake
	Sides    [2][]Snake // the live snakes of each player, in the order in which they act
	Walls    [Cells]int // the wall's owner, or Nothing
	Occupant [Cells]int // the id of the snake there, or Nothing
	ItemAt   [Cells]int // the id of the item that lies there, or Nothing

	queue             []int // who acts in this turn, the next one first
	expired, appeared int   // items before these indices are done with
}

// NewState returns the state before the first operation.
func NewState(items []Item, rounds int) *State {
	state := &State{Items: items, Rounds: rounds}
	for cell := range state.Walls {
		state.Walls[cell], state.Occupant[cell], state.ItemAt[cell] = Nothing, Nothing, Nothing
	}
	for owner, cell := range StartCells {
		snake := Snake{ID: owner, Owner: owner, Ray: Nothing, Body: []int{cell}}
		state.Sides[owner] = []Snake{snake}
		state.Occupant[cell] = owner
		state.NextID++
	}
	state.beginRound()
	return state
}

// Clone returns an independent state in the same position.
func (s *State) Clone() *State {
	next := *s
	for owner, side := range s.Sides {
		next.Sides[owner] = append(make([]Snake, 0, MaxSnakes), side...)
	}
	return &next
}

// Questions.

// Find returns the snake with this id; nil where it does not live.
func (s *State) Find(id int) *Snake {
	for _, side := range s.Sides {
		for i := range side {
			if side[i].ID == id {
				return &side[i]
			}
		}
	}
	return nil
}

// Acting returns the snake whose operation comes next.  Only to be asked while the half runs.
func (s *State) Acting() *Snake {
	if len(s.queue) == 0 {
		panic("the half is over: nobody acts")
	}
	return s.Find(s.queue[0])
}

// Score returns the number of cells of the player's live snakes and walls.
func (s *State) Score(owner int) int {
	cells := 0
	for _, wall := range s.Walls {
		if wall == owner {
			cells++
		}
	}
	for _, snake := range s.Sides[owner] {
		cells += len(snake.Body)
	}
	return cells
}

// Free tells whether there is neither a wall nor a snake.
func (s *State) Free(cell int) bool {
	return s.Walls[cell] == Nothing && s.Occupant[cell] == Nothing
}

// Grows tells whether the snake's next move keeps its tail.
func (s *State) Grows(snake *Snake) bool {
	return snake.Bank > 0 || s.autoGrowth(snake)
}

// Foresee returns the effect of this move of a snake, made now.
func (s *State) Foresee(snake *Snake, move Op) Result {
	target, length, growing := Step(snake.Head(), move), len(snake.Body), s.Grows(snake)
	switch {
	case length >= 2 && target == snake.Body[1] && (length >= 3 || growing):
		return Illegal
	case target == Nothing || s.Walls[target] != Nothing:
		return Dies
	case s.Occupant[target] == Nothing || target == snake.Tail() && !growing:
		return Advances
	case s.Occupant[target] == snake.ID:
		return Solidifies
	}
	return Dies
}

// Legal tells whether the acting snake may do this.  Moves that only kill it are legal.
func (s *State) Legal(op Op) bool {
	snake := s.Acting()
	switch op {
	case Split:
		return len(snake.Body) >= 2 && len(s.Sides[snake.Owner]) < MaxSnakes
	case Ray:
		return len(snake.Body) >= 2 && snake.Ray != Nothing
	case Right, Up, Left, Down:
		return s.Foresee(snake, op) != Illegal
	}
	return false
}

// SolidArea returns the cells that would become wall where Foresee says that the move solidifies.
func (s *State) SolidArea(snake *Snake, move Op) []int {
	target, hit := Step(snake.Head(), move), 0
	for snake.Body[hit] != target {
		hit++
	}
	return Enclosed(snake.Body[:hit+1])
}

// Changes.

// Apply does the acting snake's operation, and goes on to whoever acts next.
func (s *State) Apply(op Op) {
	s.Act(op)
	s.Advance()
}

// Act is the first half of Apply: the operation alone.
func (s *State) Act(op Op) {
	if !s.Legal(op) {
		panic(fmt.Sprintf("illegal operation %v", op))
	}
	snake := s.Acting()
	s.queue = s.queue[1:]
	switch op {
	case Split:
		s.split(snake)
	case Ray:
		s.fire(snake)
	default:
		s.move(snake, op)
	}
}

// Advance is the second half of Apply: it skips sisters that were walled in, passes the turn, and
// begins the round.
func (s *State) Advance() {
	s.queue = s.waiting()
	for len(s.queue) == 0 && !s.Over {
		switch {
		case len(s.Sides[0]) == 0 && len(s.Sides[1]) == 0:
			s.Over = true
		case s.Player == 0:
			s.beginTurn(1)
		case s.Round == s.Rounds:
			s.Over = true
		default:
			s.beginRound()
		}
	}
}

// RoundDone tells whether Act did the last operation of the round: Advance then begins the next.
func (s *State) RoundDone() bool {
	return len(s.waiting()) == 0 && (s.Player == 1 || len(s.Sides[1]) == 0)
}

// waiting returns those of the queue that are alive, in a new slice, as clones share the queue.
func (s *State) waiting() []int {
	var alive []int
	for _, id := range s.queue {
		if s.Find(id) != nil {
			alive = append(alive, id)
		}
	}
	return alive
}

func (s *State) autoGrowth(snake *Snake) bool {
	return snake.ID < AutoGrowthSnakes && s.Round <= AutoGrowthRounds
}

func (s *State) beginTurn(owner int) {
	// A snapshot: snakes born in this turn act from the next round on.
	s.Player, s.queue = owner, nil
	for _, snake := range s.Sides[owner] {
		s.queue = append(s.queue, snake.ID)
	}
}

func (s *State) beginRound() {
	s.Round++
	for ; s.expired < len(s.Items) && s.Items[s.expired].Time+ItemLifetime <= s.Round; s.expired++ {
		if here := &s.ItemAt[s.Items[s.expired].Cell]; *here == s.expired {
			*here = Nothing
		}
	}
	for ; s.appeared < len(s.Items) && s.Items[s.appeared].Time <= s.Round; s.appeared++ {
		cell := s.Items[s.appeared].Cell
		if snake := s.Find(s.Occupant[cell]); snake != nil {
			s.eat(snake, s.appeared)
		} else {
			s.ItemAt[cell] = s.appeared
		}
	}
	s.beginTurn(0)
}

func (s *State) eat(snake *Snake, id int) {
	if item := s.Items[id]; item.Type == LengthItem {
		snake.Bank += item.Param
	} else {
		snake.Ray = id
	}
}

func (s *State) move(snake *Snake, op Op) {
	result := s.Foresee(snake, op)
	if result == Dies {
		s.remove(snake)
		return
	}
	target, kept := Step(snake.Head(), op), snake.Body
	switch {
	case s.autoGrowth(snake):
	case snake.Bank > 0:
		snake.Bank--
	default:
		s.Occupant[snake.Tail()] = Nothing
		kept = kept[:len(kept)-1]
	}
	snake.Body = append(append(make([]int, 0, len(kept)+1), target), kept...)
	if result == Solidifies {
		s.solidify(snake)
		return
	}
	s.Occupant[target] = snake.ID
	if item := s.ItemAt[target]; item != Nothing {
		s.eat(snake, item)
		s.ItemAt[target] = Nothing
	}
}

// solidify turns a loop into walls; the head already lies on the cell of its body that it hit.
func (s *State) solidify(snake *Snake) {
	owner, hit := snake.Owner, 1
	for snake.Body[hit] != snake.Head() {
		hit++
	}
	area := Enclosed(snake.Body[:hit])
	s.remove(snake)
	for _, cell := range area {
		// A snake cannot cross the loop, so its head tells for all of it.
		if other := s.Find(s.Occupant[cell]); other != nil && other.Head() == cell {
			s.remove(other)
		}
		s.Walls[cell] = owner
	}
}

func (s *State) remove(snake *Snake) {
	for _, cell := range snake.Body {
		s.Occupant[cell] = Nothing
	}
	var rest []Snake
	for _, other := range s.Sides[snake.Owner] {
		if other.ID != snake.ID {
			rest = append(rest, other)
		}
	}
	s.Sides[snake.Owner] = rest
}

func (s *State) fire(snake *Snake) {
	direction := snake.Heading()
	snake.Ray = Nothing
	cell := Step(snake.Head(), direction)
	for ; cell != Nothing; cell = Step(cell, direction) {
		s.Walls[cell] = Nothing
	}
}

func (s *State) split(parent *Snake) {
	length := len(parent.Body)
	keep := (length + 1) / 2
	child := Snake{ID: s.NextID, Owner: parent.Owner, Bank: parent.Bank, Ray: Nothing}
	for i := length - 1; i >= keep; i-- {
		child.Body = append(child.Body, parent.Body[i])
		s.Occupant[parent.Body[i]] = child.ID
	}
	s.NextID++
	parent.Bank, parent.Body = 0, parent.Body[:keep:keep]
	var side []Snake
	for _, snake := range s.Sides[parent.Owner] {
		side = append(side, snake)
		if snake.ID == parent.ID {
			side = append(side, child)
		}
	}
	s.Sides[child.Owner] = side
}
