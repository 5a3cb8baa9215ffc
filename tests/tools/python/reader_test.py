"""Compares the reader in pure Python, tools/python/pylos/reader.py, with the command `pylos`.

    PYLOS_EXECUTABLE=build/release/tools/pylos /usr/bin/python3 -m pytest tests/tools/python

The command solves the games and writes the databases; it must be built from the same source.
PYLOS_LONG=1 asks for ten times as many positions and also solves the children's and the standard
game on base 4, which takes some ten minutes; a file of theirs in the folder that PYLOS_BASE4 names
(children.pylos, standard.pylos) is read instead.
"""

import itertools
import json
import os
import pathlib
import random
import re
import struct
import subprocess
import sys

import pytest
import xxhash

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "python"))

from pylos.reader import BadFile, Reader, layer, low_slots  # noqa: E402

LONG = os.environ.get("PYLOS_LONG") == "1"
RULE_SETS = [
    name + end
    for name in ("children", "standard", "standard+min0", "advanced", "advanced+min0")
    for end in ("", "+mayraise")
]


def run(*arguments, text=None, status=0):
    """Standard output of `pylos ARGUMENTS`, which must end with this status."""
    command = os.environ.get("PYLOS_EXECUTABLE")
    assert command, "PYLOS_EXECUTABLE must name the command pylos"
    arguments = [command, *map(str, arguments)]
    done = subprocess.run(arguments, input=text, text=True, capture_output=True)
    assert done.returncode == status, done.stderr
    return done.stdout


def command_values(path, positions):
    """What `pylos probe` says about the positions, as Reader.value does."""
    lines = run("probe", path, "--values", "--json", text="\n".join(positions)).splitlines()
    answers = [json.loads(line) for line in lines]
    assert len(answers) == len(positions)
    return [(answer["value"], answer["plies"]) for answer in answers]


def assert_same_values(path, positions):
    expected = command_values(path, positions)
    with Reader(path) as reader:
        wrong = [
            (position, found, value)
            for position, value in zip(positions, expected)
            for found in [reader.value(position)]
            if found != value
        ]
    assert wrong == []
    return expected


@pytest.fixture(scope="session")
def database(tmp_path_factory):
    """A function: the file of a rule set on a base side, solved when it is first asked for."""
    folder = tmp_path_factory.mktemp("databases")

    def solved(rules, base, metric="distance"):
        path = folder / f"{rules}-{base}-{metric}.pylos"
        if not path.exists():
            run("solve", "--rules", rules, "--base", base, "--metric", metric, "--out", path)
        return path

    return solved


def text_of(base, light, dark, side, separator=" "):
    """The text of a position; light and dark are sets of cells."""
    levels, first = [], 0
    for size in range(base, 0, -1):
        cells = range(first, first + size * size)
        levels.append("".join("L" if c in light else "D" if c in dark else "." for c in cells))
        first += size * size
    return "/".join(levels) + separator + side


def supports(base):
    """The cells below each cell, from the geometry of RULES.md."""
    result, first = [], 0
    for size in range(base, 0, -1):
        for row, column in itertools.product(range(size), repeat=2):
            below = first - (size + 1) ** 2 + row * (size + 1) + column
            corners = {below, below + 1, below + size + 1, below + size + 2}
            result.append(corners if size < base else set())
        first += size * size
    return result


def random_position(base, source):
    """Any position that can be coloured so; each number of spheres is equally likely."""
    below = supports(base)
    side = (len(below) + 1) // 2
    spheres = source.randint(0, len(below))
    shape = set()
    for _ in range(spheres):
        playable = [c for c in range(len(below)) if c not in shape and below[c] <= shape]
        shape.add(source.choice(playable))
    light = source.randint(max(0, spheres - side), min(spheres, side))
    light = set(source.sample(sorted(shape), light))
    return text_of(base, light, shape - light, source.choice("ld"), source.choice(" _"))


def all_positions(base):
    """Every position of a board, for either side to move."""
    below = supports(base)
    side = (len(below) + 1) // 2
    for colours in itertools.product(".LD", repeat=len(below)):
        light, dark = ({c for c, v in enumerate(colours) if v == w} for w in "LD")
        shape = light | dark
        if max(len(light), len(dark)) <= side and all(below[c] <= shape for c in shape):
            for mover in "ld":
                yield text_of(base, light, dark, mover)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_position_of_base_2(database, rules):
    positions = list(all_positions(2))
    assert len(positions) == 2 * (1 + 8 + 24 + 32 + 14 + 20)  # 14: 16 less the one-coloured ones
    path = database(rules, 2)
    assert_same_values(path, positions)
    with Reader(path) as reader:
        assert (reader.rules, reader.base, reader.metric, reader.least_spheres) == (
            rules,
            2,
            "distance",
            0,
        )


