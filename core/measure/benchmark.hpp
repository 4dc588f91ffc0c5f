// One row an algorithm, or another way to reduce or scan: measured, checked, or a reason why not. The command
// line and the window share it.
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "core/check/first_look.hpp"
#include "core/host/ways.hpp"
#include "core/measure/parts.hpp"
#include "core/opencl/executor.hpp"

namespace lockstep::opencl {

// What one device did of a row that several shared.
struct BenchPart {
  std::string device;  // its name
  std::size_t device_index = 0;
  Slice slice;
  std::uint64_t group_size = 0;
  std::optional<Tuning> tuning;
  PartTiming timing;
};

// The latest run of the same request on the same device that was kept before this one (history.hpp).
struct EarlierRun {
  std::string date;  // UTC, ISO 8601: "2026-11-20T14:03:09Z"
  std::string driver;
  Spread times_ns;  // those that rates are by
  double gbps = 0;
  bool other_driver = false, other_kernel = false, other_tuning = false;
};

struct BenchRow {
  enum class Status : std::uint8_t {
    passed,
    failed,   // the result is wrong
    skipped,  // the device or the algorithm cannot do this request, or the run was cancelled
    error,    // it did not compile, or the device failed
  };
  std::string id;
  ElementType type = ElementType::int32;
  Operator op = Operator::sum;
  std::uint64_t n = 0;
  std::uint64_t group_size = 0;  // of a kernel
  unsigned threads = 0;          // of another way, which this machine's processor ran
  bool exclusive = false;        // form of a scan
  bool edited = false;           // not the catalogue's text
  std::string kernel_hash;       // of the text that ran; empty for another way
  Status status = Status::skipped;
  std::string reason;            // whenever not passed
  std::string note;              // a quirk of the driver that was worked around
  std::optional<Tuning> tuning;  // of a tunable algorithm
  Spread device_ns;  // zero unless passed, as all below; three times the same where no device was needed
  Spread span_ns;
  Spread gap_ns;  // of the span, between launches
  Spread host_ns;
  std::size_t launches = 0;
  double gelem_per_s = 0;             // n by rate_ns()
  double gbps = 0;                    // the bytes that the problem must move: n in, and for scans n out
  std::optional<LargestError> error;  // of a floating-point result
  // Of a row that a list of devices was asked for, which may have one: then device_ns and span_ns are those
  // of the part that took longest, and host_ns is from the common start until the combined result is known.
  std::vector<BenchPart> parts{};
  std::optional<EarlierRun> earlier;      // where one was kept
  std::optional<FirstLook> first_look{};  // of a kernel that is not the program's own, unless it was clean
  // The simulator warned, so that it did not run; BenchRequest::anyway runs it.
  bool is_held_back() const {
    return status == Status::error && first_look && first_look->verdict == FirstLook::Verdict::danger;
  }
  bool is_on_host() const { return threads != 0; }
  // What rates are by: the device's own time; of a list of devices the host's, their only common clock.
  std::uint64_t rate_ns() const { return parts.empty() ? device_ns.median : host_ns.median; }
};

struct BenchRequest {
  const Algorithm* algorithm = nullptr;
  PlanRequest request;                 // limits are filled in from the device
  std::string kernel_dir;              // empty: the embedded kernels
  std::optional<KernelSource> source;  // instead of the algorithm's file: an edited text
  bool by_name = true;                 // false: as one of all, which leaves out what would take minutes
  const host::Way* way = nullptr;      // instead of an algorithm
  const std::string& id() const { return way ? way->id : algorithm->id; }
  // Of tunable algorithms; without it, what is known for the device.
  std::optional<Tuning> tuning = std::nullopt;
  bool group_is_chosen = false;  // the request's L also goes for tunable algorithms
  // These share the array, a part each; empty: the run's device has it alone. Not for other ways.
  std::vector<Device> devices{};
  Split split = Split::equal;
  bool anyway = false;  // run it also where the simulator warns
  // Its text is not the one that is built in.
  bool is_own_kernel() const { return !way && (source || !kernel_dir.empty()); }
};

class Worker;

struct BenchOptions {
  unsigned repetitions = 20;
  unsigned warm_ups = 3;  // runs before them that are not timed; at least 1
  bool measure_copy = true;
  unsigned threads = 0;  // of the other ways; 0: one a core
  std::stop_token stop{};
  Worker* worker = nullptr;  // where kernels and other ways run; null: in this process
  LookFirst look_first{};    // at kernels that are not built in; the worker brings its own
  // Before each row, then with its runs; `row` counts from 0.
  std::function<void(std::size_t row, const Progress&)> on_progress{};
  std::function<void(std::size_t row, const BenchRow&)> on_row{};
};

struct BenchReport {
  Device device;
  double copy_gbps = 0;  // 0: not measured, see copy_reason
  std::string copy_reason;
  std::vector<BenchRow> rows;
  std::string no_device{};            // why there is none: then kernels are skipped
  std::string processor{};            // where the other ways ran, if there were any
  std::vector<Device> devices{};      // of all lists that requests have, each once
  std::vector<double> copies_gbps{};  // of these; empty: not measured
  std::string no_worker{};  // why it was this process that ran them; empty where it was not asked to
  bool all_passed() const;
};

// Of the lists that requests have, each once.
std::vector<Device> devices_of(std::span<const BenchRequest> requests);
// A row that fails does not stop the others. Other ways need no device.
BenchReport run_benchmark(const Result<Device>& device, std::span<const BenchRequest> requests,
                          const BenchOptions& options);
BenchRow run_benchmark_row(const Device& device, const BenchRequest& request, const RunOptions& options);
// "0 + 1": which devices a row ran on, where a list of them was asked for; else "".
std::string devices_label(const BenchRow& row);
std::string devices_label(std::span<const Device> devices);

std::string_view name(BenchRow::Status status);
// A table for each n. Where it is wider than so many characters, the columns that have no room follow in a
// table of their own; 0: it may be as wide as it is.
std::string bench_text(const BenchReport& report, std::size_t width = 0);
std::string bench_csv(const BenchReport& report);
std::string bench_json(const BenchReport& report);
// What has been published of these algorithms, beside this run; "" where nothing can be compared.
std::string published_text(const BenchReport& report);

}  // namespace lockstep::opencl
