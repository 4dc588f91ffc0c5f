#include "sim/frontend/options.hpp"

#include <fmt/format.h>

#include <optional>

#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::sim::language {
namespace {

std::vector<std::string> split(std::string_view text) {
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

std::optional<unsigned> version_of(std::string_view standard) {
  constexpr std::pair<std::string_view, unsigned> kVersions[] = {
      {"CL1.0", 100}, {"CL1.1", 110}, {"CL1.2", 120}, {"CL2.0", 200}, {"CL3.0", 300},
      {"cl1.0", 100}, {"cl1.1", 110}, {"cl1.2", 120}, {"cl2.0", 200}, {"cl3.0", 300}};
  for (const auto& [name, version] : kVersions)
    if (name == standard) return version;
  return std::nullopt;
}

Result<void> apply_flag(const std::string& word, Options& options) {
  constexpr std::string_view kStandard = "-cl-std=";
  if (word.starts_with(kStandard)) {
    const auto version = version_of(std::string_view(word).substr(kStandard.size()));
    if (!version)
      return usage_error(
          fmt::format("Build option {}: the versions are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0.", word));
    options.version = *version;
  } else if (word == "-cl-fast-relaxed-math") {
    options.fast_relaxed_math = true;
  } else if (word == "-cl-single-precision-constant") {
    options.single_precision_constants = true;
  } else if (word == "-w") {
    options.no_warnings = true;
  } else if (!word.starts_with("-")) {
    return usage_error(fmt::format(
        "Invalid build option '{}': options begin with '-'. Quote a value that contains blanks.", word));
  }
  return {};
}

}  // namespace

Result<Options> parse_options(std::string_view text) {
  Options options;
  const std::vector<std::string> words = split(text);
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
