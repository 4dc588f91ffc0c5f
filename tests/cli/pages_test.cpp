// README.md and the pages of docs/ are for people who type what they read: each command line of Lockstep in a
// fenced block must run. The words behind a fence's three marks say what is special about its block:
//   needs:WHAT   is not run: it needs a device, a display, a package, a build or a program of the reader's
//   status:1     its commands end with this exit status, not with 0
//   file:NAME    is not a command: the block is a file, which the commands of the page find under this name
// A line ends with its comment, "  # …"; a line that ends with "\" continues in the next one. Each command is
// a test of its own, in a new folder: none relies on what another one wrote.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = LOCKSTEP_SOURCE_DIR;

struct Line {
  unsigned number = 0;  // in its page
  std::string text;
};

struct Block {
  std::vector<std::string> words;  // behind the fence: {"sh", "needs:device"}
  std::vector<Line> lines;

  // "device" of needs:device.
  std::optional<std::string> value_of(const std::string& key) const {
    const auto found =
        std::ranges::find_if(words, [&](const auto& word) { return word.starts_with(key + ":"); });
    return found == words.end() ? std::nullopt : std::optional(found->substr(key.size() + 1));
  }
};

std::vector<Block> blocks_of(std::istream&& page) {
  std::vector<Block> blocks;
  std::string fence;  // of the block that is open: a longer one may hold shorter ones
  unsigned number = 0;
  for (std::string line; std::getline(page, line);) {
    ++number;
    const std::size_t marks = std::min(line.find_first_not_of('`'), line.size());
    if (fence.empty() && marks >= 3) {
      fence = line.substr(0, marks);
      std::istringstream words(line.substr(marks));
      blocks.push_back({{std::istream_iterator<std::string>(words), {}}, {}});
    } else if (line == fence) {
      fence.clear();
    } else if (!fence.empty()) {
      blocks.back().lines.push_back({number, line});
    }
  }
  return blocks;
}

// The lines of a block without comments, continued lines joined.
std::vector<Line> lines_to_type(const Block& block) {
  std::vector<Line> typed;
  bool continues = false;
  for (Line line : block.lines) {
    line.text.erase(std::min(line.text.size(), line.text.find("  # ")));
    const bool is_continued = line.text.ends_with('\\');
    if (is_continued) line.text.pop_back();
    if (continues)
      typed.back().text += line.text;
    else
      typed.push_back(line);
    continues = is_continued;
  }
  return typed;
}

// What follows the program's name, of "lockstep list" or "./run list"; none: this line is for another
// program.
std::optional<std::string> arguments_of(const std::string& line) {
  for (const std::string program : {"lockstep ", "./run "})
    if (line.starts_with(program)) return line.substr(program.size());
  return std::nullopt;
}

