#include "core/check/group_results.hpp"

#include <algorithm>
#include <cstring>

#include "core/check/reference.hpp"
#include "core/plan/element.hpp"
#include "core/plan/input.hpp"

namespace lockstep {

std::uint64_t elements_of_group(const NdRange& range, std::uint64_t elements) {
  const auto& size = range.global_size;
  const std::uint64_t items = size[0] * size[1] * size[2];
  return items == 0 ? elements : (elements + items - 1) / items * range.group_items();
}

std::vector<std::byte> group_results(const PlanBuffer& input, Operator op, std::uint64_t groups,
                                     std::uint64_t part) {
  const auto content = materialise(input);
  return with_type(input.type, [&]<class T>() {
    std::vector<std::byte> results(groups * sizeof(T));
    for (std::uint64_t group = 0; group < groups; ++group) {
      SequentialReference<T> reference(op, 0);
      const std::uint64_t end = std::min(input.elements, (group + 1) * part);
      for (std::uint64_t i = group * part; i < end; ++i) reference.take(load_element<T>(content, i));
      const T value = reference.value().exact;
      std::memcpy(results.data() + group * sizeof(T), &value, sizeof(T));
    }
    return results;
  });
}

}  // namespace lockstep
