// Builds the tree from tokens by recursive descent. The grammar is implemented by functions that take a
// Parser. A file contains the functions for each part:
//
//   translation_unit  program scope          statements    if, for, switch, goto …
//   functions         function definitions   expressions   operators, from the loosest to the tightest
//   declarations      variables, typedefs    primary       names, literals, calls
//   declarators       *name[4](int)          specifiers    const __global float4, attributes
//   initialisers      = {1, 2}               records       struct, union, enum
//
// The comment of each function gives the grammar rule that the function parses. Operators are checked in
// types/operators.hpp, and their conversions are in types/conversion.hpp.
//
// After an error (Abandoned), the parser skips the rest of the statement or declaration and continues
// after it.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/base/text/nesting.hpp"
#include "sim/frontend/parse/initialisers.hpp"
#include "sim/frontend/parse/scope.hpp"
#include "sim/frontend/parse/token_cursor.hpp"

namespace lockstep::sim::language {

// The statements of the current function that contain the current token.
struct OpenStatements {
  struct Switch {
    Stmt* statement = nullptr;
    unsigned constructs = 0;                             // number of constructs, including this switch
    std::map<std::uint64_t, std::uint64_t> values = {};  // disjoint ranges of its cases: first and last value
    bool has_default = false;
  };
  struct Label {
    Stmt* statement = nullptr;
    SourceRange first_use;
    bool is_placed = false;
  };
  unsigned loops = 0;
  unsigned constructs = 0;  // number of ifs, loops and switches
  unsigned statement_expressions = 0;
  std::vector<Switch> switches;
  std::map<std::string_view, Label> labels;   // labels of the entire function
  std::set<std::string_view> reported_names;  // unknown names, reported once in each function
  std::unordered_set<const FunctionDecl*> callees;
};

class Dialect;

// The state that all parts of the parser share.
struct Parser : TokenCursor {
  Parser(Context& context_, const std::vector<Token>& tokens)
      : TokenCursor(context_, tokens), scopes(context_.types) {}

  // Enters a level of nesting, which ends when the returned guard is destroyed. Fails if the text is nested
  // too deeply.
  NestingLevel enter_nesting();
  // Suppresses errors about the names in these tokens. After an error in a declaration, such errors would
  // only be consequences of the first error.
  void spoil_names(std::size_t begin, std::size_t end);

  Scopes scopes;
  OpenStatements open;
  std::deque<Initializer> initializers;
  std::set<std::string_view> spoiled_names;
  unsigned nesting = 0;
  Dialect* dialect = nullptr;  // for CUDA C++; null for OpenCL C
};

void parse_translation_unit(Parser& p);

}  // namespace lockstep::sim::language
