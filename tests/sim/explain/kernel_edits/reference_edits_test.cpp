#include "sim/explain/kernel_edits/reference_edits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kReference =
    "#define TWO 2\n"                                                                       // 1
    "kernel void sum(global const int* in, global int* out, local int* block, uint n) {\n"  // 2
    "  uint t = get_local_id(0), L = get_local_size(0);\n"                                  // 3
    "  block[t] = t < n ? in[t] : 0;\n"                                                     // 4
    "  for (uint s = L / TWO; s > 0; s /= 2) {\n"                                           // 5
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"                                                   // 6
    "    if (t < s) block[t] += block[t + s];\n"                                            // 7
    "  }\n"                                                                                 // 8
    "\n"                                                                                    // 9
    "  if (t == 0) out[get_group_id(0)] = block[0];\n"                                      // 10
    "}\n";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// Names that occur only in the submission.
std::string renamed(std::string text) {
  const auto all = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  all("block", "part");
  all("in[", "numbers[");
  all("* in", "* numbers");
  all("t = get", "me = get");
  for (const char* const around : {"[t]", "[t ", "(t ", " t <"}) {
    std::string other = around;
    all(around, other.replace(other.find('t'), 1, "me"));
  }
  return text;
}

std::string without_blanks(std::string text) {
  for (std::size_t at = 0; (at = text.find("//", at)) != text.npos;) text.erase(at, text.find('\n', at) - at);
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

// The first change that makes the text equal to the reference.
std::optional<Edit> repaired(const ReferenceEdits& edits, const std::string& reference) {
  const std::string wanted = without_blanks(reference);
  for (const Edits& stage : edits.stages)
    for (const Edit& edit : stage) {
      std::string same = without_blanks(edit.text);
      if (same == wanted) return edit;
      // An empty statement may remain.
      for (const std::string_view empty : {";;", "{;"})
        for (std::size_t at = 0; (at = same.find(empty)) != same.npos;) same.erase(at + 1, 1);
      if (same == wanted) return edit;
    }
  return std::nullopt;
}

struct Missing {
  const char *name, *from, *to;
  std::uint32_t line, after_line;
};
class MissingStatements : public testing::TestWithParam<Missing> {};
TEST_P(MissingStatements, AreNamedByTheirPlace) {
  for (const std::string& right : {kReference, renamed(kReference)}) {
    const std::string from = right == kReference ? GetParam().from : renamed(GetParam().from);
    const std::string to = right == kReference ? GetParam().to : renamed(GetParam().to);
    const ReferenceEdits edits = edits_towards("sum.cl", with(right, from, to), kReference);
    const std::optional<Edit> edit = repaired(edits, right);
    ASSERT_TRUE(edit) << right;
    EXPECT_EQ(edit->line, GetParam().line);
    EXPECT_EQ(edit->after_line, GetParam().after_line);
    EXPECT_TRUE(edit->is_missing);
    EXPECT_THAT(edit->words, testing::HasSubstr(" is missing"));
  }
}
INSTANTIATE_TEST_SUITE_P(
    Places, MissingStatements,
    testing::Values(Missing{"blank", "  block[t] = t < n ? in[t] : 0;\n", "\n", 4, 0},
                    Missing{"comment", "  block[t] = t < n ? in[t] : 0;\n", "  // block[t]\n", 4, 0},
                    Missing{"closed", "  block[t] = t < n ? in[t] : 0;\n", "", 4, 3},
                    Missing{"barrier", "    barrier(CLK_LOCAL_MEM_FENCE);\n", "", 6, 5},
                    Missing{"before_blank", "  if (t == 0) out[get_group_id(0)] = block[0];\n", "\n", 10, 0},
                    Missing{"after_blank", "  if (t == 0) out[get_group_id(0)] = block[0];\n", "", 10, 8}),
    [](const auto& it) { return std::string(it.param.name); });

struct Different {
  const char *name, *from, *to;
  std::uint32_t line;
};
class DifferentStatements : public testing::TestWithParam<Different> {};
TEST_P(DifferentStatements, AreNamedByTheirLine) {
  for (const std::string& right : {kReference, renamed(kReference)}) {
    const std::string from = right == kReference ? GetParam().from : renamed(GetParam().from);
    const std::string to = right == kReference ? GetParam().to : renamed(GetParam().to);
    const ReferenceEdits edits = edits_towards("sum.cl", with(right, from, to), kReference);
    const std::optional<Edit> edit = repaired(edits, right);
    ASSERT_TRUE(edit) << right;
    EXPECT_EQ(edit->line, GetParam().line);
    EXPECT_FALSE(edit->is_missing && edit->after_line != 0);
  }
}
INSTANTIATE_TEST_SUITE_P(
    Kinds, DifferentStatements,
    testing::Values(
        Different{"operand", "s /= 2", "s /= 4 + 1", 5}, Different{"number", "TWO 2", "TWO 4", 1},
        Different{"guard", "if (t < s) block", "block", 7},
        Different{"empty", "block[t] += block[t + s];", ";", 7},
        Different{"twice", "[t + s];", "[t + s]; block[t] += block[t + s];", 7},
        Different{"too_much", "uint t = get_local", "if (n == 0) return; uint t = get_local", 3},
        Different{"loop", "for (uint s = L / TWO; s > 0; s /= 2) {", "uint s = L; {", 5},
        Different{"braces",
                  "{\n    barrier(CLK_LOCAL_MEM_FENCE);\n    if (t < s) block[t] += block[t + s];\n  }",
                  "\n    barrier(CLK_LOCAL_MEM_FENCE);\n    if (t < s) block[t] += block[t + s];\n", 5}),
    [](const auto& it) { return std::string(it.param.name); });

TEST(ReferenceEdits, StatementsThatAreExchangedAreOneChange) {
  const std::string text = with(with(kReference, "    barrier(CLK_LOCAL_MEM_FENCE);\n", ""),
                                "block[t + s];\n", "block[t + s];\n    barrier(CLK_LOCAL_MEM_FENCE);\n");
  const std::optional<Edit> edit = repaired(edits_towards("sum.cl", text, kReference), kReference);
  ASSERT_TRUE(edit);
  std::vector<std::uint32_t> lines = edit->other_lines;
  lines.push_back(edit->line);
  std::ranges::sort(lines);
  EXPECT_THAT(lines, ElementsAre(6, 7));
}

TEST(ReferenceEdits, ACallOfAMacroInItsLineIsAStatement) {
  const std::string reference = "kernel void k(global int* a) {\n  STEP(2)\n  STEP(1)\n  a[0] = 1;\n}\n";
  const auto edit =
      repaired(edits_towards("k.cl", with(reference, "  a[0] = 1;\n", "\n"), reference), reference);
  ASSERT_TRUE(edit);
  EXPECT_EQ(edit->line, 4u);
}

TEST(ReferenceEdits, OfTheSameTextInOtherNamesThereAreNone) {
  const ReferenceEdits edits = edits_towards("sum.cl", renamed(kReference), kReference);
  EXPECT_EQ(edits.distance, 0);
  for (const Edits& stage : edits.stages) EXPECT_THAT(stage, IsEmpty());
}

TEST(ReferenceEdits, OfTextsWithoutAnythingInCommonThereAreNone) {
  EXPECT_THAT(edits_towards("sum.cl", "", kReference).stages, IsEmpty());
  EXPECT_THAT(edits_towards("sum.cl", kReference, "").stages, IsEmpty());
  EXPECT_THAT(edits_towards("sum.cl", "}}}((([[[{{{ int x = ", kReference).stages, IsEmpty());
}

}  // namespace
}  // namespace lockstep::sim
