// The rules of snake as a value: build a State, feed it every operation, ask it anything.
//
// The referee echoes bare operation codes, so a bot has to know the rules to know whose snake
// moved.  State does that exactly.  It is a plain value of a few kilobytes, so a search copies it:
//     State next = state; next.apply(op);
//
// Cells are numbers 0..255: cell = y * 16 + x, x to the right, y upwards, cell 0 bottom-left.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace game {

constexpr int SIZE = 16;
constexpr int CELLS = SIZE * SIZE;
constexpr int MAX_SNAKES = 4;
constexpr int AUTO_GROWTH_ROUNDS = 8;
constexpr int ITEM_LIFETIME = 16;
constexpr int NOTHING = -1;

// One operation of one snake; the values are the codes on the wire.
enum Op { RIGHT = 1, UP = 2, LEFT = 3, DOWN = 4, RAY = 5, SPLIT = 6 };
constexpr std::array<Op, 4> MOVES = {RIGHT, UP, LEFT, DOWN};
constexpr std::array<Op, 6> OPS = {RIGHT, UP, LEFT, DOWN, RAY, SPLIT};

enum class ItemType { Length = 0, Ray = 2 };

// An item lies on the map in rounds time .. time + 15.  Its id is its index in the list.
struct Item {
    int cell, time;
    ItemType type;
    int param;  // Length: what it adds to the bank.  Ray: without meaning.
};

// The effects of a move (see State::foresee).
enum class Result { Illegal, Dies, Solidifies, Moves };

using Area = std::bitset<CELLS>;

constexpr int cell_at(int x, int y) { return y * SIZE + x; }
constexpr int column(int cell) { return cell % SIZE; }
constexpr int row(int cell) { return cell / SIZE; }

// The cell next to `cell` in the direction of a move, or NOTHING beyond the edge.
constexpr int step(int cell, Op move) {
    switch (move) {
        case RIGHT: return column(cell) < SIZE - 1 ? cell + 1 : NOTHING;
        case UP: return row(cell) < SIZE - 1 ? cell + SIZE : NOTHING;
        case LEFT: return column(cell) > 0 ? cell - 1 : NOTHING;
        case DOWN: return row(cell) > 0 ? cell - SIZE : NOTHING;
        default: return NOTHING;
    }
}

struct Snake {
    int id = NOTHING;
    int owner = 0;
    int bank = 0;       // growth still to come
    int ray = NOTHING;  // id of the ray item that it holds
    int length = 1;
    std::array<std::uint8_t, CELLS> body{};  // head first, `length` cells

    int head() const { return body[0]; }
    int tail() const { return body[length - 1]; }
};

// The live snakes of one player, in the order in which they act.
class Side {
public:
    Snake* begin() { return snakes_.data(); }
    Snake* end() { return snakes_.data() + count_; }
    const Snake* begin() const { return snakes_.data(); }
    const Snake* end() const { return snakes_.data() + count_; }
    int size() const { return count_; }
    bool empty() const { return count_ == 0; }
    Snake& operator[](int index) { return snakes_[index]; }
    const Snake& operator[](int index) const { return snakes_[index]; }

    int index_of(int id) const {
        for (int i = 0; i < count_; ++i)
            if (snakes_[i].id == id) return i;
        return NOTHING;
    }
    void insert(int index, const Snake& snake) {
        std::copy_backward(begin() + index, end(), end() + 1);
        snakes_[index] = snake;
        ++count_;
    }
    void erase(int index) {
        std::copy(begin() + index + 1, end(), begin() + index);
        --count_;
    }

private:
    std::array<Snake, MAX_SNAKES> snakes_;
    int count_ = 0;
};

// The cells of a closed loop and all cells inside of the curve.  A cell is inside when a line from
// it to the left edge crosses the curve an odd number of times.  (Flooding from the outside would
// also fill the pocket of a C-shaped loop, which stays open.)
inline Area enclosed(const std::uint8_t* loop, int length) {
    std::array<std::uint16_t, SIZE> crossings{};  // bit x: an edge from row y to y + 1 in column x
    Area area;
    for (int i = 0; i < length; ++i) {
        int a = loop[i], b = loop[(i + 1) % length];
        area.set(a);
        if (std::abs(a - b) == SIZE) crossings[row(std::min(a, b))] |= 1u << column(a);
    }
    for (int y = 0; y < SIZE; ++y) {
        bool inside = false;
        for (int x = 0; x < SIZE && crossings[y]; ++x) {
            if (inside) area.set(cell_at(x, y));
            if (crossings[y] >> x & 1) inside = !inside;
        }
    }
    return area;
}

// One half, from its first operation to its end.
class State {
public:
    int round = 0;      // the round in play
    int rounds;         // the last one
    int player = 0;     // whose turn it is
    bool over = false;
    int next_id = 2;    // what the next split's new snake will be called
    std::array<Side, 2> sides;
    std::array<std::int8_t, CELLS> walls;      // the wall's owner, or NOTHING
    std::array<std::int16_t, CELLS> occupant;  // the id of the snake there, or NOTHING
    std::array<std::int16_t, CELLS> item_at;   // the id of the item that lies there, or NOTHING

