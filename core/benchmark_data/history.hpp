// Stores results on this machine for comparison with later runs: a line of JSON for each row that passed, the
// newest last.
//
//   {"date": "2026-11-20T14:03:09Z", "device": {"name", "platform", "driver"}, "devices": "",
//    "input": "random", and the fields of a row as in row_json.hpp}
//
// Several programs may write at the same time. Only the latest 10,000 rows are kept.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/benchmark_data/benchmark.hpp"

namespace lockstep::measure {

struct KeptResult {
  std::string date;                      // UTC, ISO 8601, to the second
  std::string device, platform, driver;  // only the processor for a host implementation
  std::string devices;                   // "0 + 1" if a list of devices shared the array
  std::string input;                     // "random"
  BenchRow row;
};

struct KeptResults {
  std::vector<KeptResult> results;    // oldest first
  std::vector<std::string> problems;  // a sentence for each invalid line; these lines stay in the file
};

inline constexpr std::size_t kMaxKept = 10'000;

// The path $XDG_DATA_HOME/lockstep/results.jsonl, or ~/.local/share/…; empty if neither folder is known.
std::string results_file();

KeptResult result_to_keep(const BenchReport& report, const BenchRequest& request, const BenchRow& row,
                          std::string date);

// Reads the file. The lists are empty if there is no such file yet.
KeptResults read_results(const std::string& path);
// Appends the results, and creates a missing folder.
Result<void> keep_results(const std::string& path, std::span<const KeptResult> results);

// The latest stored run of the same request on the same device.
std::optional<EarlierRun> earlier_run(const KeptResults& kept, const KeptResult& now);

// The last measurements on one device: its latest rows of one day that differ only in their kernel or n. Rows
// of several devices are omitted.
struct LastRun {
  std::string date;            // of the latest row
  Device device;               // its name, platform and driver
  std::vector<BenchRow> rows;  // in the order of measuring
};
// Returns none if no results are stored.
std::optional<LastRun> last_run(const KeptResults& kept);

// Compares the rows of a run with the results stored before it, and stores each row that passed immediately,
// so a crash or a cancelled run loses no results.

class ResultsKeeper {
 public:
  // Reads the file. If `path` is empty, nothing is compared and nothing is stored.
  ResultsKeeper(std::string path, const Result<Device>& device);

  // Returns the latest stored run of the same request; stores this run if it passed.
  std::optional<EarlierRun> take(const BenchRequest& request, const BenchRow& row);

  // Problems with reading or storing, one sentence each.
  const std::vector<std::string>& problems() const { return kept_.problems; }

 private:
  std::string path_;
  BenchReport where_;
  KeptResults kept_;
  bool failed_ = false;  // reported only once
};

}  // namespace lockstep::measure
