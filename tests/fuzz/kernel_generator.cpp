#include "tests/fuzz/kernel_generator.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

namespace lockstep::fuzz {
namespace {

struct IntegerType {
  std::string_view name;
  std::string_view unsigned_name;
  unsigned bits;
  bool is_signed;
};

constexpr std::array<IntegerType, 8> kTypes = {{
    {"char", "uchar", 8, true},
    {"uchar", "uchar", 8, false},
    {"short", "ushort", 16, true},
    {"ushort", "ushort", 16, false},
    {"int", "uint", 32, true},
    {"uint", "uint", 32, false},
    {"long", "ulong", 64, true},
    {"ulong", "ulong", 64, false},
}};

struct Variable {
  std::string name;
  unsigned type = 4;   // index into kTypes
  unsigned count = 1;  // vector components
  bool is_constant = false;
};

struct Helper {
  std::string name;
  unsigned result = 4;
  std::vector<unsigned> parameters;
};

class Generator {
 public:
  Generator(std::uint64_t seed, std::string name)
      : state_(seed * 0x9E3779B97F4A7C15ull + 0x2545F4914F6CDD1Dull), name_(std::move(name)) {}

  std::string kernel() {
    for (unsigned i = 0; i < 8; ++i) next();
    structure();
    for (unsigned i = below(3); i > 0; --i) helper();
    body();
    return std::move(text_);
  }

 private:
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  unsigned below(unsigned bound) { return static_cast<unsigned>((next() >> 33) % bound); }
  bool chance(unsigned percent) { return below(100) < percent; }
  unsigned any_type() { return below(8); }
  std::string fresh(std::string_view stem) { return fmt::format("{}{}", stem, counter_++); }
  void line(const std::string& text) { text_ += std::string(indent_ * 2, ' ') + text + "\n"; }

  // --- declarations

  void structure() {
    line(fmt::format("typedef struct {{ {} a; {} b[3]; {}4 v; {} c; }} {}_s;", kTypes[any_type()].name,
                     kTypes[any_type()].name, kTypes[vector_type_ = any_type()].name, kTypes[any_type()].name,
                     name_));
  }

  void helper() {
    Helper made{fresh(name_ + "_f"), any_type(), {any_type(), any_type()}};
    scope_ = {{"p0", made.parameters[0], 1, false}, {"p1", made.parameters[1], 1, false}};
    in_helper_ = true;
    result_type_ = made.result;
    line(fmt::format("{} {}({} p0, {} p1) {{", kTypes[made.result].name, made.name,
                     kTypes[made.parameters[0]].name, kTypes[made.parameters[1]].name));
    block(2, 1 + below(2));
    indent_ = 1;
    line(fmt::format("return {};", cast(made.result, expression(3))));
    indent_ = 0;
    line("}");
    helpers_.push_back(std::move(made));
    in_helper_ = false;
  }

  void body() {
    scope_ = {{"g", 5, 1, true}, {"t", 5, 1, true}, {"scalar", 4, 1, true}};
    line(fmt::format(
        "__kernel void {}(__global ulong* out, __global const int* in, __global const ulong* wide, int "
        "scalar) {{",
        name_));
    indent_ = 1;
    line("uint g = get_global_id(0), t = get_local_id(0);");
    const unsigned shared = any_type();
    const std::size_t before = text_.size();
    line(fmt::format("__local {} shared[{}];", kTypes[shared].name, kGroupSize));
    const std::size_t declaration = text_.size() - before;
    bool shares = false;
    line(fmt::format("{}_s s = {{{{0}}}}; s.a = in[g]; s.b[1] = wide[g]; s.v.yw = 3; s.c = g;", name_));
    line("int a[4] = {in[g + 1], 2, in[g + 2]};");
    has_aggregates_ = true;
    for (unsigned i = 0; i < 3; ++i) declare();
    for (unsigned round = 0; round < 1 + below(2); ++round) {
      statements(1, 2 + below(3));
      if (!chance(50)) continue;
      exchange(shared);
      shares = true;
    }
    // PoCL 6 aborts at local memory that its kernel does not use.
    if (!shares) text_.erase(before, declaration);
    line(fmt::format("out[g * {} + 0] = {};", kOutputs, expression(3)));
    line(fmt::format("out[g * {} + 1] = {};", kOutputs, expression(2)));
    line(fmt::format("out[g * {} + 2] = s.a ^ s.b[0] ^ s.b[1] * 3u ^ s.b[2] ^ s.v.x ^ s.v.z ^ s.c;",
                     kOutputs));
    std::string all = "a[0] ^ a[1] ^ a[3]";
    for (const Variable& variable : scope_) all += fmt::format(" ^ (ulong){}", component_of(variable));
    line(fmt::format("out[g * {} + 3] = {};", kOutputs, all));
    indent_ = 0;
    line("}");
  }