std::vector<std::string> all_pages() {
  std::vector<std::string> pages{"README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "docs"))
    if (entry.path().extension() == ".md")
      pages.push_back(entry.path().lexically_relative(kRoot).generic_string());
  std::ranges::sort(pages);
  return pages;
}

std::vector<Block> blocks_of_page(const std::string& page) { return blocks_of(std::ifstream(kRoot / page)); }

struct PageCommand {
  std::string page;
  unsigned line = 0;
  std::string arguments;
  int status = 0;
};

void PrintTo(const PageCommand& command, std::ostream* out) {
  *out << command.page << ":" << command.line << ": lockstep " << command.arguments;
}

std::vector<PageCommand> all_commands() {
  std::vector<PageCommand> commands;
  for (const std::string& page : all_pages())
    for (const Block& block : blocks_of_page(page)) {
      if (block.value_of("needs") || block.value_of("file")) continue;
      const int status = std::stoi(block.value_of("status").value_or("0"));
      for (const Line& line : lines_to_type(block))
        if (const auto arguments = arguments_of(line.text))
          commands.push_back({page, line.number, *arguments, status});
    }
  return commands;
}

// Copies of what the pages name of the sources, where a system lets nobody make links. All commands share
// them.
const fs::path& copied_sources() {
  static const TemporaryFolder copies;
  static const bool are_made = [] {
    for (const char* name : {"kernels", "assets"})
      fs::copy(kRoot / name, copies.path() / name, fs::copy_options::recursive);
    return true;
  }();
  static_cast<void>(are_made);
  return copies.path();
}

// A working folder with the files of a page, which finds what the pages name of the sources.
class WorkingFolder {
 public:
  explicit WorkingFolder(const std::string& page) {
    std::error_code no_links;
    for (const char* name : {"kernels", "assets", "tests"})
      if (!no_links) fs::create_directory_symlink(kRoot / name, path_ / name, no_links);
    if (no_links) path_ = copied_sources();
    for (const Block& block : blocks_of_page(page))
      if (const auto name = block.value_of("file")) write(*name, block);
    fs::current_path(path_);
  }
  ~WorkingFolder() { fs::current_path(before_); }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

 private:
  void write(const std::string& name, const Block& block) const {
    const fs::path path = path_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream file(path);
    for (const Line& line : block.lines) file << line.text << '\n';
  }

  const TemporaryFolder folder_;
  fs::path path_ = folder_.path();
  const fs::path before_ = fs::current_path();
};

class CommandOfPage : public testing::TestWithParam<PageCommand> {};

TEST_P(CommandOfPage, Runs) {
  const WorkingFolder folder(GetParam().page);
  const bool grades = GetParam().arguments.starts_with("grade ");
  const Output output = run_lockstep(GetParam().arguments + (grades ? grade_unconfined() : ""));
  EXPECT_EQ(output.status, GetParam().status) << output.err;
}

// "docs_window_md_12": the page and the line.
std::string name_of_command(const testing::TestParamInfo<PageCommand>& command) {
  std::string name = command.param.page + "_" + std::to_string(command.param.line);
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Manual, CommandOfPage, testing::ValuesIn(all_commands()), name_of_command);

TEST(Pages, TheManualHasCommands) { EXPECT_GT(all_commands().size(), 40u) << "the pages were not read"; }

// A misspelt word would run what must not be run, or leave out what should be.
TEST(Pages, FencesHaveKnownWords) {
  const std::set<std::string> known{"needs:device",  "needs:display", "needs:package",
                                    "needs:program", "needs:build",   "status:1"};
  for (const std::string& page : all_pages())
    for (const Block& block : blocks_of_page(page))
      for (std::size_t i = 1; i < block.words.size(); ++i)
        EXPECT_TRUE(known.contains(block.words[i]) || block.words[i].starts_with("file:"))
            << page << ": ``` " << block.words[i];
}

TEST(Pages, ABlockMayHoldOthersWithShorterFences) {
  const std::vector<Block> blocks = blocks_of(
      std::istringstream("````markdown file:a/b.md\n```sh\nlockstep a\n```\n````\n```sh\nlockstep b\n```\n"));
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].value_of("file"), "a/b.md");
  EXPECT_EQ(blocks[0].lines.size(), 3u);
  ASSERT_EQ(blocks[1].lines.size(), 1u);
  EXPECT_EQ(blocks[1].lines[0].text, "lockstep b");
}

TEST(Pages, LinesAreReadAsTyped) {
  const std::vector<Block> blocks = blocks_of(std::istringstream(
      "text\n```sh status:1\nlockstep a 'b # c'  # note\n./run d \\\n    e  # note\nls\n```\nlockstep f\n"));
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].value_of("status"), "1");
  EXPECT_EQ(blocks[0].value_of("needs"), std::nullopt);
  const std::vector<Line> lines = lines_to_type(blocks[0]);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].text, "lockstep a 'b # c'");
  EXPECT_EQ(lines[0].number, 3u);
  EXPECT_EQ(arguments_of(lines[0].text), "a 'b # c'");
  EXPECT_EQ(arguments_of(lines[1].text), "d     e");
  EXPECT_EQ(arguments_of(lines[2].text), std::nullopt);
}

}  // namespace
}  // namespace lockstep::cli
