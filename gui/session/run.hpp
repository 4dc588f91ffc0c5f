// The result of a requested run: a finished recording with all data that the panels draw, or the reason why
// there is no recording.
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

// A run is made by a job. After that, only the interface's thread may use the objects in it that change.
struct Run {
  std::uint64_t number = 0;  // unique among runs; an address may be reused
  RunRequest request;
  std::shared_ptr<const sim::Trace> trace;
  sim::RunVerdict verdict;
  RunIndex index;
  std::unique_ptr<FigureSet> figures;
  std::vector<std::string> notes;  // remarks about possible errors in the launch, such as swapped buffers
  std::vector<std::vector<Diagnostic>> warnings;  // warnings of the compiler, indexed like Plan::programs

  // Whether this is only the beginning of a run that is still being recorded.
  bool is_beginning() const;
  const std::string& text_of(
      std::size_t program) const;  // the text that ran; `program`: an index into Plan::programs
};

struct RunFailure {
  RunRequest request;
  std::string message;
  std::vector<Diagnostic> diagnostics;  // if the kernel does not compile
};

// Returns the position of the playhead in a run. If `chosen` contains no position, returns the start of the
// run (RunIndex::start).
std::uint64_t playhead(const PlayheadChoice& chosen, const Run& run);
// Returns the number of rows of the run's figure that are complete at this position, as
// in PlayheadChoice::after_row.
std::uint64_t rows_before(const Run& run, std::uint64_t position);

}  // namespace lockstep::gui
