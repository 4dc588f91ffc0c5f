// Sources are standard C++, so that other compilers take them: what only GCC knows has a name in core/base
// (int128.hpp, unreachable.hpp, vectors.hpp). Attributes in brackets and pragmas are passed over by compilers
// that do not know them. This finds what a search can find; -Wpedantic, which every build has, finds more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

using testing::IsEmpty;

// The code of a file, line for line: comments are left out, and of texts and characters only the quotes stay.
std::string code_alone(std::string_view text) {
  std::string code;
  const auto newlines = [&](std::string_view part) {
    code.append(static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n')), '\n');
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    std::size_t length = 1;
    if (rest.starts_with("//")) {
      length = std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      length = std::min(rest.find("*/", 2), rest.size() - 2) + 2;
      newlines(rest.substr(0, length));
    } else if (rest.starts_with("R\"")) {
      const std::string end = ")" + std::string(rest.substr(2, rest.find('(') - 2)) + "\"";
      length = std::min(rest.find(end), rest.size() - end.size()) + end.size();
      code += "\"\"";
      newlines(rest.substr(0, length));
    } else if (const bool separates_digits = rest[0] == '\'' && i > 0 && std::isxdigit(text[i - 1]) != 0;
               rest[0] == '"' || (rest[0] == '\'' && !separates_digits)) {
      while (length < rest.size() && rest[length] != rest[0]) length += rest[length] == '\\' ? 2 : 1;
      length = std::min(length + 1, rest.size());
      code += {rest[0], rest[0]};
    } else {
      code += rest[0];
    }
    i += length;
  }
  return code;
}

// A line without a sign of the construct is not searched: that takes time.
struct Construct {
  const char* name;
  std::vector<std::string_view> signs;
  std::regex pattern;
};

const std::vector<Construct>& constructs() {
  static const std::vector<Construct> all{
      {"a word of GCC",
       {"__", "typeof", "asm", "alloca", "_Complex"},
       std::regex(
           R"re(\b(__attribute(__)?|__builtin_\w+|__u?int128(_t)?|(__)?typeof(__)?|__auto_type|__extension__|__PRETTY_FUNCTION__|(__)?asm(__)?|__alignof__|__restrict__|__inline__|__const__|__volatile__|__label__|__thread|__real__|__imag__|__complex__|_Complex|__float128|__sync_\w+|__atomic_\w+|alloca)\b)re")},
      {"GCC's library",
       {"__gnu_", "abi::", "<bits/", "<ext/", "<cxxabi"},
       std::regex(R"re(\b(__gnu_cxx|__gnu_parallel|abi)::|#\s*include\s*<(bits/|ext/|cxxabi))re")},
      {"a directive of GCC", {"#"}, std::regex(R"re(^\s*#\s*(include_next|warning|ident|assert)\b)re")},
      {"a statement as an expression",
       {"({", "( {"},
       std::regex(R"re((^|[^\w\s)\]>(]|\breturn)\s*\(\s*\{)re")},
      {"a range of cases", {"..."}, std::regex(R"re(\bcase\b[^:;]*\.\.\.)re")},
      {"a condition without its middle", {"?:", "? :"}, std::regex(R"re(\?\s*:(?!:))re")},
      {"the address of a label",
       {"goto", "&&"},
       std::regex(R"re(\bgoto\s*\*|([=,({?]|\breturn)\s*&&\s*\w)re")},
      {"an array of no length",
       {"[0];", "[];"},
       std::regex(R"re(^\s*(?!(return|delete|throw|co_\w+|else)\b)[\w:<>]+(\s+[\w:<>]+)*\s+\w+\[0?\];)re")},
      {"an index before the value of an array",
       {"] =", "]="},
       std::regex(R"re([{,]\s*\[\w+(\s*\.\.\.\s*\w+)?\]\s*=[^=])re")},
      {"a named list of arguments of a macro",
       {"#"},
       std::regex(R"re(#\s*define\s+\w+\([^)]*\w\s*\.\.\.|,\s*##\s*__VA_ARGS__)re")},
  };
  return all;
}

// What of GCC alone is in a line of code; empty: nothing.
std::string of_gcc_alone(const std::string& code) {
  for (const Construct& construct : constructs()) {
    const auto& signs = construct.signs;
    std::smatch found;
    if (std::any_of(signs.begin(), signs.end(), [&](auto sign) { return code.find(sign) != code.npos; }) &&
        std::regex_search(code, found, construct.pattern))
      return std::string(construct.name) + ": " + found.str();
  }
  return {};
}

// Kernels that the compiler of the tests compiles, too, so that its results are those of the simulator.
constexpr std::string_view kAreKernels[] = {"tests/sim/compiler/execution_test.cpp",
                                            "tests/sim/frontend/extension_test.cpp",
                                            "tests/sim/translation/shim/cuda_shim.hpp"};

// `runtime` is a library of Linux.
TEST(Compilers, OnlyCoreBaseHasConstructsOfGcc) {
  std::size_t lines = 0;
  for (const Source& source :
       sources({"core", "sim", "assignment", "gui", "cli", "packaging/windows", "tests"}, {".cpp", ".hpp"}))
    if (!source.path.starts_with("core/base/") &&
        std::find(std::begin(kAreKernels), std::end(kAreKernels), source.path) == std::end(kAreKernels))
      for_each_line(code_alone(source.text), [&](unsigned number, std::string_view line) {
        ++lines;
        EXPECT_THAT(of_gcc_alone(std::string(line)), IsEmpty()) << source.path << ":" << number;
      });
  EXPECT_GT(lines, 10'000u) << "the sources were not read";
}

TEST(Compilers, EachConstructOfGccIsSeen) {
  for (const char* line :
       {"  __builtin_unreachable();", "__extension__ using Wide = long;", "void f() __attribute__((cold));",
        "  const auto x = ({ int y = 1; y; });", "  return ({ f(); 1; });", "    case 1 ... 3:",
        "  return name ?: other;", "  return name ? : other;", "  goto *next;", "  void* next = &&add;",
        "  std::byte bytes[0];", "  unsigned char bytes[];", "  int a[4] = {[2] = 1};",
        "  int a[4] = {1, [2 ... 3] = 1};", "#define SAY(words...) say(words)", "say(text, ##__VA_ARGS__)",
        "#include <ext/pool_allocator.h>", "  __typeof__(x) y = x;", "  asm volatile(\"\");"})
    EXPECT_FALSE(of_gcc_alone(line).empty()) << line;
}

TEST(Compilers, StandardCodeIsNoConstructOfGcc) {
  for (const char* line :
       {"[[gnu::noinline]] void f();", "  rows.push_back({1, 2});", "  f<int>({1});", "  g(({1}));",
        "template <class... T>", "  case Kind::pack: return f(values...);", "  a ? ::b : c;",
        "  if (a && b) f();", "void take(T&& value);", "  return values[0];", "  delete[] values;",
        "  const auto& [a, b] = pair;", "  f([i] { return i; });", "#define SAY(...) say(__VA_ARGS__)",
        "#pragma GCC ivdep"})
    EXPECT_THAT(of_gcc_alone(line), IsEmpty()) << line;
}

TEST(Compilers, CommentsAndTextsAreNoCode) {
  EXPECT_EQ(code_alone("a(\"x\\\"y\", 'c', 1'000);  // b\nc /* d\n */ e"), "a(\"\", '', 1'000);  \nc \n e");
  EXPECT_EQ(code_alone("f(R\"re(a\"\nb)re\", 2);"), "f(\"\"\n, 2);");
}

}  // namespace
}  // namespace lockstep::house
