// A .cpp file is one idea: its own helpers are at its top, in one anonymous namespace. A second one shows
// that two files were glued together.
#include <gtest/gtest.h>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

std::size_t anonymous_namespaces(const std::string& text) {
  std::size_t count = 0;
  for_each_line(text, [&](unsigned, std::string_view line) { count += line.starts_with("namespace {"); });
  return count;
}

TEST(Ideas, AFileHasOneAnonymousNamespace) {
  std::size_t files = 0;
  for (const Source& source : sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".cpp"})) {
    ++files;
    EXPECT_LE(anonymous_namespaces(source.text), 1u) << source.path;
  }
  EXPECT_GT(files, 300u) << "the sources were not read";
}

TEST(Ideas, AnonymousNamespacesAreCounted) {
  EXPECT_EQ(anonymous_namespaces("namespace lockstep {\nint a;\n}\n"), 0u);
  EXPECT_EQ(anonymous_namespaces("namespace {\nint a;\n}\nint b;\nnamespace {\nint c;\n}\n"), 2u);
}

}  // namespace
}  // namespace lockstep::house
