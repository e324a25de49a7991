// The marshal's reading of the view: every tile as it probably is, and the places of the enemies.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "state.hpp"

namespace marshal {

using game::FAR;
using game::NEVER;
using game::State;
using Units = std::int64_t;

// A player of another team who is still in the game.
struct Enemy {
    int player = 0;
    int land = 0;
    Units units = 0;         // from the leaderboard; 0 where there is none
    int capital = NEVER;     // once it has been seen
    std::vector<int> known;  // places that are his as far as is known
};

struct Tile {
    int owner = 0, kind = game::HIDDEN;
    Units units = 0;
    int age = 0;           // half-turns since it was in view
    bool seen = false;     // at any time
    bool visible = false;  // now
    bool open = false;
};

// One picture for one half-turn.
class Outlook {
public:
    const State& state;
    std::vector<Tile> tiles;
    std::vector<int> own;
    std::vector<Enemy> enemies;
    std::vector<int> from_home;  // steps from the capital over open tiles
    std::vector<int> to_foe;     // steps to the nearest tile of an enemy as far as is known
    std::vector<double> hope;    // how likely an enemy's capital is to be there; sums up to 1 or 0
    Units strength = 0;          // units that could move
    bool contact = false;

    explicit Outlook(const State& now) : state(now), tiles(now.size) {
        believe();
        list_enemies();
        from_home = home() == NEVER ? std::vector<int>(now.size, FAR) : now.distances({home()});
        std::vector<int> foes;
        for (const Enemy& enemy : enemies) foes.insert(foes.end(), enemy.known.begin(), enemy.known.end());
        contact = !foes.empty();
        to_foe = now.distances(foes);
        guess_capitals();
    }

    int home() const { return state.capital; }
    int remaining() const { return state.halfturns - state.half; }
    bool mine(int place) const { return tiles[place].owner == state.player; }
    bool friendly(int place) const { return state.friendly(tiles[place].owner); }
    bool foe(int place) const { return state.enemy(tiles[place].owner); }
    // A team-mate's capital takes units in and never gives them back.
    bool treasury(int place) const {
        return friendly(place) && !mine(place) && tiles[place].kind == game::CAPITAL;
    }
    bool target(int place) const { return foe(place) && tiles[place].kind == game::CAPITAL; }
    // The units that can move on after `army` units have come here; negative where they are beaten.
    Units after(int place, Units army) const {
        const Tile& tile = tiles[place];
        if (friendly(place)) return army + tile.units - 1;
        return army - std::max<Units>(tile.units, 0) - 1;
    }

    // The picture if the army at home marched off.
    Outlook deserted() const {
        Outlook next = *this;
        next.tiles[home()].units = 1;
        return next;
    }

private:
    static constexpr int HOARDED = 30;  // half-turns for which a city keeps what it makes
    static constexpr int SOUGHT = 40;   // steps from an enemy's land within which his capital is sought

    void believe() {
        for (int place = 0; place < state.size; ++place) {
            game::Sight seen = state.sight(place);
            Tile& tile = tiles[place];
            tile.visible = state.visible(place);
            tile.age = state.half - seen.half;
            tile.seen = seen.half != NEVER;
            tile.owner = seen.owner;
            tile.kind = seen.kind;
            tile.units = seen.units;
            tile.open = state.open(place);
            if (!tile.seen && state.echo[place] == game::FOGGY_SWAMP) tile.kind = game::SWAMP;
            if (!tile.visible && tile.owner != 0) grow_old(tile);
            if (mine(place)) own.push_back(place), strength += std::max<Units>(tile.units - 1, 0);
        }
    }
    // An owned tile that went out of view has grown since, and its owner may be out.  A city or a
    // capital sends its army away sooner or later.
    void grow_old(Tile& tile) {
        bool makes = tile.kind == game::CITY || tile.kind == game::CAPITAL;
        if (makes) tile.units += std::min(tile.age, HOARDED) / game::TURN;
        else tile.units += tile.age / game::ROUND;
        if (tile.owner == state.player) tile.owner = 0;  // lost, who knows to whom
        if (state.beaten.count(tile.owner) && tile.kind == game::CAPITAL) tile.kind = game::CITY;
    }
    void list_enemies() {
        std::map<int, Enemy> found;
        for (int player = 1; player <= state.players; ++player)
            if (state.enemy(player) && !state.beaten.count(player)) found[player].player = player;
        for (const auto& team : state.ranking)
            for (const auto& rank : team.players)
                if (auto enemy = found.find(rank.player); enemy != found.end()) {
                    enemy->second.land = rank.land;
                    enemy->second.units = rank.units;
                }
        for (int place = 0; place < state.size; ++place) {
            if (!foe(place)) continue;
            Enemy& enemy = found[tiles[place].owner];
            enemy.known.push_back(place);
            if (tiles[place].kind == game::CAPITAL) enemy.capital = place;
        }
        for (auto& [player, enemy] : found) {
            enemy.player = player;
            enemies.push_back(enemy);
        }
    }
    // Capitals are sought where the fog has never lifted, round what is known of their owners: the
    // deeper in unknown land that near tiles of theirs surround, the likelier.
    void guess_capitals() {
        hope.assign(state.size, 0);
        for (const Enemy& enemy : enemies)
            if (enemy.capital == NEVER && !enemy.known.empty()) guess_capital(enemy);
        double sum = 0;
        for (double value : hope) sum += value;
        if (sum > 0)
            for (double& value : hope) value /= sum;
    }
    void guess_capital(const Enemy& enemy) {
        std::vector<int> steps(state.size, NEVER), edge = enemy.known;
        for (int place : edge) steps[place] = 0;
        double reach = 3 + std::max(enemy.land, 4) / 6.0;
        for (std::size_t i = 0; i < edge.size(); ++i) {
            int here = edge[i];
            hope[here] += chance(here, steps[here] / reach);
            if (steps[here] >= SOUGHT) continue;
            for (int near : state.neighbours(here))
                if (state.open(near) && steps[near] == NEVER) {
                    steps[near] = steps[here] + 1;
                    edge.push_back(near);
                }
        }
    }
    double chance(int place, double off) const {
        if (tiles[place].seen || state.echo[place] != game::MAYBE_BLANK) return 0;
        double across = 0.5 * (state.width + state.height);
        double depth = from_home[place] == FAR ? 1 : std::min(1.0, from_home[place] / across);
        return (0.2 + depth) / (1 + off * off);
    }
};

}  // namespace marshal
