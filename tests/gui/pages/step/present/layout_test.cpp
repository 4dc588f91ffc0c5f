// The layout of a presentation, without a window: for every choice of cards, the cards do not overlap, are
// inside the area, and are as large as possible.
#include "gui/pages/step/present/layout.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gui/canvas/recorder.hpp"
#include "gui/pages/layout.hpp"

namespace lockstep::gui {
namespace {

// The sizes for 16 elements: `steps` rows of the figure.
PresentationNeeds needs_of(float steps) {
  PresentationNeeds needs;
  needs.figure_width = 560;
  needs.lanes_width = 490;
  needs.height = [steps](ShowCard card, float width) {
    switch (card) {
      case ShowCard::figure:
        return 90 + steps * 25;
      case ShowCard::lanes:
        return 130.0f;
      case ShowCard::memory:
        return 190.0f;
      case ShowCard::counters:
        return width > 520 ? 70.0f : 130.0f;
      case ShowCard::sentence:
        return 56.0f;
      case ShowCard::timeline:
        return 74.0f;
      case ShowCard::source:
        break;
    }
    return 90.0f;
  };
  return needs;
}

WindowArea window_at(float ui_scale) {
  return {kPresentedWidth / ui_scale, kPresentedHeight / ui_scale, true};
}

std::vector<Show> every_choice() {
  std::vector<Show> shows;
  for (unsigned bits = 1; bits < 128; ++bits)
    for (const CardSize size : {CardSize::small, CardSize::usual, CardSize::large}) {
      Show show;
      for (unsigned i = 0; i < 7; ++i)
        if ((bits >> i & 1) != 0) show.cards.push_back({kShowCards[i], size});
      shows.push_back(show);
    }
  return shows;
}

// The source gives rows to the only other card, and the card is made smaller, until its contents are visible.
TEST(PresentationLayout, TheOnlyCardBelowTheSourceShowsAllItsRows) {
  const Rect page{0, 0, 560, 460};
  PresentationNeeds needs = needs_of(13);
  needs.height = [](ShowCard card, float) { return card == ShowCard::source ? 90.0f : 394.0f; };
  for (const char* cards : {"source memory:large", "source figure:large"}) {
    const PresentationLayout layout = presentation_layout(*parse_show(cards), page, 0, needs);
    const PresentedCard& below = layout.cards.back();
    EXPECT_GE(below.zoom, kLeastPresentedZoom) << cards;
    EXPECT_LE(layout.find(ShowCard::source)->rect.height, 5 * kPresentedRow + 2 * kPresentedPadding) << cards;
    if (below.card == ShowCard::memory) {
      EXPECT_GE(below.rect.height + 1, 394 * below.zoom);
    }
  }
}

TEST(PresentationLayout, AFigureNeedsTheWidthOfItsCellsBesideTheText) {
  const PresentationNeeds needs = needs_of(4);
  EXPECT_GE(least_width_beside_text(*parse_show("source figure:large"), needs),
            kLeastPresentedZoom * needs.figure_width);
  EXPECT_EQ(least_width_beside_text(*parse_show("source lanes"), needs), 0);
}

// 400 px at zoom 1 have room for the heading, the banks and the sentence; less only at the minimum zoom.
TEST(PresentationLayout, AMemoryCardIsNotEnlargedUntilItIsTooNarrow) {
  for (const Show& show : every_choice())
    for (const bool has_text : {false, true}) {
      const Rect area = window_at(1).below_top_bar();
      const PresentationLayout layout =
          presentation_layout(show, area, has_text ? std::floor(0.3f * area.width) : 0, needs_of(6));
      const PresentedCard* const memory = layout.find(ShowCard::memory);
      if (memory == nullptr || memory->zoom <= kLeastPresentedZoom) continue;
      EXPECT_GE(memory->rect.width / memory->zoom, 399) << show.cards.size();
    }
}

TEST(PresentationLayout, CardsLieApartInsideTheArea) {
  for (const float ui_scale : {0.75f, 1.0f, 1.06f})
    for (const Show& show : every_choice())
      for (const bool has_text : {false, true}) {
        const Rect area = window_at(ui_scale).below_top_bar();
        const PresentationLayout layout =
            presentation_layout(show, area, has_text ? std::floor(0.3f * area.width) : 0, needs_of(6));
        ASSERT_EQ(layout.cards.size(), show.cards.size());
        std::vector<Rect> all;
        if (has_text) all.push_back(layout.text);
        for (const PresentedCard& card : layout.cards) {
          all.push_back(card.rect);
          EXPECT_GE(card.zoom, 0.3f) << to_text(show);
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
          EXPECT_GT(all[i].width, 60) << to_text(show);
          EXPECT_GT(all[i].height, 16) << to_text(show);
          EXPECT_GE(all[i].y, area.y - 0.1f) << to_text(show);
          EXPECT_LE(all[i].right(), area.right() + 0.1f) << to_text(show);
          EXPECT_LE(all[i].bottom(), area.bottom() + 0.1f) << to_text(show);
          for (std::size_t j = 0; j < i; ++j) {
            const Rect shared = intersection(all[i], all[j]);
            EXPECT_FALSE(shared.width > 0.01f && shared.height > 0.01f) << to_text(show);
          }
        }
      }
}

// Text that must be readable from the last row of a lecture room, in pixels of a page of 720 lines.
TEST(PresentationLayout, AllCardsOfSixteenElementsAreLegible) {
  const float page = 720 / kPresentedHeight;
  for (const float steps : {6.0f, 12.0f}) {
    const PresentationLayout layout =
        presentation_layout(usual_show(), window_at(1).below_top_bar(), 0, needs_of(steps));
    const PresentedCard& source = *layout.find(ShowCard::source);
    EXPECT_GE(kPresentedCode * source.zoom * page, 26.6f) << "20 points are 26.7 px";
    EXPECT_GE(source.rect.height, 3 * kPresentedRow) << "three lines";
    const PresentedCard& figure = *layout.find(ShowCard::figure);
    EXPECT_GE(figure.rect.width / figure.zoom, 559) << "all cells";
    EXPECT_GE(11 * figure.zoom * page, 10.9f);
    for (const ShowCard card : {ShowCard::lanes, ShowCard::memory, ShowCard::counters})
      EXPECT_GE(11 * layout.find(card)->zoom * page, 10.0f) << name(card);
  }
}

// Next to a long text, the source is made smaller, so that no cell of the figure is hidden.
TEST(PresentationLayout, AFigureThatWouldHideCellsIsAboveTheLanes) {
  const Rect area = window_at(1).below_top_bar();
  PresentationNeeds needs = needs_of(6);
  needs.figure_width = 512;
  const PresentationLayout layout =
      presentation_layout(*parse_show("source figure lanes sentence"), area, 0.42f * area.width, needs);
  const PresentedCard &figure = *layout.find(ShowCard::figure), &lanes = *layout.find(ShowCard::lanes);
  EXPECT_GE(figure.rect.width / figure.zoom, 512) << "all cells";
  EXPECT_GE(lanes.rect.y, figure.rect.bottom());
  EXPECT_GE(layout.find(ShowCard::source)->rect.height, 3 * kPresentedRow);
}

TEST(PresentationLayout, ACardAloneHasTheWindow) {
  const Rect area = window_at(1).below_top_bar();
  for (const ShowCard card : kShowCards) {
    if (card == ShowCard::sentence || card == ShowCard::timeline) continue;
    const PresentationLayout layout = presentation_layout({{{card}}, {}}, area, 0, needs_of(6));
    EXPECT_GE(layout.cards.front().rect.height, 0.9f * area.height) << name(card);
    EXPECT_FLOAT_EQ(layout.cards.front().rect.width, area.width) << name(card);
  }
}

TEST(PresentationLayout, ALargeFigureIsWiderAndASmallSourceLower) {
  const Rect area = window_at(1).below_top_bar();
  const auto place = [&](const char* words, ShowCard card) {
    return presentation_layout(*parse_show(words), area, 0, needs_of(6)).find(card)->rect;
  };
  EXPECT_GT(place("figure:large lanes memory", ShowCard::figure).width,
            place("figure lanes memory", ShowCard::figure).width);
  EXPECT_LT(place("figure:small lanes memory", ShowCard::figure).width,
            place("figure lanes memory", ShowCard::figure).width);
  const auto source = [&](const char* words) { return place(words, ShowCard::source).height; };
  EXPECT_LE(source("source:small figure lanes memory sentence"),
            source("source figure lanes memory sentence"));
}

// Next to a text, 16 cells and the lanes are stacked, because they would be too small side by side.
TEST(PresentationLayout, AFigureIsStackedWhereItIsLargerThen) {
  const Rect area = window_at(1).below_top_bar();
  const PresentationLayout layout = presentation_layout(*parse_show("source figure lanes"), area,
                                                        std::floor(0.3f * area.width), needs_of(4));
  const PresentedCard &figure = *layout.find(ShowCard::figure), &lanes = *layout.find(ShowCard::lanes);
  EXPECT_GE(figure.zoom, 0.9f);
  EXPECT_GE(lanes.zoom, 0.8f);
  EXPECT_FLOAT_EQ(figure.rect.width, lanes.rect.width);
  EXPECT_GT(lanes.rect.y, figure.rect.bottom());
  EXPECT_GE(layout.find(ShowCard::source)->rect.height, 3 * kPresentedRow);
}

TEST(PresentationLayout, ThePageIsTheSameOnEveryScreen) {
  for (const auto& [width, height] : {std::pair{1280.0f, 720.0f}, {1920.0f, 1080.0f}, {3840.0f, 2160.0f}})
    EXPECT_FLOAT_EQ(width / wanted_scale(true, 1, 2, width, height), kPresentedWidth);
  EXPECT_FLOAT_EQ(wanted_scale(false, 1.25f, 2, 1280, 720), 2.5f);
}

}  // namespace
}  // namespace lockstep::gui
