# Finds the libraries and, when some are missing, names all of them and the one command that
# installs them, instead of stopping at the first.

set(pylos_missing "")
set(pylos_missing_packages "")

# pylos_need(<what> <Debian package> <find_package arguments>...)
macro(pylos_need what package name)
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    list(APPEND pylos_missing "${what}")
    list(APPEND pylos_missing_packages ${package})
  endif()
endmacro()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

pylos_need("oneTBB" libtbb-dev TBB 2021)
if(PYLOS_SANITIZE MATCHES "thread" AND TBB_FOUND AND NOT TBB_DIR MATCHES "tsan-tbb")
  message(WARNING
    "This oneTBB is probably not built with the thread sanitizer, which will then report races "
    "that are none. Run scripts/build-tsan-tbb.sh and configure afresh.")
endif()
pylos_need("xxHash" libxxhash-dev xxHash)
pylos_need("zstd" libzstd-dev zstd)
pylos_need("nlohmann/json" nlohmann-json3-dev nlohmann_json 3.10)

# Boost.Beast and Asio, which the server needs, are headers alone.
set(boost_components "")
if(PYLOS_BUILD_COMMAND)
  set(boost_components program_options serialization)
  find_path(PYLOS_BEAST_INCLUDE boost/beast.hpp)
  if(NOT PYLOS_BEAST_INCLUDE)
    list(APPEND pylos_missing "Boost.Beast")
    list(APPEND pylos_missing_packages libboost-dev)
  endif()
endif()
foreach(component IN LISTS boost_components)
  find_package(Boost 1.74 QUIET COMPONENTS ${component})
  if(NOT TARGET Boost::${component})
    string(REPLACE "_" "-" package "libboost-${component}-dev")
    list(APPEND pylos_missing "Boost.${component}")
    list(APPEND pylos_missing_packages ${package})
  endif()
endforeach()

if(PYLOS_BUILD_TESTS)
  include(GoogleTest)
  pylos_need("GoogleTest" libgtest-dev GTest)
endif()
if(PYLOS_BUILD_BENCH)
  pylos_need("Google Benchmark" libbenchmark-dev benchmark)
endif()
if(PYLOS_BUILD_PYTHON)
  # Debian's Python, for which Debian's packages are, and not another one that stands first in PATH;
  # setup.py names its own.
  if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python_EXECUTABLE /usr/bin/python3)
  endif()
  set(PYBIND11_FINDPYTHON ON)
  pylos_need("Python 3 with headers" python3-dev Python 3.9 COMPONENTS Interpreter Development.Module)
  if(Python_FOUND)
    pylos_need("pybind11" pybind11-dev pybind11 2.10)
  endif()
endif()

if(pylos_missing)
  list(JOIN pylos_missing ", " pylos_missing)
  list(JOIN pylos_missing_packages " " pylos_missing_packages)
  message(FATAL_ERROR
    "Missing: ${pylos_missing}.\n"
    "On Debian or Ubuntu this installs what is missing:\n"
    "  sudo apt-get install ${pylos_missing_packages}\n"
    "or run scripts/install-deps.sh")
endif()
