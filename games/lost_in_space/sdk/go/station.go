package main

// The station, which never changes: places, passages, lifts, machines, material points, zones.

// Zone is a list of places that close at the end of round Closes, which kills all players inside.
type Zone struct {
	Title  string
	Closes int
	Nodes  []Pos
}

var (
	// Places has every place, by x, then y, then z.
	Places = unpacked(StationPlaces[:]...)
	// Passages has, for every place, the places one passage away, which are on the same layer.
	Passages = readPassages()
	// Stops has, for every place with a lift, the other stops of the lift.
	Stops = readStops()
	// Materials has the material points.
	Materials = unpacked(StationMaterials[:]...)
	// Machines has, for every place with a machine, the key that the machine makes.
	Machines = byPlace(StationMachines[:], StationMachineKeys[:])
	// Spawns has the place of each player's start.
	Spawns = unpacked(StationSpawns[:]...)
	// Capsule is the place of the escape capsule.
	Capsule = unpacked(StationCapsule)[0]
	// Closes has the last open round of each place in a zone.  Places outside the zones are missing.
	Closes = byPlace(ZonePlaces[:], ZonePlaceRounds[:])
	// Zones has the zones in the order in which they close.
	Zones = readZones()
)

// IsOpen tells whether a place is open in round now.
func IsOpen(pos Pos, now int) bool {
	_, exists := Passages[pos]
	closes, zoned := Closes[pos]
	return exists && (!zoned || now <= closes)
}

// OpenPassages has the open places one passage away: the targets of attacks, detection and blinks.
func OpenPassages(pos Pos, now int) []Pos {
	return open(Passages[pos], now)
}

// Ways has the open places one move away, by passage or by lift.
func Ways(pos Pos, now int) []Pos {
	return append(OpenPassages(pos, now), open(Stops[pos], now)...)
}

// Distances has the moves from every place to the nearest goal, through places that are open in
// round now.  Paths do not lead through the places to avoid.  Places without a path are left out.
func Distances(goals []Pos, now int, avoid ...Pos) map[Pos]int {
	found := map[Pos]int{}
	queue := []Pos{}
	for _, goal := range open(goals, now) {
		found[goal] = 0
		queue = append(queue, goal)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, near := range Ways(queue[0], now) {
			if _, reached := found[near]; !reached && !contains(avoid, near) {
				found[near] = found[queue[0]] + 1
				queue = append(queue, near)
			}
		}
	}
	return found
}

func contains(places []Pos, wanted Pos) bool {
	for _, pos := range places {
		if pos == wanted {
			return true
		}
	}
	return false
}

func open(places []Pos, now int) []Pos {
	found := []Pos{}
	for _, pos := range places {
		if IsOpen(pos, now) {
			found = append(found, pos)
		}
	}
	return found
}

func unpacked(numbers ...int) []Pos {
	found := []Pos{}
	for _, packed := range numbers {
		found = append(found, Pos{packed / 100, packed / 10 % 10, packed % 10})
	}
	return found
}

func byPlace(places, values []int) map[Pos]int {
	found := map[Pos]int{}
	for index, pos := range unpacked(places...) {
		found[pos] = values[index]
	}
	return found
}

func readPassages() map[Pos][]Pos {
	found := map[Pos][]Pos{}
	ends := unpacked(StationPassages[:]...)
	for at := 0; at < len(ends); at += 2 {
		found[ends[at]] = append(found[ends[at]], ends[at+1])
		found[ends[at+1]] = append(found[ends[at+1]], ends[at])
	}
	for _, near := range found {
		sortPlaces(near)
	}
	return found
}

func readStops() map[Pos][]Pos {
	found := map[Pos][]Pos{}
	stops := unpacked(StationLifts[:]...)
	for _, stop := range stops {
		for _, to := range stops {
			if to != stop && to.X == stop.X && to.Y == stop.Y {
				found[stop] = append(found[stop], to)
			}
		}
	}
	return found
}

func readZones() []Zone {
	found := []Zone{}
	for index, closes := range ZoneRounds {
		zone := Zone{Title: ZoneTitles[index], Closes: closes}
		for _, pos := range unpacked(ZonePlaces[:]...) {
			if Closes[pos] == closes {
				zone.Nodes = append(zone.Nodes, pos)
			}
		}
		found = append(found, zone)
	}
	return found
}
