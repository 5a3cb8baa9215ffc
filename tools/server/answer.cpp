#include "tools/server/answer.hpp"

#include <charconv>
#include <new>

#include <nlohmann/json.hpp>
#include <pylos/pylos.hpp>

namespace pylos::server {
namespace {

// Faults of a text say "... in column N ...".
std::optional<int> column_of(std::string_view fault) {
  constexpr std::string_view kMark = "in column ";
  const std::size_t at = fault.find(kMark);
  if (at == std::string_view::npos) return {};
  int column = 0;
  const char* end = fault.data() + fault.size();
  if (std::from_chars(fault.data() + at + kMark.size(), end, column).ec != std::errc()) return {};
  return column;
}

}  // namespace

std::string error_json(const Refused& refused) {
  nlohmann::ordered_json error{{"code", refused.code}, {"message", refused.what()}};
  if (refused.column) error["column"] = *refused.column;
  const nlohmann::ordered_json json{{"error", std::move(error)}};
  // Text of the question may stand in the message, and need not be UTF-8.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Answer error_answer(const Refused& refused) {
  Answer answer;
  answer.status = refused.status;
  answer.body = error_json(refused);
  answer.allow = refused.allow;
  answer.retry_after = refused.retry_after;
  return answer;
}

Refused refused_from_current(std::string_view code) {
  try {
    throw;
  } catch (const Refused& refused) {
    return refused;
  } catch (const InputError& e) {
    return {400, std::string(code), e.what(), column_of(e.faults().front())};
  } catch (const NotHeldError& e) {
    return {422, "not_held", e.what()};
  } catch (const FileError& e) {
    return {500, "damaged_file", e.what()};
  } catch (const std::bad_alloc&) {
    return {500, "out_of_memory", "the server is out of memory"};
  } catch (const std::exception& e) {
    return {500, "failed", e.what()};
  } catch (...) {
    return {500, "failed", "the server failed"};
  }
}

std::size_t weight(const Answer& answer) { return sizeof(Answer) + answer.body.size() + 256; }

}  // namespace pylos::server
