package main

// Your AI.  Change Play.
//
// This sample fetches missing keys from the machines, attacks players in its way, and escapes in
// the capsule.

// AI has the calls of Client.
type AI struct {
	*Client
}

// Play is one turn: one major action, and any number of minor ones.
func (ai *AI) Play() {
	here := ai.GetMyPos()
	if ai.strikeNear(here) {
		return
	}
	goals := ai.goals()
	if contains(ai.GetBoxes(), here) {
		ai.ViewBox("Box", "")
	} else if !contains(goals, here) {
		ai.walk(here, goals)
	} else if here == ai.GetEscapePos() {
		ai.Interact("EscapeCapsule", true)
	} else {
		ai.Interact("KeyMachine", true)
	}
}

// goals has the capsule if no key is missing, else the machines of the missing keys.
func (ai *AI) goals() []Pos {
	has := map[int]bool{}
	for _, key := range ai.GetKeys() {
		has[key] = true
	}
	if len(has) == Keys {
		return []Pos{ai.GetEscapePos()}
	}
	found := []Pos{}
	for pos, key := range Machines {
		if !has[key] {
			found = append(found, pos)
		}
	}
	return found
}

func (ai *AI) strikeNear(here Pos) bool {
	near := ai.GetNeighbors(here)
	for _, other := range ai.Others() {
		pos := ai.GetOtherPos(other.ID)
		if (pos == here || contains(near, pos)) && pos.Z == here.Z {
			return ai.Attack(pos, other.ID).Success
		}
	}
	return false
}

// walk takes one step along a shortest path.
func (ai *AI) walk(here Pos, goals []Pos) {
	far := Distances(goals, ai.GetRound())
	best, shortest := here, -1
	for _, pos := range ai.GetNeighbors(here) {
		if moves, leads := far[pos]; leads && (shortest < 0 || moves < shortest) {
			best, shortest = pos, moves
		}
	}
	if shortest >= 0 {
		ai.Move(best)
	}
}
