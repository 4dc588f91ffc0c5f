#include "gui/lesson/layout/text_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

using Kind = LessonInline::Kind;

constexpr float kSpacing = 1.45f;                    // line spacing
constexpr float kIndent = 1.5f;                      // indent of a list item, in text sizes
constexpr float kUsualSize = 15;                     // size of running text at which pictures are not scaled
constexpr float kLeastSize = 11;                     // px, minimum size of any text
constexpr float kCodePadding = 0.55f;                // space around code, in text sizes
constexpr float kCellGap = 1.3f, kNarrowGap = 0.6f;  // between columns (between many columns), in text sizes

// A piece of text of one style that is not broken.
struct Word {
  std::string text;
  TextStyle style;
  std::string target;
  float lift = 0;              // px upwards
  bool space_before = false;   // a line may be broken before the word
  bool breaks_before = false;  // the word must start a new line
};

// Places one block below another.
class Layout {
 public:
  Layout(const Canvas& canvas, const TextSetting& setting) : canvas_(canvas), setting_(setting) {}

  void add(const LessonBlock& block) {
    space_above(block);
    const float indent = block.quoted ? size() : 0;
    const float top = y_;
    switch (block.kind) {
      case LessonBlock::Kind::heading:
        text(block.text, indent, heading_style(block.level));
        break;
      case LessonBlock::Kind::paragraph:
        text(block.text, indent, plain());
        break;
      case LessonBlock::Kind::item:
        item(block, indent);
        break;
      case LessonBlock::Kind::code:
        code(block.code, indent);
        break;
      case LessonBlock::Kind::table:
        table(block, indent);
        break;
      case LessonBlock::Kind::question:
        question(block.question);
        break;
    }
    if (block.quoted) out_.fills.push_back({{0, top, 3, y_ - top}, Role::line});
    last_ = &block;
  }

  void add(const LessonText& words) { text(words, 0, plain()); }

  TextLayout take() {
    out_.height = y_;
    return std::move(out_);
  }

 private:
  float size() const { return setting_.size; }
  TextStyle plain() const { return {Font::text, Role::ink, Align::left, size()}; }
  TextStyle heading_style(unsigned level) const {
    const float factor = level == 1 ? 1.5f : level == 2 ? 1.25f : 1.1f;
    return {Font::text_bold, Role::ink, Align::left, std::round(size() * factor)};
  }

  void space_above(const LessonBlock& block) {
    if (last_ == nullptr) return;
    const bool next_item = block.kind == LessonBlock::Kind::item && last_->kind == block.kind;
    const bool heading = block.kind == LessonBlock::Kind::heading;
    y_ += size() * (next_item ? 0.25f : heading ? 1.1f : 0.7f);
  }

  // Replaces the values in a text, and divides the text into words.
  std::vector<Word> words_of(const LessonText& source, const TextStyle& base) const {
    std::vector<Word> words;
    bool space = false, line = false;
    for (const LessonInline& piece : with_values(source, setting_.moment)) {
      if (piece.kind == Kind::line_break) {
        line = true;
        continue;
      }
      Word word{"", style_of(piece, base), piece.is_link() ? piece.target : "", 0};
      if (piece.script != 0) word.lift = base.size * (piece.script > 0 ? 0.32f : -0.16f);
      const std::string said = canvas_.said(shown_text(piece), word.style);
      for (std::size_t begin = 0; begin <= said.size();) {
        const std::size_t end = std::min(said.find_first_of(" \n", begin), said.size());
        if (end > begin) {
          word.text = said.substr(begin, end - begin);
          word.space_before = std::exchange(space, false);
          word.breaks_before = std::exchange(line, false);
          words.push_back(word);
        }
        if (end < said.size()) space = true;
        begin = end + 1;
      }
    }
    return words;
  }

  static std::string shown_text(const LessonInline& piece) {
    return piece.kind == Kind::picture ? "[Picture: " + piece.text + "]" : piece.text;
  }

  TextStyle style_of(const LessonInline& piece, const TextStyle& base) const {
    TextStyle style = base;
    // There is no italic font: emphasis and strong emphasis are both bold.
    if (piece.strong || piece.emphasis) style.font = Font::text_bold;
    if (piece.kind == Kind::code) {
      style.font = style.font == Font::text_bold ? Font::code_bold : Font::code;
      style.size = std::max(kLeastSize, std::round(base.size * 0.92f));
    }
    if (piece.script != 0) style.size = std::max(kLeastSize, std::round(base.size * 0.72f));
    if (piece.is_link()) style.role = Role::acts;
    if (piece.kind == Kind::picture) style.role = Role::second_ink;
    return style;
  }

