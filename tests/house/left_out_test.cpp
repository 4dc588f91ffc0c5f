// tests/windows/left_out.txt: each row is a file or a test that there is, and gives a reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

// "MoreMemory" of "Part/Suite.MoreMemory/7".
std::string test_name(const std::string& row) {
  const std::string behind = row.substr(row.find('.') + 1);
  return behind.substr(0, behind.find('/'));
}

bool is_a_test(const std::string& name, const std::vector<Source>& tests) {
  for (const Source& test : tests)
    if (test.text.find(", " + name + ")") != test.text.npos) return true;
  return false;
}

TEST(LeftOutOnWindows, EachRowIsThereAndHasAReason) {
  const std::vector<Source> lists = sources({"tests/windows"}, {".txt"}),
                            tests = sources({"tests"}, {".cpp"});
  ASSERT_EQ(lists.size(), 1u);
  std::size_t rows = 0;
  for_each_line(lists[0].text, [&](unsigned number, std::string_view line) {
    if (line.empty() || line.starts_with('#')) return;
    ++rows;
    const std::string row(line.substr(0, line.find(' ')));
    const std::size_t reason = line.find_first_not_of(' ', row.size());
    EXPECT_TRUE(reason != line.npos && line.size() - reason >= 4)
        << "left_out.txt:" << number << " has no reason";
    const bool is_there = row.ends_with(".cpp") ? std::filesystem::exists(LOCKSTEP_SOURCE_DIR "/tests/" + row)
                                                : is_a_test(test_name(row), tests);
    EXPECT_TRUE(is_there) << "left_out.txt:" << number << ": " << row;
  });
  EXPECT_GT(rows, 10u);
}

// The files that are not compiled for Windows.
std::set<std::string> left_out_files() {
  std::set<std::string> files;
  for_each_line(sources({"tests/windows"}, {".txt"}).at(0).text, [&](unsigned, std::string_view line) {
    const std::string row(line.substr(0, line.find(' ')));
    if (row.ends_with(".cpp")) files.insert("tests/" + row);
  });
  return files;
}

// A program that is not built for Windows, a worker that refuses to work there, or a pattern that GoogleTest
// does not read there: without POSIX its patterns have no classes, groups and numbers.
std::string fault_on_windows(const std::string& line) {
  static const std::regex program(R"re(\bLOCKSTEP_(MISBEHAVING_WORKER|CONFINED_PROGRAM|FAULTY_LAYER)\b)re"),
      pattern(R"re((Matches|Contains)Regex\([^;]*"[^"]*[\[({|])re");
  if (line.find("kWorkerCommand") != line.npos) return "not own_worker() of worker_options.hpp";
  if (std::regex_search(line, program)) return "a program that Windows has not";
  return std::regex_search(line, pattern) ? "a pattern that GoogleTest does not read there" : "";
}

TEST(LeftOutOnWindows, EverythingElseCanBeCompiledAndRun) {
  const std::set<std::string> left_out = left_out_files();
  for (const Source& test : sources({"tests/core", "tests/sim", "tests/assignment", "tests/cli"}, {".cpp"})) {
    const bool is_of_another = test.path.find("/posix/") != test.path.npos ||
                               test.path.find("/windows/") != test.path.npos || left_out.contains(test.path);
    if (is_of_another) continue;
    for_each_line(test.text, [&](unsigned number, std::string_view line) {
      EXPECT_EQ(fault_on_windows(std::string(line)), "") << test.path << ":" << number;
    });
  }
  EXPECT_NE(fault_on_windows("  worker.program = {LOCKSTEP_MISBEHAVING_WORKER};"), "");
  EXPECT_NE(fault_on_windows("  EXPECT_THAT(a, testing::MatchesRegex(\"[0-9]+\"));"), "");
  EXPECT_EQ(fault_on_windows("  EXPECT_THAT(a, testing::MatchesRegex(\"..:.. a+\"));"), "");
}

}  // namespace
}  // namespace lockstep::house
