// The other forms of the kernel in the source card: lines that correspond to those of the OpenCL C text,
// and reasons.
#include "gui/pages/step/source/form_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/catalogue/algorithm.hpp"

namespace lockstep::gui {
namespace {

using sim::translation::SourceForm;
using testing::HasSubstr;

Plan plan_of(const std::string& id) {
  const Algorithm& algorithm = **find_algorithm(id);
  return make_plan(algorithm, {.n = 64, .group_size = 16}, load_kernel(algorithm, "").value()).value();
}

TEST(FormModel, LinesOfTheKernelKeepTheirMarks) {
  const Plan plan = plan_of("reduce/first-add");
  const std::vector<FormModel> forms = make_forms(plan, 0);
  ASSERT_EQ(forms.size(), std::size(sim::translation::kSourceForms));
  const FormModel& cuda = forms[static_cast<std::size_t>(SourceForm::cuda)];
  EXPECT_EQ(cuda.refused, "");
  ProgramLines index;
  index.lines.resize(cuda.shared);
  index.lines[29].runs = 4;
  const std::vector<SourceLine> lines = form_lines(cuda, &index, Heat::branches, 30, {{31, ""}});
  const auto next = std::ranges::find(lines, true, &SourceLine::next);
  ASSERT_NE(next, lines.end());
  EXPECT_EQ(next->number, 30u);
  EXPECT_EQ(next->runs, 4u);
  EXPECT_EQ(static_cast<std::size_t>(next - lines.begin()), cuda.above + 29);
  EXPECT_TRUE((next + 1)->breakpoint);
  EXPECT_EQ(lines.front().number, 0u);
  EXPECT_EQ(lines.back().number, 0u);
}

// The catalogue has no kernel with false sharing: threads of the host share cache lines.
TEST(FormModel, OpenmpHasTheReductionByHand) {
  const auto text_of = [](const std::string& id, SourceForm form) {
    std::string text;
    const std::vector<FormModel> forms = make_forms(plan_of(id), 0);
    for (const std::string& line : forms[static_cast<std::size_t>(form)].lines) text += line + "\n";
    return text;
  };
  const std::string reduction = text_of("reduce/first-add", SourceForm::openmp);
  EXPECT_THAT(reduction, HasSubstr("reduction(OPERATOR : total)"));
  EXPECT_THAT(reduction, HasSubstr("\n// cpu/openmp-false-sharing: "));
  EXPECT_THAT(reduction, HasSubstr("volatile T& mine = partials[t * distance]"));
  EXPECT_THAT(text_of("scan/blelloch", SourceForm::openmp), testing::Not(HasSubstr("false-sharing")));
  EXPECT_THAT(text_of("reduce/first-add", SourceForm::mpi), testing::Not(HasSubstr("false-sharing")));
}

TEST(FormModel, WhatDoesNotExistSaysWhy) {
  const std::vector<FormModel> forms = make_forms(plan_of("patterns/transpose"), 0);
  const FormModel& mpi = forms[static_cast<std::size_t>(SourceForm::mpi)];
  EXPECT_THAT(mpi.refused, HasSubstr("only reductions and scans have one"));
  EXPECT_EQ(mpi.lines.front(), "// " + mpi.refused);
  EXPECT_EQ(mpi.shared, 0u);
}

}  // namespace
}  // namespace lockstep::gui
