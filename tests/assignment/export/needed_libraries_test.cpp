#include "assignment/export/needed_libraries.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/files/whole_file.hpp"

namespace lockstep::assignment {
namespace {

TEST(NeededLibraries, OfAProgramAreNamed) {
  const std::string program = read_file(LOCKSTEP_PROGRAM, kAnySize).value();
  EXPECT_THAT(needed_libraries(program), testing::Contains(testing::StartsWith("libc.so")));
  EXPECT_THAT(unusual_libraries(program), testing::Not(testing::Contains(testing::StartsWith("libc.so"))));
}

TEST(NeededLibraries, OfAnythingElseThereAreNone) {
  const std::string program = read_file(LOCKSTEP_PROGRAM, kAnySize).value();
  for (const std::size_t length : {0u, 3u, 6u, 40u, 64u, 200u, 5000u})
    EXPECT_NO_FATAL_FAILURE(needed_libraries(program.substr(0, length)));
  EXPECT_THAT(needed_libraries("#!/bin/sh\n"), testing::IsEmpty());
  std::string broken = program;
  broken.replace(32, 8, "\xff\xff\xff\xff\xff\xff\xff\xff");
  EXPECT_THAT(needed_libraries(broken), testing::IsEmpty());
}

}  // namespace
}  // namespace lockstep::assignment
