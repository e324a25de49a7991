package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// The lines between a bot and the referee: one JSON object on each.

// ErrHangup says that the referee closed the connection.
var ErrHangup = errors.New("the referee has gone")

// Bid is the referee's question for a bid; you have Money.
type Bid struct {
	Money int
}

// Spawn is the referee's question for a place; others have named Chosen before you, in this order.
type Spawn struct {
	Chosen []Position
}

// End is the end of the game.
type End struct {
	Rank  int
	Words string
}

// The lines list the board row by row: place = y * cols + x.
type startLine struct {
	Type   string
	Player int
	Names  []string
	Scene  struct {
		Cols, Rows, Players       int
		Resource, Attack, Defence []int
		Kernel                    [][]int
		Constants                 Rules
		Title                     string
		Words                     []string
		Points                    []struct {
			Name string
			X, Y int
			Tags []string
		}
	}
}

// A question or the end; Phase decides which of the other members a question has.
type nextLine struct {
	Type, Phase  string
	Rank         int
	Words        string
	Money        int
	Chosen       [][2]int
	Round        int
	Owner        string
	Sieged       []int
	Players      []nationLine
	BackstabUsed bool `json:"backstab_used"`
	Marks        []struct {
		Place      int
		Kind, Text string
		Player     *int
	}
}

type nationLine struct {
	Status         string
	Visible, Union bool
	Area           *int
	Wars           []int
	Saving, Income int // null leaves a number as it is
	Capital        *int
	Relation       string
}

// Referee gives the referee's lines as values, and writes your answers as lines.
type Referee struct {
	source  *bufio.Reader
	sink    io.Writer
	player  int
	players int
	board   *BaseMap
}

// NewReferee uses the two ends of the connection.
func NewReferee(source io.Reader, sink io.Writer) *Referee {
	return &Referee{source: bufio.NewReader(source), sink: sink}
}

// Start reads the first line.
func (referee *Referee) Start() (*BaseMap, error) {
	var start startLine
	start.Scene.Constants = usualRules()
	if err := referee.readLine(&start); err != nil {
		return nil, err
	}
	if start.Type != "start" {
		return nil, fmt.Errorf("expected the start, got %q", start.Type)
	}
	scene := &start.Scene
	size := scene.Cols * scene.Rows
	whole := len(scene.Resource) == size && len(scene.Attack) == size && len(scene.Defence) == size
	if size == 0 || !whole || start.Player < 0 || start.Player >= scene.Players {
		return nil, errors.New("the start has no whole board")
	}
	board := &BaseMap{
		Rows:      scene.Rows,
		Cols:      scene.Cols,
		Resource:  columns(scene.Resource, scene.Cols),
		Attack:    columns(scene.Attack, scene.Cols),
		Defence:   columns(scene.Defence, scene.Cols),
		Constants: scene.Constants,
		Title:     scene.Title,
		Names:     start.Names,
		Words:     scene.Words,
	}
	for _, row := range scene.Kernel {
		weights := make([]float64, len(row))
		for at, weight := range row {
			weights[at] = float64(weight) / KernelUnit
		}
		board.MilitaryKernel = append(board.MilitaryKernel, weights)
	}
	for _, point := range scene.Points {
		place := Position{point.X, point.Y}
		board.Points = append(board.Points, NamedPoint{point.Name, place, point.Tags})
	}
	referee.player, referee.players, referee.board = start.Player, scene.Players, board
	return board, nil
}

// Read waits for the next message: a Bid, a Spawn, an *Info or an End.
func (referee *Referee) Read() (any, error) {
	var next nextLine
	if err := referee.readLine(&next); err != nil {
		return nil, err
	}
	switch {
	case next.Type == "end":
		return End{next.Rank, next.Words}, nil
	case next.Type != "ask":
		return nil, fmt.Errorf("an unknown line: %q", next.Type)
	case next.Phase == "bid":
		return Bid{next.Money}, nil
	case next.Phase == "spawn":
		chosen := []Position{}
		for _, at := range next.Chosen {
			chosen = append(chosen, Position{at[0], at[1]})
		}
		return Spawn{chosen}, nil
	case next.Phase == "round":
		return referee.info(&next)
	}
	return nil, fmt.Errorf("an unknown phase: %q", next.Phase)
}

// Bid answers the question for a bid.
func (referee *Referee) Bid(price, money int) error {
	return referee.send(map[string]int{"bid": smaller(larger(price, 0), money)})
}

// Spawn answers the question for a place.
func (referee *Referee) Spawn(at Position) error {
	return referee.send(map[string][2]int{"spawn": referee.point(at)})
}

