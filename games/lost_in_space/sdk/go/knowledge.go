package main

import "sort"

// NoKey stands for no key.
const NoKey = -1

// Knowledge is all knowledge of a player, who sees only their own layer.
//
// Every message updates it, in any order.  An invalid message is ignored, and the message at the
// beginning of your next turn corrects the state.
//
// In your turn it is complete and current, with one exception.  If you change layers in this turn,
// you do not know the hit points of the players on the new layer until your next turn.
type Knowledge struct {
	ID, Round, Inturn int
	Players           []*Player
	Boxes             map[Pos]bool
	Major             bool      // whether the major action of your turn is used up
	Over              bool      // whether it is not your turn, or your turn is over
	Rested            int       // the first round in which you can detect again
	Died              int       // the round of your last death
	Countdown         int       // your turns until the capsule leaves; 0: you have not started it
	Coming            int       // the key that a machine makes for you, which arrives in your next turn
	News              []Message // the messages outside your turns since your last turn
	heard             []Message
	skipped           bool
}

// NewKnowledge is what every player knows at the start.
func NewKnowledge() *Knowledge {
	know := &Knowledge{Round: 1, Boxes: map[Pos]bool{}, Over: true, Rested: 1, Coming: NoKey}
	for id, pos := range Spawns {
		know.Players = append(know.Players, &Player{ID: id, Pos: pos, HP: Full, Keys: []int{id}})
	}
	return know
}

// Me is you.
func (know *Knowledge) Me() *Player { return know.Players[know.ID] }

// Others are all players except you.
func (know *Knowledge) Others() []*Player {
	found := append([]*Player{}, know.Players[:know.ID]...)
	return append(found, know.Players[know.ID+1:]...)
}

// Returns is the round in which you return; -1 if you are alive, or dead for good.
func (know *Knowledge) Returns() int {
	if know.Me().Status == Dead && know.Died <= LastClosing {
		return know.Died + Away
	}
	return -1
}

// Hear applies any message except the reply to an action.
func (know *Knowledge) Hear(message Message) {
	guarded(message, func() { know.take(message) })
}

func (know *Knowledge) done(deed deed, reply Message) {
	guarded(reply, func() { know.effect(deed, reply) })
}

func (know *Knowledge) take(message Message) {
	switch message.Type() {
	case "roundbegin":
		if message.Has("status") {
			know.ownTurn(message)
		} else {
			know.otherTurn(message)
		}
	case "offround":
		know.heard = append(know.heard, message)
		know.off(list(message["content"]), know.player(message["playerid"]), message)
	case "id":
		know.ID = know.player(message["id"]).ID
	case "other_death":
		know.dies(know.player(message["playerid"]), know.Round)
	case "death":
		know.dies(know.Me(), know.Round)
	case "escaped":
		know.leaves(know.Me(), Escaped)
	case "box_disappear":
		delete(know.Boxes, place(message["pos"]))
	}
}

func (know *Knowledge) player(said any) *Player { return know.Players[number(said)] }

func statusOf(said any) Status {
	found := Status(number(said))
	if found < Alive || found > Failed {
		panic("there is no such status")
	}
	return found
}

func (know *Knowledge) otherTurn(message Message) {
	know.Inturn = know.player(message["inturn"]).ID
	know.Round = number(message["state"])
	know.Over = true
	if me := know.Me(); know.skipped && me.Status == Skipping {
		me.Status = Alive
	}
	know.skipped = false
}

