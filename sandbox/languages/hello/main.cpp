#include <iostream>
#include <string>
#include <thread>
int main() {
    std::string line;
    std::getline(std::cin, line);
    std::thread([&] { std::cout << line << std::endl; }).join();
}
