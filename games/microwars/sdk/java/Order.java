/**
 * The unit on {@code unit} shoots at {@code shot}, or not at all where that is 0, and chooses to
 * move to {@code move}, or stays where that is its own place. All three are places.
 */
record Order(int unit, int shot, int move) {
    /** The six numbers of the protocol. */
    @Override
    public String toString() {
        return Places.text(unit) + " " + Places.text(shot) + " " + Places.text(move);
    }
}
