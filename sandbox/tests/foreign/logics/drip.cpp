// A game's program that reads and writes single bytes, sleeps while it should read, calls its periods
// 10, 20 and so on, says things that mean nothing, and ends a match in which somebody is still asked.
#include <unistd.h>

#include <fstream>
#include <string>

static std::string heard;

static void put(int value, const std::string& body, int target) {
    std::string bytes;
    for (int number : {value, target})
        for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 255);
    for (char byte : bytes + body)
        if (write(1, &byte, 1) != 1) _exit(4);
}

static void say(const std::string& body, int target = -1) { put(static_cast<int>(body.size()), body, target); }

static std::string hear() {
    auto take = [] {
        unsigned char byte = 0;
        if (read(0, &byte, 1) != 1) _exit(5);
        return byte;
    };
    unsigned size = 0;
    for (int i = 0; i < 4; ++i) size = size << 8 | take();
    std::string body;
    while (size--) body += static_cast<char>(take());
    return body;
}

// The next message that is of a player, as far as this game looks.
static int player(const std::string& message) {
    const auto at = message.find("\"player\":");
    return at == std::string::npos ? -2 : std::stoi(message.substr(at + 9));
}

int main() {
    const std::string first = hear();
    const auto at = first.find("\"replay\":\"") + 10;
    const std::string path = first.substr(at, first.find('"', at) - at);
    say("{\"length\": 2000, \"state\": 0, \"time\": 20}");
    say("");                                                                   // nothing at all
    say("{\"state\": 10, \"listen\": null, \"player\": [0], \"content\": []}");  // no pair: ignored
    say("{\"state\": 10, \"listen\": [0, 0, 7], \"player\": [], \"content\": []}");
    say("1 go\n", 0);
    usleep(700 * 1000);  // a flood of answers is on its way meanwhile
    for (int i = 0; i < 1000; ++i) heard += player(hear()) == 0 ? '0' : '?';
    say("{\"state\": 20, \"listen\": [1], \"player\": [1, 9], \"content\": [\"1 go\\n\", \"nobody\"]}");
    heard += player(hear()) == 1 ? '1' : '?';
    say("{\"state\": 5, \"listen\": [1], \"player\": [1], \"content\": [\"2 on\\n\"]}");  // still period 20
    heard += player(hear()) == 1 ? '1' : '?';
    say("{\"state\": 30}");  // nobody
    say("{\"state\": 40, \"listen\": [0, 1], \"player\": [1], \"content\": [\"\"]}");
    std::ofstream(path) << heard;
    say("{\"end_info\": \"{ \\\"0\\\" : 2, \\\"1\\\":1 }\", \"state\": -1, \"extra\": [1, {}]}");
}
