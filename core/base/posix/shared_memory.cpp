#include "core/base/shared_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>

#include "core/base/text/text.hpp"

namespace lockstep {
namespace {

int file_of(std::intptr_t handle) { return static_cast<int>(handle); }

}  // namespace

Result<std::unique_ptr<SharedArray>> SharedArray::make(const std::string& name, std::size_t bytes) {
  // Unlike shm_open(), this needs no space in a file system.
  std::unique_ptr<SharedArray> array(new SharedArray(memfd_create(name.c_str(), MFD_CLOEXEC)));
  array->path_ = fmt::format("/proc/{}/fd/{}", getpid(), file_of(array->handle_));
  // Allocates all pages now: if a page were unavailable later, the access would raise a signal.
  if (file_of(array->handle_) < 0 ||
      posix_fallocate(file_of(array->handle_), 0, static_cast<off_t>(bytes)) != 0)
    return failure(
        fmt::format("{} of shared memory is not available; choose a smaller n.", bytes_text(bytes)));
  if (auto mapped = array->map(bytes); !mapped) return tl::unexpected(mapped.error());
  return array;
}

Result<std::unique_ptr<SharedArray>> SharedArray::open(const std::string& path, std::size_t bytes) {
  std::unique_ptr<SharedArray> array(new SharedArray(::open(path.c_str(), O_RDWR | O_CLOEXEC)));
  array->path_ = path;
  if (file_of(array->handle_) < 0) return failure(fmt::format("{} cannot be opened.", path));
  if (auto mapped = array->map(bytes); !mapped) return tl::unexpected(mapped.error());
  return array;
}

Result<void> SharedArray::map(std::size_t bytes) {
  void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_of(handle_), 0);
  if (place == MAP_FAILED) return failure(fmt::format("{} cannot be mapped.", bytes_text(bytes)));
  bytes_ = {static_cast<std::byte*>(place), bytes};
  return {};
}

SharedArray::~SharedArray() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
  if (file_of(handle_) >= 0) close(file_of(handle_));
}

std::string SharedArray::path() const { return path_; }

std::string memory_file(const std::string& name, std::string_view text) {
  const int file = memfd_create(name.c_str(), 0);
  if (file < 0) return {};
  const std::string path = fmt::format("/proc/self/fd/{}", file);
  std::error_code ignored;
  if (write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      std::filesystem::exists(path, ignored))
    return path;
  close(file);
  return {};
}

}  // namespace lockstep
