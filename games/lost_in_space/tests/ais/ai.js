// Makes the calls of the file CALLS, and writes what it knows before and after each of them.
import { readFileSync } from "node:fs";

import { Client } from "./client.js";
import { ITEMS } from "./constants.js";
import * as station from "./station.js";

const CALLS = readFileSync(process.env.CALLS, "utf8").trim().split("\n");
const METHODS = { view_box: "viewBox", put_trap: "putTrap" };

const plain = (value) => (typeof value === "boolean" ? Number(value) : value);
const tell = (...values) => console.log(["#", ...values.flat(9).map(plain)].join(" "));

export class AI extends Client {
    #made = 0;

    play() {
        this.#turn("play");
    }

    countdown() {
        this.#turn("countdown");
    }

    #turn(name) {
        if (this.#made === 0) tellStation();
        this.#tellView();
        this.#tellKnown(name);
        while (true) {
            const [call, ...words] = CALLS[this.#made++ % CALLS.length].split(" ");
            if (call === "return") return;
            if (call === "end_turn") {
                this.endTurn();
            } else {
                const reply = this.#call(call, words);
                tell("reply", reply.success, reply.has_trap === true);
            }
            this.#tellKnown(call);
        }
    }

    #call(name, words) {
        const numbers = words.filter((word) => /^-?\d+$/.test(word)).map(Number);
        const pos = numbers.slice(0, 3);
        if (name === "attack") return this.attack(pos, numbers[3]);
        if (name === "move" || name === "detect") return this[name](pos);
        if (name === "interact") return this.interact(words[0], numbers[0] === 1 || words.length === 1);
        if (name === "use_tool") return this.useTool(words[0], pos.length ? pos : undefined);
        return this[METHODS[name]](...words);
    }

    #tellKnown(name) {
        const { know } = this;
        const own = [this.getMyNum(), this.getRound(), know.inturn, this.majorUsed, this.turnOver];
        const soon = [know.rested, know.died, know.countdown, know.coming ?? -1, know.returns ?? -1];
        tell(name, own, soon, this.getCheckCd(), this.player.id, this.others.map((each) => each.id));
        tell("me", this.getMyPos(), this.getMyHp(), this.player.status, this.getKeys());
        for (const id of [0, 1, 2, 3]) {
            const [pos, hp] = [this.getOtherPos(id), this.getOtherHp(id)];
            tell("player", id, pos, hp, this.getOtherStatus(id), this.getOtherKeys(id));
        }
        const bag = this.getTools();
        const counts = ITEMS.map((item) => bag.count(item));
        tell("bag", counts, bag.landmineNumber[1], bag.stickyNumber[1]);
        tell("mines", this.getLandminePos());
        tell("slimes", this.getStickyPos());
        tell("boxes", this.getBoxes());
        tell("near", this.getNeighbors([...this.getMyPos()]));
        tell("news", this.getNews().map((message) => message.content?.[0] ?? "none"));
    }

    #tellView() {
        const { selfNodes, selfEdges } = this.view;
        for (const node of selfNodes) tell("node", node.pos, node.interprops, node.player);
        tell("edges", selfEdges.map((edge) => [edge.stpos, edge.edpos]));
    }
}

function tellStation() {
    const { CLOSES, MACHINES, MATERIALS, PASSAGES, STOPS } = station;
    for (const [pos, near] of PASSAGES) {
        let last = 100;
        while (!station.isOpen(pos, last)) --last;
        const things = [CLOSES.get(pos) ?? 0, MATERIALS.includes(pos), MACHINES.get(pos) ?? -1];
        tell("place", pos, last, things, near);
        tell("stops", STOPS.get(pos) ?? []);
        tell("late", station.passages(pos, 81));
    }
    tell("machines", [...MACHINES]);
    tell("materials", MATERIALS);
    tell("spawns", station.SPAWNS, station.CAPSULE);
    for (const { title, closes, nodes } of station.ZONES) {
        tell("zone", title.replace(" ", "_"), closes, [...nodes].sort(station.compare));
    }
    for (const [now, avoid] of [[1, []], [81, [[1, 3, 0]]]]) {
        const far = station.distances([station.CAPSULE], now, avoid);
        tell("far", [...far].sort((a, b) => station.compare(a[0], b[0])));
    }
}
