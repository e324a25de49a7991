// The rules of snake as a value: build a State, feed it every operation, ask it anything.
//
// The referee echoes bare operation codes, so a bot has to know the rules to know whose snake
// moved.  State does that exactly, and `state.after(op)` answers "what if".
//
// Cells are numbers 0..255: cell = y * 16 + x, x to the right, y upwards, cell 0 bottom-left.
import {
    AUTO_GROWTH_ROUNDS,
    DOWN,
    FIRST_SNAKES,
    ITEM_LIFETIME,
    LEFT,
    LENGTH_ITEM,
    MAX_SNAKES,
    RAY,
    RIGHT,
    SIZE,
    SPLIT,
    UP,
} from "./constants.js";

export { DOWN, LEFT, RAY, RIGHT, SPLIT, UP };

export const CELLS = SIZE * SIZE;
export const NOTHING = -1;
export const MOVES = [RIGHT, UP, LEFT, DOWN];
export const OPS = [...MOVES, RAY, SPLIT];

// The effects of a move (see State.foresee).
export const ILLEGAL = "illegal", DIES = "dies", SOLIDIFIES = "solidifies", MOVES_ON = "moves";

export const cellAt = (x, y) => y * SIZE + x;
export const column = (cell) => cell % SIZE;
export const row = (cell) => Math.floor(cell / SIZE);

// The cell next to `cell` in the direction of a move, or NOTHING beyond the edge.
export function step(cell, move) {
    switch (move) {
        case RIGHT: return column(cell) < SIZE - 1 ? cell + 1 : NOTHING;
        case UP: return row(cell) < SIZE - 1 ? cell + SIZE : NOTHING;
        case LEFT: return column(cell) > 0 ? cell - 1 : NOTHING;
        case DOWN: return row(cell) > 0 ? cell - SIZE : NOTHING;
        default: return NOTHING;
    }
}

// `body` runs from head to tail, `bank` is growth to come, `ray` the id of a ray item or NOTHING.
export class Snake {
    constructor(id, owner, body, bank = 0, ray = NOTHING) {
        this.id = id;
        this.owner = owner;
        this.body = body;
        this.bank = bank;
        this.ray = ray;
    }
    get head() {
        return this.body[0];
    }
    copy() {
        return new Snake(this.id, this.owner, this.body.slice(), this.bank, this.ray);
    }
}

// The rules forbid this operation now.  Sent to the referee, it would lose the half.
export class IllegalOp extends Error {}

// One half, from its first operation to its end.
//
// round, player     the round in play and whose turn it is; `over` when the half has ended
// snakes[p]         the live snakes of player p in the order in which they act
// walls[cell]       0 or 1, the wall's owner, else NOTHING
// occupant[cell]    the id of the snake there, else NOTHING
// itemAt[cell]      the id of the item that lies there, else NOTHING
// items, rounds     all items of the half ({cell, time, type, param}, by time); its last round
export class State {
    #queue = [];
    #expired = 0;
    #appeared = 0;

    constructor(items, rounds = 512) {
        this.items = items;
        this.rounds = rounds;
        this.round = 0;
        this.player = 0;
        this.over = false;
        this.nextId = FIRST_SNAKES;
        this.snakes = [
            [new Snake(0, 0, [cellAt(0, SIZE - 1)])],
            [new Snake(1, 1, [cellAt(SIZE - 1, 0)])],
        ];
        this.walls = new Int8Array(CELLS).fill(NOTHING);
        this.itemAt = new Int16Array(CELLS).fill(NOTHING);
        this.occupant = new Int16Array(CELLS).fill(NOTHING);
        for (const snake of this.allSnakes()) this.occupant[snake.head] = snake.id;
        this.#beginRound();
    }

    // What is so?

    allSnakes() {
        return [...this.snakes[0], ...this.snakes[1]];
    }

    // The live snake with this id; undefined where there is none.
    snake(id) {
        return this.snakes[0].find((each) => each.id === id) ?? this.snakes[1].find((each) => each.id === id);
    }

    // The snake whose operation comes next; undefined after the end.
    get acting() {
        return this.#queue.length ? this.snake(this.#queue[0]) : undefined;
    }

    // Cells of the player's live snakes and walls.
    score(player) {
        const cells = this.snakes[player].reduce((sum, snake) => sum + snake.body.length, 0);
        return cells + this.walls.reduce((sum, owner) => sum + (owner === player ? 1 : 0), 0);
    }

