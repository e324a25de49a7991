/** Bytes that are written one after another, for files that are made in the browser. */

export class Bytes {
  #buffer = new Uint8Array(1 << 16);
  length = 0;

  /** @param {number} more */
  #reserve(more) {
    if (this.length + more <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#buffer.length, this.length + more));
    larger.set(this.#buffer.subarray(0, this.length));
    this.#buffer = larger;
  }

  /** @param {number} value  0 to 255 */
  byte(value) {
    this.#reserve(1);
    this.#buffer[this.length] = value;
    this.length += 1;
  }

  /** @param {ArrayLike<number>} values @returns {this} */
  put(values) {
    this.#reserve(values.length);
    this.#buffer.set(values, this.length);
    this.length += values.length;
    return this;
  }

  /** @param {string} text  of ASCII @returns {this} */
  text(text) {
    return this.put(Uint8Array.from(text, (char) => char.charCodeAt(0)));
  }

  /** A whole number, the lowest byte first. @param {number} value @returns {this} */
  little16(value) {
    return this.put([value & 255, (value >> 8) & 255]);
  }

  /** A whole number below 2^48, the highest byte first. @param {number} value @param {number} size  bytes @returns {this} */
  big(value, size) {
    return this.put(Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** (size - 1 - i)) % 256));
  }

  /** @returns {Uint8Array<ArrayBuffer>} */
  get whole() {
    return this.#buffer.slice(0, this.length);
  }
}