  // The words of one line.
  struct Line {
    std::vector<Word> words;
    float width = 0;
  };

  // Returns the width of the gap between two words of a line, as place_line() draws it.
  float gap(const Word& before, const Word& word) const {
    if (!word.space_before) return 0;
    return goes_on(before, word) ? canvas_.text_width(" ", word.style) : space_;
  }

  float width_of(const Word& word) const { return canvas_.text_width(word.text, word.style); }

  std::vector<Line> lines_of(const std::vector<Word>& words, float width) const {
    std::vector<Line> lines(words.empty() ? 0 : 1);
    for (std::size_t i = 0; i < words.size();) {
      // Words that are joined without a space stay on one line.
      std::size_t end = i + 1;
      float joined = width_of(words[i]);
      for (; end < words.size() && !words[end].space_before && !words[end].breaks_before; ++end)
        joined += width_of(words[end]);
      Line* line = &lines.back();
      const float space = line->words.empty() ? 0 : gap(line->words.back(), words[i]);
      if ((words[i].breaks_before || line->width + space + joined > width) && !line->words.empty())
        line = &lines.emplace_back();
      if (!line->words.empty()) line->width += space;
      for (; i < end; ++i) add_word(lines, words[i], width);
    }
    return lines;
  }

  // Returns the position at which to break a long name such as convolve-1d-tiled: after the last punctuation
  // mark before `cut`, or at `cut` if there is no punctuation mark.
  static std::size_t behind_mark(std::string_view text, std::size_t cut) {
    constexpr std::string_view kMarks = "-_/.,:;()[]=";
    const std::size_t mark = cut == 0 ? text.npos : text.find_last_of(kMarks, cut - 1);
    return mark == text.npos ? cut : mark + 1;
  }

  // Adds a word to the lines. A word that is longer than a line is broken, after a punctuation
  // mark if possible.
  void add_word(std::vector<Line>& lines, Word word, float width) const {
    while (true) {
      Line& line = lines.back();
      const float whole = width_of(word);
      if (line.width + whole <= width || word.text.size() < 2) {
        line.width += whole;
        line.words.push_back(std::move(word));
        return;
      }
      std::size_t cut = 0;
      for (std::size_t offset = 0; offset < word.text.size();) {
        next_code_point(word.text, offset);
        if (line.width + canvas_.text_width(word.text.substr(0, offset), word.style) > width) break;
        cut = offset;
      }
      cut = behind_mark(word.text, cut);
      if (cut == 0 && line.words.empty()) next_code_point(word.text, cut);
      if (cut > 0) {
        Word part = word;
        part.text.resize(cut);
        line.width += width_of(part);
        line.words.push_back(std::move(part));
        word.text.erase(0, cut);
      }
      word.space_before = false;
      lines.emplace_back();
    }
  }

  float line_height_of(const TextStyle& base) const { return std::round(base.size * kSpacing); }

  // Lays out a text. Pictures in the text are placed between two lines.
  void text(const LessonText& source, float x, const TextStyle& base) {
    LessonText line;
    for (const LessonInline& piece : source) {
      const auto picture =
          piece.kind == Kind::picture && setting_.picture ? setting_.picture(piece.target) : nullptr;
      if (picture == nullptr) {
        line.push_back(piece);
        continue;
      }
      put_lines(std::exchange(line, {}), x, base);
      add_picture(picture, x);
    }
    put_lines(line, x, base);
  }

  // Adds a picture, which is scaled with the text size as far as the available space permits.
  void add_picture(const std::shared_ptr<const Picture>& picture, float x) {
    const float most = setting_.picture_height * std::min(1.0f, size() / kUsualSize);
    const float zoom =
        std::min({size() / kUsualSize, (setting_.width - x) / picture->width(), most / picture->height()});
    const Rect rect{x, y_ + 0.2f * size(), zoom * picture->width(), zoom * picture->height()};
    out_.pictures.push_back({picture, rect});
    y_ = rect.bottom() + 0.2f * size();
  }

