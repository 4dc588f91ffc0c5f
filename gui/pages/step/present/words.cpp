// The cards of a presentation that contain only text and numbers, and the timeline.
#include <algorithm>
#include <cmath>

#include "gui/canvas/fit_sentences.hpp"
#include "gui/canvas/text.hpp"
#include "gui/lesson/layout/text_layout.hpp"
#include "gui/lesson/reading/markdown.hpp"
#include "gui/pages/lesson_links.hpp"
#include "gui/pages/step/model/inspector_model.hpp"
#include "gui/pages/step/model/story.hpp"
#include "gui/pages/step/present/cards.hpp"
#include "gui/pages/step/present/layout.hpp"
#include "gui/pages/timeline_control.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kTitleOfCounter{Font::text, Role::second_ink, Align::left, 13};
constexpr TextStyle kPresentValue{Font::text_bold, Role::ink, Align::right, 18};
constexpr TextStyle kChange{Font::text_bold, Role::ink, Align::right, 13};

Rect within(const Rect& card) {
  return {card.x + kPresentedPadding, card.y + kPresentedPadding, card.width - 2 * kPresentedPadding,
          card.height - 2 * kPresentedPadding};
}

// Returns whether the window shows a lesson's page with the page's own run.
bool is_on_lesson_page(const PanelContext& context) {
  return context.state.tab == LessonChoice::kPage && !context.lessons.is_changed(context.state);
}

class PresentedCounters final : public Panel {
 public:
  std::string_view help() const override {
    return "The chosen counters so far, each with the change of this step.";
  }
  float wanted_height(PanelContext& context, float width) override {
    const std::size_t columns = columns_for(width - 2 * kPresentedPadding);
    const std::size_t rows = (std::max<std::size_t>(1, chosen(context).size()) + columns - 1) / columns;
    return 2 * kPresentedPadding + static_cast<float>(rows) * kRow - 4;
  }
  // Returns the width in which each counter's name is complete beside the largest number of the run.
  static float whole_width(PanelContext& context) {
    const Run* run = context.session.run();
    if (run == nullptr) return 0;
    const std::vector<CounterRow> totals =
        prepare_counters(run->trace->counted().total, {}, run->request.schedule.lanes);
    float width = 0;
    for (const CounterRow& row : chosen(context)) {
      const auto total = std::ranges::find(totals, row.title, &CounterRow::title);
      const std::string& value = total == totals.end() ? row.so_far : total->so_far;
      width = std::max(width, context.ui.canvas.text_width(row.title, kTitleOfCounter) + 8 +
                                  context.ui.canvas.text_width(value, kPresentValue));
    }
    return width == 0 ? 0 : width + kChangeWidth + 2 * kPresentedPadding;
  }
  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    if (context.session.run() == nullptr) return;
    const Rect content = within(card);
    const std::vector<CounterRow> rows = chosen(context);
    const std::size_t columns = columns_for(content.width);
    const std::size_t lines = (rows.size() + columns - 1) / columns;
    const float width =
        (content.width - kBetween * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float height =
        std::min(content.height / static_cast<float>(std::max<std::size_t>(1, lines)), 1.6f * kRow);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Rect place{content.x + static_cast<float>(i % columns) * (width + kBetween),
                       content.y + static_cast<float>(i / columns) * height, width, height};
      draw_counter(context.ui.canvas, place, rows[i]);
    }
  }

 private:
  static constexpr float kRow = 28, kBetween = 22, kLeast = 250, kChangeWidth = 38, kLeastName = 8;

  static std::size_t columns_for(float width) {
    return std::max<std::size_t>(1, static_cast<std::size_t>((width + kBetween) / (kLeast + kBetween)));
  }
  // Draws a counter. If the name does not fit beside the number, both are drawn in smaller type.
  static void draw_counter(Canvas& canvas, const Rect& place, const CounterRow& row) {
    const float middle = place.centre().y;
    const float value = place.right() - kChangeWidth;
    TextStyle name = kTitleOfCounter, number = kPresentValue;
    const auto room = [&] { return value - canvas.text_width(row.so_far, number) - 8 - place.x; };
    while (name.size > kLeastName && canvas.text_width(row.title, name) > room()) {
      name.size -= 0.5f;
      number.size = std::min(number.size, name.size + 5);
    }
    canvas.text({place.x, top_for_centre(middle, name)}, fit_text(canvas, row.title, name, room()), name);
    canvas.text({value, top_for_centre(middle, number)}, row.so_far, number);
    TextStyle change = kChange;
    change.role = row.change_role;
    canvas.text({place.right(), top_for_centre(middle, change)}, row.change, change);
  }
  static std::vector<CounterRow> chosen(const PanelContext& context) {
    const Run* run = context.session.run();
    if (run == nullptr) return {};
    std::vector<CounterRow> rows;
    const sim::Counters& whole = run->trace->counted().total;
    std::vector<CounterRow> all = prepare_counters(context.moment.so_far, context.moment.this_step,
                                                   run->request.schedule.lanes, &whole);
    if (is_answered(context)) add_whole_run(all, whole, run->request.schedule.lanes);
    for (const std::string& word : presented_counters(context.state.show))
      for (const CounterRow& row : all)
        if (is_counter(row.title, word)) {
          rows.push_back(row);
          break;
        }
    return rows;
  }
  // Returns whether the page's questions are answered. The counters of the whole run are then also shown,
  // because the answers refer to the whole run.
  static bool is_answered(const PanelContext& context) {
    if (context.talk.shown() != nullptr) return context.talk.shows_answer();
    const LessonPlayer& lessons = context.lessons;
    return is_on_lesson_page(context) && !context.lessons.questions().empty() && !lessons.asks();
  }
  static void add_whole_run(std::vector<CounterRow>& rows, const sim::Counters& whole,
                            sim::LaneSchedule lanes) {
    const std::vector<CounterRow> totals = prepare_counters(whole, {}, lanes, &whole);
    for (CounterRow& row : rows) {
      const auto total = std::ranges::find(totals, row.title, &CounterRow::title);
      const bool is_share = row.so_far.ends_with("%");
      if (total == totals.end() || is_share || total->so_far == row.so_far) continue;
      row.so_far += " of " + total->so_far;
    }
  }
};

