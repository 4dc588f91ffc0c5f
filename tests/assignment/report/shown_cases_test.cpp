#include "assignment/report/shown_cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assignment/grading/grade.hpp"
#include "assignment/report/formats.hpp"
#include "assignment/report/pages.hpp"
#include "tests/assignment/made_assignment.hpp"
#include "tests/assignment/worker_options.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kShownTests =
    "```test Public\n{\"points\": 2, \"n\": [8, 64], \"L\": 4}\n```\n"
    "```test Hidden\n{\"points\": 1, \"n\": 70003, \"L\": 32, \"schedules\": \"lockstep\", \"visibility\": "
    "\"after "
    "due\"}\n```\n";

Grading graded(const MadeAssignment& made, const std::string& kernel, bool shows_moments = true) {
  GradeOptions options;
  options.secret = "a secret";
  options.shows_moments = shows_moments;
  options.worker = own_worker();
  return grade(made.assignment(), made.folder(), {handed_in_by("ada", kernel)}, options).value();
}

std::string bytes_of(const std::vector<NamedBytes>& files, const std::string& path) {
  const auto found = std::ranges::find(files, path, &NamedBytes::path);
  return found == files.end() ? std::string() : found->bytes;
}

TEST(ShownCases, AFailureHasAFigureASceneAndTheFilesOfTheSubmission) {
  const MadeAssignment made(kShownTests);
  const std::string kernel = right_kernel_with("i + L < n ? in[i + L] : 0", "0");
  const Grading grading = graded(made, kernel);
  const auto files = shown_files(grading.submissions.front());
  const auto scene = nlohmann::json::parse(bytes_of(files, "cases/ada/sum-of-a-group.public.json"));
  EXPECT_EQ(scene["kernel_file"], "submission/sum.cl");
  EXPECT_EQ(scene["launch"]["file"], "submission/sum.cl");
  EXPECT_GT(scene["position"], 0);
  EXPECT_EQ(bytes_of(files, "cases/ada/submission/sum.cl"), kernel);
  const std::string figure = bytes_of(files, "cases/ada/sum-of-a-group.public.svg");
  EXPECT_THAT(figure, HasSubstr("<svg "));
  const std::string page = grader_page(grading);
  EXPECT_THAT(page, HasSubstr("<img src=\"cases/ada/sum-of-a-group.public.svg\" alt=\""));
  EXPECT_THAT(page, HasSubstr("<code>lockstep cases/ada/sum-of-a-group.public.json</code>"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
}

TEST(ShownCases, AHiddenFailureIsShownInASmallCase) {
  const MadeAssignment made(kShownTests);
  const Grading grading = graded(made, right_kernel_with("block[t + s]", "(n > 5 ? 0 : block[t + s])"));
  const auto files = shown_files(grading.submissions.front());
  const auto scene = nlohmann::json::parse(bytes_of(files, "cases/ada/sum-of-a-group.hidden.json"));
  EXPECT_LT(scene["launch"]["buffers"][0]["count"], 600);
}

TEST(ShownCases, ARaceIsShownWhereItHappens) {
  const MadeAssignment made(kShownTests);
  const Grading grading = graded(made, right_kernel_with("    barrier(CLK_LOCAL_MEM_FENCE);\n", ""));
  const TestResult& test = grading.submissions.front().tasks.front().tests.front();
  ASSERT_TRUE(test.example && test.example->moment);
  EXPECT_EQ(test.example->kind, "data race");
  EXPECT_THAT(test.example->moment->sentence, HasSubstr("block"));
}

TEST(ShownCases, StudentsGetNoneOfThem) {
  const MadeAssignment made(kShownTests);
  const std::string kernel = right_kernel_with("+=", "=");
  const Grading with = graded(made, kernel), without = graded(made, kernel, false);
  EXPECT_TRUE(shown_files(without.submissions.front()).empty());
  for (const NamedFormat& format : formats()) {
    if (format.one == nullptr) continue;
    EXPECT_EQ(format.one(with, with.submissions.front()), format.one(without, without.submissions.front()));
  }
}

TEST(ShownCases, WhatDoesNotCompileHasNoRun) {
  const MadeAssignment made(kShownTests);
  EXPECT_TRUE(shown_files(graded(made, "kernel void sum(").submissions.front()).empty());
  EXPECT_TRUE(shown_files(graded(made, kRightKernel).submissions.front()).empty());
}

}  // namespace
}  // namespace lockstep::assignment
