// Large arrays, and parallel work on them by all processors.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <utility>

namespace lockstep {

// Calls work(part) once for each part from 0 to parts − 1, on all processors that this process may use.
// Returns when all calls have returned. `work` must not throw, and no part may depend on another.
void in_parallel(std::size_t parts, const std::function<void(std::size_t part)>& work);

// Bytes whose pages the system provides when they are first written, so the processor that fills an array is
// the first to access it. Until then they read as 0. Throws std::bad_alloc.
class LargeBytes {
 public:
  LargeBytes() = default;
  explicit LargeBytes(std::size_t size);
  ~LargeBytes();
  LargeBytes(LargeBytes&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  LargeBytes& operator=(LargeBytes&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::byte* begin() { return data_; }
  const std::byte* begin() const { return data_; }
  std::byte* end() { return data_ + size_; }
  const std::byte* end() const { return data_ + size_; }
  std::byte& operator[](std::size_t index) { return data_[index]; }
  std::byte operator[](std::size_t index) const { return data_[index]; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// Sets all bytes to `value`, on all processors.
void fill_bytes(std::span<std::byte> bytes, std::byte value);
// Copies the bytes on all processors. `to` must be at least as long as `from`.
void copy_bytes(std::span<const std::byte> from, std::span<std::byte> to);

}  // namespace lockstep
