/** The texts of the script of an upload, in one place, so that they can be translated. */

export const UPLOAD = Object.freeze({
  sending: "Sending…",
  /** @param {string} done @param {string} all */
  sent: (done, all) => `${done} of ${all} sent`,
  checking: "Sent. The server is checking it…",
  large: "The file is larger than this site accepts. Leave data out and try again.",
  /** @param {number} status */
  refused: (status) => `The server refused the file (${status}). Reload the page and try again.`,
  unreadable: "The server's answer could not be read. Reload the page and try again.",
  broken: "The connection broke. Nothing was uploaded. Try again.",
  slow: "The server took too long. Try again.",
});
