// Memory that other processes of this user can open by a path, gone with the last of them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.hpp"

namespace lockstep {

class SharedArray {
 public:
  static Result<std::unique_ptr<SharedArray>> make(const std::string& name, std::size_t bytes);
  // What another process made.
  static Result<std::unique_ptr<SharedArray>> open(const std::string& path, std::size_t bytes);
  ~SharedArray();
  SharedArray(const SharedArray&) = delete;
  SharedArray& operator=(const SharedArray&) = delete;

  std::span<std::byte> bytes() const { return bytes_; }
  std::string path() const;  // while this process lives

 private:
  explicit SharedArray(int descriptor) : descriptor_(descriptor) {}
  Result<void> map(std::size_t bytes);
  int descriptor_;
  std::span<std::byte> bytes_;
};

}  // namespace lockstep
