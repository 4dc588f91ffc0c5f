// Translates one OpenCL C text (a kernel file, or the lines of its build options) to CUDA C++, token
// by token.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/translation/edited_text.hpp"
#include "sim/translation/to_cuda/cuda_definitions.hpp"

namespace lockstep::sim::translation {

// What the rules find out while they translate all texts of a CUDA form.
struct CudaNotebook {
  CudaNeeds needs;
  struct Problem {
    SourceRange range;
    std::string message;
  };
  std::vector<Problem> problems;
  std::vector<std::string> notes;
  void note(const std::string& sentence);
};

// Facts that must be known before the rules are applied.
struct CudaFacts {
  unsigned version = 120;  // __OPENCL_VERSION__
  unsigned dimensions = 1;
  bool has_volatile = false;                               // CUDA's atomics reject pointers to volatile
  bool takes_warp = false;                                 // WARP is a macro in the options
  std::uint64_t warp = 32;                                 // value of the macro WARP
  std::map<std::string, std::string, std::less<>> macros;  // object-like macros, expanded: "int4" for "T4"
  std::set<std::string, std::less<>> declared;             // functions and function-like macros in the file
};

// A parameter that points to local memory. In CUDA, the array is declared in the body.
struct LocalParameter {
  std::string name, type;    // `type` is the element type, such as "T"
  std::size_t position = 0;  // index among all parameters
};

struct KernelParameters {
  std::string kernel;
  std::vector<std::string> types;  // types of all parameters, expanded: "int", "int*"; "" if local
  std::vector<LocalParameter> locals;
  Token body;                  // opening brace of the body
  bool assigns_local = false;  // the body changes a pointer to local memory itself
};

class CudaText {
 public:
  CudaText(std::string path, std::string text, language::Diagnostics& diagnostics, language::StringPool& pool,
           const CudaFacts& facts, CudaNotebook& notebook);

  void translate();
  const EditedText& text() const { return text_; }
  EditedText& text() { return text_; }
  const std::vector<KernelParameters>& kernels() const { return kernels_; }
  // Returns the lines of all directives that start, continue or end a group of #if, in order.
  std::vector<std::uint32_t> group_lines() const;

 private:
  struct Call {
    std::size_t open = 0, close = 0;  // the parentheses
    std::vector<std::size_t> commas;  // commas between arguments
    std::size_t count() const { return close == open + 1 ? 0 : commas.size() + 1; }
  };

  // Declarations outside of functions (cuda_text.cpp)
  void outer_declarations();
  std::size_t outer_declaration(std::size_t begin);
  void kernel_parameters(std::size_t open, std::size_t close);
  void parameter(std::size_t begin, std::size_t end, KernelParameters& kernel);
  void directive(const Directive& directive);
  void define(const Fragment& directive);
  void function_of_macro(const Fragment& body);

  // Tokens (cuda_tokens.cpp)
  void fragment(const Fragment& tokens, bool in_macro);
  void word(std::size_t i);
  void member(std::size_t i);
  void address_space(std::size_t i);
  void attribute(std::size_t i);
  void vector_literal(std::size_t i);
  bool call(std::size_t i);
  void call_by_text(std::size_t i, const Call& call, std::string_view text);
  void work_item(std::size_t i, const Call& call);
  void synchronise(std::size_t i, const Call& call);
  bool c11_atomic(std::size_t i, const Call& call);
  bool by_type(std::size_t i, const Call& call);

  const Token& at(std::size_t i) const { return (*tokens_)[i]; }
  bool is(std::size_t i, std::string_view text) const { return i < tokens_->size() && at(i).is(text); }
  std::optional<Call> call_of(std::size_t name) const;
  std::size_t closing(std::size_t open) const;
  std::string expanded(const Token& token) const;
  std::optional<std::uint64_t> number(std::size_t begin, std::size_t end) const;
  bool is_safe_without_cast(std::size_t begin, std::size_t end) const;
  bool is_whole_value(std::size_t begin, std::size_t end) const;
  std::string arguments_text(std::size_t begin, std::size_t end) const;
  void use_type(std::string_view type, const Token& place);
  void problem(const Token& token, std::string message);
  void consume(std::size_t begin, std::size_t end);
  void replace_arguments(const Call& call, std::string text);

  EditedText text_;
  const CudaFacts& facts_;
  CudaNotebook& notebook_;
  std::vector<KernelParameters> kernels_;
  std::set<std::string, std::less<>> kernel_names_;

  // The fragment being translated
  const Fragment* tokens_ = nullptr;
  bool in_macro_ = false;
  std::vector<bool> done_;           // tokens that a rule has handled
  std::vector<std::uint8_t> depth_;  // brace depth before each token
  std::vector<std::uint8_t> parens_;
};

// Finds the object-like macros that the text defines and the functions that it declares.
CudaFacts facts_of(const EditedText& text);

}  // namespace lockstep::sim::translation
