#include "gui/pages/compare/pair/source.hpp"

#include <algorithm>

#include "gui/canvas/text.hpp"
#include "gui/editor/line_diff.hpp"
#include "gui/editor/text_words.hpp"

namespace lockstep::gui {
namespace {

constexpr float kSourceRow = 17, kSourceGutter = 34, kSourceMargin = 3;
constexpr TextStyle kSourceCode{Font::code, Role::ink, Align::left, 12};

std::string without_blanks_around(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> bare_lines(const std::string& text) {
  std::vector<std::string> lines = split_lines(text);
  for (std::string& line : lines) line = without_blanks_around(line);
  return lines;
}

}  // namespace

void PairSource::prepare(const std::string& text, const std::string& other) {
  if (text_ == text && other_ == other && !lines_.empty()) return;
  text_ = text;
  other_ = other;
  lines_ = split_lines(text);
  for (std::string& line : lines_) std::ranges::replace(line, '\t', ' ');
  colours_ = colour_code(lines_);
  differs_.assign(lines_.size(), false);
  for (const LineChange& change : diff_lines(bare_lines(other), bare_lines(text)))
    for (std::size_t i = 0; i < change.new_count; ++i) differs_[change.new_begin + i] = true;
  first_ = first_difference();
}

// Returns the first line of code that differs. Comments and lines of the preprocessor are ignored, because
// they nearly always differ.
std::size_t PairSource::first_difference() const {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::string line = without_blanks_around(lines_[i]);
    if (differs_[i] && !line.empty() && !line.starts_with("//") && !line.starts_with('#'))
      return i - std::min(i, static_cast<std::size_t>(kSourceMargin));
  }
  return 0;
}

void PairSource::draw_line(Canvas& canvas, const Rect& row, std::size_t line) const {
  const std::string_view text = lines_[line];
  const float y = top_for_centre(row.centre().y, kSourceCode), left = row.x + kSourceGutter;
  const TextStyle number{Font::code, Role::second_ink, Align::right, 11};
  canvas.text({left - 8, top_for_centre(row.centre().y, number)}, std::to_string(line + 1), number);
  const float advance = canvas.text_width("0000000000", kSourceCode) / 10;
  // A line that does not fit is truncated and ends with an ellipsis.
  const auto columns = static_cast<std::size_t>(std::max(1.0f, (row.right() - left) / advance));
  std::size_t end = 0, fitting = 0;
  for (std::size_t column = 0; end < text.size() && column < columns; ++column) {
    if (column + 1 < columns) fitting = end;
    next_code_point(text, end);
  }
  const bool cut = end < text.size();
  if (cut) end = fitting;
  float x = left;
  std::size_t reached = 0;
  const auto draw = [&](std::size_t until, CodeKind kind) {
    until = std::min(until, end);
    if (until <= reached) return;
    const std::string_view part = text.substr(reached, until - reached);
    if (part.find_first_not_of(' ') != std::string_view::npos) canvas.text({x, y}, part, code_style(kind));
    for (std::size_t at = 0; at < part.size(); x += advance) next_code_point(part, at);
    reached = until;
  };
  for (const CodeSpan& span : colours_[line]) {
    draw(span.begin, CodeKind::plain);
    draw(span.end, span.kind);
  }
  draw(text.size(), CodeKind::plain);
  if (cut) canvas.text({x, y}, "…", kSourceCode);
}

void PairSource::draw(Canvas& canvas, const Rect& area, std::uint32_t next) {
  const auto rows = static_cast<std::size_t>(std::max(1.0f, area.height / kSourceRow));
  const std::size_t most = lines_.size() > rows ? lines_.size() - rows : 0;
  if (next != 0) {
    const auto margin = static_cast<std::size_t>(kSourceMargin);
    const std::size_t line = next - 1, above = std::min(margin, rows / 3);
    if (line < first_ + above) first_ = line - std::min(line, above);
    if (line + above >= first_ + rows) first_ = line + above + 1 - rows;
  }
  first_ = std::min(first_, most);
  canvas.push_clip(area);
  for (std::size_t i = first_; i < std::min(lines_.size(), first_ + rows); ++i) {
    const Rect row{area.x, area.y + kSourceRow * static_cast<float>(i - first_), area.width, kSourceRow};
    if (differs_[i]) canvas.fill_rect({row.x, row.y, 3, row.height}, Role::good);
    if (i + 1 == next) canvas.fill_rect({row.x + 4, row.y, row.width - 4, row.height}, Role::acts_pale);
    draw_line(canvas, row, i);
  }
  canvas.pop_clip();
}

}  // namespace lockstep::gui
