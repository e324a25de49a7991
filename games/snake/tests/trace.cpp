// Plays halves with the C++ kit's rules and prints what they come to, for test_kits.py.
//
// Standard input, for each half: rounds, number of items, (x y time type param) of each, number of
// ops, the ops.  Standard output: the state as a line after each finished round, "illegal" where
// an op is refused, and "end <over> <score 0> <score 1>".
#include <iostream>
#include <set>

#include "state.hpp"

using namespace game;

static void print_snake(const Snake& snake) {
    std::cout << snake.id << ',' << snake.owner << ',' << snake.bank << ',' << snake.ray;
    for (int i = 0; i < snake.length; ++i)
        std::cout << ':' << column(snake.body[i]) << '.' << row(snake.body[i]);
    std::cout << ';';
}

static void print_state(const State& state) {
    for (const Side& side : state.sides)
        for (const Snake& snake : side) print_snake(snake);
    std::cout << '|';
    for (int owner : state.walls) std::cout << (owner == NOTHING ? '.' : owner ? '1' : '0');
    std::cout << '|';
    std::set<int> ids(state.item_at.begin(), state.item_at.end());
    ids.erase(NOTHING);
    const char* comma = "";
    for (int id : ids) {
        std::cout << comma << id;
        comma = ",";
    }
    std::cout << '|' << state.next_id << '\n';
}

static std::vector<Item> read_items() {
    int count;
    std::cin >> count;
    std::vector<Item> items;
    while (count-- > 0) {
        int x, y, time, type, param;
        std::cin >> x >> y >> time >> type >> param;
        items.push_back({cell_at(x, y), time, static_cast<ItemType>(type), param});
    }
    return items;
}

static void play(State state, const std::vector<Op>& ops) {
    for (Op op : ops) {
        if (!state.legal(op)) {
            std::cout << "illegal\n";
            break;
        }
        state.act(op);
        const bool alive = !state.sides[0].empty() || !state.sides[1].empty();
        if (alive && state.round_done()) print_state(state);
        state.advance();
    }
    std::cout << "end " << state.over << ' ' << state.score(0) << ' ' << state.score(1) << '\n';
}

int main() {
    int rounds;
    while (std::cin >> rounds) {
        const std::vector<Item> items = read_items();
        int count, op;
        std::cin >> count;
        std::vector<Op> ops;
        while (count-- > 0 && std::cin >> op) ops.push_back(static_cast<Op>(op));
        play(State(items, rounds), ops);
    }
}
