// Code that depends on the operating system is only in core/base/{posix,windows,web}; everything else uses
// the headers of core/base, which show nothing of the system. All sources are read for headers, macros, calls
// and paths of a system.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kPlatformFolders[] = {"core/base/posix/", "core/base/windows/", "core/base/web/"};

bool is_platform_code(std::string_view path) {
  for (const std::string_view folder : kPlatformFolders)
    if (path.starts_with(folder)) return true;
  return false;
}

struct Rule {
  const char* what;
  std::regex pattern;
};

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all{
      {"a header of the system",
       std::regex(
           R"re(^\s*#\s*include\s*<(sys/|linux/|mach/|arpa/|netinet/|emscripten|windows\.h|(unistd|fcntl|dlfcn|poll|signal|csignal|pthread|sched|spawn|termios|dirent|pwd|glob|ftw|netdb|execinfo|ucontext|io|direct|process)(\.h)?>))re")},
      {"a macro of the system",
       std::regex(
           R"re(^\s*#\s*(if|ifdef|ifndef|elif)\b.*(__linux|__unix|_WIN32|_WIN64|_MSC_VER|__APPLE__|__EMSCRIPTEN__|EMSCRIPTEN|__FreeBSD__|__ANDROID__|_POSIX))re")},
      {"a call of the system",
       std::regex(
           R"re((^|[^\w.>:])(::)?(getpid|isatty|setenv|unsetenv|putenv|fork|dlopen|dlsym|mmap|munmap|flock|fsync|usleep|nanosleep|waitpid|sigaction|memfd_create|sysconf|ioctl|_exit|popen|system)\s*\()re")},
      {"a path or a variable of the system",
       std::regex(R"re("(/proc/|/tmp\b|/dev/|/sys/)|getenv\("(HOME|PATH|TMPDIR|XDG_\w+)")re")},
  };
  return all;
}

// Without the comment of a line: it may speak of a system.
std::string_view without_comment(std::string_view line) {
  const std::size_t comment = line.find("//");
  const bool in_text = comment != line.npos && comment > 0 && line[comment - 1] == ':';  // https://
  return in_text ? line : line.substr(0, comment);
}

// Why this line may not be in this file; empty: it may.
std::string fault_of_line(std::string_view path, std::string_view line) {
  if (is_platform_code(path)) return {};
  const std::string_view code = without_comment(line);
  for (const Rule& rule : rules())
    if (std::regex_search(code.begin(), code.end(), rule.pattern))
      return std::string(rule.what) + " outside core/base/posix: " + std::string(line);
  return {};
}

TEST(Platform, OnlyCoreBaseDependsOnTheSystem) {
  std::size_t lines = 0;
  for (const Source& source :
       sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".cpp", ".hpp", ".def", ".h"}))
    for_each_line(source.text, [&](unsigned number, std::string_view line) {
      ++lines;
      const std::string fault = fault_of_line(source.path, line);
      EXPECT_THAT(fault, IsEmpty()) << source.path << ":" << number;
    });
  EXPECT_GT(lines, 10'000u) << "the sources were not read";
}

// Other people's JSON has one reader, which knows its limits (core/base/text/json.hpp).
TEST(Readers, JsonIsParsedInOnePlace) {
  const std::regex call(R"re([Jj]son::(parse|accept|sax_parse)\s*\()re");
  for (const Source& source :
       sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".cpp", ".hpp"}))
    for_each_line(source.text, [&](unsigned number, std::string_view line) {
      const std::string_view code = without_comment(line);
      const bool is_the_reader = source.path == "core/base/text/json.cpp";
      EXPECT_TRUE(is_the_reader || !std::regex_search(code.begin(), code.end(), call))
          << source.path << ":" << number;
    });
}

TEST(Platform, ABrokenLineIsAFault) {
  const auto fault = [](std::string_view line) { return fault_of_line("gui/app/app.cpp", line); };
  EXPECT_THAT(fault("#include <unistd.h>"), HasSubstr("header"));
  EXPECT_THAT(fault("#  include <sys/mman.h>"), HasSubstr("header"));
  EXPECT_THAT(fault("#include <csignal>"), HasSubstr("header"));
  EXPECT_THAT(fault("#ifdef __linux__"), HasSubstr("macro"));
  EXPECT_THAT(fault("#if defined(_WIN32) || defined(__APPLE__)"), HasSubstr("macro"));
  EXPECT_THAT(fault("#ifndef __EMSCRIPTEN__"), HasSubstr("macro"));
  EXPECT_THAT(fault("  const auto id = ::getpid();"), HasSubstr("call"));
  EXPECT_THAT(fault("  if (isatty(2)) return;"), HasSubstr("call"));
  EXPECT_THAT(fault("  std::ifstream file(\"/proc/meminfo\");"), HasSubstr("path"));
  EXPECT_THAT(fault("  const char* home = std::getenv(\"HOME\");"), HasSubstr("variable"));
}

TEST(Platform, StandardCodeIsNoFault) {
  for (const char* line :
       {"#include <thread>", "#include <climits>", "#ifdef LOCKSTEP_GUI", "#if defined(__GNUC__)",
        "  child.fork_count(2);", "  // isatty() is in core/base/posix", "  x.system(1);",
        "  const char* report = std::getenv(\"LOCKSTEP_REPORT\");"})
    EXPECT_THAT(fault_of_line("gui/app/app.cpp", line), IsEmpty());
  EXPECT_THAT(fault_of_line("core/base/posix/process.cpp", "#include <unistd.h>"), IsEmpty());
}

// The headers of core/base are the same on every system; those of a system's folder are for that folder
// alone.
TEST(Platform, HeadersHaveNoMacroOfTheSystem) {
  EXPECT_THAT(fault_of_line("core/base/process.hpp", "#ifdef _WIN32"), HasSubstr("macro"));
  for (const Source& source :
       sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".cpp", ".hpp"}))
    for_each_line(source.text, [&](unsigned number, std::string_view line) {
      for (const std::string_view folder : kPlatformFolders)
        EXPECT_FALSE(line.starts_with("#include \"" + std::string(folder)) &&
                     !source.path.starts_with(folder))
            << source.path << ":" << number;
    });
}

}  // namespace
}  // namespace lockstep::house
