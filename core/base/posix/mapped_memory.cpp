#include "core/base/mapped_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace lockstep {

// MS_ASYNC does nothing but check that all pages exist.
bool is_mapped(const void* begin, std::size_t bytes) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(begin), first = address / page * page;
  return msync(reinterpret_cast<void*>(first), address - first + bytes, MS_ASYNC) == 0;
}

}  // namespace lockstep
