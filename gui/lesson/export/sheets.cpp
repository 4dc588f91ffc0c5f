#include "gui/lesson/export/sheets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/text/text.hpp"
#include "gui/canvas/svg.hpp"
#include "gui/lesson/export/page_content.hpp"
#include "gui/lesson/layout/text_layout.hpp"

namespace lockstep::gui {
namespace {

constexpr float kWidth = 1280, kHeight = 720, kMargin = 44, kFooter = 28, kGap = 36;
constexpr float kTextWidths[] = {470, 420, 370, 320};  // widths of a text beside a figure
constexpr float kLeastMemory = 170;                    // minimum height of the figure of an access, in px
constexpr float kMostOfPicture = 400, kLeastOfPicture = 140, kLeastBesidePictures = 18;  // px; a text size
constexpr float kMaxSize = 22, kMinSize = 14, kSizeOfAnswers = 17;
// The smallest text of a figure has a size of 11 px. At the minimum zoom, its size is 20 px on a sheet that
// fills a screen of 1920 by 1080 pixels, as in a presentation.
constexpr float kLeastZoom = 1.22f, kMaxZoom = 1.8f;
// Width of the drawing of a page other than Step. Beside the widest text, this drawing has the minimum zoom.
constexpr float kPageWidth = 560;
constexpr Rect kRoom{kMargin, kMargin, kWidth - 2 * kMargin, kHeight - 2 * kMargin - kFooter};

// Returns a canvas that is used only to measure text.
const CanvasSvg& ruler() {
  static const CanvasSvg canvas(kWidth, kHeight, ThemeName::light);
  return canvas;
}

// Returns the drawing as an element of another drawing, as large as `place` permits.
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

LessonInline inline_text(std::string text, bool strong = false) {
  LessonInline piece;
  piece.text = std::move(text);
  piece.strong = strong;
  return piece;
}

// Lays out and draws a question as in a presentation: its text, and its choices or a line to write on.
class PrintedQuestion {
 public:
  PrintedQuestion(const ReadyQuestion& ready, unsigned number, float width, float size) : size_(size) {
    LessonText text = ready.text;
    text.insert(text.begin(), inline_text(fmt::format("Question {}. ", number), true));
    add(text, 0, width);
    for (std::size_t i = 0; i < ready.choices.size(); ++i) {
      LessonText choice = ready.choices[i];
      choice.insert(choice.begin(), inline_text(fmt::format("{})\u00a0", static_cast<char>('a' + i))));
      add(choice, 1.5f * size, width);
    }
    if (ready.form == ReadyQuestion::Form::several)
      add({inline_text("More than one may be right.")}, 1.5f * size, width);
    if (ready.choices.empty()) add({inline_text("Answer: ____________________")}, 0, width);
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

// Lays out and draws lines of source without their common indent, in the largest type in which the longest
// line fits. If lines do not fit in the smallest type, they are wrapped.
class PrintedSource {
 public:
  PrintedSource(const std::vector<PrintedLine>& lines, float width) : width_(width) {
    std::size_t indent = std::string::npos, longest = 0;
    for (const PrintedLine& line : lines) {
      if (line.text.empty()) continue;
      indent = std::min(indent, line.text.find_first_not_of(' '));
      longest = std::max(longest, line.text.size());
    }
    if (indent == std::string::npos) indent = 0;
    const auto fits = [&] { return columns() >= longest - std::min(longest, indent); };
    while (size_ > kLeastCode && !fits()) size_ -= 0.5f;
    for (const PrintedLine& line : lines) add(line, indent);
  }
  float height() const { return step() * static_cast<float>(rows_.size()); }
  void draw(Canvas& canvas) const {
    float top = 0;
    for (const PrintedLine& row : rows_) {
      if (row.is_next) canvas.fill_rect({0, top - 2, width_, step()}, Role::acts_pale, 3);
      const std::string number = row.number > 0 ? std::to_string(row.number) : std::string();
      canvas.text({kNumbers - 14, top}, number, {Font::code, Role::second_ink, Align::right, size_});
      const Font font = row.is_next ? Font::code_bold : Font::code;
      canvas.text({kNumbers, top}, row.text, {font, Role::ink, Align::left, size_});
      top += step();
    }
  }

 private:
  static constexpr float kCode = 15, kLeastCode = 11.5f, kNumbers = 44;
  float step() const { return 1.4f * size_; }
  std::size_t columns() const {
    const float room = width_ - kNumbers;
    const float character = ruler().text_width("0", {Font::code_bold, Role::ink, Align::left, size_});
    return static_cast<std::size_t>(std::max(10.0f, room / character));
  }
  // A row without a number continues the line above.
  void add(const PrintedLine& line, std::size_t indent) {
    std::string text = line.text.size() > indent ? line.text.substr(indent) : std::string();
    const std::size_t own = std::min(text.find_first_not_of(' '), text.size());
    std::uint32_t number = line.number;
    while (text.size() > columns()) {
      std::size_t end = text.rfind(' ', columns());
      if (end == text.npos || end <= own + 4) end = columns();
      rows_.push_back({number, text.substr(0, end), line.is_next});
      text = std::string(own + 4, ' ') + text.substr(text[end] == ' ' ? end + 1 : end);
      number = 0;
    }
    rows_.push_back({number, text, line.is_next});
  }

  float width_, size_ = kCode;
  std::vector<PrintedLine> rows_;
};

class Sheets {
 public:
  Sheets(const LoadedLesson& lesson, const LessonTools& tools, Solutions solutions)
      : lesson_(lesson), solutions_(solutions), contents_(lesson, tools), pictures_(tools.paint_svg) {}

  Result<void> add(const LessonPage& page, const std::optional<AppState>& scene) {
    const auto content = contents_.read(page, scene, {.width = kPageWidth});
    if (!content) return tl::unexpected(content.error());
    if (auto read = read_questions(page); !read) return read;
    set(page, *content);
    asked_ += static_cast<unsigned>(ready_.size());
    if (solutions_ == Solutions::after) {
      const Rect place = beside(kTextWidths[0]);
      const Shown shown = fitted(place, [&](const PaperSpace& room) { return contents_.answered(room); });
      flush_solutions(page.title + ": answers", placed_column(shown, place), made_.sheets);
    }
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

  // The contents of a page, drawn for a given place.
  struct Shown {
    std::string column;  // empty: nothing is shown
    float zoom = 0;      // zoom in this place
    float whole = 1;     // approximate fraction of the cells and rows that are shown
  };
  // A division of a sheet between text and figure.
  struct Arrangement {
    float width = kRoom.width, size = kMaxSize;  // of the text
    TextLayout text{};
    Rect place{};  // of the figure
    Shown shown{};
    // Returns a number for the quality of the arrangement. In order of importance, it should be readable and
    // complete, and have a large text and a large figure.
    float worth() const {
      return 100 * std::min(shown.zoom / kLeastZoom, 1.0f) + 40 * shown.whole + 2 * size + 4 * shown.zoom;
    }
  };

  // Makes the sheets of a page, with the best of several arrangements. The text is as large as the space
  // permits, at most kMaxSize. Text that does not fit at kMinSize continues on another sheet.
  void set(const LessonPage& page, const PageContent& content) {
    if (content.is_empty()) {
      Arrangement alone{.width = std::min(kRoom.width, 900.0f)};
      set_text(page, alone);
      return flow(alone.text, alone.width, alone.size, "", made_.sheets);
    }
    const auto content_for = [&](const PaperSpace& room) { return contents_.shown(room); };
    std::vector<Arrangement> tried;
    for (const float width : kTextWidths) {
      Arrangement beside{.width = width, .place = Sheets::beside(width)};
      set_text(page, beside);
      if (beside.text.height <= kRoom.height || width == kTextWidths[0]) tried.push_back(std::move(beside));
    }
    for (const float size : {22.0f, 20.0f, 18.0f, 16.0f}) {
      Arrangement above{.size = size, .text = lay_out_page(page, kRoom.width, size)};
      above.place = kRoom;
      above.place.y += above.text.height + kGap / 2;
      above.place.height = kRoom.bottom() - above.place.y;
      if (above.place.height > 0.3f * kRoom.height) tried.push_back(std::move(above));
    }
    for (Arrangement& each : tried) each.shown = fitted(each.place, content_for);
    const Arrangement& best = *std::ranges::max_element(tried, {}, &Arrangement::worth);
    flow(best.text, best.width, best.size, placed_column(best.shown, best.place), made_.sheets);
  }

  // Lays out the text. If the text does not fit, its pictures are shrunk before the text becomes small or
  // continues on another sheet.
  void set_text(const LessonPage& page, Arrangement& arrangement) const {
    const float largest = arrangement.size;
    for (picture_height_ = kMostOfPicture;; picture_height_ *= 0.7f) {
      arrangement.size = largest;
      const auto least = [&] {
        const bool pictures_give_way =
            !arrangement.text.pictures.empty() && picture_height_ >= kLeastOfPicture;
        return pictures_give_way ? kLeastBesidePictures : kMinSize;
      };
      do {
        arrangement.text = lay_out_page(page, arrangement.width, arrangement.size);
      } while (arrangement.text.height > kRoom.height && --arrangement.size >= least());
      arrangement.size = std::max(arrangement.size, least());
      if (arrangement.text.height <= kRoom.height || least() == kMinSize) break;
    }
    picture_height_ = kMostOfPicture;
  }

  static Rect beside(float text_width) {
    const float x = kRoom.x + text_width + kGap;
    return {x, kRoom.y, kRoom.right() - x, kRoom.height};
  }

  // Draws the contents at the largest zoom at which everything fits. If not everything fits at the minimum
  // zoom, first shows fewer source lines, then reduces the height of rows.
  template <class F>
  Shown fitted(const Rect& place, const F& content_for) const {
    if (contents_.has_one_room()) {
      const auto [column, height] = column_of(content_for({}), kPageWidth);
      return {column, std::min(place.width / kPageWidth, place.height / height), 1};
    }
    const float min_width = contents_.min_width();
    for (float zoom = kMaxZoom; zoom > kLeastZoom; zoom -= 0.1f) {
      PaperSpace room{place.width / zoom};
      if (contents_.is_of_lab()) room.rows_height = place.height / zoom;
      if (room.width < min_width) continue;
      const auto [column, height] = column_of(content_for(room), room.width);
      if (height * zoom <= place.height) return {column, zoom, 1};
    }
    PaperSpace room{place.width / kLeastZoom};
    PageContent content = content_for(room);
    auto [column, height] = column_of(content, room.width);
    const float most = place.height / kLeastZoom;
    float whole = std::min(1.0f, room.width / std::max(1.0f, min_width));
    if (height > most && !content.source.empty()) {
      room.lines_around = 3;
      content = content_for(room);
      std::tie(column, height) = column_of(content, room.width);
    }
    // As in a presentation, reduce the height of the figure of a memory access, which then shows fewer rows.
    if (height > most && contents_.shows_memory() && !content.figures.empty()) {
      room.memory_height = std::max(kLeastMemory, height_of(content.figures.back()) - (height - most));
      content = content_for(room);
      std::tie(column, height) = column_of(content, room.width);
    }
    if (height > most && !content.figures.empty()) {
      const float natural = height_of(content.figures.front());
      room.rows_height = std::max(1.0f, natural - (height - most));
      whole *= std::min(1.0f, 1.5f * room.rows_height / natural);
      std::tie(column, height) = column_of(content_for(room), room.width);
    }
    return {column, std::min(kLeastZoom, place.height / height), whole};
  }

  // Returns the drawing of the contents for the next sheet; empty if nothing is shown.
  std::string placed_column(const Shown& shown, const Rect& place) const {
    return shown.column.empty()
               ? std::string()
               : placed(shown.column, place, fmt::format("sheet-{}-", made_.sheets.size() + 1));
  }

  TextLayout lay_out_page(const LessonPage& page, float width, float size) const {
    TextSetting setting{width, size, contents_.moment()};
    setting.picture = [this](const std::string& file) { return pictures_.of(lesson_.folder, file); };
    setting.picture_height = picture_height_;
    setting.question_height = [&](std::size_t question, float room) {
      return PrintedQuestion(ready_[question], number_of(question), room, size).height();
    };
    return lay_out(ruler(), page.blocks, setting);
  }
  unsigned number_of(std::size_t question) const { return asked_ + static_cast<unsigned>(question) + 1; }

  // Draws a text on as many sheets as necessary, and breaks the text only between two lines. Each sheet
  // shows the figure.
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

  // Returns the end of the sheet that begins at `top`: the last position between two lines or questions that
  // still fits on this sheet.
  static float end_of_sheet(const TextLayout& text, float top) {
    if (text.height - top <= kRoom.height) return text.height;
    float end = top + kRoom.height;
    for (bool moved = true; moved;) {
      moved = false;
      const auto avoid = [&](const Rect& rect) {
        if (rect.y < end && rect.bottom() > end && rect.y > top) end = rect.y, moved = true;
      };
      for (const PlacedText& placed : text.texts) avoid(placed.rect);
      for (const PlacedPicture& picture : text.pictures) avoid(picture.rect);
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
    for (auto placed : text.pictures)
      if (is_in(placed.rect)) placed.rect.y -= top, part.pictures.push_back(std::move(placed));
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

  // Returns one drawing with the source, the figures, the sentence and the counters below each other, and the
  // height of this drawing.
  std::pair<std::string, float> column_of(const PageContent& content, float width) const {
    if (content.is_empty()) return {"", 1.0f};
    constexpr float gap = 14;
    float height = 0;
    std::vector<Draw> parts;
    std::string figures;
    if (!content.source.empty()) {
      const PrintedSource source(content.source, width);
      parts.push_back([=](Canvas& canvas) { source.draw(canvas); });
      height += source.height() + gap;
    }
    for (const std::string& figure : content.figures) {
      figures += placed(figure, {0, height, width, height_of(figure)}, fmt::format("f{:.0f}-", height));
      height += height_of(figure) + gap;
    }
    if (!content.sentence.empty()) {
      const TextLayout said = lay_out(ruler(), LessonText{inline_text(content.sentence)}, {width, 17});
      const float top = height;
      parts.push_back([=](Canvas& canvas) { draw_text_layout(canvas, said, {0, top}); });
      height += said.height + gap;
    }
    for (const CounterLine& line : content.counters) {
      const float top = height, right = std::min(width, 360.0f);
      parts.push_back([=](Canvas& canvas) {
        canvas.text({0, top}, line.title, {Font::text, Role::ink, Align::left, 16});
        canvas.text({right, top}, line.value, {Font::code, Role::ink, Align::right, 16});
      });
      height += 24;
    }
    CanvasSvg canvas(width, std::max(1.0f, height), ThemeName::light);
    for (const Draw& draw : parts) draw(canvas);
    return {with(canvas.document(lesson_.lesson.title), figures), height};
  }

  void add_solution(const ReadyQuestion& ready, unsigned number) {
    if (solutions_ == Solutions::none) return;
    LessonBlock block;
    block.kind = LessonBlock::Kind::item;
    block.marker = fmt::format("{}.", number);
    block.text.push_back(inline_text(right_in_words(ready), true));
    if (!ready.why.empty()) {
      block.text.push_back(inline_text(" "));
      block.text.insert(block.text.end(), ready.why.begin(), ready.why.end());
    }
    waiting_.push_back(std::move(block));
  }

  // Draws the solutions beside a figure, which may be empty.
  void flush_solutions(const std::string& title, const std::string& figure,
                       std::vector<std::string>& sheets) {
    if (waiting_.empty()) return;
    LessonBlock heading;
    heading.kind = LessonBlock::Kind::heading;
    heading.text.push_back(inline_text(title));
    waiting_.insert(waiting_.begin(), heading);
    const float width = figure.empty() ? kRoom.width : kTextWidths[0];
    const float size = solutions_ == Solutions::after ? kMaxSize : kSizeOfAnswers;
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
  mutable LessonPictures pictures_;
  mutable float picture_height_ = kMostOfPicture;
  std::vector<ReadyQuestion> ready_;  // questions of the page
  LessonBlocks waiting_;              // solutions that are not on a sheet yet
  unsigned asked_ = 0;                // number of questions on the previous pages
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
