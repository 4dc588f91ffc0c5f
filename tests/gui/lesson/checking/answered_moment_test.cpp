#include "gui/lesson/checking/answered_moment.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

// A question about the costs of the whole run does not replace the access that the page shows.
TEST(AnsweredMoment, CostsOfTheRunLeaveTheMomentOfACard) {
  constexpr std::uint64_t kSize = 100;
  quiz::Question costs;
  costs.hides = quiz::hides_costs;
  costs.reveal = kSize;
  Show show;
  show.cards = {{ShowCard::source}, {ShowCard::memory}};
  EXPECT_TRUE(leaves_moment(costs, show, kSize));
  quiz::Question passes = costs;
  passes.reveal = 5;
  EXPECT_FALSE(leaves_moment(passes, show, kSize)) << "the answer is the next access";
  quiz::Question race = costs;
  race.hides = quiz::hides_findings;
  EXPECT_FALSE(leaves_moment(race, show, kSize));
  show.cards = {{ShowCard::figure}};
  EXPECT_FALSE(leaves_moment(costs, show, kSize)) << "nothing describes a moment";
}

}  // namespace
}  // namespace lockstep::gui
