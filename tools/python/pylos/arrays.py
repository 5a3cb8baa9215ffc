"""The form in which numpy arrays hold positions."""

import numpy

POSITION_DTYPE = numpy.dtype(
    [("light", numpy.uint32), ("dark", numpy.uint32), ("side", numpy.uint8)], align=True
)
"""One position: the cells that light holds and those that dark holds, one bit per cell (bit 0 is cell
0, see `pylos.cell_name`), and the side to move, 0 for light and 1 for dark. 12 bytes."""
