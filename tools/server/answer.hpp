// A question to the server and the answer to it, without the wire: what api.cpp makes answers of
// and session.cpp turns into HTTP.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace pylos::server {

enum class Method { get, head, post, options, other };

struct Question {
  Method method = Method::get;
  /// Path and query as they stand in the request line.
  std::string target;
  std::string body;
};

struct Answer {
  /// The HTTP status.
  unsigned status = 200;
  std::string type = "application/json";
  std::string body;
  /// With its quotes; empty for none.
  std::string etag;
  std::string cache_control = "no-store";
  /// The methods that a path takes: of statuses 204 and 405.
  std::string allow;
  /// Seconds after which to ask again, of status 429; 0 for none.
  unsigned retry_after = 0;
  /// The page's own files get a policy that lets them load each other.
  bool of_page = false;
};

/// Answers are shared between the cache and all who asked.
using AnswerPtr = std::shared_ptr<const Answer>;

/// A question that has no answer but an error object.
class Refused : public std::runtime_error {
 public:
  Refused(unsigned http_status, std::string word, const std::string& message,
          std::optional<int> in_column = {})
      : std::runtime_error(message),
        status(http_status),
        code(std::move(word)),
        column(in_column) {}

  unsigned status;
  /// One word for programs, such as "bad_position".
  std::string code;
  /// Where in the text the fault is, counted from 1.
  std::optional<int> column;
  /// See Answer.
  std::string allow;
  unsigned retry_after = 0;
};

/// The JSON text of an error object: {"error":{"code":...,"message":...,"column":...}}.
std::string error_json(const Refused& refused);
/// The answer that says it.
Answer error_answer(const Refused& refused);

/// What an exception of the library comes to: InputError 400, NotHeldError 422, FileError and all
/// others 500. `code` is said of an InputError. Call it inside of a catch block.
Refused refused_from_current(std::string_view code);

/// Bytes of memory that an answer takes, roughly.
std::size_t weight(const Answer& answer);

}  // namespace pylos::server
