// Talks to the referee and calls your AI.  You need not change it: write your code in ai.go.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func play(referee *Referee) error {
	board, err := referee.Start()
	if err != nil {
		return err
	}
	for {
		message, err := referee.Read()
		if err != nil {
			return err
		}
		switch ask := message.(type) {
		case Bid:
			err = referee.Bid(birthplacePrice(board), ask.Money)
		case Spawn:
			err = referee.Spawn(birthplace(ask.Chosen, board))
		case *Info:
			playerAI(ask)
			err = referee.Answer(ask)
		case End:
			fmt.Fprintf(os.Stderr, "the end: rank %d, %s\n", ask.Rank, ask.Words)
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func main() {
	signal.Ignore(syscall.SIGPIPE) // Referee reports it
	referee := NewReferee(os.Stdin, os.Stdout)
	os.Stdout = os.Stderr // all that you print goes to your log
	err := play(referee)
	if errors.Is(err, ErrHangup) {
		fmt.Fprintln(os.Stderr, err)
	} else if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}
