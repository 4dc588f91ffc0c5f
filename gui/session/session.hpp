// The data that panels draw, derived from the AppState: the text of its kernel, the run, the explanations of
// the run, and the moment at the playhead. A session contains one object for each of these parts, and keeps
// the parts consistent with one state.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "gui/session/explanations.hpp"
#include "gui/session/original_source.hpp"
#include "gui/session/prepared_runs.hpp"
#include "gui/session/run_breakpoints.hpp"
#include "gui/session/shown_moment.hpp"
#include "gui/session/shown_run.hpp"

namespace lockstep::gui {

class Session {
 public:
  using Clock = std::chrono::steady_clock;

  // `kernel_dir`: read kernels from this folder; empty: the embedded kernels.
  explicit Session(const std::string& kernel_dir = {}, const JobHost& host = {});
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // After this call, the first moments of a long run are shown while the run is being recorded. Pictures and
  // tests do not call this function, because they need complete runs.
  void show_beginnings() { shows_beginnings_ = true; }

  // Takes finished results, and requests a new run if `state` requires one. Returns true if the run, the
  // failure or the explanation changed.
  bool update(const AppState& state, Clock::time_point now);
  // When update() must be called again even if nothing happens.
  std::optional<Clock::time_point> due() const { return shown_.due(); }
  bool busy() const { return shown_.is_busy(); }
  // Blocks until no work is left, or until `most` has elapsed.
  void wait(std::chrono::milliseconds most);
  // Drops all requests without waiting. Call this before the destructor, which would otherwise wait
  // for the requests.
  void close();
  bool is_working() const { return shown_.is_working() || explanations_.is_working(); }

  OriginalSource& source() { return source_; }
  const OriginalSource& source() const { return source_; }
  PreparedRuns& prepared() { return prepared_; }

  const Run* run() const { return shown_.run(); }
  std::uint64_t size() const { return run() == nullptr ? 0 : run()->trace->size(); }
  const std::optional<RunFailure>& failure() const { return shown_.failure(); }
  // Whether run() is complete and belongs to the text and settings of the state. Statements about any other
  // run would be wrong.
  enum class RunStatus : std::uint8_t { current, simulating, failed };
  RunStatus status(const AppState& state) const;
  // Why the run is wrong, and which parts of it are expensive; null until this is known.
  const sim::Explanation* explanation() {
    return run() == nullptr || run()->is_beginning() ? nullptr : explanations_.of(*run());
  }
  // The breakpoints of the state in the run. Call this only if there is a run.
  sim::Breakpoints& breakpoints(const AppState& state) { return breakpoints_.of(*run(), state.breakpoints); }
  // The moment at the playhead. The reference is valid until a different position or step is requested.
  const ShownMoment& moment(const AppState& state) { return moment_.of(run(), state); }

  // The program of the launch at the playhead, whose text is shown: an index into Plan::programs.
  std::size_t shown_program(const AppState& state) const;
  // A program's text before any edit: from the catalogue, the file or the recording.
  const KernelSource& original(std::size_t program = 0) const;
  // Of a catalogue plan, only the first kernel can be edited, because the other kernels belong to
  // other algorithms.
  bool is_editable(std::size_t program) const { return program == 0 || source_.recorded() != nullptr; }

 private:
  OriginalSource source_;
  PreparedRuns prepared_;
  ShownRun shown_;
  Explanations explanations_;
  RunBreakpoints breakpoints_;
  MomentAtPlayhead moment_;
  bool shows_beginnings_ = false;
};

}  // namespace lockstep::gui
