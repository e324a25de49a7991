/**
 * An item lies on the map in rounds time .. time + 15. Its id is its index in the list.
 *
 * @param param for a length what it adds to the bank; for a ray without meaning
 */
record Item(int cell, int time, Type type, int param) {
    enum Type {
        LENGTH,
        RAY
    }
}