// Answer sends the answer in info, without the bombs that the rules would skip in any case.
func (referee *Referee) Answer(info *Info) error {
	answer := struct {
		Stances string   `json:"stances"`
		Bombs   [][3]int `json:"bombs"`
		Capital *[2]int  `json:"capital,omitempty"`
	}{Bombs: [][3]int{}}
	stances := []byte(strings.Repeat("-", referee.players))
	for id, stance := range info.DiplomaticCommands {
		if id < len(stances) && id != referee.player && stance >= 0 && int(stance) < len(Stances) {
			stances[id] = Stances[stance]
		}
	}
	answer.Stances = string(stances)
	for _, bomb := range info.MilitaryCommands {
		if !referee.board.Inside(bomb.Place) || bomb.BombSize <= 0 {
			continue
		}
		if len(answer.Bombs) == MostBombs {
			fmt.Fprintf(os.Stderr, "more than %d bombs: the rest is left out\n", MostBombs)
			break
		}
		answer.Bombs = append(answer.Bombs, [3]int{bomb.Place.X, bomb.Place.Y, bomb.BombSize})
	}
	if info.NewCapital != nil {
		at := referee.point(*info.NewCapital)
		answer.Capital = &at
	}
	return referee.send(answer)
}

func (referee *Referee) info(ask *nextLine) (*Info, error) {
	board := referee.board
	size := board.Cols * board.Rows
	if len(ask.Owner) != size || len(ask.Players) != referee.players {
		return nil, errors.New("a round without a whole board or all players")
	}
	info := &Info{
		ID:           referee.player,
		PlayerSize:   referee.players,
		Rows:         board.Rows,
		Cols:         board.Cols,
		Round:        ask.Round,
		Map:          board,
		BackstabUsed: ask.BackstabUsed,
	}
	cells := make([]MapPointInfo, size)
	for at := range cells {
		cells[at] = cell(ask.Owner[at])
	}
	for _, at := range ask.Sieged {
		if at < 0 || at >= size {
			return nil, fmt.Errorf("no such place: %d", at)
		}
		cells[at].IsSieged = true
	}
	info.MapPointInfo = columns(cells, board.Cols)
	for _, nation := range ask.Players {
		country := referee.country(nation)
		info.PlayerInfo = append(info.PlayerInfo, country)
		info.DiplomaticCommands = append(info.DiplomaticCommands, usual(country.DipStatus))
	}
	for _, told := range ask.Marks {
		mark := Mark{referee.position(told.Place), told.Kind, told.Text, -1}
		if told.Player != nil {
			mark.Player = *told.Player
		}
		info.Marks = append(info.Marks, mark)
	}
	if capital := info.Me().Capital; capital != nil {
		home := *capital
		info.NewCapital = &home
	}
	return info, nil
}

func (referee *Referee) country(nation nationLine) PlayerInfo {
	found := PlayerInfo{
		IsVisible: nation.Visible,
		IsUnion:   nation.Union,
		MapArea:   -1,
		WarList:   nation.Wars,
		Saving:    nation.Saving,
		Income:    nation.Income,
	}
	if nation.Status != "" {
		found.DipStatus = status(nation.Status[0])
	}
	if nation.Area != nil {
		found.MapArea = *nation.Area
	}
	if nation.Capital != nil {
		home := referee.position(*nation.Capital)
		found.Capital = &home
	}
	for at := range nation.Relation {
		found.Relations = append(found.Relations, status(nation.Relation[at]))
	}
	return found
}

func (referee *Referee) position(place int) Position {
	return Position{place % referee.board.Cols, place / referee.board.Cols}
}

// A position as the lines have it; (-1, -1) where it is not on the board.
func (referee *Referee) point(at Position) [2]int {
	if !referee.board.Inside(at) {
		return [2]int{-1, -1}
	}
	return [2]int{at.X, at.Y}
}

func (referee *Referee) readLine(value any) error {
	line, err := referee.source.ReadBytes('\n')
	if err != nil {
		return ErrHangup
	}
	if err := json.Unmarshal(line, value); err != nil {
		return fmt.Errorf("cannot read %.200q: %w", line, err)
	}
	return nil
}

func (referee *Referee) send(answer any) error {
	line, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	if _, err := referee.sink.Write(append(line, '\n')); err != nil {
		return ErrHangup
	}
	return nil
}

func usualRules() Rules {
	return Rules{
		MaxRound:         MaxRound,
		InitialMoney:     InitialMoney,
		BombCost:         BombCost,
		SuppressLimit:    SuppressLimit,
		CapitalInfluence: CapitalInfluence,
		CityIncome:       CityIncome,
		Corruption:       Corruption,
		JustifyRounds:    JustifyRounds,
		JustifyPrice:     JustifyPrice,
		Border:           Border,
		SpawnDistance:    SpawnDistance,
		SpawnAnywhere:    SpawnAnywhere,
	}
}

func columns[T any](values []T, cols int) [][]T {
	found := make([][]T, cols)
	for at, value := range values {
		found[at%cols] = append(found[at%cols], value)
	}
	return found
}

func cell(letter byte) MapPointInfo {
	switch letter {
	case '?':
		return MapPointInfo{false, UnknownPlayerID, false}
	case '.':
		return MapPointInfo{true, NeutralPlayerID, false}
	}
	return MapPointInfo{true, int(letter - '0'), false}
}

// status is a relation; the dash of a country to itself becomes Undiscovered.
func status(letter byte) DiplomaticStatus {
	return DiplomaticStatus(larger(strings.IndexByte(Relations, letter), 0))
}

func usual(status DiplomaticStatus) DiplomaticCommand {
	switch status {
	case Allied:
		return FormAlliance
	case AtWar:
		return JustifyWar
	}
	return KeepNeutral
}

func smaller(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func larger(a, b int) int {
	return -smaller(-a, -b)
}
