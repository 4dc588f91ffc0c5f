#include "gui/session/run.hpp"

#include <algorithm>

#include "sim/trace/trace_maker.hpp"

namespace lockstep::gui {

namespace {

// Returns the moment at which row `row` of the figure is complete; the topmost row is row 1. If the run has
// no figure, returns the start of the run.
std::uint64_t after_row(const Run& run, std::uint64_t row) {
  const sim::Combination* combination = run.figures->combination();
  if (combination == nullptr || combination->rows.empty() || row == 0) return run.index.start;
  const auto last = static_cast<std::size_t>(std::min<std::uint64_t>(row, combination->rows.size()));
  const std::vector<std::uint64_t>& stores = combination->rows[last - 1].positions;
  return stores.empty() ? 0 : stores.back() + 1;
}

}  // namespace

std::uint64_t playhead(const PlayheadChoice& chosen, const Run& run) {
  if (!chosen.position && chosen.after_row)
    return std::min(after_row(run, *chosen.after_row), run.trace->size());
  return std::min(chosen.position.value_or(run.index.start), run.trace->size());
}

std::uint64_t rows_before(const Run& run, std::uint64_t position) {
  const sim::Combination* combination = run.figures->combination();
  if (combination == nullptr) return 0;
  const auto is_complete = [&](const sim::CombinationRow& row) {
    return row.positions.empty() || row.positions.back() < position;
  };
  const auto first = std::ranges::find_if_not(combination->rows, is_complete);
  return static_cast<std::uint64_t>(first - combination->rows.begin());
}

bool Run::is_beginning() const { return sim::is_beginning(*trace); }

const std::string& Run::text_of(std::size_t program) const {
  const std::vector<PlanProgram>& programs = trace->plan().programs;
  const bool is_others = program > 0 && !request.recorded && program < programs.size();
  return is_others ? programs[program].source.text : request.text_of(program);
}

}  // namespace lockstep::gui
