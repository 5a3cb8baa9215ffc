"""Builds the compiled module with the project's CMake files; all else stands in pyproject.toml.

    pip install ./tools/python

from the whole repository: the C++ sources stand two folders up. CMake, a compiler and the libraries that
scripts/install-deps.sh installs must be there. CMAKE_ARGS is passed on to CMake: with
CMAKE_ARGS=-DPYLOS_NATIVE=OFF the module also runs on other processors than this machine's.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import pybind11
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parents[2]
if not (ROOT / "CMakeLists.txt").is_file():
    raise SystemExit(f"the C++ sources are not in {ROOT}: install from the whole repository")


class CMakeBuild(build_ext):
    """Makes the one extension module; CMake knows how."""

    def build_extension(self, extension):
        build = pathlib.Path(self.build_temp).resolve() / "cmake"
        options = [
            "-DCMAKE_BUILD_TYPE=Release",
            "-DPYLOS_BUILD_PYTHON=ON",
            "-DPYLOS_BUILD_TESTS=OFF",
            "-DPYLOS_BUILD_BENCH=OFF",
            f"-DPython_EXECUTABLE={sys.executable}",
            f"-Dpybind11_DIR={pybind11.get_cmake_dir()}",
            *shlex.split(os.environ.get("CMAKE_ARGS", "")),
        ]
        subprocess.run(["cmake", "-S", ROOT, "-B", build, *options], check=True)
        jobs = str(os.cpu_count())
        subprocess.run(
            ["cmake", "--build", build, "--target", "pylos_python", "--parallel", jobs], check=True
        )
        (module,) = (build / "python" / "pylos").glob("_pylos.*.so")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(module, target)


def version():
    """The VERSION of project() in the root CMakeLists.txt."""
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"project\(pylos\s+VERSION ([0-9.]+)", text).group(1)


setup(
    version=version(),
    ext_modules=[Extension("pylos._pylos", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
