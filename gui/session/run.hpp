// A finished recording with all that the panels draw of it, or the reason why there is none.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gui/editor/diagnostics.hpp"
#include "gui/figures/figures.hpp"
#include "gui/session/run_index.hpp"
#include "gui/session/run_request.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

// From the end of the recording on only the interface's thread uses it.
struct Run {
  std::uint64_t number = 0;  // no two runs have the same one; an address may be used again
  RunRequest request;
  std::shared_ptr<const sim::Trace> trace;
  sim::RunVerdict verdict;
  RunIndex index;
  std::unique_ptr<FigureSet> figures;
  std::vector<std::string> notes;  // possible mistakes in the launch, such as exchanged buffers
  std::vector<std::vector<Diagnostic>> warnings;  // of the compiler, by Plan::programs index

  // The first moments of a run that is still being recorded.
  bool is_beginning() const;
  const std::string& text_of(std::size_t program) const;  // of Plan::programs, as it ran
};

struct RunFailure {
  RunRequest request;
  std::string message;
  std::vector<Diagnostic> diagnostics;  // of a compiler error
};

// The playhead of a state in a run: its position, or the run's start.
std::uint64_t playhead(const PlayheadChoice& chosen, const Run& run);
// How many rows of its figure are complete there: PlayheadChoice::after_row.
std::uint64_t rows_before(const Run& run, std::uint64_t position);

}  // namespace lockstep::gui
