// A benchmark as plain values: requests, a row for each of them, and the report with all rows. A row is a
// measured and checked algorithm or host implementation, or the reason why it has no times.
// core/bench/run_benchmark.hpp runs benchmarks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/benchmark_data/device.hpp"
#include "core/benchmark_data/parts.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/host_implementations.hpp"
#include "core/check/check.hpp"
#include "core/check/precheck.hpp"

namespace lockstep::measure {

// One device's part of a row that several devices share.
struct BenchPart {
  std::string device;  // its name
  std::size_t device_index = 0;
  Slice slice;
  std::uint64_t group_size = 0;
  std::optional<Tuning> tuning;
  PartTiming timing;
  std::optional<unsigned> rank{};  // with MPI, where each host numbers its own devices
  std::string host{};              // the host of the rank
  bool same_device(const BenchPart& other) const {
    return rank == other.rank && device_index == other.device_index;
  }
};

// The latest stored run of the same request on the same device before this one (history.hpp).
struct EarlierRun {
  std::string date;  // UTC, ISO 8601: "2026-11-20T14:03:09Z"
  std::string driver;
  Spread times_ns;  // the times from which rates are computed
  double gbps = 0;
  bool other_driver = false, other_kernel = false, other_tuning = false;
};

struct BenchRow {
  enum class Status : std::uint8_t {
    passed,
    failed,   // the result is wrong
    skipped,  // the device or the algorithm does not support this request, or the run was cancelled
    error,    // the kernel did not compile, or the device failed
  };
  std::string id;
  ElementType type = ElementType::int32;
  Operator op = Operator::sum;
  std::uint64_t n = 0;
  std::uint64_t group_size = 0;  // of a kernel
  unsigned threads = 0;          // of a host implementation
  bool exclusive = false;        // form of a scan
  std::string options{};         // of a pattern: "columns 8192, tile 64"
  bool edited = false;           // the text differs from the catalogue's
  std::string kernel_hash;       // of the text that ran; empty for a host implementation
  Status status = Status::skipped;
  std::string reason;            // set unless the row passed
  std::string note;              // a driver defect that was worked around
  std::optional<Tuning> tuning;  // of a tunable algorithm
  Spread device_ns;  // zero unless passed, like all members below; without a device all spreads are equal
  Spread span_ns;
  Spread gap_ns;  // within the span, between launches
  Spread host_ns;
  std::size_t launches = 0;
  double gelem_per_s = 0;             // n / rate_ns()
  double gbps = 0;                    // the bytes that the problem must move (must_move_bytes()) / rate_ns()
  std::optional<LargestError> error;  // of a floating-point result
  // The parts in a row for a list of devices, even a list with one device; otherwise empty. In such a row,
  // device_ns and span_ns are those of the part that took longest, and host_ns is the time from the common
  // start until the combined result is known. A device with two parts is listed twice.
  std::vector<BenchPart> parts{};
  // The upper bound on the speed-up of these parts over one of the devices, by memory traffic alone
  // (parts.hpp); 0 unless there are several devices.
  double at_most = 0;
  std::optional<EarlierRun> earlier;   // if one was stored
  std::optional<Precheck> precheck{};  // of a kernel that is not built in, unless it had no findings
  // The kernel did not run because of a warning of the simulator; BenchRequest::force runs it.
  bool is_held_back() const {
    return status == Status::error && precheck && precheck->verdict == Precheck::Verdict::danger;
  }
  bool is_on_host() const { return threads != 0; }
  // The time from which rates are computed. It is the device's own time; for several devices it is the host's
  // time, because only the host has a common clock for them.
  std::uint64_t rate_ns() const { return parts.empty() ? device_ns.median : host_ns.median; }
};

struct BenchRequest {
  const Algorithm* algorithm = nullptr;
  PlanRequest request;                 // limits are filled in from the device
  std::string kernel_dir;              // empty: the embedded kernels
  std::optional<KernelSource> source;  // an edited text instead of the algorithm's file
  bool by_name = true;                 // false: one of all algorithms, without runs that take minutes
  const HostImplementation* implementation = nullptr;  // instead of an algorithm
  const std::string& id() const { return implementation ? implementation->id : algorithm->id; }
  // The tuning of a tunable algorithm; none: the known values for the device.
  std::optional<Tuning> tuning = std::nullopt;
  bool group_is_chosen = false;  // the request's L also applies to tunable algorithms
  // The devices that share the array, one part each; empty: only the device of the run. Not used for
  // host implementations.
  std::vector<Device> devices{};
  Split split = Split::position;
  bool force = false;  // run the kernel despite warnings of the simulator
  // Returns whether the kernel's text is not the built-in one.
  bool is_own_kernel() const { return !implementation && (source || !kernel_dir.empty()); }
};

struct BenchReport {
  Device device;
  double copy_gbps = 0;  // 0 if not measured: see copy_reason
  std::string copy_reason;
  std::vector<BenchRow> rows;
  std::string no_device{};            // why no device is used; kernels are then skipped
  std::string processor{};            // on which host implementations ran, if there were any
  std::vector<Device> devices{};      // all devices in the lists of the requests, each once
  std::vector<double> copies_gbps{};  // the copy rates of these devices; empty: not measured
  std::string no_worker{};  // why this process ran the rows instead of a worker; empty if a worker ran them
  bool all_passed() const;
};

// Returns the devices of all requests' lists, each once.
std::vector<Device> devices_of(std::span<const BenchRequest> requests);

// Returns requests in which the devices share the array of each kernel. If `alone` is set and there are
// several devices, each device first gets the whole array. Requests for host implementations are not changed.
std::vector<BenchRequest> shared_requests(std::span<const BenchRequest> requests,
                                          std::span<const Device> devices, Split split, bool alone);

// Returns the first part of each device that shared the row.
std::vector<const BenchPart*> parts_by_device(const BenchRow& row);

// Names the devices of a row for a list of devices: "0 + 1" or "4 MPI ranks". Returns "" for other rows.
std::string devices_label(const BenchRow& row);
std::string devices_label(std::span<const Device> devices);

std::string_view name(BenchRow::Status status);
}  // namespace lockstep::measure
