#include "sim/launch/proposed_instances.hpp"

#include <sstream>
#include <string_view>

#include "core/plan/language.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/frontend/frontend.hpp"
#include "sim/launch/guessed_constants.hpp"

namespace lockstep::sim {
namespace {

constexpr std::string_view kInstantiate = "-instantiate=";

}  // namespace

std::string with_proposed_instances(const KernelSource& source, const std::string& options) {
  if (language_of(source.path) != Language::cuda) return options;
  const auto program = language::compile(source, options);
  if (!program || !(*program)->kernels.empty()) return options;
  std::string all = options;
  for (const std::string& instance : language::possible_instances(source, options)) {
    const std::string one = std::string(kInstantiate) + instance;
    if (language::compile(source, joined_options(options, one))) all = joined_options(all, one);
  }
  return all;
}

std::string without_instances(const std::string& options) {
  std::string kept;
  std::istringstream words(options);
  for (std::string word; words >> word;)
    if (!word.starts_with(kInstantiate)) kept = joined_options(kept, word);
  return kept;
}

}  // namespace lockstep::sim
