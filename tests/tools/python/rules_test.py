"""Game, Position, Move, Record: against a plain generator, and their manners as Python objects."""

import copy
import pickle
import random
import xml.etree.ElementTree

import pytest

import pylos

EMPTY = pylos.Position()


def random_games(rules, base, games, seed):
    """Positions of random games, and the moves that were played."""
    rng = random.Random(seed)
    for _ in range(games):
        position = pylos.Position(base=base)
        while moves := position.moves(rules):
            move = rng.choice(moves)
            yield position, move
            position = position.play(rules, move)
            if position.spheres > 25 and rng.random() < 0.1:
                break


def children_moves(base, light, dark, side):
    """(from, to) of every move of the children's game, from data/RULES.md, clauses 2, 3 and 6."""
    cells = [(z, x, y) for z in range(base) for y in range(base - z) for x in range(base - z)]
    number = {cell: i for i, cell in enumerate(cells)}
    all_set = light | dark
    own = (light, dark)[side]
    owned = {2: 3, 3: 7, 4: 15}[base]

    def supported(cell, spheres):
        z, x, y = cell
        below = [(z - 1, x + a, y + b) for a in (0, 1) for b in (0, 1)] if z else []
        return all(spheres >> number[c] & 1 for c in below)

    def stands_on(upper, cell):
        return upper[0] == cell[0] + 1 and all(0 <= cell[i] - upper[i] <= 1 for i in (1, 2))

    if bin(own).count("1") == owned:
        return set()
    playable = [c for c in cells if not all_set >> number[c] & 1 and supported(c, all_set)]
    moves = {(None, number[c]) for c in playable}
    for cell in cells:
        if not own >> number[cell] & 1:
            continue
        if any(all_set >> number[u] & 1 and stands_on(u, cell) for u in cells):
            continue
        without = all_set & ~(1 << number[cell])
        for c in playable:
            if c[0] > cell[0] and supported(c, without):
                moves.add((number[cell], number[c]))
    return moves


@pytest.mark.parametrize("base", [2, 3, 4])
def test_moves_agree_with_a_plain_generator(base):
    for position, _ in random_games("children", base, 60, base):
        moves = position.moves("children")
        found = {(m.from_cell, m.to) for m in moves}
        assert len(found) == len(moves)
        assert found == children_moves(base, position.light, position.dark, position.to_move)


def test_perft():
    assert pylos.perft("standard", EMPTY, 0) == 1
    assert pylos.perft("children", str(EMPTY), 4) == 16 * 15 * 14 * 13
    start = pylos.Position(base=2)

    def count(position, plies):
        if plies == 0:
            return 1
        return sum(count(position.play("advanced", m), plies - 1) for m in position.moves("advanced"))

    assert [pylos.perft("advanced", start, n) for n in range(7)] == [
        count(start, n) for n in range(7)
    ]
    with pytest.raises(pylos.InputError):
        pylos.perft("standard", EMPTY, -1)


@pytest.mark.parametrize("rules", ["standard", "advanced+min0+mayraise"])
@pytest.mark.parametrize("base", [2, 3, 4])
def test_text_and_pickle_both_ways(rules, base):
    game = pylos.Game(rules, base)
    for position, move in random_games(rules, base, 10, 7):
        assert pylos.Position(position.text, base) == position == eval(
            repr(position), {"Position": pylos.Position}
        )
        assert pylos.Move.from_text(move.text, game, position) == move
        again = pylos.Move(move.to, move.from_cell, move.recovered, base)
        assert again == move and hash(again) == hash(move)
        for thing in (position, move, game):
            for other in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)):
                assert other == thing and hash(other) == hash(thing) and type(other) is type(thing)
        side = position.to_move
        cells = (position.light, position.dark)
        assert pylos.Position.from_cells(*cells, side, base) == position


