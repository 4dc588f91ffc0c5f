#include "gui/editor/keywords.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/cuda/word_lists.hpp"
#include "sim/frontend/parse/scope.hpp"
#include "sim/frontend/parse/words.hpp"

namespace lockstep::gui {
namespace {

constexpr std::string_view kPredefined[] = {
#define X(line) line,
#define C(line) X(line)
#include "sim/frontend/preprocess/predefined.def"
#undef C
#undef X
};

std::vector<std::string> sorted(const std::set<std::string>& names) { return {names.begin(), names.end()}; }

bool is_among(const std::vector<std::string>& sorted_names, std::string_view name) {
  return std::ranges::binary_search(sorted_names, name, {}, [](std::string_view each) { return each; });
}

template <class Words>
void add_all(std::set<std::string>& all, const Words& words) {
  for (const auto& word : words) all.emplace(word);
}

std::set<std::string> keywords_of(Language language) {
  std::set<std::string> all;
  add_all(all, sim::language::kStatementWords);
  add_all(all, sim::language::kSpecifierWords);
  if (language == Language::opencl_c) return all;
  std::erase_if(all, [](const std::string& word) { return sim::language::cuda::is_plain_name(word); });
  add_all(all, sim::language::cuda::kCudaWords);
  return all;
}

std::set<std::string> types_of(Language language) {
  std::set<std::string> all;
  add_all(all, sim::language::kTypeWords);
  if (language == Language::cuda) {
    add_all(all, sim::language::cuda::type_names());
    all.insert({"bool", "half", "half2", "size_t", "uint", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
                "int8_t", "int16_t", "int32_t", "int64_t"});
    return all;
  }
  sim::language::TypeTable types;
  add_all(all, sim::language::Scopes(types).names());
  return all;
}

std::set<std::string> constants_of(Language language) {
  std::set<std::string> all{"true", "false"};
  if (language == Language::cuda) {
    all.clear();
    add_all(all, sim::language::cuda::constant_names());
    return all;
  }
  for (const std::string_view line : kPredefined) all.emplace(line.substr(0, line.find_first_of(" (")));
  return all;
}

// One list for each language.
using Lists = std::array<std::vector<std::string>, 2>;
Lists lists_of(std::set<std::string> (*words)(Language)) {
  return {sorted(words(Language::opencl_c)), sorted(words(Language::cuda))};
}
const std::vector<std::string>& of(const Lists& lists, Language language) {
  return lists[static_cast<std::size_t>(language)];
}

}  // namespace

const std::vector<std::string>& code_keywords(Language language) {
  static const Lists lists = lists_of(keywords_of);
  return of(lists, language);
}

const std::vector<std::string>& predefined_types(Language language) {
  static const Lists lists = lists_of(types_of);
  return of(lists, language);
}

const std::vector<std::string>& predefined_constants(Language language) {
  static const Lists lists = lists_of(constants_of);
  return of(lists, language);
}

bool is_code_keyword(std::string_view name, Language language) {
  return is_among(code_keywords(language), name);
}
bool is_predefined_type(std::string_view name, Language language) {
  return is_among(predefined_types(language), name);
}
bool is_predefined_constant(std::string_view name, Language language) {
  return is_among(predefined_constants(language), name);
}
bool is_called_without_declaration(std::string_view name, Language language) {
  if (language == Language::opencl_c) return sim::language::is_builtin_function(name);
  static const std::vector<std::string> names = [] {
    const std::vector<std::string> all = sim::language::cuda::function_names();
    return sorted({all.begin(), all.end()});
  }();
  return is_among(names, name);
}

}  // namespace lockstep::gui