// ownTurn reads the whole message before anything changes.
func (know *Knowledge) ownTurn(message Message) {
	me, now := *know.Me(), *know
	before := me.Status
	me.Status = statusOf(message["status"])
	others := list(message["others"])
	me.Tools = bagOf(object(message["tools"]))
	me.HP = number(message["hp"])
	me.Keys = sorted(message["keys"])
	now.Round = number(message["state"])
	if message.Has("pos") {
		me.Pos = place(message["pos"])
	} else if before == Dead && me.Status != Dead {
		me.Pos = Spawns[me.ID]
	}
	now.Inturn, now.Major, now.Coming = now.ID, false, NoKey
	now.Over = me.Status != Alive && me.Status != Countdown
	now.skipped = me.Status == Skipping
	now.Countdown = 0
	if me.Status == Countdown {
		now.Countdown = larger(1, know.Countdown-1)
	}
	now.News, now.heard = know.heard, nil
	*know.Me(), *know = me, now
	for _, other := range others {
		know.about(object(other))
	}
	know.forget()
}

func bagOf(said Message) Tool {
	bag := Tool{Kit: number(said["Kit"]), Transport: number(said["Transport"])}
	bag.LandmineNumber, bag.LandminePos = traps(list(said["LandMine"]))
	bag.StickyNumber, bag.StickyPos = traps(list(said["Sticky"]))
	return bag
}

func traps(said []any) ([2]int, []Pos) {
	where := []Pos{}
	for _, each := range said[2:] {
		where = append(where, place(each))
	}
	return [2]int{number(said[0]), number(said[1])}, where
}

func (know *Knowledge) about(said Message) {
	other := know.player(said["player_id"])
	other.Status = statusOf(said["status"])
	other.HP = number(said["hp"])
	other.Keys = sorted(said["keys"])
	if !other.Up() || other.HP == Unknown {
		other.Pos = Nowhere
	}
}

// forget forgets players and boxes of other layers.
func (know *Knowledge) forget() {
	z := know.Me().Pos.Z
	for pos := range know.Boxes {
		if pos.Z != z {
			delete(know.Boxes, pos)
		}
	}
	for _, other := range know.Others() {
		if other.Pos.Z != z {
			lose(other)
		}
	}
}

// lose forgets place and hit points of a player who is out of sight.
func lose(other *Player) {
	other.Pos, other.HP = Nowhere, Unknown
	if other.Status == Dead {
		other.HP = 0
	}
}

func (know *Knowledge) dies(player *Player, now int) {
	player.Status, player.HP, player.Keys = Dead, 0, nil
	if player.ID != know.ID {
		player.Pos = Nowhere
		return
	}
	bag := &player.Tools
	bag.LandmineNumber[0], bag.StickyNumber[0], bag.Kit, bag.Transport = 0, 0, 0, 0
	know.Countdown, know.Coming, know.Died = 0, NoKey, now
	know.Over, know.skipped = true, false
}

func (know *Knowledge) leaves(player *Player, status Status) {
	player.Status, player.Pos = status, Nowhere
	if player.ID == know.ID {
		know.Over, know.Countdown = true, 0
	} else {
		player.HP = Unknown
	}
}

func (know *Knowledge) off(content []any, by *Player, message Message) {
	switch content[0] {
	case "see":
		know.see(content)
	case "died":
		know.dies(know.player(content[1]), number(message["state"]))
	case "escaped":
		know.leaves(by, Escaped)
	case "ai_error":
		know.leaves(by, Failed)
	case "hp_update":
		know.Me().HP = number(content[1])
	case "getkey":
		by.Keys = united(by.Keys, sorted(content[1]))
	case "trap_triggered", "trap_destroyed", "trap_destoryed":
		know.trapGone(content[1].(string), place(content[2]))
	}
}

func united(keys, more []int) []int {
	found := append([]int{}, keys...)
	for _, key := range more {
		at := sort.SearchInts(found, key)
		if at == len(found) || found[at] != key {
			found = append(found, key)
			sort.Ints(found)
		}
	}
	return found
}

func (know *Knowledge) see(content []any) {
	kind, pos := content[1].(string), place(content[2])
	if kind == "interprops_status_update" {
		if content[3] == "Box" && content[4] == "appear" {
			know.Boxes[pos] = true
		} else if content[3] == "Box" && content[4] == "disappear" {
			delete(know.Boxes, pos)
		}
		return
	}
	player := know.player(content[3])
	if player.ID == know.ID {
		return
	}
	if kind == "regenerate" {
		player.Status, player.HP, player.Keys = Alive, Full, []int{player.ID}
	}
	if kind == "pos_update" && pos == Nowhere {
		lose(player)
	} else {
		player.Pos = pos
	}
}

