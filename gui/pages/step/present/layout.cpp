#include "gui/pages/step/present/layout.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lockstep::gui {
namespace {

// With at most this number of cards, contents that do not fit in their card at the minimum zoom are scrolled
// so that the active part is visible. With more cards, all cards are shown completely, but smaller.
constexpr std::size_t kFewCards = 4;
constexpr float kLeastCard = 24;
constexpr float kMemoryWidth = 400;  // px at zoom 1
constexpr float kSourceWidth = 690;  // px at zoom 1, for lines of 34 characters
constexpr float kFewRows = 7, kRowsAboveFigure = 5, kFewestRows = 3;  // rows of the source
constexpr float kPresentGap = 6, kZoomOfFew = kLeastPresentedZoom, kZoomOfMany = 0.6f, kPresentMaxZoom = 1.6f;

float factor(CardSize size) {
  return size == CardSize::small ? 0.8f : size == CardSize::large ? 1.25f : 1.0f;
}

class Layouter {
 public:
  Layouter(const Show& show, const Rect& area, const PresentationNeeds& needs)
      : show_(show), needs_(needs), left_(area) {}

  std::vector<PresentedCard> place() {
    const bool stage =
        std::ranges::any_of(show_.cards, [](const ShownCard& card) { return is_stage(card.card); });
    if (show_.has(ShowCard::timeline)) take_below(ShowCard::timeline, 0.24f);
    if (show_.has(ShowCard::sentence)) take_below(ShowCard::sentence, stage ? 0.28f : 0.5f);
    stacked_ = is_larger_stacked();
    // If not all cells of the figure are visible beside the other card, try the stacked layout with fewer
    // rows of the source.
    if (!stacked_ && !shows_all_cells(figure_width())) {
      most_few_ = kFewestRows;
      stacked_ = is_larger_stacked();
      if (!stacked_) most_few_ = kFewRows;
    }
    if (show_.has(ShowCard::source)) place_source(stage);
    place_stage();
    return std::move(cards_);
  }

 private:
  static bool is_stage(ShowCard card) {
    return card == ShowCard::figure || card == ShowCard::lanes || card == ShowCard::memory ||
           card == ShowCard::counters;
  }

  // Returns the size of a card. Sizes are relative, so a size that all cards have is ignored.
  CardSize size_of(ShowCard card) const {
    const bool all_alike = std::ranges::all_of(
        show_.cards, [&](const ShownCard& one) { return one.size == show_.cards.front().size; });
    return all_alike ? CardSize::usual : show_.size_of(card);
  }

  // Places a card at the bottom of the remaining area. `most`: the maximum height of the card, as a fraction
  // of the height of this area.
  void take_below(ShowCard card, float most) {
    const float zoom = std::max(few_ ? kZoomOfFew : 0.0f, factor(size_of(card)));
    const float wanted = needs_.height(card, left_.width / zoom) * zoom;
    const float height = std::min(wanted, most * left_.height);
    cards_.push_back({card,
                      {left_.x, left_.bottom() - height, left_.width, height},
                      std::max(few_ ? kZoomOfFew : 0.0f, zoom * height / wanted)});
    left_.height -= height + kPresentGap;
  }

  // Returns the zoom of the source. In a narrow area it is smaller, so that names are not broken.
  float source_zoom() const {
    const float usual = std::max(1.0f, factor(size_of(ShowCard::source)));
    return std::clamp(left_.width / kSourceWidth, std::min(kZoomOfFew, usual), usual);
  }
  float source_height(float rows) const {
    return source_zoom() * (rows * kPresentedRow + 2 * kPresentedPadding - 4);
  }
  float rows_in(float height) const {
    return std::floor((height / source_zoom() - 2 * kPresentedPadding + 4) / kPresentedRow);
  }

  // Places the source with a whole number of rows: at least fewest_rows(), and more if the stage does not
  // need the space.
  void place_source(bool stage) {
    float rows = rows_in(left_.height);
    if (stage) {
      const float few = rows_above_stage(fewest_rows());
      const float fitting = rows_in(left_.height - kPresentGap - stage_height());
      rows = std::clamp(fitting, few, std::max(few, std::min(11.0f, rows)));
    }
    const float height = source_height(rows);
    cards_.push_back({ShowCard::source, {left_.x, left_.y, left_.width, height}, source_zoom()});
    left_.y += height + kPresentGap;
    left_.height -= height + kPresentGap;
  }

