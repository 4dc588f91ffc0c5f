#include "core/benchmark_data/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "core/base/files/directories.hpp"
#include "core/base/machine_facts.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "core/benchmark_data/compare.hpp"
#include "core/benchmark_data/line_file.hpp"
#include "core/benchmark_data/row_json.hpp"

namespace lockstep::measure {
namespace {

constexpr std::size_t kMaxProblems = 10;         // problems that are described one by one
constexpr std::size_t kMaxRead = 10 * kMaxKept;  // lines; the file may come from elsewhere

// The fields in addition to those of the row.
template <class Fields, class Kept>
void result_fields(Fields& fields, Kept& result) {
  fields.text("date", result.date);
  fields.object("device", result, [](auto& device, auto& kept) {
    device.text("name", kept.device);
    device.text("platform", kept.platform);
    device.text("driver", kept.driver);
  });
  if (fields.has("devices")) fields.text("devices", result.devices);
  if (fields.has("input")) fields.text("input", result.input);
}

std::string line_of_result(const KeptResult& result) {
  FieldsJson json = written_fields([&result](FieldWriter& fields) { result_fields(fields, result); });
  json.update(row_json(result.row));
  return json_line(json);
}

Result<KeptResult> parse_result(const std::string& line) {
  const auto json = parse_json<FieldsJson>(line);
  if (!json) return usage_error("It is not JSON.");
  auto row = read_row(*json);
  if (!row) return tl::unexpected(row.error());
  return read_fields<KeptResult>(*json, "a stored result",
                                 [&row](const FieldReader& fields, KeptResult& result) {
                                   result.input = "random";
                                   result_fields(fields, result);
                                   result.row = *std::move(row);
                                 });
}

// Compares everything that determines what is measured. The L of a tuned kernel is part of its tuning and may
// have changed.
bool is_same_request(const KeptResult& a, const KeptResult& b) {
  const auto key = [](const KeptResult& result) {
    const BenchRow& row = result.row;
    return std::tuple(std::string_view(row.id), row.type, row.op, row.n, row.exclusive,
                      std::string_view(row.options), row.tuning ? 0 : row.group_size, row.threads,
                      std::string_view(result.input), std::string_view(result.device),
                      std::string_view(result.platform), std::string_view(result.devices));
  };
  return key(a) == key(b);
}

}  // namespace

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
  const auto lines = stored_lines(path, kMaxRead);
  if (!lines) {
    kept.problems.push_back(lines.error().message);
    return kept;
  }
  std::size_t number = lines->older, ignored = 0;
  if (number > 0)
    kept.problems.push_back(fmt::format("{}: only the newest {} are read; {} are ignored.", path,
                                        plural(kMaxRead, "line"), plural(number, "older line")));
  for (const std::string& line : lines->newest) {
    ++number;
    if (line.empty()) continue;
    auto result = parse_result(line);
    if (result)
      kept.results.push_back(std::move(*result));
    else if (++ignored <= kMaxProblems)
      kept.problems.push_back(
          fmt::format("{}, line {} is ignored: {}", path, number, result.error().message));
  }
  if (ignored > kMaxProblems)
    kept.problems.push_back(
        fmt::format("{}: {} more are ignored.", path, plural(ignored - kMaxProblems, "line")));
  return kept;
}

Result<void> keep_results(const std::string& path, std::span<const KeptResult> results) {
  std::vector<std::string> lines;
  for (const KeptResult& result : results) lines.push_back(line_of_result(result));
  return lines.empty() ? Result<void>{} : store_lines(path, lines, kMaxKept);
}

std::optional<EarlierRun> earlier_run(const KeptResults& kept, const KeptResult& now) {
  const auto found = std::find_if(kept.results.rbegin(), kept.results.rend(), [&](const KeptResult& then) {
    return then.row.status == BenchRow::Status::passed && is_same_request(then, now);
  });
  if (found == kept.results.rend()) return std::nullopt;
  // The times from which rates are computed: for devices that share an array, the host's times.
  const Spread& times = now.devices.empty() ? found->row.device_ns : found->row.host_ns;
  EarlierRun earlier{found->date, found->driver, times, found->row.gbps};
  earlier.other_driver = found->driver != now.driver;
  earlier.other_kernel = found->row.kernel_hash != now.row.kernel_hash;
  earlier.other_tuning = found->row.tuning != now.row.tuning;
  return earlier;
}

std::optional<LastRun> last_run(const KeptResults& kept) {
  constexpr std::size_t day = 10;  // "2026-11-20"
  std::vector<const KeptResult*> latest;
  const KeptResult* first = nullptr;
  const auto belongs = [&](const KeptResult& result) {
    const BenchRow &a = first->row, &b = result.row;
    const bool is_there = a.is_on_host() || b.is_on_host() ||
                          (first->device == result.device && first->platform == result.platform);
    return is_there && first->date.substr(0, day) == result.date.substr(0, day) &&
           first->input == result.input && a.type == b.type && a.op == b.op && a.exclusive == b.exclusive;
  };
  for (auto at = kept.results.rbegin(); at != kept.results.rend(); ++at) {
    if (!at->devices.empty()) continue;
    if (first == nullptr) first = &*at;
    const auto again = [&](const KeptResult* later) { return is_same_request(*later, *at); };
    if (!belongs(*at) || std::ranges::any_of(latest, again)) break;
    if (first->row.is_on_host()) first = &*at;  // the device of these rows is the processor
    latest.push_back(&*at);
  }
  if (first == nullptr) return std::nullopt;
  LastRun run;
  run.date = latest.front()->date;
  run.device.name = first->device;
  run.device.platform = first->platform;
  run.device.driver = first->driver;
  for (auto at = latest.rbegin(); at != latest.rend(); ++at) run.rows.push_back((*at)->row);
  return run;
}

std::string results_file() {
  const std::string folder = data_directory();
  return folder.empty() ? "" : folder + "/results.jsonl";
}

ResultsKeeper::ResultsKeeper(std::string path, const Result<Device>& device) : path_(std::move(path)) {
  where_.device = device.value_or(Device{});
  where_.processor = processor_name();
  if (!path_.empty()) kept_ = read_results(path_);
}

std::optional<EarlierRun> ResultsKeeper::take(const BenchRequest& request, const BenchRow& row) {
  if (path_.empty() || row.status != BenchRow::Status::passed) return std::nullopt;
  const KeptResult now = result_to_keep(where_, request, row, utc_now());
  const auto stored = keep_results(path_, {&now, 1});
  if (!stored && !failed_) kept_.problems.push_back(stored.error().message);
  failed_ = !stored;
  return earlier_run(kept_, now);
}

}  // namespace lockstep::measure
