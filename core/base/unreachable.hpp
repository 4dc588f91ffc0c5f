// Marks a place that is never reached, like std::unreachable() of C++23.
#pragma once

namespace lockstep {

[[noreturn]] inline void unreachable() {
#if defined(__GNUC__)
  __builtin_unreachable();
#else
  __assume(false);
#endif
}

}  // namespace lockstep
