// The rules of snake: build a State, feed it every operation, ask it anything.
//
// The referee echoes bare operation codes, so a bot has to know the rules to know whose snake
// moved.  State does that exactly.  A search copies it:
//     const next = state.copy(); next.apply(op);
//
// Cells are numbers 0..255: cell = y * 16 + x, x to the right, y upwards, cell 0 bottom-left.
// Operations are their codes on the wire.
import {
    AUTO_GROWTH_ROUNDS,
    AUTO_GROWTH_SNAKES,
    CELLS,
    DOWN,
    ITEM_LIFETIME,
    LEFT,
    LENGTH_ITEM,
    MAX_SNAKES,
    NOTHING,
    RAY,
    RIGHT,
    SIZE,
    SPLIT,
    START_CELLS,
    UP,
} from "./constants.js";

export const MOVES = Object.freeze([RIGHT, UP, LEFT, DOWN]);
export const OPS = Object.freeze([...MOVES, RAY, SPLIT]);
// The name of each operation, for logs.
export const NAMES = Object.freeze({
    [RIGHT]: "RIGHT",
    [UP]: "UP",
    [LEFT]: "LEFT",
    [DOWN]: "DOWN",
    [RAY]: "RAY",
    [SPLIT]: "SPLIT",
});

// The effects of a move (see State.foresee).
export const Result = Object.freeze({
    ILLEGAL: "illegal",
    DIES: "dies",
    SOLIDIFIES: "solidifies",
    MOVES: "moves",
});

export function cellAt(x, y) {
    return y * SIZE + x;
}

export function column(cell) {
    return cell % SIZE;
}

export function row(cell) {
    return Math.floor(cell / SIZE);
}

// [x, y] of a cell, as the calls of draw.js take it.
export function position(cell) {
    return [column(cell), row(cell)];
}

// The cell next to `cell` in the direction of a move, or NOTHING beyond the edge.
export function step(cell, move) {
    if (move === RIGHT) return column(cell) < SIZE - 1 ? cell + 1 : NOTHING;
    if (move === UP) return row(cell) < SIZE - 1 ? cell + SIZE : NOTHING;
    if (move === LEFT) return column(cell) > 0 ? cell - 1 : NOTHING;
    return row(cell) > 0 ? cell - SIZE : NOTHING;
}

// The direction in which a snake of two or more cells looks: that of its ray.
export function heading(snake) {
    return MOVES.find((move) => step(snake.body[1], move) === snake.body[0]);
}

// Steps from one cell to every cell, never through blocked ones; -1 where it cannot get.
export function distances(source, blocked) {
    const steps = new Int16Array(CELLS).fill(-1);
    const queue = [source];
    steps[source] = 0;
    for (const cell of queue) {
        for (const move of MOVES) {
            const next = step(cell, move);
            if (next === NOTHING || steps[next] >= 0 || blocked(next)) continue;
            steps[next] = steps[cell] + 1;
            queue.push(next);
        }
    }
    return steps;
}

// The cells of a closed loop and all cells inside of the curve.  A cell is inside when a line from
// it to the left edge crosses the curve an odd number of times.  (Flooding from the outside would
// also fill the pocket of a C-shaped loop, which stays open.)
export function enclosed(loop) {
    const curve = new Set(loop);
    const crossings = new Set(); // cells with an edge of the curve to the cell above
    loop.forEach((here, index) => {
        const there = loop[(index + 1) % loop.length];
        if (Math.abs(here - there) === SIZE) crossings.add(Math.min(here, there));
    });
    const area = [];
    for (let y = 0; y < SIZE; ++y) {
        let inside = false;
        for (let x = 0; x < SIZE; ++x) {
            const cell = cellAt(x, y);
            if (inside || curve.has(cell)) area.push(cell);
            if (crossings.has(cell)) inside = !inside;
        }
    }
    return area;
}

// One half, from its first operation to its end.
//
// A snake is { id, owner, bank, ray, body }: bank is its growth still to come, ray the id of the
// ray item that it holds, or NOTHING, and body its cells, head first.  Every change of a body is a
// new array, so that copies can share the old one.
export class State {
    // The ids of the snakes that still act in this turn, the next one first.
    queue = [];
    // Items before these indices are done with.
    expired = 0;
    appeared = 0;