    isFree(cell) {
        return this.walls[cell] === NOTHING && this.occupant[cell] === NOTHING;
    }

    // Whether the snake's next move keeps its tail.
    grows(snake) {
        return snake.bank > 0 || this.#growsAlone(snake);
    }

    #growsAlone(snake) {
        return snake.id < FIRST_SNAKES && this.round <= AUTO_GROWTH_ROUNDS;
    }

    // The effect of a move, made now by a snake (by default the acting one).
    foresee(op, snake = this.#actor()) {
        const { body } = snake;
        const target = step(snake.head, op);
        const growing = this.grows(snake);
        if (body.length >= 2 && target === body[1] && (body.length >= 3 || growing)) return ILLEGAL;
        if (target === NOTHING || this.walls[target] !== NOTHING) return DIES;
        if (this.occupant[target] === NOTHING || (target === body.at(-1) && !growing)) return MOVES_ON;
        return this.occupant[target] === snake.id ? SOLIDIFIES : DIES;
    }

    // Why the acting snake may not do this now; "" where it may.
    refusal(op) {
        const snake = this.#actor();
        if (op === SPLIT) {
            if (this.snakes[snake.owner].length >= MAX_SNAKES) return `player ${snake.owner} has ${MAX_SNAKES} snakes`;
            return snake.body.length < 2 ? "a snake of length 1 cannot split" : "";
        }
        if (op === RAY) {
            if (snake.ray === NOTHING) return `snake ${snake.id} holds no ray`;
            return snake.body.length < 2 ? "a snake of length 1 has no direction to fire" : "";
        }
        if (!MOVES.includes(op)) return `${op} is no operation`;
        return this.foresee(op) === ILLEGAL ? `snake ${snake.id} may not turn back onto its second cell` : "";
    }

    // Never empty while the half runs; it includes moves that kill the snake.
    legalOps() {
        return OPS.filter((op) => !this.refusal(op));
    }

    // The set of cells that would become wall where `foresee` says that the move solidifies.
    solidArea(op) {
        const { body } = this.#actor();
        return enclosed(body.slice(0, body.indexOf(step(body[0], op)) + 1));
    }

    // The cells that the ray of a snake of two or more cells would cross, up to the edge.
    beam(snake) {
        const op = MOVES.find((move) => step(snake.body[1], move) === snake.head);
        const cells = [];
        for (let cell = step(snake.head, op); cell !== NOTHING; cell = step(cell, op)) cells.push(cell);
        return cells;
    }

    // What if?

    // An independent state; the list of items is shared.
    copy() {
        const twin = new State([], this.rounds);
        Object.assign(twin, this);
        twin.snakes = this.snakes.map((side) => side.map((snake) => snake.copy()));
        for (const name of ["walls", "itemAt", "occupant"]) twin[name] = this[name].slice();
        twin.#queue = this.#queue.slice();
        twin.#expired = this.#expired;
        twin.#appeared = this.#appeared;
        return twin;
    }

    // The state after the acting snake did `op`; this one stays as it is.
    after(op) {
        const twin = this.copy();
        twin.apply(op);
        return twin;
    }

    // What happens?

    // Do the acting snake's operation, and pass to whoever acts next.
    apply(op) {
        const refusal = this.refusal(op);
        if (refusal) throw new IllegalOp(refusal);
        const snake = this.#actor();
        this.#queue.shift();
        if (op === SPLIT) {
            this.#split(snake);
        } else if (op === RAY) {
            snake.ray = NOTHING;
            for (const cell of this.beam(snake)) this.walls[cell] = NOTHING;
        } else {
            this.#move(snake, op);
        }
        // Sisters that were walled in a moment ago do not get to act.
        this.#queue = this.#queue.filter((id) => this.snake(id));
        if (!this.#queue.length) this.#endTurn();
    }

    // Called after the last operation of each round: for tests and records of your own.
    roundEnds() {}

    #actor() {
        const snake = this.acting;
        if (!snake) throw new IllegalOp("the half is over");
        return snake;
    }

    #endTurn() {
        if (!this.allSnakes().length) {
            this.over = true;
            return;
        }
        this.player += 1;
        if (this.player > 1) this.#endRound();
        else this.#beginTurn();
    }

    #endRound() {
        this.roundEnds();
        if (this.round === this.rounds) this.over = true;
        else this.#beginRound();
    }

    #beginRound() {
        this.round += 1;
        this.player = 0;
        this.#expireItems();
        this.#addItems();
        this.#beginTurn();
    }

    #beginTurn() {
        // A snapshot: snakes born in this turn act from the next round on.
        this.#queue = this.snakes[this.player].map((snake) => snake.id);
        if (!this.#queue.length) this.#endTurn();
    }

    #expireItems() {
        const { items } = this;
        for (; this.#expired < items.length && items[this.#expired].time + ITEM_LIFETIME <= this.round; ++this.#expired) {
            const { cell } = items[this.#expired];
            if (this.itemAt[cell] === this.#expired) this.itemAt[cell] = NOTHING;
        }
    }

    #addItems() {
        for (; this.#appeared < this.items.length && this.items[this.#appeared].time <= this.round; ++this.#appeared) {
            const { cell } = this.items[this.#appeared];
            const snake = this.snake(this.occupant[cell]);
            if (snake) this.#eat(snake, this.#appeared);
            else this.itemAt[cell] = this.#appeared;
        }
    }

    #eat(snake, id) {
        if (this.items[id].type === LENGTH_ITEM) snake.bank += this.items[id].param;
        else snake.ray = id;
    }

    #move(snake, op) {
        const result = this.foresee(op, snake);
        if (result === DIES) {
            this.#remove(snake);
            return;
        }
        const target = step(snake.head, op);
        if (!this.#growsAlone(snake)) {
            if (snake.bank > 0) snake.bank -= 1;
            else this.occupant[snake.body.pop()] = NOTHING;
        }
        if (result === SOLIDIFIES) {
            this.#solidify(snake, enclosed(snake.body.slice(0, snake.body.indexOf(target) + 1)));
            return;
        }
        snake.body.unshift(target);
        this.occupant[target] = snake.id;
        if (this.itemAt[target] !== NOTHING) {
            this.#eat(snake, this.itemAt[target]);
            this.itemAt[target] = NOTHING;
        }
    }

    #solidify(snake, area) {
        this.#remove(snake);
        // A snake cannot cross the loop, so its head tells for all of it.
        for (const victim of this.allSnakes()) if (area.has(victim.head)) this.#remove(victim);
        for (const cell of area) this.walls[cell] = snake.owner;
    }

    #remove(snake) {
        for (const cell of snake.body) this.occupant[cell] = NOTHING;
        this.snakes[snake.owner] = this.snakes[snake.owner].filter((each) => each !== snake);
    }

    #split(snake) {
        const keep = Math.ceil(snake.body.length / 2);
        const tail = new Snake(this.nextId, snake.owner, snake.body.slice(keep).reverse(), snake.bank);
        this.nextId += 1;
        snake.body = snake.body.slice(0, keep);
        snake.bank = 0;
        for (const cell of tail.body) this.occupant[cell] = tail.id;
        const side = this.snakes[snake.owner];
        side.splice(side.indexOf(snake) + 1, 0, tail);
    }
}

