#include "gui/editor/code_colours.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "core/catalogue/algorithm.hpp"

namespace lockstep::gui {
namespace {

// The lines with each letter replaced by the first letter of the kind of its span.
std::vector<std::string> kinds(std::vector<std::string> lines, Language language = Language::opencl_c) {
  constexpr std::string_view letters = ".ktbnscd";
  const auto colours = colour_code(lines, language);
  EXPECT_EQ(colours.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (char& c : lines[i]) c = c == ' ' ? ' ' : '.';
    for (const CodeSpan& span : colours[i])
      for (std::size_t at = span.begin; at < span.end; ++at)
        lines[i][at] = letters[static_cast<std::size_t>(span.kind)];
  }
  return lines;
}
std::string kinds(const char* line) { return kinds(std::vector<std::string>{line}).front(); }

TEST(CodeColours, WordsHaveTheKindThatTheSimulatorGivesThem) {
  EXPECT_EQ(kinds("__kernel void k(__global const float4 *in) {"),
            "kkkkkkkk tttt ..kkkkkkkk kkkkk tttttt .... .");
  EXPECT_EQ(kinds("uint t = get_local_id(0);"), "tttt . . bbbbbbbbbbbb.n..");
  EXPECT_EQ(kinds("barrier(CLK_LOCAL_MEM_FENCE);"), "bbbbbbb.nnnnnnnnnnnnnnnnnnn..");
  EXPECT_EQ(kinds("atomic_add(p, 0x1F);"), "bbbbbbbbbb... nnnn..");
  EXPECT_EQ(kinds("return convert_int4(x);"), "kkkkkk bbbbbbbbbbbb....");
  EXPECT_EQ(kinds("min = length;"), "... . .......") << "a name that is not called is a name";
}

TEST(CodeColours, WordsOfCudaHaveTheirKinds) {
  const auto cuda = [](const char* line) { return kinds({line}, Language::cuda).front(); };
  EXPECT_EQ(cuda("__global__ void k(const float4* in) {"), "kkkkkkkkkk tttt ..kkkkk tttttt. ... .");
  EXPECT_EQ(cuda("int t = threadIdx.x;"), "ttt . . nnnnnnnnn...");
  EXPECT_EQ(cuda("__shared__ int s[4]; __syncthreads();"), "kkkkkkkkkk ttt ..n.. bbbbbbbbbbbbb...");
  EXPECT_EQ(cuda("atomicAdd(kernel, local);"), "bbbbbbbbb........ .......");
}

TEST(CodeColours, LiteralsAndDirectives) {
  EXPECT_EQ(kinds("#define T int"), "ddddddd . ttt");
  EXPECT_EQ(kinds("  # ifdef T"), "  d ddddd .");
  EXPECT_EQ(kinds("a # b"), ". . .") << "only at the start of a line";
  EXPECT_EQ(kinds("printf(\"%d // no\", 'x');"), "bbbbbb.ssssssssss. sss..");
  EXPECT_EQ(kinds("x = 1.5e-3f + true;"), ". . nnnnnnn . nnnn.");
}

TEST(CodeColours, CommentsContinueOverLines) {
  EXPECT_EQ(kinds(std::vector<std::string>{"a; /* one", " two", "*/ int b; // c"}),
            (std::vector<std::string>{".. cccccc", "cccc", "cc ttt .. cccc"}));
  EXPECT_EQ(kinds(std::vector<std::string>{"/* open", "int a;"}),
            (std::vector<std::string>{"ccccccc", "cccccc"}));
  EXPECT_EQ(kinds(std::vector<std::string>{"a \\", "b // c \\", "d"}),
            (std::vector<std::string>{". .", ". cccccc", "c"}))
      << "a joined line continues the comment";
}

TEST(CodeColours, EverySpanIsInsideItsLineAndInOrder) {
  std::vector<std::string> lines{"\"open", "'", "\\", "/*", "Σ * /", "*/", "@ ` x", "#", ""};
  for (std::size_t first = 0; first < lines.size(); ++first) {
    const std::vector<std::string> part(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end());
    const auto colours = colour_code(part);
    ASSERT_EQ(colours.size(), part.size());
    for (std::size_t i = 0; i < part.size(); ++i) {
      std::size_t reached = 0;
      for (const CodeSpan& span : colours[i]) {
        EXPECT_LE(reached, span.begin);
        EXPECT_LT(span.begin, span.end);
        EXPECT_LE(span.end, part[i].size());
        reached = span.end;
      }
    }
  }
}

TEST(CodeColours, EveryKernelOfTheCatalogueHasKeywordsTypesAndBuiltins) {
  for (const Algorithm& algorithm : catalogue()) {
    const auto source = load_kernel(algorithm, "");
    ASSERT_TRUE(source);
    std::vector<std::string> lines;
    std::istringstream text(source->text);
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    std::size_t counts[8] = {};
    for (const LineColours& line : colour_code(lines))
      for (const CodeSpan& span : line) ++counts[static_cast<std::size_t>(span.kind)];
    for (const CodeKind kind : {CodeKind::keyword, CodeKind::type, CodeKind::builtin, CodeKind::comment})
      EXPECT_GT(counts[static_cast<std::size_t>(kind)], 0u) << algorithm.id << ", " << static_cast<int>(kind);
  }
}

TEST(CodeColours, KeywordsAndCommentsDifferWithoutColour) {
  EXPECT_EQ(code_style(CodeKind::keyword).font, Font::code_bold);
  EXPECT_EQ(code_style(CodeKind::keyword).role, Role::ink);
  EXPECT_EQ(code_style(CodeKind::comment).role, Role::second_ink);
}

}  // namespace
}  // namespace lockstep::gui
