/** The texts of the scripts of accounts, in one place, so that they can be translated. */

export const PASSKEYS = Object.freeze({
  unable: "This browser cannot use passkeys here. Update it, or use your password and a code.",
  /** @param {string} name  of the browser's error */
  failed: (name) => PASSKEY_FAILURES[name] ?? "The passkey could not be used. Reload the page and try again.",
});

/** @type {Record<string, string>} */
const PASSKEY_FAILURES = {
  NotAllowedError: "No passkey was used: you cancelled, or the time was over. Try again.",
  InvalidStateError: "This device has a passkey of your account already. Use another device.",
  SecurityError: "Passkeys work at the site's own name and by HTTPS alone. Open the site there and try again.",
};
