#include "core/base/large_bytes.hpp"

#include <windows.h>

#include <atomic>
#include <new>

namespace lockstep {

namespace {

// Addresses of the system are multiples of 64 KiB. Consecutive arrays whose size is a power of two would have
// elements of the same index in the same cache sets and memory banks, so each begins some pages later than
// the one before.
constexpr std::size_t kPage = 4096, kSteps = 16;

std::size_t next_gap() {
  static std::atomic<std::size_t> made = 0;
  return made++ % kSteps * kPage;
}

}  // namespace

LargeBytes::LargeBytes(std::size_t size) : size_(size) {
  if (size == 0) return;
  void* place = ::VirtualAlloc(nullptr, size + kSteps * kPage, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (place == nullptr) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(place) + next_gap();
}

LargeBytes::~LargeBytes() {
  MEMORY_BASIC_INFORMATION region{};
  if (data_ != nullptr && ::VirtualQuery(data_, &region, sizeof region) != 0)
    ::VirtualFree(region.AllocationBase, 0, MEM_RELEASE);
}

}  // namespace lockstep
