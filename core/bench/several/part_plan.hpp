// What one device does with its part of an array.
//
// A reduction is the algorithm's own on the part; the host combines the parts' results in order. A scan is
// reduce, then scan: a device first finds what its part comes to, with the catalogue's tunable reduction;
// once the total of all parts before it is known, that is combined with the part's first element, and the
// algorithm scans the part as it would scan any array. So 3n elements are moved, where scanning first and
// adding what comes before to every element would move 4n, and no kernel is needed that is not in the
// catalogue. The last part needs no total, and the first one's is its last result: core/measure/parts.hpp
// says which parts there are, and how long they should be.
#pragma once

#include "core/bench/row/request_plan.hpp"
#include "core/measure/parts.hpp"

namespace lockstep::opencl {

struct PartPlan {
  Device device;
  Slice slice;
  Turn turn = Turn::reduce;
  // Of a scan's part in the middle: the launches that find its total, then the scan's. The input buffer's
  // content is the part, which whoever runs it supplies.
  Plan plan;
  std::size_t totals_launches = 0;
  std::size_t total_buffer = 0;  // where totals_launches or a reduction leave the total, as first element
  std::optional<Tuning> tuning;
  std::string kernel_hash;  // of the algorithm's text

  bool is_scan() const { return plan.expectation->kind != Expectation::Kind::reduction; }
  bool is_exclusive() const { return plan.expectation->kind == Expectation::Kind::exclusive_scan; }
};

// What may find the total of a scan's part; the fastest first.
std::vector<BenchRequest> totals_requests(const BenchRequest& scan);
// With the request's algorithm, tuning and form.
Result<PartPlan> make_part_plan(const Device& device, BenchRequest request, const PlacedPart& placed);
// One for each part; its device is of the list.
Result<std::vector<PartPlan>> make_part_plans(std::span<const Device> devices, const BenchRequest& request,
                                              std::span<const PlacedPart> placed);

// Input, result and what to expect of all parts together; no launches.
Plan whole_plan(const BenchRequest& request, std::span<const PartPlan> parts);

}  // namespace lockstep::opencl
