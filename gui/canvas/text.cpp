// Measures and breaks text. Advance widths are in thousandths of the font size and were taken from the font
// files (Inter 4, JetBrains Mono 2.2).
#include "gui/canvas/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace lockstep::gui {
namespace {

using Widths = std::array<std::uint16_t, 95>;  // U+0020 to U+007E

constexpr Widths kRegular{281, 278, 403, 631, 638, 813, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357,
                          625, 464, 605, 636, 642, 608, 624, 571, 616, 624, 276, 280, 659, 659, 659, 507,
                          936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 563, 889, 753, 761,
                          635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452,
                          497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597,
                          609, 609, 372, 523, 364, 581, 557, 813, 540, 557, 541, 362, 327, 362, 659};
constexpr Widths kBold{248, 309, 396, 643, 649, 844, 663, 213,  393, 393, 543, 673, 295, 466, 290, 379,
                       667, 481, 621, 652, 666, 632, 648, 587,  646, 648, 290, 295, 673, 673, 673, 544,
                       999, 724, 657, 744, 724, 608, 586, 755,  744, 275, 561, 677, 566, 906, 741, 775,
                       643, 776, 651, 649, 660, 734, 724, 1007, 690, 705, 653, 393, 379, 393, 481, 468,
                       497, 575, 630, 577, 630, 593, 377, 625,  613, 261, 261, 569, 261, 898, 610, 608,
                       625, 625, 397, 549, 380, 608, 576, 837,  563, 576, 562, 393, 358, 393, 673};
constexpr std::uint16_t kCode = 600;

std::uint16_t other_width(char32_t c) {
  if (c >= 0x2080 && c <= 0x2089) return 440;  // subscripts
  if (c == 0xB7) return 280;                   // ·
  if (c == 0x2026) return 820;                 // …
  if (c >= 0x2190 && c <= 0x21FF) return 955;
  if (c >= 0x25A0) return 1010;
  return 660;
}

bool is_code(Font font) { return font == Font::code || font == Font::code_bold; }
bool is_bold(Font font) { return font == Font::text_bold || font == Font::number; }

// Returns the end of the word that begins at `begin`. A summation sign and its operand count as one word, so
// that they stay on one line.
std::size_t word_end(std::string_view text, std::size_t begin) {
  const auto blank = [&](std::size_t from) { return std::min(text.find(' ', from), text.size()); };
  const std::size_t end = blank(begin);
  return text.substr(begin, end - begin) == "Σ" && end < text.size() ? blank(end + 1) : end;
}

// Breaks a word that is too long for a line, such as a sum of many inputs or a call, after commas and opening
// brackets. Adds complete lines to `lines` and returns the rest of the word.
template <class Fits>
std::string broken_after_marks(std::string word, std::vector<std::string>& lines, Fits fits) {
  while (!fits(word)) {
    std::size_t end = 0;
    constexpr std::string_view kMarks = ",(";
    for (std::size_t mark = word.find_first_of(kMarks);
         mark < word.size() - 1 && fits(word.substr(0, mark + 1));
         mark = word.find_first_of(kMarks, mark + 1))
      end = mark + 1;
    if (end == 0) break;
    lines.push_back(word.substr(0, end));
    word.erase(0, end);
  }
  return word;
}

}  // namespace

char32_t next_code_point(std::string_view text, std::size_t& offset) {
  const auto first = static_cast<unsigned char>(text[offset++]);
  if (first < 0x80) return first;
  const unsigned extra = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
  if (extra == 0) return 0xFFFD;
  char32_t value = first & (0x3Fu >> extra);
  for (unsigned i = 0; i < extra; ++i) {
    if (offset >= text.size() || (static_cast<unsigned char>(text[offset]) & 0xC0) != 0x80) return 0xFFFD;
    value = (value << 6) | (static_cast<unsigned char>(text[offset++]) & 0x3F);
  }
  return value;
}

