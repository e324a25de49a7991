"""The colours of badges: one table of states, for pages of all areas."""

_STATES = {
    "ok": """better; open; test better; test passed; lesson passed; can be played; done; entered;
        accepted; checked in; complete; installed; new; OK; on; open for entries; plays; public;
        published; qualified; sent; winner; worker ready; you""",
    "live": "live; running",
    "wait": """again; archived; bot provisional; building; computing; correction ready; disturbed;
        draft; drained; export running; installing; invited; needs a look; no version; outdated;
        no version yet; not confirmed; not started; pairing running; paused; planned;
        plays, then rests; proving; queued; undecided; version on its way; waiting""",
    "bad": """aborted; closed; test failed; test worse; bot paused; broken; cannot be played yet;
        disqualified; expired; failed; disturbances stand out; failing; failures stand out;
        given_up; not better; out of play; results stand out; stands out; taken out; unread;
        version failed; void; withdrawn""",
    "muted": """anchor; announcement over; announcement withdrawn; bot; by decision; by seed;
        cancelled; discarded; ended;
        comparison failed; event not started; export expired; finished; gone; not public; off;
        organizer; points; practice only; preview; provisional; qualified before; ready; replaced;
        retired; scenario draft; skipped; sparring partner; stopped; the house; tied; undone;
        declined; not checked in; taken back; used up; withdrew""",
}
COLOURS = {
    " ".join(state.split()): colour
    for colour, states in _STATES.items()
    for state in states.split(";")
}
"""By state, or by its kind and the state where the word alone means more than one thing."""


def colour(state: str, of: str = "") -> str:
    """The end of the badge's class.  A state that the table does not have is muted."""
    return COLOURS.get(f"{of} {state}") or COLOURS.get(state, "muted")