@pytest.mark.parametrize("rules", RULE_SETS)
def test_random_positions_of_base_3(database, rules):
    source = random.Random(f"base 3 {rules}")
    positions = [random_position(3, source) for _ in range(10_000 if LONG else 1_000)]
    values = assert_same_values(database(rules, 3), positions)
    assert len(set(values)) > 10


@pytest.mark.skipif(not LONG, reason="takes minutes; PYLOS_LONG=1 runs it")
@pytest.mark.parametrize("rules", ["children", "standard"])
def test_random_positions_of_base_4(database, rules):
    path = pathlib.Path(os.environ.get("PYLOS_BASE4", "/nowhere")) / f"{rules}.pylos"
    source = random.Random(f"base 4 {rules}")
    positions = [random_position(4, source) for _ in range(2_000)]
    values = assert_same_values(path if path.exists() else database(rules, 4), positions)
    assert len(set(values)) > 20


def test_worked_example_of_the_format(database):
    """The table at the end of data/FORMAT.md, its segments and numbers too."""
    rows = re.findall(
        r"^\| ([-\d ]+) \| ([-\d ]+) \| (\d) \| (\d+) \| (\d+) \| (win|loss) in (\d+) \|$",
        (ROOT / "data" / "FORMAT.md").read_text(),
        re.MULTILINE,
    )
    assert len(rows) == 10
    with Reader(database("standard", 2)) as reader:
        for mover, opponent, spheres, segment, number, outcome, plies in rows:
            light = {int(c) for c in mover.replace("-", "").split()}
            dark = {int(c) for c in opponent.replace("-", "").split()}
            assert len(light | dark) == int(spheres)
            assert reader.value(text_of(2, light, dark, "l")) == (outcome, int(plies))
            # All slots are low here, and a side has at most two spheres.
            n = int(spheres)
            found, colouring, high = reader._place(*(sum(1 << c for c in s) for s in (light, dark)))
            ones = range(max(0, n - 2), min(n, 2) + 1)
            entries = [x for k in ones for x, _, _ in layer(low_slots(n), k)]
            assert (found, entries.index(colouring), high) == (int(segment), int(number), 0)


@pytest.mark.parametrize("metric", ["distance", "wdl"])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_statistics_section_counts_base_2(database, rules, metric):
    """The section is what data/FORMAT.md says; the values are those that the reader finds."""
    path = database(rules, 2, metric)
    counted = [[0, 0, 0, []] for _ in range(6)]
    with Reader(path) as reader:
        for position in all_positions(2):
            if position.endswith("l"):  # a mover and an opponent, colours play no part
                outcome, plies = reader.value(position)
                row = counted[sum(character in "LD" for character in position)]
                row[["win", "loss", "draw"].index(outcome)] += 1
                if plies is not None:
                    row[3] += [0] * (plies + 1 - len(row[3]))
                    row[3][plies] += 1
    good = path.read_bytes()
    at, size = struct.unpack_from("<QQ", good, 184)
    end, found = at + size, []
    while at < end:
        won, lost, drawn, n = struct.unpack_from("<QQQI", good, at)
        found.append([won, lost, drawn, list(struct.unpack_from(f"<{n}Q", good, at + 28))])
        at += 28 + 8 * n
    assert at == end
    assert found == counted


def test_file_without_distances(database):
    source = random.Random("wdl")
    positions = [random_position(3, source) for _ in range(1_000)]
    for rules in ("children+mayraise", "advanced+min0"):
        path = database(rules, 3, "wdl")
        values = assert_same_values(path, positions)
        assert {plies for _, plies in values} == {None}
        with Reader(path) as reader:
            assert reader.metric == "wdl"
    assert {outcome for outcome, _ in values} == {"win", "loss", "draw"}


@pytest.mark.parametrize("least", [0, 9, 13, 14])
def test_slice(database, tmp_path, least):
    whole, path = database("standard", 3), tmp_path / "slice.pylos"
    run("slice", whole, "--min-spheres", least, "--out", path)
    source = random.Random("slice")
    positions = [random_position(3, source) for _ in range(1_000)]
    values = assert_same_values(path, positions)
    for position, value in zip(positions, values):
        few = sum(character in "LD" for character in position) < least
        assert (value[0] == "unknown") == few
    with Reader(path) as reader:
        assert reader.least_spheres == least


