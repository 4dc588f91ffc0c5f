# Settings that hold for our own targets only: warnings as errors, sanitizers, the include root.
add_library(lockstep_own_code INTERFACE)
target_include_directories(lockstep_own_code INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(lockstep_own_code INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 and 13 warn of overlap inside std::string's operator+ (GCC bug 105651).
  target_compile_options(lockstep_own_code INTERFACE -Wno-restrict)
endif()
if(LOCKSTEP_WERROR)
  target_compile_options(lockstep_own_code INTERFACE -Werror)
endif()
if(LOCKSTEP_SANITIZE)
  target_compile_options(lockstep_own_code INTERFACE
    -fsanitize=${LOCKSTEP_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lockstep_own_code INTERFACE -fsanitize=${LOCKSTEP_SANITIZE})
endif()

# lockstep_library(name SOURCES … PUBLIC … PRIVATE …): a static library of our own.
function(lockstep_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC lockstep_own_code ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
endfunction()

# lockstep_test(name SOURCES … LIBRARIES …): one GoogleTest program; each of its cases is a ctest case.
function(lockstep_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE lockstep_own_code ${ARG_LIBRARIES} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE LOCKSTEP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES PROPERTIES TIMEOUT 300)
endfunction()
