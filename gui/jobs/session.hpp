// What panels draw, derived from the AppState: the plan, its trace, and the moment at the playhead. Traces
// are recorded by a job; until the new trace is ready the old one stays visible, and errors are shown beside
// it.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/job.hpp"
#include "core/catalogue/algorithm.hpp"
#include "gui/editor/diagnostics.hpp"
#include "gui/figures/figures.hpp"
#include "gui/jobs/run_index.hpp"
#include "gui/state/state.hpp"
#include "gui/storage/file_stamp.hpp"
#include "sim/explain/explanation.hpp"
#include "sim/explain/verdict.hpp"

namespace lockstep::gui {

// What a trace depends on. The same request gives the same trace.
struct RunRequest {
  std::string algorithm, kernel_file, text, model;
  std::uint64_t n = 0, group_size = 0, seed = 0;
  Operator op = Operator::sum;
  ElementType type = ElementType::int32;
  Content::Pattern pattern = Content::Pattern::random;
  double constant = 0;
  bool exclusive = false;
  sim::Schedule schedule;
  std::shared_ptr<const Plan> recorded;  // null: not of a recording; `text` is that of its first program
  std::string typed_input;               // of Pattern::bytes only
  std::optional<OwnLaunch> launch;       // of the kernel file; then nothing of the algorithm matters
  PatternOptions pattern_options{};
  std::map<std::size_t, std::string> other_texts{};  // edited, of other programs of a recording
  // The text of a program of the plan.
  const std::string& text_of(std::size_t program) const;
  bool operator==(const RunRequest&) const = default;
};

PlanRequest plan_request(const RunRequest& request, const sim::DeviceModel& model);
// The run that the state asks for, without the kernel's text.
RunRequest run_request(const RunChoice& chosen);

// The user's own kernel file. The window edits and draws it, so its limit is lower than that of the command
// line.
inline constexpr std::uint64_t kMostOwnKernelBytes = std::uint64_t{8} << 20;
Result<std::string> read_own_kernel(const std::string& path);

// Shows a recorded program, on the model that it ran on. An Error leaves the state as it is.
Result<void> choose_recording(AppState& state, const std::string& path);

// A finished recording. From then on only the interface's thread uses it.
struct Run {
  std::uint64_t number = 0;  // no two runs have the same one; an address may be used again
  RunRequest request;
  std::shared_ptr<const sim::Trace> trace;
  sim::Verdict verdict;
  RunIndex index;
  std::unique_ptr<FigureSet> figures;
  std::vector<std::string> notes;  // possible mistakes in the launch, such as exchanged buffers
  std::vector<std::vector<Diagnostic>> warnings;  // of the compiler, by Plan::programs index

  const std::string& text_of(std::size_t program) const;  // of Plan::programs, as it ran
};

struct RunFailure {
  RunRequest request;
  std::string message;
  std::vector<Diagnostic> diagnostics;  // of a compiler error
};

// The moment at the playhead: the next instruction or line, and its cost.
struct ShownMoment {
  std::uint64_t position = 0;
  std::shared_ptr<const sim::TraceState> state;
  std::string sentence;
  sim::Counters so_far;          // before this moment
  sim::Counters this_step;       // of the step from here to `step_end`
  std::uint64_t step_begin = 0;  // of the step that ends here: its changes are highlighted
  std::uint64_t step_end = 0;
  std::uint32_t line = 0;  // executed next, of the shown program; 0 at the end
};

// Makes the run of a request, which is what the job does in pieces.
tl::expected<Run, RunFailure> make_run(const RunRequest& request);

// A run that may be shown soon, from this moment on.
struct PrepareRequest {
  RunRequest run;
  AppState view;
};
using PreparedRun = std::unique_ptr<Run>;  // null: it failed, and says so when it is asked for

class Session {
 public:
  using Clock = std::chrono::steady_clock;

  // `kernel_dir`: read kernels from this folder; empty: the embedded kernels.
  explicit Session(std::string kernel_dir = {}, const JobHost& host = {});
  ~Session();  // waits for the run that is being recorded
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Takes the finished run, and requests another one if `state` asks for it. An edited text is requested when
  // typing pauses. True if the run or the failure changed.
  bool update(const AppState& state, Clock::time_point now);
  // Views that may be shown next, the likeliest first: their runs are made while there is nothing else to do,
  // and update() takes them at once. At most kMostPrepared.
  void prepare(const std::vector<AppState>& soon);
  static constexpr std::size_t kMostPrepared = 3;
  bool is_prepared(const AppState& state) const;
  void wait_for_prepared(std::chrono::milliseconds most);
  // When update has to be called again even if nothing happens.
  std::optional<Clock::time_point> due() const;
  bool busy() const;
  // Blocks until no work is left or the time is over.
  void wait(std::chrono::milliseconds most);
  // Before its end: drops all requests without waiting for the running one.
  void close();
  bool is_working() const;

