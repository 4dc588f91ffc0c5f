// Files of a library are compiled together in units that cmake/OwnCode.cmake forms by size. Therefore, a
// constant or a type of one file's anonymous namespace must not have the name of another one in the same
// library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

// Returns the constants, types and aliases that are declared in the anonymous namespace of a file. An alias
// is listed with its meaning, because two aliases with the same meaning do not conflict.
std::map<std::string, std::string> private_names(const std::string& text) {
  static const std::regex constant("^(?:constexpr|const|inline|static) .*?\\b(k[A-Z]\\w*)\\b(?= *[={\\[])");
  static const std::regex type("^(?:struct|class|enum class|enum) (\\w+)");
  static const std::regex alias("^using (\\w+) = (.*);");
  std::map<std::string, std::string> names;
  bool is_inside = false;
  for_each_line(text, [&](unsigned, std::string_view line) {
    if (line.starts_with("namespace {")) is_inside = true;
    if (line.starts_with("}  // namespace")) is_inside = false;
    // Each of these declarations begins with one of these letters.
    if (!is_inside || line.empty() || std::string_view("ceisu").find(line.front()) == std::string_view::npos)
      return;
    const std::string all(line);
    std::smatch found;
    if (std::regex_search(all, found, alias))
      names.emplace(found[1], found[2]);
    else if (std::regex_search(all, found, constant) || std::regex_search(all, found, type))
      names.emplace(found[1], "");
  });
  return names;
}

// The folders of each library, as CMakeLists.txt in `part` lists them.
std::vector<std::vector<std::string>> libraries_of(const std::string& part) {
  std::ostringstream text;
  text << std::ifstream(LOCKSTEP_SOURCE_DIR "/" + part + "/CMakeLists.txt").rdbuf();
  const std::string all = text.str();
  const std::regex listed("lockstep_library\\(\\w+\\s+FOLDERS ([a-z_ ]+)\\s");
  std::vector<std::vector<std::string>> libraries;
  for (auto it = std::sregex_iterator(all.begin(), all.end(), listed); it != std::sregex_iterator(); ++it) {
    std::istringstream words((*it)[1].str());
    libraries.emplace_back();
    for (std::string folder; words >> folder;) libraries.back().push_back(part + "/" + folder);
  }
  return libraries;
}

// "core/a.cpp and core/b.cpp: kWidth" for each name that occurs twice with different meanings.
std::vector<std::string> conflicts(const std::vector<Source>& files) {
  struct Use {
    std::string file, meaning;
  };
  std::map<std::string, Use> seen;
  std::vector<std::string> found;
  for (const Source& file : files)
    for (const auto& [name, meaning] : private_names(file.text)) {
      const auto [before, is_new] = seen.emplace(name, Use{file.path, meaning});
      if (!is_new && (meaning.empty() || before->second.meaning != meaning))
        found.push_back(before->second.file + " and " + file.path + ": " + name);
    }
  return found;
}

TEST(Units, PrivateNamesAreDistinctWithinALibrary) {
  std::size_t libraries = 0;
  for (const char* part : {"core", "sim", "runtime", "assignment", "gui"})
    for (const auto& folders : libraries_of(part)) {
      ++libraries;
      std::vector<Source> files = sources(folders, {".cpp"});
      std::erase_if(files, [](const Source& file) {  // other systems are compiled instead of posix
        return file.path.starts_with("core/base/windows/") || file.path.starts_with("core/base/web/");
      });
      EXPECT_THAT(conflicts(files), testing::IsEmpty());
    }
  EXPECT_GT(libraries, 10u) << "the lists were not read";
}

TEST(Units, ConflictsAreSeen) {
  const auto in_file = [](const std::string& line) { return "namespace {\n" + line + "\n}  // namespace\n"; };
  const std::string width = in_file("constexpr float kWidth = 2;");
  EXPECT_THAT(conflicts({{"a.cpp", width}, {"b.cpp", width}}),
              testing::ElementsAre("a.cpp and b.cpp: kWidth"));
  EXPECT_THAT(
      conflicts({{"a.cpp", in_file("using Kind = A::Kind;")}, {"b.cpp", in_file("using Kind = B::Kind;")}}),
      testing::SizeIs(1));
  EXPECT_THAT(
      conflicts({{"a.cpp", in_file("using Kind = A::Kind;")}, {"b.cpp", in_file("using Kind = A::Kind;")}}),
      testing::IsEmpty());
  EXPECT_THAT(conflicts({{"a.cpp", width}, {"b.cpp", "constexpr float kWidth = 2;\n"}}), testing::IsEmpty());
}

}  // namespace
}  // namespace lockstep::house
