// A benchmark as plain values: requests, a row for each of them, and the report with all rows. A row is a
// measured and checked algorithm or host implementation, or the reason why it has no times. Nothing runs here
// (core/bench/run_benchmark.hpp).
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

// One device's part of a row that several shared.
struct BenchPart {
  std::string device;  // its name
  std::size_t device_index = 0;
  Slice slice;
  std::uint64_t group_size = 0;
  std::optional<Tuning> tuning;
  PartTiming timing;
  std::optional<unsigned> rank{};  // of MPI, whose devices are numbered on each host
  std::string host{};              // that the rank runs on
  bool same_device(const BenchPart& other) const {
    return rank == other.rank && device_index == other.device_index;
  }
};

// The latest run of the same request on the same device that was kept before this one (history.hpp).
struct EarlierRun {
  std::string date;  // UTC, ISO 8601: "2026-11-20T14:03:09Z"
  std::string driver;
  Spread times_ns;  // those that rates are computed from
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
  unsigned threads = 0;          // of a host implementation
  bool exclusive = false;        // form of a scan
  std::string options{};         // of a pattern: "columns 8192, tile 64"
  bool edited = false;           // not the catalogue's text
  std::string kernel_hash;       // of the text that ran; empty for a host implementation
  Status status = Status::skipped;
  std::string reason;            // whenever not passed
  std::string note;              // a quirk of the driver that was worked around
  std::optional<Tuning> tuning;  // of a tunable algorithm
  Spread device_ns;  // zero unless passed, as all below; three times the same where no device was needed
  Spread span_ns;
  Spread gap_ns;  // of the span, between launches
  Spread host_ns;
  std::size_t launches = 0;
  double gelem_per_s = 0;             // n / rate_ns()
  double gbps = 0;                    // the bytes that the problem must move (must_move_bytes()) / rate_ns()
  std::optional<LargestError> error;  // of a floating-point result
  // Only of a row for a list of devices, even a list of one: then device_ns and span_ns are those of the part
  // that took longest, and host_ns is from the common start until the combined result is known. A device that
  // has two of the parts is listed twice.
  std::vector<BenchPart> parts{};
  // The upper bound on the speed-up of these parts over one of the devices, by memory traffic alone
  // (parts.hpp); 0: not several devices.
  double at_most = 0;
  std::optional<EarlierRun> earlier;   // where one was kept
  std::optional<Precheck> precheck{};  // of a kernel that is not the program's own, unless it was clean
  // The simulator warned, so it did not run; BenchRequest::force runs it.
  bool is_held_back() const {
    return status == Status::error && precheck && precheck->verdict == Precheck::Verdict::danger;
  }
  bool is_on_host() const { return threads != 0; }
  // What rates are computed from: the device's own time; for several devices the host's, their only common
  // clock.
  std::uint64_t rate_ns() const { return parts.empty() ? device_ns.median : host_ns.median; }
};

struct BenchRequest {
  const Algorithm* algorithm = nullptr;
  PlanRequest request;                 // limits are filled in from the device
  std::string kernel_dir;              // empty: the embedded kernels
  std::optional<KernelSource> source;  // instead of the algorithm's file: an edited text
  bool by_name = true;                 // false: as one of all, without those that would take minutes
  const HostImplementation* implementation = nullptr;  // instead of an algorithm
  const std::string& id() const { return implementation ? implementation->id : algorithm->id; }
  // For tunable algorithms; by default, what is known for the device.
  std::optional<Tuning> tuning = std::nullopt;
  bool group_is_chosen = false;  // the request's L also applies to tunable algorithms
  // These share the array, a part each; empty: only the run's device. Not for host implementations.
  std::vector<Device> devices{};
  Split split = Split::position;
  bool force = false;  // run it even where the simulator warns
  // Its text is not the built-in one.
  bool is_own_kernel() const { return !implementation && (source || !kernel_dir.empty()); }
};

struct BenchReport {
  Device device;
  double copy_gbps = 0;  // 0: not measured, see copy_reason
  std::string copy_reason;
  std::vector<BenchRow> rows;
  std::string no_device{};            // why no device is used: then kernels are skipped
  std::string processor{};            // where host implementations ran, if there were any
  std::vector<Device> devices{};      // of all lists that requests have, each once
  std::vector<double> copies_gbps{};  // of these; empty: not measured
  std::string no_worker{};  // why this process ran the rows instead of a worker; empty if it did not
  bool all_passed() const;
};

// The devices of all requests' lists, each once.
std::vector<Device> devices_of(std::span<const BenchRequest> requests);

// Each kernel's array is shared by the devices; where `alone` is set and there are several, each device gets
// the whole array first. Host implementations stay as they are.
std::vector<BenchRequest> shared_requests(std::span<const BenchRequest> requests,
                                          std::span<const Device> devices, Split split, bool alone);

// The first part of each device that shared the row.
std::vector<const BenchPart*> parts_by_device(const BenchRow& row);

// The devices of a row for a list of devices, "0 + 1", or "4 MPI ranks"; else "".
std::string devices_label(const BenchRow& row);
std::string devices_label(std::span<const Device> devices);

std::string_view name(BenchRow::Status status);
}  // namespace lockstep::measure
