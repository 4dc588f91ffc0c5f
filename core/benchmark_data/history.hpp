// Results that are kept on this machine, so that a run can be compared with the one before: a line of JSON
// for each row that passed, the newest last.
//
//   {"date": "2026-11-20T14:03:09Z", "device": {"name", "platform", "driver"}, "devices": "",
//    "input": "random", and the fields of a row as row_json.hpp has them}
//
// Several programs may write at the same time. Of old rows only the latest 10,000 stay.
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
  std::string device, platform, driver;  // for a host implementation only the processor
  std::string devices;                   // "0 + 1" where a list of them was asked for, which shared the array
  std::string input;                     // "random"
  BenchRow row;
};

struct KeptResults {
  std::vector<KeptResult> results;    // oldest first
  std::vector<std::string> problems;  // a sentence for each invalid line, which stays in the file
};

inline constexpr std::size_t kMaxKept = 10'000;

// $XDG_DATA_HOME/lockstep/results.jsonl, or ~/.local/share/…; empty if neither is known.
std::string results_file();

KeptResult result_to_keep(const BenchReport& report, const BenchRequest& request, const BenchRow& row,
                          std::string date);

// Empty if there is no such file yet.
KeptResults read_results(const std::string& path);
// Adds them at the end; the folder is made.
Result<void> keep_results(const std::string& path, std::span<const KeptResult> results);

// The latest kept one of the same request on the same device.
std::optional<EarlierRun> earlier_run(const KeptResults& kept, const KeptResult& now);

// What was measured last on one device: its latest rows of one day that differ in their kernel or n, and are
// alike in all else. Arrays that several devices shared are left out.
struct LastRun {
  std::string date;            // of the latest row
  Device device;               // its name, platform and driver
  std::vector<BenchRow> rows;  // in the order of measuring
};
// None: nothing is kept.
std::optional<LastRun> last_run(const KeptResults& kept);

// Compares the rows of a run with what was kept before it, and keeps those that passed, each at once: a
// crash or a cancelled run loses none.

class ResultsKeeper {
 public:
  // Reads the file. An empty path: nothing is compared, and nothing is kept.
  ResultsKeeper(std::string path, const Result<Device>& device);

  // Returns the latest kept run of the same request; keeps this one if it passed.
  std::optional<EarlierRun> take(const BenchRequest& request, const BenchRow& row);

  // Problems with reading or keeping, a sentence each.
  const std::vector<std::string>& problems() const { return kept_.problems; }

 private:
  std::string path_;
  BenchReport where_;
  KeptResults kept_;
  bool failed_ = false;  // reported only once
};

}  // namespace lockstep::measure
