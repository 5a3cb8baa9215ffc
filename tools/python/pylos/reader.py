"""Reads the database file of a solved game of Pylos, in plain Python.

This is a second reader beside the one of the C++ library, written from data/FORMAT.md and
data/RULES.md alone and to be read next to them: "step 3" in a comment is step 3 of the chapter
"Index: where a position is". It tells the values of positions, slowly, and does nothing else.

    with Reader("standard.pylos") as database:
        outcome, plies = database.value("LD.............. l")

It needs two modules that do not come with Python, for Zstandard and XXH3. Debian has both:
    apt-get install python3-zstandard python3-xxhash
"""

import functools
import operator
import os
import re
import struct

try:
    import xxhash
    import zstandard
except ImportError as error:
    how = f"{error}; on Debian: apt-get install python3-{error.name}, for /usr/bin/python3"
    raise ImportError(how, name=error.name) from error

HEADER = struct.Struct("<8sII8sQ48sQ6BH64s3Q12Q224xQ")  # 512 bytes
SEGMENTS_PER_BLOCK = 64
CONTEXTS = 304128  # bytes of a model, and where its four kinds of contexts begin:
HIT, SECOND, MISS, FIRST = 0, 204800, 205824, 287744


class BadFile(OSError):
    """The file is no database, or it is damaged. The message says what was found where."""


@functools.lru_cache(maxsize=None)  # one object for each base side
class Board:
    """The geometry of one base side, 2 to 4. A set of cells is a number with bit c for cell c."""

    def __init__(self, base: int):
        self.base = base
        # z, y, x: the level, the row and the column of each cell, all from 0.
        sides = [range(base - z) for z in range(base)]
        self.cells = [(z, y, x) for z, side in enumerate(sides) for y in side for x in side]
        self.spheres_per_side = (len(self.cells) + 1) // 2
        number = {cell: c for c, cell in enumerate(self.cells)}
        # below[c]: the four cells that carry cell c, none on the lowest level.
        self.below = [
            sum(1 << number[z - 1, y + i, x + j] for i in (0, 1) for j in (0, 1)) if z > 0 else 0
            for z, y, x in self.cells
        ]
        # above[c]: all cells that rest on c, directly or on others that do.
        self.above = [0] * len(self.cells)
        for upper in reversed(range(len(self.cells))):
            for c in range(upper):
                if self.below[upper] >> c & 1:
                    self.above[c] |= 1 << upper | self.above[upper]
        # cell_images[c]: the cells that the eight symmetries of the square take cell c to.
        self.cell_images = []
        for z, y, x in self.cells:
            last = base - z - 1
            flipped = [(v, u) for v in (y, last - y) for u in (x, last - x)]
            images = [image for v, u in flipped for image in ((z, v, u), (z, u, v))]
            self.cell_images.append([1 << number[image] for image in images])

    def images(self, cells: int) -> list[int]:
        """The images of a set of cells under the eight symmetries, always in the same order."""
        images = [0] * 8
        for c, of_cell in enumerate(self.cell_images):
            if cells >> c & 1:
                images = list(map(operator.or_, images, of_cell))
        return images

    @functools.cached_property
    def shapes(self) -> list[dict[int, int]]:
        """For each number of spheres the canonical shapes with their numbers (step 2)."""
        levels = [{0: 0}]
        for _ in self.cells:
            grown = set()
            for shape in levels[-1]:
                images = self.images(shape)
                for c, below in enumerate(self.below):
                    if not shape >> c & 1 and shape & below == below:
                        grown.add(min(map(operator.or_, images, self.cell_images[c])))
            levels.append({shape: i for i, shape in enumerate(sorted(grown))})
        return levels

    def slots(self, shape: int) -> list[int]:
        """The cells of a shape in the order of step 3."""

        def key(c: int) -> tuple:
            level, row, column = self.cells[c]
            last = self.base - level - 1
            borders = (row in (0, last)) + (column in (0, last))
            rank = 1 if last <= 1 or borders == 2 else 0 if borders == 0 else 2
            return level, -(shape & self.above[c]).bit_count(), rank, c

        return sorted((c for c in range(len(self.cells)) if shape >> c & 1), key=key)

    def parse(self, text: str) -> tuple[int, int]:
        """The cells of the mover and of the opponent in a text such as "LD.............. l".

        Raises ValueError that names all faults of the text.
        """
        faults = []
        board, *side = re.split("[ _]", text, maxsplit=1)
        if side not in (["l"], ["d"]):
            faults.append("no side to move: it must end with a space or an underscore and l or d")
        levels = board.split("/")
        if len(levels) > self.base:
            faults.append(f"more than {self.base} levels")
        spheres = {"L": 0, "D": 0}
        first = column = 0  # the first cell of the level; the column in the text, from 1
        for level, characters in enumerate(levels[: self.base]):
            size = (self.base - level) ** 2
            if len(characters) != size:
                faults.append(f"level {level + 1} has {len(characters)} cells, not {size}")
            for c, character in enumerate(characters, first):
                column += 1
                if character in spheres:
                    spheres[character] |= 1 << c if c < first + size else 0
                elif character != ".":
                    faults.append(f"unknown character {character!r} in column {column}")
            first += size
            column += 1  # the slash
        shape = spheres["L"] | spheres["D"]
        for c, (level, row, file) in enumerate(self.cells):
            if shape >> c & 1 and shape & self.below[c] != self.below[c]:
                faults.append(f"no support for the sphere on {level + 1}{'abcd'[file]}{row + 1}")
        for colour, name in (("L", "light"), ("D", "dark")):
            if spheres[colour].bit_count() > self.spheres_per_side:
                faults.append(f"more than {self.spheres_per_side} {name} spheres")
        if faults:
            raise ValueError(f"position {text!r}: " + "; ".join(faults))
        return (spheres["L"], spheres["D"]) if side == ["l"] else (spheres["D"], spheres["L"])


