// The data behind the index of a recording.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

// The bytes of a recording that is being written; they must outlive it.
class BlobList {
 public:
  // The number of the blob; equal ones have the same.
  std::size_t add(std::string_view bytes) {
    const auto [found, is_new] = numbers_.try_emplace(bytes, blobs_.size());
    if (is_new) blobs_.push_back(bytes);
    return found->second;
  }
  const std::vector<std::string_view>& all() const { return blobs_; }

 private:
  std::vector<std::string_view> blobs_;
  std::unordered_map<std::string_view, std::size_t> numbers_;
};

}  // namespace lockstep
