// A game's program for tests: take 1 to 3 of 11 pebbles in turn; who takes the last one wins.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

static std::string read_packet() {
    unsigned char head[4];
    if (!std::cin.read(reinterpret_cast<char*>(head), 4)) std::exit(1);
    std::string body(head[0] << 24 | head[1] << 16 | head[2] << 8 | head[3], ' ');
    std::cin.read(body.data(), static_cast<std::streamsize>(body.size()));
    return body;
}

static void send(const std::string& body) {
    auto number = [](std::int32_t n) {
        for (int shift = 24; shift >= 0; shift -= 8) std::cout.put(static_cast<char>(n >> shift));
    };
    number(static_cast<std::int32_t>(body.size()));
    number(-1);
    std::cout << body << std::flush;
}

// The text after "name": of a message, without quotes.
static std::string member(const std::string& message, const std::string& name) {
    const auto at = message.find("\"" + name + "\":");
    if (at == std::string::npos) return "";
    auto from = at + name.size() + 3;
    if (message[from] == '"') ++from;
    return message.substr(from, message.find_first_of("\",}", from) - from);
}

int main() {
    const std::string path = member(read_packet(), "replay");
    send(R"({"state":0,"time":2,"length":16})");
    int left = 11, seat = 0, state = 0;
    std::string moves;
    bool fault = false;
    while (left > 0 && !fault) {
        const std::string who = std::to_string(seat);
        send(R"({"state":)" + std::to_string(++state) + R"(,"listen":[)" + who + R"(],"player":[)" +
             who + R"(],"content":[")" + std::to_string(left) + R"(\n"]})");
        const std::string answer = read_packet();
        const int taken = std::atoi(member(answer, "content").c_str());
        fault = member(answer, "player") != who || taken < 1 || taken > 3 || taken > left;
        if (!fault) {
            left -= taken;
            moves += std::to_string(taken);
            send(R"({"watch":"{\"turn\":)" + std::to_string(state) + R"(,\"left\":)" +
                 std::to_string(left) + R"(}"})");
        }
        seat = 1 - seat;
    }
    const int winner = fault ? seat : 1 - seat;
    std::ofstream(path) << moves;
    const std::string points = winner == 0 ? R"(\"0\":1,\"1\":0)" : R"(\"0\":0,\"1\":1)";
    const std::string ends = fault ? (winner == 0 ? R"(,"end_state":"[\"OK\",\"IA\"]")"
                                                  : R"(,"end_state":"[\"IA\",\"OK\"]")")
                                   : "";
    send(R"({"state":-1,"end_info":"{)" + points + R"(}")" + ends + "}");
}
