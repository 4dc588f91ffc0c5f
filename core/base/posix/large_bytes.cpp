#include "core/base/large_bytes.hpp"

#include <sys/mman.h>

#include <new>

namespace lockstep {
namespace {

// Unused bytes after each array. Without them, if the sizes of consecutive arrays are powers of two, elements
// with the same index are in the same cache sets and memory banks: a sequential scan of 256 MiB takes twice
// as long.
constexpr std::size_t kGap = std::size_t{17} << 12;

}  // namespace

LargeBytes::LargeBytes(std::size_t size) : size_(size) {
  if (size == 0) return;
  void* place = mmap(nullptr, size + kGap, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  madvise(place, size, MADV_HUGEPAGE);  // a hint: one page fault for 2 MiB instead of 512
#endif
  data_ = static_cast<std::byte*>(place);
}

LargeBytes::~LargeBytes() {
  if (data_ != nullptr) munmap(data_, size_ + kGap);
}

}  // namespace lockstep
