// Support for processors with wider vectors than the x86-64 baseline. The same C++ code is compiled a second
// time, and one version is chosen when the program starts. Floating-point results are the same in both
// versions, because contraction is off (-ffp-contract=off) and IEEE 754 defines each operation.
//
// LOCKSTEP_AVX2 and LOCKSTEP_AVX512 are attributes of functions that are called only if vectors_here() allows
// it. All functions that such a function calls must be inlined, which the attribute `flatten` does. The wide
// code exists only for x86-64 with GCC.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define LOCKSTEP_HAS_WIDE 1
#define LOCKSTEP_AVX2 gnu::target("avx2,fma,bmi,bmi2,popcnt,lzcnt"), gnu::flatten
#define LOCKSTEP_AVX512                                                                                     \
  gnu::target("avx2,fma,bmi,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512bw,avx512dq,prefer-vector-width=512"), \
      gnu::flatten
#else
#define LOCKSTEP_HAS_WIDE 0
#endif