class PresentedSentence final : public Panel {
 public:
  std::string_view help() const override { return "The scene's story, and the next step in words."; }
  // The height does not depend on the sentence of the moment, so that no card moves from step to step.
  float wanted_height(PanelContext& context, float width) override {
    const Words words = words_of(context);
    const float inner = width - 2 * kPresentedPadding;
    const float story = words.story.empty() ? 0 : lines(context.ui.canvas, words.story, kSize, inner) + 4;
    return 2 * kPresentedPadding - 6 + story + (words.story.empty() ? 2 : 1) * kSize * kSpacing;
  }
  // Draws the text in the largest type in which the whole text fits.
  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    Rect content = within(card);
    content.y -= 4;
    content.height += 8;
    const Words words = words_of(context);
    float size = kSize;
    const auto height = [&] {
      const float story =
          words.story.empty() ? 0 : lines(context.ui.canvas, words.story, size, content.width) + 4;
      return story + finding_height(context.ui.canvas, words, size, content.width) +
             lines(context.ui.canvas, words.now, size, content.width);
    };
    while (size > kLeastSize && height() > content.height) size -= 0.5f;
    if (!words.story.empty()) {
      const TextStyle style{Font::text, words.is_wrong ? Role::costs : Role::ink, Align::left, size};
      content.y = 4 + context.ui.paragraph(content, words.story, style, kSpacing);
      content.height = card.bottom() - content.y;
    }
    if (!words.finding.empty()) {
      content.y = 2 + context.ui.paragraph(content, words.finding,
                                           {Font::text_bold, Role::costs, Align::left, size}, kSpacing);
      content.height = card.bottom() - content.y;
      if (content.height < size) return;
    }
    // If the text does not fit, whole sentences are removed from its end.
    const auto fitting = static_cast<std::size_t>(std::max(0.0f, content.height / (size * kSpacing)));
    const std::string now = fit_sentences(context.ui.canvas, words.now,
                                          {Font::text, Role::ink, Align::left, size}, content.width, fitting);
    const Role role = words.fails ? Role::costs : words.story.empty() ? Role::ink : Role::second_ink;
    context.ui.paragraph(content, now, {Font::text, role, Align::left, size}, kSpacing);
  }

 private:
  static constexpr float kSize = 16, kLeastSize = 11, kSpacing = 1.3f;
  struct Words {
    std::string story, finding, now;
    bool is_wrong = false, fails = false;
  };
  static Words words_of(const PanelContext& context) {
    Words words;
    words.now = context.moment.sentence;
    if (const auto& failure = context.session.failure()) {
      words.now = failure->message;
      words.fails = true;
    }
    if (const Run* run = context.session.run(); run != nullptr) {
      const ToldStory told = told_story(context.state, *run, context.moment.position);
      words.story = told.text;
      words.is_wrong = told.is_wrong;
      if (!asks(context)) words.finding = finding_at(*run, context.moment);
    }
    return words;
  }
  // Returns whether a question is open. A finding is then hidden, because it would reveal the answer.
  static bool asks(const PanelContext& context) {
    if (context.talk.shown() != nullptr) {
      const auto& texts = context.talk.texts();
      return std::ranges::any_of(texts, &TalkText::is_answer) && !context.talk.shows_answer();
    }
    return is_on_lesson_page(context) && context.lessons.asks();
  }
  static float finding_height(const Canvas& canvas, const Words& words, float size, float width) {
    return words.finding.empty() ? 0 : lines(canvas, words.finding, size, width, Font::text_bold) + 2;
  }
  static float lines(const Canvas& canvas, const std::string& text, float size, float width,
                     Font font = Font::text) {
    const TextStyle style{font, Role::ink, Align::left, size};
    return static_cast<float>(wrap_text(canvas, text, style, width).size()) * size * kSpacing;
  }
};

