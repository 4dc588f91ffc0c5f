#include "sim/frontend/cuda/library_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace lockstep::sim::language::cuda {
namespace {

constexpr std::array<std::string_view, 3> kLibraries = {"cooperative_groups", "cub", "cuda"};

bool is_library(std::string_view name) { return std::ranges::find(kLibraries, name) != kLibraries.end(); }

// Returns whether a name after this word is used and not declared.
bool is_word_before_use(std::string_view word) {
  constexpr std::array<std::string_view, 12> kWords = {"return",   "else",     "do",     "case",
                                                       "const",    "volatile", "static", "constexpr",
                                                       "typename", "inline",   "new",    "__shared__"};
  return std::ranges::find(kWords, word) != kWords.end();
}

class LibraryNames {
 public:
  LibraryNames(std::vector<Token> tokens, const Diagnostics& diagnostics, StringPool& pool)
      : in_(std::move(tokens)), diagnostics_(diagnostics), pool_(pool) {
    for (const std::string_view library : kLibraries) libraries_[library] = library;
  }

  std::vector<Token> run() {
    find_names();
    if (names_.empty()) return std::move(in_);
    find_declared();
    while (at_ < in_.size())
      if (!directive() && !qualified() && !unqualified()) out_.push_back(in_[at_++]);
    return std::move(out_);
  }

 private:
  const Token& token(std::size_t at) const { return in_[std::min(at, in_.size() - 1)]; }
  bool is_of_library(const Token& token) const { return diagnostics_.file(token.range.file).is_library; }

  // Finds the names in the text of the libraries.
  void find_names() {
    for (std::size_t i = 0; i + 2 < in_.size(); ++i)
      if (is_of_library(in_[i]) && in_[i + 1].is("::") && is_library(in_[i].text))
        names_.emplace(in_[i + 2].text, in_[i].text);
  }

  // Finds the names that the program declares. A name that follows another name is declared: `void reduce(`,
  // `struct plus`.
  void find_declared() {
    for (std::size_t i = 1; i < in_.size(); ++i)
      if (in_[i].is_identifier() && in_[i - 1].is_identifier() && !is_of_library(in_[i]) &&
          !is_word_before_use(in_[i - 1].text))
        declared_.insert(in_[i].text);
  }

  // "namespace" name "=" library ";" | "using" "namespace" library ";" | "using" library "::" name ";"
  bool directive() {
    if (token(at_).is("namespace") && token(at_ + 2).is("=") && is_library(token(at_ + 3).text)) {
      libraries_[token(at_ + 1).text] = token(at_ + 3).text;
      return skip_to_end();
    }
    if (!token(at_).is("using")) return false;
    if (token(at_ + 1).is("namespace")) {
      const auto library = libraries_.find(token(at_ + 2).text);
      if (library == libraries_.end() || !token(at_ + 3).is(";")) return false;
      used_.insert(library->second);
      return skip_to_end();
    }
    const auto library = libraries_.find(token(at_ + 1).text);
    if (library == libraries_.end() || !token(at_ + 2).is("::")) return false;
    used_names_.insert(token(at_ + 3).text);
    return skip_to_end();
  }

  bool skip_to_end() {
    while (at_ + 1 < in_.size() && !in_[at_].is(";")) ++at_;
    if (in_[at_].is(";")) ++at_;  // the end of the text is kept
    return true;
  }

  // library "::" { name "::" } name
  bool qualified() {
    const auto library = libraries_.find(token(at_).text);
    if (library == libraries_.end() || !token(at_).is_identifier() || !token(at_ + 1).is("::")) return false;
    if (!out_.empty() && (out_.back().is(".") || out_.back().is("->"))) return false;
    std::size_t last = at_ + 2;
    while (!is_name(library->second, token(last).text)) {
      if (!token(last + 1).is("::")) return false;
      last += 2;
    }
    put(library->second, token(last), join(token(at_).range, token(last).range));
    at_ = last + 1;
    return true;
  }

  // Handles a name after "using namespace": an unqualified name may be a name of the library.
  bool unqualified() {
    const Token& name = token(at_);
    if (!name.is_identifier() || (used_.empty() && used_names_.empty()) || is_of_library(name)) return false;
    const auto found = std::ranges::find_if(names_, [&](const auto& entry) {
      return entry.first == name.text && (used_.contains(entry.second) || used_names_.contains(entry.first));
    });
    const bool is_other =
        found == names_.end() || declared_.contains(name.text) ||
        (!out_.empty() && (out_.back().is(".") || out_.back().is("->") || out_.back().is("::")));
    if (is_other) return false;
    put(found->second, name, name.range);
    ++at_;
    return true;
  }

  bool is_name(std::string_view library, std::string_view name) const {
    return names_.contains({name, library});
  }

  void put(std::string_view library, const Token& name, const SourceRange& range) {
    Token whole = name;
    whole.text = pool_.add(fmt::format("{}::{}", library, name.text));
    whole.range = range;
    out_.push_back(whole);
  }

  std::vector<Token> in_, out_;
  std::size_t at_ = 0;
  const Diagnostics& diagnostics_;
  StringPool& pool_;
  std::map<std::string_view, std::string_view> libraries_;  // the library that each name or alias stands for
  std::set<std::pair<std::string_view, std::string_view>> names_;  // (name, library)
  std::set<std::string_view> declared_, used_, used_names_;
};

}  // namespace

std::vector<Token> with_library_names(std::vector<Token> tokens, const Diagnostics& diagnostics,
                                      StringPool& pool) {
  return LibraryNames(std::move(tokens), diagnostics, pool).run();
}

}  // namespace lockstep::sim::language::cuda
