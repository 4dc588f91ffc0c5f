#include "gui/background_jobs/count_runner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/plan/input.hpp"
#include "sim/explain/wrong_result/wrong_result.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kKept = 400;  // finished runs that are kept
// Counting is stopped if no work-group finishes within this time.
constexpr std::chrono::seconds kCountTimeout{5};
constexpr auto kPieceOfRun = std::chrono::milliseconds(8);  // duration of each piece of a run

Counted refused(const Error& error) {
  Counted counted;
  counted.reason = error.message;
  return counted;
}

Counted too_long() {
  Counted counted;
  counted.reason =
      fmt::format("More than {} warp instructions, or no end: too many to count here; choose a smaller n.",
                  count_text(kCountBudget));
  return counted;
}

Result<Plan> plan_of(const CountRequest& request, const Algorithm& algorithm, const sim::DeviceModel& model,
                     const std::string& kernel_dir) {
  const RunRequest& run = request.run;
  const std::string path = run.kernel_file.empty() ? algorithm.kernel_file : run.kernel_file;
  const Result<KernelSource> source = request.own_text
                                          ? Result<KernelSource>(KernelSource{path, run.text, {}})
                                          : load_kernel(algorithm, kernel_dir);
  if (!source) return tl::unexpected(source.error());
  return make_plan(algorithm, plan_request(run, model), *source);
}

std::string what_is_wrong(const Plan& plan, const sim::CountedRun& run) {
  const auto error = std::ranges::find(run.findings, Severity::error, &sim::Finding::severity);
  if (error != run.findings.end()) return error->message;
  if (!plan.expectation) return {};
  return sim::check_run(plan, run).message(plan.buffers[plan.expectation->result_buffer].name);
}

// Returns "Not made for work-groups of 16: …" with the consequence; "" if the size suits the kernel.
std::string unsuited_words(const Plan& plan) {
  const auto algorithm = find_algorithm(plan.id);
  const std::string why = algorithm ? unsuited_group(**algorithm, plan.group_size) : "";
  return why.empty() ? "" : fmt::format("Not made for work-groups of {}: {}.", plan.group_size, why);
}

// Returns the sentence of the finding that ended the run early.
std::string why_early(const sim::CountedRun& run) {
  using enum sim::Finding::Kind;
  for (const sim::Finding& finding : run.findings)
    if (finding.kind == step_budget || finding.kind == endless_loop) return as_sentence(finding.message);
  return {};
}

Counted ended_early(const sim::CountedRun& run) {
  if (run.early_end == sim::EarlyEnd::endless_loop) return refused({Error::Kind::failed, why_early(run)});
  Counted counted = too_long();
  counted.reason += " It " + why_early(run);
  return counted;
}

}  // namespace

Counting::Counting(CountRequest request, std::string kernel_dir, std::stop_token stop)
    : request_(std::move(request)), kernel_dir_(std::move(kernel_dir)), stop_(std::move(stop)) {}

// Prepares the run. Returns a value only if the run cannot be counted.
std::optional<Counted> Counting::begin() {
  const auto algorithm = find_algorithm(request_.run.algorithm);
  if (!algorithm) return refused(algorithm.error());
  const auto model = sim::find_device_model(request_.run.model);
  if (!model) return refused(model.error());
  model_ = *model;
  Result<Plan> plan = plan_of(request_, **algorithm, *model_, kernel_dir_);
  if (!plan) return refused(plan.error());
  plan_ = std::move(*plan);
  sim::RunOptions options;
  options.step_budget = kCountBudget;
  options.threads = spare_processors();
  options.stop = stop_;
  options.timeout = kCountTimeout;
  if (request_.run.n > kCountBudget) return too_long();  // before memory is allocated
  auto maker = sim::CountedRunMaker::begin(plan_, *model_, options);
  if (!maker) return refused(maker.error());
  maker_.emplace(std::move(*maker));
  return std::nullopt;
}

