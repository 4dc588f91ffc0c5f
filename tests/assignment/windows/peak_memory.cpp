#include "tests/assignment/peak_memory.hpp"

#include <windows.h>
// After it.
#include <psapi.h>

namespace lockstep::assignment {

std::uint64_t peak_bytes() {
  PROCESS_MEMORY_COUNTERS counters{};
  ::K32GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof counters);
  return counters.PeakWorkingSetSize;
}

}  // namespace lockstep::assignment
