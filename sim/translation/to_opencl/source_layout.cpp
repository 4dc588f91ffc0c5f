#include "sim/translation/to_opencl/source_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/frontend/preprocess/preprocessor.hpp"

namespace lockstep::sim::translation::opencl {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\'; }

// Returns the position after the comment or quoted text that starts at `at`, or `at` if none starts there.
std::size_t after_comment(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (text.substr(at).starts_with("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  return at;
}

std::size_t after_quotation(std::string_view text, std::size_t at) {
  if (text[at] != '"' && text[at] != '\'') return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

bool is_conditional(std::string_view word) {
  for (const std::string_view name : {"if", "ifdef", "ifndef", "elif", "else", "endif"})
    if (word == name) return true;
  return false;
}

bool is_type_word(std::string_view word) {
  for (const std::string_view type : {"bool", "char", "short", "int", "long", "float", "double", "half",
                                      "unsigned", "signed", "uint", "uchar", "ushort", "ulong", "size_t"})
    if (word == type) return true;
  return false;
}

constexpr std::string_view kSourceGroup = "lockstep_group_";

}  // namespace

std::string comparable(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t end = after_comment(text, at); end != at) {
      at = end;
      continue;
    }
    const std::size_t end = after_quotation(text, at);
    if (end != at) {
      result += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (!is_blank(text[at]) && text[at] != '(' && text[at] != ')') result += text[at];
    ++at;
  }
  return result;
}

SourceLayout::SourceLayout(const KernelSource& source, const language::Options& options) {
  place_tokens(preprocess(source, options, diagnostics_, pool_));
  raw_ = lex_file(0, diagnostics_, pool_);
  find_directives();
  find_skipped(source, options);
}

const std::vector<std::size_t>& SourceLayout::lines(std::uint32_t file) const {
  if (file >= lines_.size()) lines_.resize(file + 1);
  std::vector<std::size_t>& begins = lines_[file];
  if (begins.empty()) {
    const std::string& text = file_text(file);
    begins.push_back(0);
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) begins.push_back(++at);
  }
  return begins;
}

std::size_t SourceLayout::offset(std::uint32_t file, std::uint32_t line, std::uint32_t column) const {
  const std::vector<std::size_t>& begins = lines(file);
  const std::size_t begin = begins[std::min<std::size_t>(line, begins.size()) - 1];
  return std::min(begin + column - 1, file_text(file).size());
}

Extent SourceLayout::extent(const SourceRange& range) const {
  return {range.file, offset(range.file, range.line, range.column),
          offset(range.file, range.end_line, range.end_column)};
}

std::string_view SourceLayout::text(const Extent& extent) const {
  return std::string_view(file_text(extent.file)).substr(extent.begin, extent.end - extent.begin);
}

// Tokens of a macro's text have the range of the macro's use. Tokens of the macro's arguments have their own
// ranges inside this range. All of them are given the range of the outermost use.
void SourceLayout::place_tokens(const std::vector<Token>& tokens) {
  std::map<std::pair<std::uint32_t, std::size_t>, std::size_t> uses;  // (file, begin) to end
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::end) continue;
    const Extent own = extent(token.range);
    if (text(own) == token.text) continue;
    std::size_t& end = uses[{own.file, own.begin}];
    end = std::max(end, own.end);
  }
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::end) continue;
    Extent outer = extent(token.range);
    for (auto use = uses.upper_bound({outer.file, outer.begin}); use != uses.begin();) {
      --use;
      if (use->first.first != outer.file) break;
      if (use->second < outer.end) continue;
      outer.begin = use->first.second;
      outer.end = use->second;
    }
    tokens_.push_back({token, outer});
  }
  std::ranges::stable_sort(
      tokens_, {}, [](const Placed& placed) { return std::pair(placed.extent.file, placed.extent.begin); });
}

std::size_t SourceLayout::first_token(std::uint32_t file, std::size_t at) const {
  const auto found = std::ranges::lower_bound(tokens_, std::pair(file, at), {}, [](const Placed& placed) {
    return std::pair(placed.extent.file, placed.extent.begin);
  });
  return static_cast<std::size_t>(found - tokens_.begin());
}

std::string SourceLayout::expanded(const Extent& extent) const {
  std::string result;
  for (std::size_t i = first_token(extent.file, extent.begin); i < tokens_.size(); ++i) {
    const Placed& placed = tokens_[i];
    if (placed.extent.file != extent.file || placed.extent.begin >= extent.end) break;
    if (placed.extent.end > extent.end) return {};  // part of a macro's use
    if (!placed.token.is("(") && !placed.token.is(")")) result += placed.token.text;
  }
  return result;
}

bool SourceLayout::is_of_c(const Extent& extent) const {
  for (std::size_t i = first_token(extent.file, extent.begin); i < tokens_.size(); ++i) {
    const Placed& placed = tokens_[i];
    if (placed.extent.file != extent.file || placed.extent.begin >= extent.end) break;
    const std::string_view source = text(placed.extent);
    const bool is_cast =
        is_type_word(placed.token.text) && i + 1 < tokens_.size() && tokens_[i + 1].token.is("(");
    if (is_cast) return false;
    if (source == placed.token.text) continue;
    std::size_t end = 0;
    while (end < source.size() && language::is_identifier_part(source[end])) ++end;
    if (!is_of_this_file(source.substr(0, end), placed.extent, 0)) return false;
  }
  return true;
}

