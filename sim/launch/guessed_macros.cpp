#include "sim/launch/guessed_macros.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "sim/compiler/compile.hpp"
#include "sim/frontend/frontend.hpp"
#include "sim/frontend/text/spelling.hpp"
#include "sim/launch/guessed_constants.hpp"

namespace lockstep::sim {
namespace {

using language::UndefinedMacro;

constexpr int kGuessedRounds = 16;  // several, because an error may hide later names

// The usual sizes of groups and tiles, and the usual types, with the most likely first.
constexpr std::string_view kNumbers[] = {"16", "64", "256", "4", "2", "1"};
constexpr std::string_view kTypes[] = {"float", "int", "uint", "float2", "float4"};

std::string definitions(const std::vector<UndefinedMacro>& macros, std::string_view number,
                        std::string_view type) {
  std::string options;
  for (const UndefinedMacro& macro : macros)
    options = joined_options(options, fmt::format("-D{}={}", macro.name, macro.is_type ? type : number));
  return options;
}

std::vector<UndefinedMacro> undefined_macros(const KernelSource& source, const std::string& options) {
  std::vector<UndefinedMacro> all;
  for (int round = 0; round < kGuessedRounds; ++round) {
    const std::string known = joined_options(options, definitions(all, kNumbers[0], kTypes[0]));
    const std::vector<UndefinedMacro> more = language::undefined_macros(source, known);
    const auto is_known = [&](const UndefinedMacro& macro) {
      return std::ranges::find(all, macro.name, &UndefinedMacro::name) != all.end();
    };
    if (std::ranges::all_of(more, is_known)) break;
    std::ranges::copy_if(more, std::back_inserter(all), [&](const auto& macro) { return !is_known(macro); });
  }
  return all;
}

// Returns whether the name is a misspelling of a macro that the text defines.
bool is_slip(const UndefinedMacro& macro, const std::string& text) {
  constexpr std::string_view kDefine = "#define ";
  language::Spelling spelling(macro.name);
  for (std::size_t at = text.find(kDefine); at != std::string::npos; at = text.find(kDefine, at + 1)) {
    const std::size_t begin = at + kDefine.size();
    spelling.consider(std::string_view(text).substr(begin, text.find_first_of(" (\t\r\n", begin) - begin));
  }
  return !spelling.hint().empty();
}

}  // namespace

GuessedMacros guessed_macros(const KernelSource& source, const std::string& options) {
  if (language::compile(source, options)) return {};
  const std::vector<UndefinedMacro> missing = undefined_macros(source, options);
  const auto slips = [&](const UndefinedMacro& macro) { return is_slip(macro, source.text); };
  if (missing.empty() || std::ranges::any_of(missing, slips)) return {};
  for (const std::string_view type : kTypes)
    for (const std::string_view number : kNumbers) {
      const std::string guess = definitions(missing, number, type);
      if (!language::compile(source, joined_options(options, guess))) continue;
      return {guess,
              fmt::format("the source uses macros that it does not define (its host program may "
                          "define them in the build options); {} is a guess, so set your own values with -D",
                          guess)};
    }
  return {};
}

}  // namespace lockstep::sim
