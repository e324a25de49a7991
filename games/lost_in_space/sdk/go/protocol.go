package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sort"
	"strconv"
)

// The bytes between a bot and the referee: JSON texts with lengths.

// ErrHangup says that the referee closed the connection.
var ErrHangup = errors.New("the referee has gone")

const digits = 4 // of the length of a message from the referee, in bytes

// Message is a message, or a part of one: values with names, as encoding/json reads them.
type Message map[string]any

// Type is the type of a message; empty if it has none.
func (message Message) Type() string {
	said, _ := message["type"].(string)
	return said
}

// Has tells whether there is a value of this name.
func (message Message) Has(name string) bool {
	_, found := message[name]
	return found
}

// Connection reads and writes messages.  Both panic with ErrHangup after the referee has ended.
type Connection struct {
	source *bufio.Reader
	sink   io.Writer
}

// NewConnection uses the two ends of the connection.
func NewConnection(source io.Reader, sink io.Writer) *Connection {
	return &Connection{bufio.NewReader(source), sink}
}

// Read waits for the next message; it is empty for a text that is none.
func (connection *Connection) Read() Message {
	head := string(connection.bytes(digits))
	size, err := strconv.ParseUint(head, 10, 16)
	if err != nil {
		panic(fmt.Errorf("expected the length of a message, got %q", head))
	}
	body := connection.bytes(int(size))
	message := Message{}
	guarded(string(body), func() {
		var found any
		if err := json.Unmarshal(body, &found); err != nil {
			panic(err)
		}
		message = object(found)
	})
	return message
}

// Send writes one message.
func (connection *Connection) Send(body string) {
	data := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	if _, err := connection.sink.Write(append(data, body...)); err != nil {
		panic(ErrHangup)
	}
}

func (connection *Connection) bytes(count int) []byte {
	found := make([]byte, count)
	if _, err := io.ReadFull(connection.source, found); err != nil {
		panic(ErrHangup)
	}
	return found
}

// guarded applies a message of the referee.  It logs an invalid message and ignores it.
func guarded(said any, take func()) {
	defer func() {
		if failure := recover(); failure != nil {
			fmt.Fprintf(os.Stderr, "not understood: %.200s: %v\n", fmt.Sprint(said), failure)
		}
	}()
	take()
}

// The kinds of values; these functions panic for another kind.

func object(value any) Message { return value.(map[string]any) }

func list(value any) []any { return value.([]any) }

func number(value any) int {
	found := value.(float64)
	if found != math.Trunc(found) || math.Abs(found) > math.MaxInt32 {
		panic(fmt.Sprintf("no number: %v", found))
	}
	return int(found)
}

func place(value any) Pos {
	xyz := list(value)
	if len(xyz) != 3 {
		panic("no place")
	}
	return Pos{number(xyz[0]), number(xyz[1]), number(xyz[2])}
}

// sorted has whole numbers in ascending order.
func sorted(value any) []int {
	found := []int{}
	for _, each := range list(value) {
		found = append(found, number(each))
	}
	sort.Ints(found)
	return found
}
