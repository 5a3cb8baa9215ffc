"""Solved: files and solutions in memory agree with each other and with their own rules."""

import json
import os
import random
import signal
import subprocess
import threading
import time

import numpy as np
import pytest

import pylos


def positions_of(game, count, seed):
    """Random positions of random play, some again and again."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        position = pylos.Position(base=game.base)
        while moves := position.moves(game):
            found.append(position)
            position = position.play(game, rng.choice(moves))
        found.append(position)
    return found[:count]


@pytest.fixture(scope="module")
def db(advanced):
    with pylos.open(advanced) as db:
        yield db


@pytest.mark.parametrize("rules", ["children", "standard", "advanced", "advanced+min0+mayraise"])
@pytest.mark.parametrize("base", [2, 3])
def test_memory_and_file_agree_and_fit_the_rules(rules, base, write_file):
    with pylos.solve(rules, base=base) as solved, pylos.open(write_file(rules, base)) as file:
        assert solved.game == file.game == pylos.Game(rules, base)
        assert solved.verdict == file.verdict == solved.probe(pylos.Position(base=base))
        assert solved.statistics.counts.total == file.statistics.counts.total
        assert np.array_equal(solved.statistics.histogram, file.statistics.histogram)
        counts, histogram = file.statistics
        assert histogram.dtype == np.uint64
        assert int(histogram[1::2].sum()) == counts.win and int(histogram[::2].sum()) == counts.loss
        for position in positions_of(file.game, 300, 1):
            value = file.probe(position)
            assert solved.probe(position.text) == value
            # A value is what the values after the moves say: the definition, not the library's sort.
            after = [file.probe(position.play(rules, m)) for m in position.moves(rules)]
            lost = [v.plies for v in after if v.outcome == pylos.LOSS]
            if lost:
                assert value == pylos.Value(pylos.WIN, 1 + min(lost))
            elif all(v.outcome == pylos.WIN for v in after):
                plies = max((v.plies for v in after), default=-1) + 1
                assert value == pylos.Value(pylos.LOSS, plies)
            else:
                assert value == pylos.Value(pylos.DRAW)


def test_moves_line_and_document(db):
    for position in positions_of(db.game, 200, 2):
        value, moves = db.probe(position), db.moves(position)
        assert sorted(m.move for m in moves) == sorted(position.moves(db.game))
        document = db.document(position)
        assert document["value"] == str(value.outcome) and document["plies"] == value.plies
        assert [m["move"] for m in document["moves"]] == [m.move.text for m in moves]
        if not moves:
            continue
        assert (moves[0].result, moves[0].plies_left) == (value.outcome, value.plies)
        for m in moves:
            assert m.after == position.play(db.game, m.move) and m.value == db.probe(m.after)
        line = db.line(position)
        if value.plies is not None:
            assert [m.plies_left for m in line] == list(range(value.plies, 0, -1))
            assert line[-1].after.is_over(db.game)
        assert [m.move for m in db.line(position, 2)] == [m.move for m in line[:2]]


def test_the_document_is_that_of_the_command(db, advanced):
    position = pylos.Position("LLD...... d", 3)
    command = [os.environ["PYLOS_EXECUTABLE"], "probe", str(advanced), position.text, "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    document = db.document(position)
    assert told["value"] == document["value"] and told["plies"] == document["plies"]
    assert [m["move"] for m in told["moves"]] == [m["move"] for m in document["moves"]]


def test_many_values(db):
    positions = positions_of(db.game, 20_000, 3)
    expected = [db.probe(p) for p in positions]
    array = pylos.to_array(positions, base=3)
    assert array.dtype == pylos.POSITION_DTYPE and pylos.from_array(array, base=3) == positions
    wide = array.astype([("side", "u1"), ("dark", "u4"), ("light", "u4"), ("more", "f8")])
    texts = [p.text for p in positions]
    for many in (positions, tuple(positions), texts, np.array(texts), array, array[::1], wide):
        for threads in (0, 1, 3):
            outcome, plies = db.values(many, threads=threads)
            assert outcome.dtype == np.uint8 and plies.dtype == np.int16
            assert outcome.tolist() == [v.outcome for v in expected]
            assert plies.tolist() == [
                pylos.NO_PLIES if v.plies is None else v.plies for v in expected
            ]
    assert {pylos.WIN, pylos.LOSS, pylos.DRAW} <= set(outcome.tolist())
    assert db.values(array[::-3]).plies.tolist() == plies[::-3].tolist()
    assert len(db.values([]).outcome) == len(db.values(array[:0]).plies) == 0


def test_bad_positions_among_many_are_named(db):
    good = pylos.Position(base=3)
    array = pylos.to_array([good] * 5, base=3)

    def spoilt(field, value):
        bad = array.copy()
        bad[field][3] = value
        return bad

    for bad in (
        [good, good, good, "L l"],
        [good] * 3 + [pylos.Position()],
        spoilt("side", 2),
        spoilt("light", 1 << 13),
        spoilt("dark", 1 << 31),
    ):
        with pytest.raises(pylos.InputError) as caught:
            db.values(bad)
        assert isinstance(bad[3], pylos.Position) or "position 3" in str(caught.value)
    for bad in (np.zeros(4), np.zeros((2, 2), pylos.POSITION_DTYPE)):
        with pytest.raises(pylos.InputError):
            db.values(bad)
    negative = array.astype([("light", "i8"), ("dark", "i8"), ("side", "i8")])
    with pytest.raises(pylos.InputError, match="POSITION_DTYPE"):
        db.values(negative)
    for bad in (good, good.text, 5, [good, None]):
        with pytest.raises(TypeError):
            db.values(bad)
    with pytest.raises(pylos.InputError):
        db.values(array, threads=-1)


def test_probe_raises_and_get_does_not(db, write_file):
    assert db.get("LLD...... d") == db.probe("LLD...... d")
    assert db.get("nonsense") is None and db.get(pylos.Position(), default=7) == 7
    with pytest.raises(pylos.InputError):
        db.probe("nonsense")
    with pytest.raises(TypeError):
        db.get(5)


def test_a_slice_says_what_it_does_not_hold(advanced, tmp_path):
    part = tmp_path / "part.pylos"
    command = [os.environ["PYLOS_EXECUTABLE"], "slice", str(advanced), "--min-spheres", "8"]
    done = subprocess.run([*command, "--out", str(part)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with pylos.open(part) as db:
        assert db.least_spheres == 8
        start = pylos.Position(base=3)
        with pytest.raises(pylos.NotHeldError) as caught:
            db.probe(start)
        assert isinstance(caught.value, KeyError) and "8 spheres" in str(caught.value)
        assert db.get(start) is None and db.verdict.outcome == pylos.UNKNOWN
        outcome, plies = db.values([start])
        assert outcome.tolist() == [pylos.UNKNOWN] and plies.tolist() == [pylos.NO_PLIES]


def test_outcomes_alone(write_file):
    with pylos.open(write_file("standard", 3, "--metric=wdl")) as db:
        assert not db.has_distances and len(db.statistics.histogram) == 0
        outcome, plies = db.values([pylos.Position(base=3)])
        assert outcome.tolist() == [pylos.WIN] and plies.tolist() == [pylos.NO_PLIES]


def test_closed(advanced):
    with pylos.open(advanced) as db:
        db.probe("......... l")
    assert db.closed
    db.close()
    questions = [
        lambda: db.probe("......... l"),
        lambda: db.get("......... l"),
        lambda: db.moves("......... l"),
        lambda: db.values([]),
        lambda: db.game,
        lambda: db.statistics,
    ]
    for question in questions:
        with pytest.raises(ValueError, match="closed"):
            question()
    assert "closed" in repr(db)


def test_homes_and_missing_files(advanced, tmp_path, monkeypatch):
    monkeypatch.setenv("PYLOS_DATA", str(tmp_path))
    assert pylos.home_of_databases() == str(tmp_path)
    with pytest.raises(pylos.FileError, match="pylos solve --rules advanced --base 3"):
        pylos.open("advanced", base=3)
    os.symlink(advanced, pylos.database_path("advanced", base=3))
    for way in ("advanced", "mature", pylos.Game("advanced", 3)):
        with pylos.open(way, base=3) as db:
            assert db.game == pylos.Game("advanced", 3)
    with pytest.raises(OSError):
        pylos.open(tmp_path / "nothing.pylos")
    (tmp_path / "text.pylos").write_text("this is no database")
    with pytest.raises(pylos.FileError, match="text.pylos"):
        pylos.open(str(tmp_path / "text.pylos"))


def test_a_file_cut_while_it_is_open(advanced, tmp_path):
    path = tmp_path / "cut.pylos"
    path.write_bytes(advanced.read_bytes())
    with pylos.open(path, cache_bytes=0) as db:
        positions = positions_of(db.game, 200, 4)
        db.values(positions)
        os.truncate(path, path.stat().st_size // 8)
        with pytest.raises(pylos.FileError):
            db.values(positions)
        with pytest.raises(pylos.FileError):
            for position in positions:
                db.get(position)


def test_two_threads_on_one_database(db):
    positions = positions_of(db.game, 5_000, 5)
    expected = db.values(positions).plies.tolist()
    faults = []

    def work(ways):
        try:
            for way in ways:
                if way == "many":
                    assert db.values(positions, threads=2).plies.tolist() == expected
                else:
                    for position, plies in zip(positions[:500], expected):
                        assert (db.probe(position).plies or 0) == max(plies, 0)
                        db.moves(position)
        except BaseException as fault:
            faults.append(fault)

    threads = [
        threading.Thread(target=work, args=(ways,))
        for ways in (["many", "one"] * 3, ["one", "many"] * 3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


def test_closing_while_another_thread_asks(advanced):
    db = pylos.open(advanced)
    positions = positions_of(db.game, 20_000, 6)
    expected = db.values(positions).plies.tolist()
    found = []
    thread = threading.Thread(target=lambda: found.append(db.values(positions).plies.tolist()))
    array_ready = time.monotonic() + 0.001
    thread.start()
    while time.monotonic() < array_ready:
        pass
    db.close()
    thread.join()
    assert found in ([expected], [])  # [] where it was closed before the thread asked


def test_the_lock_is_free_while_values_are_found(db):
    """Another thread gets on meanwhile; with the lock held it would stand still."""
    array = pylos.to_array(positions_of(db.game, 1_000, 7) * 1_000, base=3)
    steps = 0
    running = True

    def count():
        nonlocal steps
        while running:
            steps += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = steps
    db.values(array, threads=1)
    during = steps - before
    running = False
    thread.join()
    assert during >= 5


def test_progress(db):
    array = pylos.to_array(positions_of(db.game, 1_000, 8) * 500, base=3)
    told = []
    thread = threading.get_ident()

    def progress(done, total):
        assert threading.get_ident() == thread
        told.append((done, total))

    db.values(array, progress=progress)
    assert told[-1] == (len(array), len(array)) and told == sorted(told)
    # The solver tells of base 4 only; it is stopped at once.
    with pytest.raises(pylos.StoppedError):
        pylos.solve("advanced", progress=lambda done, total: False)
    with pytest.raises(ZeroDivisionError):
        pylos.solve("advanced", progress=lambda done, total: 1 // 0)


def test_ctrl_c_stops_the_solver():
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        pylos.solve("advanced")
    timer.join()
    assert time.monotonic() - start < 60


def test_too_little_memory():
    with pytest.raises(MemoryError) as caught:
        pylos.solve("standard", memory_bytes=1_000_000)
    assert isinstance(caught.value, pylos.MemoryError)
