#include "cli/commands/bench/on_ranks.hpp"

#include <fmt/format.h>

#include "core/base/text/checked_number.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::cli {
namespace {

constexpr unsigned kMaxRanks = 1024;

// Returns the specified number of ranks; 0 if no number is specified.
Result<unsigned> wanted_ranks(const std::string& text) {
  if (text.empty()) return 0u;
  const WholeRange range{1, kMaxRanks,
                         "the number of ranks, or nothing: a rank for each device. IDs go before --mpi."};
  return read_whole("--mpi", text, range).map([](std::uint64_t count) {
    return static_cast<unsigned>(count);
  });
}

}  // namespace

Result<void> check_for_ranks(const std::vector<measure::BenchRequest>& entries) {
  for (const measure::BenchRequest& entry : entries) {
    if (entry.implementation)
      return usage_error(fmt::format(
          "--mpi runs kernels on the ranks' devices; {} does not run on a device. Leave out --mpi, or name "
          "reductions and scans.",
          entry.id()));
    const auto family = entry.algorithm->family;
    if (family != Algorithm::Family::reduction && family != Algorithm::Family::scan)
      return usage_error(
          fmt::format("--mpi joins the parts of reductions and scans; {} is neither.", entry.id()));
    if (entry.is_own_kernel() && !entry.force)
      return usage_error(
          "--mpi does not check kernels of --kernel-dir in the simulator first: run them without --mpi, then "
          "with --force.");
  }
  return {};
}

Result<std::unique_ptr<ranks::Ranks>> start_ranks(const RanksChoice& choice,
                                                  const std::function<Result<std::size_t>()>& devices,
                                                  const std::stop_token& stop) {
  const Result<unsigned> wanted = wanted_ranks(choice.count);
  if (!wanted) return tl::unexpected(wanted.error());
  if (const std::string missing = ranks::ranks_missing(); !missing.empty())
    return usage_error("--mpi: " + missing);
  const auto launched = ranks::launched();
  if (launched && launched->rank != 0) return tl::unexpected(ranks::become_rank(choice.devices));
  if (launched && *wanted != 0 && launched->ranks != 0 && *wanted != launched->ranks)
    return usage_error(fmt::format("--mpi {}: mpirun started {}.", *wanted, plural(launched->ranks, "rank")));
  ranks::RanksOptions options;
  options.devices = choice.devices;
  options.timeout = choice.timeout;
  options.to_wait_longer = "--timeout";
  options.stop = stop;
  options.count = *wanted;
  if (!launched && *wanted == 0) {
    const Result<std::size_t> count = devices();
    if (!count) return tl::unexpected(count.error());
    options.count = static_cast<unsigned>(*count);
  }
  return ranks::Ranks::start(options);
}

}  // namespace lockstep::cli
