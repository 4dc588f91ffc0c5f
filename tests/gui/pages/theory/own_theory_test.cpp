// The Theory page for the user's own kernel: counts of its run, and bounds on p processors.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "core/base/text/text.hpp"
#include "gui/pages/theory/own_model.hpp"
#include "gui/scene_files/open_run.hpp"
#include "tests/gui/app/seen_text.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

// A tree in each work-group: T = 6 steps, W = 63 for each. The proposed number of groups depends on trials.
constexpr const char* kTree =
    R"(kernel __attribute__((reqd_work_group_size(64, 1, 1))) void tree(global int* out, global const int* in) {
  local int s[64];
  int t = get_local_id(0);
  s[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[0] = s[0];
}
)";

TEST(OwnTheory, AKernelOfOnesOwnIsCountedAndBounded) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("tree.cl")) << kTree;
  AppState state;
  ASSERT_TRUE(open_run(state, folder.file("tree.cl")));
  state.overlay = {};
  state.tab = "theory";
  DrivenWindow window(state, 1280, 720);
  const gui::Run* run = window.interface().session().run();
  ASSERT_NE(run, nullptr);
  const OwnTheory theory = prepare_own_theory(run, "some/tree.cl", 4);
  EXPECT_EQ(theory.problem, "");
  EXPECT_EQ(theory.title, "tree.cl");
  const auto value = [&](std::string_view name) {
    for (const OwnTheory::Number& number : theory.numbers)
      if (number.name == name) return number.value;
    return std::string("none");
  };
  const std::uint64_t items = run->trace->plan().launches.at(0).range.global_size[0], work = items / 64 * 63;
  EXPECT_EQ(value("Work-items"), count_text(items));
  EXPECT_EQ(value("Steps T"), "6");
  EXPECT_EQ(value("Work W"), count_text(work));
  EXPECT_EQ(value("Cost C = p T for p = " + count_text(items)), count_text(6 * items));
  EXPECT_EQ(value("Parallelism W / T"), fmt::format("{:.1f}", static_cast<double>(work) / 6));
  for (const OwnTheory::Processors& on : theory.on) {
    EXPECT_EQ(on.least, std::max<std::uint64_t>(6, (work + on.p - 1) / on.p)) << on.p;
    EXPECT_EQ(on.most, on.p == 1 ? work : (work + on.p - 1) / on.p + 6) << on.p;
    EXPECT_LE(on.efficiency, 1) << on.p;
    EXPECT_EQ(on.is_chosen, on.p == 4);
  }
  EXPECT_THAT(theory.sentence, HasSubstr("p = 4 processors"));
  const std::string seen = seen_text(window);
  EXPECT_THAT(seen, HasSubstr("tree.cl"));
  EXPECT_THAT(seen, HasSubstr("Parallelism W / T"));
  EXPECT_THAT(seen, testing::Not(HasSubstr("elements n"))) << "a slider that would do nothing";
}

TEST(OwnTheory, WithoutARunItSaysWhereTheReasonStands) {
  EXPECT_THAT(prepare_own_theory(nullptr, "mine.cl", 4).problem, HasSubstr("Step says why"));
}

}  // namespace
}  // namespace lockstep::gui
