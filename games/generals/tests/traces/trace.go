// Follows games with the Go kit and prints what it knows, for test_kits.py.
//
// Input and output are those of trace.cpp.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

func list(values []int) string {
	text := &strings.Builder{}
	for _, value := range values {
		fmt.Fprintf(text, "%d,", value)
	}
	return text.String()
}

func show(state *State) {
	seen := &strings.Builder{}
	for place := 0; place < state.Size; place++ {
		sight := state.Sight(place)
		fmt.Fprintf(seen, "%d:%d:%d,", sight.Owner, sight.Kind, sight.Half)
	}
	fmt.Println(list(state.Owners), list(state.Kinds), list(state.Units), seen, len(state.Queue))
}

func answer(state *State, line []byte) {
	var operations [][]any
	check(json.Unmarshal(line, &operations))
	for _, operation := range operations {
		switch operation[0] {
		case "move":
			state.Queue = append(state.Queue, Order{})
		case "clear":
			state.Queue = nil
		case "undo":
			if len(state.Queue) > 0 {
				state.Queue = state.Queue[:len(state.Queue)-1]
			}
		}
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	var state *State
	source := bufio.NewReader(os.Stdin)
	for {
		line, err := source.ReadBytes('\n')
		if err != nil {
			return
		}
		switch {
		case line[0] == '[':
			answer(state, line)
			continue
		case bytes.HasPrefix(line, []byte(`{"type":"start"`)):
			start, err := ParseStart(line)
			check(err)
			state = NewState(start)
		default:
			turn, _, err := ParseNext(line)
			check(err)
			state.Update(turn)
		}
		show(state)
	}
}