    // `items` is ordered by time and must outlive the state and all its copies.
    explicit State(const std::vector<Item>& items, int last_round = 512)
        : rounds(last_round), items_(&items) {
        walls.fill(NOTHING);
        occupant.fill(NOTHING);
        item_at.fill(NOTHING);
        const int corners[2] = {cell_at(0, SIZE - 1), cell_at(SIZE - 1, 0)};
        for (int owner = 0; owner < 2; ++owner) {
            Snake snake;
            snake.id = snake.owner = owner;
            snake.body[0] = static_cast<std::uint8_t>(corners[owner]);
            sides[owner].insert(0, snake);
            occupant[corners[owner]] = static_cast<std::int16_t>(owner);
        }
        begin_round();
    }

    // What is so?

    const std::vector<Item>& items() const { return *items_; }

    // The snake with this id; nullptr where it does not live.
    const Snake* find(int id) const {
        for (const Side& side : sides)
            if (int index = side.index_of(id); index != NOTHING) return &side[index];
        return nullptr;
    }
    Snake* find(int id) { return const_cast<Snake*>(std::as_const(*this).find(id)); }
    // The snake whose operation comes next.  Only to be asked while the half runs.
    const Snake& acting() const {
        if (queued_ == 0) throw std::logic_error("the half is over: nobody acts");
        return *find(queue_[0]);
    }
    // Cells of the player's live snakes and walls.
    int score(int owner) const {
        int cells = static_cast<int>(std::count(walls.begin(), walls.end(), owner));
        for (const Snake& snake : sides[owner]) cells += snake.length;
        return cells;
    }
    bool free(int cell) const { return walls[cell] == NOTHING && occupant[cell] == NOTHING; }

    // Whether the snake's next move keeps its tail.
    bool grows(const Snake& snake) const { return snake.bank > 0 || auto_growth(snake); }

    // The effect of this move of a snake, made now.
    Result foresee(const Snake& snake, Op move) const {
        int target = step(snake.head(), move);
        bool growing = grows(snake);
        if (snake.length >= 2 && target == snake.body[1] && (snake.length >= 3 || growing))
            return Result::Illegal;
        if (target == NOTHING || walls[target] != NOTHING) return Result::Dies;
        if (occupant[target] == NOTHING || (target == snake.tail() && !growing))
            return Result::Moves;
        return occupant[target] == snake.id ? Result::Solidifies : Result::Dies;
    }
    Result foresee(Op move) const { return foresee(acting(), move); }

    // Whether the acting snake may do this.  Moves that only kill it are legal.
    bool legal(Op op) const {
        const Snake& snake = acting();
        if (op == SPLIT) return snake.length >= 2 && sides[snake.owner].size() < MAX_SNAKES;
        if (op == RAY) return snake.length >= 2 && snake.ray != NOTHING;
        return foresee(snake, op) != Result::Illegal;
    }
    // The cells that would become wall where `foresee` says that the move solidifies.
    Area solid_area(const Snake& snake, Op move) const {
        auto end = snake.body.begin() + snake.length;
        auto hit = std::find(snake.body.begin(), end, step(snake.head(), move));
        return enclosed(snake.body.data(), static_cast<int>(hit - snake.body.begin()) + 1);
    }
    // The direction in which a snake of two or more cells looks: that of its ray.
    static Op heading(const Snake& snake) {
        return *std::find_if(MOVES.begin(), MOVES.end(),
                             [&](Op op) { return step(snake.body[1], op) == snake.head(); });
    }

    // What happens?

    // The acting snake's operation, and on to whoever acts next.
    void apply(Op op) {
        act(op);
        advance();
    }

    // First half of `apply`: the operation alone.
    void act(Op op) {
        if (!legal(op)) throw std::invalid_argument("illegal operation " + std::to_string(op));
        int owner = player, index = sides[owner].index_of(queue_[0]);
        std::copy(queue_.begin() + 1, queue_.begin() + queued_--, queue_.begin());
        if (op == SPLIT)
            split(owner, index);
        else if (op == RAY)
            fire(sides[owner][index]);
        else
            move(owner, index, op);
    }

    // Second half of `apply`: skips sisters that were walled in, passes the turn, begins the round.
    void advance() {
        int* end = std::remove_if(queue_.data(), queue_.data() + queued_,
                                  [&](int id) { return find(id) == nullptr; });
        queued_ = static_cast<int>(end - queue_.data());
        while (queued_ == 0 && !over) {
            if (sides[0].empty() && sides[1].empty())
                over = true;
            else if (player == 0)
                begin_turn(1);
            else if (round == rounds)
                over = true;
            else
                begin_round();
        }
    }

