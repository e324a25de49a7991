// The outcome of a turn's orders if both sides then follow a stance.
#pragma once

#include "fire.hpp"
#include "march.hpp"

namespace plan {

constexpr Stance THEIRS = {4, 1, 3, 0.4, 2};  // how we think that the enemy goes on

class Outlook {
public:
    Outlook(const Battle& now, int turns) : now_(now), turns_(turns), shots_(Aim(now, 0).targets(2)) {
        enemy_ = intent(now, 1, THEIRS);
    }

    // Our shots, which do not depend on where anybody goes.
    const std::vector<int>& shots() const { return shots_; }

    // How well we stand some turns later.
    double worth(const std::vector<int>& goals, const Stance& stance) const {
        Battle battle = now_;
        battle.play({Intent{shots_, goals}, enemy_});
        for (int turn = 1; turn < turns_; ++turn)
            battle.play({intent(battle, 0, stance), intent(battle, 1, THEIRS)});
        return sum(battle);
    }

    // The cost of a call of `worth`, in pieces times turns; the board itself is as dear as some.
    long price() const { return static_cast<long>(turns_) * (BOARD + now_.pieces.size()); }

private:
    static constexpr long BOARD = 20;
    static constexpr std::array<double, 2> WHOLE = {0.4, 1.0};  // a tank, a cannon without a scratch
    static constexpr std::array<double, 2> USUAL = {25, 10};    // their points then

    const Battle& now_;
    int turns_;
    std::vector<int> shots_;
    Intent enemy_;

    static Intent intent(const Battle& battle, int side, const Stance& stance) {
        return {Aim(battle, side).targets(1), March(battle, side, stance).goals()};
    }

    // A piece lost is a point; one that is left counts by what it can still do.
    static double sum(const Battle& battle) {
        double worth = battle.lost[1] - battle.lost[0];
        for (const Piece& piece : battle.pieces) {
            const double left = WHOLE[piece.kind] * std::min(1.0, piece.hp / USUAL[piece.kind]);
            worth += piece.side ? -left : left;
        }
        return worth;
    }
};

}  // namespace plan