// The set of cells of a closed loop and of all cells inside of the curve.
//
// A cell is inside when a line from it to the left edge crosses the curve an odd number of times.
// (Flooding from the outside would also fill the pocket of a C-shaped loop, which stays open.)
export function enclosed(loop) {
    const crossings = Array.from({ length: SIZE }, () => []);
    for (const [i, a] of loop.entries()) {
        const b = loop[(i + 1) % loop.length];
        if (Math.abs(a - b) === SIZE) crossings[row(Math.min(a, b))].push(column(a));
    }
    const area = new Set(loop);
    for (const [y, columns] of crossings.entries()) {
        columns.sort((one, other) => one - other);
        for (let i = 0; i + 1 < columns.length; i += 2) {
            for (let x = columns[i] + 1; x < columns[i + 1]; ++x) area.add(cellAt(x, y));
        }
    }
    return area;
}

// Steps from one cell to every cell, never through those that `blocked(cell)` names; -1 out of reach.
export function distances(source, blocked) {
    const steps = new Int16Array(CELLS).fill(-1);
    const queue = [source];
    steps[source] = 0;
    for (const cell of queue) {
        for (const op of MOVES) {
            const next = step(cell, op);
            if (next === NOTHING || steps[next] >= 0 || blocked(next)) continue;
            steps[next] = steps[cell] + 1;
            queue.push(next);
        }
    }
    return steps;
}