class PresentedTimeline final : public Panel {
 public:
  std::string_view help() const override { return "The whole run; a click or a drag goes to that moment."; }
  float wanted_height(PanelContext&, float) override { return 98; }
  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Run* run = context.session.run();
    if (run == nullptr) return;
    timeline_.draw(context, within(card), *run);
  }

 private:
  TimelineControl timeline_;
};

class PresentedTextPanel final : public PresentedText {
 public:
  std::string_view help() const override { return "The text of the page, and its questions."; }

  float wanted_extent(PanelContext& context, const Rect& page, TextSide side,
                      std::optional<float> least_rest) override {
    if (context.talk.texts().empty()) return 0;
    const Wanted wanted{context.talk.texts(), page.width, page.height, side, least_rest};
    if (wanted == wanted_) return extent_;
    wanted_ = wanted;
    return extent_ =
               side == TextSide::above ? fit_above(context, page) : fit_beside(context, page, least_rest);
  }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Rect content = within(card);
    context.ui.canvas.push_clip(card);
    // The names of links contain the page number, so that the focus does not stay on a link after Enter has
    // turned the page.
    const std::string links = "talk-link-" + context.talk.position();
    std::size_t link = 0;
    for (const Part& part : laid(context, content.width).parts)
      if (context.talk.shows(*part.text)) {
        const Point origin{content.x, content.y + part.y};
        draw_text_layout(context.ui.canvas, part.layout, origin);
        link = press_lesson_links(context, part.layout, origin, links, link);
      }
    context.ui.canvas.pop_clip();
  }

 private:
  static constexpr float kSize = 16, kAlone = 22, kLarge = 13, kComfortable = 11, kReadable = 9.5f,
                         kLeastSize = 9;
  struct Wanted {
    std::vector<TalkText> texts;
    float width = 0, height = 0;
    TextSide side = TextSide::beside;
    std::optional<float> least_rest{};
    bool operator==(const Wanted&) const = default;
  };
  // A text of the page with its place. Answers have a place from the start, so that nothing moves when
  // they are shown.
  struct Part {
    const TalkText* text = nullptr;
    TextLayout layout;
    float y = 0;
  };
  struct Laid {
    std::vector<Part> parts;
    float height = 0;
  };
  // Returns the width of the narrowest column in which the whole text is large. If there are no cards,
  // returns the width of the page. If less than `least_rest` then remains for the cards, the column is
  // narrower and the text smaller, as long as it can be read.
  float fit_beside(const PanelContext& context, const Rect& page, std::optional<float> least_rest) {
    // The widest column is only used beside cards that need no width, for a text that would be small.
    constexpr float shares[] = {0.3f, 0.36f, 0.42f, 0.5f, 0.58f};
    constexpr std::size_t half = 3;
    if (context.state.show.cards.empty()) {
      fit(context, within(page), kAlone);
      return page.width;
    }
    const auto width_of = [&](float share) { return std::floor(page.width * share); };
    const auto fits_in = [&](float width) {
      const Rect inner = within({0, 0, width, page.height});
      return fit(context, inner, kSize) <= inner.height;
    };
    std::size_t large = 0;
    while ((fits_in(width_of(shares[large])), size_ < kLarge) && large < half) ++large;
    if (large == half && size_ < kComfortable && least_rest == 0) ++large;
    for (std::size_t share = large + 1; least_rest > 0 && share-- > 0;) {
      const float width = width_of(shares[share]);
      if (share < large && (!fits_in(width) || size_ < kReadable)) break;
      if (page.width - width >= *least_rest) return width;
    }
    fits_in(width_of(shares[large]));
    return width_of(shares[large]);
  }
  // Returns the minimum height in which the text is large, at most half of the page. If half of the page is
  // not sufficient, returns the height of the whole page.
  float fit_above(const PanelContext& context, const Rect& page) {
    const Rect half = within({0, 0, page.width, 0.5f * page.height});
    const float height = fit(context, half, kSize);
    return size_ < kLarge || height > half.height ? page.height : height + 2 * kPresentedPadding;
  }
  // Selects the largest size at which the whole text fits, and returns the height of the text. Pictures are
  // shrunk before the text becomes small.
  float fit(const PanelContext& context, const Rect& inner, float largest) {
    const auto fits = [&] { return laid(context, inner.width).height <= inner.height; };
    size_ = largest;
    picture_height_ = 0.6f * inner.height;
    while (size_ > kLarge && !fits()) size_ -= 0.5f;
    while (picture_height_ > 0.15f * inner.height && !fits()) picture_height_ *= 0.9f;
    while (size_ > kLeastSize && !fits()) size_ -= 0.5f;
    return laid(context, inner.width).height;
  }
  Laid laid(const PanelContext& context, float width) const {
    constexpr float between = 0.7f;  // as between paragraphs, in text sizes
    TextSetting setting{width, size_, moment(context)};
    setting.picture = [&](const std::string& file) { return context.lessons.picture(file); };
    setting.picture_height = picture_height_;
    Laid laid;
    for (const TalkText& text : context.talk.texts()) {
      if (!laid.parts.empty()) laid.height += between * size_;
      TextLayout layout = lay_out(context.ui.canvas, blocks(text.markdown), setting);
      const float height = layout.height;
      laid.parts.push_back({&text, std::move(layout), laid.height});
      laid.height += height;
    }
    return laid;
  }
  static LessonBlocks blocks(const std::string& text) {
    std::vector<LessonFault> ignored;
    return parse_markdown(text, {}, ignored);
  }
  static TextMoment moment(const PanelContext& context) {
    const Run* run = context.session.run();
    return run == nullptr ? TextMoment{} : TextMoment{run, playhead(context.state, *run)};
  }

  Wanted wanted_;
  float extent_ = 0, size_ = kSize, picture_height_ = 0;
};