  // Returns the minimum number of rows of the source. If there are fewer other cards, more rows of a loop
  // should be visible.
  float fewest_rows() const {
    const bool is_crowded = show_.cards.size() == std::size(kShowCards);
    if (is_crowded || size_of(ShowCard::source) == CardSize::small) return 1;
    const float few = side_cards().empty()      ? kFewRows
                      : show_.cards.size() <= 4 ? std::min(5.0f, most_few_)
                                                : 3;
    return std::min(few, std::max(1.0f, std::floor(rows_in(left_.height) / 2)));
  }

  // Reduces the number of rows of the source until the only other card shows all its rows: those of the
  // banks, or of the figure.
  float rows_above_stage(float rows) const {
    const bool is_figure = show_.has(ShowCard::figure);
    const std::vector<ShowCard> side = side_cards();
    if (is_figure ? !side.empty() : side != std::vector{ShowCard::memory}) return rows;
    const float needed = is_figure ? figure_height(least_zoom_) : side_height(least_side_zoom());
    const float least = is_figure ? kRowsAboveFigure : kFewestRows;
    while (rows > least && left_.height - source_height(rows) - kPresentGap < needed) --rows;
    return rows;
  }
  // Returns the minimum zoom of the side cards. A single large card may be made smaller until its contents
  // fit.
  float least_side_zoom() const {
    const std::vector<ShowCard> side = side_cards();
    return side.size() == 1 ? least_zoom_ / std::max(1.0f, factor(size_of(side.front()))) : least_zoom_;
  }

  std::vector<ShowCard> side_cards() const {
    std::vector<ShowCard> side;
    for (const ShowCard card : {ShowCard::lanes, ShowCard::memory, ShowCard::counters})
      if (show_.has(card)) side.push_back(card);
    return side;
  }
  float figure_width() const {
    if (stacked_ || side_cards().empty()) return left_.width;
    constexpr float shares[] = {0.48f, 0.57f, 0.66f};
    return left_.width * shares[static_cast<std::size_t>(size_of(ShowCard::figure))] - kPresentGap / 2;
  }
  float side_width() const {
    return show_.has(ShowCard::figure) && !stacked_ ? left_.width - figure_width() - kPresentGap
                                                    : left_.width;
  }

  bool shows_all_cells(float width) const { return width >= least_zoom_ * needs_.figure_width; }
  // Returns the zoom at which all cells of the figure fit in this width, within the limits of the zoom.
  float figure_zoom(float width) const {
    const float wanted = needs_.figure_width > 0 ? width / needs_.figure_width : 1.0f;
    return std::clamp(wanted, least_zoom_, kPresentMaxZoom);
  }
  float figure_height(float zoom) const {
    return zoom * needs_.height(ShowCard::figure, figure_width() / zoom);
  }
  // Returns the zoom at which the figure fits in this height. If the steps do not fit, the cells become
  // smaller. In a stacked layout, the side cards below the figure also need space.
  float fitting_figure_zoom(float height) const {
    float zoom = figure_zoom(figure_width());
    const auto taken = [&] {
      return figure_height(zoom) + (stacked_ ? kPresentGap + side_height(std::min(zoom, lanes_zoom())) : 0);
    };
    while (zoom > least_zoom_ && taken() > height) zoom -= 0.02f;
    return std::max(zoom, least_zoom_);
  }
  // Returns whether the cells of a wide figure are clearly larger if the other card is placed below the
  // figure instead of beside it.
  bool is_larger_stacked() {
    // If the scene specifies a size for the figure, the cards are side by side.
    const bool is_chosen = size_of(ShowCard::figure) != CardSize::usual;
    if (!show_.has(ShowCard::figure) || is_chosen || side_cards().size() != 1) return false;
    const float source = show_.has(ShowCard::source) ? source_height(fewest_rows()) + kPresentGap : 0;
    const auto zoom = [&](bool stacked) {
      stacked_ = stacked;
      return fitting_figure_zoom(left_.height - source);
    };
    constexpr float worth = 1.05f, kLeastRows = 0.7f;
    const float beside = zoom(false), below = zoom(true);
    const float height = figure_height(below), side = kPresentGap + side_height(least_zoom_);
    stacked_ = false;
    const bool shows_more = !shows_all_cells(figure_width()) && shows_all_cells(left_.width);
    // If only the stacked layout shows all cells, some rows of the figure may be hidden and scrolled.
    const bool fits = (shows_more ? kLeastRows : 1) * height + side <= left_.height - source;
    return fits && (shows_more || below > worth * beside);
  }
  // Returns the preferred height of the stage.
  float stage_height() const {
    const float figure = show_.has(ShowCard::figure) ? figure_height(figure_zoom(figure_width())) : 0;
    const float side = side_height(std::min(1.0f, lanes_zoom()));
    return stacked_ ? figure + kPresentGap + side : std::max(figure, side);
  }
  float lanes_zoom() const {
    const bool limits = show_.has(ShowCard::lanes) && needs_.lanes_width > 0;
    return limits ? std::clamp(side_width() / needs_.lanes_width, least_zoom_, kPresentMaxZoom)
                  : kPresentMaxZoom;
  }
  // Returns the zoom of a card. Counters are not enlarged so much that their names are truncated, and the
  // memory not so much that its heading and its sentence have no room beside and below the banks.
  float own_zoom(ShowCard card, float zoom) const {
    const float own = zoom * factor(size_of(card));
    const float needed = card == ShowCard::counters ? needs_.counters_width
                         : card == ShowCard::memory ? kMemoryWidth
                                                    : 0;
    return needed <= 0 ? own : std::min(own, std::max(least_zoom_, side_width() / needed));
  }
  float card_height(ShowCard card, float zoom) const {
    const float own = own_zoom(card, zoom);
    return own * needs_.height(card, side_width() / own);
  }
  float side_height(float zoom) const {
    const std::vector<ShowCard> side = side_cards();
    float height = side.empty() ? 0 : kPresentGap * static_cast<float>(side.size() - 1);
    for (const ShowCard card : side) height += card_height(card, zoom);
    return height;
  }

