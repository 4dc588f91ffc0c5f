// Other ways to reduce and to scan than a kernel: C++ on this machine's own processor, alone or with the
// libraries that people use for it. They stand beside the catalogue in the benchmark's table and take the
// same input. Each is one entry of the list in ways.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/catalogue/algorithm.hpp"

namespace lockstep::host {

// One problem. Both spans hold whole elements and outlive the session; `out` has one for a reduction, and as
// many as `in` for a scan.
struct Job {
  ElementType type = ElementType::int32;
  Operator op = Operator::sum;
  bool exclusive = false;
  unsigned threads = 1;  // or processes
  std::span<const std::byte> in;
  std::span<std::byte> out;
};

// A job that is ready to be run again and again.
class Session {
 public:
  virtual ~Session() = default;
  // Fills job.out, and gives the time that it took in nanoseconds: from the call until the result is
  // complete, without what only this program needs (handing over the input, fetching the result). A stop is
  // seen between runs; a session may also give up within one.
  virtual Result<std::uint64_t> run(std::stop_token stop) = 0;
};

using OpenSession = Result<std::unique_ptr<Session>> (*)(const Job&);

struct Way {
  std::string id;     // "cpu/openmp"
  std::string title;  // "OpenMP, reduction clause"
  Algorithm::Family family = Algorithm::Family::reduction;
  std::string summary;  // one sentence: the idea and the cost to watch
  OpenSession open = nullptr;
  std::string missing;     // not there: a sentence that says what to install. Empty where it is
  bool in_slices = false;  // one slice a thread, totals combined after
  bool is_there() const { return missing.empty(); }
};

// In the order of the table: reductions, then scans.
const std::vector<Way>& host_ways();
// Null: there is none of this name.
const Way* find_host_way(std::string_view id);

std::vector<ElementType> host_types();  // those of the kernels

}  // namespace lockstep::host
