// What every part of the semantic analysis shares, and functions that create nodes.
#pragma once

#include <optional>
#include <vector>

#include "sim/frontend/preprocess/options.hpp"
#include "sim/frontend/text/diagnostics.hpp"
#include "sim/frontend/text/undefined_macro.hpp"
#include "sim/frontend/tree/ast.hpp"

namespace lockstep::sim::language {

// A type with the qualifiers of the declared object.
struct QualifiedType {
  const Type* type = nullptr;
  bool is_const = false;
  bool is_volatile = false;
  bool is_restrict = false;           // a pointer
  std::optional<AddressSpace> space;  // as written
};

struct Call {
  FunctionDecl* caller = nullptr;
  FunctionDecl* callee = nullptr;
  SourceRange range;
};

// Conversions that classes of a program define: null where there is none.
class UserConversions {
 public:
  UserConversions() = default;
  UserConversions(const UserConversions&) = delete;
  UserConversions& operator=(const UserConversions&) = delete;
  virtual ~UserConversions() = default;
  virtual Expr* converted(Expr* value, const Type* type) = 0;
};

struct Context {
  TranslationUnit& unit;
  TypeTable& types;
  Diagnostics& diagnostics;
  const Options& options;
  FunctionDecl* function = nullptr;  // whose body is being parsed
  std::vector<Call> calls = {};
  UserConversions* conversions = nullptr;
  std::vector<UndefinedMacro> undefined_macros = {};
  bool is_cuda() const { return options.language == Language::cuda; }

  // Pointers without an address space: private, or generic from OpenCL C 2.0 on.
  AddressSpace default_pointee_space() const {
    return options.version >= 200 || is_cuda() ? AddressSpace::generic : AddressSpace::private_;
  }
  [[noreturn]] void fail(const SourceRange& range, std::string_view message) {
    diagnostics.fail(range, message);
  }
};

Expr* new_expr(Context& context, ExprKind kind, const Type* type, const SourceRange& range,
               std::vector<Expr*> operands = {});
// What is below `expr` besides its operands has this height.
void put_above(Context& context, Expr& expr, unsigned height);
// `value` is cut to the type and extended again.
Expr* integer_literal(Context& context, std::uint64_t value, const Type* type, const SourceRange& range);
Expr* floating_literal(Context& context, double value, const Type* type, const SourceRange& range);
// What a reference refers to; `reference` has the type of a pointer.
Expr* referred(Context& context, Expr* reference);
Expr* variable_reference(Context& context, VariableDecl* variable, const SourceRange& range);

VariableDecl* new_variable(Context& context, std::string name, const QualifiedType& type, Storage storage,
                           const SourceRange& range);

// The value as an integer of `type`: cut to its size and sign- or zero-extended to 64 bits.
std::uint64_t wrap(std::uint64_t value, const Type* type);

}  // namespace lockstep::sim::language
