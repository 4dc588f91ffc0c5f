#include "core/ranks/ranks.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>

#include "core/base/files/path_text.hpp"
#include "core/base/process.hpp"
#include "core/base/text/text.hpp"
#include "core/bench/row/rows.hpp"
#include "core/bench/worker/messages.hpp"
#include "core/host_implementations/mpi_program.hpp"

namespace lockstep::ranks {
namespace {

using measure::BenchRow;

constexpr auto kGlance = std::chrono::milliseconds(50);
constexpr auto kLastWords = std::chrono::seconds(3);
constexpr std::string_view kCancelled = "Cancelled.";
constexpr unsigned kBuildFactor = 20;
constexpr std::chrono::nanoseconds kSilencePerElement{100};

// Open MPI 4 and 5, MPICH and Slurm; PMIx has no variable for the number of ranks.
struct Variables {
  const char *rank, *ranks;
};
constexpr Variables kVariables[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                    {"PMI_RANK", "PMI_SIZE"},
                                    {"PMIX_RANK", "OMPI_COMM_WORLD_SIZE"}};

std::optional<unsigned> number_in(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  const std::string_view digits = text;
  unsigned value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::string devices_program() {
  const std::filesystem::path program =
      system_path(own_program()).parent_path() / system_path(kDevicesProgram);
  std::error_code ignored;
  return std::filesystem::is_regular_file(program, ignored) ? path_text(program) : "";
}

}  // namespace

std::optional<Launched> launched() {
  for (const Variables& names : kVariables)
    if (const auto rank = number_in(names.rank)) return Launched{*rank, number_in(names.ranks).value_or(0)};
  return std::nullopt;
}

std::string ranks_missing() {
  return host::mpi_missing(devices_program(), launched() ? "mpirun" : host::mpi_launcher());
}

Error become_rank(const std::string& devices) { return become({devices_program(), devices}); }

Ranks::Ranks(const RanksOptions& options) : options_(options) {}
Ranks::~Ranks() = default;

Result<std::unique_ptr<Ranks>> Ranks::start(const RanksOptions& options) {
  std::unique_ptr<Ranks> ranks(new Ranks(options));
  std::vector<std::string> program{devices_program(), options.devices}, variables;
  if (!launched()) {
    program.insert(program.begin(), {host::mpi_launcher(), "-n", std::to_string(options.count)});
    variables = host::mpi_settings();
    // The driver of a rank has several threads, which must not share one core.
    variables.emplace_back("OMPI_MCA_hwloc_base_binding_policy=none");
    variables.emplace_back("OMPI_MCA_mpi_yield_when_idle=1");
  }
  auto child = Child::start(program, variables);
  if (!child) return tl::unexpected(child.error());
  ranks->child_ = std::move(*child);
  const auto line = ranks->listen(0, options.stop);
  if (!line) return failure(ranks->lost_);
  auto places = read_places(*line);
  if (!places) return tl::unexpected(places.error());
  ranks->places_ = *std::move(places);
  if (ranks->places_.empty()) return failure("The MPI ranks reported no devices.");
  return ranks;
}

std::string Ranks::places_text() const {
  std::string text;
  for (const RankPlace& place : places_)
    text += fmt::format("rank {} on {}: device {}, {} ({}, driver {})\n", place.rank, place.host,
                        place.device.index, place.device.name, place.device.platform, place.device.driver);
  return text;
}

// Ends the ranks. The ranks that were working, not waiting for others, report this. The reports are not
// awaited if the run was cancelled.
std::string Ranks::loss(const std::string& what) {
  lost_ = what;
  child_->interrupt();
  const auto until =
      std::chrono::steady_clock::now() + (what == kCancelled ? std::chrono::seconds(0) : kLastWords);
  while (std::chrono::steady_clock::now() < until && child_->listen(kGlance).kind != Heard::Kind::end) {
  }
  if (const std::string words = child_->said(); !words.empty()) lost_ += " Their last words: " + words;
  child_.reset();
  return lost_;
}

std::optional<std::string> Ranks::listen(std::uint64_t n, const std::stop_token& stop) {
  const auto most = options_.timeout * kBuildFactor +
                    std::chrono::duration_cast<std::chrono::seconds>(kSilencePerElement * n);
  const auto until = std::chrono::steady_clock::now() + most;
  while (true) {
    Heard heard = child_->listen(kGlance);
    if (heard.kind == Heard::Kind::line) return std::move(heard.line);
    if (heard.kind == Heard::Kind::end) {
      const std::string how = child_->how_it_ended();
      loss(fmt::format("The MPI ranks ended{}.", how.empty() ? "" : " " + how));
      return std::nullopt;
    }
    if (stop.stop_requested()) loss(std::string(kCancelled));
    if (!lost_.empty()) return std::nullopt;
    if (std::chrono::steady_clock::now() > until) {
      const std::string seconds = plural(static_cast<std::uint64_t>(most.count()), "second");
      const std::string& option = options_.to_wait_longer;
      loss(fmt::format("The MPI ranks gave no answer for {} and were ended{}.", seconds,
                       option.empty() ? "" : "; " + option + " waits longer"));
      return std::nullopt;
    }
  }
}

BenchRow Ranks::row(const measure::BenchRequest& request, unsigned ranks,
                    const measure::RunOptions& options) {
  BenchRow row = bench::empty_row(request);
  using enum BenchRow::Status;
  if (options.stop.stop_requested())
    return bench::without_value(std::move(row), skipped, "Cancelled before it began.");
  const auto lost = [&] {
    return bench::without_value(std::move(row), options.stop.stop_requested() ? skipped : error, lost_);
  };
  if (!child_) return lost();
  const bench::WorkerJob asked{
      .request = request, .repetitions = options.repetitions, .warm_ups = options.warm_ups, .ranks = ranks};
  if (!child_->write_line(bench::job_line(asked))) {
    loss("The MPI ranks have ended.");
    return lost();
  }
  while (const auto line = listen(request.request.n, options.stop)) {
    auto said = bench::read_answer(*line);
    if (said && said->progress && options.on_progress) options.on_progress(*said->progress);
    if (said && said->error) return bench::from_error(std::move(row), *said->error);
    if (said && said->row) return *std::move(said->row);
  }
  return lost();
}

std::vector<RanksRequest> ranks_requests(std::span<const measure::BenchRequest> requests, unsigned ranks,
                                         measure::Split split, bool alone) {
  std::vector<RanksRequest> all;
  for (measure::BenchRequest request : requests) {
    request.split = split;
    if (alone && ranks > 1) all.push_back({request, 1});
    all.push_back({std::move(request), ranks});
  }
  return all;
}

measure::BenchReport run_on_ranks(Ranks& ranks, std::span<const RanksRequest> requests, const RanksRun& run) {
  measure::BenchReport report;
  report.device = ranks.places().front().device;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    measure::RunOptions options;
    options.repetitions = run.repetitions;
    options.warm_ups = run.warm_ups;
    options.stop = run.stop;
    if (run.on_progress)
      options.on_progress = [&run, i](const measure::Progress& progress) { run.on_progress(i, progress); };
    report.rows.push_back(ranks.row(requests[i].request, requests[i].ranks, options));
    if (run.on_row) run.on_row(i, report.rows.back());
  }
  return report;
}

}  // namespace lockstep::ranks
