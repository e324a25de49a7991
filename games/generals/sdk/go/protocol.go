package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The lines between a bot and the referee: one JSON value on each.

// ErrHangup says that the referee closed the connection.
var ErrHangup = errors.New("the referee has gone")

// Diff is a tile of your team's view as it is now: row, column, owner, kind and units.  If it left
// the view, the last three are 0.
type Diff [5]int

// Order is a move from row X, column Y; Half moves the larger half instead of all but one.
type Order struct {
	X, Y   int
	Letter string
	Half   bool
}

// PlayerRank is a player on the leaderboard; a beaten player has neither land nor units.
type PlayerRank struct {
	Player      int
	Beaten      bool
	Land, Units int
}

// TeamRank is a team on the leaderboard.
type TeamRank struct {
	Team, Land, Units int
	Players           []PlayerRank
}

// Modifiers are the special rules.  MistyVeil is the distance of the view, nil without that rule.
type Modifiers struct {
	Leapfrog     bool
	CityState    bool `json:"city_state"`
	MistyVeil    *int `json:"misty_veil"`
	CrystalClear bool `json:"crystal_clear"`
	SilentWar    bool `json:"silent_war"`
}

// Start is the first line to a bot.  Teams[i] and Names[i] belong to player i + 1.  The last four
// have one element per tile, row by row: the fog echo, and the view of your team.
type Start struct {
	Type                                      string
	Player, Players, Width, Height, Halfturns int
	Teams                                     []int
	Names                                     []string
	Modifiers                                 Modifiers
	Echo, Owners, Kinds                       Digits
	Units                                     []int
}

// Dropped is an order of yours that was illegal, with the reason; it has cleared your queue.
type Dropped struct {
	Order  Order
	Reason string
}

// Turn has the changes of the half-turn before Half; your answer is for Half.  Queue is the number
// of your orders that wait, Beaten has the players who were beaten in the half-turn before.
type Turn struct {
	Half, Queue int
	Diffs       []Diff
	Ranking     []TeamRank
	Messages    []string
	Beaten      []int
	Dropped     *Dropped
}

// End is the end of the game: Ranks[i] is the rank of player i + 1, Winner a team or 0.
type End struct {
	Rank, Winner int
	Ranks        []int
	Words        string
}

// Digits are numbers that a line has as one character each: 0 to 9, then a to g for 10 to 16.
type Digits []int

// UnmarshalJSON reads a text of digits.
func (digits *Digits) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	*digits = make(Digits, len(text))
	for at, c := range []byte(text) {
		switch {
		case c >= '0' && c <= '9':
			(*digits)[at] = int(c - '0')
		case c >= 'a' && c <= 'g':
			(*digits)[at] = int(c-'a') + 10
		default:
			return fmt.Errorf("no digit: %q", c)
		}
	}
	return nil
}

// UnmarshalJSON reads ["move", x, y, letter] or ["move", x, y, letter, half].
func (order *Order) UnmarshalJSON(data []byte) error {
	word := ""
	row := []any{&word, &order.X, &order.Y, &order.Letter, &order.Half}
	return json.Unmarshal(data, &row)
}

// UnmarshalJSON reads [player, beaten, land, units].
func (rank *PlayerRank) UnmarshalJSON(data []byte) error {
	var row [4]int
	err := json.Unmarshal(data, &row)
	*rank = PlayerRank{row[0], row[1] != 0, row[2], row[3]}
	return err
}

// UnmarshalJSON reads [team, land, units, players].
func (rank *TeamRank) UnmarshalJSON(data []byte) error {
	row := []any{&rank.Team, &rank.Land, &rank.Units, &rank.Players}
	return json.Unmarshal(data, &row)
}

// Connection is a bot's connection to the referee.
type Connection struct {
	source *bufio.Reader
	sink   io.Writer
}

// NewConnection uses the two ends of the connection.
func NewConnection(source io.Reader, sink io.Writer) *Connection {
	return &Connection{bufio.NewReaderSize(source, 1<<16), sink}
}

// ReadStart waits for the first line.
func (connection *Connection) ReadStart() (*Start, error) {
	line, err := connection.line()
	if err != nil {
		return nil, err
	}
	return ParseStart(line)
}

// ParseStart reads the first line.
func ParseStart(line []byte) (*Start, error) {
	var start Start
	if err := parse(line, &start); err != nil {
		return nil, err
	}
	size := start.Width * start.Height
	whole := len(start.Echo) == size && len(start.Owners) == size
	whole = whole && len(start.Kinds) == size && len(start.Units) == size
	if start.Type != "start" || !whole || start.Player < 1 || start.Player > len(start.Teams) {
		return nil, fmt.Errorf("expected the start, got %.200q", line)
	}
	return &start, nil
}

// Read waits for the next line: a Turn or the End; the other one is nil.
func (connection *Connection) Read() (*Turn, *End, error) {
	line, err := connection.line()
	if err != nil {
		return nil, nil, err
	}
	return ParseNext(line)
}

// ParseNext reads a line after the first.
func ParseNext(line []byte) (*Turn, *End, error) {
	var kind struct{ Type string }
	if err := parse(line, &kind); err != nil {
		return nil, nil, err
	}
	switch kind.Type {
	case "turn":
		turn := &Turn{}
		return turn, nil, parse(line, turn)
	case "end":
		end := &End{}
		return nil, end, parse(line, end)
	}
	return nil, nil, fmt.Errorf("an unknown line: %.200q", line)
}

// Send writes the operations of one answer.
func (connection *Connection) Send(operations [][]any) error {
	line, err := json.Marshal(operations)
	if err != nil {
		return err
	}
	if _, err := connection.sink.Write(append(line, '\n')); err != nil {
		return ErrHangup
	}
	return nil
}

func (connection *Connection) line() ([]byte, error) {
	line, err := connection.source.ReadBytes('\n')
	if err != nil {
		return nil, ErrHangup
	}
	return line, nil
}

func parse(line []byte, value any) error {
	if err := json.Unmarshal(line, value); err != nil {
		return fmt.Errorf("cannot read %.200q: %w", line, err)
	}
	return nil
}