  // Values of one work-item are read by another one after a barrier, and overwritten after a second barrier.
  void exchange(unsigned shared) {
    line(fmt::format("shared[t] = {};", cast(shared, expression(2))));
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    Variable got{fresh("x"), shared, 1, false};
    line(fmt::format("{} {} = shared[{}];", kTypes[shared].name, got.name, index(kGroupSize)));
    scope_.push_back(got);
    line("barrier(CLK_LOCAL_MEM_FENCE);");
  }

  void declare() {
    Variable made{fresh("v"), any_type(), 1, false};
    if (chance(25)) made.count = chance(50) ? 4 : chance(50) ? 2 : chance(50) ? 3 : 8;
    const std::string init = made.count == 1 ? expression(3) : vector(made.type, made.count, 2);
    line(fmt::format("{} {} = {};", type_name(made), made.name, init));
    scope_.push_back(made);
  }

  // --- statements

  void block(unsigned depth, unsigned count) {
    const std::size_t outer = scope_.size();
    ++indent_;
    statements(depth, count);
    --indent_;
    scope_.resize(outer);
  }

  void statements(unsigned depth, unsigned count) {
    for (unsigned i = 0; i < count; ++i) statement(depth);
  }

  void statement(unsigned depth) {
    const unsigned kind = below(depth < 3 ? 14 : 6);
    if (kind < 1) return declare();
    if (kind < 6) return assignment();
    if (kind < 9) return if_statement(depth);
    if (kind < 12) return loop(depth);
    if (kind == 12) return switch_statement(depth);
    jump();
  }

  void jump() {
    if (in_loop_ && chance(70))
      line(fmt::format("if ({}) {};", condition(2), chance(50) ? "break" : "continue"));
    else if (in_helper_)
      line(fmt::format("if ({}) return {};", condition(2), cast(result_type_, expression(2))));
    else
      assignment();
  }

  void assignment() {
    if (has_aggregates_ && chance(30)) return aggregate_assignment();
    const Variable* target = pick_assignable();
    if (target == nullptr) return declare();
    if (target->count > 1) return vector_assignment(*target);
    const IntegerType& type = kTypes[target->type];
    static constexpr std::array kOps = {"&=", "|=", "^=", "+=", "-=", "*=", "<<=", ">>=", "/=", "%="};
    const unsigned choice = below(16);
    if (choice >= kOps.size())
      line(fmt::format("{} = {};", target->name, expression(3)));
    else if (choice >= 8)
      line(fmt::format("{} {} {};", target->name, kOps[choice], divisor()));
    else if (choice >= 6)
      line(fmt::format("{} {} ({}) & {};", target->name, choice == 6 && type.is_signed ? ">>=" : kOps[choice],
                       expression(2), type.bits - 1));
    else if (choice >= 3 && type.is_signed)
      line(type.bits < 32 && chance(50) ? target->name + "++;" : target->name + " ^= 5;");
    else
      line(fmt::format("{} {} {};", target->name, choice >= 3 && type.bits == 16 ? "+=" : kOps[choice],
                       cast(target->type, expression(2))));
  }

  void aggregate_assignment() {
    switch (below(5)) {
      case 0:
        return line(fmt::format("a[{}] = {};", index(4), expression(2)));
      case 1:
        return line(fmt::format("s.b[({}) % 3u] ^= {};", "uint)(" + expression(1), expression(2)));
      case 2:
        return line(fmt::format("s.v.{} ^= {};", chance(50) ? "x" : "z", cast(vector_type_, expression(2))));
      case 3:
        return line(fmt::format("s.a = {};", expression(2)));
      default:
        return line(fmt::format("{{ {0}_s s2 = s; s2.c = {1}; if ({2}) s = s2; }}", name_, expression(2),
                                condition(1)));
    }
  }

  void vector_assignment(const Variable& target) {
    static constexpr std::array kOps = {"=", "&=", "|=", "^="};
    if (chance(40)) {
      const std::string component =
          fmt::format("{}.{}", target.name, "xyzw"[below(target.count < 4 ? target.count : 4)]);
      return line(fmt::format("{} = {};", component, cast(target.type, expression(2))));
    }
    if (chance(20)) return line(fmt::format("{0}.xy = {0}.yx;", target.name));
    line(fmt::format("{} {} {};", target.name, kOps[below(4)], vector(target.type, target.count, 2)));
  }

  void if_statement(unsigned depth) {
    line(fmt::format("if ({}) {{", condition(3)));
    block(depth + 1, 1 + below(2));
    if (chance(50)) {
      line("} else {");
      block(depth + 1, 1 + below(2));
    }
    line("}");
  }

