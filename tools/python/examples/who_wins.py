"""Says who wins a game of Pylos and draws the best moves of both sides.

    who_wins.py [RULES or FILE] [--base B] [--position P] [--plies N]

RULES (children unless given) is solved in memory, in seconds to a minute; FILE is read.
"""

import argparse
import pathlib

import pylos

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("game", nargs="?", default="children", help="the name of a rule set, or a file")
parser.add_argument("--base", type=int, default=4, help="base side of the board: 2, 3 or 4")
parser.add_argument("--position", help="where to begin; the empty board unless given")
parser.add_argument("--plies", type=int, default=8, help="how many moves are drawn")
arguments = parser.parse_args()

if pathlib.Path(arguments.game).is_file():
    db = pylos.open(pathlib.Path(arguments.game))
else:
    db = pylos.solve(arguments.game, base=arguments.base)
with db:
    position = pylos.Position(arguments.position, db.game.base)
    print(f"{db.game}, base {db.game.base}, {position}:", db.probe(position).text(position.to_move))
    for ply, best in enumerate(db.line(position, arguments.plies), start=1):
        equal = sum(
            (m.result, m.plies_left) == (best.result, best.plies_left) for m in db.moves(position)
        )
        left = "" if best.plies_left is None else f", {best.plies_left} plies left"
        print(f"\n{ply}. {position.to_move} plays {best.move}: {best.result}{left}", end="")
        print(f" (one of {equal} equally good moves)" if equal > 1 else " (the only best move)")
        position = best.after
        print(position.drawing())
