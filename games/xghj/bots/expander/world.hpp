// The board as flat arrays by place, and values computed from it: place = y * cols + x.
#pragma once

#include <cstdlib>
#include <limits>
#include <vector>

#include "definition.h"

const int NOBODYS = -1, HIDDEN = -2;
const int REACH = MILITARY_KERNEL_SIZE - 1;
const int UNIT = 10000;  // influence is counted in ten-thousandths of a bomb

class World {
public:
    int cols, rows, size, id, players, round, last, cost;
    long long limit;
    vector<int> owner, resource, attack, defence;
    vector<bool> point;  // the scenario's named places
    int weight[2 * REACH + 1][2 * REACH + 1];

    explicit World(const Info& info)
        : World(info.map, info.militaryKernel) {
        id = info.id, players = info.playerSize, round = info.round;
        for (int place = 0; place < size; ++place) {
            const MapPointInfo& cell = info.mapPointInfo[place % cols][place / cols];
            if (!cell.isVisible) owner[place] = HIDDEN;
            else if (cell.owner != NEUTRAL_PLAYER_ID) owner[place] = cell.owner;
        }
    }

    // The ground alone, before any country has a place.
    explicit World(const BaseMap* map, const vector<vector<float> >& kernel = {})
        : cols(map->getCols()), rows(map->getRows()), size(cols * rows), id(0), players(0), round(0),
          last(xghj::scene().constants.max_round - 1), cost(xghj::scene().constants.bomb_cost),
          limit(static_cast<long long>(xghj::scene().constants.suppress_limit) * UNIT),
          owner(size, NOBODYS), resource(size), attack(size), defence(size), point(size) {
        auto res = map->getMapRes();
        auto atk = map->getMapAtk(), def = map->getMapDef();
        for (int place = 0; place < size; ++place) {
            int x = place % cols, y = place / cols;
            resource[place] = res[x][y], attack[place] = atk[x][y], defence[place] = def[x][y];
        }
        for (const xghj::Point& each : xghj::scene().points) point[at(each.place)] = true;
        for (int i = 0; i <= 2 * REACH; ++i)
            for (int j = 0; j <= 2 * REACH; ++j)
                weight[i][j] = kernel.empty() ? 0 : static_cast<int>(std::lround(kernel[i][j] * UNIT));
    }

    int at(TPosition position) const { return position.y * cols + position.x; }
    TPosition position(int place) const { return {place % cols, place / cols}; }
    bool mine(int place) const { return owner[place] == id; }
    int steps(int a, int b) const { return abs(a % cols - b % cols) + abs(a / cols - b / cols); }

    // Calls with(place) for the up to four places beside one.
    template <class With>
    void beside(int place, With with) const {
        int x = place % cols, y = place / cols;
        if (x > 0) with(place - 1);
        if (x < cols - 1) with(place + 1);
        if (y > 0) with(place - cols);
        if (y < rows - 1) with(place + cols);
    }
    // Calls with(place, weight) for every place that a bomb reaches.
    template <class With>
    void around(int place, With with) const {
        int x = place % cols, y = place / cols;
        for (int i = std::max(0, x - REACH); i <= std::min(cols - 1, x + REACH); ++i)
            for (int j = std::max(0, y - REACH); j <= std::min(rows - 1, y + REACH); ++j)
                if (int w = weight[i - x + REACH][j - y + REACH]) with(j * cols + i, w);
    }
    // Steps from the nearest place that `from` names, over the whole board.
    template <class From>
    vector<int> distances(From from) const {
        vector<int> found(size, std::numeric_limits<int>::max()), edge;
        for (int place = 0; place < size; ++place)
            if (from(place)) found[place] = 0, edge.push_back(place);
        for (std::size_t i = 0; i < edge.size(); ++i)
            beside(edge[i], [&](int near) {
                if (found[near] != std::numeric_limits<int>::max()) return;
                found[near] = found[edge[i]] + 1;
                edge.push_back(near);
            });
        return found;
    }
    // My cells that are next to a cell of that country.
    int border(int country) const {
        int count = 0;
        for (int place = 0; place < size; ++place) {
            bool touches = false;
            if (mine(place)) beside(place, [&](int near) { touches = touches || owner[near] == country; });
            count += touches;
        }
        return count;
    }
};

// The place with the richest land that can be taken around it, away from the others.
inline TPosition good_birthplace(const vector<TPosition>& chosen, const BaseMap* map) {
    const int WIDE = 6, ROOM = 12;
    World world(map);
    int best = 0;
    double most = -1;
    for (int place = 0; place < world.size; ++place) {
        if (world.attack[place] == 0) continue;
        int apart = ROOM;
        for (TPosition other : chosen) apart = std::min(apart, world.steps(place, world.at(other)));
        if (apart < xghj::scene().constants.spawn_distance) continue;
        double worth = 0;
        for (int near = 0; near < world.size; ++near) {
            int steps = world.steps(place, near);
            if (steps > WIDE || world.attack[near] == 0) continue;
            double easy = std::min(world.attack[near], 150) / 100.0;
            worth += (1 + 2 * world.resource[near]) * easy / (2 + steps);
        }
        worth *= 1 + apart;
        if (worth > most) most = worth, best = place;
    }
    return world.position(best);
}