  void put_lines(const LessonText& source, float x, const TextStyle& base) {
    y_ = place(lines_of(words_of(source, base), setting_.width - x), x, y_, setting_.width - x, base);
  }

  // Places lines below each other. Returns the y below the last line.
  float place(const std::vector<Line>& lines, float left, float top, float width, const TextStyle& base) {
    const float height = line_height_of(base);
    for (const Line& line : lines) {
      float x = left;
      if (base.align == Align::right) x += width - line.width;
      if (base.align == Align::centre) x += (width - line.width) / 2;
      place_line(line, x, top, height, base);
      top += height;
    }
    return top;
  }

  void place_line(const Line& line, float x, float top, float height, const TextStyle& base) {
    const float baseline =
        top + (height - line_height(base.font) * base.size) / 2 + ascent(base.font) * base.size;
    for (std::size_t i = 0; i < line.words.size();) {
      // Consecutive words of one style are placed as one text, so that all spaces between them are equal.
      const Word& first = line.words[i];
      if (i > 0 && first.space_before) x += space_;
      std::string text = first.text;
      for (++i; i < line.words.size() && goes_on(first, line.words[i]); ++i)
        text += (line.words[i].space_before ? " " : "") + line.words[i].text;
      const float width = canvas_.text_width(text, first.style);
      const float y = baseline - first.lift - ascent(first.style.font) * first.style.size;
      TextStyle style = first.style;
      style.align = Align::left;
      out_.texts.push_back(
          {{x, y, width, style.size * line_height(style.font)}, std::move(text), style, first.target});
      x += width;
    }
  }
  static bool goes_on(const Word& first, const Word& next) {
    const TextStyle &a = first.style, &b = next.style;
    return a.font == b.font && a.role == b.role && a.size == b.size && first.lift == next.lift &&
           first.target == next.target;
  }

  void item(const LessonBlock& block, float indent) {
    const float x = indent + kIndent * size() * static_cast<float>(block.level);
    if (!block.marker.empty()) {
      const TextStyle style{Font::text, Role::second_ink, Align::left, size()};
      Line line{{{block.marker, style, "", 0}}, canvas_.text_width(block.marker, style)};
      place_line(line, x - line.width - 0.45f * size(), y_, line_height_of(plain()), plain());
    }
    text(block.text, x, plain());
  }

  void code(const std::string& code, float indent) {
    const TextStyle style{Font::code, Role::ink, Align::left,
                          std::max(kLeastSize, std::round(size() * 0.9f))};
    const float padding = kCodePadding * size(), top = y_;
    const float step = std::round(style.size * 1.4f);
    y_ += padding;
    for (std::size_t begin = 0; begin < code.size();) {
      const std::size_t end = std::min(code.find('\n', begin), code.size());
      Word word{code.substr(begin, end - begin), style, "", 0};
      std::vector<Line> lines(1);
      if (!word.text.empty()) add_word(lines, word, setting_.width - indent - 2 * padding);
      for (const Line& line : lines) {
        place_line(line, indent + padding, y_, step, style);
        y_ += step;
      }
      begin = end + 1;
    }
    y_ += padding;
    out_.fills.push_back({{indent, top, setting_.width - indent, y_ - top}, Role::ground});
  }

  // Returns the width of the widest sequence of words that is not broken.
  float longest_word(const std::vector<Word>& words) const {
    float longest = 0, joined = 0;
    for (const Word& word : words) {
      if (word.space_before || word.breaks_before) joined = 0;
      joined += width_of(word);
      longest = std::max(longest, joined);
    }
    return std::ceil(longest);
  }

