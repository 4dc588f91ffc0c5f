set(LOCKSTEP_COMPILER_TESTS
  compiler_code_test.cpp
  compiler_fold_test.cpp
  compiler_test.cpp)

lockstep_test(execution_test
  SOURCES execution_test.cpp extension_test.cpp findings_test.cpp
  LIBRARIES lockstep_machine fmt::fmt)
