"""Shows how many positions of a game are won or lost in how many plies.

    histogram.py [RULES or FILE] [--base B] [--out histogram.png]

With matplotlib and --out it draws a picture; otherwise it prints lines. RULES (children unless
given) is solved in memory.
"""

import argparse
import pathlib

import pylos

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("game", nargs="?", default="children", help="the name of a rule set, or a file")
parser.add_argument("--base", type=int, default=4, help="base side of the board: 2, 3 or 4")
parser.add_argument("--out", help="the picture's file: .png, .svg or .pdf")
arguments = parser.parse_args()

if pathlib.Path(arguments.game).is_file():
    db = pylos.open(pathlib.Path(arguments.game))
else:
    db = pylos.solve(arguments.game, base=arguments.base)
with db:
    title = f"{db.game}, base {db.game.base}"
    counts, histogram = db.statistics

print(f"{title}: {counts.total:,} positions, {counts.win:,} won, {counts.loss:,} lost, "
      f"{counts.draw:,} drawn")  # fmt: skip
if arguments.out:
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        raise SystemExit("--out needs matplotlib; on Debian: apt-get install python3-matplotlib")
    figure, axes = pyplot.subplots(figsize=(8, 4))
    plies = range(len(histogram))
    axes.bar(plies, histogram, color=["#8c6d4f" if p % 2 else "#d9c29a" for p in plies])
    axes.set(title=title, xlabel="plies to the end (odd: won, even: lost)", ylabel="positions")
    figure.tight_layout()
    figure.savefig(arguments.out)
    print(f"{arguments.out} written")
else:
    most = max(histogram.tolist(), default=1)
    for plies, positions in enumerate(histogram.tolist()):
        print(f"{plies:3} {positions:15,} {'#' * (50 * positions // most)}")
