// Follows a game as the Go kit does, for test_kits.py.  Reads what a program reads, and after each
// state orders: how many of our own come first, how many of both sides, then these, then orders to
// be judged.  Prints a line for each state: the score, the units, the units after the turn, the
// judgements.
package main

import (
	"fmt"
	"os"
)

func number(connection *Connection) int {
	var value int
	if err := connection.Read(&value); err != nil {
		panic(err)
	}
	return value
}

func readOrders(connection *Connection, count int) []Order {
	orders := make([]Order, count)
	for i := range orders {
		for _, place := range []*int{&orders[i].Unit, &orders[i].Shot, &orders[i].Move} {
			x := number(connection)
			*place = PlaceAt(x, number(connection))
		}
	}
	return orders
}

func flag(set bool) int {
	if set {
		return 1
	}
	return 0
}

func unitsText(units []Unit) string {
	text := " "
	for _, unit := range units {
		text += fmt.Sprintf("%d,%d,%d,%d,%d,%d;", Column(unit.Place), Row(unit.Place), unit.Kind,
			unit.HP, flag(unit.Mine), unit.Number)
	}
	return text
}

func main() {
	connection := NewConnection(os.Stdin, os.Stdout)
	state, err := connection.ReadStart()
	if err != nil {
		panic(err)
	}
	for state.Turn < state.Turns {
		fields, err := connection.ReadState()
		if err != nil {
			panic(err)
		}
		state.Update(fields)
		line := fmt.Sprint(state.Won, state.Lost) + unitsText(state.Units)
		own, all, odd := number(connection), number(connection), number(connection)
		orders := readOrders(connection, all)
		next := state.Clone()
		next.Play(orders)
		line += unitsText(next.Units) + " "
		for _, order := range readOrders(connection, odd) {
			line += fmt.Sprint(flag(state.Refusal(order) == ""))
		}
		fmt.Println(line)
		state.Sent(orders[:own])
	}
}
