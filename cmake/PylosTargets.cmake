# pylos_add_library(<name> ALIAS <alias> [LINK <target>...] [EXCLUDE <file>...])
#
# A static library of every .cpp in the current folder and below it, but not in subfolders that have
# a CMakeLists.txt of their own; an interface library while there is none.
# The include root is the project's root: #include "engine/cells.hpp".
function(pylos_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ALIAS" "LINK;EXCLUDE")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *.cpp)
  file(GLOB_RECURSE owners RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CMakeLists.txt)
  list(REMOVE_ITEM owners CMakeLists.txt)
  foreach(owner IN LISTS owners)
    cmake_path(GET owner PARENT_PATH folder)
    list(FILTER sources EXCLUDE REGEX "^${folder}/")
  endforeach()
  if(arg_EXCLUDE)
    list(REMOVE_ITEM sources ${arg_EXCLUDE})
  endif()

  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PRIVATE pylos_warnings)
    target_compile_definitions(${name} PRIVATE PYLOS_INTERNAL)  # see solver/api/pylos/pylos.hpp
    # The libraries also go into the Python module, which is a shared one. Nobody replaces their
    # functions there: the compiler may inline them as in a program.
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${name} PRIVATE -fno-semantic-interposition)
    set(scope PUBLIC)
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(${arg_ALIAS} ALIAS ${name})
  target_include_directories(${name} ${scope} "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} ${scope} ${arg_LINK})
endfunction()

# pylos_add_test(<name> <source>... [LABELS <label>...])
#
# A GoogleTest program, its cases registered with ctest as Suite.Case. The label `slow` also makes
# its cases run alone, because they use all cores. The sources may use these macros:
#   PYLOS_SOURCE_DIR     the project's root
#   PYLOS_TEST_DATA_DIR  tests/data
#   PYLOS_EXECUTABLE     the built command `pylos` (only if tools/main.cpp exists)
function(pylos_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LABELS")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE
    pylos::command pylos_reference pylos_warnings GTest::gtest_main)
  # A test's own code is small beside what it calls: less optimisation halves the time to build.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_compile_definitions(${name} PRIVATE
    PYLOS_INTERNAL
    PYLOS_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    PYLOS_TEST_DATA_DIR="${PROJECT_SOURCE_DIR}/tests/data")
  if(TARGET pylos)
    target_compile_definitions(${name} PRIVATE PYLOS_EXECUTABLE="$<TARGET_FILE:pylos>")
    add_dependencies(${name} pylos)
  endif()

  set(properties TIMEOUT 300)
  if("slow" IN_LIST arg_LABELS)
    set(properties TIMEOUT 3600 RUN_SERIAL TRUE)
  endif()
  if(arg_LABELS)
    # The generated script splits lists once more, so the semicolons need protection.
    string(REPLACE ";" "\\;" labels "${arg_LABELS}")
    list(APPEND properties LABELS "${labels}")
  endif()
  gtest_discover_tests(${name} NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
endfunction()
