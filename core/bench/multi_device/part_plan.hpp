// What one device does with its part of an array.
//
// A reduction is the algorithm's own on the part; the host combines the parts' results in order. A scan is
// reduce, then scan: a device first computes the total of its part with the catalogue's tunable reduction;
// once the total of all parts before it is known, it is combined with the part's first element, and the
// algorithm scans the part like any array. So 3n elements are moved; scanning first and then adding the total
// before to every element would move 4n, and would need a kernel that is not in the catalogue. The last part
// needs no total, and the first one's is its last result: core/benchmark_data/parts.hpp says which parts
// there are, and how long they should be.
#pragma once

#include "core/bench/row/request_plan.hpp"
#include "core/benchmark_data/parts.hpp"

namespace lockstep::bench {

struct PartPlan {
  measure::Device device;
  measure::Slice slice;
  measure::Turn turn = measure::Turn::reduce;
  // For a middle part of a scan: the launches that compute its total, then those of the scan. The input
  // buffer's content is the part, which the caller supplies.
  Plan plan;
  std::size_t totals_launches = 0;
  std::size_t total_buffer = 0;  // its first element is the total, from totals_launches or a reduction
  std::optional<Tuning> tuning;
  std::string kernel_hash;  // of the algorithm's text

  bool is_scan() const { return plan.expectation->kind != Expectation::Kind::reduction; }
  bool is_exclusive() const { return plan.expectation->kind == Expectation::Kind::exclusive_scan; }
};

// Reductions that may compute the total of a scan's part; the fastest first.
std::vector<measure::BenchRequest> totals_requests(const measure::BenchRequest& scan);
// With the request's algorithm, tuning and form.
Result<PartPlan> make_part_plan(const measure::Device& device, measure::BenchRequest request,
                                const measure::PlacedPart& placed);
// One for each part; its device is of the list.
Result<std::vector<PartPlan>> make_part_plans(std::span<const measure::Device> devices,
                                              const measure::BenchRequest& request,
                                              std::span<const measure::PlacedPart> placed);

// Input, result and expectation of all parts together; no launches.
Plan whole_plan(const measure::BenchRequest& request, std::span<const PartPlan> parts);

}  // namespace lockstep::bench
