/** Events that move a game's state on. */

/**
 * @template State
 * @template {{e: string}} Event
 * @typedef {{[E in Event as E["e"]]: (state: State, event: E) => State}} Changes  by the `e` of an event; what the
 *   functions are given is not changed
 */

/**
 * @template {PropertyKey} Key
 * @template {Record<Key, string>} Event
 * @template {unknown[]} Rest
 * @template Result
 * @typedef {{[E in Event as E[Key]]?: (event: E, ...rest: Rest) => Result}} HandlersBy  by a field of an event
 */

/**
 * @template {{e: string}} Event
 * @template {unknown[]} Rest
 * @template Result
 * @typedef {HandlersBy<"e", Event, Rest, Result>} Handlers  by the `e` of an event
 */

/**
 * The result of the handler for an event's kind; undefined where there is none.
 * @template {PropertyKey} Key
 * @template {Record<Key, string>} Event
 * @template {unknown[]} Rest
 * @template Result
 * @param {Key} key  the field that has the kind
 * @param {HandlersBy<Key, Event, Rest, Result>} handlers
 * @param {Event} event
 * @param {Rest} rest
 * @returns {Result | undefined}
 */
export function handledBy(key, handlers, event, ...rest) {
  const known = /** @type {Record<string, (event: Event, ...rest: Rest) => Result>} */ (/** @type {unknown} */ (handlers));
  return known[event[key]]?.(event, ...rest);
}

/**
 * The same by the `e` of an event.
 * @template {{e: string}} Event
 * @template {unknown[]} Rest
 * @template Result
 * @param {Handlers<Event, Rest, Result>} handlers
 * @param {Event} event
 * @param {Rest} rest
 * @returns {Result | undefined}
 */
export const handled = (handlers, event, ...rest) => handledBy("e", handlers, event, ...rest);

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
