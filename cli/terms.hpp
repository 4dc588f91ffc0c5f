// Writes the text of a command in the terms of its kernel's language, such as threads and blocks for
// CUDA C++.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/base/text/words.hpp"
#include "core/plan/plan.hpp"

namespace CLI {
class App;
}

namespace lockstep::cli {

class Terms {
 public:
  Terms() = default;
  explicit Terms(Words words) : words_(words) {}

  std::string in_terms(std::string_view text) const { return in_words(text, words_); }
  // Translates all sentences in the JSON value; file names and code are unchanged.
  nlohmann::ordered_json translated(nlohmann::ordered_json json) const;
  void print(std::string_view text) const;        // on standard output
  void print_error(std::string_view text) const;  // on standard error

 private:
  Words words_ = Words::opencl;
};

// The option --words as typed text. Without this option, the kernel's language determines the terms.
struct WordsOption {
  std::string name;
  void add_to(CLI::App& app);
  Terms of(const Plan& plan) const;
};

// Returns the terms of the language of a plan's programs.
Terms terms_of(const Plan& plan);
// Returns the terms for an error message, which depend on --words and on the files that the command
// line names.
Terms terms_of(const CLI::App& app);

}  // namespace lockstep::cli
