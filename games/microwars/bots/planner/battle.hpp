// A board in thought: both sides alike, and quick to copy.
#pragma once

#include <array>
#include <vector>

#include "state.hpp"

namespace plan {

using game::Kind;
using game::PLACES;

struct Piece {
    int place;
    int hp;
    Kind kind;
    int side;  // 0 is ours
};

// The orders of a side, by the indexes of its pieces; 0 for no shot.
struct Intent {
    std::vector<int> shots, goals;
};

class Battle {
public:
    std::vector<Piece> pieces;
    std::array<int, 2> lost{};  // pieces of each side

    explicit Battle(const game::State& state) : state_(&state) {
        at_.fill(game::NOBODY);
        for (const game::Unit& unit : state.units) {
            at_[unit.place] = static_cast<short>(pieces.size());
            pieces.push_back({unit.place, unit.hp, unit.kind, unit.mine ? 0 : 1});
        }
    }

    const game::State& ground() const { return *state_; }
    int at(int place) const { return at_[place]; }
    bool empty(int place) const { return at_[place] == game::NOBODY && state_->available(place); }

    // Play a turn.  Intents hold an element for every piece; only those of the side are looked at.
    void play(const std::array<Intent, 2>& intents) {
        std::array<short, PLACES> hits{}, chosen{};
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const Piece& piece = pieces[i];
            const Intent& intent = intents[piece.side];
            if (int shot = intent.shots[i]) strike(hits, shot, game::BLAST[piece.kind]);
            if (intent.goals[i] != piece.place) ++chosen[intent.goals[i]];
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            Piece piece = pieces[i];
            at_[piece.place] = game::NOBODY;
            const int goal = intents[piece.side].goals[i];
            piece.hp -= hits[piece.place];
            if (chosen[goal] <= 1) piece.place = goal;
            if (piece.hp > 0)
                pieces[kept++] = piece;
            else
                ++lost[piece.side];
        }
        pieces.resize(kept);
        for (std::size_t i = 0; i < kept; ++i) at_[pieces[i].place] = static_cast<short>(i);
    }

private:
    const game::State* state_;
    std::array<short, PLACES> at_;

    static void strike(std::array<short, PLACES>& hits, int target, int radius) {
        // The border around the board takes what falls beyond its edges.
        for (int x = -radius; x <= radius; ++x)
            for (int y = -radius; y <= radius; ++y) ++hits[target + game::place(x, 0) + y];
    }
};

}  // namespace plan
