// The bot's main loop.  You need not change it: your ideas go into strategy.hpp.

#include <csignal>
#include <iostream>
#include <optional>

#include "protocol.hpp"
#include "state.hpp"
#include "strategy.hpp"

using namespace game;

static std::string text(int place) {
    return std::to_string(column(place)) + " " + std::to_string(row(place));
}

// The orders that the rules allow: any other one would lose the game.
static std::vector<Order> legal(const State& state, const std::vector<Order>& orders) {
    std::vector<Order> kept;
    std::array<bool, PLACES> named{};
    for (const Order& order : orders) {
        std::string refusal = state.refusal(order);
        if (refusal.empty() && named[order.unit]) refusal = "the unit has an order already";
        if (refusal.empty()) {
            named[order.unit] = true;
            kept.push_back(order);
        } else {
            std::cerr << "turn " << state.turn << ": " << text(order.unit) << " " << text(order.shot)
                      << " " << text(order.move) << " refused: " << refusal << "\n";
        }
    }
    return kept;
}

static void play() {
    Connection connection;
    State state = connection.read_start();
    std::optional<Strategy> strategy;
    while (state.turn < state.turns) {
        state.update(connection.read_state());
        if (!strategy) strategy.emplace(state);
        const auto orders = legal(state, strategy->choose());
        connection.send(orders);
        state.sent(orders);
    }
    std::cerr << "before the last turn: " << state.won << " : " << state.lost << ", "
              << State::spent() << " s\n";
}

int main() {
    std::signal(SIGPIPE, SIG_IGN);  // send() reports it
    try {
        play();
    } catch (const Hangup& gone) {
        std::cerr << gone.what() << "\n";
    }
}
