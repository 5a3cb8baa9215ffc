# Writes <build>/generated/build_info.hpp at every build, because `git describe` changes without
# a new configuration. The file is touched only when its text changes.

string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
string(JOIN " " flags
  ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}} ${PYLOS_ARCH_FLAGS} ${PYLOS_SANITIZE_FLAGS})
string(STRIP "${flags}" flags)
if(PYLOS_NATIVE)
  set(instructions native)
else()
  set(instructions portable)
endif()

set(build_info_dir "${PROJECT_BINARY_DIR}/generated")
add_custom_target(pylos_build_info_file
  COMMAND "${CMAKE_COMMAND}"
    "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
    "-DTEMPLATE=${PROJECT_SOURCE_DIR}/cmake/build_info.hpp.in"
    "-DOUTPUT=${build_info_dir}/build_info.hpp"
    "-DPYLOS_VERSION=${PROJECT_VERSION}"
    "-DPYLOS_COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
    "-DPYLOS_BUILD_TYPE=${CMAKE_BUILD_TYPE}"
    "-DPYLOS_FLAGS=${flags}"
    "-DPYLOS_INSTRUCTIONS=${instructions}"
    "-DPYLOS_SANITIZE=${PYLOS_SANITIZE}"
    -P "${PROJECT_SOURCE_DIR}/cmake/write_build_info.cmake"
  BYPRODUCTS "${build_info_dir}/build_info.hpp"
  COMMENT ""
  VERBATIM)

add_library(pylos_build_info INTERFACE)
target_include_directories(pylos_build_info INTERFACE "${build_info_dir}")
add_dependencies(pylos_build_info pylos_build_info_file)
