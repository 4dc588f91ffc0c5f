// A confined process can compute but has no access to anything else: as this user, in its own namespace, and
// as nobody.
#include "core/base/confinement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/base/process.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Ran {
  std::vector<std::string> lines;
  std::string end, errors;
};

Ran run_confined(std::vector<std::string> before, const std::vector<std::string>& words) {
  before.emplace_back(LOCKSTEP_CONFINED_PROGRAM);
  before.insert(before.end(), words.begin(), words.end());
  const auto child = Child::start(before, {}).value();
  static_cast<void>(child->write_line("hello"));
  Ran ran;
  for (Heard heard = child->listen(std::chrono::seconds(60)); heard.kind == Heard::Kind::line;
       heard = child->listen(std::chrono::seconds(60)))
    ran.lines.push_back(heard.line);
  ran.end = child->how_it_ended();
  ran.errors = child->said();
  return ran;
}

// How the program is started: the words that precede its name.
struct Start {
  const char* name;
  std::vector<std::string> before;
};
class Confined : public testing::TestWithParam<Start> {
 protected:
  void SetUp() override {
    if (GetParam().before.empty()) return;
    std::vector<std::string> probe = GetParam().before;
    probe.insert(probe.end(), {LOCKSTEP_CONFINED_PROGRAM, "nothing"});
    const auto child = Child::start(probe, {});
    if (!child || (*child)->listen(std::chrono::seconds(60)).kind != Heard::Kind::line)
      GTEST_SKIP() << GetParam().before[0] << " starts nothing here";
  }
  static Ran run(const std::vector<std::string>& words) { return run_confined(GetParam().before, words); }
};

INSTANTIATE_TEST_SUITE_P(
    , Confined,
    testing::Values(Start{"AsThisUser", {}}, Start{"InAUserNamespace", {"unshare", "-Ur"}},
                    Start{"InNamespacesOfItsOwn", {"unshare", "-Urmpinf", "--mount-proc"}},
                    Start{"AsNobody", {"setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"}}),
    [](const auto& start) { return std::string(start.param.name); });

TEST_P(Confined, ReachesNothing) {
  const TemporaryFolder folder;
  const std::string hidden = folder.file("hidden.txt");
  std::ofstream(hidden) << "secret";
  std::filesystem::permissions(hidden, std::filesystem::perms(0666));
  const Ran ran = run({"attempts", hidden, std::to_string(getpid())});
  EXPECT_EQ(ran.end, "with status 0") << ran.errors;
  EXPECT_THAT(ran.lines, Contains("holds seccomp"));
  EXPECT_THAT(ran.lines, Contains("holds limits"));
  EXPECT_THAT(ran.lines, Contains("end"));
  EXPECT_THAT(ran.lines, Not(Contains(StartsWith("WORKS "))));
  EXPECT_GT(std::count_if(ran.lines.begin(), ran.lines.end(),
                          [](const auto& line) { return line.starts_with("refused "); }),
            35);
  EXPECT_FALSE(std::filesystem::exists(hidden + ".new"));
  std::string word;
  EXPECT_TRUE(std::ifstream(hidden) >> word);
  EXPECT_EQ(word, "secret");
}

TEST_P(Confined, ComputesWithThreads) {
  const Ran ran = run({"compute"});
  EXPECT_EQ(ran.end, "with status 0");
  for (const char* line : {"sum 600000", "caught", "read hello", "end"})
    EXPECT_THAT(ran.lines, Contains(line));
  EXPECT_EQ(ran.errors, "to standard error");
}

TEST(Confinement, WithoutItTheSameAttemptsWork) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("hidden.txt")) << "secret";
  const Ran ran = run_confined({}, {"free", folder.file("hidden.txt"), std::to_string(getpid())});
  EXPECT_THAT(ran.lines, testing::SizeIs(7));
  EXPECT_THAT(ran.lines, testing::Each(StartsWith("works ")));
}

TEST(Confinement, LandlockAndLimitsAreNamedWhereTheyHold) {
  EXPECT_THAT(Confinement{}.names(), testing::IsEmpty());
  EXPECT_THAT((Confinement{true, true, true}.names()), testing::ElementsAre("seccomp", "landlock", "limits"));
}

TEST(Confinement, MoreMemoryThanAllowedIsBadAlloc) {
  const Ran ran = run_confined({}, {"memory", "100"});
  EXPECT_EQ(ran.end, "with status 0") << ran.errors;
  ASSERT_THAT(ran.lines, Contains(HasSubstr("no memory after")));
  for (const std::string& line : ran.lines)
    if (line.starts_with("no memory after ")) {
      EXPECT_LE(std::stoi(line.substr(16)), 100);
    }
}

TEST(Confinement, MoreProcessorTimeThanAllowedIsTheEndAndNamed) {
  EXPECT_THAT(run_confined({}, {"endless"}).end, HasSubstr("CPU time limit exceeded"));
}

TEST(Confinement, AnAbortIsSeenByTheParent) {
  EXPECT_THAT(run_confined({}, {"abort"}).end, HasSubstr("SIGABRT"));
}

TEST(Confinement, AFileDoesNotGrow) {
  const TemporaryFolder folder;
  const Ran ran = run_confined({"sh", "-c", "exec \"$@\" 2>" + folder.file("errors"), "sh"}, {"grow"});
  EXPECT_THAT(ran.lines, Contains("does not grow"));
}

TEST(Confinement, IsNotUndoneByASecondOne) {
  EXPECT_THAT(run_confined({}, {"twice"}).lines, Contains("refused"));
}

}  // namespace
}  // namespace lockstep