def low_slots(spheres: int) -> int:
    """How many slots of a shape with so many spheres are low (step 5)."""
    return min(spheres, 10 if spheres < 20 else 11 if spheres < 26 else 12 if spheres < 28 else 13)


@functools.lru_cache(maxsize=None)
def layer(low: int, ones: int) -> list[tuple[int, list[int], list[int]]]:
    """The colourings of `low` slots with so many ones, each with its swaps and its drops."""
    entries = []
    for x in (x for x in range(1 << low) if x.bit_count() == ones):
        set_bits = [1 << i for i in range(low) if x >> i & 1]
        zeros = [1 << i for i in range(low) if not x >> i & 1]
        swaps = [x ^ one ^ zero for one in set_bits for zero in zeros if zero < one]
        entries.append((x, swaps, [x ^ one for one in set_bits]))
    return entries


class BitReader:
    """Reads the bits of one segment; `model` has the step of each context."""

    def __init__(self, data: bytes, probabilities: tuple[int, ...], model: bytes):
        self.data, self.probabilities, self.model = data, probabilities, model
        self.low, self.high, self.next = 0, 0xFFFFFFFF, 4
        self.value = int.from_bytes(data[:4].ljust(4, b"\0"), "big")

    def bit(self, context: int) -> int:
        """The next bit, 0 or 1."""
        probability = self.probabilities[self.model[context]]
        middle = self.low + ((self.high - self.low) * probability >> 16)
        bit = int(self.value <= middle)
        self.low, self.high = (self.low, middle) if bit else (middle + 1, self.high)
        while self.low >> 24 == self.high >> 24:
            byte = self.data[self.next] if self.next < len(self.data) else 0
            self.next += 1
            self.low = self.low << 8 & 0xFFFFFFFF
            self.high = self.high << 8 & 0xFFFFFFFF | 255
            self.value = self.value << 8 & 0xFFFFFFFF | byte
        return bit

    def tree(self, start: int) -> int:
        """A symbol, by eight bits in the contexts from `start` on."""
        node = 1
        for _ in range(8):
            node = 2 * node + self.bit(start + node)
        return node - 256


def is_win(symbol: int) -> bool:
    """Whether the symbol of a value says that the mover wins."""
    return symbol > 1 and symbol % 2 == 1


