#include "tools/command/exit_status.hpp"

#include <new>

#include "engine/errors.hpp"
#include "solver/work/errors.hpp"
#include "solver/api/pylos/pylos.hpp"

namespace pylos::tools {

OutputError::OutputError() : std::runtime_error("cannot write to standard output") {}

Failure failure_from(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const v1::InputError& e) {
    return {ExitStatus::bad_input, e.what()};
  } catch (const v1::FileError& e) {
    return {ExitStatus::bad_file, e.what()};
  } catch (const v1::StoppedError& e) {
    return {ExitStatus::interrupted, e.what()};
  } catch (const v1::NotHeldError& e) {
    return {ExitStatus::bad_input, e.what()};
  } catch (const InputError& e) {
    return {ExitStatus::bad_input, e.what()};
  } catch (const BadFile& e) {
    return {ExitStatus::bad_file, e.what()};
  } catch (const DiskError& e) {
    return {ExitStatus::out_of_resources, e.what()};
  } catch (const OutOfMemory& e) {
    return {ExitStatus::out_of_resources, e.what()};
  } catch (const std::bad_alloc&) {
    return {ExitStatus::out_of_resources, "out of memory"};
  } catch (const Stopped& e) {
    return {ExitStatus::interrupted, e.what()};
  } catch (const std::exception& e) {
    return {ExitStatus::out_of_resources, e.what()};
  }
}

}  // namespace pylos::tools
