// Reads the file line by line.
#include "core/base/text/marked_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "core/base/text/text.hpp"

namespace lockstep {
namespace {

// "ask" of "ask: passes at line 40": a word in lower case at the beginning of the line; empty if
// there is none.
std::string_view key_of(std::string_view line) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
  const auto end = std::ranges::find_if_not(line, is_letter);
  const auto length = static_cast<std::size_t>(end - line.begin());
  if (length == 0 || length == line.size() || line[length] != ':') return {};
  if (length + 1 < line.size() && line[length + 1] != ' ') return {};
  return line.substr(0, length);
}

struct Fence {
  char sign = '`';
  std::size_t length = 0;
  std::string_view info;
};

// "```scene figure-6.json"
std::optional<Fence> fence_of(std::string_view line) {
  std::size_t indent = 0;
  while (indent < line.size() && line[indent] == ' ') ++indent;
  line.remove_prefix(indent);
  if (indent > 3 || line.empty() || (line[0] != '`' && line[0] != '~')) return std::nullopt;
  Fence fence{line[0], 0, {}};
  while (fence.length < line.size() && line[fence.length] == fence.sign) ++fence.length;
  fence.info = trimmed(line.substr(fence.length));
  if (fence.length < 3 || (fence.sign == '`' && fence.info.find('`') != fence.info.npos)) return std::nullopt;
  return fence;
}

bool closes(std::string_view line, const Fence& open) {
  const auto fence = fence_of(line);
  return fence && fence->sign == open.sign && fence->length >= open.length && fence->info.empty();
}

// Replaces escaped braces, and replaces comments by spaces so that line numbers do not change.
std::string prepared(std::string_view text) {
  std::string result(text);
  if (result.starts_with("\xEF\xBB\xBF")) result.replace(0, 3, 3, ' ');
  for (std::size_t at = 0; (at = result.find("<!--", at)) != result.npos;) {
    const std::size_t end = std::min(result.find("-->", at), result.size() - 3) + 3;
    for (; at < end; ++at)
      if (result[at] != '\n') result[at] = ' ';
  }
  for (std::size_t i = 0; i + 1 < result.size(); ++i) {
    if (result[i] != '\\') continue;
    const std::string_view brace = result[i + 1] == '{'   ? kOpenBrace
                                   : result[i + 1] == '}' ? kCloseBrace
                                                          : std::string_view{};
    if (!brace.empty()) result.replace(i, 2, brace);
    ++i;
  }
  return result;
}

class Divider {
 public:
  Divider(std::string_view text, std::span<const std::string_view> block_names,
          std::vector<TextFault>& faults)
      : text_(prepared(text)), block_names_(block_names), faults_(faults) {}

  std::vector<MarkedPiece> divide() {
    begin_page();
    while (at_ < text_.size()) take_line();
    flush();
    return std::move(pieces_);
  }

 private:
  void fault(TextPlace place, std::string what, std::string cure) {
    faults_.push_back({place, std::move(what), std::move(cure)});
  }

  // The next line, without its end; `next_` is then the beginning of the following line.
  std::string_view peek() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    next_ = std::min(end + 1, text_.size());
    return std::string_view(text_).substr(at_, end - at_);
  }
  void advance() {
    at_ = next_;
    ++line_;
  }

  void begin_page() {
    MarkedPiece page;
    page.kind = MarkedPiece::Kind::page;
    page.place = page.body = {line_, 1};
    pieces_.push_back(std::move(page));
    begin_markdown();
  }
  void begin_markdown() {
    markdown_begin_ = at_;
    markdown_line_ = line_;
    after_blank_ = true;
  }
  // The text since begin_markdown().
  void flush() {
    const std::string_view text = std::string_view(text_).substr(markdown_begin_, at_ - markdown_begin_);
    if (trimmed(text).empty()) return;
    MarkedPiece piece;
    piece.text = text;
    piece.place = piece.body = {markdown_line_, 1};
    pieces_.push_back(std::move(piece));
  }

  void take_line() {
    const std::string_view line = peek();
    if (const auto fence = fence_of(line)) return take_fence(*fence);
    if (trimmed(line) == "---") {
      flush();
      advance();
      return begin_page();
    }
    if (after_blank_ && !key_of(line).empty()) return take_entries();
    after_blank_ = trimmed(line).empty();
    advance();
  }

