"""Final tables computed once more, plainly, from lists of games, sharing nothing with the stages.

A meeting is a pair: the entrants, and their games, each as who sat where (None: a guest) and the
ranks.  Nothing here is fast, and all numbers are fractions.
"""

from fractions import Fraction

HALF = Fraction(1, 2)


def table(entrants, meetings, games, breaks=(), out=(), byes=()):
    """Rows of place, entrant and points, best first.

    ``games`` is the number that a meeting is of; ``breaks`` are the names of tie-breaks, ``out``
    who is disqualified; ``byes`` names somebody once for each bye.
    """
    meetings = [(tuple(who), duels(who, played, games, out)) for who, played in meetings]
    points = dict.fromkeys(range(entrants), Fraction(0))
    wins = dict.fromkeys(range(entrants), 0)
    for who in byes:
        points[who] += games
        wins[who] += 1
    for who, results in meetings:
        got = {a: sum(r[a, b] for r in results for b in who if b != a) for a in who}
        for a in who:
            points[a] += Fraction(got[a]) / (len(who) - 1)
            if len(results) >= games and all(got[a] > got[b] for b in who if b != a):
                wins[a] += 1
    order = [[who for who in range(entrants) if who not in out], [*out]]
    order = [group for group in order if group]
    order = [part for group in order for part in split(group, points.__getitem__)]
    for name in breaks:
        order = [
            part
            for group in order
            for part in split(group, figure(name, group, meetings, points, wins, games))
        ]
    rows, place = [], 1
    for group in order:
        rows += [(place, who, points[who]) for who in sorted(group)]
        place += len(group)
    return rows


def duels(who, played, games, out):
    """For each game what each won against each other one: 1, a half, or nothing."""
    found = []
    for sides, ranks in played:
        rank = {one: ranks[side] for side, one in enumerate(sides) if one is not None}
        result = {}
        for a in who:
            for b in who:
                if a not in rank:
                    result[a, b] = Fraction(0)
                elif b not in rank or rank[a] < rank[b]:
                    result[a, b] = Fraction(1)
                else:
                    result[a, b] = HALF if rank[a] == rank[b] else Fraction(0)
        found.append(result)
    there = [one for one in who if one not in out]
    while len(there) <= 1 and len(found) < games:
        found.append({(a, b): Fraction(a in there) for a in who for b in who})
    return found


def split(group, key):
    values = sorted({key(who) for who in group}, reverse=True)
    return [[who for who in group if key(who) == value] for value in values]


def figure(name, group, meetings, points, wins, games):
    def of(me):
        total = Fraction(0)
        for who, results in meetings:
            for other in who:
                if me not in who or other == me or not results:
                    continue
                won = sum(result[me, other] for result in results)
                if name == "head-to-head" and other in group:
                    total += won / (len(who) - 1)
                elif name == "buchholz":
                    total += points[other]
                elif name == "berger":
                    total += points[other] * won / games
        return total

    if name == "seed":
        return lambda me: -me
    return wins.__getitem__ if name == "wins" else of


def winner(a, b, played, games, extra=0, out=()):
    """The winner of a meeting of a bracket, which has at most ``extra`` more games, two at a time,
    while equal; the better seed where it stays so.  None where both are out before its end."""
    results = duels((a, b), played, games, ())
    ahead = sum(result[a, b] - result[b, a] for result in results)
    more = len(played) - games
    if more < 0 or (more < extra and (ahead == 0 or more % 2 == 1)):
        return next((one for one in (a, b) if one not in out), None)
    return min(a, b) if ahead == 0 else a if ahead > 0 else b


def knockout(entrants, results, lives=1, third=None, out=()):
    """Rows of place and entrant, best first.

    ``results`` has round, winner and loser of each meeting; who has lost ``lives`` times has left
    in that round.  ``third`` has the winner and the loser of the meeting for the third place,
    which is not among the results.
    """
    left: dict[int, Fraction] = {}
    for number, _, loser in sorted(results):
        times = sum(one == loser and earlier <= number for earlier, _, one in results)
        if times >= lives:
            left.setdefault(loser, Fraction(number))
    if third:
        left[third[0]] += HALF
    best = {who: (who not in out, left.get(who, Fraction(10**6))) for who in range(entrants)}
    rows = [(1 + sum(best[other] > best[who] for other in best), who) for who in best]
    return sorted(rows)
