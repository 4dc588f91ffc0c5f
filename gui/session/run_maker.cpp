#include "gui/session/run_maker.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "core/base/features.hpp"
#include "core/plan/typed_values.hpp"
#include "gui/session/own_launch.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/launch/argument_order.hpp"

namespace lockstep::gui {
namespace {

// A recording is abandoned if no work-group has ended for this time.
constexpr auto kTimeout = std::chrono::seconds(5);
// Limit for the number of moments of one work-group, so that an endless loop in a text that is being edited
// is reported soon.
constexpr std::uint64_t kMaxOfGroup = 4'000'000;
// The limit without threads is lower, because the work after a recording then blocks the window. The longest
// work-group in the catalogue has 529,024 moments (a scan with n = 4096, L = 1024).
constexpr std::uint64_t kMaxOfGroupWithoutThreads = 1'000'000;
constexpr std::uint64_t kKeptOfEndlessGroup = 20'000;
constexpr auto kPiece = std::chrono::milliseconds(8);

// Atomic, because jobs make runs on several threads.
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

tl::unexpected<RunFailure> failed(const RunRequest& request, const Error& error) {
  return tl::unexpected(RunFailure{request, error.message, parse_diagnostics(error.message)});
}

struct PreparedPlan {
  Plan plan;
  std::vector<std::string> notes;
};

// Prepares the plan of the user's own launch.
tl::expected<PreparedPlan, RunFailure> prepare_launch(const RunRequest& request,
                                                      const sim::DeviceModel& model) {
  const KernelSource source = own_source(request.kernel_file, request.text);
  if (request.launch->is_awaited()) {
    const auto proposed = proposed_launch(request.model, source, {}, {});
    return failed(request, proposed ? Error{Error::Kind::usage,
                                            "The kernel has no launch yet: \"Launch\" opens the form."}
                                    : proposed.error());
  }
  sim::DescribedRun run = own_run(*request.launch, source, model);
  if (run.run) return PreparedPlan{std::move(run.run->plan), std::move(run.run->notes)};
  const bool is_compilers = run.errors.front().key.empty();
  return failed(request, {Error::Kind::usage,
                          is_compilers ? run.errors.front().message : report("The launch", run.errors)});
}

tl::expected<PreparedPlan, RunFailure> prepare(const RunRequest& request, const sim::DeviceModel& model) {
  if (request.recorded) {
    Plan plan = *request.recorded;
    for (std::size_t i = 0; i < plan.programs.size(); ++i) plan.programs[i].source.text = request.text_of(i);
    return PreparedPlan{std::move(plan), {}};
  }
  if (request.launch) return prepare_launch(request, model);
  if (request.pattern == Content::Pattern::bytes)
    if (const auto typed = parse_typed_values(request.typed_input, request.type); !typed)
      return failed(request, {Error::Kind::usage, "Input: " + typed.error().message + "."});
  auto plan = plan_of(request, plan_request(request, model));
  if (!plan) return failed(request, plan.error());
  return PreparedPlan{std::move(*plan), {}};
}

// Warnings of included files are left out, because they have no line in the shown text.
std::vector<std::vector<Diagnostic>> warnings_of(const sim::Trace& trace) {
  std::vector<std::vector<Diagnostic>> warnings;
  for (std::size_t i = 0; i < trace.plan().programs.size(); ++i) {
    std::string report;
    for (const std::string& warning : trace.program(i).warnings) report += warning + "\n";
    warnings.push_back(parse_diagnostics(report));
    std::erase_if(warnings.back(), [&](const Diagnostic& warning) {
      return warning.file != trace.plan().programs[i].source.path;
    });
  }
  return warnings;
}

Run run_of(const RunRequest& request, const std::shared_ptr<const sim::Trace>& trace,
           std::vector<std::string> notes) {
  Run run;
  run.request = request;
  run.trace = trace;
  run.notes = std::move(notes);
  // A user's kernel that replaces the catalogue's kernel may have its buffer parameters in a different order.
  if (!request.kernel_file.empty() && !request.launch && !request.recorded)
    run.notes = sim::exchanged_buffers(
        trace->plan(), [&](std::size_t program) -> const sim::Program& { return trace->program(program); });
  run.warnings = warnings_of(*trace);
  run.figures = std::make_unique<FigureSet>(trace);
  run.number = next_number();
  return run;
}

}  // namespace

std::optional<RunFailure> RunMaker::begin(const std::stop_token& stop) {
  const auto model = sim::find_device_model(request_.model);
  if (!model) return failed(request_, model.error()).value();
  auto prepared = prepare(request_, **model);
  if (!prepared) return std::move(prepared.error());
  notes_ = std::move(prepared->notes);
  auto maker = sim::TraceMaker::begin(
      prepared->plan, **model,
      {.max_moments_of_group = has(Feature::threads) ? kMaxOfGroup : kMaxOfGroupWithoutThreads,
       .kept_moments_of_endless_group = kKeptOfEndlessGroup,
       .schedule = request_.schedule,
       .stop = stop,
       .timeout = kTimeout},
      beginning_);
  if (!maker) return failed(request_, maker.error()).value();
  maker_.emplace(std::move(*maker));
  return std::nullopt;
}

std::optional<tl::expected<Run, RunFailure>> RunMaker::next(const std::stop_token& stop) {
  switch (stage_) {
    case Stage::compile:
      if (auto failure = begin(stop)) return tl::unexpected(std::move(*failure));
      stage_ = Stage::record;
      return std::nullopt;
    case Stage::record: {
      if (maker_->go_on(kPiece)) return std::nullopt;
      const auto trace = maker_->finish();
      maker_.reset();
      if (!trace) return failed(request_, trace.error());
      run_.emplace(run_of(request_, *trace, std::move(notes_)));
      stage_ = Stage::judge;
      return std::nullopt;
    }
    case Stage::judge:
      run_->verdict = sim::verdict_of(*run_->trace);
      indexer_.emplace(*run_->trace);
      stage_ = Stage::index;
      return std::nullopt;
    case Stage::index: {
      TimeSlice slice(kPiece);
      if (indexer_->go_on(slice)) return std::nullopt;
      run_->index = indexer_->take(run_->verdict);
      stage_ = Stage::figures;
      return std::nullopt;
    }
    case Stage::figures:
      break;
  }
  TimeSlice slice(kPiece);
  if (run_->figures->prepare(slice)) return std::nullopt;
  return std::move(*run_);
}

tl::expected<Run, RunFailure> make_run(const RunRequest& request) {
  RunMaker maker(request);
  while (true)
    if (auto run = maker.next({})) return std::move(*run);
}

}  // namespace lockstep::gui