// Returns whether the macro and all macros in its text are defined in this file. A word of a macro's text is
// another macro if the word is missing in the expansion.
bool SourceLayout::is_of_this_file(std::string_view macro, const Extent& use, unsigned depth) const {
  const auto found = std::ranges::find(definitions_, macro, &Definition::name);
  if (found == definitions_.end() || depth > 32) return false;
  std::set<std::string_view> left;
  for (std::size_t i = first_token(use.file, use.begin);
       i < tokens_.size() && use.contains(tokens_[i].extent); ++i)
    left.insert(tokens_[i].token.text);
  const std::vector<Token>& words = found->words;
  std::size_t begin = 0;
  std::set<std::string_view> parameters;
  if (!words.empty() && words[0].is("(") && !words[0].space_before)
    for (; begin < words.size() && !words[begin].is(")"); ++begin) parameters.insert(words[begin].text);
  return std::all_of(words.begin() + static_cast<std::ptrdiff_t>(begin), words.end(), [&](const Token& word) {
    return !word.is_identifier() || left.contains(word.text) || parameters.contains(word.text) ||
           is_of_this_file(word.text, use, depth + 1);
  });
}

void SourceLayout::find_directives() {
  for (std::size_t i = 0; i < raw_.size(); ++i) {
    if (!raw_[i].is("#") || !raw_[i].at_line_start) continue;
    std::size_t last = i;
    while (last + 1 < raw_.size() && !raw_[last + 1].at_line_start && raw_[last + 1].kind != TokenKind::end)
      ++last;
    const std::string& all = file_text(0);
    const std::size_t hash = extent(raw_[i].range).begin;
    const std::size_t begin = hash == 0 ? 0 : all.rfind('\n', hash - 1) + 1;
    const std::size_t end = std::min(all.find('\n', extent(raw_[last].range).end), all.size());
    directives_.push_back({0, begin, std::min(end + 1, all.size())});
    const bool defines = last > i + 1 && (raw_[i + 1].is("define") || raw_[i + 1].is("undef"));
    if (defines)
      definitions_.push_back({begin,
                              std::min(end + 1, all.size()),
                              raw_[i + 2].text,
                              {raw_.begin() + static_cast<std::ptrdiff_t>(i + 3),
                               raw_.begin() + static_cast<std::ptrdiff_t>(last + 1)}});
    i = last;
  }
}

// Finds the skipped groups. A word is inserted after each line of a conditional directive; the words that the
// output of the preprocessor lacks belong to skipped groups.
void SourceLayout::find_skipped(const KernelSource& source, const language::Options& options) {
  std::vector<Extent> conditionals;
  for (const Extent& line : directives_) {
    std::string_view words = text(line);
    words.remove_prefix(words.find('#') + 1);
    while (!words.empty() && is_blank(words.front())) words.remove_prefix(1);
    std::size_t end = 0;
    while (end < words.size() && language::is_identifier_part(words[end])) ++end;
    if (is_conditional(words.substr(0, end))) conditionals.push_back(line);
  }
  if (conditionals.empty()) return;
  KernelSource marked = source;
  marked.text.clear();
  std::size_t at = 0;
  for (std::size_t i = 0; i < conditionals.size(); ++i) {
    marked.text += source.text.substr(at, conditionals[i].end - at);
    if (!marked.text.ends_with('\n')) marked.text += '\n';
    marked.text += fmt::format("{}{}\n", kSourceGroup, i);
    at = conditionals[i].end;
  }
  marked.text += source.text.substr(std::min(at, source.text.size()));
  std::vector<bool> read(conditionals.size(), false);
  language::Diagnostics diagnostics;
  language::StringPool pool;
  for (const Token& token : preprocess(marked, options, diagnostics, pool))
    if (token.is_identifier() && token.text.starts_with(kSourceGroup))
      read[std::stoul(std::string(token.text.substr(kSourceGroup.size())))] = true;
  for (std::size_t i = 0; i + 1 < conditionals.size(); ++i)
    if (!read[i]) skipped_.push_back({0, conditionals[i].end, conditionals[i + 1].begin});
  std::erase_if(definitions_, [&](const Definition& definition) {
    return std::ranges::any_of(skipped_, [&](const Extent& lines) {
      return lines.begin <= definition.begin && definition.end <= lines.end;
    });
  });
}

std::string SourceLayout::between(const Extent& extent, const std::function<bool(const Token&)>& keeps,
                                  const std::function<bool(std::size_t)>& keeps_line) const {
  if (extent.begin >= extent.end) return {};
  const std::string& all = file_text(extent.file);
  std::string result;
  for (std::size_t at = extent.begin; at < extent.end;) {
    const auto holds = [&](const Extent& lines) { return lines.begin <= at && at < lines.end; };
    if (extent.file == 0) {
      const auto skipped = std::ranges::find_if(skipped_, holds);
      if (skipped != skipped_.end()) {
        at = skipped->end;
        continue;
      }
      const auto line = std::ranges::find_if(directives_, holds);
      if (line != directives_.end()) {
        const bool unrolls = text(*line).find("unroll") != std::string_view::npos;
        const bool is_kept = unrolls || (keeps_line && keeps_line(line->begin));
        if (is_kept && line->end <= extent.end) result += text(*line);
        at = line->end;
        continue;
      }
    }
    if (const std::size_t end = after_comment(all, at); end != at) {
      result += all.substr(at, std::min(end, extent.end) - at);
      at = end;
      continue;
    }
    if (is_blank(all[at])) {
      result += all[at++];
      continue;
    }
    const std::size_t index = first_token(extent.file, at);
    std::size_t end = at + 1;
    if (index < tokens_.size() && tokens_[index].extent.file == extent.file &&
        tokens_[index].extent.begin == at) {
      end = std::max(end, tokens_[index].extent.end);
      if (keeps(tokens_[index].token)) result += all.substr(at, end - at);
    }
    at = end;
  }
  return result;
}

}  // namespace lockstep::sim::translation::opencl
