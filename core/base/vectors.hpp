// The vector instructions of this processor. They select one of several compiled versions of a function
// (sim/memory_rules/wide.hpp) when the program starts.
#pragma once

#include <cstdint>

namespace lockstep {

enum class Vectors : std::uint8_t { usual, avx2, avx512 };

inline Vectors vectors_here() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  static const Vectors found = [] {
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                      __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
                      __builtin_cpu_supports("popcnt") != 0 && __builtin_cpu_supports("lzcnt") != 0;
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") != 0 &&
                        __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                        __builtin_cpu_supports("avx512dq") != 0;
    return avx512 ? Vectors::avx512 : avx2 ? Vectors::avx2 : Vectors::usual;
  }();
  return found;
#else
  return Vectors::usual;
#endif
}

}  // namespace lockstep
