#include "sim/explain/kernel_edits/edit.hpp"

#include <algorithm>

namespace lockstep::sim {

std::size_t offset_in(const std::string& text, std::uint32_t line, std::uint32_t column) {
  std::size_t at = 0;
  for (std::uint32_t skipped = 1; skipped < line; ++skipped) {
    at = text.find('\n', at);
    if (at == std::string::npos) return text.size();
    ++at;
  }
  return std::min<std::size_t>(at + column - 1, text.size());
}

std::string text_of(const std::string& text, const SourceRange& range) {
  const std::size_t begin = offset_in(text, range.line, range.column);
  const std::size_t end = offset_in(text, range.end_line, range.end_column);
  return end <= begin ? std::string() : text.substr(begin, end - begin);
}

std::string with_replaced(const std::string& text, const SourceRange& range, const std::string& replacement) {
  const std::size_t begin = offset_in(text, range.line, range.column);
  const std::size_t end = std::max(begin, offset_in(text, range.end_line, range.end_column));
  return text.substr(0, begin) + replacement + text.substr(end);
}

}  // namespace lockstep::sim
