"""The errors of the package. Every one is a `pylos.Error`, and what Python expects in its place.

The text of an error is a sentence for a person. `InputError.faults` lists the
faults one by one.
"""

import builtins


class Error(Exception):
    """The base class of every error that the library raises."""

    def __str__(self):
        return "; ".join(map(str, self.args))


class InputError(Error, ValueError):
    """Text or an argument that means nothing, a move that is not legal, or a closed database."""

    @property
    def faults(self):
        """Every fault that was found, a tuple of at least one text."""
        return self.args


class FileError(Error, OSError):
    """A file that is missing, damaged, unfinished, cut while it is open, or of another kind."""


class NotHeldError(Error, KeyError):
    """A position of the game that this file does not hold, as in a slice (data/FORMAT.md)."""


class MemoryError(Error, builtins.MemoryError):
    """The machine has too little memory; the text names the bytes needed and the bytes allowed."""


class StoppedError(Error):
    """A progress callback returned False, and the work was stopped."""
