// The state that all parts of the semantic analysis share, and functions that create nodes.
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
  bool is_restrict = false;           // for a pointer
  std::optional<AddressSpace> space;  // as written in the source
};

struct Call {
  FunctionDecl* caller = nullptr;
  FunctionDecl* callee = nullptr;
  SourceRange range;
};

// Applies conversions that classes of a program define. converted() returns null if there is no
// such conversion.
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
  FunctionDecl* function = nullptr;  // function being parsed
  std::vector<Call> calls = {};
  UserConversions* conversions = nullptr;
  std::vector<UndefinedMacro> undefined_macros = {};
  bool is_cuda() const { return options.language == Language::cuda; }

  // Returns the default address space of pointees: private, or generic since OpenCL C 2.0.
  AddressSpace default_pointee_space() const {
    return options.version >= 200 || is_cuda() ? AddressSpace::generic : AddressSpace::private_;
  }
  [[noreturn]] void fail(const SourceRange& range, std::string_view message) {
    diagnostics.fail(range, message);
  }
};

Expr* new_expr(Context& context, ExprKind kind, const Type* type, const SourceRange& range,
               std::vector<Expr*> operands = {});
// Raises the height of `expr` above the height of an additional child.
void put_above(Context& context, Expr& expr, unsigned height);
// Creates a literal; `value` is truncated to the type and extended again.
Expr* integer_literal(Context& context, std::uint64_t value, const Type* type, const SourceRange& range);
Expr* floating_literal(Context& context, double value, const Type* type, const SourceRange& range);
// Returns the object that a reference refers to; `reference` has a pointer type.
Expr* referred(Context& context, Expr* reference);
Expr* variable_reference(Context& context, VariableDecl* variable, const SourceRange& range);

VariableDecl* new_variable(Context& context, std::string name, const QualifiedType& type, Storage storage,
                           const SourceRange& range);

// Returns the value truncated to the size of the integer `type` and extended to 64 bits.
std::uint64_t wrap(std::uint64_t value, const Type* type);

}  // namespace lockstep::sim::language
