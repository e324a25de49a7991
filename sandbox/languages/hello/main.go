package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	done := make(chan int)
	go func() { fmt.Print(line); done <- 0 }()
	<-done
}
