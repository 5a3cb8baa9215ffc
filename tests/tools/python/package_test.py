"""The package as a whole: the examples of its comments, its stubs, its example programs."""

import ast
import doctest
import inspect
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import pylos


def test_examples_of_the_comments():
    """Those of the classes stand under `pylos`, those of the functions under the compiled module."""
    attempted = 0
    for module in (pylos, sys.modules["pylos._pylos"]):
        result = doctest.testmod(module, extraglobs={"pylos": pylos})
        assert result.failed == 0
        attempted += result.attempted
    assert attempted >= 19


def stub_names():
    stub = pathlib.Path(pylos.__file__).with_name("__init__.pyi")
    tree = ast.parse(stub.read_text())
    names, members = set(), {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            members[node.name] = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
            names.add(node.name)
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
        elif isinstance(node, ast.ImportFrom) and node.module.startswith("pylos"):
            names |= {alias.asname for alias in node.names}
    return names, members


def test_stubs_name_what_there_is():
    names, members = stub_names()
    assert names == set(pylos.__all__)
    assert all(hasattr(pylos, name) for name in names)
    for kind, listed in members.items():
        own = vars(getattr(pylos, kind))
        there = {name for name in own if not name.startswith("_")}
        assert {name for name in listed if not name.startswith("_")} == there
        assert {name for name in listed if name.startswith("_")} <= set(dir(getattr(pylos, kind)))


def test_stubs_have_the_arguments_that_there_are():
    """Every argument of a stub's function is one that the comment's first line names."""
    tree = ast.parse(pathlib.Path(pylos.__file__).with_name("__init__.pyi").read_text())
    seen = 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            functions = [(getattr(pylos, node.name), node)]
        elif isinstance(node, ast.ClassDef):
            functions = [
                (getattr(getattr(pylos, node.name), n.name), n)
                for n in node.body
                if isinstance(n, ast.FunctionDef) and not n.decorator_list and n.name[0] != "_"
            ]
        else:
            continue
        for function, n in functions:
            line = function.__doc__.split("\n")[0]
            arguments = [a.arg for a in n.args.args + n.args.kwonlyargs if a.arg != "self"]
            inside = line[line.index("(") + 1 : line.rindex(")", 0, (line + " ->").index(" ->"))]
            told = [a.split("=")[0].strip() for a in inside.split(",") if a.strip(" *")]
            assert told == arguments, line
            seen += 1
    assert seen >= 25


def test_everything_has_a_comment():
    for name in pylos.__all__:
        thing = getattr(pylos, name)
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and thing.__module__ == "pylos":
                    assert inspect.getdoc(value), f"{name}.{member}"
        if callable(thing):
            assert inspect.getdoc(thing), name


def run(path, *arguments):
    done = subprocess.run(
        [sys.executable, str(path), *map(str, arguments)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_who_wins(examples, advanced):
    out = run(examples / "who_wins.py", "children", "--base", 3, "--plies", 3)
    assert out.startswith("children, base 3, ......... l: dark wins in 16 plies")
    assert "3. light plays" in out and "4." not in out
    assert run(examples / "who_wins.py", advanced).startswith("advanced, base 3")


def test_histogram(examples, tmp_path):
    out = run(examples / "histogram.py", "children", "--base", 3)
    assert "105,053 positions, 46,487 won, 58,566 lost, 0 drawn" in out
    pytest.importorskip("matplotlib")
    run(examples / "histogram.py", "children", "--base", 3, "--out", tmp_path / "h.png")
    assert (tmp_path / "h.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("base", [2, 3])
def test_training_data(examples, tmp_path, base):
    out = tmp_path / "data.npz"
    run(examples / "training_data.py", "advanced", "--base", base, "--count", 3000, "--out", out)
    data = np.load(out)
    assert [data[k].dtype for k in ("light", "dark", "side", "outcome", "plies")] == [
        np.uint32, np.uint32, np.uint8, np.uint8, np.int16,
    ]  # fmt: skip
    with pylos.solve("advanced", base=base) as db:
        for i in range(0, 3000, 10):
            cells = int(data["light"][i]), int(data["dark"][i])
            value = db.probe(pylos.Position.from_cells(*cells, int(data["side"][i]), base))
            assert value.outcome == data["outcome"][i]
            assert (pylos.NO_PLIES if value.plies is None else value.plies) == data["plies"][i]
    spheres = [bin(a | b).count("1") for a, b in zip(data["light"].tolist(), data["dark"].tolist())]
    assert set(spheres) == set(range(db_cells(base) + 1))
    assert set(data["side"].tolist()) == {0, 1}


def db_cells(base):
    return pylos.Game("standard", base).cells


def test_openspiel(examples):
    out = run(examples / "openspiel_game.py")
    assert "OpenSpiel is not installed" in out or "a random game ended after" in out


def test_without_the_compiled_module(tmp_path):
    """The plain reader is there all the same, and everything else says what is missing."""
    package = pathlib.Path(pylos.__file__).parent
    copy = tmp_path / "pylos"
    copy.mkdir()
    for source in package.glob("*.py"):
        (copy / source.name).write_bytes(source.read_bytes())
    program = "import pylos\ntry:\n  pylos.solve\nexcept ImportError as e: print(e)"
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert "scripts/python.sh" in done.stdout, done.stderr
