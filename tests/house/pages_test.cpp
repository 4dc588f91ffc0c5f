// The pages for readers name files and link to each other: each path in README.md, CONTRIBUTING.md and docs/
// exists.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

namespace fs = std::filesystem;

const fs::path kProject = LOCKSTEP_SOURCE_DIR;

std::vector<Source> pages() {
  std::vector<Source> all = sources({"docs"}, {".md"});
  for (const char* name : {"README.md", "CONTRIBUTING.md"}) {
    std::ostringstream text;
    text << std::ifstream(kProject / name).rdbuf();
    all.push_back({name, text.str()});
  }
  return all;
}

std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

// Those with NAME in them (`kernels/reduce/NAME.cl`) stand for many.
std::vector<std::string> without_examples(std::vector<std::string> found) {
  std::erase_if(found, [](const std::string& path) { return path.find("NAME") != path.npos; });
  return found;
}

// "docs/window.md" of [the window](docs/window.md), from the folder of its page.
std::vector<std::string> links(const std::string& text) {
  return without_examples(matches(text, std::regex(R"re(\]\((?![a-z]+:)([^)#\s]+)(?:#[^)]*)?\))re")));
}

// "sim/trace/trace.hpp" of `sim/trace/trace.hpp`: a path from the root of the project.
std::vector<std::string> paths(const std::string& text) {
  return without_examples(matches(
      text,
      std::regex(
          R"re(`((?:\.ci|assets|assignment|cli|cmake|core|docs|gui|kernels|packaging|runtime|sim|tests)/[\w./-]*)`)re")));
}

TEST(Pages, LinksLeadToFiles) {
  std::size_t count = 0;
  for (const Source& page : pages())
    for (const std::string& link : links(page.text)) {
      ++count;
      EXPECT_TRUE(fs::exists((kProject / page.path).parent_path() / link)) << page.path << ": " << link;
    }
  EXPECT_GT(count, 20u) << "the pages were not read";
}

TEST(Pages, PathsOfTheSourcesExist) {
  std::size_t count = 0;
  for (const Source& page : pages())
    for (const std::string& path : paths(page.text)) {
      ++count;
      EXPECT_TRUE(fs::exists(kProject / path)) << page.path << ": " << path;
    }
  EXPECT_GT(count, 100u) << "the pages were not read";
}

// Each page of a kind of extension ends with how to prove that it works.
TEST(Pages, ThoseOfExtensionsEndInVerify) {
  const std::set<std::string> others{"README.md", "internals.md"};
  for (const Source& page : sources({"docs/developer"}, {".md"})) {
    if (others.contains(fs::path(page.path).filename().string())) continue;
    const std::size_t last = page.text.rfind("\n## ");
    ASSERT_NE(last, page.text.npos) << page.path;
    EXPECT_EQ(page.text.substr(last, 11), "\n## Verify\n") << page.path;
    EXPECT_NE(page.text.find("```sh", last), page.text.npos) << page.path << ": no command";
  }
}

TEST(Pages, LinksAndPathsAreFound) {
  EXPECT_EQ(links("[a](b/c.md#d) ![e](../f.png) [g](https://h.org)"),
            (std::vector<std::string>{"b/c.md", "../f.png"}));
  EXPECT_EQ(paths("`sim/trace` `kernels/reduce/NAME.cl` `lockstep list` `sim/a.hpp`"),
            (std::vector<std::string>{"sim/trace", "sim/a.hpp"}));
}

}  // namespace
}  // namespace lockstep::house
