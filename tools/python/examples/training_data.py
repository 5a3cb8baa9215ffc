"""Writes random positions with their values to a file of numpy arrays, for a program that learns.

    training_data.py [RULES or FILE] [--count 1000000] [--seed 1] [--out training.npz]

The file holds: light and dark, uint32[n], the cells of each side, one bit per cell; side, uint8[n], 0
where light is to move; outcome, uint8[n], the codes of pylos.Outcome for the side to move; plies,
int16[n], -1 where there are none. RULES (children unless given) is solved in memory.

A random position has each number of spheres equally often. Its spheres are put one by one on cells
that can take one; their colours are a random order of as many light as dark ones (one more of either
where the number is odd). It need not arise in play.
"""

import argparse
import pathlib
import time

import numpy

import pylos


def supports(base):
    """uint32[cells]: for each cell the cells below it, one bit per cell."""
    below = []
    first = 0  # cell of the level that is below the current one
    for side in range(base, 0, -1):
        if side == base:
            below += [0] * (side * side)
            continue
        wide = side + 1
        for row in range(side):
            for column in range(side):
                corner = first + row * wide + column
                below.append(0b11 << corner | 0b11 << (corner + wide))
        first += wide * wide
    return numpy.array(below, numpy.uint32)


def random_positions(count, base, rng):
    """An array of pylos.POSITION_DTYPE, all rows at once, sphere by sphere."""
    need = supports(base)
    bit = numpy.uint32(1) << numpy.arange(len(need), dtype=numpy.uint32)
    positions = numpy.zeros(count, pylos.POSITION_DTYPE)
    light, dark = positions["light"], positions["dark"]
    spheres = rng.integers(0, len(need) + 1, count)
    light_left = (spheres + rng.integers(0, 2, count)) // 2  # of the spheres still to come
    for done in range(len(need)):
        rows = numpy.nonzero(spheres > done)[0]
        occupied = light[rows] | dark[rows]
        # The one of the cells that can take a sphere with the greatest random number.
        rank = rng.random((len(rows), len(need)), numpy.float32)
        can = (occupied[:, None] & bit == 0) & (occupied[:, None] & need == need)
        cell = bit[numpy.where(can, rank, -1).argmax(axis=1)]
        left = spheres[rows] - done
        is_light = rng.random(len(rows)) * left < light_left[rows]
        light[rows] |= numpy.where(is_light, cell, numpy.uint32(0))
        dark[rows] |= numpy.where(is_light, numpy.uint32(0), cell)
        light_left[rows] -= is_light
    positions["side"] = rng.integers(0, 2, count)
    return positions


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="children", help="a rule set, or a file")
    parser.add_argument("--base", type=int, default=4, help="base side of the board: 2, 3 or 4")
    parser.add_argument("--count", type=int, default=1_000_000, help="positions")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    parser.add_argument("--threads", type=int, default=0, help="0: as many as there are")
    parser.add_argument("--out", default="training.npz", help="the file that is written")
    arguments = parser.parse_args()

    start = time.perf_counter()

    def note(what):
        print(f"{time.perf_counter() - start:6.1f} s  {what}", flush=True)

    if pathlib.Path(arguments.game).is_file():
        db = pylos.open(pathlib.Path(arguments.game))
    else:
        db = pylos.solve(arguments.game, base=arguments.base, threads=arguments.threads)
    note(f"{db} ready")
    with db:
        rng = numpy.random.default_rng(arguments.seed)
        positions = random_positions(arguments.count, db.game.base, rng)
        note(f"{len(positions):,} positions made")
        outcome, plies = db.values(positions, threads=arguments.threads)
        note(f"{len(positions):,} values found")
    numpy.savez(
        arguments.out,
        light=positions["light"],
        dark=positions["dark"],
        side=positions["side"],
        outcome=outcome,
        plies=plies,
    )
    note(f"{arguments.out} written")


if __name__ == "__main__":
    main()
