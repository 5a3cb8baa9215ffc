# Language level, build type, instruction set, sanitizers and warnings.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(PROJECT_IS_TOP_LEVEL AND NOT multi_config AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

if(NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  message(FATAL_ERROR "Pylos needs GCC or Clang; this compiler is ${CMAKE_CXX_COMPILER_ID}.")
endif()

# NDEBUG only silences assert(); the project's invariant checks do not depend on it.
string(REPLACE "-O2" "-O3" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
add_compile_options($<$<CONFIG:Debug>:-D_GLIBCXX_ASSERTIONS>)

# The instruction set is the same for every target: inline functions of one header must not be
# compiled in two ways within one program.
set(PYLOS_ARCH_FLAGS "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  if(PYLOS_NATIVE)
    set(PYLOS_ARCH_FLAGS -march=native)
  else()
    set(PYLOS_ARCH_FLAGS -march=x86-64 -mtune=generic)
  endif()
elseif(PYLOS_NATIVE)
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-mcpu=native PYLOS_HAS_MCPU_NATIVE)
  if(PYLOS_HAS_MCPU_NATIVE)
    set(PYLOS_ARCH_FLAGS -mcpu=native)
  endif()
endif()
add_compile_options(${PYLOS_ARCH_FLAGS})
# Vectors never cross a library boundary: that their calling convention depends on the instruction
# set is of no use here.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>)

set(PYLOS_SANITIZE_FLAGS "")
if(PYLOS_SANITIZE)
  if(PYLOS_SANITIZE MATCHES "thread" AND PYLOS_SANITIZE MATCHES "address")
    message(FATAL_ERROR "PYLOS_SANITIZE: address and thread cannot be used together.")
  endif()
  set(PYLOS_SANITIZE_FLAGS
    -fsanitize=${PYLOS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_options(${PYLOS_SANITIZE_FLAGS})
  add_link_options(${PYLOS_SANITIZE_FLAGS})
endif()

add_library(pylos_warnings INTERFACE)
target_compile_options(pylos_warnings INTERFACE
  -Wall -Wextra -Wpedantic
  -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion
  -Wold-style-cast -Wcast-align -Wcast-qual
  -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi
  -Wformat=2 -Wundef -Wimplicit-fallthrough -Wmissing-declarations
  $<$<CXX_COMPILER_ID:GNU>:-Wlogical-op>
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond>
  # GCC 12 warns of overlaps inside std::string that are not there (PR 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<BOOL:${PYLOS_WERROR}>:-Werror>)
