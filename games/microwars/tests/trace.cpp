// Follows a game as the C++ kit does.  Reads what a program reads, and after each state orders:
// how many of our own come first, how many of both sides, then these, then orders to be judged.
// Prints a line for each state: the score, the units, the units after the turn, the judgements.
#include <iostream>

#include "protocol.hpp"

using namespace game;

static Order read_order(Connection& connection) {
    int numbers[6];
    for (int& number : numbers) number = connection.number();
    return {place(numbers[0], numbers[1]), place(numbers[2], numbers[3]),
            place(numbers[4], numbers[5])};
}

static std::vector<Order> read_orders(Connection& connection, int count) {
    std::vector<Order> orders;
    for (int i = 0; i < count; ++i) orders.push_back(read_order(connection));
    return orders;
}

static void print(const std::vector<Unit>& units) {
    std::cout << " ";
    for (const Unit& unit : units)
        std::cout << column(unit.place) << "," << row(unit.place) << "," << unit.kind << ","
                  << unit.hp << "," << unit.mine << "," << unit.number << ";";
}

int main() {
    Connection connection;
    State state = connection.read_start();
    while (state.turn < state.turns) {
        state.update(connection.read_state());
        std::cout << state.won << " " << state.lost;
        print(state.units);
        const int own = connection.number(), all = connection.number(), odd = connection.number();
        const auto orders = read_orders(connection, all);
        State next = state;
        next.play(orders);
        print(next.units);
        std::cout << " ";
        for (const Order& order : read_orders(connection, odd))
            std::cout << state.refusal(order).empty();
        std::cout << std::endl;
        state.sent({orders.begin(), orders.begin() + own});
    }
}