float nominal_text_width(std::string_view text, const TextStyle& style) {
  std::uint64_t thousandths = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const char32_t c = next_code_point(text, offset);
    if (is_code(style.font)) {
      thousandths += kCode;
    } else if (c >= 0x20 && c < 0x7F) {
      thousandths += (is_bold(style.font) ? kBold : kRegular)[c - 0x20];
    } else {
      thousandths += other_width(c);
    }
  }
  return static_cast<float>(thousandths) * style.size / 1000;
}

float ascent(Font font) { return is_code(font) ? 1.02f : 0.96875f; }
float line_height(Font font) { return is_code(font) ? 1.32f : 1.21023f; }

float top_for_centre(float centre_y, const TextStyle& style) {
  constexpr float cap_height = 0.7273f;
  return centre_y + style.size * (cap_height / 2 - ascent(style.font));
}

std::vector<std::string> wrap_text(const Canvas& canvas, std::string_view text, const TextStyle& style,
                                   float width) {
  std::vector<std::string> lines;
  const std::string said = canvas.said(text, style);
  text = said;
  const auto fits = [&](const std::string& line) { return canvas.text_width(line, style) <= width; };
  while (!text.empty()) {
    const std::string_view paragraph = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), paragraph.size() + 1));
    std::string line;
    for (std::size_t begin = 0; begin <= paragraph.size();) {
      const std::size_t end = word_end(paragraph, begin);
      const std::string_view word = paragraph.substr(begin, end - begin);
      std::string longer = line.empty() ? std::string(word) : line + ' ' + std::string(word);
      if (fits(longer)) {
        line = std::move(longer);
      } else {
        if (!line.empty()) lines.push_back(std::move(line));
        line = broken_after_marks(std::string(word), lines, fits);
      }
      begin = end + 1;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string format_count(std::uint64_t value) {
  constexpr std::array<std::pair<std::uint64_t, const char*>, 3> units{
      {{std::uint64_t{1} << 30, " Gi"}, {std::uint64_t{1} << 20, " Mi"}, {std::uint64_t{1} << 10, " Ki"}}};
  for (const auto& [factor, suffix] : units) {
    if (value >= 8 * 1024 && value % factor == 0) return std::to_string(value / factor) + suffix;
  }
  std::string digits = std::to_string(value);  // with commas, as count_text() writes them
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

// Removes separators: "1,000,003" → "1000003", "16 Mi" → "16Mi". Returns no value if a separator is not
// followed by three digits, as in "12,5".
static std::optional<std::string> without_separators(std::string_view text) {
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  std::string clean;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool separates = text[i] == ' ' || text[i] == ',' || text[i] == '_';
    if (!separates) {
      clean += text[i];
      continue;
    }
    const bool three = is_digit(i + 1) && is_digit(i + 2) && is_digit(i + 3) && !is_digit(i + 4);
    const bool before_unit = text[i] == ' ' && i + 1 < text.size() && !is_digit(i + 1) && text[i + 1] != ' ';
    if (i == 0 || !is_digit(i - 1) || !(three || before_unit)) return std::nullopt;
  }
  return clean;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  const std::optional<std::string> digits = without_separators(text);
  if (!digits) return std::nullopt;
  const std::string& clean = *digits;
  std::uint64_t value = 0;
  const char* end = clean.data() + clean.size();
  const auto [stop, error] = std::from_chars(clean.data(), end, value);
  if (error != std::errc{}) return std::nullopt;
  const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
  const unsigned shift = unit.empty()                                 ? 0
                         : unit == "Ki" || unit == "K" || unit == "k" ? 10
                         : unit == "Mi" || unit == "M"                ? 20
                         : unit == "Gi" || unit == "G"                ? 30
                                                                      : 64;
  if (shift == 64 || value > (UINT64_MAX >> shift)) return std::nullopt;
  return value << shift;
}

}  // namespace lockstep::gui
