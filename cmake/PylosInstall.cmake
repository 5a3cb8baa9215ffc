# What other projects link: pylos::pylos, and pylos::reader for asking files alone. Each is one file,
# static and shared, made of the objects of the rooms it consists of.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(pylos_reader_rooms engine work numbering file_reader play api)
set(pylos_whole_rooms ${pylos_reader_rooms} table retrograde api_solve)

# pylos_one_library(<name> ROOMS <room>... LINK <target>...): targets pylos_<name>_static and
# pylos_<name>_shared, and the alias pylos::<name>, which BUILD_SHARED_LIBS chooses.
function(pylos_one_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ROOMS;LINK")
  set(file pylos)
  if(NOT name STREQUAL "pylos")
    set(file pylos_${name})
  endif()
  foreach(kind IN ITEMS static shared)
    set(target pylos_${name}_${kind})
    string(TOUPPER ${kind} type)
    add_library(${target} ${type})
    foreach(room IN LISTS arg_ROOMS)
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:pylos_${room}>)
    endforeach()
    target_link_libraries(${target} PRIVATE ${arg_LINK})
    target_include_directories(${target} INTERFACE
      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/solver/api>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_compile_features(${target} INTERFACE cxx_std_20)
    set_target_properties(${target} PROPERTIES
      OUTPUT_NAME ${file}
      EXPORT_NAME ${name}_${kind}
      LINKER_LANGUAGE CXX
      VERSION ${PROJECT_VERSION}
      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    install(TARGETS ${target} EXPORT pylosTargets)
  endforeach()
  if(BUILD_SHARED_LIBS)
    add_library(pylos::${name} ALIAS pylos_${name}_shared)
  else()
    add_library(pylos::${name} ALIAS pylos_${name}_static)
  endif()
endfunction()

pylos_one_library(reader ROOMS ${pylos_reader_rooms} LINK xxHash::xxhash zstd::libzstd)
pylos_one_library(pylos ROOMS ${pylos_whole_rooms}
  LINK xxHash::xxhash zstd::libzstd TBB::tbb Threads::Threads)

set(pylos_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pylos)
install(FILES ${PROJECT_SOURCE_DIR}/solver/api/pylos/pylos.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pylos)
install(EXPORT pylosTargets NAMESPACE pylos:: DESTINATION ${pylos_package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/pylosConfig.cmake.in
  ${PROJECT_BINARY_DIR}/generated/pylosConfig.cmake INSTALL_DESTINATION ${pylos_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/pylosConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/generated/pylosConfig.cmake
  ${PROJECT_BINARY_DIR}/generated/pylosConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindxxHash.cmake
  ${PROJECT_SOURCE_DIR}/cmake/Findzstd.cmake
  DESTINATION ${pylos_package_dir})
