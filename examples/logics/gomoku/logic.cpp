// Gomoku: a game logic program in C++ on the standard library alone.
//
// Two players put stones on a square board in turn; five of one's own in a line win.  A player first
// gets a line "black" or "white", then a line "x y" for every stone of the other side; black begins
// without one.  It answers "x y", each from 0.  A move that is none or that the rules forbid loses
// (IA), as do a time-out and a program that ends.  Score: 2 for a win, 1 each for a full board.
//
// CONFIG may be an object with "size" (5 to 19, else 9) and "time" (whole seconds a move, else 3).
// The replay is a line "size n", a line "player x y" for each stone, and a line with the end.
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// A value of JSON: enough of it for what a judger says.
struct Json {
    enum Kind { Null, Bool, Number, Text, List, Object } kind = Null;
    double number = 0;
    std::string text;
    std::vector<Json> list;
    std::map<std::string, Json> object;

    bool has(const std::string& key) const { return object.count(key) > 0; }
    const Json& operator[](const std::string& key) const { return object.at(key); }
};

class Parser {
  public:
    explicit Parser(const std::string& text) : text_(text) {}

    Json value() {
        blank();
        const char c = peek();
        Json json;
        if (c == '{') {
            json.kind = Json::Object;
            members('}', [&] {
                std::string key = string();
                blank();
                expect(':');
                json.object[key] = value();
            });
        } else if (c == '[') {
            json.kind = Json::List;
            members(']', [&] { json.list.push_back(value()); });
        } else if (c == '"') {
            json.kind = Json::Text;
            json.text = string();
        } else if (c == '-' || std::isdigit(static_cast<unsigned char>(c))) {
            json.kind = Json::Number;
            const char* begin = text_.c_str() + at_;
            char* end = nullptr;
            json.number = std::strtod(begin, &end);
            at_ += end - begin;
        } else {
            word(json);
        }
        return json;
    }

  private:
    const std::string& text_;
    size_t at_ = 0;

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void blank() {
        while (std::isspace(static_cast<unsigned char>(peek()))) ++at_;
    }
    void expect(char c) {
        if (peek() != c) throw std::runtime_error("not JSON");
        ++at_;
    }
    void word(Json& json) {
        for (const std::string name : {"true", "false", "null"}) {
            if (text_.compare(at_, name.size(), name) == 0) {
                at_ += name.size();
                json.kind = name == "null" ? Json::Null : Json::Bool;
                json.number = name == "true";
                return;
            }
        }
        throw std::runtime_error("not JSON");
    }
    template <class Member> void members(char close, Member member) {
        ++at_;
        blank();
        if (peek() == close) {
            ++at_;
            return;
        }
        for (;;) {
            blank();
            member();
            blank();
            if (peek() == close) {
                ++at_;
                return;
            }
            expect(',');
        }
    }
    std::string string() {
        expect('"');
        std::string out;
        while (peek() != '"') {
            if (at_ >= text_.size()) throw std::runtime_error("not JSON");
            char c = text_[at_++];
            if (c == '\\') {
                c = peek();
                ++at_;
                if (c == 'u') {
                    // Moves are ASCII: what is not becomes a mark that no move has.
                    const long code = std::strtol(text_.substr(at_, 4).c_str(), nullptr, 16);
                    at_ += 4;
                    c = code < 128 ? static_cast<char>(code) : '?';
                } else if (c == 'n') {
                    c = '\n';
                } else if (c == 't') {
                    c = '\t';
                } else if (c == 'r') {
                    c = '\r';
                }
            }
            out += c;
        }
        ++at_;
        return out;
    }
};

static uint32_t read_length() {
    unsigned char head[4];
    if (std::fread(head, 1, 4, stdin) != 4) std::exit(1);
    return uint32_t(head[0]) << 24 | uint32_t(head[1]) << 16 | uint32_t(head[2]) << 8 | head[3];
}

static Json read_packet() {
    std::string body(read_length(), '\0');
    if (std::fread(&body[0], 1, body.size(), stdin) != body.size()) std::exit(1);
    return Parser(body).value();
}

static void put_length(int32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) std::putchar(value >> shift & 255);
}

static void send(int32_t target, const std::string& body) {
    put_length(static_cast<int32_t>(body.size()));
    put_length(target);
    std::fwrite(body.data(), 1, body.size(), stdout);
    std::fflush(stdout);
}

static void tell_judger(const std::string& json) { send(-1, json); }

