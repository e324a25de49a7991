// The bot's main loop.  You need not change it: your ideas go into strategy.go.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// legal returns op, or something harmless where the rules forbid it: that would lose the half.
func legal(state *State, op Op) Op {
	if state.Legal(op) {
		return op
	}
	fmt.Fprintf(os.Stderr, "round %d: illegal operation %v replaced\n", state.Round, op)
	for _, move := range Moves {
		if state.Foresee(state.Acting(), move) == Advances {
			return move
		}
	}
	for _, other := range Ops {
		if state.Legal(other) {
			return other
		}
	}
	panic("no operation is legal")
}

func play(connection *Connection) error {
	start, err := connection.ReadStart()
	if err != nil {
		return err
	}
	state := NewState(start.Items, start.Rounds)
	strategy := NewStrategy(start.Player)
	for {
		if !state.Over && state.Player == start.Player {
			if err := connection.Send(legal(state, strategy.Choose(state))); err != nil {
				return err
			}
		}
		op, end, err := connection.ReadMessage()
		if err != nil {
			return err
		}
		if end != nil {
			fmt.Fprintf(os.Stderr, "the end: %d : %d\n", end.Scores[0], end.Scores[1])
			return nil
		}
		state.Apply(op)
	}
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
