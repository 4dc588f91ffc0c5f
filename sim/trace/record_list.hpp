// The records of a trace: a vector that grows without moving what it holds.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class RecordList {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const TraceRecord& operator[](std::size_t index) const { return chunks_[index / kChunk][index % kChunk]; }
  TraceRecord& back() { return chunks_.back().back(); }

  void push_back(const TraceRecord& record) {
    if (size_ % kChunk == 0) chunks_.emplace_back().reserve(kChunk);
    chunks_.back().push_back(record);
    ++size_;
  }

 private:
  static constexpr std::size_t kChunk = 4096;
  std::vector<std::vector<TraceRecord>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace lockstep::sim
