#include "gui/jobs/count_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "core/base/sizes.hpp"
#include "core/plan/input.hpp"
#include "sim/explain/wrong_result.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kKept = 400;  // finished runs that are remembered

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
  if (!run.findings.empty()) return run.findings.front().message;
  if (!plan.expectation) return {};
  return sim::check_run(plan, run).message(plan.buffers[plan.expectation->result_buffer].name);
}

bool out_of_budget(const sim::CountedRun& run) {
  return std::ranges::any_of(run.findings, [](const sim::Finding& finding) {
    return finding.kind == sim::Finding::Kind::step_budget;
  });
}

}  // namespace

Counted count_run(const CountRequest& request, const std::string& kernel_dir) {
  const auto algorithm = find_algorithm(request.run.algorithm);
  if (!algorithm) return refused(algorithm.error());
  const auto model = sim::find_device_model(request.run.model);
  if (!model) return refused(model.error());
  const Result<Plan> plan = plan_of(request, **algorithm, **model, kernel_dir);
  if (!plan) return refused(plan.error());
  sim::RunOptions options;
  options.step_budget = kCountBudget;
  // One core stays with the interface.
  options.threads = std::max(2u, std::thread::hardware_concurrency()) - 1;
  if (request.run.n > kCountBudget) return too_long();  // nor is so much memory filled for nothing
  const auto run = sim::run_counted(*plan, **model, options);
  if (!run) return refused(run.error());
  if (out_of_budget(*run)) return too_long();
  Counted counted;
  counted.counters = run->total;
  counted.processors = processors_of(*plan);
  counted.wrong = what_is_wrong(*plan, *run);
  return counted;
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

struct CountRunner::Shared {
  struct Kept {
    CountRequest request;
    CountedPtr result;
  };
  std::string kernel_dir;
  std::function<void()> wake;
  mutable std::mutex mutex;
  std::condition_variable changed;
  CountSnapshot wanted;
  std::deque<Kept> kept;  // the latest last
  bool quit = false;
  std::thread thread;

  CountedPtr recall(const CountRequest& request) const {
    const auto found = std::ranges::find(kept, request, &Kept::request);
    return found == kept.end() ? nullptr : found->result;
  }
  std::optional<std::size_t> next() const {
    for (std::size_t i = 0; i < wanted.results.size(); ++i)
      if (!wanted.results[i]) return i;
    return std::nullopt;
  }
  void finish(const CountRequest& request, CountedPtr result) {
    kept.push_back({request, result});
    if (kept.size() > kKept) kept.pop_front();
    // While it ran, other counts may have come to be wanted.
    for (std::size_t i = 0; i < wanted.requests.size(); ++i)
      if (wanted.requests[i] == request) wanted.results[i] = result;
    wanted.running.reset();
  }
  void loop();
};

void CountRunner::Shared::loop() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return quit || next(); });
    if (quit) return;
    wanted.running = next();
    const CountRequest request = wanted.requests[*wanted.running];
    lock.unlock();
    auto result = std::make_shared<const Counted>(count_run(request, kernel_dir));
    lock.lock();
    finish(request, std::move(result));
    changed.notify_all();
    if (wake) wake();
  }
}

CountRunner::CountRunner(std::string kernel_dir, std::function<void()> wake)
    : shared_(std::make_unique<Shared>()) {
  shared_->kernel_dir = std::move(kernel_dir);
  shared_->wake = std::move(wake);
}

CountRunner::~CountRunner() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->quit = true;
  }
  shared_->changed.notify_all();
  if (shared_->thread.joinable()) shared_->thread.join();
}

void CountRunner::want(const std::vector<CountRequest>& requests) {
  {
    const std::lock_guard lock(shared_->mutex);
    CountSnapshot& wanted = shared_->wanted;
    if (wanted.requests == requests) return;
    wanted.requests = requests;
    wanted.results.clear();
    wanted.running.reset();
    for (const CountRequest& request : requests) wanted.results.push_back(shared_->recall(request));
    if (!shared_->thread.joinable())
      shared_->thread = std::thread([shared = shared_.get()] { shared->loop(); });
  }
  shared_->changed.notify_all();
}

CountSnapshot CountRunner::snapshot() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->wanted;
}

void CountRunner::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait_for(lock, most, [this] { return !shared_->next(); });
}

}  // namespace lockstep::gui
