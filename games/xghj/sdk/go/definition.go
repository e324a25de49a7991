package main

// The view that your AI gets, and its answer.  The names are those of the contest, in Go's
// spelling.
//
// All boards are indexed [x][y]: x is the column from 0 to Cols - 1, y the row from 0 to Rows - 1.

const (
	NeutralPlayerID = 233 // the owner of a free cell
	UnknownPlayerID = 213 // the owner of a cell that you do not see
)

// DiplomaticStatus is the relation between two countries.
type DiplomaticStatus int

const (
	Undiscovered DiplomaticStatus = iota
	Neutral
	Allied
	AtWar
)

// DiplomaticCommand is your stance towards another country.
type DiplomaticCommand int

const (
	KeepNeutral DiplomaticCommand = iota
	FormAlliance
	JustifyWar
	Backstab
)

// Position is a cell.
type Position struct {
	X, Y int
}

// MilitaryCommand is a bomb.
type MilitaryCommand struct {
	Place    Position
	BombSize int
}

// Rules are the numbers of this game, which a scenario may change; constants.go has the usual ones.
//
// The game stops when the counter of rounds reaches MaxRound.  CapitalInfluence and Corruption are
// in thousandths, CityIncome in hundredths.
type Rules struct {
	MaxRound         int `json:"max_round"`
	InitialMoney     int `json:"initial_money"`
	BombCost         int `json:"bomb_cost"`
	SuppressLimit    int `json:"suppress_limit"`
	CapitalInfluence int `json:"capital_influence"`
	CityIncome       int `json:"city_income"`
	Corruption       int `json:"corruption"`
	JustifyRounds    int `json:"justify_rounds"`
	JustifyPrice     int `json:"justify_price"`
	Border           int `json:"border"`
	SpawnDistance    int `json:"spawn_distance"`
	SpawnAnywhere    int `json:"spawn_anywhere"`
}

// CapitalBomb is the size of a capital's free bomb: a share of the last income buys it, rounded up.
func (rules Rules) CapitalBomb(income int) int {
	unit := 1000 * rules.BombCost
	return (rules.CapitalInfluence*income + unit - 1) / unit
}

// NamedPoint is a cell with a name, and tags by which the special rules find it.
type NamedPoint struct {
	Name  string
	Place Position
	Tags  []string
}

// Mark is a sign that a special rule shows on the board now; Player is -1 where it concerns no
// country.
type Mark struct {
	Place      Position
	Kind, Text string
	Player     int
}

// BaseMap has the facts that never change.
type BaseMap struct {
	Rows, Cols                int
	Resource, Attack, Defence [][]int
	MilitaryKernel            [][]float64 // [dx + 4][dy + 4]
	Constants                 Rules
	Title                     string
	Names                     []string // of the players
	Points                    []NamedPoint
	Words                     []string // the special rules, in sentences
}

// Inside tells whether a position is on the board.
func (board *BaseMap) Inside(at Position) bool {
	return at.X >= 0 && at.X < board.Cols && at.Y >= 0 && at.Y < board.Rows
}

// PlayerInfo is a country, or you.  Values that you do not know are 0, nil, or -1 for MapArea.
type PlayerInfo struct {
	DipStatus DiplomaticStatus // its relation to you
	IsVisible bool             // neutral, allied or yourself: you know MapArea and WarList
	IsUnion   bool             // allied or yourself: you know everything
	MapArea   int
	WarList   []int
	Saving    int
	Income    int                // of the last round
	Capital   *Position          // also nil where a country has none
	Relations []DiplomaticStatus // its relation to each country, by id
}

// MapPointInfo is a cell.
type MapPointInfo struct {
	IsVisible bool
	Owner     int
	IsSieged  bool // outside its owner's supply area
}

// Info is a round that you must answer.
type Info struct {
	ID           int
	PlayerSize   int // the number of players, including those who are out
	Rows, Cols   int
	Round        int // from 1
	Map          *BaseMap
	PlayerInfo   []PlayerInfo
	MapPointInfo [][]MapPointInfo
	BackstabUsed bool // you have used your backstab
	Marks        []Mark

	// Your answer.  By default it has no bombs, keeps all relations, and keeps the capital.
	MilitaryCommands   []MilitaryCommand
	DiplomaticCommands []DiplomaticCommand // one for each id
	NewCapital         *Position
}

// Me is your own country.
func (info *Info) Me() *PlayerInfo {
	return &info.PlayerInfo[info.ID]
}

// Owner is the owner of a cell.
func (info *Info) Owner(at Position) int {
	return info.MapPointInfo[at.X][at.Y].Owner
}

// Bomb adds a bomb to your answer.
func (info *Info) Bomb(place Position, size int) {
	info.MilitaryCommands = append(info.MilitaryCommands, MilitaryCommand{place, size})
}
