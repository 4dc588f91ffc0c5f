// Each type of a namespace is defined in one header. Two definitions of one name link without a word, and one
// of them then destroys objects of the other.
#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

TEST(Types, HaveTheirNameAlone) {
  const std::regex space(R"(^namespace ([\w:]+) \{)"),
      type(R"(^(?:struct|class) (\w+)(?: final)?(?: : [^;]*)? \{)");
  std::map<std::string, std::string> defined;
  for (const Source& source : sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".hpp"})) {
    std::string within;
    for_each_line(source.text, [&](unsigned, std::string_view line) {
      const std::string text(line);
      std::smatch found;
      if (std::regex_search(text, found, space)) within = found[1];
      if (!std::regex_search(text, found, type)) return;
      const std::string name = within + "::" + found[1].str();
      const auto [first, is_new] = defined.emplace(name, source.path);
      EXPECT_TRUE(is_new) << name << " is defined in " << first->second << " and in " << source.path;
    });
  }
  EXPECT_GT(defined.size(), 500u);
}

}  // namespace
}  // namespace lockstep::house
