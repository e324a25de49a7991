// The pipe between a bot and the referee.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace game {

// The referee closed the connection.
struct Hangup : std::runtime_error {
    Hangup() : std::runtime_error("the referee has gone") {}
};

// The referee sent something that this kit does not know.
struct ProtocolError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Writes all of the data to a descriptor.  Throws Hangup where its reader has gone.
inline void write_all(int sink, const std::string& data) {
    for (std::size_t at = 0; at < data.size();) {
        const ssize_t sent = ::write(sink, data.data() + at, data.size() - at);
        if (sent <= 0) throw Hangup();
        at += static_cast<std::size_t>(sent);
    }
}

}  // namespace game
