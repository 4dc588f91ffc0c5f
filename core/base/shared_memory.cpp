#include "core/base/shared_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/sizes.hpp"

namespace lockstep {

Result<std::unique_ptr<SharedArray>> SharedArray::make(const std::string& name, std::size_t bytes) {
  // No file system has to have room for it, unlike for shm_open().
  std::unique_ptr<SharedArray> array(new SharedArray(memfd_create(name.c_str(), MFD_CLOEXEC)));
  // Asked for now: later, memory that is not there is a signal.
  if (array->descriptor_ < 0 || posix_fallocate(array->descriptor_, 0, static_cast<off_t>(bytes)) != 0)
    return failure(
        fmt::format("There is no room for {} of shared memory; choose a smaller n.", bytes_text(bytes)));
  if (auto mapped = array->map(bytes); !mapped) return tl::unexpected(mapped.error());
  return array;
}

Result<std::unique_ptr<SharedArray>> SharedArray::open(const std::string& path, std::size_t bytes) {
  std::unique_ptr<SharedArray> array(new SharedArray(::open(path.c_str(), O_RDWR | O_CLOEXEC)));
  if (array->descriptor_ < 0) return failure(fmt::format("{} cannot be opened.", path));
  if (auto mapped = array->map(bytes); !mapped) return tl::unexpected(mapped.error());
  return array;
}

Result<void> SharedArray::map(std::size_t bytes) {
  void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (place == MAP_FAILED) return failure(fmt::format("{} cannot be mapped.", bytes_text(bytes)));
  bytes_ = {static_cast<std::byte*>(place), bytes};
  return {};
}

SharedArray::~SharedArray() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
  if (descriptor_ >= 0) close(descriptor_);
}

std::string SharedArray::path() const { return fmt::format("/proc/{}/fd/{}", getpid(), descriptor_); }

}  // namespace lockstep
