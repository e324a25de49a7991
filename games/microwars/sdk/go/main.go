// The bot's main loop.  You need not change it: your ideas go into strategy.go.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// legal returns the orders that the rules allow: any other one would lose the game.
func legal(state *State, orders []Order) []Order {
	var kept []Order
	named := map[int]bool{}
	for _, order := range orders {
		refusal := state.Refusal(order)
		if refusal == "" && named[order.Unit] {
			refusal = "the unit has an order already"
		}
		if refusal == "" {
			named[order.Unit] = true
			kept = append(kept, order)
		} else {
			fmt.Fprintf(os.Stderr, "turn %d: %v refused: %s\n", state.Turn, order, refusal)
		}
	}
	return kept
}

func play(connection *Connection) error {
	state, err := connection.ReadStart()
	if err != nil {
		return err
	}
	var strategy *Strategy
	for state.Turn < state.Turns {
		fields, err := connection.ReadState()
		if err != nil {
			return err
		}
		state.Update(fields)
		if strategy == nil {
			strategy = NewStrategy(state)
		}
		orders := legal(state, strategy.Choose())
		if err := connection.Send(orders); err != nil {
			return err
		}
		state.Sent(orders)
	}
	fmt.Fprintf(os.Stderr, "before the last turn: %d : %d, %.2f s\n",
		state.Won, state.Lost, Spent())
	return nil
}

func main() {
	signal.Ignore(syscall.SIGPIPE) // Send reports it
	connection := NewConnection(os.Stdin, os.Stdout)
	os.Stdout = os.Stderr // standard output belongs to the protocol
	if err := play(connection); errors.Is(err, ErrHangup) {
		fmt.Fprintln(os.Stderr, err)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
