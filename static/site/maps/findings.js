/** The check of a map: problems with links to their places, numbers, fitting rulesets. */

import { find, make } from "../../shared/dom.js";
import { MAPS } from "./words.js";

export class Findings {
  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} rulesets  name → title
   * @param {(problem: import("./service.js").Problem) => void} jump
   */
  constructor(root, rulesets, jump) {
    /** @param {string} name */
    const part = (name) => find(root, `[data-${name}]`);
    this.root = root;
    this.state = part("state");
    this.list = part("problems");
    this.facts = part("facts");
    this.fits = part("fits");
    this.rulesets = rulesets;
    this.jump = jump;
    /** @type {import("./service.js").Problem[]} */
    this.problems = [];
  }

  /** @param {string} words @param {"" | "ok" | "bad" | "wait"} [kind] */
  say(words, kind = "") {
    if (this.state.textContent !== words) this.state.textContent = words;
    this.state.className = kind ? `badge badge-${kind}` : "badge";
  }

  /** @param {{problems: import("./service.js").Problem[], facts: any[], objections: Record<string, string>}} found */
  show({ problems, facts, objections }) {
    this.showProblems(problems);
    if (problems.length) return;
    this.say(MAPS.good, "ok");
    this.facts.replaceChildren(...facts.flatMap(({ title, value }) => [make("dt", {}, title), make("dd", {}, value)]));
    this.fits.replaceChildren(...Object.entries(objections).map(([name, why]) => this.#fit(name, why)));
  }

  /** @param {import("./service.js").Problem[]} problems */
  showProblems(problems) {
    this.problems = problems;
    this.list.hidden = !problems.length;
    this.list.replaceChildren(...problems.map((problem) => this.#problem(problem)));
    if (problems.length) this.say(MAPS.problems(problems.length), "bad");
  }

  /** @param {import("./service.js").Problem} problem */
  #problem(problem) {
    const { reason, row, column } = problem;
    const place = MAPS.place(row, column);
    if (!place) return make("li", {}, reason);
    const click = () => this.jump(problem);
    return make("li", {}, make("button", { type: "button", className: "map-problem", on: { click } }, `${place}: ${reason}`));
  }

  /** @param {string} name @param {string} why */
  #fit(name, why) {
    const badge = make("span", { className: why ? "badge badge-muted" : "badge badge-ok" }, this.rulesets[name] ?? name);
    return make("li", {}, badge, ` ${why || MAPS.fits}`);
  }
}