def test_order_and_hash():
    positions = {p for p, _ in random_games("standard", 3, 30, 3)}
    ordered = sorted(positions)
    assert all(a < b and b > a and a <= b and a != b for a, b in zip(ordered, ordered[1:]))
    moves = EMPTY.moves("standard")
    assert len(set(moves)) == len(moves) == 16
    assert sorted(moves) == sorted(moves, key=lambda m: m.to)
    assert EMPTY != "................ l" and EMPTY != None  # noqa: E711


def test_images():
    position = pylos.Position("LLD.L........... d")
    images = position.images()
    assert len(images) == 8 and images[0] == position and len(set(images)) > 1
    assert {p.canonical() for p in images} == {position.canonical()}
    assert position.canonical() in images
    assert position.passed().to_move == pylos.LIGHT and position.passed().passed() == position
    with pytest.raises(pylos.InputError):
        position.image(8)


def test_faults_are_all_named():
    with pytest.raises(pylos.InputError) as caught:
        pylos.Position("LLX............. q")
    assert len(caught.value.faults) >= 2
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, pylos.Error)
    for wrong in (
        lambda: pylos.Game("chess"),
        lambda: pylos.Game("standard", 5),
        lambda: pylos.Position.from_cells(1, 1),
        lambda: pylos.Position.from_cells(1, 0, "green"),
        lambda: EMPTY.reserve(2),
        lambda: EMPTY.play("standard", "2a1"),
        lambda: EMPTY.play("standard", pylos.Move("2a1")),
        lambda: EMPTY.play("standard", pylos.Move("1a1", base=3)),
        lambda: EMPTY.moves(pylos.Game("standard", 3)),
        lambda: pylos.Move("1e1"),
        lambda: pylos.Move(30),
        lambda: pylos.cell_name(14, base=3),
        lambda: pylos.read_game("1a1 1a1"),
    ):
        with pytest.raises(pylos.InputError):
            wrong()
    for wrong in (lambda: EMPTY.moves(4), lambda: pylos.perft("standard", 4, 1)):
        with pytest.raises(TypeError):
            wrong()


def test_every_error_is_what_python_expects():
    assert issubclass(pylos.FileError, OSError) and issubclass(pylos.NotHeldError, KeyError)
    assert issubclass(pylos.MemoryError, MemoryError)
    for kind in (pylos.FileError, pylos.NotHeldError, pylos.MemoryError, pylos.StoppedError):
        assert issubclass(kind, pylos.Error) and str(kind("a sentence")) == "a sentence"


def test_records():
    record = pylos.Record("advanced", moves=["1a1", pylos.Move("1b2"), "1c2"])
    assert [m.text for m in record.moves] == ["1a1", "1b2", "1c2"]
    assert record.position(0) == EMPTY and record.position(3) == record.last
    assert pylos.read_game(record.text) == record == pickle.loads(pickle.dumps(record))
    assert pylos.read_game("1a1", "advanced").game == pylos.Game("advanced")
    small = pylos.Record(pylos.Game("standard", 3), moves=["1a1"])
    assert pylos.read_game(small.text) == small and small.last.base == 3
    with pytest.raises(pylos.InputError):
        record.position(4)
    with pytest.raises(pylos.InputError):
        pylos.Record(moves=["1a1", "1a1"])


@pytest.mark.parametrize("base", [2, 3, 4])
def test_svg_has_every_sphere(base):
    for position, _ in random_games("standard", base, 3, 11):
        picture = xml.etree.ElementTree.fromstring(position._repr_svg_())
        circles = picture.findall("{http://www.w3.org/2000/svg}circle")
        assert len(circles) == pylos.Game("standard", base).cells
        light = sum(c.get("fill") == "#f3dfb4" for c in circles)
        dark = sum(c.get("fill") == "#5b3a21" for c in circles)
        assert (light, dark) == (bin(position.light).count("1"), bin(position.dark).count("1"))


def test_all_games():
    games = pylos.all_games()
    assert len(set(games)) == 10 and all(g.base == 4 and pylos.Game(g.rules) == g for g in games)