  void take_fence(const Fence& fence) {
    MarkedPiece block;
    block.kind = MarkedPiece::Kind::block;
    block.name = fence.info.substr(0, fence.info.find(' '));
    block.title = trimmed(fence.info.substr(block.name.size()));
    block.place = {line_, 1};
    const bool is_asked_for = std::ranges::find(block_names_, block.name) != block_names_.end();
    if (is_asked_for) flush();
    advance();
    const std::size_t begin = at_;
    block.body = {line_, 1};
    while (at_ < text_.size() && !closes(peek(), fence)) advance();
    block.text = text_.substr(begin, at_ - begin);
    if (at_ == text_.size()) {
      fault(block.place, fmt::format("The block \"{}\" does not end.", fence.info),
            fmt::format("Write {} on a line of its own below it.", std::string(fence.length, fence.sign)));
    } else {
      peek();
      advance();
    }
    if (!is_asked_for) return;
    pieces_.push_back(std::move(block));
    begin_markdown();
  }

  void take_entries() {
    flush();
    while (at_ < text_.size() && !key_of(peek()).empty()) pieces_.push_back(entry());
    begin_markdown();
    after_blank_ = false;
    if (at_ < text_.size() && !trimmed(peek()).empty() && !fence_of(peek()) && trimmed(peek()) != "---")
      fault({line_, 1}, "Text follows a line \"key: value\" without an empty line between them.",
            "Leave a line empty, or indent this one to continue the value.");
  }

  // A value continues in lines that begin with a space.
  MarkedPiece entry() {
    const std::string_view line = peek();
    MarkedPiece piece;
    piece.kind = MarkedPiece::Kind::entry;
    piece.name = key_of(line);
    const std::string_view value = trimmed(line.substr(piece.name.size() + 1));
    piece.text = value;
    piece.place = {line_, 1};
    piece.body = {line_, value.empty() ? 1 : column_of(line, value)};
    advance();
    while (at_ < text_.size()) {
      const std::string_view more = peek();
      if (!more.starts_with(' ') || trimmed(more).empty()) break;
      piece.text += (piece.text.empty() ? "" : " ") + std::string(trimmed(more));
      advance();
    }
    return piece;
  }

  static std::uint32_t column_of(std::string_view line, std::string_view part) {
    return static_cast<std::uint32_t>(
        width_of(line.substr(0, static_cast<std::size_t>(part.data() - line.data()))) + 1);
  }

  std::string text_;
  std::span<const std::string_view> block_names_;
  std::vector<TextFault>& faults_;
  std::vector<MarkedPiece> pieces_;
  std::size_t at_ = 0, next_ = 0, markdown_begin_ = 0;
  std::uint32_t line_ = 1, markdown_line_ = 1;
  bool after_blank_ = true;
};

}  // namespace

std::string fault_text(const std::string& file, const TextFault& fault) {
  return fmt::format("{}:{}:{}: {}{}{}", file, fault.place.line, fault.place.column, fault.what,
                     fault.cure.empty() ? "" : " ", fault.cure);
}

void sort_by_place(std::vector<TextFault>& faults) {
  std::ranges::stable_sort(faults, [](const TextFault& a, const TextFault& b) {
    return a.place.line != b.place.line ? a.place.line < b.place.line : a.place.column < b.place.column;
  });
}

std::vector<MarkedPiece> marked_pieces(std::string_view text, std::span<const std::string_view> block_names,
                                       std::vector<TextFault>& faults) {
  return Divider(text, block_names, faults).divide();
}

TextFault unknown_key(std::string_view key, std::span<const std::string_view> known, TextPlace place) {
  const auto near = nearest_names(key, {known.begin(), known.end()}, 1);
  const bool is_near = !near.empty() && edit_distance(key, near.front()) <= 2;
  return {place, fmt::format("The key \"{}\" is not known.", key),
          is_near ? fmt::format("Did you mean \"{}:\"?", near.front())
                  : fmt::format(
                        "The known keys are {}. A sentence that is not a key begins with a capital letter.",
                        fmt::join(known, ", "))};
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == text.npos ? std::string_view{}
                            : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string link_name(std::string_view title) {
  std::string name;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80)
      name += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    else if ((c == ' ' || c == '-' || c == '_') && !name.empty() && name.back() != '-')
      name += '-';
  }
  while (name.ends_with('-')) name.pop_back();
  return name;
}

}  // namespace lockstep
