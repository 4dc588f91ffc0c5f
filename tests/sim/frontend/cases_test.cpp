// Compiles every file of cases/. The expected diagnostics are comments at the end of their lines: "// error:
// part of the message", "// warning: …". No other diagnostic may be reported. A first line "// options: …"
// gives build options.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/frontend/frontend.hpp"

namespace lockstep::sim::language {
namespace {

namespace fs = std::filesystem;

struct Message {
  unsigned line;
  std::string kind;
  std::string text;
};

// "// error: text" at the end of a line.
std::vector<Message> expected_messages(const std::string& text) {
  std::vector<Message> result;
  std::istringstream lines(text);
  std::string line;
  for (unsigned number = 1; std::getline(lines, line); ++number)
    for (const std::string kind : {"error", "warning"}) {
      const std::string mark = "// " + kind + ": ";
      for (std::size_t at = line.find(mark); at != std::string::npos;) {
        const std::size_t begin = at + mark.size(), end = line.find(" // ", begin);
        result.push_back({number, kind, line.substr(begin, end == std::string::npos ? end : end - begin)});
        at = line.find(mark, begin);
      }
    }
  return result;
}

// "path:line:column: kind: text".
std::vector<Message> reported_messages(const std::string& report) {
  std::vector<Message> result;
  std::istringstream lines(report);
  std::string line;
  while (std::getline(lines, line))
    for (const std::string kind : {"error", "warning"}) {
      const std::string mark = ": " + kind + ": ";
      const std::size_t at = line.find(mark);
      const std::size_t path_end = line.find(':');
      if (at == std::string::npos || path_end >= at) continue;
      const auto number = static_cast<unsigned>(std::stoul(line.substr(path_end + 1)));
      result.push_back({number, kind, line.substr(at + mark.size())});
    }
  return result;
}

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string options_of(const std::string& text) {
  constexpr std::string_view kMark = "// options: ";
  return text.starts_with(kMark) ? text.substr(kMark.size(), text.find('\n') - kMark.size()) : "";
}

void check(const fs::path& path) {
  const std::string text = read(path);
  const auto unit = analyse({path.filename().string(), text, path.parent_path().string()}, options_of(text));
  std::string report;
  if (unit)
    for (const std::string& warning : unit->warnings) report += warning + "\n";
  else
    report = unit.error().message;
  std::vector<Message> reported = reported_messages(report);
  for (const Message& wanted : expected_messages(text)) {
    if (!unit && wanted.kind == "warning") continue;  // only errors are reported in this case
    const auto found = std::find_if(reported.begin(), reported.end(), [&](const Message& m) {
      return m.line == wanted.line && m.kind == wanted.kind && m.text.find(wanted.text) != std::string::npos;
    });
    if (found == reported.end())
      ADD_FAILURE() << path.filename() << ":" << wanted.line << ": no " << wanted.kind << " '" << wanted.text
                    << "'";
    else
      reported.erase(found);
  }
  for (const Message& extra : reported)
    ADD_FAILURE() << path.filename() << ":" << extra.line << ": not expected: " << extra.kind << ": "
                  << extra.text;
}

TEST(Cases, MatchTheirComments) {
  std::size_t count = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(LOCKSTEP_SOURCE_DIR) / "tests/sim/frontend/cases")) {
    if (entry.path().extension() != ".cl" && entry.path().extension() != ".cu") continue;
    check(entry.path());
    ++count;
  }
  EXPECT_GE(count, 8u);
}

// The hazards whose error the compiler can detect: a read of another work-item's element without a preceding
// barrier. All other kernels, and the repaired twins of these, compile without warnings.
bool warns_of_its_hazard(const fs::path& path) {
  if (path.parent_path().filename() != "hazards") return false;
  return path.stem() == "missing-barrier" || path.stem() == "wrong-fence" || path.stem() == "last-warp";
}

TEST(Cases, EveryKernelOfTheCatalogueIsAccepted) {
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(LOCKSTEP_SOURCE_DIR) / "kernels"))
    if (entry.path().extension() == ".cl" && !warns_of_its_hazard(entry.path())) check(entry.path());
}

TEST(Cases, HazardsOfMissingBarriersWarn) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(LOCKSTEP_SOURCE_DIR) / "kernels/hazards")) {
    if (!warns_of_its_hazard(entry.path())) continue;
    ++count;
    const auto unit = analyse({entry.path().filename().string(), read(entry.path()), ""}, "");
    ASSERT_TRUE(unit.has_value()) << unit.error().message;
    ASSERT_FALSE(unit->warnings.empty()) << entry.path();
    for (const std::string& warning : unit->warnings)
      EXPECT_NE(warning.find("[-Wmissing-barrier]"), std::string::npos) << warning;
  }
  EXPECT_EQ(count, 3u);
}

}  // namespace
}  // namespace lockstep::sim::language
