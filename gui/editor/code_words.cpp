#include "gui/editor/code_words.hpp"

#include <algorithm>
#include <set>

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

}  // namespace

const std::vector<std::string>& code_keywords() {
  static const std::vector<std::string> names = [] {
    std::set<std::string> all(sim::language::kStatementWords.begin(), sim::language::kStatementWords.end());
    all.insert(sim::language::kSpecifierWords.begin(), sim::language::kSpecifierWords.end());
    return sorted(all);
  }();
  return names;
}

const std::vector<std::string>& predefined_types() {
  static const std::vector<std::string> names = [] {
    std::set<std::string> all(sim::language::kTypeWords.begin(), sim::language::kTypeWords.end());
    sim::language::TypeTable types;
    const sim::language::Scopes scopes(types);
    for (const std::string_view name : scopes.names()) all.emplace(name);
    return sorted(all);
  }();
  return names;
}

const std::vector<std::string>& predefined_constants() {
  static const std::vector<std::string> names = [] {
    std::set<std::string> all{"true", "false"};
    for (const std::string_view line : kPredefined) all.emplace(line.substr(0, line.find_first_of(" (")));
    return sorted(all);
  }();
  return names;
}

bool is_code_keyword(std::string_view name) { return is_among(code_keywords(), name); }
bool is_predefined_type(std::string_view name) { return is_among(predefined_types(), name); }
bool is_predefined_constant(std::string_view name) { return is_among(predefined_constants(), name); }

}  // namespace lockstep::gui
