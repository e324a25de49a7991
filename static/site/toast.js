/** Messages in a corner: errors stay until they are closed, the others go by themselves. */

const STAY_MS = 7000;

/** @param {HTMLElement} toast */
function arm(toast) {
  const close = toast.querySelector("button");
  close.hidden = false;
  close.addEventListener("click", () => toast.remove());
  if (!toast.classList.contains("toast-error")) setTimeout(() => toast.remove(), STAY_MS);
}

/**
 * Show a message.
 * @param {string} text
 * @param {"info" | "success" | "warning" | "error"} [kind]
 */
export function toast(text, kind = "info") {
  const template = document.getElementById("toast-template");
  const element = template.content.firstElementChild.cloneNode(true);
  element.classList.add(`toast-${kind}`);
  element.querySelector("p").textContent = text;
  document.querySelector(".toasts").append(element);
  arm(element);
}

document.querySelectorAll(".toasts .toast").forEach(arm);
