// The Theory page of a kernel of one's own: counts of its run, and bounds on p processors.
#include <gmock/gmock.h>

#include <fstream>

#include "gui/pages/theory/own_model.hpp"
#include "gui/saved/open_run.hpp"
#include "tests/gui/app/seen_text.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;

// A tree over a work-group: T = 6 steps, W = 63.
constexpr const char* kTree = R"(kernel void tree(global int* out, global const int* in) {
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
  EXPECT_EQ(value("Work-items"), "64");
  EXPECT_EQ(value("Steps T"), "6");
  EXPECT_EQ(value("Work W"), "63");
  EXPECT_EQ(value("Cost C = p T"), "384");
  EXPECT_EQ(value("Parallelism W / T"), "10.5");
  for (const OwnTheory::Processors& on : theory.on) {
    EXPECT_LE(on.least, on.most) << on.p;
    EXPECT_GE(on.least, 6u) << on.p;
    EXPECT_LE(on.efficiency, 1) << on.p;
    EXPECT_EQ(on.is_chosen, on.p == 4);
    if (on.p == 1) {
      EXPECT_EQ(on.most, 63u);
    }
    if (on.p == 4) {
      EXPECT_EQ(std::pair(on.least, on.most), std::pair(std::uint64_t{16}, std::uint64_t{22}));
    }
  }
  EXPECT_THAT(theory.sentence, HasSubstr("16 to 22 steps"));
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
