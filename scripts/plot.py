#!/usr/bin/python3
"""Figures from the JSON of pylos stats, pylos reachable and pylos solve.

usage: scripts/plot.py [--out DIR] [--positions reachable|all] FILE...

Takes any number of files, each a document of one game, a list of games (`--rules all`) or a game file of
data/results, and writes the figures that they have figures for, as SVG and as PNG:

  distance    positions by plies to the end              stats, or solve with --positions all
  outcomes    won, lost and drawn by spheres             stats, or solve with --positions all
  zugzwang    share of positions in full zugzwang        stats
  only-move   positions with one winning move            stats
  reachable   positions that can arise, by spheres and
              by plies from the empty board              reachable

  --out DIR         the folder, made when it is missing; data/figures unless given
  --positions SET   reachable (those that can arise, the default) or all (the whole domain)

The same input gives the same bytes with one version of matplotlib. Colours are those of Okabe and Ito,
which people with any colour vision can tell apart; line styles and markers say the same again.

example: scripts/plot.py data/results/*.json

Exit status: 0 done; 2 bad arguments, bad input or no matplotlib (scripts/install-deps.sh --plots).
"""

import argparse
import dataclasses
import math
import os
import pathlib
import typing

from documents import FAMILIES, Fault, read, run

BLUE, VERMILLION, GREEN, GREY, BLACK = "#0072B2", "#D55E00", "#009E73", "#999999", "#000000"
FAMILY_COLOURS = dict(zip(FAMILIES, [BLUE, VERMILLION, GREEN]))
FAMILY_MARKERS = dict(zip(FAMILIES, ["o", "s", "^"]))
POPULATIONS = {"reachable": "positions that can arise", "all": "all positions"}
MOST_IN_A_ROW = 5


def pyplot():
    """matplotlib, set up for the same bytes each time."""
    try:
        import matplotlib
    except ImportError as error:
        raise Fault("no matplotlib for this python; scripts/install-deps.sh --plots installs it "
                    "for /usr/bin/python3") from error
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt
    plt.rcParams.update({
        "svg.hashsalt": "pylos",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.6,
        "axes.axisbelow": True,
        "legend.frameon": False,
        "lines.linewidth": 1.2,
    })
    return plt


def save(plt, figure, folder, name):
    figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})
    figure.savefig(folder / f"{name}.png", dpi=120, metadata={"Software": None})
    plt.close(figure)
    print(f"{folder / name}.svg, .png")


def population(game, positions):
    """The document with counts, histogram and by_spheres of some positions, or None."""
    if "stats" in game.documents:
        return game.documents["stats"][positions]
    if positions == "all":
        return game.documents.get("solve")
    return None


def counts_of(row):
    """Won, lost and drawn positions: a row of stats has them in `counts`, one of solve directly."""
    counts = row.get("counts", row)
    return counts["win"], counts["loss"], counts["draw"]


def line_style(game):
    style = {(False, False): "-", (True, False): "--", (False, True): ":", (True, True): "-."}
    return {
        "color": FAMILY_COLOURS.get(game.family, BLACK),
        "linestyle": style["min0" in game.options, "mayraise" in game.options],
        "marker": FAMILY_MARKERS.get(game.family, "d"),
        "markersize": 3,
        "label": game.rules,
    }


def panels(plt, games, y_label, x_label):
    """A row of axes of one scale, a game in each; two rows when there are many."""
    rows = math.ceil(len(games) / MOST_IN_A_ROW)
    columns = math.ceil(len(games) / rows)
    figure, axes = plt.subplots(rows, columns, sharex=True, sharey=True, squeeze=False,
                                figsize=(1.2 + 2.1 * max(columns, 2), 0.9 + 2.2 * rows))
    flat = list(axes.flat)
    for ax in flat[len(games):]:
        ax.set_axis_off()
    for ax, game in zip(flat, games):
        ax.set_title(game.rules, fontsize=8)
    for ax in axes[:, 0]:
        ax.set_ylabel(y_label)
    for ax in flat[max(0, len(games) - columns):len(games)]:
        ax.set_xlabel(x_label)
        ax.tick_params(labelbottom=True)
    return figure, list(zip(flat, games))


def finish(figure, legend_of, title, legend_rows=1):
    """The title above the axes, one legend for all axes below, outside of what the layout may fill."""
    width, height = figure.get_size_inches()
    head, foot = 0.3 / height, (0.1 + 0.18 * legend_rows) / height
    figure.set_layout_engine("constrained", rect=(0, foot, 1, 1 - head - foot))
    figure.text(0.5, 1 - 0.08 / height, title, ha="center", va="top", fontsize=11)
    handles, labels = legend_of.get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=math.ceil(len(labels) / legend_rows), fontsize=8,
                  bbox_to_anchor=(0.5, 0.03 / height), borderaxespad=0)
    return figure


def distance_figure(plt, games, positions):
    figure, axes = panels(plt, games, f"{POPULATIONS[positions]} (logarithmic)", "distance to the end (plies)")
    for ax, game in axes:
        rows = [r for r in population(game, positions)["histogram"] if r["positions"] > 0]
        for name, parity, colour, marker in (("won", 1, BLUE, "o"), ("lost", 0, VERMILLION, "s")):
            side = [r for r in rows if r["plies"] % 2 == parity]
            ax.plot([r["plies"] for r in side], [r["positions"] for r in side], color=colour, marker=marker,
                    markersize=2, label=f"{name} by the side to move")
        ax.set_yscale("log")
        draws = counts_of(population(game, positions))[2]
        longest = max((r["plies"] for r in rows), default=0)
        ax.text(0.97, 0.97, f"longest {longest} plies\ndraws {draws:,}", transform=ax.transAxes, ha="right", va="top",
                fontsize=7)
    return finish(figure, axes[0][0], "How far the end is")


