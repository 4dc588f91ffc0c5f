#include "gui/lesson/output/sheets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text/text.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/canvas/text.hpp"
#include "gui/lesson/output/page_content.hpp"
#include "gui/lesson/output/text_layout.hpp"

namespace lockstep::gui {
namespace {

constexpr float kWidth = 1280, kHeight = 720, kMargin = 44, kFooter = 28, kGap = 36;
constexpr float kTextWidth = 470;  // beside a figure
constexpr float kMaxSize = 22, kMinSize = 13;
constexpr Rect kRoom{kMargin, kMargin, kWidth - 2 * kMargin, kHeight - 2 * kMargin - kFooter};

// Measures text; nothing is drawn on it.
const CanvasSvg& ruler() {
  static const CanvasSvg canvas(kWidth, kHeight, ThemeName::light);
  return canvas;
}

// A drawing of its own size within another one, as large as its place allows.
std::string placed(const std::string& document, const Rect& place, const std::string& prefix) {
  std::string svg = svg_element(document, prefix);
  const auto number_after = [&svg](std::string_view key) {
    return std::stof(svg.substr(svg.find(key) + key.size()));
  };
  const float width = number_after(" width=\""), height = number_after(" height=\"");
  const std::size_t end = svg.find(" viewBox");
  const float scale = std::min(place.width / width, place.height / height);
  return fmt::format("<svg x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"", place.x, place.y,
                     width * scale, height * scale) +
         svg.substr(end);
}

float height_of(const std::string& document) {
  constexpr std::string_view key = " height=\"";
  return std::stof(document.substr(document.find(key) + key.size()));
}

LessonInline words(std::string text, bool strong = false) {
  LessonInline piece;
  piece.text = std::move(text);
  piece.strong = strong;
  return piece;
}

// A question as a presentation asks it: its text, then its choices, or a line to write on. Handouts say what
// is given, too.
class PrintedQuestion {
 public:
  PrintedQuestion(const ReadyQuestion& ready, unsigned number, float width, float size) : size_(size) {
    LessonText text = ready.text;
    text.insert(text.begin(), words(fmt::format("Question {}. ", number), true));
    add(text, 0, width);
    for (std::size_t i = 0; i < ready.choices.size(); ++i) {
      LessonText choice = ready.choices[i];
      choice.insert(choice.begin(), words(fmt::format("{})\u00a0", static_cast<char>('a' + i))));
      add(choice, 1.5f * size, width);
    }
    if (ready.form == ReadyQuestion::Form::several)
      add({words("More than one may be right.")}, 1.5f * size, width);
    if (ready.choices.empty()) add({words("Answer: ____________________")}, 0, width);
  }
  float height() const { return y_; }
  void draw(Canvas& canvas, Point origin) const {
    for (const auto& [layout, at] : parts_)
      draw_text_layout(canvas, layout, {origin.x + at.x, origin.y + at.y});
  }

 private:
  void add(const LessonText& text, float indent, float width) {
    parts_.push_back({lay_out(ruler(), text, {width - indent, size_}), {indent, y_}});
    y_ += parts_.back().first.height + 0.2f * size_;
  }

  float size_, y_ = 0;
  std::vector<std::pair<TextLayout, Point>> parts_;
};

class Sheets {
 public:
  Sheets(const LoadedLesson& lesson, const LessonTools& tools, Solutions solutions)
      : lesson_(lesson), solutions_(solutions), contents_(lesson, tools) {}

  Result<void> add(const LessonPage& page, const std::optional<AppState>& scene) {
    const auto content = contents_.read(page, scene);
    if (!content) return tl::unexpected(content.error());
    if (auto read = read_questions(page); !read) return read;
    set(page, *content);
    asked_ += static_cast<unsigned>(ready_.size());
    if (solutions_ == Solutions::after)
      flush_solutions(page.title + ": answers", placed_column(contents_.answered()), made_.sheets);
    return {};
  }

  LessonSheets finish() {
    flush_solutions("Solutions", "", solutions_ == Solutions::apart ? made_.solutions : made_.sheets);
    return std::move(made_);
  }

 private:
  using Draw = std::function<void(Canvas&)>;

