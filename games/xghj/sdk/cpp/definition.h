// What your AI knows and what it answers: the interface of the contest, with its names.
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

// Sources that were written as a library for Windows mark their functions; here that means nothing.
#ifndef _WIN32
#define __declspec(what)
#define _declspec(what)
#define __stdcall
#define __cdecl
#endif

typedef int TId;        // a player, from 0
typedef int TMap;       // a column, a row, or how many there are
typedef int TRound;
typedef int TMoney;
typedef int TMilitary;
typedef bool TMask;

// The usual numbers.  A scenario may have others: xghj::scene().constants has those of this game.
const TRound MAX_ROUND = 50;  // the game stops when the counter gets here: 49 rounds are played
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
const int MILITARY_KERNEL_SIZE = 5;  // the kernel has 2 * 5 - 1 rows
const float MILITARY_KERNEL_SIGMA_2 = 2.25f;        // without effect: the kernel is a table
const float MILITARY_KERNEL_GAUSS_COEF = 100.0f;    // likewise
const TId NEUTRAL_PLAYER_ID = 233;  // the owner of a cell that is nobody's
const TId UNKNOWN_PLAYER_ID = 213;  // the owner of a cell that you do not see

enum TDiplomaticStatus { Undiscovered, Neutral, Allied, AtWar };
enum TDiplomaticCommand { KeepNeutral, FormAlliance, JustifyWar, Backstab };

struct TPosition {
    TMap x;
    TMap y;
};
const TPosition invalidPos = {255, 255};  // no place, or one that you do not know

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

protected:
    TMap rows = 0, cols = 0;
    vector<vector<TMoney> > MapResource_;
    vector<vector<TMilitary> > MapDefenseRatio_, MapAttackRatio_;
};

// A country, you among them.  What you cannot know is 0, -1, empty, or invalidPos.
struct PlayerInfo {
    TDiplomaticStatus dipStatus;  // what it is to you
    bool isVisible;               // neutral or allied to you: you know mapArea and warList
    bool isUnion;                 // allied to you: you know everything
    int mapArea;
    vector<TId> warList;
    TMoney saving;
    TPosition capital;
    TMoney income;                        // what it got in the round before
    vector<TDiplomaticStatus> relations;  // what it is to everybody, by id
};

struct MapPointInfo {
    TMask isVisible;
    TId owner;
    TMask isSieged;  // without a way to its owner's capital
};

struct Info {
    TId id;
    TId playerSize;  // of all players, also those who are out
    TMap rows;
    TMap cols;
    TRound round;  // from 1
    BaseMap* map;
    vector<PlayerInfo> playerInfo;
    vector<vector<MapPointInfo> > mapPointInfo;

    // Your answer.  It is filled in already: no bombs, everything as it is, the same capital.
    vector<TMilitaryCommand> MilitaryCommandList;
    vector<TDiplomaticCommand> DiplomaticCommandList;  // one for each id
    TPosition newCapital;

    bool backstabUsed;                      // you have no backstab any more
    vector<vector<float> > militaryKernel;  // [dx + 4][dy + 4]
};

// You write these three.  The first one is called once a round; the second names your bid for the
// order in which places to begin are chosen, the third your place, given those that were named
// before you:
//
//     void player_ai(Info& info);
//     TMoney birthplacePrice(BaseMap* map);
//     TPosition birthplace(vector<TPosition> chosen, BaseMap* map);   // or vector<TPosition>&
//
// With or without extern "C".  Who leaves out the second bids nothing, who leaves out the third
// gets the first free place.
extern "C" void player_ai(Info& info);

// What a scenario has beyond that.
namespace xghj {

struct Constants {
    int max_round = 50, initial_money = 10, bomb_cost = 1, suppress_limit = 400;
    int capital_influence = 300, city_income = 50, corruption = 1;  // thousandths, hundredths, thousandths
    int justify_rounds = 3, justify_price = 1, border = 2, spawn_distance = 3, spawn_anywhere = 1;

    // The size of a capital's free bomb: what a share of the last income buys, rounded up.
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

// Something that a rule of the scenario shows on the board now; player is -1 where it is nobody's.
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