    // Whether `act` was the last operation of the round: `advance` then begins the next one.
    bool round_done() const {
        bool waiting = std::any_of(queue_.begin(), queue_.begin() + queued_,
                                   [&](int id) { return find(id) != nullptr; });
        return !waiting && (player == 1 || sides[1].empty());
    }

private:
    const std::vector<Item>* items_;
    std::array<int, MAX_SNAKES> queue_{};  // who acts in this turn, the next one first
    int queued_ = 0;
    int expired_ = 0, appeared_ = 0;       // items before these indices are done with

    bool auto_growth(const Snake& snake) const {
        return snake.id < 2 && round <= AUTO_GROWTH_ROUNDS;
    }

    void begin_turn(int owner) {
        // A snapshot: snakes born in this turn act from the next round on.
        player = owner;
        for (const Snake& snake : sides[owner]) queue_[queued_++] = snake.id;
    }

    void begin_round() {
        ++round;
        const auto& items = *items_;
        const int count = static_cast<int>(items.size());
        for (; expired_ < count && items[expired_].time + ITEM_LIFETIME <= round; ++expired_) {
            auto& here = item_at[items[expired_].cell];
            if (here == expired_) here = NOTHING;
        }
        for (; appeared_ < count && items[appeared_].time <= round; ++appeared_) {
            int cell = items[appeared_].cell;
            if (Snake* snake = find(occupant[cell]))
                eat(*snake, appeared_);
            else
                item_at[cell] = static_cast<std::int16_t>(appeared_);
        }
        begin_turn(0);
    }

    void eat(Snake& snake, int id) {
        const Item& item = (*items_)[id];
        if (item.type == ItemType::Length)
            snake.bank += item.param;
        else
            snake.ray = id;
    }

    void move(int owner, int index, Op op) {
        Snake& snake = sides[owner][index];
        Result result = foresee(snake, op);
        if (result == Result::Dies) return remove(owner, index);
        int target = step(snake.head(), op);
        if (auto_growth(snake)) {
            ++snake.length;
        } else if (snake.bank > 0) {
            --snake.bank;
            ++snake.length;
        } else {
            occupant[snake.tail()] = NOTHING;
        }
        std::copy_backward(snake.body.begin(), snake.body.begin() + snake.length - 1,
                           snake.body.begin() + snake.length);
        snake.body[0] = static_cast<std::uint8_t>(target);
        if (result == Result::Solidifies) return solidify(owner, index);
        occupant[target] = static_cast<std::int16_t>(snake.id);
        if (item_at[target] != NOTHING) {
            eat(snake, item_at[target]);
            item_at[target] = NOTHING;
        }
    }

    // The head already lies on the cell of its body that it hit.
    void solidify(int owner, int index) {
        const Snake& snake = sides[owner][index];
        auto hit = std::find(snake.body.begin() + 1, snake.body.end(), snake.body[0]);
        Area area = enclosed(snake.body.data(), static_cast<int>(hit - snake.body.begin()));
        remove(owner, index);
        // A snake cannot cross the loop, so its head tells for all of it.
        for (int side = 0; side < 2; ++side)
            for (int i = sides[side].size() - 1; i >= 0; --i)
                if (area[sides[side][i].head()]) remove(side, i);
        for (int cell = 0; cell < CELLS; ++cell)
            if (area[cell]) walls[cell] = static_cast<std::int8_t>(owner);
    }

    void remove(int owner, int index) {
        const Snake& snake = sides[owner][index];
        for (int i = 0; i < snake.length; ++i) occupant[snake.body[i]] = NOTHING;
        sides[owner].erase(index);
    }

    void fire(Snake& snake) {
        Op direction = heading(snake);
        snake.ray = NOTHING;
        for (int cell = step(snake.head(), direction); cell != NOTHING;
             cell = step(cell, direction))
            walls[cell] = NOTHING;
    }

    void split(int owner, int index) {
        Snake& parent = sides[owner][index];
        int keep = (parent.length + 1) / 2;
        Snake tail;
        tail.id = next_id++;
        tail.owner = owner;
        tail.bank = std::exchange(parent.bank, 0);
        tail.length = parent.length - keep;
        std::reverse_copy(parent.body.begin() + keep, parent.body.begin() + parent.length,
                          tail.body.begin());
        parent.length = keep;
        for (int i = 0; i < tail.length; ++i)
            occupant[tail.body[i]] = static_cast<std::int16_t>(tail.id);
        sides[owner].insert(index + 1, tail);
    }
};

// Steps from one cell to every cell, never through blocked ones; -1 where it cannot get.
template <class Blocked>
std::array<int, CELLS> distances(int source, Blocked blocked) {
    std::array<int, CELLS> steps, queue;
    steps.fill(-1);
    int last = 0;
    queue[last++] = source;
    steps[source] = 0;
    for (int first = 0; first < last; ++first)
        for (Op op : MOVES) {
            int next = step(queue[first], op);
            if (next == NOTHING || steps[next] >= 0 || blocked(next)) continue;
            steps[next] = steps[queue[first]] + 1;
            queue[last++] = next;
        }
    return steps;
}

}  // namespace game
