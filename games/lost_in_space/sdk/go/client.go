package main

import (
	"fmt"
	"os"
)

type verb int

const (
	moves verb = iota
	attacks
	usesMachine
	usesCapsule
	takesBox
	takesItem
	setsTrap
	usesKit
	blinks
	detects
)

// deed is an action of yours; what names a kind of trap, and on tells start from stop.
type deed struct {
	verb   verb
	pos    Pos
	target int
	what   string
	on     bool
}

// Bot is an AI: Play is your turn, Countdown your turn while the capsule counts down.
type Bot interface {
	Play()
	Countdown()
}

// Client has the calls of the manual.
//
// An action returns a Reply; a refused action changes nothing.  After the end of the turn, by
// EndTurn or by an action, the client refuses further actions and does not send them.
type Client struct {
	Know           *Knowledge
	connection     *Connection
	ended, pending bool
}

// NewClient is a client that has heard nothing.
func NewClient(connection *Connection) *Client {
	return &Client{Know: NewKnowledge(), connection: connection, ended: true}
}

// Countdown waits.  An AI may have a Countdown of its own, in which Interact("EscapeCapsule",
// false), a major action, stops the capsule.
func (client *Client) Countdown() {}

// Your knowledge.  A number of a player who does not exist panics.

// GetMyNum is your number.
func (client *Client) GetMyNum() int { return client.Know.ID }

// GetMyPos is your place.
func (client *Client) GetMyPos() Pos { return client.Know.Me().Pos }

// GetMyHp has your hit points.
func (client *Client) GetMyHp() int { return client.Know.Me().HP }

// GetOtherPos is Nowhere if you do not see that player.
func (client *Client) GetOtherPos(id int) Pos {
	if player := client.Know.Players[id]; player.Up() {
		return player.Pos
	}
	return Nowhere
}

// GetOtherHp is 0 for a dead player, Unknown if you do not see the player.
func (client *Client) GetOtherHp(id int) int { return client.Know.Players[id].HP }

// GetOtherStatus is the status of a player.
func (client *Client) GetOtherStatus(id int) Status { return client.Know.Players[id].Status }

// GetKeys has your keys.
func (client *Client) GetKeys() []int { return append([]int{}, client.Know.Me().Keys...) }

// GetOtherKeys has the keys of a player.
func (client *Client) GetOtherKeys(id int) []int {
	return append([]int{}, client.Know.Players[id].Keys...)
}

// GetTools is your bag.
func (client *Client) GetTools() Tool { return client.Know.Me().Tools }

// GetLandminePos has the places of your mines, oldest first.
func (client *Client) GetLandminePos() []Pos {
	return append([]Pos{}, client.Know.Me().Tools.LandminePos...)
}

// GetStickyPos has the places of your slimes, oldest first.
func (client *Client) GetStickyPos() []Pos {
	return append([]Pos{}, client.Know.Me().Tools.StickyPos...)
}

// GetSpawnPos is the place where a player starts, and returns after a death.
func (client *Client) GetSpawnPos(id int) Pos { return Spawns[id] }

// GetEscapePos is the place of the capsule.
func (client *Client) GetEscapePos() Pos { return Capsule }

// GetNeighbors has the open places one move away, by passage or by lift.  Attacks, detection and
// blinks reach only those on the layer of pos.
func (client *Client) GetNeighbors(pos Pos) []Pos { return Ways(pos, client.Know.Round) }

// GetBoxes has the places of boxes on your layer.
func (client *Client) GetBoxes() []Pos {
	found := []Pos{}
	for pos := range client.Know.Boxes {
		found = append(found, pos)
	}
	sortPlaces(found)
	return found
}

// GetRound is the round.
func (client *Client) GetRound() int { return client.Know.Round }

// GetCheckCd has the rounds until you can detect again; 0: you can.
func (client *Client) GetCheckCd() int { return larger(0, client.Know.Rested-client.Know.Round) }

// GetNews has the messages since your last turn about the turns of others, in order.
func (client *Client) GetNews() []Message { return client.Know.News }

// Player is you.
func (client *Client) Player() *Player { return client.Know.Me() }

// Others are all players except you.
func (client *Client) Others() []*Player { return client.Know.Others() }

// View is your layer.
func (client *Client) View() View {
	found, z := View{}, client.GetMyPos().Z
	for _, pos := range Places {
		if pos.Z != z {
			continue
		}
		found.SelfNodes = append(found.SelfNodes, client.node(pos))
		for _, to := range client.GetNeighbors(pos) {
			if pos.Before(to) || to.Z != z {
				found.SelfEdges = append(found.SelfEdges, Edge{pos, to})
			}
		}
	}
	return found
}

// TurnOver tells whether your turn is over.
func (client *Client) TurnOver() bool { return client.Know.Over || client.ended }

// MajorUsed tells whether the one major action of this turn is used up.
func (client *Client) MajorUsed() bool { return client.Know.Major }

// Your actions.

// Move is major: along a passage or by a lift.
func (client *Client) Move(pos Pos) Reply {
	return client.act(deed{verb: moves, pos: pos}, `"move",`+text(pos), exists(pos))
}

// Attack is major: strike a player who is at pos, your own place or one passage away.
func (client *Client) Attack(pos Pos, id int) Reply {
	known := exists(pos) && id >= 0 && id < Players
	words := fmt.Sprintf(`"attack",%s,%d`, text(pos), id)
	return client.act(deed{verb: attacks, pos: pos, target: id}, words, known)
}

