package main

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// ErrHangup says that the referee closed the connection.
var ErrHangup = errors.New("the referee has gone")

// Told is a field at the beginning of a turn, as it was sent.
type Told struct {
	X, Y, What, HP int
}

// Connection has the lines between a bot and the referee.  Large boards are millions of lines.
type Connection struct {
	input  *bufio.Reader
	output io.Writer
	fields []Told
}

// NewConnection returns a bot's end of the line.
func NewConnection(input io.Reader, output io.Writer) *Connection {
	return &Connection{input: bufio.NewReaderSize(input, 1<<16), output: output}
}

// ReadStart returns the state before the first turn.
func (c *Connection) ReadStart() (*State, error) {
	var width, height, turns int
	if err := c.Read(&width, &height, &turns); err != nil {
		return nil, err
	}
	if outside(width) || outside(height) {
		return nil, errors.New("the board has a strange size")
	}
	c.fields = make([]Told, width*height)
	return NewState(width, height, turns), nil
}

// ReadState returns all fields of a turn.
func (c *Connection) ReadState() ([]Told, error) {
	for i := range c.fields {
		field := &c.fields[i]
		if err := c.Read(&field.X, &field.Y, &field.What, &field.HP); err != nil {
			return nil, err
		}
		if outside(field.X) || outside(field.Y) || field.What > EnemyCannon {
			return nil, errors.New("expected a field")
		}
	}
	return c.fields, nil
}

// Send sends the orders of a turn to the referee.
func (c *Connection) Send(orders []Order) error {
	var text strings.Builder
	for _, order := range orders {
		text.WriteString(order.String() + "\n")
	}
	text.WriteString("0\n")
	if _, err := io.WriteString(c.output, text.String()); err != nil {
		return ErrHangup
	}
	return nil
}

// Read reads the next numbers, each with the byte that ends it.
func (c *Connection) Read(numbers ...*int) error {
	for _, number := range numbers {
		digit, err := c.input.ReadByte()
		for err == nil && blank(digit) {
			digit, err = c.input.ReadByte()
		}
		value := 0
		for ; err == nil && !blank(digit); digit, err = c.input.ReadByte() {
			if digit < '0' || digit > '9' || value > 9999 {
				return errors.New("expected a number")
			}
			value = 10*value + int(digit-'0')
		}
		if err != nil {
			return ErrHangup
		}
		*number = value
	}
	return nil
}

func outside(coordinate int) bool { return coordinate < 1 || coordinate > Longest }

func blank(digit byte) bool {
	return digit == ' ' || digit == '\n' || digit == '\r' || digit == '\t'
}