// The height of the memory card. The height is the same for all accesses, so that no card moves from step to
// step. Figures that would be higher, such as the figure of global memory, are made lower.
constexpr float kOfAnyAccess = 195;

// Returns the height of the memory card. If the memory is the subject of the page, all rows of its banks are
// visible.
float memory_height(PanelContext& context) {
  const Run* run = context.session.run();
  if (run == nullptr || context.state.show.size_of(ShowCard::memory) != CardSize::large) return kOfAnyAccess;
  const Rect content = inside({0, 0, 1000, 1000});
  const float least = least_memory_access_height(run->figures->memory_access(context.moment.position));
  return std::max(kOfAnyAccess, least + 1000 - content.height);
}

}  // namespace

PresentationNeeds presentation_needs(PanelContext& context, std::function<Panel&(ShowCard)> panel_of) {
  PresentationNeeds needs;
  const Run* run = context.session.run();
  float figure_height = 200;
  if (run != nullptr) {
    FigureSet& figures = *run->figures;
    const Rect content = inside({0, 0, 1000, 1000});
    const float around_x = 1000 - content.width, around_y = 1000 - content.height;
    const bool by_rows = figures.windows() == nullptr && figures.matrices(context.moment.position).empty();
    if (const sim::Combination* combination = figures.combination(); combination != nullptr && by_rows) {
      const FigureSize size = whole_combination_size(context.ui.canvas, *combination);
      needs.figure_width = size.width + around_x;
      figure_height = size.height + around_y;
    } else if (figures.windows() != nullptr) {
      figure_height = windows_height(*figures.windows()) + around_y;
    }
    constexpr float label = 70, lane = 25, max_columns = 16;
    // At the end of the run, the lanes card keeps its height.
    const std::uint64_t last = run->trace->size() - std::min<std::uint64_t>(1, run->trace->size());
    const Lanes& lanes = figures.lanes(std::min(context.moment.position, last), context.state.lane_variable);
    const float columns = lanes.warps.empty() ? 0 : static_cast<float>(lanes.warps.front().lanes.size());
    needs.lanes_width = around_x + label + lane * std::min(columns, max_columns);
  }
  if (context.state.show.has(ShowCard::counters))
    needs.counters_width = PresentedCounters::whole_width(context);
  needs.height = [&context, figure_height, panel_of = std::move(panel_of)](ShowCard card, float width) {
    if (card == ShowCard::figure) return figure_height;
    return card == ShowCard::memory ? memory_height(context) : panel_of(card).wanted_height(context, width);
  };
  return needs;
}

std::unique_ptr<PresentedText> make_presented_text() { return std::make_unique<PresentedTextPanel>(); }
std::unique_ptr<Panel> make_presented_counters() { return std::make_unique<PresentedCounters>(); }
std::unique_ptr<Panel> make_presented_sentence() { return std::make_unique<PresentedSentence>(); }
std::unique_ptr<Panel> make_presented_timeline() { return std::make_unique<PresentedTimeline>(); }

}  // namespace lockstep::gui
