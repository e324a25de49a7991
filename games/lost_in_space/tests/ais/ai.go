package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Makes the calls of the file CALLS, and writes what it knows before and after each of them.

type AI struct {
	*Client
	calls []string
	made  int
}

func plain(line []string, value any) []string {
	switch found := value.(type) {
	case bool:
		if found {
			return append(line, "1")
		}
		return append(line, "0")
	case Pos:
		return plain(line, []int{found.X, found.Y, found.Z})
	case []Pos:
		for _, each := range found {
			line = plain(line, each)
		}
		return line
	case []int:
		for _, each := range found {
			line = append(line, fmt.Sprint(each))
		}
		return line
	case []string:
		return append(line, found...)
	}
	return append(line, fmt.Sprint(value))
}

func tell(values ...any) {
	line := []string{"#"}
	for _, each := range values {
		line = plain(line, each)
	}
	fmt.Println(strings.Join(line, " "))
}

func (ai *AI) Play()      { ai.turn("play") }
func (ai *AI) Countdown() { ai.turn("countdown") }

func (ai *AI) turn(name string) {
	if ai.made == 0 {
		data, _ := os.ReadFile(os.Getenv("CALLS"))
		ai.calls = strings.Split(strings.TrimSpace(string(data)), "\n")
		tellStation()
	}
	ai.tellView()
	ai.tellKnown(name)
	for {
		words := strings.Split(ai.calls[ai.made%len(ai.calls)], " ")
		ai.made++
		if words[0] == "return" {
			return
		}
		if words[0] == "end_turn" {
			ai.EndTurn()
		} else {
			reply := ai.call(words[0], words[1:])
			tell("reply", reply.Success, reply.HasTrap)
		}
		ai.tellKnown(words[0])
	}
}

func pos(words []string) Pos {
	x, _ := strconv.Atoi(words[0])
	y, _ := strconv.Atoi(words[1])
	z, _ := strconv.Atoi(words[2])
	return Pos{x, y, z}
}

func (ai *AI) call(name string, words []string) Reply {
	switch name {
	case "move":
		return ai.Move(pos(words))
	case "attack":
		id, _ := strconv.Atoi(words[3])
		return ai.Attack(pos(words), id)
	case "detect":
		return ai.Detect(pos(words))
	case "interact":
		return ai.Interact(words[0], len(words) == 1 || words[1] == "1")
	case "put_trap":
		return ai.PutTrap(words[0])
	case "use_tool":
		if len(words) == 1 {
			return ai.UseTool(words[0])
		}
		return ai.UseTool(words[0], pos(words[1:]))
	}
	return ai.ViewBox(words[0], strings.Join(words[1:], " "))
}

func (ai *AI) tellKnown(name string) {
	know, others := ai.Know, []int{}
	for _, each := range ai.Others() {
		others = append(others, each.ID)
	}
	tell(name, ai.GetMyNum(), ai.GetRound(), know.Inturn, ai.MajorUsed(), ai.TurnOver(), know.Rested,
		know.Died, know.Countdown, know.Coming, know.Returns(), ai.GetCheckCd(), ai.Player().ID, others)
	tell("me", ai.GetMyPos(), ai.GetMyHp(), int(ai.Player().Status), ai.GetKeys())
	for id := 0; id < 4; id++ {
		status := int(ai.GetOtherStatus(id))
		tell("player", id, ai.GetOtherPos(id), ai.GetOtherHp(id), status, ai.GetOtherKeys(id))
	}
	bag, counts := ai.GetTools(), []int{}
	for _, item := range Items {
		counts = append(counts, bag.Count(item))
	}
	tell("bag", counts, bag.LandmineNumber[1], bag.StickyNumber[1])
	tell("mines", ai.GetLandminePos())
	tell("slimes", ai.GetStickyPos())
	tell("boxes", ai.GetBoxes())
	tell("near", ai.GetNeighbors(ai.GetMyPos()))
	news := []string{}
	for _, message := range ai.GetNews() {
		word := "none"
		if content, _ := message["content"].([]any); len(content) > 0 {
			word = fmt.Sprint(content[0])
		}
		news = append(news, word)
	}
	tell("news", news)
}

func (ai *AI) tellView() {
	view, ends := ai.View(), []Pos{}
	for _, node := range view.SelfNodes {
		tell("node", node.Pos, node.Interprops, node.Player)
	}
	for _, edge := range view.SelfEdges {
		ends = append(ends, edge.StPos, edge.EdPos)
	}
	tell("edges", ends)
}

func tellStation() {
	for _, pos := range Places {
		last := 100
		for !IsOpen(pos, last) {
			last--
		}
		key, machine := Machines[pos]
		if !machine {
			key = -1
		}
		tell("place", pos, last, Closes[pos], contains(Materials, pos), key, Passages[pos])
		tell("stops", Stops[pos])
		tell("late", OpenPassages(pos, 81))
	}
	machines := []int{}
	for _, pos := range unpacked(StationMachines[:]...) {
		machines = append(machines, pos.X, pos.Y, pos.Z, Machines[pos])
	}
	tell("machines", machines)
	tell("materials", Materials)
	tell("spawns", Spawns, Capsule)
	for _, zone := range Zones {
		sortPlaces(zone.Nodes)
		tell("zone", strings.ReplaceAll(zone.Title, " ", "_"), zone.Closes, zone.Nodes)
	}
	tellFar(Distances([]Pos{Capsule}, 1))
	tellFar(Distances([]Pos{Capsule}, 81, Pos{1, 3, 0}))
}

func tellFar(far map[Pos]int) {
	found := []int{}
	for _, pos := range Places {
		if moves, leads := far[pos]; leads {
			found = append(found, pos.X, pos.Y, pos.Z, moves)
		}
	}
	tell("far", found)
}
