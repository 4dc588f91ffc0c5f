// The line of words that specifies what a presentation shows.
#include "gui/state/show.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

TEST(Show, IsALineOfWords) {
  for (const char* words : {"", "figure", "source figure:large lanes:small", "counters:work,bank-conflicts",
                            "source figure lanes memory counters sentence timeline"}) {
    const auto show = parse_show(words);
    ASSERT_TRUE(show) << show.error().message;
    EXPECT_EQ(to_text(*show), words);
  }
}

TEST(Show, KnowsSizesAndCounters) {
  const auto show = parse_show("  figure:large\tcounters:small,work,barriers ");
  ASSERT_TRUE(show);
  EXPECT_EQ(show->size_of(ShowCard::figure), CardSize::large);
  EXPECT_EQ(show->size_of(ShowCard::counters), CardSize::small);
  EXPECT_EQ(show->counters, (std::vector<std::string>{"work", "barriers"}));
  EXPECT_FALSE(show->has(ShowCard::source));
}

TEST(Show, SaysWhatIsWrong) {
  const auto message = [](const char* words) {
    const auto show = parse_show(words);
    return show ? std::string() : show.error().message;
  };
  EXPECT_EQ(
      message("figure sauce"),
      "\"sauce\" is not a card. The cards are: source, figure, lanes, memory, counters, sentence, timeline.");
  EXPECT_EQ(message("lanes lanes"), "\"lanes\" appears twice in show.");
  EXPECT_EQ(message("lanes:huge"), "\"lanes:huge\": a card can be small or large, as in \"lanes:large\".");
}

TEST(Show, UsuallyHasAllButTheTimeline) {
  EXPECT_EQ(to_text(usual_show()), "source figure lanes memory counters sentence");
}

}  // namespace
}  // namespace lockstep::gui
