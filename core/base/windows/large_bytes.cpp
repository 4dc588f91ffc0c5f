#include "core/base/large_bytes.hpp"

#include <windows.h>

#include <new>

namespace lockstep {

LargeBytes::LargeBytes(std::size_t size) : size_(size) {
  if (size == 0) return;
  void* place = ::VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (place == nullptr) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(place);
}

LargeBytes::~LargeBytes() {
  if (data_ != nullptr) ::VirtualFree(data_, 0, MEM_RELEASE);
}

}  // namespace lockstep