std::optional<Counted> Counting::go_on(std::optional<std::chrono::milliseconds> most) {
  if (!maker_) {
    if (auto refusal = begin()) return refusal;
    if (most) return std::nullopt;
  }
  if (maker_->go_on(most)) return std::nullopt;
  const sim::CountedRun run = maker_->finish();
  if (run.early_end != sim::EarlyEnd::none) return ended_early(run);
  Counted counted;
  counted.counters = run.total;
  counted.processors = processors_of(plan_);
  counted.wrong = what_is_wrong(plan_, run);
  const std::string unsuited = request_.own_text ? "" : unsuited_words(plan_);
  if (!counted.wrong.empty() && !unsuited.empty()) counted.wrong = unsuited;
  return counted;
}

Counted count_run(const CountRequest& request, const std::string& kernel_dir) {
  return *Counting(request, kernel_dir).go_on();
}

const Counted* CountSnapshot::find(const CountRequest& request) const {
  const auto found = std::ranges::find(requests, request);
  return found == requests.end() ? nullptr
                                 : results[static_cast<std::size_t>(found - requests.begin())].get();
}

std::size_t CountSnapshot::finished() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(results, [](const CountedPtr& result) { return result != nullptr; }));
}

CountRunner::CountRunner(std::string kernel_dir, const JobHost& host)
    : job_(
          [dir = std::move(kernel_dir)](const CountRequest& request) {
            return [request, dir, counting = std::shared_ptr<Counting>()](auto& control) mutable {
              if (!counting) counting = std::make_shared<Counting>(request, dir, control.stop());
              auto counted = counting->go_on(kPieceOfRun);
              if (control.stop().stop_requested()) return std::optional(Finished{request, nullptr});
              return counted ? std::optional(
                                   Finished{request, std::make_shared<const Counted>(std::move(*counted))})
                             : std::nullopt;
            };
          },
          host) {}

CountedPtr CountRunner::recall(const CountRequest& request) const {
  const auto found = std::ranges::find(kept_, request, &Finished::request);
  return found == kept_.end() ? nullptr : found->result;
}

void CountRunner::take_finished() {
  bool is_missing = false;  // a request was stopped and then wanted again
  for (Finished& finished : job_.take()) {
    if (!finished.result) {
      is_missing = true;
      continue;
    }
    for (std::size_t i = 0; i < wanted_.requests.size(); ++i)
      if (wanted_.requests[i] == finished.request) wanted_.results[i] = finished.result;
    kept_.push_back(std::move(finished));
    if (kept_.size() > kKept) kept_.pop_front();
  }
  if (is_missing && !wanted_.is_stopped) ask();
}

void CountRunner::want(const std::vector<CountRequest>& requests) {
  if (wanted_.requests == requests) return;
  take_finished();
  wanted_.requests = requests;
  wanted_.results.clear();
  for (const CountRequest& request : requests) wanted_.results.push_back(recall(request));
  ask();
}

// Requests the counts that are missing.
void CountRunner::ask() {
  wanted_.is_stopped = false;
  std::vector<CountRequest> missing;
  for (std::size_t i = 0; i < wanted_.requests.size(); ++i) {
    const bool twice = std::ranges::find(missing, wanted_.requests[i]) != missing.end();
    if (!wanted_.results[i] && !twice) missing.push_back(wanted_.requests[i]);
  }
  job_.ask_instead(std::move(missing));
}

void CountRunner::stop() {
  take_finished();
  wanted_.is_stopped = !wanted_.complete();
  job_.ask_instead({});
  job_.stop();
}

void CountRunner::go_on() {
  take_finished();
  ask();
}

CountSnapshot CountRunner::snapshot() {
  const std::optional<CountRequest> running = job_.running();
  take_finished();
  CountSnapshot seen = wanted_;
  for (std::size_t i = 0; running && i < seen.requests.size() && !seen.running; ++i)
    if (seen.requests[i] == *running && !seen.results[i]) seen.running = i;
  return seen;
}

void CountRunner::wait(std::chrono::milliseconds most) { job_.wait(most); }

}  // namespace lockstep::gui
