// Follows games with the C++ kit and prints what it knows, for test_kits.py.
//
// Standard input: the referee's lines of one game or of several.  Standard output, for the start
// and for every turn: owners, kinds and units of the view, then owner, kind and half-turn of what
// is remembered of each tile, then how many orders wait; one line, parts separated by blanks.  A
// line that begins with "[" is an answer of ours: how many orders it appends.
#include <memory>

#include "state.hpp"

using namespace game;

static void print(const State& state) {
    for (int owner : state.owners) std::cout << owner << ',';
    std::cout << ' ';
    for (int kind : state.kinds) std::cout << kind << ',';
    std::cout << ' ';
    for (auto units : state.units) std::cout << units << ',';
    std::cout << ' ';
    for (int place = 0; place < state.size; ++place) {
        Sight seen = state.sight(place);
        std::cout << seen.owner << ':' << seen.kind << ':' << seen.half << ',';
    }
    std::cout << ' ' << state.queue.size() << '\n';
}

static void answer(State& state, const std::string& line) {
    Reader in(line);
    in.array([&] {
        in.row([&] {
            std::string word = in.text();
            while (in.more()) in.skip();
            if (word == "move") state.queue.push_back({0, 0, 'U', false});
            else if (word == "clear") state.queue.clear();
            else if (!state.queue.empty()) state.queue.pop_back();
        });
    });
}

int main() {
    std::unique_ptr<State> state;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line[0] == '[') {
            answer(*state, line);
            continue;
        }
        Message message = read_line(line);
        if (const Start* start = std::get_if<Start>(&message)) state = std::make_unique<State>(*start);
        else if (const Turn* turn = std::get_if<Turn>(&message)) state->update(*turn);
        else continue;
        print(*state);
    }
}
