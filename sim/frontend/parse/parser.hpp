// Tokens to tree by recursive descent. Each function carries the grammar rule that it reads; what an
// operator means and which conversions it makes is in operators.hpp and conversion.hpp.
//
// After an error (Abandoned) the statement or declaration is given up and reading goes on behind it.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "sim/frontend/depth.hpp"
#include "sim/frontend/parse/attributes.hpp"
#include "sim/frontend/parse/initializer.hpp"
#include "sim/frontend/parse/scope.hpp"
#include "sim/frontend/preprocess/token.hpp"
#include "sim/frontend/types/context.hpp"

namespace lockstep::sim::language {

class Parser {
 public:
  Parser(Context& context, const std::vector<Token>& tokens);
  void parse_translation_unit();

 private:
  // What stands before the declarators: static const float4 …
  struct Specifiers {
    QualifiedType type;
    SourceRange range;
    bool is_typedef = false;
    bool is_static = false;
    bool is_extern = false;
    bool is_kernel = false;
    Attributes attributes;
  };
  struct OpenSwitch {
    Stmt* statement = nullptr;
    unsigned constructs = 0;  // with itself
  };
  struct ParameterDecl {
    std::string_view name;
    SourceRange range;
    QualifiedType type;
  };
  struct Declarator {
    QualifiedType type;
    std::string_view name;  // empty: abstract
    SourceRange range;
    bool is_function = false;
    bool is_variadic = false;  // (int a, ...)
    std::vector<ParameterDecl> parameters;
    Attributes attributes;
  };

  // tokens (parser.cpp)
  const Token& peek(std::size_t ahead = 0) const;
  const Token& take();
  bool next_is(std::string_view text) const { return peek().is(text); }
  bool take_if(std::string_view text);
  const Token& expect(std::string_view text, std::string_view where);
  SourceRange after_last() const;
  [[noreturn]] void fail_here(std::string_view message);
  void skip_parentheses();
  void skip_to_matching_parenthesis(std::size_t open);
  void skip_statement();
  DepthGuard enter_nesting();

  // program scope (parser.cpp, functions.cpp)
  void external_declaration();
  void program_declarators(const Specifiers& specifiers);
  void program_variable(const Specifiers& specifiers, const Declarator& declarator);
  FunctionDecl* declare_function(const Specifiers& specifiers, const Declarator& declarator);
  void function_definition(const Specifiers& specifiers, const Declarator& declarator);
  void check_kernel(const Declarator& declarator);
  void add_parameters(FunctionDecl& function, const Declarator& declarator);

  // declarations (specifiers.cpp, declarator.cpp, declarations.cpp, records.cpp)
  bool starts_type() const { return starts_type(peek()); }
  bool starts_type(const Token& token) const;
  Specifiers specifiers();
  [[noreturn]] void unknown_type(const Token& name);
  bool storage_or_qualifier(Specifiers& result);
  bool qualifier(QualifiedType& type);
  const Type* type_specifier(std::string_view& sign_words);
  const Type* named_type(const Symbol& symbol, const Token& name);
  QualifiedType type_name();
  QualifiedType typeof_specifier();
  Declarator declarator(QualifiedType base);
  void pointers(QualifiedType& type);
  void declarator_suffix(Declarator& result);
  QualifiedType array_suffix(const QualifiedType& element);
  std::uint64_t array_length();
  std::vector<ParameterDecl> parameter_list(bool& is_variadic);
  void declare_typedef(const Declarator& declarator);
  void apply_vector_attribute(QualifiedType& type, const Attributes& attributes, const SourceRange& range);
  void check_variable_type(const Declarator& declarator);
  const Type* record_specifier();
  void record_body(Type& record, Attributes attributes);
  void member_declaration(std::vector<Member>& members);
  bool static_assertion();
  const Type* enum_specifier();
  void enumerator_list();
  bool attributes(Attributes& result);
  bool alignment(Attributes& result);

  Stmt* declaration_statement();
  VariableDecl* block_variable(const Specifiers& specifiers, const Declarator& declarator);
  Storage block_storage(const Specifiers& specifiers, const Declarator& declarator);
  void read_initializer(VariableDecl& variable);
  Initializer* initializer();
  Initializer* initializer_list();
  std::vector<Initializer::Designator> designators();
  void declare_variable(VariableDecl& variable);

  // statements (statements.cpp)
  Stmt* statement();
  Stmt* statement_or_recover();
  Stmt* new_statement(StmtKind kind, const SourceRange& range);
  Stmt* finish(Stmt* statement);
  Stmt* block(bool new_scope);
  Stmt* if_statement();
  Stmt* for_statement();
  void for_header(Stmt& loop);
  Stmt* while_statement();
  Stmt* do_statement();
  Stmt* switch_statement();
  Stmt* case_label();
  Stmt* jump_statement();
  Stmt* goto_statement();
  Stmt* label_statement();
  Stmt* label_named(const Token& name);
  void check_labels();
  Stmt* body();
  Stmt* return_statement();
  Stmt* expression_statement();
  Stmt* loop_body();
  Expr* parenthesised(bool as_condition);

  // expressions (expressions.cpp, primary.cpp)
  Expr* expression();
  Expr* assignment();
  Expr* conditional();
  Expr* choice_without_middle(Expr* condition, const SourceRange& op);
  Expr* binary(int level);
  Expr* cast();
  Expr* unary();
  Expr* size_of();
  Expr* statement_expression(const SourceRange& open);
  Expr* postfix();
  Expr* postfix_of(Expr* expr);
  Expr* primary();
  Expr* parenthesised_type();
  Expr* compound_literal(const QualifiedType& type, const SourceRange& open);
  Expr* identifier();
  Expr* enumerator_or_variable(const Symbol& symbol, const Token& name);
  Expr* call(const Token& name);
  Expr* call_function(const Symbol& symbol, const Token& name, std::vector<Expr*> arguments,
                      const SourceRange& range);
  Expr* vec_step();
  Expr* value_as_type();
  std::vector<Expr*> arguments();
  Expr* number();
  Expr* character();
  Expr* string();
  Expr* string_literal(std::string text, const SourceRange& range);
  std::uint64_t constant_integer(Expr* expr, std::string_view what);
  [[noreturn]] void unknown_name(const Token& name, bool is_call);

  Context& context_;
  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  Scopes scopes_;
  unsigned nesting_ = 0;
  unsigned loops_ = 0;
  std::vector<OpenSwitch> switches_;
  unsigned constructs_ = 0;  // ifs, loops and switches that are open around a statement
  struct Label {
    Stmt* statement = nullptr;
    SourceRange first_use;
    bool is_placed = false;
  };
  std::map<std::string_view, Label> labels_;  // of the function
  unsigned statement_expressions_ = 0;        // that are open around a statement
  std::set<std::string_view> reported_names_;
  std::deque<Initializer> initializers_;
};

}  // namespace lockstep::sim::language
