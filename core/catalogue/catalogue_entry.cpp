#include "core/catalogue/catalogue_entry.hpp"

namespace lockstep {

Algorithm catalogue_entry(std::string id, std::string title, MakePlan make_plan, std::string summary) {
  using enum ElementType;
  Algorithm algorithm;
  algorithm.kernel_file = id + ".cl";
  algorithm.id = std::move(id);
  algorithm.title = std::move(title);
  algorithm.summary = std::move(summary);
  algorithm.operators = {all_operators().begin(), all_operators().end()};
  algorithm.types = {int32, uint32, float32, int64, uint64, float64};
  algorithm.make_plan = make_plan;
  return algorithm;
}

}  // namespace lockstep
