/** The texts of the scripts of the site's pages but for maps, in one place, so that they can be translated. */

export const SITE = Object.freeze({
  busy: "The site is busy, so nothing was changed. Try again in a few seconds.",
  copied: "Copied.",
  notCopied: "The browser does not let this page copy. The text is selected: press Ctrl+C.",
  /** @param {string} word  for a turn @param {number} turn @param {string} game  "half 2"; "" where there is one alone */
  ledFrom: (word, turn, game) =>
    (game ? `An opponent led for good from ${word} ${turn} of ${game} on.` : `An opponent led for good from ${word} ${turn} on.`),
  noAnswer: "No answer from the server. Trying again…",
  /** The name of a box that scrolls. @param {string} heading  of its section */
  table: (heading) => (heading ? `${heading}: table` : "Table"),
});

export const TIMES = Object.freeze({
  soon: "in a moment",
  justNow: "just now",
  now: "now",
  /** @param {number} days @param {string} clock  such as "03:12:45" */
  in: (days, clock) => (days ? `in ${days} d ${clock}` : `in ${clock}`),
});
