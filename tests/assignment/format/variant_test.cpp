#include "assignment/format/variant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "assignment/export/exporting.hpp"
#include "assignment/grading/grade.hpp"
#include "tests/assignment/made_assignment.hpp"
#include "tests/assignment/worker_options.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

constexpr const char* kVaried =
    "```test Public\n{\"points\": 1, \"n\": 64}\n```\n```test Own size\n{\"points\": 1, \"n\": 64, \"L\": "
    "16}\n```\n";

TEST(Variant, ListsAreRead) {
  const auto variants = parse_variants("operator = sum, min; type = int, float; L = 32, 64");
  ASSERT_TRUE(variants);
  EXPECT_THAT(variants->operators, testing::ElementsAre("sum", "min"));
  EXPECT_THAT(variants->types, testing::ElementsAre("int", "float"));
  EXPECT_THAT(variants->L, testing::ElementsAre(32u, 64u));
  EXPECT_EQ(all_variants(*variants).size(), 8u);
  for (const char* wrong : {"sum, min", "n = 3", "L = 0", "L = many", "operator =", "operator = sum,, min"})
    EXPECT_FALSE(parse_variants(wrong)) << wrong;
}

TEST(Variant, AStudentAlwaysHasTheSameAndTheyDiffer) {
  const Variants variants = parse_variants("L = 8, 16, 32").value();
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 30; ++i) {
    const std::string student = "s" + std::to_string(1234000 + i);
    seen.insert(variant_of(variants, student).L);
    EXPECT_EQ(variant_of(variants, student), variant_of(variants, student));
  }
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_EQ(variant_of({}, "ada").text(), "");
}

// With L = 8 the kernel does nothing: whoever has 4 gets the point of the first test, too.
TEST(Variant, ASubmissionIsGradedInItsOwn) {
  const MadeAssignment made(kVaried, "variants: L = 4, 8");
  std::vector<HandedIn> submissions;
  for (int i = 0; i < 6; ++i)
    submissions.push_back(
        handed_in_by("s" + std::to_string(i),
                     right_kernel_with("uint t", "if (get_local_size(0) == 8) return;\n  uint t")));
  GradeOptions options;
  options.worker = own_worker();
  const Grading grading = grade(made.assignment(), made.folder(), submissions, options).value();
  std::set<std::uint64_t> sizes;
  for (const SubmissionResult& one : grading.submissions) {
    const std::uint64_t L = variant_of(made.assignment().variants, one.id).L;
    sizes.insert(L);
    EXPECT_EQ(one.final_points, L == 4 ? 2 : 1) << one.id;
    EXPECT_THAT(one.notes, testing::Contains(HasSubstr("is L " + std::to_string(L))));
    EXPECT_EQ(one.tasks.front().task, &made.task());
    EXPECT_EQ(one.tasks.front().tests.front().test, &made.task().tests.front());
  }
  EXPECT_EQ(sizes.size(), 2u);
}

TEST(Variant, TheCopyForAStudentHasItsValues) {
  const MadeAssignment made(kVaried, "variants: L = 4, 8");
  EXPECT_FALSE(student_files(made.assignment(), made.folder(), {}));
  ExportOptions options;
  options.variant = variant_of(made.assignment().variants, "s1");
  const auto files = student_files(made.assignment(), made.folder(), options).value();
  std::string text;
  for (const NamedBytes& file : files)
    if (file.path == "assignment.md") text = file.bytes;
  const std::string own = std::to_string(options.variant.L);
  EXPECT_THAT(text, HasSubstr("Your variant: L " + own + "."));
  EXPECT_THAT(text, HasSubstr("\"L\":" + own + "}"));
  EXPECT_THAT(text, HasSubstr("\"L\":16}"));
  EXPECT_THAT(text, testing::Not(HasSubstr("variants:")));
}

}  // namespace
}  // namespace lockstep::assignment