  void loop(unsigned depth) {
    const bool outer = in_loop_;
    const std::string i = fresh("i");
    const std::size_t scope = scope_.size();
    const unsigned kind = below(3);
    if (kind == 0) {
      line(fmt::format("for (int {0} = 0; {0} < (({1}) & 7); ++{0}) {{", i, "int)(" + expression(1)));
    } else {
      line(fmt::format("int {} = 0;", i));
      line(kind == 1 ? fmt::format("while ({0}++ < {1} && ({2})) {{", i, 2 + below(5), condition(2))
                     : "do {");
    }
    scope_.push_back({i, 4, 1, true});
    in_loop_ = true;
    block(depth + 1, 1 + below(2));
    in_loop_ = outer;
    scope_.resize(scope);
    line(kind == 2 ? fmt::format("}} while (++{0} < {1} && ({2}));", i, 1 + below(5), condition(2)) : "}");
  }

  void switch_statement(unsigned depth) {
    const bool outer = in_loop_;
    line(fmt::format("switch (({}) & 7) {{", "int)(" + expression(2)));
    const unsigned labels = 1 + below(4);
    const unsigned default_at = below(6);
    unsigned value = 0;
    for (unsigned i = 0; i < labels; ++i) {
      value += 1 + below(2);
      line(i == default_at ? std::string("default:") : fmt::format("case {}:", value));
      line("{");
      block(depth + 1, 1 + below(2));
      line("}");
      if (chance(70)) line("break;");
    }
    in_loop_ = outer;
    line("}");
  }

  // --- expressions

  std::string type_name(const Variable& variable) {
    return variable.count == 1 ? std::string(kTypes[variable.type].name)
                               : fmt::format("{}{}", kTypes[variable.type].name, variable.count);
  }

  std::string cast(unsigned type, const std::string& text) {
    return fmt::format("({})({})", kTypes[type].name, text);
  }

  std::string index(unsigned size) { return fmt::format("({}) & {}", expression(1), size - 1); }
  std::string divisor() { return fmt::format("((({}) & 0x3f) | 1)", expression(1)); }

  const Variable* pick_assignable() {
    std::vector<const Variable*> found;
    for (const Variable& variable : scope_)
      if (!variable.is_constant) found.push_back(&variable);
    return found.empty() ? nullptr : found[below(static_cast<unsigned>(found.size()))];
  }

  std::string component_of(const Variable& variable) {
    if (variable.count == 1) return variable.name;
    return fmt::format("{}.s{}", variable.name, below(variable.count));
  }

  std::string literal() {
    static constexpr std::array kLiterals = {
        "0",           "1",      "2",     "7",  "0x55",     "255", "'a'",  "0x7fffffff",  "-1",
        "0x80000000u", "12345u", "65535", "-3", "1000003L", "9UL", "-77L", "0xffffffffu", "100"};
    return kLiterals[below(kLiterals.size())];
  }

  std::string leaf() {
    if (chance(25)) return literal();
    if (has_aggregates_ && chance(25)) {
      static constexpr std::array kMembers = {"s.a",   "s.b[0]", "s.b[2]", "s.v.x",
                                              "s.v.w", "s.c",    "a[0]",   "a[3]"};
      return kMembers[below(kMembers.size())];
    }
    if (has_aggregates_ && chance(20))
      return chance(50) ? fmt::format("in[(g + {}) & {}]", below(99), kInputs - 1)
                        : fmt::format("wide[(g * {}) & {}]", 1 + below(9), kInputs - 1);
    return component_of(scope_[below(static_cast<unsigned>(scope_.size()))]);
  }

  std::string condition(unsigned depth) {
    static constexpr std::array kOps = {"<", "<=", ">", ">=", "==", "!="};
    switch (below(5)) {
      case 0:
        return fmt::format("{} && {}", condition_leaf(depth), condition_leaf(depth));
      case 1:
        return fmt::format("{} || {}", condition_leaf(depth), condition_leaf(depth));
      case 2:
        return fmt::format("(({}) & {}) != 0", expression(depth - 1), 1 + below(15));
      default:
        return fmt::format("({}) {} ({})", expression(depth - 1), kOps[below(6)], expression(depth - 1));
    }
  }
  std::string condition_leaf(unsigned depth) {
    return depth < 2 ? fmt::format("({})", leaf()) : "(" + condition(depth - 1) + ")";
  }

