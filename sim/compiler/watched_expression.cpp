#include "sim/compiler/watched_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "sim/compiler/emit/unit.hpp"
#include "sim/compiler/expressions/expressions.hpp"
#include "sim/frontend/open_text.hpp"

namespace lockstep::sim::language {
namespace {

// Returns the reason why a value of this type cannot be shown; empty if it can be shown.
std::string unshown(const Type& type) {
  if (type.is_void()) return "this expression has no value";
  if (type.is_array()) return "this is an array; choose an element, as in s[0]";
  if (type.is_record()) return "this is a structure; choose one of its members";
  if (!type.is_scalar() && type.count < 2)
    return fmt::format("a value of type {} cannot be shown as a number", to_string(type));
  return {};
}

// Returns a variable that is in a register although the expression takes its address; null if there is none.
const VariableDecl* without_address(FunctionCompiler& f, const Expr& expr) {
  if (expr.kind == ExprKind::address_of) {
    const Expr* place = expr.operands.front();
    while (place->kind == ExprKind::member || place->kind == ExprKind::swizzle)
      place = place->operands.front();
    if (place->kind == ExprKind::variable && f.is_in_register(*place->variable)) return place->variable;
  }
  for (const Expr* operand : expr.operands)
    if (const VariableDecl* found = without_address(f, *operand)) return found;
  return nullptr;
}

// Adds the code of the expression after the function that contains the instruction at pc_.
class Addition {
 public:
  Addition(OpenText& text, std::uint32_t pc) : text_(text), pc_(pc) {}

  void operator()(FunctionCompiler& f, std::uint32_t begin) {
    if (pc_ < begin || pc_ >= f.code.size()) return;
    function_ = f.index;
    result_ = compile(f);
  }

  // Returns the compiled code; its registers are relative to the function.
  Result<WatchedCode> result() const {
    return result_ ? *result_ : usage_error("no function of the kernel is running at this moment");
  }
  FunctionIndex function() const { return function_; }
  std::uint32_t end() const { return end_; }

 private:
  std::vector<const VariableDecl*> visible(const FunctionCompiler& f) const {
    std::vector<const VariableDecl*> variables;
    for (const VariableDecl* variable : f.decl.variables)
      if (variable->storage != Storage::private_) variables.push_back(variable);
    const std::vector<Variable>& named = f.unit.functions[f.index].variables;
    for (std::size_t i = 0; i < named.size(); ++i)
      if (named[i].begin <= pc_ && pc_ < named[i].end) variables.push_back(f.declarations[i]);
    return variables;
  }

  // Replaces the error message for a name that exists in the function but is not in scope at pc_.
  static std::string in_words(const FunctionCompiler& f, const std::string& message) {
    for (const Variable& variable : f.unit.functions[f.index].variables)
      if (message.starts_with(fmt::format("unknown identifier '{}'", variable.name)))
        return fmt::format("{} is not in scope here", variable.name);
    return message;
  }

  Result<WatchedCode> compile(FunctionCompiler& f) {
    const auto tree = text_.expression(f.decl, visible(f));
    if (!tree) return usage_error(in_words(f, tree.error().message));
    const Type& type = *(*tree)->type;
    if (const std::string reason = unshown(type); !reason.empty()) return usage_error(reason);
    if (const VariableDecl* variable = without_address(f, **tree))
      return usage_error(
          fmt::format("{} has no address, because the variable is in a register", variable->name));
    WatchedCode code;
    code.entry = f.code.size();
    code.count = component_count(type);
    code.type = type.scalar()->lane_type();
    code.type_name = to_string(type);
    if (type.is_pointer())
      code.pointee_bytes = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, type.element->size));
    emit(f, **tree, code);
    return code;
  }

  // Places the expression in registers that no variable of the function uses at any instruction.
  void emit(FunctionCompiler& f, const Expr& tree, WatchedCode& code) {
    RangeScope range(f.code, tree.range);
    f.code.begin_function();
    f.emit.release_to(f.unit.functions[f.index].register_count);
    const FrameRegister first = f.emit.allocate(code.count);
    code.first = static_cast<Register>(first.index);
    const Value found = compile_value(f, tree);
    for (std::uint32_t i = 0; i < code.count; ++i)
      f.emit.assign({first.function, first.index + i}, found.type, found.components[i]);
    f.code.end_function(true);
    end_ = f.code.size();
  }

  OpenText& text_;
  std::uint32_t pc_;
  std::optional<Result<WatchedCode>> result_;
  FunctionIndex function_ = 0;
  std::uint32_t end_ = 0;
};

// Describes what the code does, including all functions that it calls.
struct Reach {
  bool reads_memory = false;
  const char* refused = nullptr;
};

Reach reach_of(const Program& program, std::uint32_t entry) {
  Reach reach;
  std::set<std::uint32_t> seen{entry};
  std::deque<std::uint32_t> entries{entry};
  for (; !entries.empty(); entries.pop_front()) {
    for (std::uint32_t pc = entries.front();; ++pc) {
      const Instruction& instruction = program.code[pc];
      if (ends_function(instruction.op)) break;
      const OpcodeInfo& info = opcode_info(instruction.op);
      if (info.has(opcodes::accesses)) reach.reads_memory = true;
      if (info.has(opcodes::waits)) reach.refused = "it calls a function that waits for other work-items";
      if (info.has(opcodes::shared)) reach.refused = "it calls a function that may write to memory";
      if (info.group == OpcodeGroup::print) reach.refused = "it calls a function that prints";
      if (info.role == ControlRole::calls && seen.insert(instruction.target).second)
        entries.push_back(instruction.target);
    }
  }
  return reach;
}

}  // namespace

Result<WatchedCode> compile_watched(const PlanProgram& program, const std::string& expression,
                                    std::uint32_t pc) {
  auto text = OpenText::read(program.source, program.options, expression);
  if (!text) return tl::unexpected(text.error());
  CompilerUnit unit((*text)->unit());
  Addition addition(**text, pc);
  unit.after_function = [&](FunctionCompiler& f, std::uint32_t begin) { addition(f, begin); };
  unit.compile_all();
  Result<WatchedCode> code = addition.result();
  if (!code) return code;
  if (!callers_first(unit.functions))
    return usage_error("the expression calls the function that is running at this moment");
  auto linked = std::make_shared<Program>();
  if (unit.refusals.empty()) unit.link_into(*linked);
  if (!unit.refusals.empty()) return usage_error(unit.refusals.front().second);
  // The second-to-last instruction writes the last component of the value.
  const Instruction& last = linked->code[addition.end() - 2];
  code->first = static_cast<Register>(last.dst + 1 - code->count);
  const Reach reach = reach_of(*linked, code->entry);
  if (reach.refused != nullptr)
    return usage_error(fmt::format("a watched expression must not change anything: {}", reach.refused));
  code->reads_memory = reach.reads_memory;
  code->program = std::move(linked);
  return code;
}

std::vector<std::uint32_t> scope_boundaries(const Program& program) {
  std::vector<std::uint32_t> boundaries;
  for (const Variable& variable : program.variables) {
    boundaries.push_back(variable.begin);
    boundaries.push_back(variable.end);
  }
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) {
    if (ends_function(program.code[pc].op)) boundaries.push_back(pc + 1);
  }
  std::ranges::sort(boundaries);
  boundaries.erase(std::ranges::unique(boundaries).begin(), boundaries.end());
  return boundaries;
}

}  // namespace lockstep::sim::language
