/**
 * The tiles of a board in pages that states share: a half-turn changes a few tiles, and the state
 * after it has new copies of their pages only.
 *
 * A tile is a code and a number.  The code is `owner << 3 | kind`.  The number is what the tile's
 * units would be without natural growth; growth is a function of the code and the clock
 * (`growthAt`), so a half-turn in which all tiles grow changes no page at all.
 */

export const HIDDEN = 0;
export const MOUNTAIN = 1;
export const CITY = 2;
export const BLANK = 3;
export const CAPITAL = 4;
export const SWAMP = 5;

const BITS = 8;
const PAGE = 1 << BITS;
const INSIDE = PAGE - 1;
const CODES = 256;
const LIMIT = 2 ** 31;

/** @param {number} owner  0: nobody @param {number} kind */
export const codeOf = (owner, kind) => (owner << 3) | kind;
/** @param {number} code */
export const ownerOf = (code) => code >> 3;
/** @param {number} code */
export const kindOf = (code) => code & 7;

const growths = new Map();

/**
 * The growth of each kind of tile after a number of half-turns, by code.
 * @param {number} half  half-turns played
 * @returns {Float64Array}
 */
export function growthAt(half) {
  let growth = growths.get(half);
  if (!growth) {
    const [turns, rounds] = [Math.floor(half / 2), Math.floor(half / 50)];
    growth = Float64Array.from({ length: CODES }, (_, code) => {
      if (!ownerOf(code)) return 0;
      const kind = kindOf(code);
      if (kind === CITY || kind === CAPITAL) return rounds + turns;
      return kind === SWAMP ? rounds - turns : rounds;
    });
    if (growths.size > 64) growths.clear();
    growths.set(half, growth);
  }
  return growth;
}

/** @param {number} units */
const clamp = (units) => Math.max(-LIMIT, Math.min(LIMIT - 1, units));

export class Tiles {
  /**
   * @param {number} count
   * @param {Uint8Array[]} codes    pages
   * @param {Float64Array[]} bases  pages
   */
  constructor(count, codes, bases) {
    this.count = count;
    this.codes = codes;
    this.bases = bases;
  }

  /**
   * The tiles of a key frame.
   * @param {{half: number, owners: string, kinds: string, units: number[]}} key
   */
  static read({ half, owners, kinds, units }) {
    const count = units.length;
    const growth = growthAt(half);
    /** @type {Uint8Array[]} */
    const codes = [];
    /** @type {Float64Array[]} */
    const bases = [];
    for (let start = 0; start < count; start += PAGE) {
      const [page, base] = [new Uint8Array(PAGE), new Float64Array(PAGE)];
      for (let i = 0, place = start; i < PAGE && place < count; i += 1, place += 1) {
        const digit = owners.charCodeAt(place);
        page[i] = codeOf(digit < 58 ? digit - 48 : digit - 87, kinds.charCodeAt(place) - 48);
        base[i] = units[place] - growth[page[i]];
      }
      codes.push(page);
      bases.push(base);
    }
    return new Tiles(count, codes, bases);
  }

  /**
   * Tiles from arrays of the whole board.
   * @param {Uint8Array} codes
   * @param {Float64Array} units
   * @param {number} half  half-turns played when the units are as given
   */
  static of(codes, units, half) {
    const growth = growthAt(half);
    /** @type {Uint8Array[]} */
    const pages = [];
    /** @type {Float64Array[]} */
    const bases = [];
    for (let start = 0; start < codes.length; start += PAGE) {
      const page = new Uint8Array(PAGE);
      page.set(codes.subarray(start, start + PAGE));
      pages.push(page);
      const base = new Float64Array(PAGE);
      const count = Math.min(PAGE, codes.length - start);
      for (let i = 0; i < count; i += 1) base[i] = units[start + i] - growth[page[i]];
      bases.push(base);
    }
    return new Tiles(codes.length, pages, bases);
  }

  /** @param {number} place */
  code(place) {
    return this.codes[place >> BITS][place & INSIDE];
  }

  /** @param {number} place @param {number} half  half-turns played */
  units(place, half) {
    const code = this.code(place);
    return clamp(this.bases[place >> BITS][place & INSIDE] + growthAt(half)[code]);
  }

  /**
   * A copy of these tiles with changes; pages without a change are shared.
   * @param {[place: number, owner: number, kind: number, units: number][]} changes
   * @param {number} half  half-turns played when the units are as given
   */
  with(changes, half) {
    if (!changes.length) return this;
    const growth = growthAt(half);
    const [codes, bases] = [this.codes.slice(), this.bases.slice()];
    for (const [place, owner, kind, units] of changes) {
      const page = place >> BITS;
      if (codes[page] === this.codes[page]) {
        codes[page] = codes[page].slice();
        bases[page] = bases[page].slice();
      }
      const code = codeOf(owner, kind);
      codes[page][place & INSIDE] = code;
      bases[page][place & INSIDE] = units - growth[code];
    }
    return new Tiles(this.count, codes, bases);
  }

  /**
   * Call `tell` for each place whose tile is another one, other than by growth.
   * @param {Tiles} before
   * @param {number} half  half-turns played
   * @param {(place: number, code: number, before: number, units: number) => void} tell
   */
  changesSince(before, half, tell) {
    const growth = growthAt(half);
    for (let page = 0, start = 0; start < this.count; page += 1, start += PAGE) {
      const [code, base] = [this.codes[page], this.bases[page]];
      const [oldCode, oldBase] = [before.codes[page], before.bases[page]];
      if (code === oldCode && base === oldBase) continue;
      const count = Math.min(PAGE, this.count - start);
      for (let i = 0; i < count; i += 1) {
        if (code[i] === oldCode[i] && base[i] === oldBase[i]) continue;
        const units = clamp(base[i] + growth[code[i]]);
        if (code[i] !== oldCode[i] || units !== clamp(oldBase[i] + growth[oldCode[i]])) tell(start + i, code[i], oldCode[i], units);
      }
    }
  }

  /**
   * Write all tiles into arrays of the whole board.
   * @param {number} half  half-turns played
   * @param {Uint8Array} codes    filled
   * @param {Float64Array} units  filled
   */
  flatten(half, codes, units) {
    const growth = growthAt(half);
    for (let page = 0, place = 0; place < this.count; page += 1) {
      const [code, base] = [this.codes[page], this.bases[page]];
      for (let i = 0; i < PAGE && place < this.count; i += 1, place += 1) {
        codes[place] = code[i];
        units[place] = clamp(base[i] + growth[code[i]]);
      }
    }
  }
}
