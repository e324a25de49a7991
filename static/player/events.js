/** Events that move a game's state on. */

/**
 * @template State
 * @template {{e: string}} Event
 * @typedef {{[E in Event as E["e"]]: (state: State, event: E) => State}} Changes  by the `e` of an event; what the
 *   functions are given is not changed
 */

/**
 * @template {{e: string}} Event
 * @template {unknown[]} Rest
 * @template Result
 * @typedef {{[E in Event as E["e"]]?: (event: E, ...rest: Rest) => Result}} Handlers  by the `e` of an event
 */

/**
 * The result of the handler for the event's kind; undefined where there is none.
 * @template {{e: string}} Event
 * @template {unknown[]} Rest
 * @template Result
 * @param {Handlers<Event, Rest, Result>} handlers
 * @param {Event} event
 * @param {Rest} rest
 * @returns {Result | undefined}
 */
export function handled(handlers, event, ...rest) {
  const known = /** @type {Record<string, (event: Event, ...rest: Rest) => Result>} */ (/** @type {unknown} */ (handlers));
  return known[event.e]?.(event, ...rest);
}

/**
 * The state after events, none of which is passed over: one that the game does not know is damage.
 * @template State
 * @template {{e: string}} Event
 * @param {State} state
 * @param {Event[]} events
 * @param {Changes<State, Event>} changes
 * @returns {State}
 */
export function applied(state, events, changes) {
  const known = /** @type {Record<string, (state: State, event: Event) => State>} */ (/** @type {unknown} */ (changes));
  let next = state;
  for (const event of events) {
    const change = known[event.e];
    if (!change) throw new Error(`unknown event "${event.e}"`);
    next = change(next, event);
  }
  return next;
}
