// The view that your AI gets, and its answer: the interface of the contest, with its names.
//
// All boards are indexed [x][y]: x is the column from 0 to cols - 1, y the row from 0 to rows - 1.
#ifndef XGHJ_DEFINITION_H
#define XGHJ_DEFINITION_H

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

using std::cout;
using std::endl;
using std::string;
using std::vector;

// Sources for Windows libraries mark their functions with this; it has no effect here.
#ifndef _WIN32
#define __declspec(what)
#define _declspec(what)
#define __stdcall
#define __cdecl
#endif

typedef int TId;        // a player, from 0
typedef int TMap;       // a column, a row, or their number
typedef int TRound;
typedef int TMoney;
typedef int TMilitary;
typedef bool TMask;

// The usual numbers.  A scenario may change them: xghj::scene().constants has those of this game.
const TRound MAX_ROUND = 50;  // the game stops when the counter reaches this, after 49 rounds
const TMoney INITIAL_PLAYER_MONEY = 10;
const TMoney UNIT_BOMB_COST = 1;
const TMilitary SUPPESS_LIMIT = 400;  // attack must be larger than defence by more than this
const float CAPITAL_INFLUENCE = 0.3f;
const float UNIT_CITY_INCOME = 0.5f;
const float CORRUPTION_COEF = 0.001f;
const TRound WAR_JUSTIFY_TIME = 3;
const TMoney WAR_JUSTIFY_PRICE = 1;
const int FIELD_BOUNDARY = 2;
const int MIN_ABS_DIST_BETWEEN_CAP = 3;
const int MILITARY_COUNT_LIMIT = 32;  // bombs in the finals' rules; this game takes up to 2500
const int MILITARY_KERNEL_SIZE = 5;  // the kernel has 2 * 5 - 1 rows
const float MILITARY_KERNEL_SIGMA_2 = 2.25f;        // unused: the kernel is a table
const float MILITARY_KERNEL_GAUSS_COEF = 100.0f;    // unused
// Of the finals' rules; this game has neither.
const float UNIT_AREA_ALLY_COST = 0.0f;
const TRound STRICT_ROUND_START = MAX_ROUND;
const TId NEUTRAL_PLAYER_ID = 233;  // the owner of a free cell
const TId UNKNOWN_PLAYER_ID = 213;  // the owner of a cell that you do not see

enum TDiplomaticStatus { Undiscovered, Neutral, Allied, AtWar };
enum TDiplomaticCommand { KeepNeutral, FormAlliance, JustifyWar, Backstab };

struct TPosition {
    TMap x;
    TMap y;
};
const TPosition invalidPos = {255, 255};  // no place, or one that you do not know
const TPosition INVALID_POSITION = invalidPos;
// Templates, so that your file may have functions of these names.
template <class Position>
bool isPosEqual(Position a, Position b) { return a.x == b.x && a.y == b.y; }
template <class Position>
bool isPosValid(Position place) { return !isPosEqual(place, invalidPos); }

struct TMilitaryCommand {
    TPosition place;
    TMilitary bomb_size;
};

class BaseMap {
public:
    BaseMap() {}
    TMap getRows() const { return rows; }
    TMap getCols() const { return cols; }
    vector<vector<TMoney> > getMapRes() const { return MapResource_; }
    vector<vector<TMilitary> > getMapAtk() const { return MapAttackRatio_; }
    vector<vector<TMilitary> > getMapDef() const { return MapDefenseRatio_; }

    bool isPosValid(int x, int y) const { return x >= 0 && x < cols && y >= 0 && y < rows; }
    bool isPosValid(TPosition place) const { return isPosValid(place.x, place.y); }

    // The values of one cell; 0 outside the map.
    TMoney getMapRes(int x, int y) const { return isPosValid(x, y) ? MapResource_[x][y] : 0; }
    TMilitary getMapAtk(int x, int y) const { return isPosValid(x, y) ? MapAttackRatio_[x][y] : 0; }
    TMilitary getMapDef(int x, int y) const { return isPosValid(x, y) ? MapDefenseRatio_[x][y] : 0; }

protected:
    TMap rows = 0, cols = 0;
    vector<vector<TMoney> > MapResource_;
    vector<vector<TMilitary> > MapDefenseRatio_, MapAttackRatio_;
};

// A country, or you.  Values that you do not know are 0, -1, empty, or invalidPos.
struct PlayerInfo {
    TDiplomaticStatus dipStatus;  // its relation to you
    bool isVisible;               // neutral, allied or yourself: you know mapArea and warList
    bool isUnion;                 // allied or yourself: you know everything
    int mapArea;
    vector<TId> warList;
    TMoney saving;
    TPosition capital;
    TMoney income;                        // of the last round
    vector<TDiplomaticStatus> relations;  // its relation to each country, by id
};

struct MapPointInfo {
    TMoney res;
    TMilitary atk, def;
    TMask isVisible;
    TId owner;
    TMask isSieged;  // outside its owner's supply area
};

struct Info {
    TId id;
    TId playerSize;  // the number of players, including those who are out
    TMap rows;
    TMap cols;
    TRound round;  // from 1
    BaseMap* map;
    vector<PlayerInfo> playerInfo;
    vector<vector<MapPointInfo> > mapPointInfo;

    // Your answer.  By default it has no bombs, keeps all relations, and keeps the capital.
    vector<TMilitaryCommand> MilitaryCommandList;
    vector<TDiplomaticCommand> DiplomaticCommandList;  // one for each id
    TPosition newCapital;

    bool backstabUsed;                      // you have used your backstab
    vector<vector<float> > militaryKernel;  // [dx + 4][dy + 4]
};

// You write these three functions.  main.cpp calls the first one in every round.  The second
// returns your bid: higher bids choose their places earlier.  The third returns your place; others
// have named `chosen` before you:
//
//     void player_ai(Info& info);
//     TMoney birthplacePrice(BaseMap* map);
//     TPosition birthplace(vector<TPosition> chosen, BaseMap* map);   // or vector<TPosition>&
//
// extern "C" is optional.  Without the second function you bid nothing, and without the third you
// get the first free place.
extern "C" void player_ai(Info& info);

// The scenario, which the contest's interface does not have.
namespace xghj {

struct Constants {
    int max_round = 50, initial_money = 10, bomb_cost = 1, suppress_limit = 400;
    int capital_influence = 300, city_income = 50, corruption = 1;  // thousandths, hundredths, thousandths
    int justify_rounds = 3, justify_price = 1, border = 2, spawn_distance = 3, spawn_anywhere = 1;

    // The size of a capital's free bomb: a share of the last income buys it, rounded up.
    int capital_bomb(int income) const {
        int unit = 1000 * bomb_cost;
        return (capital_influence * income + unit - 1) / unit;
    }
};

struct Point {
    string name;
    TPosition place;
    vector<string> tags;
};

// A sign that a special rule shows on the board now; player is -1 where it concerns no country.
struct Mark {
    TPosition place;
    string kind, text;
    TId player;
};

struct Scene {
    string title;
    vector<string> names;  // of the players
    Constants constants;
    vector<Point> points;
    vector<string> words;  // the special rules, in sentences
    vector<string> parts;  // the same, each as JSON
    vector<Mark> marks;    // of this round
};

const Scene& scene();

}  // namespace xghj

#endif
