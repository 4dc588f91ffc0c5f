#include "sim/frontend/preprocess/preprocessor.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::sim::language {
namespace {

// Tokens separated by blanks, or the first error without its position.
std::string expand(const std::string& text, const std::string& options = "", const std::string& folder = "") {
  Diagnostics diagnostics;
  StringPool pool;
  const auto parsed = parse_options(options);
  if (!parsed) return parsed.error().message;
  std::string result;
  try {
    for (const Token& token : preprocess({"test.cl", text, folder}, *parsed, diagnostics, pool))
      result += (result.empty() || token.text.empty() ? "" : " ") + std::string(token.text);
  } catch (const Abandoned&) {
  }
  if (!diagnostics.has_errors()) return result;
  const std::string report = diagnostics.error_report();
  const std::size_t begin = report.find("error: ");
  return report.substr(begin, report.find('\n') - begin);
}

TEST(Preprocessor, ExpandsObjectMacros) {
  EXPECT_EQ(expand("#define N 4\nint a[N];"), "int a [ 4 ] ;");
  EXPECT_EQ(expand("#define A B\n#define B A\nA B"), "A B");
  EXPECT_EQ(expand("#define N 4\n#undef N\nN"), "N");
  EXPECT_EQ(expand("#define EMPTY\na EMPTY b"), "a b");
}

TEST(Preprocessor, ExpandsFunctionMacros) {
  EXPECT_EQ(expand("#define OP(a, b) ((a) + (b))\nOP(x, OP(y, z))"), "( ( x ) + ( ( ( y ) + ( z ) ) ) )");
  EXPECT_EQ(expand("#define F(x) x\nF"), "F");
  EXPECT_EQ(expand("#define F(x) [x]\nF((a, b))"), "[ ( a , b ) ]");
  EXPECT_EQ(expand("#define F() 1\nF()"), "1");
  EXPECT_EQ(expand("#define F(x) x\nF\n(1)"), "1");
  EXPECT_EQ(expand("#define F(a, b) a\nF(1)"), "error: macro 'F' takes 2 arguments, not 1");
  EXPECT_EQ(expand("#define F(a) a\nF(1"), "error: ')' is missing after the arguments of macro 'F'");
}

// All texts share them, so no text may change them for the next one.
TEST(Preprocessor, APredefinedMacroIsChangedForOneTextOnly) {
  EXPECT_EQ(expand("__OPENCL_VERSION__"), "120");
  EXPECT_EQ(expand("#undef __OPENCL_VERSION__\n__OPENCL_VERSION__"), "__OPENCL_VERSION__");
  EXPECT_EQ(expand("#undef __OPENCL_VERSION__\n#define __OPENCL_VERSION__ 7\n__OPENCL_VERSION__"), "7");
  EXPECT_EQ(expand("#undef __OPENCL_VERSION__\n#ifdef __OPENCL_VERSION__\n1\n#endif"), "");
  EXPECT_EQ(expand("__OPENCL_VERSION__"), "120");
}

// The examples of the C standard, 6.10.3.5.
TEST(Preprocessor, ExpandsAsTheStandardSays) {
  const std::string macros =
      "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h "
      "g(~\n"
      "#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x "
      "## y\n"
      "#define str(x) # x\n";
  EXPECT_EQ(expand(macros + "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
            "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;");
  EXPECT_EQ(expand(macros + "g(x+(3,4)-w) | h 5) & m(f)^m(m);"),
            "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;");
  EXPECT_EQ(expand(macros + "p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };"),
            "int i [ ] = { 1 , 23 , 4 , 5 , } ;");
  EXPECT_EQ(expand("#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n"
                   "#define join(c, d) in_between(c hash_hash d)\njoin(x, y)"),
            "\"x ## y\"");
}

TEST(Preprocessor, StringifiesAndPastes) {
  EXPECT_EQ(expand("#define S(x) #x\nS(a  +  \"b\\n\")"), "\"a + \\\"b\\\\n\\\"\"");
  EXPECT_EQ(expand("#define C(a, b) a##b\nC(x, 1) C(<, <=) C(1, .5f)"), "x1 <<= 1.5f");
  EXPECT_EQ(expand("#define C(a, b) a##b\nC(+, x)"), "error: '+' ## 'x' gives '+x', which is not a token");
}

TEST(Preprocessor, TakesVariableArguments) {
  EXPECT_EQ(expand("#define P(f, ...) printf(f, __VA_ARGS__)\nP(1, 2, 3)"), "printf ( 1 , 2 , 3 )");
  EXPECT_EQ(expand("#define P(f, ...) printf(f, ##__VA_ARGS__)\nP(1)"), "printf ( 1 )");
  EXPECT_EQ(expand("#define P(f, args...) printf(f, args)\nP(1, 2)"), "printf ( 1 , 2 )");
}

TEST(Preprocessor, ChoosesGroups) {
  EXPECT_EQ(expand("#if 1\na\n#else\nb\n#endif"), "a");
  EXPECT_EQ(expand("#if 0\n#if 1\na\n#endif\n#elif 2 > 1\nb\n#elif 1\nc\n#else\nd\n#endif"), "b");
  EXPECT_EQ(expand("#define N 3\n#if defined(N) && N >= 3 && !defined M\na\n#endif"), "a");
  EXPECT_EQ(expand("#ifdef N\na\n#endif\n#ifndef N\nb\n#endif"), "b");
  EXPECT_EQ(expand("#if UNKNOWN\na\n#else\nb\n#endif"), "b");
  EXPECT_EQ(expand("#if -1 > 0u\na\n#endif"), "a");
  EXPECT_EQ(expand("#if (1 ? 2 : 1/0) == 2 && 'a' == 97\na\n#endif"), "a");
  EXPECT_EQ(expand("#if 0\nit's no error here\n#endif\nb"), "b");
  EXPECT_EQ(expand("#if 1\na"), "error: this condition has no #endif");
  EXPECT_EQ(expand("#endif"), "error: #endif without #if");
  EXPECT_EQ(expand("#if 1 / 0\n#endif"), "error: division by zero in this condition");
  EXPECT_EQ(expand("#error no\n"), "error: #error no");
}

TEST(Preprocessor, JoinsLinesAndDropsComments) {
  EXPECT_EQ(expand("#define A 1 \\\n + 2\nA"), "1 + 2");
  EXPECT_EQ(expand("a/* x */b // c\nd"), "a b d");
  EXPECT_EQ(expand("in\\\nt x;"), "int x ;");
  EXPECT_EQ(expand("a /* b"), "error: unterminated comment: '*/' is missing");
}

TEST(Preprocessor, TakesBuildOptions) {
  EXPECT_EQ(expand("T N E", "-D T=float -DN=3 -D E"), "float 3 1");
  EXPECT_EQ(expand("OP(1,2)", "-D OP(a,b)=((a)+(b))"), "( ( 1 ) + ( 2 ) )");
  EXPECT_EQ(expand("S", "-D \"S=a b\""), "a b");
  EXPECT_EQ(expand("__OPENCL_VERSION__", "-cl-std=CL2.0 -cl-mad-enable -w -Werror"), "200");
  EXPECT_EQ(expand("__OPENCL_C_VERSION__"), "120");
  EXPECT_EQ(expand("", "-cl-std=CL9"),
            "Build option -cl-std=CL9: the supported versions are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0.");
  EXPECT_EQ(expand("", "-D"), "Build option -D needs a value.");
}

TEST(Preprocessor, ExpandsLineAndFileMacros) {
  EXPECT_EQ(expand("__LINE__\n__LINE__ __FILE__"), "1 2 \"test.cl\"");
  EXPECT_EQ(expand("#line 100 \"other.cl\"\n__LINE__ __FILE__"), "100 \"other.cl\"");
}

TEST(Preprocessor, PlacesAnExpansionWhereTheMacroIsUsed) {
  Diagnostics diagnostics;
  StringPool pool;
  const auto tokens = preprocess({"test.cl", "#define OP(a, b) a + b\nx = OP(first, second);", ""}, Options{},
                                 diagnostics, pool);
  // x = first + second ;
  EXPECT_EQ(tokens[2].range.column, 8u);  // an argument keeps its position
  EXPECT_EQ(tokens[3].range.line, 2u);    // the macro's own + has the position of the macro's use
  EXPECT_EQ(tokens[3].range.column, 5u);
  EXPECT_EQ(tokens[3].range.end_column, 22u);
  EXPECT_EQ(tokens[4].range.column, 15u);
}

class Includes : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_.path() / "sub");
    write("a.h", "#ifndef A\n#define A\nint a;\n#include \"sub/b.h\"\n#endif\n");
    write("sub/b.h", "#pragma once\n#include \"c.h\"\nint b;\n");
    write("sub/c.h", "int c;\n");
    write("self.h", "#include \"self.h\"\n");
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / name) << text;
  }
  TemporaryFolder folder_;
};

