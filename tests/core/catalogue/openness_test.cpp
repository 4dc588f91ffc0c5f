// Adding an algorithm takes one kernel file and one catalogue entry: no other part of the program names an
// algorithm.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace lockstep {
namespace {

// The initial scene of the window, and the example in a message about scenes.
constexpr std::string_view kFirstScene = "reduce/divergent";

std::string without_comment(const std::string& line) { return line.substr(0, line.find("//")); }

TEST(Catalogue, NothingElseNamesAnAlgorithm) {
  const std::filesystem::path root = LOCKSTEP_SOURCES;
  unsigned files = 0;
  for (const char* folder : {"core", "sim", "gui", "cli"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cpp" && extension != ".hpp") continue;
      const auto catalogue = root / "core/catalogue";
      const bool is_list =
          entry.path() == catalogue / "catalogue.cpp" || entry.path() == catalogue / "hazards.cpp" ||
          entry.path() == catalogue / "patterns.cpp" || entry.path() == catalogue / "techniques.cpp";
      if (is_list) continue;
      ++files;
      std::ifstream text(entry.path());
      unsigned number = 0;
      for (std::string line; std::getline(text, line);) {
        ++number;
        const std::string code = without_comment(line);
        for (const char* family : {"\"reduce/", "\"scan/", "\"patterns/", "\"hazards/"}) {
          const std::size_t at = code.find(family);
          if (at == std::string::npos) continue;
          const bool known = code.compare(at + 1, kFirstScene.size(), kFirstScene) == 0;
          EXPECT_TRUE(known) << entry.path() << ":" << number << ": " << line;
        }
      }
    }
  }
  EXPECT_GT(files, 100u);
}

}  // namespace
}  // namespace lockstep
