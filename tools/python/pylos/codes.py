"""The small numbers of the package: sides, outcomes, and what `values` gives for many positions."""

import enum
import typing


class Side(enum.IntEnum):
    """Who owns a sphere or moves next: LIGHT is 0, DARK is 1."""

    LIGHT = 0
    DARK = 1

    def __str__(self):
        return self.name.lower()

    @property
    def other(self):
        """The other side."""
        return Side(1 - self)


class Outcome(enum.IntEnum):
    """What perfect play leads to, for one side: UNKNOWN is 0, WIN 1, LOSS 2, DRAW 3.

    `unknown` is the value of a position that a file does not hold.
    """

    UNKNOWN = 0
    WIN = 1
    LOSS = 2
    DRAW = 3

    def __str__(self):
        return self.name.lower()


NO_PLIES = -1  # stands in Values.plies where a position has no distance: draws and unknown ones


class Values(typing.NamedTuple):
    """The values of n positions, in their order, each for the side to move there.

    outcome: numpy uint8[n], the codes of `Outcome`.
    plies: numpy int16[n], the plies to the end: odd for a win, even for a loss, NO_PLIES (-1) for a
        draw, for an unknown value, and where a file holds outcomes alone.
    """

    outcome: "numpy.ndarray"  # noqa: F821
    plies: "numpy.ndarray"  # noqa: F821


class Statistics(typing.NamedTuple):
    """A solved game as a whole; all images of a position are counted.

    counts: `Counts`, positions by outcome.
    histogram: numpy uint64[longest + 1], positions by plies to the end; the index is the plies.
        Empty where a file holds outcomes alone.
    """

    counts: "Counts"  # noqa: F821
    histogram: "numpy.ndarray"  # noqa: F821
