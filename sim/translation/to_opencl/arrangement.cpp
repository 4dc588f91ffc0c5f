#include "sim/translation/to_opencl/arrangement.hpp"

#include <algorithm>
#include <set>

namespace lockstep::sim::translation::opencl {
namespace {

// Returns the declarations at program scope, each from its first token to its ';' or '}'.
std::vector<Extent> declarations_of(const SourceLayout& layout) {
  std::vector<Extent> result;
  const auto& tokens = layout.tokens();
  std::size_t begin = 0;
  int depth = 0;
  bool is_function = false, has_value = false, is_open = false;
  for (std::size_t i = 0; i < tokens.size() && tokens[i].extent.file == 0; ++i) {
    const Token& token = tokens[i].token;
    if (!is_open) {
      if (token.is("}") || token.is(";")) continue;  // end of a namespace
      // The start of a block of declarations: "namespace name {" or "extern "C" {".
      if (token.is("namespace") || (token.is("extern") && tokens[i + 1].token.kind == TokenKind::string)) {
        std::size_t brace = i;
        while (brace < tokens.size() && !tokens[brace].token.is("{") && !tokens[brace].token.is(";")) ++brace;
        if (token.is("namespace") ||
            (brace < tokens.size() && tokens[brace].token.is("{") && brace == i + 2)) {
          i = brace;
          continue;
        }
      }
      begin = tokens[i].extent.begin;
      is_open = true;
      is_function = has_value = false;
    }
    if (token.is("(") || token.is("[") || token.is("{")) {
      if (token.is("(") && depth == 0) is_function = true;
      ++depth;
    }
    if (token.is("=") && depth == 0) has_value = true;
    const bool closes = token.is(")") || token.is("]") || token.is("}");
    if (closes) --depth;
    const bool ends = depth == 0 && (token.is(";") || (token.is("}") && is_function && !has_value));
    if (!ends) continue;
    result.push_back({0, begin, tokens[i].extent.end});
    is_open = false;
  }
  return result;
}

std::set<std::string, std::less<>> words_of(const std::string& text) {
  std::set<std::string, std::less<>> words;
  language::Diagnostics diagnostics;
  language::StringPool pool;
  const std::uint32_t file = diagnostics.add_file("form.cl", text);
  for (const Token& token : lex_file(file, diagnostics, pool))
    if (token.is_identifier()) words.emplace(token.text);
  return words;
}

// Returns the macros that the generated text uses, directly or through other macros.
std::set<std::string, std::less<>> macros_of(const SourceLayout& layout,
                                             std::set<std::string, std::less<>> words) {
  std::set<std::string, std::less<>> macros;
  for (bool is_more = true; is_more;) {
    is_more = false;
    for (const SourceLayout::Definition& definition : layout.definitions()) {
      if (!words.contains(definition.name) || !macros.emplace(definition.name).second) continue;
      for (const Token& token : definition.words)
        if (token.is_identifier()) words.emplace(token.text);
      is_more = true;
    }
  }
  return macros;
}

// The comments and macros before a declaration. `own` belongs to the declaration; a blank line separates
// `of_others` from it.
struct Lead {
  std::string of_others, own;
};

class Leads {
 public:
  Leads(const SourceLayout& layout, const std::set<std::string, std::less<>>& macros) : layout_(layout) {
    for (const SourceLayout::Definition& definition : layout.definitions())
      if (macros.contains(definition.name)) kept_.insert(definition.begin);
  }

  Lead before(std::size_t begin, std::size_t end, bool with_macros) const {
    std::string text = layout_.between(
        {0, begin, end}, [](const Token&) { return false; },
        [&](std::size_t line) { return with_macros && kept_.contains(line); });
    const std::size_t last = text.find_last_not_of(" \t");
    text.resize(last == std::string::npos ? 0 : last + 1);
    // A comment on the line of the previous declaration belongs to that declaration.
    const std::size_t line = text.find('\n');
    if (begin > 0 && line != std::string::npos && text.find_first_not_of(" \t") < line) text.erase(0, line);
    const std::size_t blank = text.rfind("\n\n");
    if (blank == std::string::npos) return {"", text};
    return {text.substr(0, blank + 1), text.substr(blank + 1)};
  }

