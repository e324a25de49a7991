// Thin Ice: a game for a judger of game programs.  The rules and all formats are in ../RULES.md.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "judger.hpp"
#include "rink.hpp"

namespace {

constexpr int ANSWER_BYTES = 32;
constexpr int FAILED = -1;  // points
constexpr int PATIENCE_MS = 1000;

enum class Failure { None, Illegal, Late, Long, Gone };

const char* word(Failure failure) {
    switch (failure) {
        case Failure::Illegal: return "illegal";
        case Failure::Late: return "late";
        case Failure::Long: return "long";
        case Failure::Gone: return "gone";
        default: return "";
    }
}

// The result of a question.
struct Answer {
    Failure failure = Failure::None;
    Cell to{};
};

class Match {
public:
    Match(Judger& judger, const Json& first)
        : judger_(judger),
          seats_(static_cast<int>(first["player_num"].number(0))),
          seed_(first["config"]["seed"].text),
          seconds_(first["config"]["seconds"].number(2)),
          rink_(checked_size(first), checked_seats(seats_), seed_),
          failures_(seats_, Failure::None),
          replay_(first["replay"].text) {}

    void play() {
        judger_.say("{\"state\":0,\"time\":" + std::to_string(seconds_) +
                    ",\"length\":" + std::to_string(ANSWER_BYTES) + "}");
        record_start();
        watch("The ice holds", {});
        for (int seat = next(seats_ - 1); seat >= 0; seat = next(seat)) turn(seat);
        finish();
    }

private:
    Judger& judger_;
    int seats_;
    std::string seed_;
    long seconds_;
    Rink rink_;
    std::vector<Failure> failures_;
    std::ofstream replay_;
    int turn_ = 0;

    static int checked_size(const Json& first) {
        const long size = first["config"]["size"].number(9);
        if (size < Rink::LEAST || size > Rink::MOST) throw std::runtime_error("config: size must be 5 to 19");
        return static_cast<int>(size);
    }
    static int checked_seats(int seats) {
        if (seats < 2 || seats > Rink::SEATS) throw std::runtime_error("2 to 4 seats are needed");
        return seats;
    }

    // The seat that moves after `seat`: the next one that can; -1 where the match is over.
    int next(int seat) const {
        int in = 0;
        for (int each = 0; each < seats_; ++each) in += rink_.skater(each).in;
        for (int step = 1; in > 1 && step <= seats_; ++step) {
            const int found = (seat + step) % seats_;
            if (rink_.can_move(found)) return found;
        }
        return -1;
    }

    void turn(int seat) {
        ++turn_;
        const Cell from = rink_.skater(seat).at;
        Answer answer = ask(seat);
        if (answer.failure == Failure::None && !rink_.allowed(seat, answer.to)) answer.failure = Failure::Illegal;
        const std::string name = "{" + std::to_string(seat) + "}";
        if (answer.failure != Failure::None) {
            failures_[seat] = answer.failure;
            rink_.sink(seat);
            replay_ << "fail " << seat << " " << word(answer.failure) << "\n";
            watch(name + " sinks (" + word(answer.failure) + ")", {from});
            return;
        }
        const int caught = rink_.glide(seat, answer.to);
        replay_ << "move " << seat << " " << answer.to.x << " " << answer.to.y << "\n";
        watch(name + " glides to " + std::to_string(answer.to.x) + " " + std::to_string(answer.to.y) + " and catches " +
                  std::to_string(caught) + " fish",
              {from, answer.to});
    }

    // Asks a seat for its move; waits until it has answered or failed.
    Answer ask(int seat) {
        const std::string number = "[" + std::to_string(seat) + "]";
        judger_.say("{\"state\":" + std::to_string(turn_) + ",\"listen\":" + number + ",\"player\":" + number +
                    ",\"content\":[" + quote(question(seat)) + "]}");
        for (;;) {
            const Json heard = judger_.hear();
            const std::string& content = heard["content"].text;
            const long player = heard["player"].number(-2);
            if (player == seat) {
                const auto cell = Rink::parse(content);
                return cell ? Answer{Failure::None, *cell} : Answer{Failure::Illegal};
            }
            if (player != -1) continue;  // a message of somebody whose turn is over
            const Json error = JsonReader(content).read();
            const long kind = error["error"].number(0);
            if (error["player"].number(-2) != seat) continue;
            // That somebody was late may be told when the turn it was late in is over.
            if (kind == 1 && error["state"].number(0) != turn_) continue;
            return Answer{kind == 0 ? Failure::Gone : kind == 1 ? Failure::Late : Failure::Long};
        }
    }

