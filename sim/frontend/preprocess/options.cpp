#include "sim/frontend/preprocess/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/plan/build_options.hpp"
#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::sim::language {
namespace {

// "NAME" defines it as 1; "NAME=VALUE" and "NAME(a,b)=VALUE" define it as VALUE.
std::string definition_line(std::string_view definition) {
  std::string line(definition);
  const std::size_t equals = line.find('=');
  if (equals == std::string::npos) return fmt::format("#define {} 1\n", line);
  line[equals] = ' ';
  for (char& c : line)
    if (c == '\n' || c == '\r') c = ' ';
  return fmt::format("#define {}\n", line);
}

// Options of compilers that change nothing here.
bool is_accepted(std::string_view word) {
  constexpr std::string_view kWords[] = {"-g", "-s", "-kernel-arg-info"};
  constexpr std::string_view kFamilies[] = {"-cl-", "-W", "-O", "-f", "-m", "-x", "-spir-std="};
  const auto begins = [word](std::string_view family) { return word.starts_with(family); };
  return std::ranges::find(kWords, word) != std::end(kWords) || std::ranges::any_of(kFamilies, begins);
}

Result<void> apply_flag(const std::string& word, Options& options) {
  constexpr std::string_view kStandard = "-cl-std=";
  if (word.starts_with(kStandard)) {
    const unsigned version = opencl_c_version(std::string_view(word).substr(kStandard.size()));
    if (version == 0)
      return usage_error(
          fmt::format("Build option {}: the versions are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0.", word));
    options.version = version;
  } else if (word == "-cl-fast-relaxed-math") {
    options.fast_relaxed_math = true;
  } else if (word == "-cl-single-precision-constant") {
    options.single_precision_constants = true;
  } else if (word == "-w") {
    options.no_warnings = true;
  } else if (word == "-Werror") {
    options.warnings_are_errors = true;
  } else if (word.starts_with("-Wno-")) {
    options.silent_warnings.push_back(word.substr(5));
  } else if (!word.starts_with("-")) {
    return usage_error(fmt::format(
        "Invalid build option '{}': options begin with '-'. Quote a value that contains blanks.", word));
  } else if (!is_accepted(word)) {
    return usage_error(fmt::format("There is no build option '{}'.", word));
  }
  return {};
}

}  // namespace

Result<Options> parse_options(std::string_view text) {
  Options options;
  const std::vector<std::string> words = split_build_options(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string flag = words[i].substr(0, 2);
    if (flag != "-D" && flag != "-I" && flag != "-U") {
      if (auto applied = apply_flag(words[i], options); !applied) return tl::unexpected(applied.error());
      continue;
    }
    std::string value = words[i].substr(2);
    if (value.empty()) {
      if (i + 1 == words.size()) return usage_error(fmt::format("Build option {} needs a value.", flag));
      value = words[++i];
    }
    if (flag == "-I")
      options.include_dirs.push_back(value);
    else
      options.definitions += flag == "-D" ? definition_line(value) : fmt::format("#undef {}\n", value);
  }
  return options;
}

}  // namespace lockstep::sim::language
