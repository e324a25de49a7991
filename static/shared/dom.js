/** Elements of the page: finding those that are there, making new ones. */

/**
 * The element that a selector names; a page without it is broken, and says so.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {any}  an element; which kind of element is the caller's to know
 */
export function find(root, selector) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`The page has no element ${selector}`);
  return found;
}

/**
 * The nearest element at or above the target of an event.
 * @param {Event} event
 * @param {string} selector
 * @returns {any}  an element or null
 */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** What went wrong, in words. @param {unknown} error  anything that was thrown */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
