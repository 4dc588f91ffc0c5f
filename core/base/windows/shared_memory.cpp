#include "core/base/shared_memory.hpp"

#include <fmt/format.h>
#include <windows.h>

#include <atomic>

#include "core/base/process.hpp"
#include "core/base/text/text.hpp"
#include "core/base/windows/wide.hpp"

namespace lockstep {
namespace {

HANDLE mapping_of(std::intptr_t handle) { return reinterpret_cast<HANDLE>(handle); }

}  // namespace

Result<std::unique_ptr<SharedArray>> SharedArray::make(const std::string& name, std::size_t bytes) {
  static std::atomic<unsigned> made = 0;
  const std::string path = fmt::format("Local\\{}-{}-{}", name, process_id(), made++);
  const std::uint64_t size = bytes;
  std::unique_ptr<SharedArray> array(new SharedArray(reinterpret_cast<std::intptr_t>(
      ::CreateFileMappingW(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, static_cast<DWORD>(size >> 32),
                           static_cast<DWORD>(size), wide(path).c_str()))));
  array->path_ = path;
  if (mapping_of(array->handle_) == nullptr)
    return failure(
        fmt::format("{} of shared memory is not available; choose a smaller n.", bytes_text(bytes)));
  if (auto mapped = array->map(bytes); !mapped) return tl::unexpected(mapped.error());
  return array;
}

Result<std::unique_ptr<SharedArray>> SharedArray::open(const std::string& path, std::size_t bytes) {
  std::unique_ptr<SharedArray> array(new SharedArray(reinterpret_cast<std::intptr_t>(
      ::OpenFileMappingW(FILE_MAP_READ | FILE_MAP_WRITE, FALSE, wide(path).c_str()))));
  array->path_ = path;
  if (mapping_of(array->handle_) == nullptr) return failure(fmt::format("{} cannot be opened.", path));
  if (auto mapped = array->map(bytes); !mapped) return tl::unexpected(mapped.error());
  return array;
}

Result<void> SharedArray::map(std::size_t bytes) {
  void* place = ::MapViewOfFile(mapping_of(handle_), FILE_MAP_READ | FILE_MAP_WRITE, 0, 0, bytes);
  if (place == nullptr) return failure(fmt::format("{} cannot be mapped.", bytes_text(bytes)));
  bytes_ = {static_cast<std::byte*>(place), bytes};
  return {};
}

SharedArray::~SharedArray() {
  if (!bytes_.empty()) ::UnmapViewOfFile(bytes_.data());
  if (mapping_of(handle_) != nullptr) ::CloseHandle(mapping_of(handle_));
}

std::string SharedArray::path() const { return path_; }

}  // namespace lockstep
