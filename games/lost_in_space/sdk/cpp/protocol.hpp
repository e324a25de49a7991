// The bytes between a bot and the referee: JSON texts with lengths.
#pragma once

#include <cctype>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "definition.hpp"
#include "json.hpp"
#include "pipe.hpp"

namespace game {

// A value of a message, in its original text.  ProtocolError if it is of another kind than wanted.
class Value {
public:
    Value() = default;
    explicit Value(std::string written) : written_(std::move(written)) {}

    const std::string& written() const { return written_; }
    int number() const {
        return read<int>([](Reader& in) { return in.small(); });
    }
    bool flag() const {
        return read<bool>([](Reader& in) { return in.flag(); });
    }
    std::string text() const {
        return read<std::string>([](Reader& in) { return in.text(); });
    }
    std::vector<Value> list() const {
        return read<std::vector<Value>>([](Reader& in) {
            std::vector<Value> found;
            in.array([&] { found.emplace_back(in.raw()); });
            return found;
        });
    }
    std::vector<int> numbers() const {
        std::vector<int> found;
        for (const Value& each : list()) found.push_back(each.number());
        return found;
    }
    Pos place() const {
        std::vector<int> found = numbers();
        if (found.size() != 3) throw ProtocolError("no place: " + written_);
        return {found[0], found[1], found[2]};
    }

private:
    std::string written_;

    template <class Found, class Read>
    Found read(Read take) const {
        Reader in(written_);
        Found found = take(in);
        in.end();
        return found;
    }
};

// A message, or a part of one: values with names.
class Message {
public:
    Message() = default;
    explicit Message(const std::string& written) : written_(written) {
        shallow(written);
        Reader in(written_);
        in.object([&](const std::string& key) { values_[key] = Value(in.raw()); });
        in.end();
    }

    const std::string& written() const { return written_; }
    bool has(const std::string& key) const { return values_.count(key) > 0; }
    // ProtocolError if there is none.
    const Value& at(const std::string& key) const {
        auto found = values_.find(key);
        if (found == values_.end()) throw ProtocolError("no " + key + " in " + written_.substr(0, 100));
        return found->second;
    }
    // Empty if the message does not have it.
    std::string type() const {
        bool said = has("type") && at("type").written().front() == '"';
        return said ? at("type").text() : "";
    }

private:
    std::string written_;
    std::map<std::string, Value> values_;

    // A deeply nested text is no message, and could use up the stack.
    static void shallow(const std::string& written) {
        int depth = 0;
        for (char c : written) {
            depth += (c == '[' || c == '{') - (c == ']' || c == '}');
            if (depth > 50) throw ProtocolError("nested too deeply");
        }
    }
};

// Applies a function to a message of the referee.  It logs an invalid message and ignores it.
template <class Take>
void guarded(const std::string& said, Take take) {
    try {
        take();
    } catch (const std::exception& error) {
        std::cerr << "not understood: " << said.substr(0, 200) << ": " << error.what() << "\n";
    }
}

// Reads and writes messages.  Reading blocks; both throw Hangup after the referee has ended.
class Connection {
public:
    // The caller still owns the descriptors.
    Connection(int source, int sink) : source_(fdopen(source, "rb")), sink_(sink) {
        if (source_ == nullptr) throw Hangup();
    }

    Message read() {
        std::string head = bytes(4);
        std::size_t size = 0;
        for (char c : head) {
            if (!std::isdigit(static_cast<unsigned char>(c)))
                throw ProtocolError("expected the length of a message, got " + head);
            size = 10 * size + static_cast<std::size_t>(c - '0');
        }
        std::string body = bytes(size);
        Message message;
        guarded(body, [&] { message = Message(body); });
        return message;
    }

    void send(const std::string& body) {
        std::string data;
        for (int shift = 24; shift >= 0; shift -= 8) data += static_cast<char>(body.size() >> shift);
        data += body;
        write_all(sink_, data);
    }

private:
    FILE* source_;
    int sink_;

    std::string bytes(std::size_t size) {
        std::string found(size, '\0');
        if (std::fread(&found[0], 1, size, source_) < size) throw Hangup();
        return found;
    }
};

}  // namespace game
