// Spends nothing on small prizes, and on others twice its share of the coins.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>

// The number after "name": in a line of JSON, or -1.
static int field(const std::string& line, const std::string& name) {
    const auto at = line.find("\"" + name + "\":");
    return at == std::string::npos ? -1 : std::stoi(line.substr(at + name.size() + 3));
}

static void say(const std::string& body) {
    // Four single writes: a reader must put up with that.
    for (int shift = 24; shift >= 0; shift -= 8) {
        std::putchar(static_cast<int>(body.size() >> shift & 255));
        std::fflush(stdout);
    }
    std::fputs(body.c_str(), stdout);
    std::fflush(stdout);
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        const int round = field(line, "round");
        if (round < 0) continue;
        const int coins = field(line, "coins");
        const int share = 2 * coins / (field(line, "of") - round + 1);
        say("{\"bid\":" + std::to_string(field(line, "prize") < 5 ? 0 : std::min(coins, share)) + "}");
    }
}
