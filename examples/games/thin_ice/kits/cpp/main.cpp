// A bot for Thin Ice.  Change `choose`; ice.hpp has the game's questions and moves.
#include <tuple>

#include "ice.hpp"

// The shortest way to as many fish as one glide can bring.
static ice::Cell choose(const ice::Rink& rink) {
    ice::Move best;
    for (const ice::Move& move : rink.moves(rink.me))
        if (best.steps == 0 || std::tuple(move.fish, -move.steps) > std::tuple(best.fish, -best.steps)) best = move;
    return best.to;
}

int main() { ice::play(choose); }
