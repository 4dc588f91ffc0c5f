#include "sim/frontend/text/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace lockstep::sim::language {
namespace {

// The number of columns shown. A line of a generated kernel may be very long; only the part around the caret
// is shown.
constexpr std::size_t kShownColumns = 160;

// Returns blanks, and tabs wherever the text has tabs, so that the caret below the text is in the right
// column for any tab width.
std::string indentation(std::string_view line, std::size_t columns) {
  std::string blanks(line.substr(0, columns));
  for (char& c : blanks)
    if (c != '\t') c = ' ';
  return blanks;
}

constexpr std::size_t kMaxLetters = 100;   // limit for a word, such as a name or type
constexpr std::size_t kMaxMessage = 1000;  // in bytes

// Shortens long words that a message quotes from the source.
std::string shortened_words(std::string_view message) {
  std::string text;
  std::size_t letters = 0;
  for (const char c : message) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
    letters = c == ' ' ? 0 : letters + (continues ? 0 : 1);
    if (letters <= kMaxLetters)
      text += c;
    else if (letters == kMaxLetters + 1 && !continues)
      text += "…";
    if (text.size() >= kMaxMessage && !continues) return text + " …";
  }
  return text;
}

// Replaces control characters: those of a binary file must not reach the terminal.
std::string printable(std::string text) {
  for (char& c : text)
    if ((static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n') || c == '\x7f') c = '?';
  return text;
}

}  // namespace

std::string format_message(const SourceFile& file, const SourceRange& range, std::string_view kind,
                           std::string_view message) {
  std::string line = file.line_text(range.line);
  std::size_t first = std::min<std::size_t>(range.column - 1, line.size());
  std::size_t cut = 0;
  if (first > kShownColumns / 2 && line.size() > kShownColumns) cut = first - kShownColumns / 2;
  line = line.substr(cut, kShownColumns);
  first -= cut;
  std::size_t end = range.end_line == range.line ? range.end_column - 1 : cut + line.size();
  end = std::clamp(end < cut ? 0 : end - cut, first, line.size());
  const std::size_t tildes = end > first + 1 ? end - first - 1 : 0;
  return printable(fmt::format("{}:{}:{}: {}: {}\n{}\n{}^{}", file.path, range.line, range.column, kind,
                               shortened_words(message), line, indentation(line, first),
                               std::string(tildes, '~')));
}

std::uint32_t Diagnostics::add_file(std::string path, std::string text, bool is_library) {
  files_.push_back({std::move(path), std::move(text), is_library});
  return static_cast<std::uint32_t>(files_.size() - 1);
}

std::vector<SourceFile> Diagnostics::take_files() {
  return {std::make_move_iterator(files_.begin()), std::make_move_iterator(files_.end())};
}

std::string Diagnostics::formatted(const SourceRange& range, std::string_view kind,
                                   std::string_view message) const {
  return format_message(files_[range.file], range, kind, speak_ ? speak_(message) : std::string(message));
}

void Diagnostics::error(const SourceRange& range, std::string_view message) {
  // A second error at the same location as the last one is a consequence of it.
  const bool follows = has_errors() && range == last_error_;
  followed_ += follows ? 1 : 0;
  if (too_many() || follows) return;
  last_error_ = range;
  errors_.push_back(formatted(range, "error", message));
}

std::string Diagnostics::roll_back(const Mark& mark) {
  std::string first = errors_.size() > mark.errors ? errors_[mark.errors] : std::string();
  errors_.resize(mark.errors);
  warnings_.erase(warnings_.begin() + static_cast<std::ptrdiff_t>(mark.warnings), warnings_.end());
  followed_ = mark.followed;
  last_error_ = mark.last_error;
  return first;
}

void Diagnostics::fail(const SourceRange& range, std::string_view message) {
  error(range, message);
  throw Abandoned{};
}

void Diagnostics::warn(const SourceRange& range, std::string_view message, std::string_view flag) {
  if (files_[range.file].is_library) return;
  if (quiet_ || std::ranges::find(silent_flags_, flag) != silent_flags_.end()) return;
  if (warnings_are_errors_)
    return error(range, fmt::format("{} [-Werror{}{}]", message, flag.empty() ? "" : ",-W", flag));
  if (warnings_.size() >= kWarningLimit) return;
  const std::string text = flag.empty() ? std::string(message) : fmt::format("{} [-W{}]", message, flag);
  warnings_.push_back({range, formatted(range, "warning", text)});
}

std::vector<std::string> Diagnostics::take_warnings() {
  std::ranges::stable_sort(warnings_, {}, [](const Warning& warning) {
    return std::tuple(warning.range.file, warning.range.line, warning.range.column);
  });
  std::vector<std::string> texts;
  for (Warning& warning : warnings_) texts.push_back(std::move(warning.text));
  return texts;
}

std::string Diagnostics::error_report() const {
  std::string report;
  for (const std::string& one : errors_) report += (report.empty() ? "" : "\n") + one;
  if (too_many()) report += "\ntoo many errors; the rest is not shown";
  return report;
}

}  // namespace lockstep::sim::language