// Interact is major: use the "KeyMachine", or start (true) or stop (false) the "EscapeCapsule".
// Using a machine and starting the capsule end the turn.
func (client *Client) Interact(toolType string, start bool) Reply {
	if toolType == "KeyMachine" {
		return client.act(deed{verb: usesMachine}, `"interact","KeyMachine"`, true)
	}
	words := fmt.Sprintf(`"interact",%q,%t`, toolType, start)
	return client.act(deed{verb: usesCapsule, on: start}, words, toolType == "EscapeCapsule")
}

// ViewBox is major: take the keys of a "Box", or from "Materials" the item toolType.  An empty
// material point costs the major action.
func (client *Client) ViewBox(boxType, toolType string) Reply {
	if boxType == "Box" {
		return client.act(deed{verb: takesBox}, `"interact","Box"`, true)
	}
	item := spelt(toolType)
	takes := boxType == "Materials" && Most(item) > 0
	emptyPoint := takes && client.willTake(item)
	reply := client.act(deed{verb: takesItem}, fmt.Sprintf(`"interact","Materials",%q`, item), takes)
	if emptyPoint && !reply.Success && !client.TurnOver() {
		client.Know.Major = true
	}
	return reply
}

// PutTrap is minor: "LandMine" or "Sticky", at your own place.
func (client *Client) PutTrap(trapType string) Reply {
	kind := spelt(trapType)
	known := kind == "LandMine" || kind == "Sticky"
	return client.act(deed{verb: setsTrap, what: kind}, fmt.Sprintf(`"trap",%q`, kind), known)
}

// UseTool is major with "Kit", and minor with "Transport", a blink to a place.
func (client *Client) UseTool(toolType string, to ...Pos) Reply {
	if toolType == "Transport" && len(to) == 1 {
		words := `"tool","Transport",` + text(to[0])
		return client.act(deed{verb: blinks, pos: to[0]}, words, exists(to[0]))
	}
	return client.act(deed{verb: usesKit}, fmt.Sprintf(`"tool",%q`, toolType), toolType == "Kit")
}

// Detect is minor, every five rounds: HasTrap of the reply.  It destroys a trap of others.
func (client *Client) Detect(pos Pos) Reply {
	return client.act(deed{verb: detects, pos: pos}, `"detect",`+text(pos), exists(pos))
}

// EndTurn ends your turn.
func (client *Client) EndTurn() {
	if !client.ended {
		client.ended = true
		client.connection.Send(fmt.Sprintf(`{"type":"finish","state":%d}`, client.Know.Round))
	}
}

// Run reads messages and plays until the referee ends, which panics with ErrHangup.
func (client *Client) Run(bot Bot) {
	for {
		client.hear(client.connection.Read())
		for client.pending {
			client.pending, client.ended = false, false
			if client.Know.Me().Status == Countdown {
				bot.Countdown()
			} else {
				bot.Play()
			}
			client.EndTurn()
		}
	}
}

func exists(pos Pos) bool {
	_, found := Passages[pos]
	return found
}

func spelt(item string) string {
	if item == "Landmine" {
		return "LandMine"
	}
	return item
}

func text(pos Pos) string { return fmt.Sprintf("[%d,%d,%d]", pos.X, pos.Y, pos.Z) }

// willTake tells whether the action can fail only because the material point is empty.
func (client *Client) willTake(item string) bool {
	me := client.Know.Me()
	free := !client.TurnOver() && !client.Know.Major && me.Status == Alive
	return free && contains(Materials, me.Pos) && me.Tools.Count(item) < Most(item)
}

func (client *Client) node(pos Pos) Node {
	found := Node{Pos: pos}
	add := func(there bool, name string) {
		if there {
			found.Interprops = append(found.Interprops, name)
		}
	}
	_, machine := Machines[pos]
	add(client.Know.Boxes[pos], "Box")
	add(contains(Materials, pos), "Materials")
	add(machine, "KeyMachine")
	add(pos == Capsule, "EscapeCapsule")
	add(len(Stops[pos]) > 0, "Elevator")
	for _, each := range client.Know.Players {
		if each.Up() && each.Pos == pos {
			found.Player = append(found.Player, each.ID)
		}
	}
	return found
}

// act sends an action and reads messages up to its reply.
func (client *Client) act(deed deed, words string, known bool) Reply {
	now := client.Know.Round
	if !known {
		fmt.Fprintf(os.Stderr, "round %d: nothing of the game: %s\n", now, words)
	}
	if !known || client.TurnOver() {
		return Reply{}
	}
	client.connection.Send(fmt.Sprintf(`{"type":"action","action":[%s],"state":%d}`, words, now))
	for {
		message := client.connection.Read()
		if message.Type() == "action" {
			reply := Reply{message["success"] == true, message["has_trap"] == true}
			if reply.Success {
				client.Know.done(deed, message)
			}
			return reply
		}
		client.hear(message)
		if message.Type() == "roundbegin" {
			// The referee has continued without an answer.
			client.ended = true
			return Reply{}
		}
	}
}

func (client *Client) hear(message Message) {
	client.Know.Hear(message)
	if message.Type() == "roundbegin" && message.Has("status") {
		client.pending = !client.Know.Over
	}
}
