/** What the site finds of a map: problems that lead to their places, figures, rulesets that fit. */

export class Findings {
  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} rulesets  name → title
   * @param {(problem: import("./service.js").Problem) => void} jump
   */
  constructor(root, rulesets, jump) {
    const part = (name) => /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));
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
    this.state.className = `badge ${kind && `badge-${kind}`}`;
  }

  /** @param {{problems: import("./service.js").Problem[], facts: any[], objections: Record<string, string>}} found */
  show({ problems, facts, objections }) {
    this.showProblems(problems);
    if (problems.length) return;
    this.say("A good map", "ok");
    this.facts.replaceChildren(...facts.flatMap(({ title, value }) => [element("dt", title), element("dd", value)]));
    this.fits.replaceChildren(...Object.entries(objections).map(([name, why]) => this.#fit(name, why)));
  }

  showProblems(problems) {
    this.problems = problems;
    this.list.hidden = !problems.length;
    this.list.replaceChildren(...problems.map((problem) => this.#problem(problem)));
    if (problems.length) this.say(problems.length === 1 ? "1 problem" : `${problems.length} problems`, "bad");
  }

  #problem(problem) {
    const item = document.createElement("li");
    const { reason, row, column } = problem;
    const place = [row && `row ${row}`, column && `column ${column}`].filter(Boolean).join(", ");
    if (!place) {
      item.textContent = reason;
      return item;
    }
    const button = element("button", `${place}: ${reason}`);
    button.type = "button";
    button.className = "map-problem";
    button.addEventListener("click", () => this.jump(problem));
    item.append(button);
    return item;
  }

  #fit(name, why) {
    const item = element("li", "");
    const badge = element("span", this.rulesets[name] ?? name);
    badge.className = `badge ${why ? "badge-muted" : "badge-ok"}`;
    item.append(badge, why ? ` ${why}` : " can be played on it");
    return item;
  }
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
