// A small strict reader of JSON for the referee's messages: whole numbers, no fractions.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "pipe.hpp"

namespace game {

// Reads one line from left to right; every function consumes the next value.
class Reader {
public:
    // `line` must outlive the reader.
    explicit Reader(const std::string& line) : line_(line) {}

    // Calls read(key) for each member; read must consume the value.
    template <class Read>
    void object(Read read) {
        expect('{');
        if (take('}')) return;
        do {
            std::string key = text();
            expect(':');
            read(key);
        } while (take(','));
        expect('}');
    }
    // Calls read() for each element; read must consume it.
    template <class Read>
    void array(Read read) {
        expect('[');
        if (take(']')) return;
        do read();
        while (take(','));
        expect(']');
    }
    // An array of a known shape: read() consumes all elements, with comma() and more() between.
    template <class Read>
    void row(Read read) {
        expect('[');
        read();
        expect(']');
    }
    void comma() { expect(','); }
    bool more() { return take(','); }

    std::int64_t number() {
        blanks();
        std::size_t from = at_;
        bool negative = here() == '-';
        if (negative) ++at_;
        std::int64_t value = 0;
        std::size_t digits = at_;
        while (here() >= '0' && here() <= '9') {
            if (at_ - digits >= 18) fail("a number is too long");
            value = 10 * value + (line_[at_++] - '0');
        }
        if (at_ == digits || (at_ - digits > 1 && line_[digits] == '0')) at_ = from, fail("no number");
        return negative ? -value : value;
    }
    int small() {
        std::int64_t value = number();
        if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
            fail("a number is too large");
        return static_cast<int>(value);
    }
    bool boolean() {
        if (word("true")) return true;
        if (word("false")) return false;
        fail("neither true nor false");
    }
    // true or false, also written as 1 or 0.
    bool flag() {
        blanks();
        return here() == '0' || here() == '1' ? number() != 0 : boolean();
    }
    // Consumes the next value if it is null; otherwise consumes nothing.
    bool null() { return word("null"); }

    std::string text() {
        expect('"');
        std::string found;
        while (here() != '"') {
            if (at_ >= line_.size() || static_cast<unsigned char>(here()) < ' ') fail("a text has no end");
            if (here() == '\\') escaped(found);
            else found += line_[at_++];
        }
        ++at_;
        return found;
    }
    // Consumes a value of any kind.
    void skip() {
        blanks();
        if (here() == '{') object([&](const std::string&) { skip(); });
        else if (here() == '[') array([&] { skip(); });
        else if (here() == '"') text();
        else if (!word("true") && !word("false") && !null()) number();
    }
    // Consumes a value of any kind and returns its text.
    std::string raw() {
        blanks();
        std::size_t from = at_;
        skip();
        return line_.substr(from, at_ - from);
    }
    // Throws if anything follows.
    void end() {
        blanks();
        if (at_ < line_.size()) fail("more than one value");
    }

private:
    const std::string& line_;
    std::size_t at_ = 0;

    char here() const { return at_ < line_.size() ? line_[at_] : '\0'; }
    void blanks() {
        while (here() == ' ' || here() == '\t' || here() == '\r') ++at_;
    }
    bool take(char wanted) {
        blanks();
        if (here() != wanted) return false;
        ++at_;
        return true;
    }
    void expect(char wanted) {
        if (!take(wanted)) fail(std::string("expected ") + wanted);
    }
    bool word(const char* wanted) {
        blanks();
        std::size_t size = std::char_traits<char>::length(wanted);
        if (line_.compare(at_, size, wanted) != 0) return false;
        at_ += size;
        return true;
    }
    [[noreturn]] void fail(const std::string& why) const {
        std::string near = line_.substr(at_ < 20 ? 0 : at_ - 20, 60);
        throw ProtocolError(why + " at character " + std::to_string(at_) + ", near: " + near);
    }
    unsigned hex() {
        if (at_ + 4 > line_.size()) fail("a text has no end");
        unsigned value = 0;
        for (int i = 0; i < 4; ++i) {
            static const std::string DIGITS = "0123456789abcdefABCDEF";
            std::size_t digit = DIGITS.find(line_[at_++]);
            if (digit == std::string::npos) fail("no hexadecimal digit");
            value = 16 * value + static_cast<unsigned>(digit < 16 ? digit : digit - 6);
        }
        return value;
    }
    void escaped(std::string& found) {
        ++at_;
        char c = here();
        ++at_;
        switch (c) {
            case '"': case '\\': case '/': found += c; break;
            case 'b': found += '\b'; break;
            case 'f': found += '\f'; break;
            case 'n': found += '\n'; break;
            case 'r': found += '\r'; break;
            case 't': found += '\t'; break;
            case 'u': utf8(found, codepoint()); break;
            default: fail("an unknown escape");
        }
    }
    // Characters beyond the first 65,536 are written as two escapes.
    unsigned codepoint() {
        unsigned value = hex();
        if (value < 0xD800 || value > 0xDBFF) return value;
        if (line_.compare(at_, 2, "\\u") != 0) fail("half a character");
        at_ += 2;
        return 0x10000 + ((value - 0xD800) << 10) + (hex() - 0xDC00);
    }
    static void utf8(std::string& found, unsigned code) {
        auto tail = [&](int shift) { found += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
        if (code < 0x80) found += static_cast<char>(code);
        else if (code < 0x800) found += static_cast<char>(0xC0 | (code >> 6)), tail(0);
        else if (code < 0x10000) found += static_cast<char>(0xE0 | (code >> 12)), tail(6), tail(0);
        else found += static_cast<char>(0xF0 | (code >> 18)), tail(12), tail(6), tail(0);
    }
};

inline std::vector<int> read_ints(Reader& in) {
    std::vector<int> values;
    in.array([&] { values.push_back(in.small()); });
    return values;
}

inline std::vector<std::string> read_texts(Reader& in) {
    std::vector<std::string> values;
    in.array([&] { values.push_back(in.text()); });
    return values;
}

// Reads an object whose first member is "type": calls begin(type), then read(in, key) for each
// other member; read must consume the value.
template <class Begin, class Read>
void read_typed(const std::string& line, Begin begin, Read read) {
    Reader in(line);
    bool known = false;
    in.object([&](const std::string& key) {
        if (known) return read(in, key);
        if (key != "type") throw ProtocolError("no type in " + line.substr(0, 80));
        begin(in.text());
        known = true;
    });
    in.end();
    if (!known) throw ProtocolError("no type in " + line.substr(0, 80));
}

}  // namespace game