@pytest.mark.parametrize(
    "text, faults",
    [
        ("", ["level 1 has 0 cells, not 9", "no side to move"]),
        ("......... x", ["no side to move"]),
        ("......... l ", ["no side to move"]),
        (".........l", ["level 1 has 10 cells, not 9", "'l' in column 10", "no side to move"]),
        (".......... l", ["level 1 has 10 cells, not 9"]),
        (".........L l", ["level 1 has 10 cells, not 9"]),
        ("........./... l", ["level 2 has 3 cells, not 4"]),
        ("........./..../././ l", ["more than 3 levels"]),
        ("....l..../..?. d", ["'l' in column 5", "'?' in column 13"]),
        ("LL.LLLLLL/.D.D l", ["sphere on 2b1", "more than 7 light spheres"]),
        ("LDLDLDLDL/DDLD/D l", ["more than 7 dark spheres"]),
    ],
)
def test_bad_text_names_every_fault(database, text, faults):
    with Reader(database("standard", 3)) as reader:
        with pytest.raises(ValueError) as caught:
            reader.value(text)
        for fault in faults:
            assert fault in str(caught.value)
        assert str(caught.value).count(";") == len(faults) - 1
    run("probe", database("standard", 3), "--values", text, status=2)  # it refuses them as well


def answers_or_bad_file(path, positions, right):
    """Whether the file was called bad. Asserts that no answer before was wrong."""
    try:
        with Reader(path) as reader:
            for position, value in zip(positions, right):
                assert reader.value(position) == value
    except BadFile as error:
        assert str(path) in str(error)
        return True
    return False


def test_every_flipped_byte_of_a_small_file(database, tmp_path):
    good, path = database("standard", 2).read_bytes(), tmp_path / "bad.pylos"
    positions = list(all_positions(2))
    right = command_values(database("standard", 2), positions)
    for at in range(len(good)):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1 << at % 8]) + good[at + 1 :])
        assert answers_or_bad_file(path, positions, right), f"byte {at}"


def test_flipped_bytes_in_every_part(database, tmp_path):
    """One byte in each block and each section of a larger file, and that file cut there."""
    source = random.Random("damage")
    whole = database("advanced", 3)
    good, path = whole.read_bytes(), tmp_path / "bad.pylos"
    positions = [random_position(3, source) for _ in range(300)]
    right = command_values(whole, positions)
    sections = struct.unpack_from("<12Q", good, 184)
    places = [source.randrange(*ends) for ends in [(0, 512), (512, sections[0])]]
    places += [o + source.randrange(n) for o, n, _ in (sections[i : i + 3] for i in (0, 3, 6, 9))]
    index = struct.unpack_from(f"<{sections[10] // 8}Q", good, sections[9])[::2]
    places += [source.randrange(a, b) for a, b in zip(index, index[1:])]
    assert len(places) > 15
    for at in places:
        path.write_bytes(good[:at] + bytes([good[at] ^ source.randint(1, 255)]) + good[at + 1 :])
        assert answers_or_bad_file(path, positions, right), f"byte {at}"
        path.write_bytes(good[:at])
        with pytest.raises(BadFile):
            Reader(path)


@pytest.mark.parametrize(
    "section, at, wrong, message",
    [
        (1, 0, 3, "levels"),  # low slots without a sphere: 0
        (1, 32 * 5 + 8, 1, "levels"),  # segments with five spheres
        (1, 32 * 5 + 24, 0, "levels"),  # the first block of these
        (2, 512, 1 << 31, "models"),  # bytes of a model
        (2, 516, 0, "models"),  # the model itself
        (3, 16 * 3, 1 << 62, "index"),  # where block 3 begins
        (3, 16 * 3, 0, "index"),
    ],
)
def test_wrong_section_with_right_checksums(database, tmp_path, section, at, wrong, message):
    data, path = bytearray(database("standard", 3).read_bytes()), tmp_path / "wrong.pylos"
    entry = 184 + 24 * section
    offset, size = struct.unpack_from("<QQ", data, entry)
    struct.pack_into("<I" if (section, at) == (2, 512) else "<Q", data, offset + at, wrong)
    checksum = xxhash.xxh3_64_intdigest(bytes(data[offset : offset + size]))
    struct.pack_into("<Q", data, entry + 16, checksum)
    header = bytes(data[:16]) + bytes(8) + bytes(data[24:504])
    struct.pack_into("<Q", data, 504, xxhash.xxh3_64_intdigest(header))
    path.write_bytes(data)
    with pytest.raises(BadFile, match=message):
        Reader(path)


def test_file_cut_while_open(database, tmp_path):
    good, path = database("standard", 3).read_bytes(), tmp_path / "cut.pylos"
    path.write_bytes(good)
    with Reader(path) as reader:
        os.truncate(path, 600)
        with pytest.raises(BadFile, match="is cut"):
            reader.value("LD.DL.... l")


def test_file_with_a_byte_too_many(database, tmp_path):
    path = tmp_path / "long.pylos"
    path.write_bytes(database("standard", 2).read_bytes() + bytes(1))
    with pytest.raises(BadFile, match="bytes, not"):
        Reader(path)


def test_other_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        Reader(tmp_path / "missing.pylos")
    for content in (b"", b"no database", b"PYLOSDB\n", bytes(1000)):
        path = tmp_path / "other.pylos"
        path.write_bytes(content)
        with pytest.raises(BadFile):
            Reader(path)
