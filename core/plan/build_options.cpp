#include "core/plan/build_options.hpp"

#include <algorithm>
#include <utility>

namespace lockstep {

std::vector<std::string> split_build_options(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) {
      word += text[++i];
      inside = true;
    } else if (quote != '\0') {
      if (c == quote)
        quote = '\0';
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (inside) words.push_back(std::move(word));
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) words.push_back(std::move(word));
  return words;
}

unsigned opencl_c_version(std::string_view standard) {
  constexpr std::pair<std::string_view, unsigned> kVersions[] = {
      {"CL1.0", 100}, {"CL1.1", 110}, {"CL1.2", 120}, {"CL2.0", 200}, {"CL3.0", 300},
      {"cl1.0", 100}, {"cl1.1", 110}, {"cl1.2", 120}, {"cl2.0", 200}, {"cl3.0", 300}};
  for (const auto& [name, version] : kVersions)
    if (name == standard) return version;
  return 0;
}

bool permits_partial_groups(std::string_view options) {
  constexpr std::string_view kStandard = "-cl-std=";
  unsigned version = 0;
  for (const std::string& word : split_build_options(options)) {
    if (word == "-cl-uniform-work-group-size") return false;
    if (word.starts_with(kStandard))
      version = opencl_c_version(std::string_view(word).substr(kStandard.size()));
  }
  return version >= 200;
}

}  // namespace lockstep
