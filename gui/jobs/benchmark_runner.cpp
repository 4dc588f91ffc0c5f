#include "gui/jobs/benchmark_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "core/base/files.hpp"
#include "core/measure/history.hpp"
#include "core/measure/shared_rows.hpp"
#include "core/measure/tuning.hpp"
#include "gui/canvas/text.hpp"
#include "gui/jobs/device_choice.hpp"
#include "sim/explain/first_look.hpp"

namespace lockstep::gui {

namespace {

// Between two frames that only show how far a run is: a device that shares its memory or its cores with the
// screen has better things to do.
constexpr auto kBetweenWakes = std::chrono::milliseconds(100);

}  // namespace

struct BenchmarkRunner::Shared {
  std::string kernel_dir, results_file;
  std::function<void()> wake;
  std::unique_ptr<opencl::Worker> worker;
  mutable std::mutex mutex;
  std::condition_variable changed;
  BenchmarkSnapshot snapshot;
  bool discovery_asked = false, run_asked = false, quit = false;
  std::optional<AppState> wish;  // a run that was asked for while devices were still looked for
  Result<opencl::Device> device;
  unsigned repetitions = 20, warm_ups = 3;
  std::stop_source stop;   // of the run
  std::stop_source leave;  // the window closes
  std::chrono::steady_clock::time_point woken_at{};
  std::thread thread;

  template <class Change>
  void update(Change change) {
    {
      const std::lock_guard lock(mutex);
      change(snapshot);
    }
    woken_at = std::chrono::steady_clock::now();
    if (wake) wake();
  }
  void loop();
  bool prepare(const AppState& state);  // with the mutex held
  Result<std::vector<opencl::Device>> list_devices();
  void find_devices();
  void measure_copy(const std::vector<opencl::Device>& sharing);
  void run_rows();
  void show_progress(const opencl::BenchRequest& request, std::size_t row, std::size_t rows,
                     const opencl::Progress& progress);
};

void BenchmarkRunner::Shared::loop() {
  while (true) {
    bool discover = false, run = false;
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [this] { return quit || discovery_asked || run_asked; });
      if (quit) return;
      discover = std::exchange(discovery_asked, false);
      run = std::exchange(run_asked, false);
    }
    // Finding devices may start a run that has been waiting for them; the next turn sees it.
    if (discover) find_devices();
    if (run) run_rows();
  }
}

Result<std::vector<opencl::Device>> BenchmarkRunner::Shared::list_devices() {
  return worker && worker->start() ? worker->devices(leave.get_token()) : opencl::list_devices();
}

void BenchmarkRunner::Shared::find_devices() {
  auto devices = list_devices();
  const std::string tuning_problem = opencl::kept_tuning_problem();
  update([&](BenchmarkSnapshot& seen) {
    seen.discovering = false;
    seen.tuning_problem = tuning_problem;
    if (devices) {
      seen.devices = std::move(*devices);
    } else {
      seen.no_devices = devices.error().message;
    }
    if (const auto state = std::exchange(wish, std::nullopt)) run_asked = prepare(*state);
  });
}

bool BenchmarkRunner::Shared::prepare(const AppState& state) {
  const bool looked = snapshot.devices || !snapshot.no_devices.empty();
  if (snapshot.running || !looked) return false;
  const opencl::Device* chosen =
      snapshot.devices ? chosen_device(*snapshot.devices, state.benchmark.device) : nullptr;
  snapshot.requests = benchmark_requests(state, kernel_dir);
  snapshot.sharing =
      chosen ? sharing_devices(*snapshot.devices, state.benchmark) : std::vector<opencl::Device>{};
  if (!snapshot.sharing.empty()) {
    chosen = &snapshot.sharing.front();
    const auto split = state.benchmark.by_speed ? opencl::Split::measured : opencl::Split::equal;
    snapshot.requests =
        opencl::shared_requests(snapshot.requests, snapshot.sharing, split, state.benchmark.each_alone);
  }
  // The other ways need none.
  if (chosen == nullptr)
    std::erase_if(snapshot.requests, [](const opencl::BenchRequest& request) { return !request.way; });
  snapshot.rows.clear();
  snapshot.problems.clear();
  snapshot.again.reset();
  if (snapshot.requests.empty()) return false;
  snapshot.running = true;
  snapshot.progress = 0;
  snapshot.copy_gbps = 0;
  snapshot.copies_gbps.clear();
  snapshot.copy_reason.clear();
  device = chosen ? Result<opencl::Device>(*chosen) : failure(snapshot.no_devices);
  snapshot.device = device.value_or(opencl::Device{});
  if (!chosen) snapshot.device.name = host::processor_name();
  repetitions = state.benchmark.repetitions;
  warm_ups = state.benchmark.warm_ups;
  stop = {};
  return true;
}