    std::string question(int seat) const {
        std::ostringstream out;
        out << "turn " << turn_ << " " << rink_.size() << " " << seats_ << " " << seat << "\n";
        for (const std::string& row : rink_.rows()) out << row << "\n";
        for (int each = 0; each < seats_; ++each) {
            const Skater& skater = rink_.skater(each);
            out << skater.at.x << " " << skater.at.y << " " << skater.fish << " " << (skater.in ? "in" : "out") << "\n";
        }
        return out.str();
    }

    std::vector<int> points() const {
        std::vector<int> found;
        for (int seat = 0; seat < seats_; ++seat)
            found.push_back(failures_[seat] == Failure::None ? rink_.skater(seat).fish : FAILED);
        return found;
    }

    // The picture for people: the rink, the skaters, and the way of the last one.
    void watch(const std::string& text, const std::vector<Cell>& marked) const {
        std::string rows, pieces, status, marks;
        for (std::string row : rink_.rows()) {
            std::replace(row.begin(), row.end(), '0', '.');
            rows += (rows.empty() ? "" : ",") + quote(row);
        }
        for (int seat = 0; seat < seats_; ++seat) {
            const Skater& skater = rink_.skater(seat);
            const std::string comma = seat ? "," : "";
            status += comma + quote(!skater.in ? word(failures_[seat]) : rink_.can_move(seat) ? "gliding" : "stuck");
            if (skater.in) pieces += (pieces.empty() ? "" : ",") + list({seat, skater.at.x, skater.at.y});
        }
        for (const Cell cell : marked) marks += (marks.empty() ? "" : ",") + list({cell.x, cell.y});
        const std::string board =
            "{\"rows\":[" + rows + "],\"pieces\":[" + pieces + "],\"marks\":[" + marks + "]}";
        judger_.say("{\"watch\":" + quote("{\"turn\":" + std::to_string(turn_) + ",\"scores\":" + list(points()) +
                                          ",\"status\":[" + status + "],\"text\":" + quote(text) +
                                          ",\"board\":" + board + "}") + "}");
    }

    void record_start() {
        replay_ << "thin ice 1\nseats " << seats_ << "\nseed " << seed_ << "\nrink " << rink_.size() << "\n";
        for (const std::string& row : rink_.rows()) replay_ << row << "\n";
        for (int seat = 0; seat < seats_; ++seat) {
            const Cell at = rink_.skater(seat).at;
            replay_ << "start " << seat << " " << at.x << " " << at.y << "\n";
        }
    }

    void finish() {
        const std::vector<int> scores = points();
        replay_ << "end";
        std::string info;
        for (int seat = 0; seat < seats_; ++seat) {
            replay_ << " " << scores[seat];
            info += (seat ? ",\"" : "\"") + std::to_string(seat) + "\":" + std::to_string(scores[seat]);
        }
        replay_ << "\n";
        replay_.close();
        const std::string ends = end_states();
        judger_.say("{\"state\":-1,\"end_info\":" + quote("{" + info + "}") +
                    (ends.empty() ? "" : ",\"end_state\":" + quote(ends)) + "}");
    }

    // The judger knows how every program ended, but not whose move was illegal.  Nothing where there
    // is nothing to add, or where the judger does not tell: some know nothing of this question.
    std::string end_states() {
        if (std::count(failures_.begin(), failures_.end(), Failure::Illegal) == 0) return "";
        judger_.say("{\"action\":\"request_end_state\"}");
        while (judger_.soon(PATIENCE_MS)) {
            const Json heard = judger_.hear();
            if (heard["end_state"].kind != Json::Kind::Text) continue;
            const Json known = JsonReader(heard["end_state"].text).read();
            std::string found;
            for (int seat = 0; seat < seats_ && seat < static_cast<int>(known.items.size()); ++seat) {
                const bool illegal = failures_[seat] == Failure::Illegal;
                found += (seat ? "," : "") + quote(illegal ? "IA" : known.items[seat].text);
            }
            return "[" + found + "]";
        }
        return "";
    }
};

}  // namespace

int main() {
    try {
        Judger judger;
        const Json first = judger.hear();
        Match(judger, first).play();
    } catch (const std::exception& error) {
        std::cerr << "thin ice: " << error.what() << "\n";
        return 1;
    }
}
