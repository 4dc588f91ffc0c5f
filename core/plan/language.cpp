#include "core/plan/language.hpp"

namespace lockstep {

Language language_of(std::string_view path) {
  return path.ends_with(".cu") || path.ends_with(".cuh") ? Language::cuda : Language::opencl_c;
}

}  // namespace lockstep