class Game {
  public:
    void play() {
        const Json first = read_packet();
        if (first["player_num"].number != 2) {
            std::cerr << "two players are needed\n";
            std::exit(2);
        }
        configure(first["config"]);
        replay_.open(first["replay"].text);
        replay_ << "size " << size_ << "\n";
        board_.assign(size_ * size_, -1);
        for (int player = 0; player < 2; ++player) {
            if (first["player_list"].list[player].number == 0) return lose(player, "RE");
        }
        tell_judger("{\"state\":0,\"time\":" + std::to_string(time_) + ",\"length\":32}");
        std::string news;
        for (int turn = 0; turn < size_ * size_; ++turn) {
            const int player = turn % 2;
            int x, y;
            const std::string fault = ask(turn + 1, player, news, x, y);
            if (!fault.empty()) return lose(player, fault);
            put(turn + 1, player, x, y);
            news = std::to_string(x) + " " + std::to_string(y) + "\\n";
            if (five(x, y)) return finish(player == 0 ? 2 : 0, player == 0 ? 0 : 2, "OK", "OK");
        }
        finish(1, 1, "OK", "OK");
    }

  private:
    int size_ = 9;
    int time_ = 3;
    std::vector<int> board_;
    std::ofstream replay_;

    void configure(const Json& config) {
        if (config.kind != Json::Object) return;
        if (config.has("size")) size_ = std::min(19, std::max(5, int(config["size"].number)));
        if (config.has("time")) time_ = std::max(1, int(config["time"].number));
    }

    // Asks for a move; the end state that the player earned, or "" where the move is good.
    std::string ask(int state, int player, const std::string& news, int& x, int& y) {
        const std::string number = std::to_string(player);
        std::string lists = "\"player\":[],\"content\":[]";
        if (!news.empty()) lists = "\"player\":[" + number + "],\"content\":[\"" + news + "\"]";
        tell_judger("{\"state\":" + std::to_string(state) + ",\"listen\":[" + number + "]," + lists +
                    "}");
        if (state == 1) {
            // Bytes past the judger's JSON.  Not before the message that lets it listen: black may
            // answer at once.
            send(0, "black\n");
            send(1, "white\n");
        }
        for (;;) {
            const Json packet = read_packet();
            const std::string content = packet["content"].text;
            if (packet["player"].number >= 0) return legal(content, x, y) ? "" : "IA";
            const Json error = Parser(content).value();
            // A time-out may cross our next state; the other player may fail while it waits.
            const bool late = error["error"].number == 1;
            if (error["player"].number != player || (late && error["state"].number != state)) continue;
            return late ? "TLE" : error["error"].number == 2 ? "OLE" : "RE";
        }
    }

    bool legal(const std::string& text, int& x, int& y) const {
        std::istringstream words(text);
        std::string rest;
        if (!(words >> x >> y) || words >> rest) return false;
        return 0 <= x && x < size_ && 0 <= y && y < size_ && board_[y * size_ + x] < 0;
    }

    void put(int turn, int player, int x, int y) {
        board_[y * size_ + x] = player;
        replay_ << player << " " << x << " " << y << "\n";
        std::ostringstream text;
        text << "{\\\"turn\\\":" << turn << ",\\\"player\\\":" << player << ",\\\"move\\\":[" << x << ","
             << y << "]}";
        tell_judger("{\"watch\":\"" + text.str() + "\"}");
    }

    int line(int x, int y, int dx, int dy) const {
        const int owner = board_[y * size_ + x];
        int count = 0;
        for (x += dx, y += dy; 0 <= x && x < size_ && 0 <= y && y < size_; x += dx, y += dy) {
            if (board_[y * size_ + x] != owner) break;
            ++count;
        }
        return count;
    }

    bool five(int x, int y) const {
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
            if (line(x, y, dx, dy) + line(x, y, -dx, -dy) >= 4) return true;
        }
        return false;
    }

    void lose(int player, const std::string& end) {
        if (player == 0) finish(0, 2, end, "OK");
        else finish(2, 0, "OK", end);
    }

    void finish(int black, int white, const std::string& end0, const std::string& end1) {
        replay_ << "end " << black << " " << white << " " << end0 << " " << end1 << "\n";
        replay_.close();
        std::ostringstream end;
        end << "{\"state\":-1,\"end_info\":{\"0\":" << black << ",\"1\":" << white
            << "},\"end_state\":\"[\\\"" << end0 << "\\\",\\\"" << end1 << "\\\"]\"}";
        tell_judger(end.str());
    }
};

int main() { Game().play(); }