def share(part: int, whole: int, s: int) -> int:
    """How large a part of the whole is, in steps from 0 to s."""
    if whole == 0 or part == 0:
        return 0 if whole == 0 else 1
    return s if part == whole else min(s - 1, 2 + part * (s - 2) // whole)


def most_frequent(symbols: list[int]) -> tuple[int, int, int, int]:
    """The most frequent symbol and its count, then the second and its count, or 0 and 0."""
    counts: dict[int, int] = {}
    best, best_count = 0, 0
    for symbol in symbols:
        counts[symbol] = counts.get(symbol, 0) + 1
        if counts[symbol] > best_count:
            best, best_count = symbol, counts[symbol]
    counts.pop(best, None)
    second = max(counts, key=counts.__getitem__, default=0)  # the first met among equals
    return best, best_count, second, counts.get(second, 0)


def decode(bits: BitReader, low: int, ones: range, high_ones: int, distances: bool) -> bytes:
    """The symbols of a segment, one for each colouring of its low slots; 0 where no entry is.
    `ones`: how many ones its entries have there; `high_ones`: the mover's spheres in the high
    slots; `distances`: whether the file has distances.
    """
    symbols = bytearray(1 << low)
    for count in ones:
        hits, previous = 0, None
        for x, swaps, drops in layer(low, count):
            dropped = [symbols[y] for y in drops] if count > ones.start else []
            wins = sum(map(is_win, dropped))
            kind = 0 if not dropped else 1 if wins == len(dropped) else 2 if wins == 0 else 3
            if previous is None:
                mean = min(63, sum(dropped) // len(dropped)) if dropped else 0
                symbol = bits.tree(FIRST + mean * 256)
            else:
                best, a, second, b = most_frequent([symbols[y] for y in swaps])
                total = len(swaps)
                expected = min(best, 79) if distances else (high_ones + count) % 16 * 4 + best % 4
                context = expected * 10 + share(a, total, 9)
                context = (context * 4 + min(total // 4, 3)) * 2 + (best == previous)
                hit = bits.bit(HIT + (context * 8 + hits) * 4 + kind)
                hits = (hits << 1 | hit) & 7
                context = (share(b, total, 7) * 8 + share(a, total, 7)) * 4 + kind
                context = context * 4 + second % 2 * 2 + best % 2
                if hit:
                    symbol = best
                elif b > 0 and bits.bit(SECOND + context):
                    symbol = second
                else:
                    symbol = bits.tree(MISS + (min(best, 79) * 4 + kind) * 256)
            symbols[x] = previous = symbol
    return bytes(symbols)


class Reader:
    """A database file, open for reading.

    rules: the rule set, such as "standard+min0"; base: the base side, 2 to 4; metric: "distance",
    or "wdl" in a file without distances; least_spheres: positions with fewer spheres on the board
    are not in the file. Opening verifies the header and all sections by their checksums, a
    question the block that it reads. Raises BadFile where one does not fit.
    """

    def __init__(self, path):
        self.path = os.fspath(path)
        self._segment = functools.lru_cache(256)(self._read_segment)  # of at most 8192 bytes each
        self._file = open(path, "rb", buffering=0)
        try:
            self._read_header()
            self._read_sections()
        except BaseException as error:
            self.close()
            if isinstance(error, (struct.error, zstandard.ZstdError)):
                raise self._bad(f"levels, models or index: {error}") from error
            raise

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; no question can be asked any more."""
        self._file.close()

    def value(self, text: str) -> tuple[str, int | None]:
        """The value of a position for its side to move, and the distance in plies.

        The value is "win", "loss", "draw", or "unknown" for a position that has fewer spheres than
        the file holds. The distance is None for draws, for unknown positions, and in files without
        distances. Raises ValueError for a text that is no position of this base side.
        """
        mover, opponent = self._board.parse(text)
        n = (mover | opponent).bit_count()
        if n < self.least_spheres:
            return "unknown", None
        own = self._board.spheres_per_side
        if not self._may_raise and (mover.bit_count() == own or n == len(self._board.cells)):
            symbol = 2  # step 1: lost in 0
        elif not self._may_raise and opponent.bit_count() == own:
            symbol = 3  # step 1: won in 1
        else:
            segment, colouring, high_ones = self._place(mover, opponent)
            symbol = self._segment(n, segment, high_ones)[colouring]
        if symbol == 0:
            raise self._bad(f"position {text!r} has no value, although it must have one")
        outcome = "draw" if symbol == 1 else "win" if is_win(symbol) else "loss"
        return outcome, symbol - 2 if self.metric == "distance" and symbol != 1 else None

    def _place(self, mover: int, opponent: int) -> tuple[int, int, int]:
        """Steps 2 to 5: the segment, the colouring of its low slots, the ones in the high slots."""
        images = list(zip(self._board.images(mover | opponent), self._board.images(mover)))
        canonical = min(images)[0]
        slots = self._board.slots(canonical)
        colouring = min(
            sum(1 << i for i, c in enumerate(slots) if spheres >> c & 1)
            for shape, spheres in images
            if shape == canonical
        )
        low = low_slots(len(slots))
        high = colouring >> low
        segment = (self._board.shapes[len(slots)][canonical] << len(slots) - low) + high
        return segment, colouring % (1 << low), high.bit_count()

    def _bad(self, what: str) -> BadFile:
        return BadFile(f"{self.path}: {what}")

    def _read(self, offset: int, size: int, what: str) -> bytes:
        data = os.pread(self._file.fileno(), size, offset)
        if len(data) != size:
            raise self._bad(f"{what} is cut: {len(data)} of {size} bytes from byte {offset} on")
        return data

    def _verify(self, data: bytes, expected: int, what: str) -> bytes:
        found = xxhash.xxh3_64_intdigest(data)
        if found != expected:
            raise self._bad(f"{what}: checksum {found:016x}, expected {expected:016x}")
        return data

    def _read_header(self) -> None:
        header = self._read(0, HEADER.size, "header")
        magic, version, size, mark, file_bytes, rules, fingerprint, *fields = HEADER.unpack(header)
        if (magic, version, size) != (b"PYLOSDB\n", 1, HEADER.size):
            raise self._bad("no Pylos database of version 1")
        if mark != b"complete":
            raise self._bad("the file was never finished")
        self._verify(header[:16] + bytes(8) + header[24:504], fields[-1], "header")
        if (actual := os.fstat(self._file.fileno()).st_size) != file_bytes:
            raise self._bad(f"{actual} bytes, not {file_bytes}")
        self.base, metric, scheme, coding, self.least_spheres, _, segments = fields[:7]
        fixed = (scheme, coding, segments)
        self._sections = fields[11:23]
        self.rules = rules.rstrip(b"\0").decode("ascii", "replace")
        known = re.fullmatch(r"(children|(standard|advanced)(\+min0)?)(\+mayraise)?", self.rules)
        if not known or self.base not in (2, 3, 4) or metric not in (1, 2) or fixed != (1, 1, 64):
            raise self._bad(f"unknown: {self.rules}, base {self.base}, metric {metric} or {fixed}")
        self._verify(f"pylos {self.rules} base {self.base}".encode(), fingerprint, "rules and base")
        self.metric = "distance" if metric == 2 else "wdl"
        self._may_raise = self.rules.endswith("+mayraise")
        self._board = Board(self.base)
        self._most = self._board.spheres_per_side - (not self._may_raise)  # M of step 1

    def _read_sections(self) -> None:
        sections = []
        for i, name in enumerate(("statistics", "levels", "models", "index")):
            offset, size, expected = self._sections[3 * i : 3 * i + 3]
            sections.append(self._verify(self._read(offset, size, name), expected, name))
        _, levels, models, index = sections  # the statistics are only verified
        # All of `levels` follows from the shapes.
        self._segments, self._first_block, first = {}, {}, 0
        for n in range(self.least_spheres, len(self._board.cells) + 1):
            segments = len(self._board.shapes[n]) << n - low_slots(n) if n <= 2 * self._most else 0
            self._segments[n], self._first_block[n] = segments, first
            first += -(-segments // SEGMENTS_PER_BLOCK)
        found = [row[:2] + row[3:] for row in struct.iter_unpack("<4Q", levels)]
        if found != [(low_slots(n), self._segments[n], b) for n, b in self._first_block.items()]:
            raise self._bad("levels: not those of this base side and rule set")
        self._index = list(struct.iter_unpack("<QQ", index))
        if len(self._index) != first + 1 or self._index != sorted(self._index, key=lambda i: i[0]):
            raise self._bad("index: not the blocks that the levels have")
        self._probabilities = struct.unpack_from("<256H", models)
        self._models, at = {}, 512
        for n in self._first_block:
            (size,) = struct.unpack_from("<I", models, at)
            packed = models[at + 4 : at + 4 + size]
            self._models[n] = zstandard.ZstdDecompressor().decompress(packed, CONTEXTS)
            at += 4 + size

    def _read_segment(self, n: int, segment: int, high_ones: int) -> bytes:
        low = low_slots(n)
        number, in_block = divmod(segment, SEGMENTS_PER_BLOCK)
        number += self._first_block[n]
        (offset, expected), (end, _) = self._index[number : number + 2]
        name = f"block {number}"
        data = self._verify(self._read(offset, end - offset, name), expected, name)
        segments = self._segments[n] - (segment - in_block)  # up to the end of the level
        lengths, at = [], 0
        for _ in range(min(segments, SEGMENTS_PER_BLOCK)):
            length = shift = 0
            while data[at] >= 128:
                length |= data[at] % 128 << shift
                at, shift = at + 1, shift + 7
            lengths.append(length | data[at] << shift)
            at += 1
        at += sum(lengths[:in_block])
        bits = BitReader(data[at : at + lengths[in_block]], self._probabilities, self._models[n])
        ones = range(max(0, n - self._most - high_ones), min(low, self._most - high_ones) + 1)
        return decode(bits, low, ones, high_ones, self.metric == "distance")
