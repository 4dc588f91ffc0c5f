// The data that follow the index of a recording.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

// The data of a recording that is being written; the bytes must outlive this object.
class BlobList {
 public:
  // Adds a blob and returns its number; equal blobs have the same number.
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
