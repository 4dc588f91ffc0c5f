// The state that the files of this folder share: the templates and classes of a program, and support for
// parsing a part of the text earlier or later than the surrounding text. A template is stored as a
// position in the text. For each instance, this text is parsed again, with the arguments bound to the
// names of the parameters.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "sim/frontend/parse/declarations.hpp"
#include "sim/frontend/parse/dialect.hpp"

namespace lockstep::sim::language::cuda {

// The names that are bound while a part of the text is parsed later: template arguments and the
// enclosing class.
struct Bindings {
  std::shared_ptr<const Bindings> outer;
  std::vector<std::pair<std::string_view, Symbol>> names;
  const Type* record = nullptr;  // the class that contains the text
};
using BindingsPointer = std::shared_ptr<const Bindings>;

struct TemplateParameter {
  std::string_view name;
  bool is_type = true;
  const Type* value_type = nullptr;  // type of a value, if it does not depend on other parameters
  std::size_t type_at = 0;           // position of the first token of a value's type
  std::size_t default_at = 0;        // position of the default argument; 0 means none
};

// A type, or a value and its type.
struct TemplateArgument {
  const Type* type = nullptr;
  bool is_value = false;
  std::uint64_t value = 0;
  auto operator<=>(const TemplateArgument&) const = default;
};
using TemplateArguments = std::vector<TemplateArgument>;

struct Template {
  std::string_view name;
  SourceRange range;
  std::vector<TemplateParameter> parameters;
  std::size_t begin = 0;  // the first token after "template <…>"
  BindingsPointer bindings;
  bool is_kernel = false;
  bool is_static = false;                                // a static member of a class
  std::size_t parameter_list = 0;                        // position of a function's '('
  std::map<TemplateArguments, FunctionDecl*> functions;  // instances
  std::map<TemplateArguments, const Type*> records;
};

struct Method {
  FunctionDecl* function = nullptr;  // null if the method is a template
  Template* pattern = nullptr;
  bool is_static = false;
};

struct Class {
  std::string_view name;  // without template arguments
  const Template* pattern = nullptr;
  TemplateArguments arguments;
  BindingsPointer bindings;
  std::multimap<std::string_view, Method> methods;  // operators have names such as "operator()"
  std::vector<FunctionDecl*> constructors;
  std::vector<FunctionDecl*> conversions;  // operator T()
  std::map<std::string_view, QualifiedType> types;
  std::map<std::string_view, Symbol> constants;  // static members
  std::vector<std::pair<std::string, std::size_t>>
      defaults;  // members with an initial value, and the position of its first token
  bool is_complete = false;
  bool is_closure = false;  // class of a lambda; its members are the captured variables
};

// A function body that is parsed after the enclosing declaration.
struct PendingBody {
  FunctionDecl* function = nullptr;
  std::size_t begin = 0;  // position of its '{', or of the ':' of a constructor
  Declarator declared;
  BindingsPointer bindings;
};

struct State {
  std::deque<Template> pool;
  std::unordered_map<std::string_view, std::vector<Template*>> functions, classes;
  std::unordered_map<const Type*, Class> of_type;
  std::deque<PendingBody> pending;
  bool reads_pending = false;
  // For each function, the positions of its parameters' default values; 0 means that there is none.
  std::unordered_map<const FunctionDecl*, std::vector<std::size_t>> default_values;
  std::set<std::string_view> namespaces{"std", "cuda", "cub", "cg", "cooperative_groups", "thrust"};
  // The names of the host code, each with the reason why kernels cannot use it.
  std::unordered_map<std::string_view, std::string> of_host;
  BindingsPointer bindings;  // bindings at the current position
  std::deque<std::string> texts;
  bool is_kernel_ahead = false;  // __global__ precedes the current declarator
  // The class template that is being instantiated; null after the name of the instance is parsed.
  const Template* open_pattern = nullptr;
  TemplateArguments open_arguments;
  const FunctionDecl* inferred = nullptr;  // the function whose result type its first `return` determines
  unsigned lambdas = 0;
  std::size_t instance_tokens = 0;  // number of tokens parsed for template instances and bodies
  std::size_t searched = 0;         // number of tokens searched in the host code
  const Type* dim3 = nullptr;
  unsigned open_namespaces = 0;

  std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }
  const Type* record() const { return bindings ? bindings->record : nullptr; }
  Class* class_of(const Type* type) {
    const auto found = of_type.find(type);
    return found == of_type.end() ? nullptr : &found->second;
  }
};

State& state_of(Parser& p);
const State& state_of(const Parser& p);

// While this object exists, the parser parses another part of the text, at program scope and with
// these bindings.
class Elsewhere {
 public:
  // Fails if the instances of a program are too large.
  Elsewhere(Parser& p, std::size_t position, BindingsPointer bindings);
  ~Elsewhere();
  Elsewhere(const Elsewhere&) = delete;
  Elsewhere& operator=(const Elsewhere&) = delete;

 private:
  Parser& p_;
  std::size_t begin_;
  std::size_t position_;
  FunctionDecl* function_;
  OpenStatements open_;
  Scopes::Suspended scopes_;
  BindingsPointer bindings_;
  const FunctionDecl* inferred_;
};

}  // namespace lockstep::sim::language::cuda
