// lockstep ladder: shows the kernels from the naive one to the fastest one. The gain of each rung is measured
// and explained by counts.
#include "sim/predicted_times/ladder.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "core/base/signals.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"
#include "core/bench/run_benchmark.hpp"
#include "core/bench/worker/worker.hpp"
#include "sim/explain/precheck.hpp"

namespace lockstep::cli {

namespace {

struct LadderOptions {
  RequestOptions request;
  std::vector<std::string> ids;
  std::string device = "0";
  bool no_device = false;
  bool json = false;
};

// `id` is a top rung, or a document with its own ladder.
Result<void> add_ladder_of(const std::string& id, sim::LadderRequest& request) {
  if (const PublishedLadder* document = find_published_ladder(id)) {
    request.documents.resize(request.ladders.size());
    request.documents.push_back(document);
    request.ladders.push_back(ladder_of(*document));
    return {};
  }
  const Result<const Algorithm*> algorithm = find_algorithm(id);
  if (!algorithm) return tl::unexpected(algorithm.error());
  request.ladders.push_back(ladder_to(**algorithm));
  return {};
}

// Uses the n of the document unless n is given, so that times can be compared.
void take_sizes_of_document(sim::LadderRequest& request, const RequestOptions& options) {
  if (options.is_n_given) return;
  for (const PublishedLadder* document : request.documents)
    if (document != nullptr) {
      request.request.n = document->n;
      return;
    }
}

Result<sim::LadderRequest> make_request(const LadderOptions& options, bench::Worker& worker) {
  const Result<Request> request = parse_request(options.request);
  if (!request) return tl::unexpected(request.error());
  sim::LadderRequest ladder;
  ladder.request = request->plan;
  ladder.model = request->model;
  ladder.kernel_dir = request->kernel_dir;
  if (options.ids.empty()) ladder.ladders = main_ladders();
  for (const std::string& id : options.ids)
    if (const auto added = add_ladder_of(id, ladder); !added) return tl::unexpected(added.error());
  take_sizes_of_document(ladder, options.request);
  if (options.no_device) return ladder;
  const Result<std::uint64_t> index = read_whole("--device", options.device, {0, kMaxDevices, kDeviceNote});
  if (!index) return tl::unexpected(index.error());
  const auto devices = worker.devices();
  if (!devices)
    return tl::unexpected(Error{devices.error().kind,
                                devices.error().message + " Use --no-device to predict without a device."});
  if (*index >= devices->size())
    return usage_error(fmt::format(
        "--device {}: the number of devices is {}, and numbers start at 0; `lockstep devices` lists them",
        *index, devices->size()));
  ladder.device = (*devices)[*index];
  return ladder;
}

bool any_failed(const sim::LadderReport& report) {
  for (const auto& rungs : report.ladders)
    for (const sim::Rung& rung : rungs)
      if (rung.row && (rung.row->status == measure::BenchRow::Status::failed ||
                       rung.row->status == measure::BenchRow::Status::error))
        return true;
  return false;
}

// If no rung can handle the request, returns the reason for the last rung, which is reported as an error;
// otherwise returns "".
std::string impossible(const sim::LadderReport& report) {
  std::string why;
  for (const auto& rungs : report.ladders)
    for (const sim::Rung& rung : rungs) {
      if (!rung.counted.work.empty()) return {};
      why = rung.no_count;
    }
  return why;
}

Result<int> run(const LadderOptions& options) {
  bench::Worker worker({.program = bench::own_worker(), .variables = {}});
  const auto request = make_request(options, worker);
  if (!request) return tl::unexpected(request.error());
  const Interrupt interrupt;
  std::optional<measure::BenchReport> measured;
  if (request->device) {
    bench::BenchOptions bench;
    bench.worker = &worker;
    bench.stop = interrupt.token();
    bench.prechecker = sim::precheck;
    measured = bench::run_benchmark(*request->device, sim::ladder_measurements(*request), bench);
  }
  const auto show = [](std::size_t done, std::size_t all) {
    show_progress_line(fmt::format("ladder: {} of {} counted", done, plural(all, "algorithm")));
  };
  const sim::LadderCounts counts = sim::count_ladders(*request, interrupt.token(), show);
  clear_progress_line();
  sim::LadderReport report = sim::make_ladder_report(*request, counts, measured ? &*measured : nullptr);
  for (const PublishedLadder* document : request->documents)
    if (document != nullptr)
      report.published.push_back(sim::compare_published(*document, request->kernel_dir, interrupt.token()));
  const bool is_interrupted = interrupt.token().stop_requested();
  if (const std::string why = impossible(report); !why.empty() && !is_interrupted) return usage_error(why);
  fmt::print("{}\n", options.json ? ladder_json(report) : ladder_text(report));
  if (is_interrupted) return stop_status();
  return any_failed(report) ? kFailed : kDone;
}

std::string document_names() {
  std::string names;
  for (const PublishedLadder& ladder : published_ladders())
    names += (names.empty() ? "" : ", ") + ladder.document;
  return names;
}

std::string ladder_footer() {
  std::string text = "Ladders of the documents, with their published times and rates:\n";
  for (const PublishedLadder& ladder : published_ladders())
    text += fmt::format("  {}  {} ({})\n", ladder.document, ladder.title, ladder.document_title);
  return text;
}

}  // namespace

Command add_ladder(CLI::App& program) {
  auto options = std::make_shared<LadderOptions>();
  options->request.n = "16Mi";
  CLI::App* app = program.add_subcommand(
      "ladder",
      "From the naive kernel to the fastest: each rung measured, predicted and explained by counts");
  app->add_option(
      "ID", options->ids,
      "Top rungs (default: the fastest reduction and the fastest scan), or a document's ladder: " +
          document_names());
  options->request.add_to(*app);
  app->add_option("--device", options->device, "Number of the device, as `lockstep devices` lists them")
      ->capture_default_str();
  app->add_flag("--no-device", options->no_device, "Only count and predict");
  app->add_flag("--json", options->json, "As JSON");
  app->footer(ladder_footer());
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
