// The host implementations of the catalogue, and how this program runs each of them on its own processor.
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
#include "core/catalogue/host_implementations.hpp"

namespace lockstep::host {

// One problem. Both spans hold whole elements and outlive the session; `out` has one element for a reduction,
// and as many as `in` for a scan.
struct Job {
  ElementType type = ElementType::int32;
  Operator op = Operator::sum;
  bool exclusive = false;
  unsigned threads = 1;  // number of threads or processes
  std::span<const std::byte> in;
  std::span<std::byte> out;
};

// A prepared job that can be run any number of times.
class Session {
 public:
  virtual ~Session() = default;
  // Fills job.out and returns the time in nanoseconds, from the call until the result is complete. The time
  // excludes work that only this program needs (passing the input, fetching the result). A stop request is
  // noticed between runs; a session may also stop during a run.
  virtual Result<std::uint64_t> run(std::stop_token stop) = 0;
};

using OpenSession = Result<std::unique_ptr<Session>> (*)(const Job&);

struct Implementation : HostImplementation {
  OpenSession open = nullptr;
  std::string missing;  // a sentence that says what to install; empty if it is available
  bool is_there() const { return missing.empty(); }
};

// All implementations in the order of the catalogue.
const std::vector<Implementation>& implementations();
// Returns null if no implementation has this id.
const Implementation* find_implementation(std::string_view id);
// Returns the implementation of an entry of the catalogue.
const Implementation& implementation_of(const HostImplementation& entry);

std::vector<ElementType> host_types();  // the element types of the kernels

}  // namespace lockstep::host
