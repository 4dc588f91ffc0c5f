// What the build and its scripts name exists: a test whose program has been moved would be reported as "Not
// Run" only where ctest runs all of them.
#include <gtest/gtest.h>

#include <regex>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

namespace fs = std::filesystem;

const fs::path kRepository = LOCKSTEP_SOURCE_DIR;

// "quiz/gift_test.sh" of ${CMAKE_CURRENT_SOURCE_DIR}/quiz/gift_test.sh; names made of variables are left out.
std::vector<std::string> files_beside(const std::string& text) {
  const std::regex pattern(R"re(\$\{CMAKE_CURRENT_SOURCE_DIR\}/([\w./-]+)(?=[\s";)]))re");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

// "tests/windows/tests.mjs" of a script, from the root of the project.
std::vector<std::string> files_of_project(const std::string& text) {
  const std::regex pattern(
      R"re((?:^|[\s"'=])\.?/?((?:assets|cmake|core|docs|kernels|packaging|tests|web)/[\w./-]+\.\w+)(?=[\s"',)]|$))re");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

TEST(Scripts, FilesThatCMakeNamesExist) {
  std::size_t count = 0;
  for (const Source& script :
       sources({"assignment", "cli", "cmake", "core", "gui", "packaging", "runtime", "sim", "tests", "web"},
               {".txt"}))
    if (script.path.ends_with("/CMakeLists.txt"))
      for (const std::string& file : files_beside(script.text)) {
        ++count;
        EXPECT_TRUE(fs::exists((kRepository / script.path).parent_path() / file))
            << script.path << ": " << file;
      }
  EXPECT_GT(count, 5u) << "the scripts were not read";
}

TEST(Scripts, FilesThatTheyNameExist) {
  std::size_t count = 0;
  for (const Source& script : sources({".ci", ".github"}, {"", ".yml"}))
    for (const std::string& file : files_of_project(script.text)) {
      ++count;
      EXPECT_TRUE(fs::exists(kRepository / file)) << script.path << ": " << file;
    }
  EXPECT_GT(count, 2u) << "the scripts were not read";
}

TEST(Scripts, NamesAreFound) {
  EXPECT_EQ(
      files_beside("COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/quiz/a_test.sh ${CMAKE_CURRENT_SOURCE_DIR}/quiz\n"
                   "  ${CMAKE_CURRENT_SOURCE_DIR}/${from}"),
      (std::vector<std::string>{"quiz/a_test.sh", "quiz"}));
  EXPECT_EQ(files_of_project("node tests/windows/tests.mjs build/windows/x.exe './cmake/README.md'"),
            (std::vector<std::string>{"tests/windows/tests.mjs", "cmake/README.md"}));
}

}  // namespace
}  // namespace lockstep::house
