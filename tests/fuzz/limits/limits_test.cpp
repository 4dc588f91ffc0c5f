// Each row shortly; `fuzz_limits` tries them up to ten million.
#include "tests/fuzz/limits/limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace lockstep::fuzz {
namespace {

// The first command of each row: the others read the same text.
void try_all(LimitRow::Kind kind, std::uint64_t count) {
  for (const LimitRow& row : all_rows()) {
    if (row.kind != kind) continue;
    const std::uint64_t times = row.most == 0 ? count : std::min(count, row.most);
    const LimitReport report = run_limit(LOCKSTEP_EXECUTABLE, row, row.commands.front(), times);
    EXPECT_EQ(report.fault, "") << row.name << ": " << report.said.substr(0, 500);
  }
}

TEST(Limits, NothingNestedEndsTheProgram) { try_all(LimitRow::Kind::depth, 20'000); }

TEST(Limits, NothingRepeatedEndsTheProgram) { try_all(LimitRow::Kind::size, 2'000); }

}  // namespace
}  // namespace lockstep::fuzz