  Result<void> read_questions(const LessonPage& page) {
    ready_.clear();
    for (std::size_t i = 0; i < page.questions.size(); ++i) {
      auto ready = contents_.question(i);
      if (!ready) return tl::unexpected(ready.error());
      add_solution(*ready, asked_ + static_cast<unsigned>(i) + 1);
      ready_.push_back(std::move(*ready));
    }
    return {};
  }

  // The text as large as the room allows, from kMaxSize on; what does not fit at kMinSize goes on on another
  // sheet.
  void set(const LessonPage& page, const PageContent& content) {
    const std::string figure = placed_column(content);
    const float width = figure.empty() ? std::min(kRoom.width, 900.0f) : kTextWidth;
    float size = kMaxSize;
    TextLayout text = lay_out_page(page, width, size);
    while (text.height > kRoom.height && size > kMinSize) text = lay_out_page(page, width, --size);
    flow(text, width, size, figure, made_.sheets);
  }

  // On the right of the sheet that is made next; empty: nothing is shown.
  std::string placed_column(const PageContent& content) const {
    if (content.is_empty()) return {};
    constexpr float x = kRoom.x + kTextWidth + kGap;
    return placed(column(content), {x, kRoom.y, kRoom.right() - x, kRoom.height},
                  fmt::format("sheet-{}-", made_.sheets.size() + 1));
  }

  TextLayout lay_out_page(const LessonPage& page, float width, float size) const {
    TextSetting setting{width, size, contents_.moment()};
    setting.question_height = [&](std::size_t question, float room) {
      return PrintedQuestion(ready_[question], number_of(question), room, size).height();
    };
    return lay_out(ruler(), page.blocks, setting);
  }
  unsigned number_of(std::size_t question) const { return asked_ + static_cast<unsigned>(question) + 1; }

  // A layout on as many sheets as it takes; each begins between two lines. The figure is on each.
  void flow(const TextLayout& text, float width, float size, const std::string& figure,
            std::vector<std::string>& sheets) const {
    for (float top = 0; top < text.height;) {
      const float bottom = end_of_sheet(text, top);
      CanvasSvg canvas(kWidth, kHeight, ThemeName::light);
      draw_part(canvas, text, top, bottom, width, size);
      draw_footer(canvas, sheets.size() + 1);
      sheets.push_back(with(canvas.document(lesson_.lesson.title), figure));
      top = bottom;
    }
  }

  // The last place between two lines or questions that is at most the room below `top`.
  static float end_of_sheet(const TextLayout& text, float top) {
    if (text.height - top <= kRoom.height) return text.height;
    float end = top + kRoom.height;
    for (bool moved = true; moved;) {
      moved = false;
      const auto avoid = [&](const Rect& rect) {
        if (rect.y < end && rect.bottom() > end && rect.y > top) end = rect.y, moved = true;
      };
      for (const PlacedText& placed : text.texts) avoid(placed.rect);
      for (const PlacedQuestion& question : text.questions) avoid(question.rect);
    }
    return end;
  }

  void draw_part(Canvas& canvas, const TextLayout& text, float top, float bottom, float width,
                 float size) const {
    TextLayout part;
    const auto is_in = [&](const Rect& rect) { return rect.y >= top && rect.y < bottom; };
    for (auto placed : text.texts)
      if (is_in(placed.rect)) placed.rect.y -= top, part.texts.push_back(std::move(placed));
    for (auto [rect, role] : text.fills)
      if (is_in(rect)) rect.y -= top, part.fills.push_back({rect, role});
    draw_text_layout(canvas, part, {kRoom.x, kRoom.y});
    for (const auto& [question, rect] : text.questions)
      if (is_in(rect))
        PrintedQuestion(ready_[question], number_of(question), width, size)
            .draw(canvas, {kRoom.x + rect.x, kRoom.y + rect.y - top});
  }

  static std::string with(std::string sheet, const std::string& figure) {
    return sheet.insert(sheet.rfind("</svg>"), figure);
  }

