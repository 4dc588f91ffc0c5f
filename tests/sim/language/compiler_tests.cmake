set(LOCKSTEP_COMPILER_TESTS
  compiler_code_test.cpp
  compiler_fold_test.cpp)
