// Starts your AI.  You need not change it: your ideas go into ai.go.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // Send reports it
	connection := NewConnection(os.Stdin, os.Stdout)
	os.Stdout = os.Stderr // all that you print goes to your log
	defer func() {
		switch failure := recover(); failure {
		case nil:
		case ErrHangup:
			// Every game ends like this.
			fmt.Fprintln(os.Stderr, "the end")
		default:
			panic(failure)
		}
	}()
	client := NewClient(connection)
	client.Run(&AI{Client: client})
}
