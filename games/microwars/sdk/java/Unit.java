/**
 * A unit in play.
 *
 * @param kind TANK or CANNON
 * @param hp the points that it has left
 * @param number your own units keep theirs for the whole game, and replays have the same; the
 *     enemy's have NOBODY
 */
record Unit(int place, int kind, int hp, boolean mine, int number) {
    static final int NOBODY = -1;

    /** Whether it may shoot at this place, which is one of the board. */
    boolean reaches(int target) {
        return Places.distance(place, target) <= Constants.REACH[kind];
    }
}
