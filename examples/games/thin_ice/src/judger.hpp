// The game's side of the judger protocol: packets on standard input and output, and as much JSON as
// they need.
#pragma once

#include <poll.h>
#include <unistd.h>

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// A value of JSON.  Numbers keep the text that they were written as.
struct Json {
    enum class Kind { Null, Bool, Number, Text, List, Object };
    Kind kind = Kind::Null;
    std::string text;
    std::vector<Json> items;                            // of a list
    std::vector<std::pair<std::string, Json>> members;  // of an object

    // The member of that name; null where there is none, or where this is no object.
    const Json& operator[](const std::string& name) const {
        static const Json none;
        for (const auto& [key, value] : members)
            if (key == name) return value;
        return none;
    }
    // A whole number, or `otherwise` where this is none.
    long number(long otherwise) const {
        return kind == Kind::Number ? std::strtol(text.c_str(), nullptr, 10) : otherwise;
    }
};

// Reads one value.  std::runtime_error where the text is not JSON.
class JsonReader {
public:
    explicit JsonReader(const std::string& text) : text_(text) {}

    Json read() {
        Json value = any(0);
        skip();
        if (at_ != text_.size()) fail();
        return value;
    }

private:
    static constexpr int DEEPEST = 64;
    const std::string& text_;
    std::size_t at_ = 0;

    [[noreturn]] void fail() const {
        throw std::runtime_error("not JSON at byte " + std::to_string(at_));
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skip() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    }
    bool take(char c) {
        skip();
        if (peek() != c || at_ >= text_.size()) return false;
        ++at_;
        return true;
    }
    void want(char c) {
        if (!take(c)) fail();
    }

    Json any(int depth) {
        if (depth > DEEPEST) fail();
        Json value;
        skip();
        const char c = peek();
        if (c == '{') {
            value.kind = Json::Kind::Object;
            want('{');
            if (take('}')) return value;
            do {
                skip();
                std::string name = quoted();
                want(':');
                value.members.emplace_back(std::move(name), any(depth + 1));
            } while (take(','));
            want('}');
        } else if (c == '[') {
            value.kind = Json::Kind::List;
            want('[');
            if (take(']')) return value;
            do value.items.push_back(any(depth + 1));
            while (take(','));
            want(']');
        } else if (c == '"') {
            value.kind = Json::Kind::Text;
            value.text = quoted();
        } else {
            bare(value);
        }
        return value;
    }

    // true, false, null, or a number.
    void bare(Json& value) {
        const std::size_t from = at_;
        while (std::isalnum(static_cast<unsigned char>(peek())) || peek() == '-' || peek() == '+' || peek() == '.')
            ++at_;
        value.text = text_.substr(from, at_ - from);
        if (value.text == "null") return;
        if (value.text == "true" || value.text == "false") {
            value.kind = Json::Kind::Bool;
            return;
        }
        value.kind = Json::Kind::Number;
        char* end = nullptr;
        std::strtod(value.text.c_str(), &end);
        if (value.text.empty() || *end != '\0') fail();
    }

    std::string quoted() {
        if (peek() != '"') fail();
        ++at_;
        std::string found;
        for (;;) {
            if (at_ >= text_.size()) fail();
            char c = text_[at_++];
            if (c == '"') return found;
            if (c == '\\') c = escaped();
            found += c;
        }
    }
    // All that matters here is ASCII: any other character becomes a question mark.
    char escaped() {
        const char c = peek();
        ++at_;
        if (c == 'n') return '\n';
        if (c == 't') return '\t';
        if (c == 'r') return '\r';
        if (c != 'u') return c;
        if (at_ + 4 > text_.size()) fail();
        const long code = std::strtol(text_.substr(at_, 4).c_str(), nullptr, 16);
        at_ += 4;
        return code < 128 ? static_cast<char>(code) : '?';
    }
};

// The text as JSON.
inline std::string quote(const std::string& text) {
    std::string found = "\"";
    for (const char c : text) {
        if (c == '\n') {
            found += "\\n";
            continue;
        }
        if (c == '"' || c == '\\') found += '\\';
        found += c;
    }
    return found + '"';
}

// Numbers as a list in JSON.
inline std::string list(const std::vector<int>& numbers) {
    std::string found;
    for (const int number : numbers) found += (found.empty() ? "" : ",") + std::to_string(number);
    return "[" + found + "]";
}

// The judger went away, or says what it may not.
struct JudgerGone : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Judger {
public:
    // The next packet.
    Json hear() {
        std::string body(length(), '\0');
        fill(body.data(), body.size());
        return JsonReader(body).read();
    }
    // Whether a packet comes within `ms` milliseconds.
    bool soon(int ms) const {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        return ::poll(&input, 1, ms) > 0;
    }
    // A message for the judger itself.
    void say(const std::string& json) const {
        const std::string head = number(static_cast<std::uint32_t>(json.size())) + number(TO_JUDGER);
        const std::string packet = head + json;
        for (std::size_t at = 0; at < packet.size();) {
            const ssize_t wrote = ::write(STDOUT_FILENO, packet.data() + at, packet.size() - at);
            if (wrote <= 0) throw JudgerGone("the judger does not read");
            at += static_cast<std::size_t>(wrote);
        }
    }

private:
    static constexpr std::uint32_t TO_JUDGER = 0xFFFFFFFF;  // -1

    static std::string number(std::uint32_t value) {
        std::string bytes;
        for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
        return bytes;
    }
    static std::size_t length() {
        unsigned char bytes[4];
        fill(reinterpret_cast<char*>(bytes), 4);
        std::size_t value = 0;
        for (const unsigned char byte : bytes) value = value << 8 | byte;
        return value;
    }
    static void fill(char* to, std::size_t size) {
        while (size > 0) {
            const ssize_t got = ::read(STDIN_FILENO, to, size);
            if (got <= 0) throw JudgerGone("the judger says no more");
            to += got;
            size -= static_cast<std::size_t>(got);
        }
    }
};
