#include "tools/server/session.hpp"

#include <array>
#include <cctype>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <utility>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

namespace pylos::server {
namespace {

namespace http = boost::beast::http;
using boost::beast::string_view;

constexpr std::uint64_t kLargeBody = 16 << 10;

constexpr std::string_view kPolicy =
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";
// Answers of the API are not meant to be shown as pages.
constexpr std::string_view kStrictPolicy = "default-src 'none'; frame-ancestors 'none'";

Method method_of(http::verb verb) {
  switch (verb) {
    case http::verb::get:
      return Method::get;
    case http::verb::head:
      return Method::head;
    case http::verb::post:
      return Method::post;
    case http::verb::options:
      return Method::options;
    default:
      return Method::other;
  }
}

std::string_view std_view(string_view text) { return {text.data(), text.size()}; }
string_view boost_view(std::string_view text) { return {text.data(), text.size()}; }

// Whether If-None-Match names the tag.
bool matches(std::string_view asked, std::string_view etag) {
  if (asked.empty() || etag.empty()) return false;
  return asked == "*" || asked.find(etag) != std::string_view::npos;
}

// Control characters of a request must not reach a terminal or make lines of their own.
std::string harmless(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::isprint(static_cast<unsigned char>(c)) != 0 && c != '"') {
      out += c;
    } else {
      char hex[5];
      std::snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned char>(c));
      out += hex;
    }
  }
  return out;
}

}  // namespace

Session::Session(boost::asio::ip::tcp::socket socket, Common& common)
    : stream_(std::move(socket)), common_(common), buffer_(64 << 10) {
  ++common_.api.metrics().connections;
}

Session::~Session() {
  give_back();
  --common_.api.metrics().connections;
  common_.gone(this);
}

void Session::run() {
  boost::asio::dispatch(stream_.get_executor(), [self = shared_from_this()] { self->read(); });
}

void Session::refuse() {
  boost::asio::dispatch(stream_.get_executor(), [self = shared_from_this()] {
    ++self->common_.api.metrics().refused_connections;
    Refused refused(429, "too_many_connections", "the server has too many connections");
    refused.retry_after = 1;
    self->refuse_request(refused);
  });
}

void Session::stop() {
  boost::asio::post(stream_.get_executor(), [self = shared_from_this()] {
    const bool nothing_yet =
        self->buffer_.size() == 0 && self->request_ && !self->request_->got_some();
    if (self->waiting_ && nothing_yet) self->stream_.cancel();
  });
}

void Session::read() {
  if (common_.stopping) return linger();
  request_.emplace();
  request_->header_limit(common_.options.header_bytes);
  request_->body_limit(common_.options.body_bytes);
  waiting_ = true;
  // Once for the whole request: a client that sends byte by byte gains no time.
  stream_.expires_after(common_.options.read_time);
  http::async_read_header(
      stream_, buffer_, *request_,
      [self = shared_from_this()](Fault fault, std::size_t) { self->on_header(fault); });
}

void Session::on_header(Fault fault) {
  waiting_ = false;
  asked_at_ = std::chrono::steady_clock::now();
  if (fault) return on_read_fault(fault);
  const auto& request = request_->get();
  head_ = request.method() == http::verb::head;
  const bool chunked = request.chunked();
  const std::uint64_t length = request_->content_length().value_or(0);
  if (chunked || length > kLargeBody) {
    if (request.method() != http::verb::post) {
      return refuse_request({413, "body_too_large", "this method takes no large body"});
    }
    if (++common_.large_bodies > common_.options.large_bodies) {
      --common_.large_bodies;
      Refused refused(429, "busy", "too many large requests at once; ask again in a second");
      refused.retry_after = 1;
      return refuse_request(refused);
    }
    large_body_ = true;
  }
  if (boost::beast::iequals(request[http::field::expect], "100-continue")) {
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    boost::asio::async_write(stream_, boost::asio::buffer(kContinue.data(), kContinue.size()),
                             [self = shared_from_this()](Fault failed, std::size_t) {
                               if (!failed) self->read_body();
                             });
    return;
  }
  read_body();
}

void Session::read_body() {
  if (request_->is_done()) return on_request({});
  http::async_read(
      stream_, buffer_, *request_,
      [self = shared_from_this()](Fault fault, std::size_t) { self->on_request(fault); });
}

void Session::on_read_fault(Fault fault) {
  static const auto& kCategory = make_error_code(http::error::bad_target).category();
  if (fault == http::error::header_limit || fault == http::error::buffer_overflow) {
    return refuse_request({431, "header_too_large",
                           "the header is larger than " +
                               std::to_string(common_.options.header_bytes) + " bytes"});
  }
  if (fault == http::error::body_limit) {
    return refuse_request({413, "body_too_large",
                           "the body is larger than " +
                               std::to_string(common_.options.body_bytes) + " bytes"});
  }
  const bool gone =
      fault == http::error::end_of_stream || fault == http::error::partial_message;
  if (fault.category() == kCategory && !gone) {
    return refuse_request({400, "bad_request", "this is no HTTP request: " + fault.message()});
  }
  // The client has gone, its time is up, or the server stops: there is nobody to tell.
}

