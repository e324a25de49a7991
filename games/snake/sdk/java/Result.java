/** The effects of a move (see {@link State#foresee}). */
enum Result {
    ILLEGAL,
    DIES,
    SOLIDIFIES,
    MOVES
}
