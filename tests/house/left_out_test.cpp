// tests/windows/left_out.txt: each row is a file or a test that there is, and gives a reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
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

}  // namespace
}  // namespace lockstep::house
