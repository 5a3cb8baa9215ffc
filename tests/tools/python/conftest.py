"""Files of solved games, written by the command that PYLOS_EXECUTABLE names."""

import os
import pathlib
import subprocess

import pytest


@pytest.fixture(scope="session")
def write_file(tmp_path_factory):
    """A function of (rules, base, option...) that gives the path of a new database."""
    command = os.environ.get("PYLOS_EXECUTABLE")
    assert command, "PYLOS_EXECUTABLE must name the command pylos"
    folder = tmp_path_factory.mktemp("databases")

    def write(rules, base, *options):
        path = folder / f"{rules}-{base}{''.join(options)}.pylos"
        arguments = ["--rules", rules, "--base", str(base), "--out", str(path), *options]
        subprocess.run([command, "solve", *arguments], check=True, capture_output=True)
        return path

    return write


@pytest.fixture(scope="session")
def advanced(write_file):
    """The path of the advanced game on base 3."""
    return write_file("advanced", 3)


@pytest.fixture(scope="session")
def examples():
    return pathlib.Path(__file__).resolve().parents[3] / "tools" / "python" / "examples"
