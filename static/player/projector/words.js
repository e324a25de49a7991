/** The texts of the scripts of a projector and of an embedded event, in one place, so that they can be translated. */

export const PROJECTOR = Object.freeze({
  lost: "No connection to the site. This is the last state; the page tries again.",
  refused: "The step was refused. Log in again, or ask who runs the event.",
  noFull: "This browser does not allow full screen here.",
  full: "Full screen",
  window: "Leave full screen",
  /** To a page of another site that asks a frame for what only a match can do. */
  alone: "The frame of an event follows by itself: resize is the one command.",
});
