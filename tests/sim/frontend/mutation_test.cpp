// The front end accepts any text: bytes of real kernels are deleted, duplicated and exchanged at random
// positions, and the analysis must return a tree or errors.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "sim/frontend/frontend.hpp"

namespace lockstep::sim::language {
namespace {

namespace fs = std::filesystem;

struct Original {
  std::string name;  // its ending gives the language
  std::string text;
};

std::vector<Original> texts() {
  std::vector<Original> result;
  for (const char* folder : {"kernels", "tests/sim/frontend/cases", "tests/data/cuda_kernels"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LOCKSTEP_SOURCE_DIR) / folder)) {
      const fs::path ending = entry.path().extension();
      if (ending != ".cl" && ending != ".cu") continue;
      std::ifstream file(entry.path());
      std::stringstream text;
      text << file.rdbuf();
      result.push_back({"mutant" + ending.string(), text.str()});
    }
  return result;
}

void mutate(std::string& text, std::mt19937& random) {
  if (text.empty()) return;
  const std::size_t at = random() % text.size();
  const std::size_t length = 1 + random() % 12;
  const std::size_t other = random() % text.size();
  switch (random() % 5) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.insert(other, text.substr(at, length));
      break;
    case 2:
      std::swap(text[at], text[other]);
      break;
    case 3:
      text[at] = "(){}[];,#*&.<>\"'\\/0x\n"[random() % 21];
      break;
    default:
      text.insert(at, std::string(1 + random() % 3, text[other]));
  }
}

TEST(Mutations, NeverCrash) {
  std::mt19937 random(20240229);
  const std::vector<Original> originals = texts();
  ASSERT_FALSE(originals.empty());
  std::size_t accepted = 0;
  constexpr int kRounds = 1500;
  for (int round = 0; round < kRounds; ++round) {
    auto [name, text] = originals[random() % originals.size()];
    for (std::size_t i = 1 + random() % 6; i > 0; --i) mutate(text, random);
    const auto unit = analyse({name, text, ""}, "");
    accepted += unit ? 1 : 0;
    if (!unit) {
      ASSERT_NE(unit.error().message.find("error"), std::string::npos) << text;
    }
  }
  EXPECT_GT(accepted, 0u);
  EXPECT_LT(accepted, static_cast<std::size_t>(kRounds));
}

// Text of CUDA C++ that ends in the middle of a construct.
TEST(Mutations, CudaTextMayEndAnywhere) {
  for (const Original& original : texts()) {
    if (!original.name.ends_with(".cu")) continue;
    for (std::size_t end = 0; end < original.text.size(); end += 41)
      static_cast<void>(analyse({original.name, original.text.substr(0, end), ""}, ""));
  }
}

std::string repeat(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Mutations, DeepNestingIsRefused) {
  const std::string begin = "__kernel void f(__global int* p) { ";
  for (const std::string& text : {begin + "p[0] = " + repeat("(", 100000) + "1" + repeat(")", 100000) + "; }",
                                  begin + "p[0] = " + repeat("-", 100000) + "1; }",
                                  begin + repeat("{", 100000),
                                  begin + repeat("if (1) ", 100000) + "; }",
                                  begin + "p[0] = 1" + repeat(" + p[0]", 100000) + "; }",
                                  begin + "int " + repeat("(", 100000) + "x; }",
                                  begin + "int x" + repeat("[1]", 100000) + "; }",
                                  begin + "int x" + repeat("[2]", 100) + "; }",
                                  begin + "p[0] = p" + repeat("[0]", 100000) + "; }",
                                  begin + "int x = " + repeat("{", 100000),
                                  repeat("struct s { ", 100000),
                                  begin + "int " + repeat("*", 100000),
                                  begin + "p[0] = " + repeat("1 ? ", 100000) + "1; }",
                                  begin + "p[0] = " + repeat("(int)", 100000) + "1; }",
                                  begin + "p[0] = " + repeat("p[0] = ", 100000) + "1; }",
                                  repeat("#if 1\n", 100000),
                                  repeat("(", 100000),
                                  "#if " + repeat("(", 100000) + "\n#endif",
                                  "#if " + repeat("!", 100000) + "1\n#endif",
                                  begin + repeat("abs(", 100000) + "1",
                                  begin + "x" + repeat(".x", 100000) + "; }"}) {
    const auto unit = analyse({"deep.cl", text, ""}, "");
    if (text.find("int *") == std::string::npos) {
      EXPECT_FALSE(unit) << text.substr(0, 80);
    }
  }
}

// Each function calls the previous one twice: a traversal without a cache would take 2^60 steps.
TEST(Limits, CallsAreAnalysedOnce) {
  std::string text = "int f0(int i) { return i; }\n";
  for (int i = 1; i <= 60; ++i) {
    const std::string call = "f" + std::to_string(i - 1) + "(i - 1)";
    text += "int f" + std::to_string(i) + "(int i) { return " + call + " + " + call + "; }\n";
  }
  EXPECT_TRUE(
      analyse({"tree.cl", text + "kernel void k(global int *p) { if (p[0]) p[0] = f60(1); }", ""}, ""));
}

TEST(Limits, NestedTypesAndCallsAreRefusedInWords) {
  std::string types = "typedef int t0;\n", records = "struct s0 { int x; };\n", calls = "void f0(void) { }\n";
  for (int i = 0; i < 2000; ++i) {
    const std::string one = std::to_string(i), next = std::to_string(i + 1);
    types += "typedef t" + one + " *t" + next + ";\n";
    records += "struct s" + next + " { struct s" + one + " x; };\n";
    calls += "void f" + next + "(void) { f" + one + "(); }\n";
  }
  for (const std::string& text : {types, records, calls}) {
    const auto unit = analyse({"deep.cl", text, ""}, "");
    ASSERT_FALSE(unit);
    EXPECT_NE(unit.error().message.find("nested more than 1000 levels deep"), std::string::npos);
    EXPECT_LT(unit.error().message.size(), 20000u);
  }
}

TEST(Limits, LongNamesAreQuotedShortly) {
  const auto unit =
      analyse({"long.cl", "kernel void k(global int *p) { p[0] = " + repeat("a", 5000000) + "; }", ""}, "");
  ASSERT_FALSE(unit);
  EXPECT_LT(unit.error().message.size(), 1000u);
}

}  // namespace
}  // namespace lockstep::sim::language