    // Items are ordered by time, each { cell, time, type, param }; its id is its index.  It lies
    // on the map in rounds time .. time + 15.  `param` is what a length adds to the bank.
    constructor(items, rounds = 512) {
        this.items = items;
        this.rounds = rounds; // the last one
        this.round = 0; // the round in play
        this.player = 0; // the one whose turn it is
        this.over = false;
        this.nextId = 0; // the id of the next split's new snake
        // The live snakes of each player, in the order in which they act.
        this.sides = [[], []];
        this.walls = new Int8Array(CELLS).fill(NOTHING); // the wall's owner, or NOTHING
        this.occupant = new Int32Array(CELLS).fill(NOTHING); // the id of the snake there
        this.itemAt = new Int16Array(CELLS).fill(NOTHING); // the id of the item that lies there
        START_CELLS.forEach((cell, owner) => {
            const snake = { id: this.nextId++, owner, bank: 0, ray: NOTHING, body: [cell] };
            this.sides[owner].push(snake);
            this.occupant[cell] = snake.id;
        });
        this.#beginRound();
    }

    // An independent state in the same position.
    copy() {
        const next = new State([], this.rounds);
        Object.assign(next, this);
        next.queue = [...this.queue];
        next.sides = this.sides.map((side) => side.map((snake) => ({ ...snake })));
        next.walls = this.walls.slice();
        next.occupant = this.occupant.slice();
        next.itemAt = this.itemAt.slice();
        return next;
    }

    // Questions.

    // The snake with this id; undefined where it does not live.
    find(id) {
        const named = (snake) => snake.id === id;
        return this.sides[0].find(named) ?? this.sides[1].find(named);
    }

    // The snake whose operation comes next.  Only to be asked while the half runs.
    get acting() {
        if (this.queue.length === 0) throw new Error("the half is over: nobody acts");
        return this.find(this.queue[0]);
    }

    // Cells of the player's live snakes and walls.
    score(owner) {
        const walls = this.walls.filter((wall) => wall === owner).length;
        return this.sides[owner].reduce((sum, snake) => sum + snake.body.length, walls);
    }

    free(cell) {
        return this.walls[cell] === NOTHING && this.occupant[cell] === NOTHING;
    }

    // Whether the snake's next move keeps its tail.
    grows(snake) {
        return snake.bank > 0 || this.#autoGrowth(snake);
    }

    // The effect of this move of a snake, made now.
    foresee(move, snake = this.acting) {
        const { body } = snake;
        const target = step(body[0], move);
        const growing = this.grows(snake);
        if (body.length >= 2 && target === body[1] && (body.length >= 3 || growing)) {
            return Result.ILLEGAL;
        }
        if (target === NOTHING || this.walls[target] !== NOTHING) return Result.DIES;
        const occupant = this.occupant[target];
        if (occupant === NOTHING || (target === body.at(-1) && !growing)) return Result.MOVES;
        return occupant === snake.id ? Result.SOLIDIFIES : Result.DIES;
    }

    // Whether the acting snake may do this.  Moves that only kill it are legal.
    legal(op) {
        const snake = this.acting;
        const long = snake.body.length >= 2;
        if (op === SPLIT) return long && this.sides[snake.owner].length < MAX_SNAKES;
        if (op === RAY) return long && snake.ray !== NOTHING;
        return this.foresee(op, snake) !== Result.ILLEGAL;
    }

    // The cells that would become wall where `foresee` says that the move solidifies.
    solidArea(move, snake = this.acting) {
        const hit = snake.body.indexOf(step(snake.body[0], move));
        return enclosed(snake.body.slice(0, hit + 1));
    }

    // Changes.

    // The acting snake's operation, and on to whoever acts next.
    apply(op) {
        this.act(op);
        this.advance();
    }

    // First half of `apply`: the operation alone.
    act(op) {
        if (!this.legal(op)) throw new Error(`illegal operation ${NAMES[op] ?? op}`);
        const snake = this.acting;
        this.queue.shift();
        if (op === SPLIT) this.#split(snake);
        else if (op === RAY) this.#fire(snake);
        else this.#move(snake, op);
    }

