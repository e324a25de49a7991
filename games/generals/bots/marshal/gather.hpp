// Bringing units together: the tree of moves that carries the most to one place.
#pragma once

#include "outlook.hpp"

namespace marshal {

struct Gathering {
    std::vector<std::pair<int, int>> moves;  // from, to; leaves first
    Units sum = 0;                           // what arrives, without what stands there already
};

// Shortest ways over own tiles to one place, the richer of two that are as short.
class Tree {
public:
    // Up to `most` steps deep; `keep` is left out.
    Tree(const Outlook& outlook, int root, int most, int keep) {
        std::vector<int> index(outlook.tiles.size(), NEVER);
        nodes_.push_back({root, -1, 0, 0, 0, 0, false});
        index[root] = 0;
        for (int at = 0; at < size() && nodes_[at].depth < most; ++at)
            for (int near : outlook.state.neighbours(nodes_[at].place)) {
                if (!outlook.mine(near) || near == keep) continue;
                if (index[near] == NEVER) {
                    Units worth = std::max<Units>(outlook.tiles[near].units - 1, -1);
                    index[near] = size();
                    nodes_.push_back({near, at, 0, nodes_[at].depth + 1, worth, nodes_[at].along + worth, false});
                } else {
                    prefer(nodes_[index[near]], at);
                }
            }
        for (int at = 1; at < size(); ++at) ++nodes_[nodes_[at].parent].children;
    }

    // Cuts the poorest leaves until there are at most `most` moves, and none that carries nothing.
    void prune(int most) {
        auto richer = [&](int a, int b) {
            if (nodes_[a].worth != nodes_[b].worth) return nodes_[a].worth > nodes_[b].worth;
            return nodes_[a].depth < nodes_[b].depth;
        };
        std::vector<int> leaves;
        for (int at = 1; at < size(); ++at)
            if (nodes_[at].children == 0) leaves.push_back(at);
        std::make_heap(leaves.begin(), leaves.end(), richer);
        int left = size() - 1;
        while (!leaves.empty() && (left > most || nodes_[leaves.front()].worth <= 0)) {
            std::pop_heap(leaves.begin(), leaves.end(), richer);
            Node& leaf = nodes_[leaves.back()];
            leaves.pop_back();
            leaf.cut = true;
            --left;
            if (leaf.parent > 0 && --nodes_[leaf.parent].children == 0) {
                leaves.push_back(leaf.parent);
                std::push_heap(leaves.begin(), leaves.end(), richer);
            }
        }
    }

    Gathering told() const {
        Gathering found;
        // Nodes stand in the order of their depth, so that children come after their parents.
        for (int at = size() - 1; at > 0; --at) {
            if (nodes_[at].cut) continue;
            found.moves.push_back({nodes_[at].place, nodes_[nodes_[at].parent].place});
            found.sum += nodes_[at].worth;
        }
        return found;
    }

private:
    struct Node {
        int place, parent, children, depth;
        Units worth, along;  // of the tile, and of all from here to the root
        bool cut;
    };
    std::vector<Node> nodes_;

    int size() const { return static_cast<int>(nodes_.size()); }
    void prefer(Node& node, int parent) {
        Units along = nodes_[parent].along + node.worth;
        if (node.depth != nodes_[parent].depth + 1 || along <= node.along) return;
        node.parent = parent;
        node.along = along;
    }
};

// Moves along own tiles to `root`, at most `most` of them and none from `keep`.
inline Gathering gather(const Outlook& outlook, int root, int most, int keep = NEVER) {
    Tree tree(outlook, root, most, keep);
    tree.prune(most);
    return tree.told();
}

}  // namespace marshal
