#include "gui/pages/step/source/source_model.hpp"

#include <algorithm>

#include "core/base/text/text.hpp"

namespace lockstep::gui {

std::vector<SourceLine> prepare_source(const SourceRequest& request) {
  std::vector<SourceLine> lines;
  lines.reserve(request.lines.size());
  const std::uint64_t most = request.index ? request.index->most(request.heat) : 0;
  for (const std::string& text : request.lines) {
    SourceLine line;
    line.number = static_cast<std::uint32_t>(lines.size() + 1);
    line.text = text;
    std::ranges::replace(line.text, '\t', ' ');
    line.next = line.number == request.next_line;
    const auto breakpoint = request.breakpoints.find(line.number);
    line.breakpoint = breakpoint != request.breakpoints.end();
    if (line.breakpoint) line.condition = breakpoint->second;
    if (request.index && line.number <= request.index->lines.size()) {
      const LineCost& cost = request.index->lines[line.number - 1];
      line.runs = cost.runs;
      line.cost = cost.of(request.heat);
      line.heat = most == 0 ? 0 : static_cast<float>(line.cost) / static_cast<float>(most);
    }
    lines.push_back(std::move(line));
  }
  // A message about a place after the end of the text, such as a missing brace, is shown below the last line.
  for (const Diagnostic& message : request.diagnostics) {
    if (lines.empty()) break;
    const std::size_t last = lines.size();
    lines[std::clamp<std::size_t>(message.line, 1, last) - 1].messages.push_back(message);
  }
  return lines;
}

std::string_view heat_title(Heat heat) {
  switch (heat) {
    case Heat::branches:
      return "divergent branches";
    case Heat::transactions:
      return "global transactions";
    case Heat::conflicts:
      break;
  }
  return "bank conflicts";
}

OriginalModel compare_with_original(const std::vector<std::string>& original,
                                    const std::vector<std::string>& edited) {
  OriginalModel model;
  model.original = original;
  model.changes = diff_lines(original, edited);
  model.changed.resize(edited.size());
  for (std::size_t i = 0; i < model.changes.size(); ++i) {
    const LineChange& change = model.changes[i];
    for (std::size_t line = 0; line < change.old_count; ++line)
      model.removed.push_back({change.new_begin, i, original[change.old_begin + line]});
    for (std::size_t line = 0; line < change.new_count; ++line) model.changed[change.new_begin + line] = i;
  }
  for (RemovedLine& line : model.removed)
    std::ranges::replace(line.text, '\t', ' ');  // as in all shown lines
  return model;
}

std::string count_changes(const OriginalModel& model) {
  const std::size_t count = model.changes.size();
  if (count == 0) return "no change";
  return plural(count, "change");
}

}  // namespace lockstep::gui
