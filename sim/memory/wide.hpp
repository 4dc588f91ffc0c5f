// Code for processors with wider vectors than the x86-64 baseline: the same C++ compiled once more and chosen
// when the program starts. Floating-point results are the same everywhere, because contraction is off
// (-ffp-contract=off) and IEEE 754 defines each operation.
//
// LOCKSTEP_WIDE(level) is the attribute of a function that may use `level`; what it calls must be inlined,
// which `flatten` does. Only x86-64 with GCC has the wide code.
#pragma once

#include <cstdint>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define LOCKSTEP_HAS_WIDE 1
#define LOCKSTEP_AVX2 gnu::target("avx2,fma,bmi,bmi2,popcnt,lzcnt"), gnu::flatten
#define LOCKSTEP_AVX512                                                                                     \
  gnu::target("avx2,fma,bmi,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512bw,avx512dq,prefer-vector-width=512"), \
      gnu::flatten
#else
#define LOCKSTEP_HAS_WIDE 0
#endif

namespace lockstep::sim {

enum class Vectors : std::uint8_t { usual, avx2, avx512 };

// The vectors that this processor has.
inline Vectors vectors_here() {
#if LOCKSTEP_HAS_WIDE
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

}  // namespace lockstep::sim
