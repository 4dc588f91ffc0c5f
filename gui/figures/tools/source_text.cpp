#include "gui/figures/tools/source_text.hpp"

namespace lockstep::gui {

std::string source_text(const PlanProgram& program, const sim::SourceRange& range) {
  if (range.file != 0 || range.line != range.end_line || range.end_column <= range.column) return {};
  const std::string& text = program.source.text;
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < range.line; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return {};
    ++begin;
  }
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  if (begin + range.end_column - 1 > end) return {};
  return text.substr(begin + range.column - 1, range.end_column - range.column);
}

const sim::SourceRange& range_of(const sim::Program& program, std::uint32_t pc) {
  static const sim::SourceRange nowhere;
  if (pc >= program.code.size() || program.code[pc].range >= program.ranges.size()) return nowhere;
  return program.ranges[program.code[pc].range];
}

}  // namespace lockstep::gui