  std::string expression(unsigned depth) {
    if (depth == 0 || chance(15)) return leaf();
    const auto operand = [&] { return "(" + expression(depth - 1) + ")"; };
    static constexpr std::array kBitwise = {"&", "|", "^"};
    static constexpr std::array kArithmetic = {"+", "-", "*"};
    const unsigned type = any_type();
    const std::string_view wide = kTypes[type].bits == 64 ? "ulong" : "uint";
    switch (below(13)) {
      case 0:
      case 1:
        return fmt::format("({0}){2} {1} ({0}){3}", wide, kArithmetic[below(3)], operand(), operand());
      case 2:
        return fmt::format("{} {} {}", operand(), kBitwise[below(3)], operand());
      case 3:
        return fmt::format("{} >> ({} & {})", cast(type, operand()), leaf(),
                           kTypes[type].bits < 32 ? 15 : kTypes[type].bits - 1);
      case 4:
        return fmt::format("({}){} << ({} & {})", wide, operand(), leaf(), wide == "uint" ? 31 : 63);
      case 5:
        return fmt::format("({}) ? {} : {}", condition(depth), operand(), operand());
      case 6:
        return fmt::format("{} {} {}", operand(), chance(50) ? "/" : "%", divisor());
      case 7:
        return fmt::format("({})", condition(depth));
      case 8:
        return chance(50)   ? "~" + operand()
               : chance(50) ? "!" + operand()
                            : fmt::format("-({}){}", wide, operand());
      case 9:
        return call(depth);
      case 10:
        return builtin(type, depth);
      case 11:
        return fmt::format("convert_{}{}({})", kTypes[type].name, chance(50) ? "_sat" : "",
                           cast(any_type(), operand()));
      default:
        return cast(type, operand());
    }
  }

  std::string call(unsigned depth) {
    if (helpers_.empty()) return leaf();
    const Helper& helper = helpers_[below(static_cast<unsigned>(helpers_.size()))];
    return fmt::format("{}({}, {})", helper.name, expression(depth - 1), expression(depth - 1));
  }

  std::string builtin(unsigned type, unsigned depth) {
    static constexpr std::array kUnary = {"abs", "clz", "popcount"};
    static constexpr std::array kBinary = {"min",   "max",    "add_sat", "sub_sat", "hadd",
                                           "rhadd", "mul_hi", "rotate",  "abs_diff"};
    const std::string a = cast(type, expression(depth - 1));
    const std::string b = cast(type, expression(depth - 1));
    switch (below(4)) {
      case 0:
        return fmt::format("{}({})", kUnary[below(kUnary.size())], a);
      case 1:
        return fmt::format("clamp({}, {}, {})", a, "(" + std::string(kTypes[type].name) + ")3",
                           "(" + std::string(kTypes[type].name) + ")100");
      default:
        return fmt::format("{}({}, {})", kBinary[below(kBinary.size())], a, b);
    }
  }

  std::string vector(unsigned type, unsigned count, unsigned depth) {
    const std::string name = fmt::format("{}{}", kTypes[type].name, count);
    const std::string unsigned_name = fmt::format("{}{}", kTypes[type].unsigned_name, count);
    for (const Variable& variable : scope_)
      if (variable.count == count && variable.type == type && chance(40)) return variable.name;
    if (depth == 0 || chance(30)) {
      std::string parts;
      for (unsigned i = 0; i < count; ++i)
        parts += fmt::format("{}{}", i == 0 ? "" : ", ", cast(type, leaf()));
      return fmt::format("({})({})", name, parts);
    }
    const std::string a = vector(type, count, depth - 1);
    const std::string b = vector(type, count, depth - 1);
    switch (below(7)) {
      case 0:
        return fmt::format("as_{0}(as_{1}({2}) + as_{1}({3}))", name, unsigned_name, a, b);
      case 1:
        return fmt::format("as_{0}(as_{1}({2}) * as_{1}({3}))", name, unsigned_name, a, b);
      case 2:
        return fmt::format("(({}) ^ ({}))", a, b);
      case 3:
        return fmt::format("max({}, {})", a, b);
      case 4:
        return fmt::format("(({0}) < ({1}) ? ({0}) : ({1}))", a, b);
      case 5:
        return fmt::format("(({}) >> ({})({}))", a, name, below(7));
      default:
        return fmt::format("convert_{}_sat({})", name, vector(any_type(), count, depth - 1));
    }
  }

  std::uint64_t state_;
  std::string name_;
  std::string text_;
  unsigned indent_ = 0;
  unsigned counter_ = 0;
  std::vector<Variable> scope_;
  std::vector<Helper> helpers_;
  unsigned vector_type_ = 4;
  unsigned result_type_ = 4;
  bool in_helper_ = false;
  bool in_loop_ = false;
  bool has_aggregates_ = false;
};

}  // namespace

std::string generate_kernel(std::uint64_t seed, const std::string& name) {
  return Generator(seed, name).kernel();
}

}  // namespace lockstep::fuzz
