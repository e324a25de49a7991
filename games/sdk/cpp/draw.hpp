// Drawings for the replay: shapes over the board, numbers in the chart, marks on the bar.
//
// Only you and your team see them, on the page of the match and in replays of your own runs.  Each
// call writes one line to standard error, and counts towards its limit.  Points are the game's own.
//
// Colours: red, orange, yellow, green, teal, blue, purple, pink, brown, grey, white, black.
#pragma once

#include <initializer_list>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace draw {

using Point = std::vector<double>;

namespace detail {

inline std::string quoted(const std::string& words) {
    std::ostringstream out;
    out << '"';
    for (unsigned char c : words) {
        if (c == '"' || c == '\\') {
            out << '\\' << c;
        } else if (c < 0x20) {
            out << ' ';
        } else {
            out << c;
        }
    }
    out << '"';
    return out.str();
}

inline std::string numbers(std::initializer_list<Point> points) {
    std::ostringstream out;
    const char* between = "";
    for (const Point& point : points) {
        for (double number : point) {
            out << between << number;
            between = ",";
        }
    }
    return out.str();
}

inline void write(const std::string& members) { std::cerr << "#draw {" << members << "}" << std::endl; }

inline std::string look(const std::string& color, const std::string& layer) {
    return ",\"color\":" + quoted(color) + ",\"layer\":" + quoted(layer);
}

}  // namespace detail

// Tint cells, each a point such as {x, y}.
inline void cells(const std::vector<Point>& points, const std::string& color = "blue",
                  const std::string& layer = "drawing") {
    std::string list;
    for (const Point& point : points) {
        list += (list.empty() ? "[" : ",[") + detail::numbers({point}) + "]";
    }
    detail::write("\"cells\":[" + list + "]" + detail::look(color, layer));
}

// An arrow from a point to another.
inline void arrow(const Point& start, const Point& end, const std::string& color = "blue",
                  const std::string& layer = "drawing") {
    detail::write("\"arrows\":[[" + detail::numbers({start, end}) + "]]" + detail::look(color, layer));
}

// A circle around a point; the radius is in cells.
inline void circle(const Point& point, double radius = 0.4, const std::string& color = "blue",
                   const std::string& layer = "drawing") {
    detail::write("\"circles\":[[" + detail::numbers({point, {radius}}) + "]]" +
                  detail::look(color, layer));
}

// A short text at a point.
inline void text(const Point& point, const std::string& words, const std::string& color = "blue",
                 const std::string& layer = "drawing") {
    detail::write("\"texts\":[[" + detail::numbers({point}) + "," + detail::quoted(words) + "]]" +
                  detail::look(color, layer));
}

// A number of this turn, for the chart.
inline void series(const std::string& name, double number) {
    std::ostringstream out;
    out << number;
    detail::write("\"series\":{" + detail::quoted(name) + ":" + out.str() + "}");
}

// A mark on the bar at this turn.
inline void mark(const std::string& label) { detail::write("\"mark\":" + detail::quoted(label)); }

}  // namespace draw
