// The choice of targets: shots that add up to kills are worth more than scratches.
#pragma once

#include "battle.hpp"

namespace plan {

constexpr std::array<double, 2> WORTH = {1.0, 1.6};  // of a tank, of a cannon
constexpr double FRIENDLY = 1.5;                     // weight of a hit on an own piece

class Aim {
public:
    Aim(const Battle& battle, int side) : battle_(battle), side_(side), left_(battle.pieces.size()) {
        for (std::size_t i = 0; i < left_.size(); ++i) {
            left_[i] = battle.pieces[i].hp;
            spread(i, value(i));
        }
    }

    // The target of every piece of the side; each aims by what the others have chosen.
    std::vector<int> targets(int rounds) {
        std::vector<int> shots(left_.size(), 0);
        for (int round = 0; round < rounds; ++round)
            for (std::size_t i = 0; i < left_.size(); ++i) {
                const Piece& piece = battle_.pieces[i];
                if (piece.side != side_) continue;
                if (shots[i]) strike(shots[i], piece.kind, 1);
                shots[i] = best(piece);
                if (shots[i]) strike(shots[i], piece.kind, -1);
            }
        return shots;
    }

private:
    const Battle& battle_;
    int side_;
    std::vector<int> left_;
    std::array<double, PLACES> single_{}, blast_{};  // what a hit is worth, by target

    // The worth of one more hit; 0 for a target that is dead already.
    double value(std::size_t i) const {
        const Piece& piece = battle_.pieces[i];
        if (left_[i] <= 0) return 0;
        const double worth = WORTH[piece.kind] / (left_[i] + 1);
        return piece.side == side_ ? -FRIENDLY * worth : worth;
    }

    void spread(std::size_t i, double more) {
        const int place = battle_.pieces[i].place;
        single_[place] += more;
        for (int x = -1; x <= 1; ++x)
            for (int y = -1; y <= 1; ++y) blast_[place + game::place(x, 0) + y] += more;
    }

    void strike(int target, Kind kind, int points) {
        const int radius = game::BLAST[kind];
        for (int x = -radius; x <= radius; ++x)
            for (int y = -radius; y <= radius; ++y) {
                const int hit = battle_.at(target + game::place(x, 0) + y);
                if (hit == game::NOBODY) continue;
                const double before = value(hit);
                left_[hit] += points;
                spread(hit, value(hit) - before);
            }
    }

    int best(const Piece& piece) const {
        const game::State& ground = battle_.ground();
        const auto& worth = game::BLAST[piece.kind] ? blast_ : single_;
        const int reach = game::REACH[piece.kind];
        const int x = game::column(piece.place), y = game::row(piece.place);
        const int right = std::min(ground.width, x + reach), up = std::min(ground.height, y + reach);
        int found = 0;
        double most = 1e-9;
        for (int i = std::max(1, x - reach); i <= right; ++i)
            for (int j = std::max(1, y - reach); j <= up; ++j)
                if (const int target = game::place(i, j); worth[target] > most)
                    found = target, most = worth[target];
        return found;
    }
};

}  // namespace plan
