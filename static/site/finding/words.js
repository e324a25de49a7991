/** The texts of the scripts of the search, in one place, so that they can be translated. */

export const SEARCH = Object.freeze({
  suggestions: "Suggestions",
  /** @param {number} number */
  count: (number) => (number === 1 ? "1 suggestion" : `${number} suggestions`),
  /** @type {Record<string, string>} */
  kinds: { bot: "bot", person: "person", team: "team", map: "map", event: "event", help: "help", match: "match" },
});