def outcomes_figure(plt, games, positions):
    figure, axes = panels(plt, games, f"share of {POPULATIONS[positions]}", "spheres on the board")
    for ax, game in axes:
        rows = [(r["spheres"], counts_of(r)) for r in population(game, positions)["by_spheres"]]
        rows = [(n, counts) for n, counts in rows if sum(counts) > 0]
        below = [0.0] * len(rows)
        for name, index, colour in (("won by the side to move", 0, BLUE), ("drawn", 2, GREY), ("lost", 1, VERMILLION)):
            shares = [counts[index] / sum(counts) for _, counts in rows]
            ax.bar([n for n, _ in rows], shares, width=0.9, bottom=below, color=colour, label=name)
            below = [b + s for b, s in zip(below, shares)]
        ax.set_ylim(0, 1)
        ax.grid(visible=False)
    axes[0][0].yaxis.set_major_formatter(percent())
    return finish(figure, axes[0][0], "Who wins")


def percent():
    from matplotlib.ticker import PercentFormatter
    return PercentFormatter(1, decimals=0)


@dataclasses.dataclass
class Curves:
    """A panel: the labels of its axes, and of a game the (x, y) pairs of its curve, where y is a share or a count."""

    x_label: str
    y_label: str
    points: typing.Callable
    shares: bool = True


def lines_figure(plt, games, title, panels_of):
    """All games as curves in each of some panels."""
    figure, axes = plt.subplots(1, len(panels_of), squeeze=False, figsize=(4.6 * len(panels_of), 4.1))
    for ax, curves in zip(axes.flat, panels_of):
        for game in games:
            ax.plot(*zip(*curves.points(game)), **line_style(game))
        ax.set_xlabel(curves.x_label)
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.set_ylabel(curves.y_label)
        if curves.shares:
            ax.yaxis.set_major_formatter(percent())
            ax.set_ylim(bottom=0)
        else:
            ax.set_yscale("log")
    return finish(figure, axes.flat[0], title, legend_rows=math.ceil(len(games) / 4))


def zugzwang_figure(plt, games, positions):
    def share(member):
        return lambda game: [(r["spheres"], r["zugzwang"][member])
                             for r in population(game, positions)["by_spheres"] if sum(counts_of(r)) > 0]

    x_label = "spheres on the board"
    return lines_figure(plt, games, "Full zugzwang: whoever moves loses", [
        Curves(x_label, f"share of {POPULATIONS[positions]}", share("full_share")),
        Curves(x_label, "share of those that are lost", share("full_share_of_losses")),
    ])


def only_move_figure(plt, games, positions):
    def share(member):
        return lambda game: [(r["spheres"], r["one_winning_move"][member])
                             for r in population(game, positions)["by_spheres"] if counts_of(r)[0] > 0]

    x_label = "spheres on the board"
    return lines_figure(plt, games, "Exactly one winning move", [
        Curves(x_label, f"share of {POPULATIONS[positions]}", share("share")),
        Curves(x_label, "share of those that are won", share("share_of_wins")),
    ])


def reachable_figure(plt, games):
    return lines_figure(plt, games, "Which positions can arise from the empty board", [
        Curves("spheres on the board", "share of the domain that can arise",
               lambda game: [(r["spheres"], r["share"]) for r in game.documents["reachable"]["by_spheres"]]),
        Curves("fewest plies from the empty board", "positions (logarithmic)",
               lambda game: [(r["plies"], r["positions"]) for r in game.documents["reachable"]["histogram"]],
               shares=False),
    ])


def draw(collection, folder, positions):
    games = collection.sorted_games()
    of_stats = [g for g in games if "stats" in g.documents]
    counted = [g for g in games if population(g, positions)]
    reached = [g for g in games if "reachable" in g.documents]
    if len({game.base for game in games}) > 1:
        raise Fault("games of different base sides do not go into one figure")
    if not counted and not reached:
        raise Fault("nothing to draw: figures come from pylos stats, pylos reachable, and pylos solve with "
                    "--positions all")
    plt = pyplot()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if counted:
            save(plt, distance_figure(plt, counted, positions), folder, "distance")
            save(plt, outcomes_figure(plt, counted, positions), folder, "outcomes")
        if of_stats:
            save(plt, zugzwang_figure(plt, of_stats, positions), folder, "zugzwang")
            save(plt, only_move_figure(plt, of_stats, positions), folder, "only-move")
        if reached:
            save(plt, reachable_figure(plt, reached), folder, "reachable")
    except OSError as error:
        raise Fault(f"{error.filename or folder}: {error.strerror}") from error


def main():
    parser = argparse.ArgumentParser(usage=argparse.SUPPRESS, description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(os.path.relpath(pathlib.Path(__file__).resolve().parent.parent))
    parser.add_argument("--out", type=pathlib.Path, default=root / "data" / "figures", help=argparse.SUPPRESS)
    parser.add_argument("--positions", choices=list(POPULATIONS), default="reachable", help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="+", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    draw(read(options.files), options.out, options.positions)


if __name__ == "__main__":
    run(main)
