/**
 * Everything that scripts say to people, by folder.  Pages load the catalogue of their own folder;
 * this is for those who translate, and for the tests.  The words of a game are in its `words.js`.
 */

export * as clips from "../player/clips/words.js";
export * as account from "../site/account/words.js";
export * as finding from "../site/finding/words.js";
export * as maps from "../site/maps/words.js";
export * as play from "../play/words.js";
export * as player from "../player/words.js";
export * as seeds from "../site/seeds/words.js";
export * as site from "../site/words.js";
export * as projector from "../player/projector/words.js";
export * as uploads from "../site/uploads/words.js";
export * as wall from "../player/wall/words.js";
