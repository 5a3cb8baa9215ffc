"""Pylos, solved: rules, positions and the value of every position of the board game Pylos.

>>> import pylos
>>> start = pylos.Position(base=3)
>>> with pylos.solve("standard", base=3) as db:
...     print(db.verdict.text(start.to_move))
...     best = db.moves(start)[0]
light wins in 15 plies
>>> best
MoveValue(1b2, win, 15)

`pylos.open` reads a database file, `pylos.solve` works out a game in memory; both give a `Solved` that
answers the same questions. A ply is one move of one side. Errors derive from `pylos.Error`.

`pylos.reader` is a second reader of database files in plain Python, which needs nothing of this.
"""

try:
    from pylos._pylos import (
        Counts,
        Game,
        Move,
        MoveValue,
        Position,
        Record,
        Solved,
        Value,
        all_games,
        cell_name,
        database_path,
        from_array,
        home_of_databases,
        open,
        perft,
        read_game,
        solve,
        to_array,
    )
except ModuleNotFoundError as error:
    if error.name != "pylos._pylos":
        raise

    # The plain reader works without the compiled part; anything else says what to do.
    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module 'pylos' has no attribute {name!r}")
        raise ImportError(f"pylos.{name} needs the compiled module; scripts/python.sh builds it")
else:
    from pylos.arrays import POSITION_DTYPE

from pylos.codes import NO_PLIES, Outcome, Side, Statistics, Values
from pylos.errors import Error, FileError, InputError, MemoryError, NotHeldError, StoppedError

UNKNOWN, WIN, LOSS, DRAW = Outcome
LIGHT, DARK = Side

__all__ = [
    "Counts",
    "DARK",
    "DRAW",
    "Error",
    "FileError",
    "Game",
    "InputError",
    "LIGHT",
    "LOSS",
    "MemoryError",
    "Move",
    "MoveValue",
    "NO_PLIES",
    "NotHeldError",
    "Outcome",
    "POSITION_DTYPE",
    "Position",
    "Record",
    "Side",
    "Solved",
    "Statistics",
    "StoppedError",
    "UNKNOWN",
    "Value",
    "Values",
    "WIN",
    "all_games",
    "cell_name",
    "database_path",
    "from_array",
    "home_of_databases",
    "open",
    "perft",
    "read_game",
    "solve",
    "to_array",
]
