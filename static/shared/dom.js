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
 * All elements that a selector names.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {any[]}  in the order of the page
 */
export const findAll = (root, selector) => [...root.querySelectorAll(selector)];

/**
 * The nearest element at or above the target of an event.
 * @param {Event} event
 * @param {string} selector
 * @returns {any}  an element or null
 */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** Whether keys are text for the element. @param {HTMLElement} element */
export const isTyping = (element) => element.isContentEditable
  || element.matches("textarea, select, input:not([type=range], [type=checkbox], [type=button])");

/** The error as text. @param {unknown} error  anything that was thrown */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * A new element.
 * @param {string} tag
 * @param {Record<string, any>} [props]  properties; `data` and `aria` are objects of attributes,
 *   `on` one of listeners
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(tag, { data = {}, aria = {}, on = {}, ...props } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), props);
  for (const [name, value] of Object.entries(data)) element.dataset[name] = String(value);
  for (const [name, value] of Object.entries(aria)) element.setAttribute(name === "role" ? name : `aria-${name}`, String(value));
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  element.append(...children);
  return element;
}

/**
 * A new element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function makeSvg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/**
 * Call `act` in the frame after the size of an element has changed.  An observer that acts at once may change
 * sizes again, which Safari reports as an error of the page.
 * @param {Element} element
 * @param {() => void} act
 * @returns {() => void}  ends it
 */
export function onResize(element, act) {
  let waiting = 0;
  const observer = new ResizeObserver(() => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      act();
    });
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(waiting);
  };
}
