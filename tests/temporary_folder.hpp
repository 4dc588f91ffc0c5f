// A folder for one test, deleted with the object.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "core/base/files/path_text.hpp"
#include "core/base/process.hpp"

namespace lockstep {

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("lockstep-test-" + std::to_string(process_id()) + "-" + std::to_string(next_number_++))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return path_text(path_ / system_path(name)); }

 private:
  // Several objects of one process have separate folders: the first that ends must not delete another.
  static inline std::atomic<unsigned> next_number_ = 0;
  std::filesystem::path path_;
};

}  // namespace lockstep
