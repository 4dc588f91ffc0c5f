#include "core/measure/history.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "core/measure/compare.hpp"
#include "core/measure/history_store.hpp"
#include "core/measure/row_json.hpp"

namespace lockstep::opencl {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of_result(const KeptResult& result) {
  Json json{{"date", result.date},
            {"device", {{"name", result.device}, {"platform", result.platform}, {"driver", result.driver}}},
            {"devices", result.devices},
            {"input", result.input}};
  json.update(row_json(result.row));
  return line_of(json);
}

Result<KeptResult> parse_result(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded()) return usage_error("It is no JSON.");
  auto row = read_row(json);
  if (!row) return tl::unexpected(row.error());
  try {
    const Json& device = json.at("device");
    return KeptResult{json.at("date"),     device.at("name"),         device.at("platform"),
                      device.at("driver"), json.value("devices", ""), json.value("input", "random"),
                      std::move(*row)};
  } catch (const Json::exception& error) {
    return usage_error(fmt::format("It has no date or no device: {}.", error.what()));
  }
}

// All that decides what is measured. A tuned kernel's L is its own, and may have changed.
bool is_same_request(const KeptResult& a, const KeptResult& b) {
  const auto key = [](const KeptResult& result) {
    const BenchRow& row = result.row;
    return std::tuple(std::string_view(row.id), row.type, row.op, row.n, row.exclusive,
                      row.tuning ? 0 : row.group_size, row.threads, std::string_view(result.input),
                      std::string_view(result.device), std::string_view(result.platform),
                      std::string_view(result.devices));
  };
  return key(a) == key(b);
}

}  // namespace

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

KeptResult result_to_keep(const BenchReport& report, const BenchRequest& request, const BenchRow& row,
                          std::string date) {
  KeptResult result;
  result.date = std::move(date);
  result.device = place_of(report, row);
  if (!row.parts.empty()) result.devices = devices_label(row);
  if (!row.is_on_host()) {
    result.platform = report.device.platform;
    result.driver = report.device.driver;
  }
  result.input = pattern_name(request.request.input.pattern);
  result.row = row;
  return result;
}

KeptResults read_results(const std::string& path) {
  KeptResults kept;
  std::size_t number = 0;
  for (const std::string& line : stored_lines(path)) {
    ++number;
    if (line.empty()) continue;
    auto result = parse_result(line);
    if (result)
      kept.results.push_back(std::move(*result));
    else
      kept.problems.push_back(
          fmt::format("{}, line {} is passed over: {}", path, number, result.error().message));
  }
  return kept;
}

Result<void> keep_results(const std::string& path, std::span<const KeptResult> results) {
  std::vector<std::string> lines;
  for (const KeptResult& result : results) lines.push_back(line_of_result(result));
  return lines.empty() ? Result<void>{} : store_lines(path, lines, kMostKept);
}

std::optional<EarlierRun> earlier_run(const KeptResults& kept, const KeptResult& now) {
  const auto found = std::find_if(kept.results.rbegin(), kept.results.rend(), [&](const KeptResult& then) {
    return then.row.status == BenchRow::Status::passed && is_same_request(then, now);
  });
  if (found == kept.results.rend()) return std::nullopt;
  // What rates are by: of devices that share an array, the host's time.
  const Spread& times = now.devices.empty() ? found->row.device_ns : found->row.host_ns;
  EarlierRun earlier{found->date, found->driver, times, found->row.gbps};
  earlier.other_driver = found->driver != now.driver;
  earlier.other_kernel = found->row.kernel_hash != now.row.kernel_hash;
  earlier.other_tuning = found->row.tuning != now.row.tuning;
  return earlier;
}

}  // namespace lockstep::opencl
