#include "sim/launch/guessed_constants.hpp"

#include <fmt/format.h>

#include "sim/frontend/frontend.hpp"

namespace lockstep::sim {

std::string joined_options(const std::string& first, const std::string& second) {
  return first.empty() || second.empty() ? first + second : first + " " + second;
}

GuessedConstants guessed_constants(const KernelSource& source, const std::string& options) {
  GuessedConstants guessed;
  std::string names;
  for (const language::HostConstant& constant : language::host_constants(source, options)) {
    const std::string option = fmt::format("-constant={}=", constant.name);
    if (options.find(option) != std::string::npos) continue;
    const std::string whole = joined_options(guessed.options, option + constant.fill);
    // If the values do not fit the variable, they are not the values that the host copies to it.
    if (!language::analyse(source, joined_options(options, whole))) continue;
    guessed.options = whole;
    names += (names.empty() ? "" : ", ") + constant.name;
  }
  if (!names.empty())
    guessed.note = fmt::format(
        "the contents of {} are guessed from the host code ({}); to use other contents, change this "
        "build option",
        names, guessed.options);
  return guessed;
}

}  // namespace lockstep::sim