  // Returns the macros before and inside a declaration that is not written.
  std::string macros_in(std::size_t begin, std::size_t end) const {
    std::string text;
    for (const SourceLayout::Definition& definition : layout_.definitions())
      if (definition.begin >= begin && definition.begin < end && kept_.contains(definition.begin))
        text += layout_.text({0, definition.begin, definition.end});
    return text;
  }

 private:
  const SourceLayout& layout_;
  std::set<std::size_t> kept_;
};

bool says_something(const std::string& text) { return text.find_first_not_of(" \t\n") != std::string::npos; }

std::string trimmed(std::string text) {
  const std::size_t first = text.find_first_not_of('\n');
  text.erase(0, std::min(first, text.size()));
  while (text.ends_with('\n') || text.ends_with(' ')) text.pop_back();
  return text;
}

}  // namespace

std::string without_empty_lines(const std::string& text) {
  std::string result;
  unsigned blank = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    const bool is_empty = line.find_first_not_of(" \t\r") == std::string::npos;
    at = end + 1;
    if (is_empty && !line.empty()) continue;
    blank = is_empty ? blank + 1 : 0;
    if (blank > 1) continue;
    while (line.ends_with(' ') || line.ends_with('\t') || line.ends_with('\r')) line.pop_back();
    result += line + "\n";
  }
  return result;
}

std::string arranged(const SourceLayout& layout, const std::vector<Item>& items) {
  const std::vector<Extent> declarations = declarations_of(layout);
  const auto place_of = [&](const Item& item) {
    const auto found = std::ranges::find_if(declarations, [&](const Extent& declaration) {
      return item.source && declaration.contains(*item.source);
    });
    return static_cast<std::size_t>(found - declarations.begin());
  };
  std::string all;
  for (const Item& item : items) all += item.text + "\n";
  const Leads leads(layout, macros_of(layout, words_of(all)));
  const auto end_before = [&](std::size_t place) { return place == 0 ? 0 : declarations[place - 1].end; };
  std::vector<bool> has_lead(declarations.size(), false);
  std::string text;
  std::size_t next = 0;  // index of the first declaration whose macros are not yet written
  for (const Item& item : items) {
    const std::size_t place = place_of(item);
    std::string own;
    const bool is_inner =
        place < declarations.size() &&
        layout.text({0, declarations[place].begin, item.source->begin}).find('{') != std::string_view::npos;
    const bool takes_lead = place < declarations.size() && !is_inner && !has_lead[place];
    for (; place < declarations.size() && next <= place; ++next) {
      const Extent& declaration = declarations[next];
      const Lead lead = leads.before(end_before(next), declaration.begin, true);
      if (says_something(lead.of_others)) text += trimmed(lead.of_others) + "\n\n";
      if (next == place && takes_lead) {
        own = lead.own;
        const std::string inside = leads.macros_in(declaration.begin, declaration.end);
        if (!inside.empty()) text += inside + "\n";
        continue;
      }
      const std::size_t begin = declaration.begin - std::min(lead.own.size(), declaration.begin);
      const std::string macros = leads.macros_in(std::max(begin, end_before(next)), declaration.end);
      if (!macros.empty()) text += macros + "\n";
    }
    if (takes_lead && own.empty())
      own = leads.before(end_before(place), declarations[place].begin, false).own;
    if (takes_lead) has_lead[place] = true;
    if (says_something(own)) text += trimmed(own) + "\n";
    text += item.text + "\n\n";
  }
  if (next >= declarations.size()) return trimmed(text) + "\n";
  const std::string late = leads.macros_in(end_before(next), std::string::npos);
  return late + (late.empty() ? "" : "\n") + trimmed(text) + "\n";
}

}  // namespace lockstep::sim::translation::opencl
