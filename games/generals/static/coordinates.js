/**
 * Rows and columns as people read them: on the board, in captions and in messages to a player.
 * They count from 1; the protocol counts from 0.
 */

/** The number of a row or column. @param {number} index  from 0 */
export const numberOf = (index) => index + 1;

/** A tile in words. @param {number} row  from 0 @param {number} column  from 0 */
export const tileInWords = (row, column) => `row ${numberOf(row)}, column ${numberOf(column)}`;

/** A place in words. @param {number} place @param {{width: number}} scene */
export const placeInWords = (place, { width }) => tileInWords(Math.floor(place / width), place % width);
