/** The influence of the bombs of a round on every cell. */

const UNIT = 10_000;

/** @typedef {{player: number, place: number, size: number}} Bomb */

/**
 * The bombs of a round by player and place; bombs of a player on one place are added up.
 * @param {{bombs: number[][]}} event  of the round
 * @param {number} cols
 * @returns {Bomb[]}
 */
export function placedBombs({ bombs }, cols) {
  /** @type {Map<string, Bomb>} */
  const sums = new Map();
  for (const [player, x, y, size] of bombs) {
    const place = y * cols + x;
    const key = `${player},${place}`;
    const bomb = sums.get(key) ?? { player, place, size: 0 };
    bomb.size += size;
    sums.set(key, bomb);
  }
  return [...sums.values()];
}

/**
 * The size of a capital's free bomb: a share of the income buys it, rounded up.
 * @param {{capital_influence: number, bomb_cost: number}} constants
 * @param {number} income  of the round before
 */
export function capitalBomb(constants, income) {
  return Math.ceil((constants.capital_influence * income) / (1000 * constants.bomb_cost));
}

/**
 * The free bombs of the capitals, at their places before the battle, by the income of the round
 * before.
 * @param {import("./state.js").State} before  the state before the round
 * @param {{homeless: number[]}} event
 * @param {{capital_influence: number, bomb_cost: number}} constants
 * @returns {Bomb[]}
 */
export function capitalBombs(before, { homeless }, constants) {
  /** @type {Bomb[]} */
  const found = [];
  before.capital.forEach((place, player) => {
    const size = capitalBomb(constants, before.income[player]);
    const stands = place >= 0 && before.alive[player] && !homeless.includes(player);
    if (stands && size > 0) found.push({ player, place, size });
  });
  return found;
}

/**
 * The influence of bombs on every cell, in ten-thousandths of a bomb of size 1.
 * @param {Bomb[]} bombs
 * @param {{cols: number, rows: number, kernel: number[][]}} scene  the kernel by columns and rows away
 * @returns {Float64Array}
 */
export function influenceOf(bombs, { cols, rows, kernel }) {
  const board = new Float64Array(cols * rows);
  const reach = (kernel.length - 1) / 2;
  for (const { place, size } of bombs) {
    const [x, y] = [place % cols, Math.floor(place / cols)];
    for (let dx = Math.max(-reach, -x); dx <= Math.min(reach, cols - 1 - x); dx += 1) {
      for (let dy = Math.max(-reach, -y); dy <= Math.min(reach, rows - 1 - y); dy += 1) {
        board[(y + dy) * cols + x + dx] += size * kernel[dx + reach][dy + reach];
      }
    }
  }
  return board;
}

/**
 * The strongest influence on every cell, in bombs of size 1, and its player.
 * @param {Bomb[]} bombs
 * @param {{cols: number, rows: number, kernel: number[][], players: number}} scene
 * @param {number | null} player  only the bombs of this player; null: all bombs
 * @returns {{strength: Float64Array, whose: Int8Array}}
 */
export function heatOf(bombs, scene, player) {
  const count = scene.cols * scene.rows;
  const heat = { strength: new Float64Array(count), whose: new Int8Array(count).fill(-1) };
  for (let one = 0; one < scene.players; one += 1) {
    if (player !== null && one !== player) continue;
    const board = influenceOf(bombs.filter((bomb) => bomb.player === one), scene);
    board.forEach((value, place) => {
      if (value / UNIT <= heat.strength[place]) return;
      heat.strength[place] = value / UNIT;
      heat.whose[place] = one;
    });
  }
  return heat;
}
