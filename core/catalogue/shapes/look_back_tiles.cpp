#include <fmt/format.h>

#include <algorithm>

#include "core/catalogue/shapes/look_back.hpp"

namespace lockstep {

LookBackTiles::LookBackTiles(const PlanRequest& request, std::uint64_t n)
    : request_(request),
      size_(request.group_size * elements_of_vector(request) * request.tuning.rounds),
      count_(divide_up(n, size_)) {}

NdRange LookBackTiles::range() const {
  const std::uint64_t resident = std::max<std::uint64_t>(request_.limits.compute_units, 1) *
                                 std::max<std::uint64_t>(request_.tuning.groups_per_unit, 1);
  const std::uint64_t groups = is_contiguous(request_) ? std::min(count_, resident) : count_;
  return linear_range(groups * request_.group_size, request_.group_size);
}

PlanBuffer LookBackTiles::state(std::string name, std::uint64_t words) const {
  PlanBuffer buffer = counter_buffer(request_, std::move(name), count_ * words + 1);
  buffer.type = ElementType::uint64;
  return buffer;
}

LocalArgument LookBackTiles::tile_in_local_memory() const {
  return {(is_contiguous(request_) ? 1 : size_) * size_bytes(request_.type)};
}

LocalArgument LookBackTiles::counts_in_local_memory() const {
  return {(request_.group_size + 1) * size_bytes(ElementType::uint32)};
}

Result<void> check_device_atomics(const Algorithm& algorithm, const PlanRequest& request) {
  if (!request.limits.device_atomics.empty()) return {};
  return usage_error(
      fmt::format("{} needs 64-bit atomics that order memory for the whole device, which this device lacks; "
                  "choose {}.",
                  algorithm.id, algorithm.improves_on));
}

PlanBuffer counter_buffer(const PlanRequest& request, std::string name, std::uint64_t elements) {
  PlanBuffer buffer = empty_buffer(request, std::move(name), elements, PlanBuffer::Role::scratch);
  buffer.type = ElementType::uint32;
  buffer.content.pattern = Content::Pattern::constant;
  buffer.refill = PlanBuffer::Refill::never;
  return buffer;
}

std::size_t append_buffer(Plan& plan, PlanBuffer buffer) {
  plan.buffers.push_back(std::move(buffer));
  return plan.buffers.size() - 1;
}

}  // namespace lockstep
