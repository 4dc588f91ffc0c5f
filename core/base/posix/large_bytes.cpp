#include "core/base/large_bytes.hpp"

#include <sys/mman.h>

#include <atomic>
#include <new>

namespace lockstep {
namespace {

// Arrays of a power of two that follow each other have elements of the same index in the same sets of the
// caches and in the same banks of the memory: a sequential scan of 256 MiB then took twice as long. Each
// array begins this much later in its pages than the last one.
constexpr std::size_t kStagger = std::size_t{17} << 12;
constexpr std::size_t kPlaces = 8;

std::size_t next_offset() {
  static std::atomic<std::size_t> made{0};
  return made++ % kPlaces * kStagger;
}

}  // namespace

LargeBytes::LargeBytes(std::size_t size) : size_(size) {
  if (size == 0) return;
  offset_ = size < kStagger ? 0 : next_offset();
  void* place = mmap(nullptr, offset_ + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  madvise(place, offset_ + size, MADV_HUGEPAGE);  // a wish: one fault for 2 MiB instead of 512
#endif
  data_ = static_cast<std::byte*>(place) + offset_;
}

LargeBytes::~LargeBytes() {
  if (data_ != nullptr) munmap(data_ - offset_, offset_ + size_);
}

}  // namespace lockstep
