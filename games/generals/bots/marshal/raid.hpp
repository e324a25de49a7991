// Ways of one army that take tiles: a search along the most promising ones.
#pragma once

#include "outlook.hpp"

namespace marshal {

struct Raid {
    std::vector<int> path;  // from where the army stands; empty: nothing worth it
    double value = 0;       // of all that it takes
    double rate = 0;        // value by half-turn
};

// How much things count, in neutral tiles.
struct Prices {
    double foe;               // a tile of an enemy
    double city;              // beyond what any tile counts
    double unit = 0.12;       // a unit spent on a neutral tile
    double reveal = 25;       // finding a capital for certain
    double swamp = -15;       // for as long as the game lasts
    double capital = 12;      // small: sieges are planned elsewhere
    double overhead = 0.5;    // half-turns that every raid costs beside its steps

    // A city costs much now and pays for the rest of the game.
    static Prices at(const Outlook& outlook) {
        Prices prices{};
        prices.foe = outlook.state.players == 2 ? 2.6 : 2;
        double strength = static_cast<double>(std::max<Units>(outlook.strength, 1));
        double spare = std::max(0.0, 1 - 90 / strength);
        prices.city = 20 * spare * std::max(0.0, 1 - 90.0 / std::max(1, outlook.remaining()));
        return prices;
    }
};

class Search {
public:
    Search(const Outlook& outlook, const Prices& prices) : outlook_(outlook), prices_(prices) {
        const State& state = outlook.state;
        std::vector<int> prizes;
        for (int place = 0; place < state.size; ++place) {
            worth_.push_back(worth(place));
            if (worth_.back() > 0 && outlook.tiles[place].open) prizes.push_back(place);
        }
        to_prize_ = state.distances(prizes);
    }

    // An army that may go: units that would leave the place where it stands.
    struct Root {
        int place;
        Units army;
    };

    // The best way of at most `longest` steps for one of the armies, `delay` half-turns from now.
    Raid find(const std::vector<Root>& roots, int longest, int width, int delay = 0) const {
        std::vector<Node> nodes;
        nodes.reserve(static_cast<std::size_t>(4 * width * longest) + roots.size());
        std::vector<int> edge;
        for (const Root& root : roots) {
            if (root.army < 1 || to_prize_[root.place] > longest) continue;
            nodes.push_back({root.place, -1, root.army, 0, 0});
            edge.push_back(static_cast<int>(nodes.size()) - 1);
        }
        int best = -1;
        double best_rate = 0;
        for (int depth = 1; depth <= longest && !edge.empty(); ++depth) {
            std::vector<std::pair<double, int>> found;
            for (int at : edge) grow(nodes, found, at, longest - depth);
            for (const auto& [promise, at] : found) {
                double rate = nodes[at].value / (depth + delay + prices_.overhead);
                if (rate > best_rate) best_rate = rate, best = at;
            }
            std::size_t keep = std::min<std::size_t>(found.size(), static_cast<std::size_t>(width));
            auto last = found.begin() + static_cast<std::ptrdiff_t>(keep);
            if (last != found.end()) std::nth_element(found.begin(), last, found.end(), std::greater<>());
            edge.clear();
            for (std::size_t i = 0; i < keep; ++i) edge.push_back(found[i].second);
        }
        return best < 0 ? Raid{} : told(nodes, best, best_rate);
    }

    // Steps to the nearest tile worth taking.
    int to_prize(int place) const { return to_prize_[place]; }

private:
    struct Node {
        int place, before;
        Units army;
        int depth;
        double value;
    };
    const Outlook& outlook_;
    const Prices prices_;
    std::vector<double> worth_;
    std::vector<int> to_prize_;

    double worth(int place) const {
        const Tile& tile = outlook_.tiles[place];
        if (outlook_.mine(place)) return 0;
        if (outlook_.friendly(place)) return tile.kind == game::SWAMP ? prices_.swamp : -0.3;
        if (outlook_.target(place)) return prices_.capital;
        double value = outlook_.foe(place) ? prices_.foe : 1;
        if (tile.kind == game::CITY) value += prices_.city;
        if (tile.kind == game::SWAMP) value += prices_.swamp;
        if (tile.owner == 0) value -= prices_.unit * static_cast<double>(std::max<Units>(tile.units, 0));
        return value + reveal(place);
    }
    // The chance to find a capital by what comes into view there.
    double reveal(int place) const {
        if (prices_.reveal <= 0) return 0;
        const State& state = outlook_.state;
        double sum = 0;
        int x = state.row(place), y = state.column(place);
        for (int i = std::max(x - 1, 0); i <= std::min(x + 1, state.height - 1); ++i)
            for (int j = std::max(y - 1, 0); j <= std::min(y + 1, state.width - 1); ++j)
                sum += outlook_.hope[state.place(i, j)];
        return prices_.reveal * sum / 2;
    }
    void grow(std::vector<Node>& nodes, std::vector<std::pair<double, int>>& found, int at, int left) const {
        const Node from = nodes[at];
        if (from.army < 1) return;
        for (int next : outlook_.state.neighbours(from.place)) {
            if (!outlook_.tiles[next].open || outlook_.treasury(next) || passed(nodes, at, next)) continue;
            Units army = outlook_.after(next, from.army);
            if (army < 0) continue;
            double value = from.value + worth_[next];
            double more = army < 1 || to_prize_[next] > left ? 0.0
                          : std::min<double>(static_cast<double>(army), left - std::max(to_prize_[next] - 1, 0));
            nodes.push_back({next, at, army, from.depth + 1, value});
            found.emplace_back(value + more, static_cast<int>(nodes.size()) - 1);
        }
    }
    static bool passed(const std::vector<Node>& nodes, int at, int place) {
        for (; at >= 0; at = nodes[at].before)
            if (nodes[at].place == place) return true;
        return false;
    }
    static Raid told(const std::vector<Node>& nodes, int at, double rate) {
        Raid raid;
        raid.value = nodes[at].value;
        raid.rate = rate;
        for (; at >= 0; at = nodes[at].before) raid.path.push_back(nodes[at].place);
        std::reverse(raid.path.begin(), raid.path.end());
        return raid;
    }
};

}  // namespace marshal
