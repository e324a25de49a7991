// The lines between a bot and the referee.
#pragma once

#include <unistd.h>

#include <cctype>
#include <string>
#include <vector>

#include "pipe.hpp"
#include "state.hpp"

namespace game {

// A bot's end of the line.  Large boards are millions of lines: streams would be much slower.
class Connection {
public:
    // The message that a bot gets once.
    State read_start() {
        const int width = number(), height = number(), turns = number();
        if (width < 1 || width > 30 || height < 1 || height > 30)
            throw ProtocolError("the board has a strange size");
        fields_.resize(width * height);
        return State(width, height, turns);
    }

    // All fields of a turn.
    const std::vector<Told>& read_state() {
        for (Told& field : fields_) {
            field.x = number();
            field.y = number();
            field.what = number();
            field.hp = number();
            if (field.x < 1 || field.x > 30 || field.y < 1 || field.y > 30 || field.what > 5)
                throw ProtocolError("expected a field");
        }
        return fields_;
    }

    void send(const std::vector<Order>& orders) {
        std::string text;
        for (const Order& order : orders)
            text += field(order.unit) + " " + field(order.shot) + " " + field(order.move) + "\n";
        text += "0\n";
        write_all(STDOUT_FILENO, text);
    }

    // The next number, with the byte that ends it.
    int number() {
        int digit = byte();
        while (std::isspace(digit)) digit = byte();
        int value = 0;
        for (; !std::isspace(digit); digit = byte()) {
            if (digit < '0' || digit > '9' || value > 9999) throw ProtocolError("expected a number");
            value = 10 * value + digit - '0';
        }
        return value;
    }

private:
    std::vector<Told> fields_;
    std::vector<char> buffer_ = std::vector<char>(1 << 16);
    std::size_t next_ = 0, end_ = 0;

    static std::string field(int place) {
        return std::to_string(column(place)) + " " + std::to_string(row(place));
    }

    int byte() {
        if (next_ == end_) {
            const ssize_t count = read(STDIN_FILENO, buffer_.data(), buffer_.size());
            if (count <= 0) throw Hangup();
            next_ = 0;
            end_ = static_cast<std::size_t>(count);
        }
        return static_cast<unsigned char>(buffer_[next_++]);
    }
};

}  // namespace game
