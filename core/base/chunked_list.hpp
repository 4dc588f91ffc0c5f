// A list that grows without moving its entries, so it never needs twice its memory while it grows.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace lockstep {

template <class T>
class ChunkedList {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t index) const { return chunks_[index / kChunk][index % kChunk]; }
  T& operator[](std::size_t index) { return chunks_[index / kChunk][index % kChunk]; }
  T& back() { return (*this)[size_ - 1]; }

  void push_back(const T& value) {
    if (size_ % kChunk == 0) chunks_.push_back(std::make_unique_for_overwrite<T[]>(kChunk));
    ++size_;
    back() = value;
  }

  std::size_t size_bytes() const { return chunks_.size() * kChunk * sizeof(T); }

 private:
  static constexpr std::size_t kChunk = 2048;
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace lockstep
