// Phrases that the program once used and that would look odd in a textbook: they must not come back, neither
// in a text for users nor in a comment. The list is retired_phrases.txt, one phrase per line, in lower case;
// a line that starts with "# " is a comment.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// Comments and string literals continue over line ends: marks and line ends between two words count as one
// blank.
std::string as_running_text(std::string_view text) {
  std::string result;
  bool blank = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool mark = c == '\n' || c == ' ' || c == '\t' ||
                      (c == '/' && i + 1 < text.size() && text[i + 1] == '/') ||
                      (c == '/' && i > 0 && text[i - 1] == '/');
    // "… the end " "of a literal": adjacent literals are one text.
    if (c == '"') {
      std::size_t next = i + 1;
      while (next < text.size() && (text[next] == ' ' || text[next] == '\n')) ++next;
      if (next > i + 1 && next < text.size() && text[next] == '"') {
        i = next;
        continue;
      }
    }
    if (mark) {
      blank = true;
      continue;
    }
    if (blank && !result.empty()) result += ' ';
    blank = false;
    result += c;
  }
  return lower(result);
}

std::vector<std::string> retired_phrases() {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/tests/house/retired_phrases.txt");
  std::vector<std::string> phrases;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && !line.starts_with("# ")) phrases.push_back(lower(line));
  return phrases;
}

TEST(Words, RetiredPhrasesDoNotComeBack) {
  const std::vector<std::string> phrases = retired_phrases();
  ASSERT_GT(phrases.size(), 20u) << "the list was not read";
  std::vector<Source> texts =
      sources({"core", "sim", "runtime", "assignment", "gui", "cli", "kernels", "cmake", "docs"},
              {".cpp", ".hpp", ".def", ".cl", ".md", ".txt", ".cmake"});
  for (const char* name : {"README.md", "CONTRIBUTING.md", "run"}) {
    std::ostringstream text;
    text << std::ifstream(std::string(LOCKSTEP_SOURCE_DIR "/") + name).rdbuf();
    texts.push_back({name, text.str()});
  }
  for (const Source& source : texts) {
    const std::string text = as_running_text(source.text);
    for (const std::string& phrase : phrases) {
      const std::size_t at = text.find(phrase);
      EXPECT_EQ(at, text.npos) << source.path << ": \"" << phrase << "\" in: …"
                               << text.substr(at < 40 ? 0 : at - 40, 80 + phrase.size()) << "…";
    }
  }
}

TEST(Words, APhraseIsSeenAcrossLinesAndLiterals) {
  EXPECT_EQ(as_running_text("// goes\n  // on"), "goes on");
  EXPECT_EQ(as_running_text("\"Each lane \"\n    \"goes\""), "\"each lane goes\"");
}

// The window shows what gui, sim and core say, and it has no options: it names its own control. What only the
// command line says may name them.
TEST(Words, OnlyTheCommandLineNamesItsOptions) {
  const std::vector<std::string> of_the_command_line{
      "core/benchmark_data/tuning.cpp", "sim/machine/schedule/schedule.cpp",
      "sim/explain/cures/other_outcome.cpp", "sim/launch/kernel_launch.cpp", "sim/launch/proposal.cpp",
      "sim/launch/expectation.cpp", "sim/explain/tried_launch.cpp", "assignment/export/platform_files.cpp",
      "assignment/grading/result.hpp", "assignment/submission/course/tables.cpp",
      // options of other programs
      "assignment/host_programs/host_programs.cpp", "core/base/posix/confinement/sandbox.cpp"};
  const std::regex option(R"re("(?:[^"\\\n]|\\.)*(?:^|[" (])--[a-z][a-z-]+(?:[^"\\\n]|\\.)*")re");
  for (const Source& source : sources({"core", "sim", "runtime", "assignment", "gui"}, {".cpp", ".hpp"})) {
    if (std::ranges::find(of_the_command_line, source.path) != of_the_command_line.end()) continue;
    for_each_line(source.text, [&](unsigned number, std::string_view line) {
      const bool comment = line.substr(std::min(line.size(), line.find_first_not_of(' '))).starts_with("//");
      EXPECT_FALSE(!comment && line.find("--") != line.npos && std::regex_search(std::string(line), option))
          << source.path << ":" << number << ": " << line;
    });
  }
}

}  // namespace
}  // namespace lockstep::house
