#include "sim/frontend/preprocess/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/plan/build_options.hpp"
#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::sim::language {
namespace {

// Returns the text after #define: "NAME" defines NAME as 1; "NAME=VALUE" and "NAME(a,b)=VALUE" define it
// as VALUE.
std::string definition_line(std::string_view definition) {
  std::string line(definition);
  const std::size_t equals = line.find('=');
  if (equals == std::string::npos) return fmt::format("#define {} 1\n", line);
  line[equals] = ' ';
  for (char& c : line)
    if (c == '\n' || c == '\r') c = ' ';
  return fmt::format("#define {}\n", line);
}

// The options that have no effect in the simulator, each between blanks.
constexpr std::string_view kOptions =
    " -g -s -O -O0 -O1 -O2 -O3 -O4 -O5 -Os -save-temps -kernel-arg-info -create-library -enable-link-options "
    "-cl-kernel-arg-info -cl-opt-disable -cl-strict-aliasing -cl-mad-enable -cl-no-signed-zeros "
    "-cl-denorms-are-zero -cl-finite-math-only -cl-unsafe-math-optimizations "
    "-cl-fp32-correctly-rounded-divide-sqrt -cl-uniform-work-group-size -cl-no-subgroup-ifp ";

// The prefixes of warning options and of options for the compilers of particular devices.
constexpr std::string_view kFamilies[] = {
    "-W",     "-cl-nv-", "-cl-intel-",  "-cl-amd-",       "-cl-ext",   "-save-temps=", "-spir-",   "-m",
    "-fbin-", "-fno-",   "-ffast-math", "-ffp-contract=", "-fstrict-", "-finline-",    "-funroll-"};

bool is_accepted(std::string_view word) {
  const auto begins = [word](std::string_view family) { return word.starts_with(family); };
  return kOptions.find(fmt::format(" {} ", word)) != std::string_view::npos ||
         std::ranges::any_of(kFamilies, begins);
}

Result<void> apply_flag(const std::string& word, Options& options) {
  constexpr std::string_view kStandard = "-cl-std=", kInstantiate = "-instantiate=";
  constexpr std::string_view kConstant = "-constant=";
  if (word.starts_with(kStandard)) {
    const unsigned version = opencl_c_version(std::string_view(word).substr(kStandard.size()));
    if (version == 0)
      return usage_error(fmt::format(
          "Build option {}: the supported versions are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0.", word));
    options.version = version;
  } else if (word.starts_with(kInstantiate)) {
    options.instances.push_back(word.substr(kInstantiate.size()));
  } else if (word.starts_with(kConstant)) {
    const std::string named = word.substr(kConstant.size());
    const std::size_t equals = named.find('=');
    if (equals == std::string::npos)
      return usage_error(fmt::format("Build option {} needs contents: -constant=NAME=1,2,3.", word));
    options.constants.emplace_back(named.substr(0, equals), named.substr(equals + 1));
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
    if (flag != "-D" && flag != "-I" && flag != "-U" && flag != "-x") {
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
    else if (flag == "-x")
      options.language = value == "cu" || value == "cuda" ? Language::cuda : Language::opencl_c;
    else
      options.definitions += flag == "-D" ? definition_line(value) : fmt::format("#undef {}\n", value);
  }
  return options;
}

}  // namespace lockstep::sim::language
