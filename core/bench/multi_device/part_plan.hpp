// Makes the plan of each device for its part of an array.
//
// For a reduction, the algorithm reduces the part; the host combines the parts' results in order. A scan is
// computed as reduce-then-scan: a device first computes the total of its part with the catalogue's tunable
// reduction. When the total of all preceding parts is known, it is combined with the part's first element,
// and the algorithm scans the part like any array. This moves 3n elements; scanning first and then adding the
// preceding total to every element would move 4n, and would need a kernel that is not in the catalogue. The
// total of the last part is not needed, and the total of the first part is its last result:
// core/benchmark_data/parts.hpp describes the parts and their lengths.
#pragma once

#include "core/bench/row/request_plan.hpp"
#include "core/benchmark_data/parts.hpp"

namespace lockstep::bench {

struct PartPlan {
  measure::Device device;
  measure::Slice slice;
  measure::Turn turn = measure::Turn::reduce;
  // For a middle part of a scan, the launches that compute its total come first, then those of the scan. The
  // caller supplies the part as the content of the input buffer.
  Plan plan;
  std::size_t totals_launches = 0;
  std::size_t total_buffer = 0;  // its first element is the total of the part
  std::optional<Tuning> tuning;
  std::string kernel_hash;  // of the algorithm's text

  bool is_scan() const { return plan.expectation->kind != Expectation::Kind::reduction; }
  bool is_exclusive() const { return plan.expectation->kind == Expectation::Kind::exclusive_scan; }
};

// Returns requests for reductions that can compute the total of a scan's part, the fastest first.
std::vector<measure::BenchRequest> totals_requests(const measure::BenchRequest& scan);
// Makes the plan of a part with the request's algorithm, tuning and form.
Result<PartPlan> make_part_plan(const measure::Device& device, measure::BenchRequest request,
                                const measure::PlacedPart& placed);
// Makes one plan for each part; the device of a part is one of the list.
Result<std::vector<PartPlan>> make_part_plans(std::span<const measure::Device> devices,
                                              const measure::BenchRequest& request,
                                              std::span<const measure::PlacedPart> placed);

// Makes a plan with the input, result and expectation of all parts together, without launches.
Plan whole_plan(const measure::BenchRequest& request, std::span<const PartPlan> parts);

}  // namespace lockstep::bench
