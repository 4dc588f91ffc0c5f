// The view of a run as text, for readers who cannot use the figures: every number in its tables is a number
// of the run.
#include "gui/pages/step/text_view.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "core/catalogue/algorithm.hpp"
#include "gui/app/headless.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string text_of(const AppState& state) {
  Headless window(state, 1280, 720);
  settle(window);
  return text_view(window.interface().state(), window.interface().session());
}

AppState blelloch_at(std::uint64_t position) {
  AppState state;
  state.algorithm = "scan/blelloch";
  state.n = 8;
  state.group_size = 4;
  state.position = position;
  return state;
}

TEST(TextView, TellsSentenceLanesMemoriesAndCounters) {
  const std::string text = text_of(blelloch_at(85));
  EXPECT_THAT(text, HasSubstr("<h1>scan/blelloch, n = 8</h1>"));
  EXPECT_THAT(text, HasSubstr("<p>Moment 85 of 344.</p>"));
  EXPECT_THAT(text, HasSubstr("2 are masked off by line 41"));
  EXPECT_THAT(text, HasSubstr("<th scope=\"row\">2 to 3</th><td>masked off by line 41</td>"));
  EXPECT_THAT(text, HasSubstr("scratch: 8 elements of type int in local memory"));
  EXPECT_THAT(text, HasSubstr("<td>13 (Σ x0..x1)</td>")) << "what a cell holds";
  EXPECT_THAT(text, HasSubstr("<th scope=\"row\">divergent branches</th><td>1</td>"));
}

TEST(TextView, SpeaksInTheReadersTerms) {
  AppState state = blelloch_at(85);
  state.words = Words::cuda;
  const std::string text = text_of(state);
  EXPECT_THAT(text, HasSubstr("in shared memory"));
  EXPECT_THAT(text, Not(HasSubstr("work-group")));
}

TEST(TextView, OfEveryAlgorithmAtTheEndHasNoOpenElement) {
  for (const Algorithm& algorithm : catalogue()) {
    AppState state;
    state.algorithm = algorithm.id;
    state.n = 16;
    state.position = ~std::uint64_t{0} >> 1;
    const std::string text = text_of(state);
    for (const std::string tag : {"table", "tr", "td", "th", "p", "caption"}) {
      std::size_t open = 0, closed = 0;
      for (std::size_t at = 0; (at = text.find("<" + tag, at)) != text.npos; ++at)
        open += text[at + 1 + tag.size()] == '>' || text[at + 1 + tag.size()] == ' ';
      for (std::size_t at = 0; (at = text.find("</" + tag + ">", at)) != text.npos; ++at) ++closed;
      EXPECT_EQ(open, closed) << algorithm.id << " " << tag;
    }
  }
}

}  // namespace
}  // namespace lockstep::gui
