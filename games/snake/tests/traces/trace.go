// Plays halves with the Go kit's rules and prints what they come to, for test_kits.py.
//
// Standard input, for each half: rounds, number of items, (x y time type param) of each, number of
// ops, the ops.  Standard output: the state as a line after each finished round, "illegal" where
// an op is refused, and "end <over> <score 0> <score 1>".
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

func snakeText(snake Snake) string {
	text := fmt.Sprintf("%d,%d,%d,%d", snake.ID, snake.Owner, snake.Bank, snake.Ray)
	for _, cell := range snake.Body {
		text += fmt.Sprintf(":%d.%d", Column(cell), Row(cell))
	}
	return text + ";"
}

func stateText(state *State) string {
	text := ""
	for _, side := range state.Sides {
		for _, snake := range side {
			text += snakeText(snake)
		}
	}
	walls := ""
	for _, owner := range state.Walls {
		walls += string(".01"[owner+1])
	}
	ids := []int{}
	for _, id := range state.ItemAt {
		if id != Nothing {
			ids = append(ids, id)
		}
	}
	sort.Ints(ids)
	items := strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]")
	return fmt.Sprintf("%s|%s|%s|%d", text, walls, items, state.NextID)
}

func play(state *State, ops []int) {
	for _, number := range ops {
		op := Op(number)
		if !state.Legal(op) {
			fmt.Println("illegal")
			break
		}
		state = state.Clone()
		state.Act(op)
		if len(state.Sides[0])+len(state.Sides[1]) > 0 && state.RoundDone() {
			fmt.Println(stateText(state))
		}
		state.Advance()
	}
	over := 0
	if state.Over {
		over = 1
	}
	fmt.Println("end", over, state.Score(0), state.Score(1))
}

func main() {
	words := bufio.NewScanner(os.Stdin)
	words.Split(bufio.ScanWords)
	number := func() int {
		words.Scan()
		value, _ := strconv.Atoi(words.Text())
		return value
	}
	for rounds := number(); rounds > 0; rounds = number() {
		items := make([]Item, number())
		for i := range items {
			x, y := number(), number()
			items[i] = Item{CellAt(x, y), number(), number(), number()}
		}
		ops := make([]int, number())
		for i := range ops {
			ops[i] = number()
		}
		play(NewState(items, rounds), ops)
	}
}
