/** The texts of the scripts of the search, in one place, so that they can be translated. */

export const SEARCH = Object.freeze({
  suggestions: "Suggestions",
  /** @param {number} number */
  count: (number) => (number === 1 ? "1 suggestion" : `${number} suggestions`),
});

/** The kinds of hits, by the name that the site gives. @type {Readonly<Record<string, string>>} */
export const KINDS = Object.freeze({
  bot: "bot", person: "person", team: "team", map: "map", event: "event", help: "help", match: "match",
});
