# Run by the target pylos_build_info_file; see PylosBuildInfo.cmake.
set(PYLOS_GIT "")
if(EXISTS "${SOURCE_DIR}/.git")
  find_program(GIT git)
  if(GIT)
    execute_process(
      COMMAND "${GIT}" describe --tags --always --dirty
      WORKING_DIRECTORY "${SOURCE_DIR}"
      OUTPUT_VARIABLE PYLOS_GIT
      OUTPUT_STRIP_TRAILING_WHITESPACE
      ERROR_QUIET)
  endif()
endif()
configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)
