// The bytes between a bot and the referee (big-endian, no separators).
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <variant>
#include <vector>

#include "pipe.hpp"
#include "state.hpp"

namespace game {

// The message to a bot before the first operation.
struct Start {
    int rounds, player;
    std::vector<Item> items;
};

// How the half ended.  type: 0 normal, 0x10 crash or timeout, 0x11 illegal operation,
// 0x12 malformed bytes, 0x20 a fault of the referee.
struct End {
    int type, winner, scores[2];
};

inline int read_byte() {
    int value = std::getchar();
    if (value == EOF) throw Hangup();
    return value;
}

inline int read_short() {
    int high = read_byte();
    return static_cast<std::int16_t>(high << 8 | read_byte());
}

inline Start read_start() {
    Start start;
    read_byte();  // length and width of the board, always 16
    read_byte();
    start.rounds = read_short();
    start.player = read_byte();
    if (int tag = read_byte(); tag != 0x10)
        throw ProtocolError("expected the item list, got byte " + std::to_string(tag));
    int count = read_short();
    for (int i = 0; i < count; ++i) {
        int x = read_byte(), y = read_byte();
        auto type = static_cast<ItemType>(read_byte());
        int time = read_short(), param = read_short();
        start.items.push_back({cell_at(x, y), time, type, param});
    }
    return start;
}

// The next accepted operation (of either player), or the end of the half.
inline std::variant<Op, End> read_message() {
    int tag = read_byte();
    if (tag == 0x11) {
        End end{};
        end.type = read_byte();
        end.winner = read_byte();
        for (int& score : end.scores) score = read_short();
        return end;
    }
    if (tag < RIGHT || tag > SPLIT)
        throw ProtocolError("expected an operation or the end, got byte " + std::to_string(tag));
    return static_cast<Op>(tag);
}

inline void send(Op op) {
    const char frame[5] = {0, 0, 0, 1, static_cast<char>(op)};
    std::fwrite(frame, 1, sizeof frame, stdout);
    if (std::fflush(stdout) != 0) throw Hangup();
}

}  // namespace game
