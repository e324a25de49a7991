/** Events that move a game's state on. */

/**
 * The state after events, none of which is passed over: one that the game does not know is damage.
 * @template State
 * @param {State} state
 * @param {any[]} events
 * @param {Record<string, (state: State, event: any) => State>} changes  by the `e` of an event;
 *   what they are given is not changed
 * @returns {State}
 */
export function applied(state, events, changes) {
  let next = state;
  for (const event of events) {
    const change = changes[event.e];
    if (!change) throw new Error(`unknown event "${event.e}"`);
    next = change(next, event);
  }
  return next;
}
