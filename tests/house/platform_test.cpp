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

// Other compilers do not know GCC's own words; attributes that they do not know they pass over. A table of
// the simulator's names them as words of kernels.
std::string own_word_of_gcc(std::string_view line) {
  static const std::regex text(R"re("([^"\\]|\\.)*")re"),
      word(
          R"re(\b(__attribute__|__builtin_\w+|__int128|__typeof__|__extension__|__PRETTY_FUNCTION__|__asm__)\b)re");
  const std::string code = std::regex_replace(std::string(without_comment(line)), text, "");
  std::smatch found;
  return std::regex_search(code, found, word) ? found.str() : "";
}

// sim/memory/wide.hpp asks the processor where the compiler is GCC; runtime is a library of Linux.
TEST(Compilers, OnlyCoreBaseHasWordsOfGcc) {
  for (const Source& source :
       sources({"core", "sim", "assignment", "gui", "cli", "windows"}, {".cpp", ".hpp"}))
    if (!source.path.starts_with("core/base/") && source.path != "sim/memory/wide.hpp")
      for_each_line(source.text, [&](unsigned number, std::string_view line) {
        EXPECT_THAT(own_word_of_gcc(line), IsEmpty()) << source.path << ":" << number;
      });
}

TEST(Compilers, AWordOfGccIsSeenInCodeAlone) {
  EXPECT_EQ(own_word_of_gcc("  __builtin_unreachable();"), "__builtin_unreachable");
  EXPECT_EQ(own_word_of_gcc("__extension__ using Wide = long;"), "__extension__");
  for (const char* line : {"  [[gnu::noinline]] void f();", "  if (token.is(\"__attribute__\")) return;",
                           "  // __int128 is in core/base"})
    EXPECT_THAT(own_word_of_gcc(line), IsEmpty()) << line;
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
