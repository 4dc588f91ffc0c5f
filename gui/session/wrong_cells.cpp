#include "gui/session/wrong_cells.hpp"

namespace lockstep::gui {

WrongCells wrong_cells(const sim::Trace& trace, const sim::RunVerdict& verdict) {
  const auto& expectation = trace.plan().expectation;
  if (!verdict.first || !expectation) return {};
  const auto buffer = static_cast<std::uint32_t>(expectation->result_buffer);
  WrongCells cells{{{buffer, verdict.first->index},
                    verdict.first->expected,
                    verdict.from ? verdict.from->position : trace.size()}};
  for (const Difference& difference : verdict.more)
    cells.push_back({{buffer, difference.index}, difference.expected, trace.size()});
  return cells;
}

}  // namespace lockstep::gui
