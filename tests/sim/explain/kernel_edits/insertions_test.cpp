#include "sim/explain/kernel_edits/insertions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace lockstep::sim {
namespace {

const std::string kScan =
    "kernel void scan(global const int* in, global int* out, local int* block, uint n) {\n"  // 1
    "  uint t = get_local_id(0);\n"                                                          // 2
    "  int sum = in[t];\n"                                                                   // 3
    "  for (uint s = 1; s < n; s *= 2) {\n"                                                  // 4
    "    block[t] = sum;\n"                                                                  // 5
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"                                                    // 6
    "    if (t >= s) sum += block[t - s];\n"                                                 // 7
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"                                                    // 8
    "  }\n"                                                                                  // 9
    "  out[t] = sum;\n"                                                                      // 10
    "}\n";

std::string squeezed(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

// The edit that restores a text in which the line was removed or left empty.
std::optional<Edit> repaired(const std::string& line, const std::string& by) {
  std::string text = kScan;
  text.replace(text.find(line), line.size(), by);
  for (Edit& edit : insertions("scan.cl", text, 1'000'000))
    if (squeezed(edit.text) == squeezed(kScan)) return std::move(edit);
  return std::nullopt;
}

struct MissingLine {
  const char *name, *line;
  std::uint32_t at;
};
class Insertions : public testing::TestWithParam<MissingLine> {};
TEST_P(Insertions, NameTheFreeLineOrTheLinesAroundIt) {
  const std::string line = GetParam().line;
  const std::optional<Edit> closed = repaired(line, ""), blank = repaired(line, "\n");
  ASSERT_TRUE(closed && blank);
  EXPECT_TRUE(closed->is_missing);
  EXPECT_EQ(closed->after_line, GetParam().at - 1);
  EXPECT_EQ(closed->line, GetParam().at);
  EXPECT_EQ(blank->after_line, 0u);
  EXPECT_EQ(blank->line, GetParam().at);
}
INSTANTIATE_TEST_SUITE_P(Kinds, Insertions,
                         testing::Values(MissingLine{"store", "    block[t] = sum;\n", 5},
                                         MissingLine{"result", "  out[t] = sum;\n", 10}),
                         [](const auto& it) { return std::string(it.param.name); });

TEST(Insertions, AStatementMayBeMissingThatStandsElsewhere) {
  const std::string twice = "    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n  out[t] = sum;\n";
  EXPECT_TRUE(repaired(twice, "  }\n  out[t] = sum;\n"));
}

TEST(Insertions, OfBrokenTextsThereIsNoCrash) {
  for (const char* const text :
       {"", "}", "{{{", "kernel void k(", "a[", "if", "x = ;", "kernel void k() { if (1 }"})
    for (const Edit& edit : insertions("k.cl", text, 10'000))
      EXPECT_GE(edit.text.size(), std::string(text).size());
}

}  // namespace
}  // namespace lockstep::sim
