package main

import "sort"

// Your AI.  Change the functions birthplacePrice, birthplace and playerAI.
//
// This sample takes free land with bombs of a useful size and offers alliances to all countries.

// birthplacePrice is your bid: higher bids choose their places earlier, and you pay it in any case.
func birthplacePrice(board *BaseMap) int {
	return 1
}

// birthplace is the place with the most resources around it, far enough from the others.
func birthplace(chosen []Position, board *BaseMap) Position {
	best, most := Position{0, 0}, -1
	for _, here := range around(board, best, board.Cols+board.Rows) {
		apart := 8
		for _, other := range chosen {
			apart = smaller(apart, distance(here, other))
		}
		if board.Attack[here.X][here.Y] == 0 || apart < board.Constants.SpawnDistance {
			continue
		}
		worth := 20 * apart
		for _, cell := range around(board, here, KernelReach) {
			if board.Attack[cell.X][cell.Y] > 0 {
				worth += 1 + board.Resource[cell.X][cell.Y]
			}
		}
		if worth > most {
			best, most = here, worth
		}
	}
	return best
}

// playerAI writes your orders for this round into info.
func playerAI(info *Info) {
	for id, player := range info.PlayerInfo {
		if player.DipStatus != Undiscovered {
			info.DiplomaticCommands[id] = FormAlliance
		}
	}

	// My cells, those with the most free cells around them first.
	var own []Position
	free := map[Position]int{}
	for x := 0; x < info.Cols; x++ {
		for y := 0; y < info.Rows; y++ {
			here := Position{x, y}
			if info.Owner(here) == info.ID {
				own = append(own, here)
				free[here] = freeCells(info, here)
			}
		}
	}
	sort.SliceStable(own, func(a, b int) bool { return free[own[a]] > free[own[b]] })

	money := info.Me().Saving
	var bombed []Position
	for _, here := range own {
		size := usefulSize(info.Map, here)
		price := size * info.Map.Constants.BombCost
		crowded := false
		for _, other := range bombed {
			crowded = crowded || distance(here, other) < KernelReach
		}
		if free[here] < 3 || crowded || size == 0 || price > money {
			continue
		}
		info.Bomb(here, size)
		money -= price
		bombed = append(bombed, here)
	}
}

// distance is the number of steps between two cells.
func distance(a, b Position) int {
	return larger(a.X-b.X, b.X-a.X) + larger(a.Y-b.Y, b.Y-a.Y)
}

// around lists the cells at most reach columns and rows away.
func around(board *BaseMap, at Position, reach int) []Position {
	var found []Position
	for x := larger(0, at.X-reach); x <= smaller(board.Cols-1, at.X+reach); x++ {
		for y := larger(0, at.Y-reach); y <= smaller(board.Rows-1, at.Y+reach); y++ {
			found = append(found, Position{x, y})
		}
	}
	return found
}

// freeCells counts the free cells near a place that countries can take.
func freeCells(info *Info, at Position) int {
	count := 0
	for _, cell := range around(info.Map, at, 2) {
		if info.Map.Attack[cell.X][cell.Y] > 0 && info.Owner(cell) == NeutralPlayerID {
			count++
		}
	}
	return count
}

// usefulSize is the smallest bomb there that takes the free cells beside it and those two steps
// away.
func usefulSize(board *BaseMap, at Position) int {
	reach := float64(board.Attack[at.X][at.Y]) * board.MilitaryKernel[KernelReach+2][KernelReach]
	if reach == 0 {
		return 0
	}
	return int(float64(board.Constants.SuppressLimit)/reach) + 1
}