// placed has the numbers and the places of a kind of trap.
func (know *Knowledge) placed(kind string) (*[2]int, *[]Pos) {
	bag := &know.Me().Tools
	if kind == "Sticky" {
		return &bag.StickyNumber, &bag.StickyPos
	}
	return &bag.LandmineNumber, &bag.LandminePos
}

// trapGone removes a trap of yours.
func (know *Knowledge) trapGone(kind string, pos Pos) {
	number, places := know.placed(kind)
	for at, each := range *places {
		if each == pos {
			*places = append(append([]Pos{}, (*places)[:at]...), (*places)[at+1:]...)
			number[1]--
			return
		}
	}
}

func (know *Knowledge) effect(deed deed, reply Message) {
	minor := deed.verb == setsTrap || deed.verb == blinks || deed.verb == detects
	know.Major = know.Major || !minor
	me := know.Me()
	switch deed.verb {
	case moves, blinks:
		know.arrive(deed, reply)
	case attacks:
		know.hit(know.Players[deed.target])
	case setsTrap:
		number, places := know.placed(deed.what)
		number[0]--
		number[1]++
		*places = append(*places, me.Pos)
	case usesKit:
		me.Tools.Kit--
		me.HP = smaller(Full, me.HP+KitHeals)
		if reply.Has("hp") {
			me.HP = number(reply["hp"])
		}
	case detects:
		know.Rested = know.Round + DetectRests
	case usesMachine:
		know.Over, know.Coming = true, NoKey
		if key, found := Machines[me.Pos]; found {
			know.Coming = key
		}
	case usesCapsule:
		know.Over = deed.on
		me.Status, know.Countdown = Alive, 0
		if deed.on {
			me.Status, know.Countdown = Countdown, CountdownTurns
		}
	case takesBox:
		me.Keys = sorted(reply["keys"])
		delete(know.Boxes, me.Pos)
	case takesItem:
		refill(&me.Tools, object(reply["tools"]))
	}
}

func refill(bag *Tool, said Message) {
	bag.LandmineNumber[0] = number(said["LandMine"])
	bag.StickyNumber[0] = number(said["Sticky"])
	bag.Kit, bag.Transport = number(said["Kit"]), number(said["Transport"])
}

func (know *Knowledge) arrive(deed deed, reply Message) {
	me := know.Me()
	me.Pos = deed.pos
	if reply.Has("hp") {
		me.HP = number(reply["hp"])
	}
	if deed.verb == blinks {
		me.Tools.Transport--
	}
	if reply.Has("view") {
		know.lookAround(list(reply["view"]))
	}
	if reply.Has("status") {
		me.Status = statusOf(reply["status"])
	}
	if me.Status == Dead {
		// The message about the death comes next.
		know.dies(me, know.Round)
		know.Boxes[deed.pos] = true
	}
	know.Over = me.Status != Alive
}

// lookAround sees another layer; an empty view is that of the same one.
func (know *Knowledge) lookAround(view []any) {
	if len(view) == 0 {
		return
	}
	know.Boxes = map[Pos]bool{}
	for _, other := range know.Others() {
		lose(other)
	}
	for _, each := range view {
		node := list(each)
		pos := place(node[0])
		if node[1].(bool) {
			know.Boxes[pos] = true
		}
		if len(node) > 2 {
			for _, id := range list(node[2]) {
				know.player(id).Pos = pos
			}
		}
	}
}

func (know *Knowledge) hit(victim *Player) {
	at := victim.Pos
	victim.HP = larger(0, victim.HP-Hit)
	if victim.HP == 0 {
		know.dies(victim, know.Round)
		know.Boxes[at] = true
	}
}
