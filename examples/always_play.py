#!/usr/bin/env python3
"""A strategy for `cotillion play --strategy "exec:python3 examples/always_play.py"`.

It plays whatever can be played and turns a card only when nothing can: the same games as the
built-in strategy `always-play`, move for move. It needs nothing but Python 3.

How it talks to cotillion (README.md in this folder has every field):

1. cotillion writes one line of JSON to our standard input: a greeting with the protocol version,
   the game and its rules. We answer with a line that gives our protocol version and our name.
2. Then come requests, one line each. A request holds positions of many games at once; we answer
   each request with one line: a legal move for every position, in the same order.
3. `{"type": "bye"}` or the end of the input means that the run is over.

Standard output belongs to the protocol, so flush every line and print nothing else there. Standard
error is free for your own messages.

To write a strategy of your own, copy this file and replace `choose`.
"""

import json
import sys

PROTOCOL = 1
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "CDHS"


def rank(card):
    """1 for the ace to 13 for the king; cards are written rank first: 10H, AS."""
    return RANKS.index(card[:-1]) + 1


def card_index(card):
    """A number for each card: clubs, diamonds, hearts, spades, each from ace to king."""
    return SUITS.index(card[-1]) * 13 + rank(card)


def card_of(view, source):
    """The card that a move takes: `W` the waste, `L1` a column, `R1` a cell."""
    if source == "W":
        return view["waste"][-1]
    number = int(source[1:]) - 1
    if source[0] == "L":
        return view["columns"][number][-1]
    return view["cells"][number]


def choose(view, moves, rules):
    """The move to make; `moves` holds all legal ones."""
    # Plays are written FROM>TO; what is left are `turn` and `redeal`.
    plays = [move.split(">") for move in moves if ">" in move]
    if not plays:
        return moves[0]
    if "borrow_locked" in view:
        return ">".join(windmill(view, plays, rules))
    return ">".join(min(plays, key=lambda play: cotillion_order(view, play)))


def cotillion_order(view, play):
    """Smaller is played first. Left wing before waste before cells; of several columns the first, of
    several cells the one with the lowest card; if two foundations take the card, the one with more
    cards to come."""
    source, target = play
    to_come = next(p["full"] - p["height"] for p in view["foundations"] if p["pile"] == target)
    if source[0] == "L":
        return (0, int(source[1:]), -to_come)
    if source == "W":
        return (1, 0, -to_come)
    return (2, card_index(card_of(view, source)), -to_come)


def windmill(view, plays, rules):
    """Centre from waste, then from sails; corners likewise; borrowing from a corner last."""
    reversed_ = rules.get("direction") == "reversed"

    def order(play):
        source, target = play
        if source[0] == "K":
            return (4, 0)
        if target == "C":
            return (0 if source == "W" else 1, 0)
        if source == "W":
            return (2, 0)
        # Kings first (aces first where the direction is reversed).
        height = rank(card_of(view, source))
        return (3, height if reversed_ else -height)

    return min(plays, key=order)


def answer(message):
    """Writes one line and sends it off at once."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main():
    rules = {}
    # `for line in sys.stdin` ends when cotillion closes the pipe.
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "hello":
            if request["protocol"] != PROTOCOL:
                sys.exit(f"protocol {request['protocol']} is not known; expected {PROTOCOL}")
            rules = request["rules"]
            answer({"type": "hello", "protocol": PROTOCOL, "name": "always-play in Python"})
        elif request["type"] == "choose":
            positions = request["positions"]
            moves = [choose(p["view"], p["moves"], rules) for p in positions]
            answer({"moves": moves})
        elif request["type"] == "bye":
            break


if __name__ == "__main__":
    main()
