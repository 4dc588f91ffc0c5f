// A path becomes a text, and a text a path, in core/base/files/path_text.hpp only: elsewhere std::filesystem
// would use the code page of Windows, in which most names of files cannot be written. That a text is not
// passed as a path without being seen here is checked by the compiler where the program is built for Windows
// (cmake/StrictPaths.cmake).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

// Literals have no characters that a code page could lack.
const std::regex& conversion() {
  static const std::regex pattern(
      R"re(\.(generic_)?(u8|w)?string\(\)|(fs|filesystem|files)::path(\s+\w+)?\s*[({]\s*[^)}\s"])re");
  return pattern;
}

bool may_convert(std::string_view path) {
  return path.starts_with("core/base/posix/") || path.starts_with("core/base/windows/") ||
         path == "core/base/files/path_text.hpp" || path.starts_with("core/base/files/normal_path.");
}

bool converts(std::string_view line) {
  const std::string_view code = line.substr(0, line.find("//"));
  return std::regex_search(code.begin(), code.end(), conversion());
}

TEST(Paths, BecomeTextsInOnePlace) {
  std::size_t uses = 0;
  for (const Source& source :
       sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".cpp", ".hpp"}))
    for_each_line(source.text, [&](unsigned number, std::string_view line) {
      uses += line.find("path_text(") != line.npos || line.find("system_path(") != line.npos ? 1 : 0;
      EXPECT_TRUE(may_convert(source.path) || !converts(line))
          << source.path << ":" << number << ": use path_text() or system_path(): " << line;
    });
  EXPECT_GT(uses, 100u) << "the sources were not read";
}

// So that servers of Windows keep their names (core/base/files/normal_path.hpp).
TEST(Paths, AreMadeNormalInOnePlace) {
  for (const Source& source : sources({"core", "sim", "assignment", "gui", "cli"}, {".cpp", ".hpp"}))
    for_each_line(source.text, [&](unsigned number, std::string_view line) {
      const bool is_raw = line.find(".lexically_normal(") != line.npos ||
                          line.find(".is_absolute(") != line.npos || line.find("::absolute(") != line.npos;
      EXPECT_TRUE(!is_raw || may_convert(source.path) || source.path == "core/base/files/normal_path.cpp")
          << source.path << ":" << number
          << ": use normal_path(), absolute_path() or is_absolute_path(): " << line;
    });
}

TEST(Paths, AConversionIsSeen) {
  for (const char* line : {"  return path.filename().string();", "  use(entry.path().generic_string());",
                           "  fs::path whole(folder);",
                           "  const auto file = std::filesystem::path(name) / part;", "  fs::path{text};"})
    EXPECT_TRUE(converts(line)) << line;
  for (const char* line :
       {"  const fs::path folder = system_path(text);", "  return fs::path(\".\");", "  fs::path none;",
        "  std::vector<fs::path> files;", "  auto name = fs::path();", "  // x.string()"})
    EXPECT_FALSE(converts(line)) << line;
}

}  // namespace
}  // namespace lockstep::house