// Those that share an array are measured one after another.
void BenchmarkRunner::Shared::measure_copy(const std::vector<opencl::Device>& sharing) {
  update([](BenchmarkSnapshot& seen) { seen.what = "measuring the device's copy bandwidth"; });
  const auto copy_of = [&](const opencl::Device& one) {
    return worker && worker->start() ? worker->copy_gbps(one, stop.get_token())
                                     : opencl::find_again(one).and_then(opencl::measure_copy_gbps);
  };
  for (const opencl::Device& one : sharing.empty() ? std::vector{*device} : sharing) {
    const auto copy = copy_of(one);
    update([&](BenchmarkSnapshot& seen) {
      if (!copy) seen.copy_reason = copy.error().message;
      if (one.index == device->index) seen.copy_gbps = copy.value_or(0);
      if (!sharing.empty()) seen.copies_gbps.push_back(copy.value_or(0));
    });
  }
}

void BenchmarkRunner::Shared::show_progress(const opencl::BenchRequest& request, std::size_t row,
                                            std::size_t rows, const opencl::Progress& progress) {
  const auto change = [&](BenchmarkSnapshot& seen) {
    if (!stop.stop_requested())
      seen.what = fmt::format("{}, {}: {}", request.id(), format_count(request.request.n), progress.what);
    const double part = progress.total == 0 ? 0 : static_cast<double>(progress.done) / progress.total;
    seen.progress = (static_cast<double>(row) + part) / static_cast<double>(rows);
  };
  if (progress.done == 0 || std::chrono::steady_clock::now() - woken_at >= kBetweenWakes)
    return update(change);
  const std::lock_guard lock(mutex);
  change(snapshot);
}

void BenchmarkRunner::Shared::run_rows() {
  std::vector<opencl::BenchRequest> requests;
  std::vector<opencl::Device> sharing;
  opencl::BenchOptions options;
  std::optional<std::size_t> again;
  {
    const std::lock_guard lock(mutex);
    again = snapshot.again;
    requests = again ? std::vector{snapshot.requests[*again]} : snapshot.requests;
    sharing = snapshot.sharing;
    options.repetitions = repetitions;
    options.warm_ups = warm_ups;
    options.stop = stop.get_token();
  }
  update(
      [problem = opencl::kept_tuning_problem()](BenchmarkSnapshot& seen) { seen.tuning_problem = problem; });
  if (device && !again) measure_copy(sharing);
  options.measure_copy = false;
  options.worker = worker.get();
  options.look_first = sim::first_look;
  options.on_progress = [&](std::size_t row, const opencl::Progress& progress) {
    show_progress(requests[row], row, requests.size(), progress);
  };
  opencl::ResultsKeeper keeper(results_file, device);
  options.on_row = [&](std::size_t i, const opencl::BenchRow& row) {
    opencl::BenchRow shown = row;
    shown.earlier = keeper.take(requests[i], row);
    update([&](BenchmarkSnapshot& seen) {
      if (again)
        seen.rows[*again] = std::move(shown);
      else
        seen.rows.push_back(std::move(shown));
      seen.problems = keeper.problems();
    });
  };
  const opencl::BenchReport report = opencl::run_benchmark(device, requests, options);
  update([&](BenchmarkSnapshot& seen) {
    seen.running = false;
    seen.again.reset();
    seen.no_worker = report.no_worker;
    seen.progress = 1;
    seen.what.clear();
  });
}

opencl::BenchReport bench_report(const BenchmarkSnapshot& snapshot) {
  opencl::BenchReport report{snapshot.device, snapshot.copy_gbps, snapshot.copy_reason, snapshot.rows};
  report.processor = host::processor_name();
  report.devices = snapshot.sharing;
  report.copies_gbps = snapshot.copies_gbps;
  return report;
}

BenchmarkRunner::BenchmarkRunner(std::string kernel_dir, std::function<void()> wake, std::string results_file,
                                 opencl::WorkerOptions worker)
    : shared_(std::make_unique<Shared>()) {
  if (!worker.program.empty()) shared_->worker = std::make_unique<opencl::Worker>(std::move(worker));
  shared_->results_file = std::move(results_file);
  shared_->kernel_dir = std::move(kernel_dir);
  shared_->wake = std::move(wake);
}