    // Second half of `apply`: skips sisters that were walled in, passes the turn, begins the round.
    advance() {
        this.queue = this.queue.filter((id) => this.find(id));
        while (this.queue.length === 0 && !this.over) {
            if (this.sides.every((side) => side.length === 0)) this.over = true;
            else if (this.player === 0) this.#beginTurn(1);
            else if (this.round === this.rounds) this.over = true;
            else this.#beginRound();
        }
    }

    // Whether `act` was the last operation of the round: `advance` then begins the next one.
    get roundDone() {
        const waiting = this.queue.some((id) => this.find(id));
        return !waiting && (this.player === 1 || this.sides[1].length === 0);
    }

    #autoGrowth(snake) {
        return snake.id < AUTO_GROWTH_SNAKES && this.round <= AUTO_GROWTH_ROUNDS;
    }

    #beginTurn(owner) {
        // A snapshot: snakes born in this turn act from the next round on.
        this.player = owner;
        this.queue = this.sides[owner].map((snake) => snake.id);
    }

    #beginRound() {
        ++this.round;
        const { items, itemAt } = this;
        for (; items[this.expired]?.time + ITEM_LIFETIME <= this.round; ++this.expired) {
            const { cell } = items[this.expired];
            if (itemAt[cell] === this.expired) itemAt[cell] = NOTHING;
        }
        for (; items[this.appeared]?.time <= this.round; ++this.appeared) {
            const { cell } = items[this.appeared];
            const snake = this.find(this.occupant[cell]);
            if (snake) this.#eat(snake, this.appeared);
            else itemAt[cell] = this.appeared;
        }
        this.#beginTurn(0);
    }

    #eat(snake, id) {
        const item = this.items[id];
        if (item.type === LENGTH_ITEM) snake.bank += item.param;
        else snake.ray = id;
    }

    #move(snake, op) {
        const result = this.foresee(op, snake);
        if (result === Result.DIES) {
            this.#remove(snake);
            return;
        }
        const target = step(snake.body[0], op);
        const growing = this.grows(snake);
        if (!growing) this.occupant[snake.body.at(-1)] = NOTHING;
        else if (!this.#autoGrowth(snake)) --snake.bank;
        snake.body = [target, ...(growing ? snake.body : snake.body.slice(0, -1))];
        if (result === Result.SOLIDIFIES) {
            this.#solidify(snake);
            return;
        }
        this.occupant[target] = snake.id;
        if (this.itemAt[target] !== NOTHING) {
            this.#eat(snake, this.itemAt[target]);
            this.itemAt[target] = NOTHING;
        }
    }

    // The head already lies on the cell of its body that it hit.
    #solidify(snake) {
        const hit = snake.body.indexOf(snake.body[0], 1);
        const area = enclosed(snake.body.slice(0, hit));
        this.#remove(snake);
        // A snake cannot cross the loop, so its head tells for all of it.
        for (const other of this.sides.flat()) {
            if (area.includes(other.body[0])) this.#remove(other);
        }
        for (const cell of area) this.walls[cell] = snake.owner;
    }

    #remove(snake) {
        for (const cell of snake.body) this.occupant[cell] = NOTHING;
        this.sides[snake.owner].splice(this.sides[snake.owner].indexOf(snake), 1);
    }

    #fire(snake) {
        const direction = heading(snake);
        snake.ray = NOTHING;
        let cell = step(snake.body[0], direction);
        for (; cell !== NOTHING; cell = step(cell, direction)) this.walls[cell] = NOTHING;
    }

    #split(parent) {
        const keep = Math.ceil(parent.body.length / 2);
        const { owner, bank } = parent;
        const body = parent.body.slice(keep).reverse();
        const child = { id: this.nextId++, owner, bank, ray: NOTHING, body };
        parent.bank = 0;
        parent.body = parent.body.slice(0, keep);
        for (const cell of body) this.occupant[cell] = child.id;
        const side = this.sides[owner];
        side.splice(side.indexOf(parent) + 1, 0, child);
    }
}
