// Little memory, few open files or no temporary folder: the message says so, and names no driver to install.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/process.hpp"

namespace lockstep::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// What it says of a failure, under this limit of the shell. Files that a test runner left open do not count.
std::string failure_under(const std::string& limit, const std::string& arguments) {
  constexpr const char* close = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ";
  const auto child =
      Child::start({"sh", "-c", close + limit + "; exec " LOCKSTEP_EXECUTABLE " " + arguments}, {});
  if (!child) return child.error().message;
  while ((*child)->listen(std::chrono::seconds(20)).kind == Heard::Kind::line) {
  }
  EXPECT_EQ((*child)->how_it_ended(), "with status 1") << limit;
  return (*child)->said();
}

TEST(Shortage, FewFilesAreNoMissingDriver) {
  EXPECT_THAT(failure_under("ulimit -n 4", "devices"),
              AllOf(HasSubstr("Too many open files"), HasSubstr("ulimit -n"), Not(HasSubstr("install"))));
  EXPECT_THAT(failure_under("ulimit -n 6", "run -- true"),
              AllOf(HasSubstr("true cannot be started: Too many open files"), HasSubstr("ulimit -n")));
}

TEST(Shortage, LittleMemoryIsNoMissingDriver) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much address space";
#endif
  for (const char* command : {"devices", "bench reduce/first-add --n 4096 --no-keep"})
    EXPECT_THAT(
        failure_under("ulimit -v 300000", command),
        AllOf(HasSubstr("Cannot allocate memory"), HasSubstr("ulimit -v"), Not(HasSubstr("install"))));
}

TEST(Shortage, AMissingTemporaryFolderIsNamed) {
  EXPECT_THAT(failure_under("export TMPDIR=/no/such", "run -- true"),
              AllOf(HasSubstr("temporary folder"), HasSubstr("Set TMPDIR")));
}

}  // namespace
}  // namespace lockstep::cli
