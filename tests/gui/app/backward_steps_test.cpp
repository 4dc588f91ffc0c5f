// Every algorithm and hazard is played to its end with the keys and stepped back to its start. At every
// moment on the way back, the machine must be in the same state as on the way forward.
#include <gtest/gtest.h>

#include <map>

#include "core/catalogue/algorithm.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

constexpr std::uint64_t kMaxSteps = 4000;  // more steps mean that stepping does not terminate

class Walk {
 public:
  Walk(DrivenWindow& window, KeyPress forward, KeyPress back)
      : window_(window), forward_(forward), back_(back) {}

  // The hash of the state at each position where a step ends.
  std::map<std::uint64_t, std::uint64_t> there() {
    return go(forward_, window_.interface().session().size());
  }
  std::map<std::uint64_t, std::uint64_t> back() { return go(back_, 0); }

 private:
  std::map<std::uint64_t, std::uint64_t> go(KeyPress key, std::uint64_t to) {
    std::map<std::uint64_t, std::uint64_t> hashes{here()};
    for (std::uint64_t i = 0; i < kMaxSteps && window_.position() != to; ++i) {
      window_.press(key);
      hashes.insert(here());
    }
    EXPECT_EQ(window_.position(), to);
    return hashes;
  }
  std::pair<std::uint64_t, std::uint64_t> here() {
    const ShownMoment& moment = window_.interface().session().moment(window_.state());
    return {moment.position, moment.state->hash()};
  }

  DrivenWindow& window_;
  KeyPress forward_, back_;
};

void walk(const Algorithm& algorithm) {
  SCOPED_TRACE(algorithm.id);
  AppState state;
  choose_algorithm(state, algorithm.id);
  state.n = 40;
  state.group_size = 32;
  DrivenWindow window(std::move(state), 800, 600);
  ASSERT_NE(window.interface().session().run(), nullptr);
  window.press({Key::home});
  ASSERT_EQ(window.position(), 0u);
  Walk walk(window, {Key::right}, {Key::left});
  const auto there = walk.there();
  const auto back = walk.back();
  EXPECT_EQ(there, back);
  EXPECT_GT(there.size(), 5u);
  // Playing reaches the same end as stepping.
  window.press({Key::space});
  for (std::uint64_t i = 0; i < kMaxSteps && window.interface().activity().playing; ++i)
    window.frame({}, 1.0);
  EXPECT_EQ(window.position(), window.interface().session().size());
  EXPECT_EQ(window.interface().session().moment(window.state()).state->hash(), there.rbegin()->second);
}

TEST(BackwardSteps, EveryAlgorithm) {
  for (const Algorithm& algorithm : catalogue()) walk(algorithm);
}

TEST(BackwardSteps, EveryHazard) {
  for (const Algorithm& algorithm : hazards()) walk(algorithm);
}

}  // namespace
}  // namespace lockstep::gui
