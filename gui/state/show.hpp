// The cards that a presentation shows of a run, their order and their size. In scenes and lessons they are
// given as one line of words:
//   show: source figure:large lanes memory counters:work,bank-conflicts sentence
// A card may be small or large compared with the others. The counters may be selected by their titles, with
// "-" instead of spaces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::gui {

enum class ShowCard : std::uint8_t { source, figure, lanes, memory, counters, sentence, timeline };
enum class CardSize : std::uint8_t { small, usual, large };

struct ShownCard {
  ShowCard card = ShowCard::figure;
  CardSize size = CardSize::usual;
  bool operator==(const ShownCard&) const = default;
};

struct Show {
  std::vector<ShownCard> cards;       // each card at most once; the order does not affect the layout
  std::vector<std::string> counters;  // "bank-conflicts"; empty: the default counters
  bool operator==(const Show&) const = default;

  bool has(ShowCard card) const;
  // Returns the size of a card, which must be one of the shown cards.
  CardSize size_of(ShowCard card) const;
};

// Returns the cards that F6 shows unless a scene specifies other cards: all cards except the timeline.
Show usual_show();
std::string_view name(ShowCard card);  // "source"
std::string to_text(const Show& show);
// Parses a line of words. An Error names the invalid word and the valid words. An empty text gives no cards.
Result<Show> parse_show(std::string_view text);
// Returns the form of a counter's title that is used in a show line: "bank conflicts"
// becomes "bank-conflicts".
std::string counter_word(std::string_view title);

inline constexpr ShowCard kShowCards[] = {ShowCard::source,  ShowCard::figure,   ShowCard::lanes,
                                          ShowCard::memory,  ShowCard::counters, ShowCard::sentence,
                                          ShowCard::timeline};

}  // namespace lockstep::gui
