package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// ErrHangup says that the referee closed the connection.
var ErrHangup = errors.New("the referee has gone")

// Start is the message to a bot before the first operation.
type Start struct {
	Rounds, Player int
	Items          []Item
}

// End tells how the half ended.  Its type is 0 normal, 0x10 crash or timeout, 0x11 illegal
// operation, 0x12 malformed bytes, 0x20 a fault of the referee.
type End struct {
	Type, Winner int
	Scores       [2]int
}

// Connection has the bytes between a bot and the referee (big-endian, no separators).
type Connection struct {
	input  *bufio.Reader
	output io.Writer
}

// NewConnection returns a bot's end of the line.
func NewConnection(input io.Reader, output io.Writer) *Connection {
	return &Connection{bufio.NewReader(input), output}
}

// ReadStart returns the message before the first operation.
func (c *Connection) ReadStart() (*Start, error) {
	var head struct {
		Length, Width uint8 // of the board, always 16
		Rounds        int16
		Player, Tag   uint8
		Items         int16
	}
	if err := c.read(&head); err != nil {
		return nil, err
	}
	if head.Tag != ItemsTag {
		return nil, fmt.Errorf("expected the item list, got byte %d", head.Tag)
	}
	start := &Start{Rounds: int(head.Rounds), Player: int(head.Player)}
	for count := head.Items; count > 0; count-- {
		var item struct {
			X, Y, Type  uint8
			Time, Param int16
		}
		if err := c.read(&item); err != nil {
			return nil, err
		}
		cell := CellAt(int(item.X), int(item.Y))
		start.Items = append(start.Items,
			Item{cell, int(item.Time), int(item.Type), int(item.Param)})
	}
	return start, nil
}

// ReadMessage returns the next accepted operation (of either player), or the end of the half.
func (c *Connection) ReadMessage() (Op, *End, error) {
	var tag uint8
	if err := c.read(&tag); err != nil {
		return 0, nil, err
	}
	if tag == EndTag {
		var end struct {
			Type, Winner uint8
			Scores       [2]int16
		}
		if err := c.read(&end); err != nil {
			return 0, nil, err
		}
		scores := [2]int{int(end.Scores[0]), int(end.Scores[1])}
		return 0, &End{int(end.Type), int(end.Winner), scores}, nil
	}
	if tag < Right || tag > Split {
		return 0, nil, fmt.Errorf("expected an operation or the end, got byte %d", tag)
	}
	return Op(tag), nil, nil
}

// Send sends one operation to the referee.
func (c *Connection) Send(op Op) error {
	if _, err := c.output.Write([]byte{0, 0, 0, 1, byte(op)}); err != nil {
		return ErrHangup
	}
	return nil
}

// read fills a value of fixed size.
func (c *Connection) read(value any) error {
	if err := binary.Read(c.input, binary.BigEndian, value); err != nil {
		return ErrHangup
	}
	return nil
}
