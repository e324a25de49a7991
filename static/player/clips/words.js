/** The texts of clips, in one place, so that they can be translated. */

export const CLIPS = Object.freeze({
  title: "Clip",
  from: "From turn",
  to: "To turn",
  here: "Use this turn",
  hereFirst: "Use this turn as the first",
  hereLast: "Use this turn as the last",
  loop: "Play clip",
  link: "Copy link to clip",
  format: "File",
  width: "Width",
  pace: "Pace",
  /** @param {number} speed */
  speed: (speed) => `${speed}×`,
  save: "Save file",
  cancel: "Cancel",
  embed: "Copy code to embed",
  close: "Close",
  progress: "Progress of the file",
  gif: "GIF",
  webm: "WebM video",
  apng: "Animated PNG",
  png: "PNG of the first turn",
  /** @param {string} format */
  impossible: (format) => `${format} (this browser cannot make it here)`,
  /** @param {number} px */
  pixels: (px) => `${px} pixels`,
  noRange: "Give two turns, the first one not after the last one.",
  reading: "The turns are read and drawn…",
  stopped: "No file was made: it was stopped.",
  /** @param {string} message */
  failed: (message) => `No file was made. ${message}`,
  /** @param {number} count @param {number} most */
  tooLong: (count, most) => `These turns have ${count} steps. A file has at most ${most}: choose fewer turns.`,
  /** @param {number} n */
  missing: (n) => `Step ${n} of the match is missing.`,
  /** @param {string} name @param {number} kb */
  saved: (name, kb) => `${name} was made (${kb} KB).`,
  embedCopied: "The code is copied. Paste it into a page of your own.",
});
