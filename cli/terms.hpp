// What a command says, in the terms of its kernel's language: threads and blocks for CUDA C++.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/findings/located.hpp"
#include "cli/json.hpp"
#include "core/plan/plan.hpp"
#include "core/plan/words.hpp"

namespace CLI {
class App;
}

namespace lockstep::cli {

class Terms {
 public:
  Terms() = default;
  explicit Terms(Words words) : words_(words) {}

  template <class... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) const {
    put(stdout, fmt::format(format, std::forward<Values>(values)...));
  }
  template <class... Values>
  void print_error(fmt::format_string<Values...> format, Values&&... values) const {
    put(stderr, fmt::format(format, std::forward<Values>(values)...));
  }
  std::string in_terms(std::string_view text) const { return in_words(text, words_); }
  // All sentences in it; names of files and code stay.
  Json translated(Json json) const;
  std::vector<LocatedFinding> translated(std::vector<LocatedFinding> findings) const;

 private:
  void put(std::FILE* stream, std::string_view text) const;

  Words words_ = Words::opencl;
};

// --words as typed; without it, the language decides.
struct WordsOption {
  std::string name;
  void add_to(CLI::App& app);
  Terms of(const Plan& plan) const;
};

// Those of the language of a plan's programs.
Terms terms_of(const Plan& plan);
// Those of an error, by --words and by the files that were named.
Terms terms_of(const CLI::App& app);

}  // namespace lockstep::cli