void Session::on_request(Fault fault) {
  asked_at_ = std::chrono::steady_clock::now();
  if (fault) return on_read_fault(fault);
  stream_.expires_never();
  auto request = request_->release();
  keep_open_ = request.keep_alive();
  etag_asked_ = std_view(request[http::field::if_none_match]);
  Question question{method_of(request.method()), std::string(std_view(request.target())),
                    std::move(request.body())};
  if (common_.options.log) {
    request_line_ = harmless(std_view(request.method_string())) + ' ' + harmless(question.target);
  }
  common_.api.ask(question, [self = shared_from_this()](const AnswerPtr& answer) {
    boost::asio::dispatch(self->stream_.get_executor(),
                          [self, answer] { self->write(answer); });
  });
}

// Answers and closes: what else the client sends cannot be told apart any more.
void Session::refuse_request(const Refused& refused) {
  keep_open_ = false;
  etag_asked_.clear();
  request_line_ = "-";
  write(std::make_shared<const Answer>(error_answer(refused)));
}

void Session::write(AnswerPtr answer) {
  give_back();
  const bool not_modified = answer->status == 200 && matches(etag_asked_, answer->etag);
  const std::size_t size = head_ || not_modified ? 0 : answer->body.size();
  if ((common_.bytes_under_way += size) > common_.options.bytes_under_way &&
      answer->status == 200 && size > 0) {
    common_.bytes_under_way -= size;
    Refused refused(429, "busy", "too many answers are under way; ask again in a second");
    refused.retry_after = 1;
    answer = std::make_shared<const Answer>(error_answer(refused));
    common_.bytes_under_way += under_way_ = answer->body.size();
  } else {
    under_way_ = size;
  }
  answer_ = std::move(answer);
  const Answer& a = *answer_;
  const bool bodiless = not_modified || a.status == 204;
  keep_open_ = keep_open_ && !common_.stopping;

  Response& response = response_.emplace();
  response.version(11);
  response.result(not_modified ? 304 : a.status);
  response.keep_alive(keep_open_);
  response.set(http::field::server, "pylos");
  if (!bodiless) response.set(http::field::content_type, a.type);
  if (!a.etag.empty()) response.set(http::field::etag, a.etag);
  response.set(http::field::cache_control, a.cache_control);
  response.set(http::field::access_control_allow_origin, "*");
  response.set(http::field::access_control_expose_headers, "ETag, Retry-After, Allow");
  response.set("Content-Security-Policy", boost_view(a.of_page ? kPolicy : kStrictPolicy));
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  if (!a.allow.empty()) response.set(http::field::allow, a.allow);
  if (a.retry_after > 0) response.set(http::field::retry_after, std::to_string(a.retry_after));
  if (a.status == 204) {
    response.set(http::field::access_control_allow_methods, a.allow);
    response.set(http::field::access_control_allow_headers, "Content-Type, If-None-Match");
    response.set(http::field::access_control_max_age, "86400");
  }
  if (!bodiless) {
    response.set(http::field::content_length, std::to_string(a.body.size()));
    if (!head_) response.body() = {a.body.data(), a.body.size()};
  }
  stream_.expires_after(common_.options.write_time);
  http::async_write(
      stream_, response,
      [self = shared_from_this()](Fault fault, std::size_t) { self->on_written(fault); });
}

void Session::on_written(Fault fault) {
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - asked_at_).count();
  common_.api.metrics().count(response_->result_int(), under_way_, seconds);
  if (common_.options.log) log_line(under_way_, seconds);
  response_.reset();
  answer_.reset();
  give_back();
  if (fault) return;
  if (keep_open_) return read();
  linger();
}

void Session::give_back() {
  common_.bytes_under_way -= std::exchange(under_way_, 0);
  if (std::exchange(large_body_, false)) --common_.large_bodies;
}

// A socket that is closed with bytes unread takes the answer back from the client's hands, so what
// still comes is read away for a while.
void Session::linger() {
  Fault ignored;
  stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(std::chrono::seconds(1));
  struct Drain {
    std::shared_ptr<Session> self;
    std::shared_ptr<std::array<char, 4096>> scratch = std::make_shared<std::array<char, 4096>>();
    void read() {
      self->stream_.async_read_some(boost::asio::buffer(*scratch), *this);
    }
    void operator()(Fault fault, std::size_t) {
      if (!fault) read();
    }
  };
  Drain{shared_from_this()}.read();
}

void Session::log_line(std::size_t bytes, double seconds) {
  Fault fault;
  const auto client = stream_.socket().remote_endpoint(fault);
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char time[32];
  std::strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%SZ", &utc);
  char milliseconds[32];
  std::snprintf(milliseconds, sizeof milliseconds, "%.1f", seconds * 1000);
  common_.options.log(std::string(time) + ' ' + (fault ? "-" : client.address().to_string()) +
                      " \"" + request_line_ + "\" " +
                      std::to_string(response_->result_int()) + ' ' + std::to_string(bytes) +
                      " bytes " + milliseconds + " ms");
}

}  // namespace pylos::server
