// Memory that other processes of this user can open by a path. The memory is freed when the last process that
// has opened it ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

class SharedArray {
 public:
  static Result<std::unique_ptr<SharedArray>> make(const std::string& name, std::size_t bytes);
  // Opens an array that another process created.
  static Result<std::unique_ptr<SharedArray>> open(const std::string& path, std::size_t bytes);
  ~SharedArray();
  SharedArray(const SharedArray&) = delete;
  SharedArray& operator=(const SharedArray&) = delete;

  std::span<std::byte> bytes() const { return bytes_; }
  std::string path() const;  // valid while this process runs

 private:
  explicit SharedArray(std::intptr_t handle) : handle_(handle) {}
  Result<void> map(std::size_t bytes);
  std::intptr_t handle_;
  std::string path_;
  std::span<std::byte> bytes_;
};

// Stores the text in a file in memory and returns the path of the file. This process and its libraries can
// read the file until the process ends; nothing is written to disk. Returns "" if the system does not support
// such files.
std::string memory_file(const std::string& name, std::string_view text);

}  // namespace lockstep
