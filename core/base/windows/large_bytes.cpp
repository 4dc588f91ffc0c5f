#include "core/base/large_bytes.hpp"

#include <windows.h>

#include <atomic>
#include <new>

namespace lockstep {

namespace {

// The system's addresses are multiples of 64 KiB. If the sizes of consecutive arrays are powers of two,
// elements with the same index would be in the same cache sets and memory banks, so each array begins some
// pages later than the previous one.
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
