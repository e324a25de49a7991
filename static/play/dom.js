/** Making elements, for the play page and for games' controls. */

/**
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
 * A button of the controls.
 * @param {string | Node} label
 * @param {() => void} press
 * @param {{title?: string, name?: string, kind?: "primary" | "danger" | "", data?: Record<string, any>}} [more]
 *   name: what it is called where the label is a sign
 * @returns {HTMLButtonElement}
 */
export function button(label, press, { title = "", name = "", kind = "", data = {} } = {}) {
  const aria = name ? { label: name } : {};
  const className = kind ? `play-key play-key-${kind}` : "play-key";
  return make("button", { type: "button", className, title, data, aria, on: { click: press } }, label);
}

/** An arrow as a picture, because fonts differ. @param {number} turns  quarters clockwise from up */
export function arrow(turns) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M10 3l6.5 7H12v7H8v-7H3.5z");
  path.setAttribute("transform", `rotate(${90 * turns} 10 10)`);
  svg.append(path);
  return svg;
}
