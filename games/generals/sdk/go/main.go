// The bot's main loop.  You need not change it: your ideas go into strategy.go.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func play(connection *Connection) error {
	start, err := connection.ReadStart()
	if err != nil {
		return err
	}
	state := NewState(start)
	strategy := NewStrategy(state)
	for {
		turn, end, err := connection.Read()
		if err != nil {
			return err
		}
		if end != nil {
			fmt.Fprintf(os.Stderr, "the end: rank %d, %s\n", end.Rank, end.Words)
			return nil
		}
		if lost := turn.Dropped; lost != nil {
			order := lost.Order
			fmt.Fprintf(os.Stderr, "half-turn %d: %d %d %s: %s\n", turn.Half-1, order.X, order.Y, order.Letter, lost.Reason)
		}
		state.Update(turn)
		operations := NewOperations(state)
		strategy.Choose(operations)
		if err := connection.Send(operations.Lines); err != nil {
			return err
		}
	}
}

func main() {
	signal.Ignore(syscall.SIGPIPE) // Send reports it
	connection := NewConnection(os.Stdin, os.Stdout)
	os.Stdout = os.Stderr // standard output belongs to the protocol
	if err := play(connection); errors.Is(err, ErrHangup) {
		fmt.Fprintln(os.Stderr, err)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}