  // The source, the figures, the sentence and the counters below each other, as one drawing.
  std::string column(const PageContent& content) const {
    constexpr float width = kPaperFigureWidth, gap = 14, code = 15, step = 21;
    float height = 0;
    std::vector<Draw> parts;
    std::string figures;
    if (!content.source.empty()) {
      const float top = height;
      parts.push_back(
          [=, &content](Canvas& canvas) { draw_source(canvas, content.source, top, code, step); });
      height += step * static_cast<float>(content.source.size()) + gap;
    }
    for (const std::string& figure : content.figures) {
      figures += placed(figure, {0, height, width, height_of(figure)}, fmt::format("f{:.0f}-", height));
      height += height_of(figure) + gap;
    }
    if (!content.sentence.empty()) {
      const TextLayout said = lay_out(ruler(), LessonText{words(content.sentence)}, {width, 17});
      const float top = height;
      parts.push_back([=](Canvas& canvas) { draw_text_layout(canvas, said, {0, top}); });
      height += said.height + gap;
    }
    for (const CounterLine& line : content.counters) {
      const float top = height;
      parts.push_back([=](Canvas& canvas) {
        canvas.text({0, top}, line.title, {Font::text, Role::ink, Align::left, 16});
        canvas.text({width / 2, top}, line.value, {Font::code, Role::ink, Align::right, 16});
      });
      height += 24;
    }
    CanvasSvg canvas(width, std::max(1.0f, height), ThemeName::light);
    for (const Draw& draw : parts) draw(canvas);
    return with(canvas.document(lesson_.lesson.title), figures);
  }

  static void draw_source(Canvas& canvas, const std::vector<PrintedLine>& lines, float top, float size,
                          float step) {
    for (const PrintedLine& line : lines) {
      if (line.is_next) canvas.fill_rect({0, top - 2, kPaperFigureWidth, step}, Role::acts_pale, 3);
      canvas.text({34, top}, std::to_string(line.number), {Font::code, Role::second_ink, Align::right, size});
      const TextStyle style{line.is_next ? Font::code_bold : Font::code, Role::ink, Align::left, size};
      canvas.text({48, top}, fit_text(canvas, line.text, style, kPaperFigureWidth - 48), style);
      top += step;
    }
  }

  void add_solution(const ReadyQuestion& ready, unsigned number) {
    if (solutions_ == Solutions::none) return;
    LessonBlock block;
    block.kind = LessonBlock::Kind::item;
    block.marker = fmt::format("{}.", number);
    block.text.push_back(words(right_in_words(ready), true));
    if (!ready.why.empty()) {
      block.text.push_back(words(" "));
      block.text.insert(block.text.end(), ready.why.begin(), ready.why.end());
    }
    waiting_.push_back(std::move(block));
  }

  // Beside a figure, which may be empty.
  void flush_solutions(const std::string& title, const std::string& figure,
                       std::vector<std::string>& sheets) {
    if (waiting_.empty()) return;
    LessonBlock heading;
    heading.kind = LessonBlock::Kind::heading;
    heading.text.push_back(words(title));
    waiting_.insert(waiting_.begin(), heading);
    const float width = figure.empty() ? kRoom.width : kTextWidth;
    const float size = solutions_ == Solutions::after ? kMaxSize : 17;
    flow(lay_out(ruler(), waiting_, {width, size, {}}), width, size, figure, sheets);
    waiting_.clear();
  }

  void draw_footer(Canvas& canvas, std::size_t number) const {
    const TextStyle style{Font::text, Role::second_ink, Align::left, 13};
    const float y = kHeight - kMargin / 2 - kFooter + 6;
    canvas.text({kRoom.x, y}, lesson_.lesson.title, style);
    canvas.text({kRoom.right(), y}, std::to_string(number),
                {style.font, style.role, Align::right, style.size});
  }

  const LoadedLesson& lesson_;
  Solutions solutions_;
  PageContents contents_;
  std::vector<ReadyQuestion> ready_;  // of the page
  LessonBlocks waiting_;              // solutions that are not on a sheet yet
  unsigned asked_ = 0;                // on the pages before
  LessonSheets made_;
};

}  // namespace

Result<LessonSheets> make_sheets(const LoadedLesson& lesson, const LessonTools& tools, Solutions solutions,
                                 const std::function<void(std::size_t)>& show_page) {
  std::vector<LessonFault> faults = lesson.faults;
  const auto scenes = lesson_scenes(lesson, tools.read, faults);
  if (!faults.empty()) return failure(fault_text(lesson.path(), faults.front()));
  Sheets sheets(lesson, tools, solutions);
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    if (show_page) show_page(i + 1);
    if (const auto added = sheets.add(lesson.lesson.pages[i], scenes[i]); !added)
      return tl::unexpected(added.error());
  }
  return sheets.finish();
}

}  // namespace lockstep::gui
