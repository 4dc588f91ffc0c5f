// Code for processors with wider vectors than the x86-64 baseline: the same C++ compiled once more and chosen
// when the program starts. Floating-point results are the same everywhere, because contraction is off
// (-ffp-contract=off) and IEEE 754 defines each operation.
//
// LOCKSTEP_AVX2 and LOCKSTEP_AVX512 are attributes of a function that is called if vectors_here() allows it;
// the functions that it calls must be inlined, which `flatten` does. Only x86-64 with GCC has the wide code.
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
