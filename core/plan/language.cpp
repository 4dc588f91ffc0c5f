#include "core/plan/language.hpp"

namespace lockstep {

Language language_of(std::string_view path) {
  return path.ends_with(".cu") || path.ends_with(".cuh") ? Language::cuda : Language::opencl_c;
}

Words words_of(Language language) { return language == Language::cuda ? Words::cuda : Words::opencl; }

bool is_kernel_file(std::string_view path) {
  if (path.starts_with(kDocumentPrefix)) return false;
  return path.ends_with(".cl") || language_of(path) == Language::cuda;
}

std::string_view kernel_file_ending(Language language) { return language == Language::cuda ? ".cu" : ".cl"; }

}  // namespace lockstep
