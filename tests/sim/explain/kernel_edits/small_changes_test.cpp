#include "sim/explain/kernel_edits/small_changes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace lockstep::sim {
namespace {

const std::string kKernel =
    R"(kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  uint i = get_group_id(0) * 2 * L + t;
  block[t] = i < n ? in[i] : 0;
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
)";

std::set<std::string> texts_of(const std::string& text, ChangesFor changes) {
  std::set<std::string> texts;
  for (Edit& edit : small_changes("sum.cl", text, changes)) texts.insert(std::move(edit.text));
  return texts;
}

TEST(SmallChanges, KeepTheLines) {
  for (const ChangesFor changes : {ChangesFor::mistakes, ChangesFor::cures, ChangesFor::other_mistakes}) {
    const Edits edits = small_changes("sum.cl", kKernel, changes);
    EXPECT_GE(edits.size(), 2u);
    for (const Edit& edit : edits) {
      EXPECT_NE(edit.text, kKernel) << edit.words;
      EXPECT_EQ(std::ranges::count(edit.text, '\n'), std::ranges::count(kKernel, '\n')) << edit.words;
      EXPECT_GE(edit.line, 1u);
      EXPECT_LE(edit.line, 9u);
    }
  }
}

// The place of a missing barrier is between two lines; no line is wrong.
TEST(SmallChanges, ABarrierIsMissingBetweenTwoLines) {
  std::size_t barriers = 0;
  for (const Edit& edit : small_changes("sum.cl", kKernel, ChangesFor::cures)) {
    if (edit.words != "a barrier before it") {
      EXPECT_FALSE(edit.is_missing) << edit.words;
      continue;
    }
    ++barriers;
    EXPECT_TRUE(edit.is_missing);
    if (edit.line == 7) {
      EXPECT_THAT(edit.after_line, testing::AnyOf(6u, 0u)) << "0: inside the line";
    }
  }
  EXPECT_GT(barriers, 3u);
}

// A removed statement cannot be restored.
TEST(SmallChanges, MostMistakesAreUndoneByACure) {
  const Edits mistakes = small_changes("sum.cl", kKernel, ChangesFor::mistakes);
  std::size_t undone = 0;
  for (const Edit& mistake : mistakes) undone += texts_of(mistake.text, ChangesFor::cures).contains(kKernel);
  EXPECT_GT(undone * 10, mistakes.size() * 8);
}

// Slips such as exchanged operands, or a condition that was replaced by a constant.
TEST(SmallChanges, UndoASlipOfOrder) {
  const auto undoes = [](const std::string& right, const std::string& wrong) {
    std::string text = kKernel;
    const std::size_t at = text.find(right);
    ASSERT_NE(at, text.npos) << right;
    text.replace(at, right.size(), wrong);
    std::set<std::string> without_spaces;
    for (std::string one : texts_of(text, ChangesFor::cures)) {
      std::erase(one, ' ');
      without_spaces.insert(one);
    }
    std::string kernel = kKernel;
    std::erase(kernel, ' ');
    EXPECT_TRUE(without_spaces.contains(kernel)) << wrong;
  };
  undoes("L / 2", "2 / L");
  undoes("if (t < s)", "if (0)");
  undoes("if (t == 0)", "if (1)");
  undoes("s > 0", "s > 3");
}

TEST(SmallChanges, PutBracketsAroundASumBehindAProduct) {
  const std::string text = "kernel void f(global int* a) { int t = 1; a[3 * 2 * t + 1] = a[t]; }";
  EXPECT_THAT(texts_of(text, ChangesFor::cures),
              testing::Contains("kernel void f(global int* a) { int t = 1; a[3 * (2 * t + 1)] = a[t]; }"));
}

// Otherwise measurements with these mistakes would be circular: the cures would be their exact inverses.
TEST(SmallChanges, OtherMistakesAreNot) {
  std::size_t undone = 0;
  const Edits mistakes = small_changes("sum.cl", kKernel, ChangesFor::other_mistakes);
  for (const Edit& mistake : mistakes) undone += texts_of(mistake.text, ChangesFor::cures).contains(kKernel);
  EXPECT_EQ(undone, 0u) << "of " << mistakes.size();
}

TEST(SmallChanges, TextsThatAreNoKernelHaveNoneOrSome) {
  for (const std::string text : {"", ";", "(", "}}", "if (", "a[", "uint t =", "x - y", "kernel"})
    for (const ChangesFor changes : {ChangesFor::mistakes, ChangesFor::cures, ChangesFor::other_mistakes})
      EXPECT_LT(small_changes("sum.cl", text, changes).size(), 100u) << text;
}

}  // namespace
}  // namespace lockstep::sim