BenchmarkRunner::~BenchmarkRunner() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->quit = true;
    shared_->stop.request_stop();
    shared_->leave.request_stop();
  }
  shared_->changed.notify_all();
  if (shared_->thread.joinable()) shared_->thread.join();
}

void BenchmarkRunner::discover() {
  {
    const std::lock_guard lock(shared_->mutex);
    BenchmarkSnapshot& seen = shared_->snapshot;
    if (seen.discovering || seen.devices || !seen.no_devices.empty()) return;
    seen.discovering = true;
    shared_->discovery_asked = true;
    if (!shared_->thread.joinable())
      shared_->thread = std::thread([shared = shared_.get()] { shared->loop(); });
  }
  shared_->changed.notify_all();
}

void BenchmarkRunner::run(const AppState& state) {
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->snapshot.discovering) {
      shared_->wish = state;
      return;
    }
    if (!shared_->prepare(state)) return;
    shared_->run_asked = true;
  }
  shared_->changed.notify_all();
}

void BenchmarkRunner::run_anyway(std::size_t row) {
  {
    const std::lock_guard lock(shared_->mutex);
    BenchmarkSnapshot& seen = shared_->snapshot;
    if (seen.running || row >= seen.rows.size()) return;
    seen.requests[row].anyway = true;
    seen.again = row;
    seen.running = true;
    seen.progress = 0;
    shared_->stop = {};
    shared_->run_asked = true;
  }
  shared_->changed.notify_all();
}

void BenchmarkRunner::cancel() {
  const std::lock_guard lock(shared_->mutex);
  shared_->stop.request_stop();
  shared_->snapshot.what = "stopping …";
}

BenchmarkSnapshot BenchmarkRunner::snapshot() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->snapshot;
}

// The user's own file, as it was edited or as it is on disk.
static KernelSource own_kernel(const AppState& state) {
  const std::string* edited = state.edited_text();
  return {state.kernel_file, edited ? *edited : read_file(state.kernel_file).value_or(""), {}};
}

static opencl::BenchRequest way_request(const AppState& state, const host::Way& way) {
  opencl::BenchRequest request;
  request.way = &way;
  request.request.exclusive = state.exclusive && way.family == Algorithm::Family::scan;
  return request;
}

static opencl::BenchRequest kernel_request(const AppState& state, const Algorithm& algorithm,
                                           const std::string& kernel_dir) {
  opencl::BenchRequest request;
  request.algorithm = &algorithm;
  request.kernel_dir = kernel_dir;
  request.request.exclusive = state.exclusive && algorithm.has_exclusive_form;
  if (const auto edited = state.edited_texts.find(algorithm.id); edited != state.edited_texts.end()) {
    request.source = KernelSource{algorithm.kernel_file, edited->second, {}};
  }
  if (!state.kernel_file.empty() && state.algorithm == algorithm.id) request.source = own_kernel(state);
  return request;
}

std::vector<opencl::BenchRequest> benchmark_requests(const AppState& state, const std::string& kernel_dir) {
  const std::vector<std::string>& ticked = state.benchmark.algorithms;
  const auto is_ticked = [&](const std::string& id) {
    return ticked.empty() || std::ranges::find(ticked, id) != ticked.end();
  };
  std::vector<opencl::BenchRequest> requests;
  const auto add = [&](opencl::BenchRequest request, std::uint64_t n) {
    request.by_name = !ticked.empty();
    request.request.n = n;
    request.request.group_size = state.benchmark.group_size;
    request.request.op = state.op;
    request.request.type = state.type;
    request.request.input = Content{state.pattern, state.constant, state.seed, nullptr};
    requests.push_back(std::move(request));
  };
  for (const std::uint64_t n : state.benchmark.sizes) {
    for (const Algorithm& algorithm : catalogue())
      if (is_ticked(algorithm.id)) add(kernel_request(state, algorithm, kernel_dir), n);
    for (const host::Way& way : host::host_ways())
      if (is_ticked(way.id)) add(way_request(state, way), n);
  }
  return requests;
}

std::vector<BenchmarkEntry> benchmark_entries() {
  std::vector<BenchmarkEntry> entries;
  for (const Algorithm& algorithm : catalogue())
    entries.push_back({algorithm.id, algorithm.summary, algorithm.family, false, {}});
  for (const host::Way& way : host::host_ways())
    entries.push_back({way.id, way.summary, way.family, true, way.missing});
  return entries;
}

std::vector<std::string> benchmark_ids() {
  std::vector<std::string> ids;
  for (BenchmarkEntry& entry : benchmark_entries()) ids.push_back(std::move(entry.id));
  return ids;
}

}  // namespace lockstep::gui
