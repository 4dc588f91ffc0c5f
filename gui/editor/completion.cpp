#include "gui/editor/completion.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "core/base/text/text.hpp"
#include "gui/editor/code_colours.hpp"
#include "gui/editor/declared_names.hpp"
#include "gui/editor/keywords.hpp"
#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/cuda/word_lists.hpp"
#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMaxCompletions = 100;
// The minimum number of letters for which names that contain them elsewhere than at the beginning are listed.
// Fewer letters occur in too many names.
constexpr std::size_t kLeastInside = 3;

std::vector<Completion> functions_of(Language language) {
  std::vector<Completion> all;
  if (language == Language::cuda)
    for (const std::string& name : sim::language::cuda::function_names())
      all.push_back({name, std::string(sim::language::cuda::signature_of(name)), true});
  else
    for (const std::string& name : sim::language::builtin_function_names())
      all.push_back({name, sim::language::builtin_signature(name), true});
  return all;
}

// Returns the functions, constants, types and keywords of a language, which do not depend on the text.
std::vector<Completion> all_words(Language language) {
  std::vector<Completion> all = functions_of(language);
  for (const std::string& name : predefined_constants(language)) all.push_back({name, "constant", false});
  for (const std::string& name : predefined_types(language)) all.push_back({name, "type", false});
  for (const std::string& name : code_keywords(language)) all.push_back({name, "keyword", false});
  std::erase_if(all, [](const Completion& word) { return word.name.starts_with("__builtin"); });
  return all;
}

const std::vector<Completion>& words_of_language(Language language) {
  static const std::array<std::vector<Completion>, 2> words{all_words(Language::opencl_c),
                                                            all_words(Language::cuda)};
  return words[static_cast<std::size_t>(language)];
}

std::vector<Completion> names_of_text(const std::vector<std::string>& lines, TextPlace cursor,
                                      Language language) {
  std::vector<Completion> local, global;
  const std::vector<DeclaredName> declared = declared_names(lines, cursor, language);
  // If a name is declared several times, the last declaration is used.
  for (auto each = declared.rbegin(); each != declared.rend(); ++each)
    (each->is_local ? local : global).push_back({each->name, each->declaration, each->is_called});
  local.insert(local.end(), global.begin(), global.end());
  return local;
}

bool is_in_comment_or_string(const std::vector<std::string>& lines, TextPlace cursor) {
  const LineColours spans = colour_code(lines)[cursor.line];
  return std::ranges::any_of(spans, [&](const CodeSpan& span) {
    const bool hides = span.kind == CodeKind::comment || span.kind == CodeKind::string;
    return hides && span.begin < cursor.column && cursor.column <= span.end;
  });
}

}  // namespace

std::optional<TypedName> typed_name(const std::vector<std::string>& lines, TextPlace cursor) {
  const std::string_view line = lines[cursor.line];
  const auto is_part = sim::language::is_identifier_part;
  if (cursor.column < line.size() && is_part(line[cursor.column])) return std::nullopt;
  std::size_t begin = cursor.column;
  while (begin > 0 && is_part(line[begin - 1])) --begin;
  const bool is_name = begin == cursor.column || sim::language::is_identifier_start(line[begin]);
  if (!is_name || is_in_comment_or_string(lines, cursor)) return std::nullopt;
  return TypedName{begin, std::string(line.substr(begin, cursor.column - begin))};
}

std::vector<Completion> completions(const std::vector<std::string>& lines, TextPlace cursor,
                                    const TypedName& typed, Language language) {
  std::vector<Completion> all = names_of_text(lines, cursor, language);
  all.insert(all.end(), words_of_language(language).begin(), words_of_language(language).end());
  const std::string letters = lower(typed.letters);
  std::vector<Completion> beginning, containing;
  std::set<std::string> taken;
  for (Completion& word : all) {
    const std::size_t at = lower(word.name).find(letters);
    if (at == std::string::npos || (at > 0 && letters.size() < kLeastInside)) continue;
    if (!taken.insert(word.name).second) continue;
    (at == 0 ? beginning : containing).push_back(std::move(word));
  }
  // The name that is already typed comes first, so that Enter keeps it.
  const auto same = std::ranges::find(beginning, typed.letters, &Completion::name);
  if (same != beginning.end()) std::rotate(beginning.begin(), same, same + 1);
  beginning.insert(beginning.end(), containing.begin(), containing.end());
  if (beginning.size() > kMaxCompletions) beginning.resize(kMaxCompletions);
  return beginning;
}

void complete(TextBuffer& buffer, const TypedName& typed, const Completion& chosen) {
  const TextPlace cursor = buffer.cursor();
  const std::string& line = buffer.lines()[cursor.line];
  const bool has_parenthesis = cursor.column < line.size() && line[cursor.column] == '(';
  std::string text = chosen.name;
  if (chosen.is_called && !has_parenthesis) text += chosen.detail.ends_with("()") ? "()" : "(";
  buffer.select({cursor.line, typed.begin}, cursor);
  buffer.insert(text);
}

}  // namespace lockstep::gui
