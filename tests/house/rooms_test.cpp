// Each folder with sources has a README.md that says who lives there and who does not (and where that lives
// instead): two sentences or more. It also names the file to open first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

// A sentence ends with a full stop, a question or an exclamation mark before a blank or the end. Headings,
// which begin with "#", do not count.
std::size_t sentences_of(const std::string& text) {
  std::size_t sentences = 0;
  for_each_line(text, [&](unsigned, std::string_view line) {
    if (line.starts_with('#')) return;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool ends = line[i] == '.' || line[i] == '?' || line[i] == '!';
      if (ends && (i + 1 == line.size() || std::isspace(static_cast<unsigned char>(line[i + 1]))))
        ++sentences;
    }
  });
  return sentences;
}

// All folders with sources and the folders above them: "gui/pages/gpu", "gui/pages", "gui".
std::set<std::string> folders_with_sources() {
  std::set<std::string> folders;
  for (const Source& source : sources({"core", "sim", "runtime", "assignment", "gui", "cli", "kernels"},
                                      {".cpp", ".hpp", ".def", ".cl"}))
    for (std::filesystem::path folder = std::filesystem::path(source.path).parent_path(); !folder.empty();
         folder = folder.parent_path())
      folders.insert(folder.generic_string());
  return folders;
}

std::string readme_of(const std::string& folder) {
  std::ostringstream text;
  text << std::ifstream(LOCKSTEP_SOURCE_DIR "/" + folder + "/README.md").rdbuf();
  return text.str();
}

// "plan.hpp" of "Open `plan.hpp` first."; empty: no file is named.
std::string first_file_of(const std::string& text) {
  std::smatch found;
  return std::regex_search(text, found, std::regex("Open `([^`]+)` first")) ? found[1].str() : std::string();
}

TEST(Rooms, EachFolderSaysWhoLivesThereAndWhoDoesNot) {
  const std::set<std::string> folders = folders_with_sources();
  EXPECT_GT(folders.size(), 40u) << "the folders were not read";
  for (const std::string& folder : folders)
    EXPECT_GE(sentences_of(readme_of(folder)), 2u)
        << folder << "/README.md: two sentences say who lives in this "
        << "folder, and who does not and where that lives instead";
}

TEST(Rooms, EachFolderNamesTheFileToOpenFirst) {
  for (const std::string& folder : folders_with_sources()) {
    const std::string file = first_file_of(readme_of(folder));
    EXPECT_TRUE(!file.empty() && std::filesystem::exists(LOCKSTEP_SOURCE_DIR "/" + folder + "/" + file))
        << folder << "/README.md: \"Open `FILE` first.\" names no file of this folder: " << file;
  }
}

TEST(Rooms, SentencesAreCounted) {
  EXPECT_EQ(sentences_of(""), 0u);
  EXPECT_EQ(sentences_of("# core. A heading.\n"), 0u);
  EXPECT_EQ(sentences_of("Plans (plan.hpp) live here.\nCosts do not: see `sim/predicted_times`."), 2u);
}

}  // namespace
}  // namespace lockstep::house
