#include "gui/state/show.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace lockstep::gui {
namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t begin = text.find_first_not_of(separators);
    if (begin == std::string_view::npos) return parts;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::optional<ShowCard> card_named(std::string_view word) {
  for (const ShowCard card : kShowCards)
    if (name(card) == word) return card;
  return std::nullopt;
}

std::string all_cards() {
  std::vector<std::string_view> names;
  for (const ShowCard card : kShowCards) names.push_back(name(card));
  return fmt::format("{}", fmt::join(names, ", "));
}

// Parses one option of a card, which follows a colon or a comma: a size, or the title of a counter.
Result<void> take_option(std::string_view option, ShownCard& card, Show& show) {
  if (option == "small" || option == "large") {
    card.size = option == "small" ? CardSize::small : CardSize::large;
    return {};
  }
  if (card.card == ShowCard::counters) {
    show.counters.emplace_back(option);
    return {};
  }
  return usage_error(fmt::format("\"{}:{}\": a card can be small or large, as in \"{}:large\".",
                                 name(card.card), option, name(card.card)));
}

Result<void> take_word(std::string_view word, Show& show) {
  const std::size_t colon = std::min(word.find(':'), word.size());
  const auto named = card_named(word.substr(0, colon));
  if (!named)
    return usage_error(
        fmt::format("\"{}\" is not a card. The cards are: {}.", word.substr(0, colon), all_cards()));
  if (show.has(*named)) return usage_error(fmt::format("\"{}\" appears twice in show.", name(*named)));
  ShownCard card{*named};
  for (const std::string_view option : split(word.substr(colon), ":,"))
    if (const auto taken = take_option(option, card, show); !taken) return taken;
  show.cards.push_back(card);
  return {};
}

}  // namespace

bool Show::has(ShowCard card) const {
  return std::ranges::find(cards, card, &ShownCard::card) != cards.end();
}

CardSize Show::size_of(ShowCard card) const {
  const auto found = std::ranges::find(cards, card, &ShownCard::card);
  return found == cards.end() ? CardSize::usual : found->size;
}

Show usual_show() {
  Show show;
  for (const ShowCard card : kShowCards)
    if (card != ShowCard::timeline) show.cards.push_back({card});
  return show;
}

std::string_view name(ShowCard card) {
  switch (card) {
    case ShowCard::source:
      return "source";
    case ShowCard::figure:
      return "figure";
    case ShowCard::lanes:
      return "lanes";
    case ShowCard::memory:
      return "memory";
    case ShowCard::counters:
      return "counters";
    case ShowCard::sentence:
      return "sentence";
    case ShowCard::timeline:
      break;
  }
  return "timeline";
}

std::string to_text(const Show& show) {
  std::vector<std::string> words;
  for (const ShownCard& card : show.cards) {
    std::vector<std::string> options;
    if (card.size != CardSize::usual) options.emplace_back(card.size == CardSize::small ? "small" : "large");
    if (card.card == ShowCard::counters) std::ranges::copy(show.counters, std::back_inserter(options));
    words.push_back(std::string(name(card.card)) + (options.empty() ? "" : ":"));
    words.back() += fmt::format("{}", fmt::join(options, ","));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

Result<Show> parse_show(std::string_view text) {
  Show show;
  for (const std::string_view word : split(text, " \t"))
    if (const auto taken = take_word(word, show); !taken) return tl::unexpected(taken.error());
  return show;
}

std::string counter_word(std::string_view title) {
  std::string word(title);
  std::ranges::replace(word, ' ', '-');
  return word;
}

}  // namespace lockstep::gui