TEST_F(Includes, FindsFilesBesideTheKernelAndBesideTheIncluder) {
  EXPECT_EQ(expand("#include \"a.h\"\n#include \"a.h\"\n#include \"sub/b.h\"\n", "", folder_.path().string()),
            "int a ; int c ; int b ;");
  EXPECT_EQ(expand("#include <c.h>\n", "-I " + (folder_.path() / "sub").string()), "int c ;");
  EXPECT_EQ(expand("#define NAME \"c.h\"\n#include NAME\n", "-I" + (folder_.path() / "sub").string()),
            "int c ;");
}

TEST_F(Includes, NamesMissingFiles) {
  EXPECT_EQ(expand("#include \"none.h\"\n", "", folder_.path().string()),
            "error: cannot find the file 'none.h'; put it beside the kernel or name its folder with -I");
  EXPECT_TRUE(expand("#include \"self.h\"\n", "", folder_.path().string())
                  .starts_with("error: this #include is nested more than 1000 levels deep"));
}

// Files that another author's kernel includes are shown in messages.
TEST_F(Includes, StayInTheKernelsFolder) {
  const std::string refusal = " is outside the kernel's folder, so it is not read; name its folder with -I";
  const std::string folder = (folder_.path() / "sub").string();
  EXPECT_EQ(expand("#include \"/etc/passwd\"\n", "", folder), "error: '/etc/passwd'" + refusal);
  EXPECT_EQ(expand("#include \"../a.h\"\n", "", folder), "error: '../a.h'" + refusal);
  std::filesystem::create_symlink("/etc/passwd", folder_.path() / "sub" / "link.h");
  EXPECT_EQ(expand("#include \"link.h\"\n", "", folder), "error: 'link.h'" + refusal);
  EXPECT_EQ(expand("#include \"../a.h\"\n", "-I " + folder_.path().string(), folder),
            "int a ; int c ; int b ;");
}

TEST(Preprocessor, EndsWhenMacrosExplode) {
  std::string doubling = "#define A0 x\n";
  for (int i = 1; i < 40; ++i)
    doubling +=
        "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" + std::to_string(i - 1) + "\n";
  EXPECT_TRUE(expand(doubling + "A39").starts_with("error: the macros of this file expand to more than"));
  std::string chain;
  for (int i = 0; i < 2000; ++i)
    chain += "#define B" + std::to_string(i) + " B" + std::to_string(i + 1) + "\n";
  EXPECT_TRUE(expand(chain + "B0").starts_with("error: this macro is nested more than 1000 levels deep"));
  std::string nested = "1";
  for (int i = 0; i < 1000; ++i) nested = "F(" + nested + ")";
  EXPECT_TRUE(
      expand("#define F(x) x\n" + nested).starts_with("error: the macros of this file expand to more than"));
}

}  // namespace
}  // namespace lockstep::sim::language
