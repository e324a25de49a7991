// Prints what the referee tells, as numbers, one line a round, and answers nothing of its own.
package main

import (
	"fmt"
	"math"
)

type numbers []int

func (all *numbers) add(values ...int) { *all = append(*all, values...) }

func (all *numbers) flag(values ...bool) {
	for _, value := range values {
		if value {
			all.add(1)
		} else {
			all.add(0)
		}
	}
}

func (all *numbers) place(at *Position) {
	if at == nil {
		at = &Position{255, 255}
	}
	all.add(at.X, at.Y)
}

func (all *numbers) say(word string) {
	fmt.Print(word)
	for _, value := range *all {
		fmt.Print(" ", value)
	}
	fmt.Println()
}

func birthplacePrice(board *BaseMap) int {
	found := &numbers{board.Cols, board.Rows}
	for x := range board.Resource {
		for y := range board.Resource[x] {
			found.add(board.Resource[x][y], board.Attack[x][y], board.Defence[x][y])
		}
	}
	r := board.Constants
	found.add(r.MaxRound, r.InitialMoney, r.BombCost, r.SuppressLimit, r.CapitalInfluence)
	found.add(r.CityIncome, r.Corruption, r.JustifyRounds, r.JustifyPrice, r.Border)
	found.add(r.SpawnDistance, r.SpawnAnywhere)
	r.BombCost = 3
	for _, income := range []int{0, 10, 11, 101} {
		found.add(r.CapitalBomb(income))
	}
	for _, point := range board.Points {
		found.add(point.Place.X, point.Place.Y, len(point.Tags))
	}
	found.add(len(board.Names), len(board.Words))
	found.say("ground")
	return 1
}

func birthplace(chosen []Position, board *BaseMap) Position {
	found := &numbers{}
	for at := range chosen {
		found.place(&chosen[at])
	}
	found.say("chosen")
	return Position{0, 0}
}

func playerAI(info *Info) {
	found := &numbers{info.ID, info.PlayerSize, info.Rows, info.Cols, info.Round}
	found.flag(info.BackstabUsed)
	for _, one := range info.PlayerInfo {
		found.add(int(one.DipStatus))
		found.flag(one.IsVisible, one.IsUnion)
		found.add(one.MapArea, one.Saving, one.Income)
		found.place(one.Capital)
		found.add(len(one.WarList), len(one.Relations))
		found.add(one.WarList...)
		for _, status := range one.Relations {
			found.add(int(status))
		}
	}
	for _, column := range info.MapPointInfo {
		for _, cell := range column {
			found.flag(cell.IsVisible)
			found.add(cell.Owner)
			found.flag(cell.IsSieged)
		}
	}
	for _, row := range info.Map.MilitaryKernel {
		for _, weight := range row {
			found.add(int(math.Round(weight * 10000)))
		}
	}
	for _, mark := range info.Marks {
		found.add(mark.Place.X, mark.Place.Y, mark.Player)
	}
	for _, command := range info.DiplomaticCommands {
		found.add(int(command))
	}
	found.place(info.NewCapital)
	found.add(len(info.MilitaryCommands))
	found.say("round")
}
