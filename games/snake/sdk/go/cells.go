package main

// The geometry of the board, and the operations.
//
// Cells are numbers 0..255: cell = y * 16 + x, x to the right, y upwards, cell 0 bottom-left.

// Op is one operation of one snake: Right, Up, Left, Down, Ray or Split, the codes on the wire.
type Op int

// Moves are the operations that move a snake.
var Moves = [...]Op{Right, Up, Left, Down}

// Ops are all operations.
var Ops = [...]Op{Right, Up, Left, Down, Ray, Split}

func (op Op) String() string {
	switch op {
	case Right:
		return "RIGHT"
	case Up:
		return "UP"
	case Left:
		return "LEFT"
	case Down:
		return "DOWN"
	case Ray:
		return "RAY"
	case Split:
		return "SPLIT"
	}
	return "unknown"
}

// CellAt returns the cell in column x and row y.
func CellAt(x, y int) int { return y*Size + x }

// Column returns the x of a cell.
func Column(cell int) int { return cell % Size }

// Row returns the y of a cell.
func Row(cell int) int { return cell / Size }

// Position returns a cell as the calls of draw.go take it.
func Position(cell int) Point { return Point{float64(Column(cell)), float64(Row(cell))} }

// Step returns the cell next to one in the direction of a move, or Nothing beyond the edge.
func Step(cell int, move Op) int {
	switch {
	case move == Right && Column(cell) < Size-1:
		return cell + 1
	case move == Up && Row(cell) < Size-1:
		return cell + Size
	case move == Left && Column(cell) > 0:
		return cell - 1
	case move == Down && Row(cell) > 0:
		return cell - Size
	}
	return Nothing
}

// Distances returns the steps from one cell to every cell, never through blocked ones; -1 where
// it cannot get.
func Distances(source int, blocked func(cell int) bool) [Cells]int {
	var steps, queue [Cells]int
	for cell := range steps {
		steps[cell] = -1
	}
	queue[0], steps[source] = source, 0
	for first, last := 0, 1; first < last; first++ {
		for _, move := range Moves {
			next := Step(queue[first], move)
			if next == Nothing || steps[next] >= 0 || blocked(next) {
				continue
			}
			steps[next] = steps[queue[first]] + 1
			queue[last] = next
			last++
		}
	}
	return steps
}

// Enclosed returns the cells of a closed loop and all cells inside of the curve.
//
// A cell is inside when a line from it to the left edge crosses the curve an odd number of times.
// (Flooding from the outside would also fill the pocket of a C-shaped loop, which stays open.)
func Enclosed(loop []int) []int {
	var curve, crossings [Cells]bool // a crossing is an edge of the curve to the cell above
	for i, here := range loop {
		there := loop[(i+1)%len(loop)]
		curve[here] = true
		if there == here+Size {
			crossings[here] = true
		} else if here == there+Size {
			crossings[there] = true
		}
	}
	var area []int
	inside := false
	for cell := range curve {
		if Column(cell) == 0 {
			inside = false
		}
		if inside || curve[cell] {
			area = append(area, cell)
		}
		if crossings[cell] {
			inside = !inside
		}
	}
	return area
}
