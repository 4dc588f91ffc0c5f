#include "sim/explain/narration/trace_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/explain/narration/words.hpp"
#include "sim/memory_rules/access.hpp"
#include "sim/trace/operator_call.hpp"

namespace lockstep::sim {

namespace {

constexpr std::size_t kLongestSource = 60;
constexpr std::size_t kNamedCells = 4;

// Shortens the text, but never within a UTF-8 character.
std::string shortened(std::string text) {
  if (text.size() <= kLongestSource) return text;
  std::size_t end = kLongestSource - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  return text.substr(0, end) + "…";
}

bool is_progression(std::span<const std::uint64_t> sorted, std::uint64_t step) {
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i] != sorted[i - 1] + step) return false;
  return true;
}

std::string name_cells(std::string_view name, std::span<const std::uint64_t> sorted) {
  const std::uint64_t first = sorted.front(), last = sorted.back();
  if (sorted.size() == 1) return fmt::format("{}[{}]", name, first);
  if (sorted.size() > 2 && is_progression(sorted, 1)) return fmt::format("{}[{}..{}]", name, first, last);
  if (sorted.size() > 3 && is_progression(sorted, sorted[1] - first))
    return fmt::format("{}[{}], {}[{}] … {}[{}]", name, first, name, sorted[1], name, last);
  std::string text;
  for (const std::uint64_t index : sorted.first(std::min(sorted.size(), kNamedCells)))
    text += fmt::format("{}{}[{}]", text.empty() ? "" : ", ", name, index);
  return sorted.size() > kNamedCells ? text + " …" : text;
}

std::vector<std::size_t> line_begins_of(std::string_view text) {
  std::vector<std::size_t> begins{0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    begins.push_back(at + 1);
  return begins;
}

}  // namespace

TraceWords::TraceWords(const Trace& trace)
    : trace_(trace), programs_(trace.plan().programs.size()), memories_(trace.plan().launches.size()) {}

std::string_view TraceWords::text(std::uint64_t position) const {
  const PlanLaunch& launch = trace_.plan().launches[trace_.at(position).moment.launch];
  return trace_.plan().programs[launch.program].source.text;
}

TraceWords::Program& TraceWords::program(std::uint64_t position) {
  const std::size_t index = trace_.plan().launches[trace_.at(position).moment.launch].program;
  Program& program = programs_[index];
  if (!program.line_begins.empty()) return program;
  program.line_begins = line_begins_of(text(position));
  program.lines.resize(program.line_begins.size());
  program.by_pc.resize(trace_.program(index).code.size());
  return program;
}

std::size_t TraceWords::offset_of(const Program& program, std::string_view text, std::uint32_t line,
                                  std::uint32_t column) {
  if (line > program.line_begins.size()) return text.size();
  return std::min(program.line_begins[line - 1] + column - 1, text.size());
}

const std::string& TraceWords::source(std::uint64_t position) {
  Program& here = program(position);
  std::string& piece = here.by_pc[trace_.at(position).moment.pc];
  if (!piece.empty() && !is_in_operator(trace_, position)) return piece;
  const SourceRange& range = trace_.range_at(position);
  const std::string_view all = text(position);
  const std::size_t begin = offset_of(here, all, range.line, range.column);
  const std::size_t end = offset_of(here, all, range.end_line, range.end_column);
  if (range.file == 0 && end > begin) piece = shortened(words::in_one_line(all.substr(begin, end - begin)));
  if (piece.empty()) piece = fmt::format("line {}", range.line);
  return piece;
}

const std::string& TraceWords::source_line(std::uint64_t position) {
  const SourceRange& range = trace_.range_at(position);
  Program& here = program(position);
  if (range.file != 0 || range.line > here.lines.size()) return source(position);
  std::string& line = here.lines[range.line - 1];
  if (!line.empty()) return line;
  const std::string_view all = text(position);
  const std::size_t begin = offset_of(here, all, range.line, 1);
  line = shortened(words::in_one_line(all.substr(begin, all.find('\n', begin) - begin)));
  if (line.empty()) line = fmt::format("line {}", range.line);
  return line;
}

const std::vector<NamedMemory>& TraceWords::memories(std::uint64_t position) {
  const std::size_t launch = trace_.at(position).moment.launch;
  std::vector<NamedMemory>& memories = memories_[launch];
  if (memories.empty()) memories = named_memories(trace_.plan(), launch, trace_.program_at(position));
  return memories;
}

std::string TraceWords::cells(std::uint64_t position) {
  const std::vector<NamedMemory>& named = memories(position);
  std::vector<std::vector<std::uint64_t>> touched(named.size());
  for (const AccessDetail& detail : trace_.accesses(position)) {
    for_each_lane(detail.lanes, [&](unsigned lane) {
      if (const auto cell = find_element(named, detail.addresses[lane]))
        touched[static_cast<std::size_t>(cell->memory - named.data())].push_back(cell->index);
    });
  }
  std::string text;
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (touched[i].empty()) continue;
    std::ranges::sort(touched[i]);
    touched[i].erase(std::ranges::unique(touched[i]).begin(), touched[i].end());
    text += (text.empty() ? "" : ", ") + name_cells(named[i].name, touched[i]);
  }
  return text;
}

}  // namespace lockstep::sim
