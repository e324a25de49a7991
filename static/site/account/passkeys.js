/**
 * Passkeys: a form with `data-passkey` makes one ("create") or uses one ("get") before it is sent, as its
 * `credential`.  The options of the server are in the JSON element that `data-passkey-options` names,
 * or come from the address of the form.  A visible form's button is disabled until this is loaded: it
 * would send the form without a passkey.
 *
 * https://www.w3.org/TR/webauthn-3/
 */

import { PASSKEYS } from "./words.js";

const CAN = typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

for (const form of document.querySelectorAll("form[data-passkey]")) prepare(/** @type {HTMLFormElement} */ (form));

/** @param {HTMLFormElement} form */
function prepare(form) {
  form.hidden = !CAN && form.hidden;
  if (!CAN) say(form, PASSKEYS.unable);
  for (const button of form.querySelectorAll("button")) button.disabled = !CAN;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!CAN) return;
    say(form, "");
    try {
      const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("credential"));
      field.value = JSON.stringify(await credential(form));
      form.submit();
    } catch (error) {
      say(form, PASSKEYS.failed(error instanceof DOMException ? error.name : ""));
    }
  });
}

/** @param {HTMLFormElement} form @returns {Promise<Record<string, any>>}  as the server reads it */
async function credential(form) {
  const { publicKey } = await options(form);
  const made =
    form.dataset.passkey === "create"
      ? await navigator.credentials.create({ publicKey: creation(form, publicKey) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
  return /** @type {PublicKeyCredential} */ (made).toJSON();
}

/** @param {HTMLFormElement} form @returns {Promise<{ publicKey: any }>} */
async function options(form) {
  const element = document.getElementById(form.dataset.passkeyOptions ?? "");
  if (element) return JSON.parse(element.textContent ?? "");
  const answer = await fetch(form.action, { headers: { Accept: "application/json", "X-Requested-With": "XMLHttpRequest" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()).request_options;
}

/**
 * A passkey that replaces the password is kept by the device, which checks the person.
 *
 * @param {HTMLFormElement} form @param {any} publicKey
 */
function creation(form, publicKey) {
  const alone = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("passwordless"));
  if (alone?.checked) {
    Object.assign(publicKey.authenticatorSelection, {
      residentKey: "required", requireResidentKey: true, userVerification: "required",
    });
  }
  return PublicKeyCredential.parseCreationOptionsFromJSON(publicKey);
}

/** @param {HTMLFormElement} form @param {string} words */
function say(form, words) {
  const place = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-error]"));
  place.textContent = words;
  place.hidden = !words;
}
