// lockstep results: prints the results that `lockstep bench` and the window have stored on this machine.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "core/base/hash.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "core/benchmark_data/compare.hpp"
#include "core/benchmark_data/history.hpp"
#include "core/benchmark_data/row_json.hpp"
#include "core/benchmark_data/tuning.hpp"

namespace lockstep::cli {
namespace {

struct ResultsOptions {
  std::vector<std::string> ids;
  std::string device;
  bool json = false;
};

bool is_wanted(const measure::KeptResult& result, const ResultsOptions& options) {
  const bool named =
      options.ids.empty() || std::ranges::find(options.ids, result.row.id) != options.ids.end();
  return named && result.device.find(options.device) != std::string::npos;
}

// The hashes of the current built-in kernels. Each hash is computed only once.
class KernelsOfToday {
 public:
  // Returns true if the built-in text has changed since the measurement. For an edited text this is unknown,
  // because edited texts are not stored.
  bool has_changed(const measure::BenchRow& row) {
    if (row.is_on_host() || row.edited) return false;
    const auto [known, is_new] = hashes_.try_emplace(row.id);
    if (is_new)
      if (const auto algorithm = find_algorithm(row.id))
        if (const auto source = load_kernel(**algorithm, "")) known->second = text_hash(source->text);
    return known->second && *known->second != row.kernel_hash;
  }

 private:
  std::map<std::string, std::optional<decltype(measure::BenchRow::kernel_hash)>> hashes_;  // empty: unknown
};

std::string remark(const measure::BenchRow& row, KernelsOfToday& kernels) {
  std::string text = row.edited                 ? "edited kernel"
                     : kernels.has_changed(row) ? "the kernel has changed since then"
                                                : "";
  if (!row.tuning) return text;
  // Looking up an unknown name is expensive, because the Error lists similar names.
  if (const auto algorithm = find_algorithm(row.id))
    text += (text.empty() ? "" : "; ") + measure::tuning_text(*row.tuning, **algorithm);
  return text;
}

nlohmann::ordered_json entry(const measure::KeptResult& result, KernelsOfToday& kernels) {
  nlohmann::ordered_json json{
      {"date", result.date},
      {"device", {{"name", result.device}, {"platform", result.platform}, {"driver", result.driver}}},
      {"input", result.input},
      {"kernel_changed", kernels.has_changed(result.row)}};
  json.update(measure::row_json(result.row));
  return json;
}

void print_json(const std::vector<measure::KeptResult>& results, const measure::KeptResults& kept) {
  KernelsOfToday kernels;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const measure::KeptResult& result : results) rows.push_back(entry(result, kernels));
  const nlohmann::ordered_json json{
      {"file", measure::results_file()}, {"rows", std::move(rows)}, {"problems", kept.problems}};
  fmt::print("{}\n", json_text(json));
}

void print_table(const std::vector<measure::KeptResult>& results) {
  using enum Table::Align;
  KernelsOfToday kernels;
  Table table({left, left, right, left, left, right, right, right, right, right, left, left});
  table.add(
      {"date (UTC)", "id", "n", "type", "op", "L", "device ms", "min", "max", "GB/s", "device", "remark"});
  for (const measure::KeptResult& result : results) {
    const measure::BenchRow& row = result.row;
    const auto ms = [](std::uint64_t ns) { return fmt::format("{:.4f}", static_cast<double>(ns) / 1e6); };
    table.add({measure::date_text(result.date), row.id, count_text(row.n), std::string(opencl_name(row.type)),
               std::string(name(row.op)) + (row.exclusive ? ", exclusive" : ""),
               row.is_on_host() ? plural(row.threads, "thread") : std::to_string(row.group_size),
               ms(row.device_ns.median), ms(row.device_ns.min), ms(row.device_ns.max),
               fmt::format("{:.1f}", row.gbps),
               result.device + (result.driver.empty() ? "" : ", driver " + result.driver),
               remark(row, kernels)});
  }
  fmt::print("{}\nKept in {}.\n", table.text(), measure::results_file());
}

Result<int> run(const ResultsOptions& options) {
  const measure::KeptResults kept = measure::read_results(measure::results_file());
  for (const std::string& problem : kept.problems) fmt::print(stderr, "lockstep: {}\n", problem);
  std::vector<measure::KeptResult> results;
  for (const measure::KeptResult& result : kept.results)
    if (is_wanted(result, options)) results.push_back(result);
  if (options.json)
    print_json(results, kept);
  else if (results.empty())
    fmt::print("No such result is stored yet: `lockstep bench` stores its results in {}.\n",
               measure::results_file());
  else
    print_table(results);
  return kDone;
}

}  // namespace

Command add_results(CLI::App& program) {
  auto options = std::make_shared<ResultsOptions>();
  CLI::App* app = program.add_subcommand("results", "Stored results of earlier runs on this machine");
  app->add_option("ID", options->ids, "Only these algorithms and host implementations; default: all of them");
  app->add_option("--device", options->device, "Only results of devices whose name contains this text");
  app->add_flag("--json", options->json, "As JSON");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
