#include "core/base/large_bytes.hpp"

#include <sys/mman.h>

#include <new>

namespace lockstep {

LargeBytes::LargeBytes(std::size_t size) : size_(size) {
  if (size == 0) return;
  void* place = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(place);
#ifdef MADV_HUGEPAGE
  madvise(place, size, MADV_HUGEPAGE);  // a wish: one fault for 2 MiB instead of 512
#endif
}

LargeBytes::~LargeBytes() {
  if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace lockstep