  void place_stage() {
    const float side = side_width();
    Rect area = left_;
    if (show_.has(ShowCard::figure)) {
      const float width = figure_width(), zoom = fitting_figure_zoom(area.height);
      // In a stacked layout, the side card gets the height that it needs, and the figure gets the rest.
      const float below = stacked_ ? side_height(std::min(zoom, lanes_zoom())) + kPresentGap : 0;
      cards_.push_back({ShowCard::figure, {area.x, area.y, width, area.height - below}, zoom});
      if (stacked_)
        area = {area.x, area.bottom() - below + kPresentGap, width, below - kPresentGap};
      else
        area = {area.x + width + kPresentGap, area.y, side, area.height};
    }
    place_side(area);
  }

  // Places the side cards below each other with the largest zoom at which all cards fit, and divides the
  // remaining space among the cards.
  void place_side(const Rect& area) {
    const std::vector<ShowCard> side = side_cards();
    if (side.empty()) return;
    float zoom = lanes_zoom();
    while (zoom > least_side_zoom() && side_height(zoom) > area.height) zoom -= 0.02f;
    zoom = std::max(zoom, least_side_zoom());
    const float over = side_height(zoom) - area.height;
    const float spare = std::max(0.0f, -over) / static_cast<float>(side.size());
    // If there are few cards, only the height of the first card is reduced, because this card can be
    // scrolled; the other cards stay large.
    const float squeeze = few_ ? 1.0f : std::min(1.0f, area.height / side_height(zoom));
    float y = area.y;
    for (const ShowCard card : side) {
      const bool gives_way = few_ && card == side.front();
      const float height = card_height(card, zoom) * squeeze + spare - (gives_way ? std::max(0.0f, over) : 0);
      cards_.push_back({card,
                        {area.x, y, area.width, std::max(kLeastCard, height)},
                        std::max(few_ ? kZoomOfFew : 0.0f, own_zoom(card, zoom) * squeeze)});
      y += height + kPresentGap * squeeze;
    }
  }

  const Show& show_;
  const PresentationNeeds& needs_;
  bool few_ = show_.cards.size() <= kFewCards;
  float least_zoom_ = few_ ? kZoomOfFew : kZoomOfMany;
  Rect left_;
  float most_few_ = kFewRows;  // maximum for fewest_rows() if other cards need the space
  bool stacked_ = false;       // whether the figure is above the other card of the stage
  std::vector<PresentedCard> cards_;
};

}  // namespace

const PresentedCard* PresentationLayout::find(ShowCard card) const {
  const auto found = std::ranges::find(cards, card, &PresentedCard::card);
  return found == cards.end() ? nullptr : &*found;
}

float least_width_beside_text(const Show& show, const PresentationNeeds& needs) {
  if (!show.has(ShowCard::figure) || needs.figure_width <= 0) return 0;
  return kPresentGap + kLeastPresentedZoom * needs.figure_width;
}

PresentationLayout presentation_layout(const Show& show, const Rect& area, float text_width,
                                       const PresentationNeeds& needs) {
  PresentationLayout layout;
  Rect rest = area;
  if (text_width > 0) {
    layout.text = rest;
    if (show.cards.empty()) return layout;
    layout.text.width = text_width;
    rest.x = layout.text.right() + kPresentGap;
    rest.width = area.right() - rest.x;
  }
  layout.cards = Layouter(show, rest, needs).place();
  return layout;
}

}  // namespace lockstep::gui