  const Run* run() const { return run_.get(); }
  // Whether run() is of the text and settings that `state` shows; statements about another run would be
  // wrong.
  enum class RunStatus : std::uint8_t { current, simulating, failed };
  RunStatus status(const AppState& state) const;
  // Why the run is wrong, and what is expensive. Requested at the first call, because it may run the plan
  // many times; null until it is ready.
  const sim::Explanation* explanation();
  // The state's breakpoints in the run; there must be one. Valid until the run or the breakpoints change.
  sim::Breakpoints& breakpoints(const AppState& state);
  const std::optional<RunFailure>& failure() const { return failure_; }
  // The program of the launch at the playhead, whose text is shown: an index into Plan::programs.
  std::size_t shown_program(const AppState& state) const;
  // A program's text as it was before any edit: the catalogue's, the file's or the recording's.
  const KernelSource& original(std::size_t program = 0) const;
  // The other kernels of a plan of the catalogue are shown, but not edited: they belong to other algorithms.
  bool is_editable(std::size_t program) const { return program == 0 || recorded_ != nullptr; }
  const std::string& original_error() const { return original_error_; }

  // The user's own file follows the disk: it is checked once a second, and read again if it changed, unless
  // it is edited here.
  enum class FileNews : std::uint8_t { none, read_again, changed_while_edited };
  FileNews take_file_news() { return std::exchange(file_news_, FileNews::none); }
  // Its text on disk differs from the text at the start of editing.
  bool changed_on_disk() const;
  bool changed_since_seen() const;  // it changed on disk, and update() has not seen this yet
  void read_again() { original_id_.clear(); }

  std::uint64_t size() const { return run_ ? run_->trace->size() : 0; }
  // The moment at the playhead. Valid until another position or step is requested.
  const ShownMoment& moment(const AppState& state);

 private:
  RunRequest request_for(const AppState& state) const;
  bool take_explanation();
  bool take_run();
  bool take_prepared(const RunRequest& wanted);
  std::optional<RunRequest> request_of(const AppState& state) const;
  void load_original(const AppState& state);
  void load_recording(const std::string& path);
  void watch_file(const AppState& state, Clock::time_point now);

  std::string kernel_dir_;
  std::unique_ptr<Run> run_;
  std::optional<sim::Explanation> explanation_;
  struct RunBreakpoints {
    RunBreakpoints(std::shared_ptr<const sim::Trace> of, const sim::BreakpointLines& at)
        : trace(std::move(of)), lines(at), stops(*trace, at) {}
    std::shared_ptr<const sim::Trace> trace;
    sim::BreakpointLines lines;
    sim::Breakpoints stops;
  };
  std::unique_ptr<RunBreakpoints> breakpoints_;
  std::shared_ptr<const sim::Trace> asked_about_;
  std::optional<RunFailure> failure_;
  KernelSource original_;
  std::shared_ptr<const Plan> recorded_;
  std::string original_id_, original_error_;
  // Stamps of the own file; the last seen one may be newer than the read one.
  FileStamp read_stamp_{}, seen_stamp_{};
  Clock::time_point looked_at_{};
  FileNews file_news_ = FileNews::none;
  std::optional<RunRequest> asked_, pending_;
  Clock::time_point pending_since_{}, asked_at_{};
  ShownMoment moment_;
  std::uint64_t moment_run_ = 0;  // its number; 0: none
  sim::Trace::Step moment_step_{};
  // A run that was requested, as soon as it is made; or the one that was shown before it was taken.
  struct Prepared {
    RunRequest request;
    std::unique_ptr<Run> run;
  };
  std::vector<Prepared> prepared_;
  std::vector<AppState> prepared_for_;
  bool only_asked_ = false;  // results requested before a prepared run was taken are ignored
  Job<PrepareRequest, PreparedRun> prepare_jobs_;
  // Explanations have a job of their own, so that a new run does not wait for them.
  Job<RunRequest, tl::expected<Run, RunFailure>> runs_;
  Job<std::shared_ptr<const sim::Trace>, std::pair<std::shared_ptr<const sim::Trace>, sim::Explanation>>
      explanations_;
};

// The playhead of a state in a run: its position, or the run's start.
std::uint64_t playhead(const PlayheadChoice& chosen, const Run& run);

}  // namespace lockstep::gui