  // Returns the widths of the columns. A column is as wide as its widest cell. If the table is too wide,
  // the wider columns become narrower, but words such as the name of a kernel are broken only if this is
  // not sufficient.
  std::vector<float> column_widths(const LessonBlock& block, float room) const {
    std::vector<float> widths(block.columns.size(), 0), least = widths;
    for (std::size_t r = 0; r < block.rows.size(); ++r)
      for (std::size_t c = 0; c < block.rows[r].size() && c < widths.size(); ++c) {
        const std::vector<Word> words = words_of(block.rows[r][c], cell_style(r));
        for (const Line& line : lines_of(words, 1e6f)) widths[c] = std::max(widths[c], std::ceil(line.width));
        least[c] = std::max(least[c], longest_word(words));
      }
    const float gaps = cell_gap(block) * static_cast<float>(widths.size() - 1);
    float most = std::accumulate(widths.begin(), widths.end(), 0.0f);
    for (int i = 0; i < 200 && most > room - gaps; ++i) {
      std::size_t widest = widths.size();
      for (std::size_t c = 0; c < widths.size(); ++c)
        if (widths[c] > least[c] && (widest == widths.size() || widths[c] > widths[widest])) widest = c;
      const bool breaks_words = widest == widths.size();
      if (breaks_words) widest = static_cast<std::size_t>(std::ranges::max_element(widths) - widths.begin());
      const float kept = breaks_words ? 1.5f * size() : least[widest];
      const float less = std::min(widths[widest] - kept, std::max(4.0f, most - room + gaps) / 4);
      if (less <= 0) break;
      widths[widest] -= less;
      most -= less;
    }
    return widths;
  }

  float cell_gap(const LessonBlock& block) const {
    return size() * (block.columns.size() > 4 ? kNarrowGap : kCellGap);
  }

  TextStyle cell_style(std::size_t row) const {
    TextStyle style = plain();
    style.size = std::max(kLeastSize, std::round(size() * 0.94f));
    if (row == 0) style.font = Font::text_bold;
    return style;
  }

  void table(const LessonBlock& block, float indent) {
    if (block.columns.empty()) return;
    const std::vector<float> widths = column_widths(block, setting_.width - indent);
    const float gap = cell_gap(block);
    const float whole =
        std::accumulate(widths.begin(), widths.end(), 0.0f) + gap * static_cast<float>(widths.size() - 1);
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
      float x = indent, bottom = y_;
      for (std::size_t c = 0; c < block.rows[r].size() && c < widths.size(); ++c) {
        TextStyle style = cell_style(r);
        style.align = block.columns[c];
        const auto lines = lines_of(words_of(block.rows[r][c], style), widths[c] + 0.5f);
        bottom = std::max(bottom, place(lines, x, y_, widths[c], style));
        x += widths[c] + gap;
      }
      y_ = bottom + 3;
      out_.fills.push_back({{indent, y_, whole, r == 0 ? 1.5f : 1}, Role::line});
      y_ += 4;
    }
  }

  void question(std::size_t number) {
    if (!setting_.question_height) return;
    const float height = setting_.question_height(number, setting_.width);
    out_.questions.push_back({number, {0, y_, setting_.width, height}});
    y_ += height;
  }

  const Canvas& canvas_;
  const TextSetting& setting_;
  TextLayout out_;
  float space_ = canvas_.text_width(" ", {Font::text, Role::ink, Align::left, setting_.size});
  float y_ = 0;
  const LessonBlock* last_ = nullptr;
};

}  // namespace

TextLayout lay_out(const Canvas& canvas, const LessonBlocks& blocks, const TextSetting& setting) {
  Layout layout(canvas, setting);
  for (const LessonBlock& block : blocks) layout.add(block);
  return layout.take();
}

TextLayout lay_out(const Canvas& canvas, const LessonText& text, const TextSetting& setting) {
  Layout layout(canvas, setting);
  layout.add(text);
  return layout.take();
}

void draw_text_layout(Canvas& canvas, const TextLayout& layout, Point origin) {
  for (const auto& [rect, role] : layout.fills)
    canvas.fill_rect({origin.x + rect.x, origin.y + rect.y, rect.width, rect.height}, role,
                     rect.height > 4 && rect.width > 4 ? 4.0f : 0);
  for (const PlacedPicture& placed : layout.pictures)
    canvas.picture(
        {origin.x + placed.rect.x, origin.y + placed.rect.y, placed.rect.width, placed.rect.height},
        *placed.picture);
  for (const PlacedText& placed : layout.texts) {
    canvas.text({origin.x + placed.rect.x, origin.y + placed.rect.y}, placed.text, placed.style);
    if (placed.target.empty()) continue;
    const float y = origin.y + placed.rect.y + ascent(placed.style.font) * placed.style.size + 2;
    canvas.line({origin.x + placed.rect.x, y}, {origin.x + placed.rect.right(), y}, Role::acts);
  }
}

}  // namespace lockstep::gui
