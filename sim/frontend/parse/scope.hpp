// Maps names to their meanings in nested blocks. The outermost scope contains the predefined types, so a
// kernel may define its own `uint` or `float4`.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/frontend/text/spelling.hpp"
#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

struct Symbol {
  enum class Kind : std::uint8_t { variable, function, type, enumerator };
  Kind kind = Kind::variable;
  SourceRange range;
  VariableDecl* variable = nullptr;
  std::vector<FunctionDecl*> functions;  // more than one only with __attribute__((overloadable))
  QualifiedType type;                    // type of a typedef or enumerator
  std::uint64_t value = 0;               // value of an enumerator
};

class Scopes {
 public:
  explicit Scopes(TypeTable& types);

  void enter() { scopes_.emplace_back(); }
  void leave() { scopes_.pop_back(); }
  // suspend() leaves all blocks until resume(), so that another function can be parsed in between.
  struct Suspended;
  Suspended suspend();
  void resume(Suspended suspended);
  std::size_t depth() const { return scopes_.size(); }
  bool at_program_scope() const { return scopes_.size() == kProgramScope; }

  const Symbol* find(std::string_view name) const;
  // Returns the depth of the scope in which find() finds the name, starting at 1; 0 if the name is not found.
  std::size_t depth_of(std::string_view name) const;
  Symbol* find_here(std::string_view name);  // searches only the innermost scope
  Symbol& declare(std::string_view name, Symbol symbol);
  Symbol* find_at_program_scope(std::string_view name);
  Symbol& declare_at_program_scope(std::string_view name, Symbol symbol);

  Type* find_record(std::string_view tag) const;
  Type* find_record_here(std::string_view tag) const;
  void declare_record(std::string_view tag, Type* record) { scopes_.back().records[tag] = record; }

  void suggest(Spelling& spelling) const;
  // Returns all names that are known in the current scope, in any order.
  std::vector<std::string_view> names() const;

 private:
  static constexpr std::size_t kProgramScope = 2;
  struct Scope {
    std::unordered_map<std::string_view, Symbol> symbols;
    std::unordered_map<std::string_view, Type*> records;
  };
  static Symbol* find_in(Scope& scope, std::string_view name);
  static Symbol& declare_in(Scope& scope, std::string_view name, Symbol symbol);
  void predefine(TypeTable& types);
  void predefine(std::string name, const Type* type);

  std::vector<Scope> scopes_;
  std::deque<std::string> names_;
};

struct Scopes::Suspended {
  std::vector<Scope> scopes;
};

}  // namespace lockstep::sim::language
