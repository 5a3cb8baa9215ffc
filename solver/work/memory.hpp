// Large arrays straight from the system: zeroed, aligned to pages, large pages where there are some.
//
// Pages that are never written cost no memory, which sparse arrays count on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace pylos {

class Memory {
 public:
  /// Bytes past the end that may be read, though never written: loads of a whole line may begin inside one.
  static constexpr std::size_t kReadPast = 64;

  enum class Pages { large, small };

  Memory() = default;
  /// `bytes` zero bytes; throws OutOfMemory naming how many were wanted. Small pages suit an array of which
  /// little is ever written.
  explicit Memory(std::size_t bytes, Pages pages = Pages::large);
  ~Memory();
  Memory(Memory&& other) noexcept { swap(other); }
  Memory& operator=(Memory&& other) noexcept {
    Memory taken(std::move(other));
    swap(taken);
    return *this;
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  std::size_t bytes() const { return bytes_; }

 private:
  void swap(Memory& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Bytes that the machine, or the limit this process runs under, still has free.
std::uint64_t free_memory();

/// Throws OutOfMemory if `needed` bytes are more than `limit`, or with limit 0 than what is free. `work` begins
/// the message, as in "solving standard on base 4".
void require_memory(const std::string& work, std::uint64_t needed, std::uint64_t limit);

}  // namespace pylos
