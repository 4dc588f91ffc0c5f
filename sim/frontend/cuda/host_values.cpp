#include "sim/frontend/cuda/host_values.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "sim/frontend/cuda/qualified_names.hpp"
#include "sim/frontend/parse/expressions.hpp"
#include "sim/frontend/types/constant.hpp"

namespace lockstep::sim::language::cuda {
namespace {

constexpr unsigned kDeepest = 8;  // limit for chains of definitions

bool opens(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }

// Returns the end of the expression that starts at `at`: ';', ',' or a closing bracket.
std::size_t end_of_expression(const Parser& p, std::size_t at) {
  while (at < p.end_position()) {
    const Token& token = p.token_at(at);
    if (token.is(";") || token.is(",") || token.is(")") || token.is("]") || token.is("}")) return at;
    at = opens(token) ? end_of_brackets(p, at) : at + 1;
  }
  return at;
}

bool is_part(const Parser& p, std::size_t at) {
  return at > 0 && (p.token_at(at - 1).is(".") || p.token_at(at - 1).is("->") || p.token_at(at - 1).is("::"));
}

// The limit for the steps of all searches in one file.
constexpr std::size_t kMostSteps = 20'000'000;

// Iterates over the positions before `here`, starting with the nearest, until the limit of steps is reached.
class Backwards {
 public:
  Backwards(Parser& p, std::size_t here) : steps_(state_of(p).searched), at_(here) {}
  bool next() {
    if (at_ == 0 || steps_ >= kMostSteps) return false;
    ++steps_;
    --at_;
    return true;
  }
  std::size_t at() const { return at_; }

 private:
  std::size_t& steps_;
  std::size_t at_;
};

// The last value that the host code gives to a name before `here`: the tokens after '=' or in the parentheses
// of a declaration.
struct Definition {
  TokenRange value;
  bool in_brackets = false;
};
std::optional<Definition> definition_of(Parser& p, std::string_view name, std::size_t here) {
  for (Backwards search(p, here); search.next();) {
    const std::size_t at = search.at();
    const Token& token = p.token_at(at);
    if (at == 0 || !token.is_identifier() || token.text != name || is_part(p, at)) continue;
    const Token& next = p.token_at(at + 1);
    if (next.is("=")) return Definition{{at + 2, end_of_expression(p, at + 2)}};
    const bool is_declared = p.token_at(at - 1).is_identifier() && !p.token_at(at - 1).is("return");
    if (is_declared && (next.is("(") || next.is("{"))) {
      const std::size_t end = end_of_brackets(p, at + 1);
      if (p.token_at(end).is(";") || p.token_at(end).is(",")) return Definition{{at + 2, end - 1}, true};
    }
  }
  return std::nullopt;
}

class Evaluation {
 public:
  explicit Evaluation(Parser& p) : p_(p) {}

  // Sets a loop variable, and discards the known values, which may depend on this variable.
  void set(std::string_view name, std::int64_t value) {
    variables_[name] = value;
    values_.clear();
  }
  // Marks as unknown all variables that `range` changes.
  void forget_changed_in(const TokenRange& range, std::size_t here) {
    for (std::size_t at = range.first; at < range.second; ++at) {
      if (!p_.token_at(at).is_identifier() || is_part(p_, at)) continue;
      const Token& next = p_.token_at(at + 1);
      const Token& before = p_.token_at(at - 1);
      const bool steps = next.is("++") || next.is("--") || before.is("++") || before.is("--");
      const bool combines = next.text.size() >= 2 && next.text.ends_with("=") && !next.is("==") &&
                            !next.is("!=") && !next.is("<=") && !next.is(">=");
      if (steps || combines || (next.is("=") && at > here)) variables_.try_emplace(p_.token_at(at).text);
    }
  }

  std::optional<std::int64_t> value(const TokenRange& range, std::size_t here) {
    if (range.first >= range.second || depth_ >= kDeepest) return std::nullopt;
    ++depth_;
    auto bindings = std::make_shared<Bindings>();
    for (std::size_t at = range.first; at < range.second; ++at) bind(p_.token_at(at), at, here, *bindings);
    --depth_;
    return parsed(range, std::move(bindings));
  }

 private:
  void bind(const Token& token, std::size_t at, std::size_t here, Bindings& bindings) {
    if (!token.is_identifier() || is_part(p_, at) || p_.scopes.find(token.text) != nullptr) return;
    const auto is_it = [&](const auto& one) { return one.first == token.text; };
    if (std::ranges::any_of(bindings.names, is_it)) return;
    if (const auto variable = variables_.find(token.text); variable != variables_.end()) {
      if (variable->second) add(token.text, *variable->second, bindings);
      return;
    }
    const auto definition = definition_of(p_, token.text, here);
    if (!definition) return;
    const auto [place, is_new] = values_.try_emplace(definition->value.first);
    if (is_new) place->second = value(definition->value, definition->value.first - 1);
    const std::optional<std::int64_t> known = values_[definition->value.first];
    if (known) add(token.text, *known, bindings);
  }

  void add(std::string_view name, std::int64_t value, Bindings& bindings) {
    Symbol symbol;
    symbol.kind = Symbol::Kind::enumerator;
    const bool fits = value >= INT32_MIN && value <= INT32_MAX;
    symbol.type.type = fits ? p_.context.types.int_type() : p_.context.types.long_type();
    symbol.value = static_cast<std::uint64_t>(value);
    bindings.names.emplace_back(name, symbol);
  }

  std::optional<std::int64_t> parsed(const TokenRange& range, BindingsPointer bindings) {
    const Diagnostics::Mark mark = p_.context.diagnostics.mark();
    const Elsewhere there(p_, range.first, std::move(bindings));
    std::optional<std::int64_t> result;
    // In <<<1, 256>>>, the '>>' after the value is not a shift operator.
    const std::size_t end = p_.end_at(range.second);
    try {
      const Expr* expr = parse_assignment(p_);
      const auto constant = integer_constant(expr);
      if (constant && p_.position() == range.second) result = static_cast<std::int64_t>(*constant);
    } catch (const Abandoned&) {
    }
    p_.end_at(end);
    static_cast<void>(p_.context.diagnostics.roll_back(mark));
    return result;
  }

  Parser& p_;
  unsigned depth_ = 0;
  std::map<std::size_t, std::optional<std::int64_t>> values_;          // by the first token of the definition
  std::map<std::string_view, std::optional<std::int64_t>> variables_;  // loop variables; empty if unknown
};

// A loop of the form: for (int i = first; condition; step) body
struct Loop {
  std::string_view variable;
  TokenRange first, condition, step, body;
};

// Returns the end of the statement that starts at `at`.
std::size_t end_of_statement(const Parser& p, std::size_t at) {
  while (p.token_at(at).is("for") && p.token_at(at + 1).is("(")) at = end_of_brackets(p, at + 1);
  if (p.token_at(at).is("{")) return end_of_brackets(p, at);
  while (at < p.end_position() && !p.token_at(at).is(";") && !p.token_at(at).is("}"))
    at = opens(p.token_at(at)) ? end_of_brackets(p, at) : at + 1;
  return at;
}

std::optional<Loop> loop_at(const Parser& p, std::size_t at) {
  if (!p.token_at(at).is("for") || !p.token_at(at + 1).is("(")) return std::nullopt;
  Loop loop;
  const std::size_t close = end_of_brackets(p, at + 1) - 1;
  loop.body = {close + 1, end_of_statement(p, close + 1)};
  std::vector<std::size_t> ends;
  for (std::size_t part = at + 2; part < close; ++part)
    if (p.token_at(part).is(";")) ends.push_back(part);
  if (ends.size() != 2) return loop;
  loop.condition = {ends[0] + 1, ends[1]};
  loop.step = {ends[1] + 1, close};
  for (std::size_t word = at + 2; word + 1 < ends[0]; ++word)
    if (p.token_at(word).is_identifier() && p.token_at(word + 1).is("=")) {
      loop.variable = p.token_at(word).text;
      loop.first = {word + 2, ends[0]};
    }
  return loop;
}

// Returns the loops around `here`, outermost first.
std::vector<Loop> loops_around(Parser& p, std::size_t here) {
  std::vector<Loop> loops;
  unsigned closed = 0;
  for (Backwards search(p, here); search.next();) {
    const Token& token = p.token_at(search.at());
    if (token.is("}")) ++closed;
    if (token.is("{") && closed > 0) --closed;
    if (closed > 0) continue;
    if (const auto loop = loop_at(p, search.at());
        loop && loop->body.first <= here && here < loop->body.second)
      loops.insert(loops.begin(), *loop);
  }
  return loops;
}

// Evaluates name[index] = value inside loops: executes the writes one after another.
class LoopedWrites {
 public:
  LoopedWrites(Parser& p, std::vector<Loop> loops, TokenRange index, TokenRange value, std::size_t here)
      : p_(p), loops_(std::move(loops)), index_(index), value_(value), here_(here), known_(p) {
    known_.forget_changed_in(loops_.front().body, here);
  }

  // Returns the list of the values written; empty if one of the values is unknown or not written.
  std::string list() {
    if (!run(0)) return {};
    std::string text;
    for (const std::optional<std::int64_t>& element : elements_) {
      if (!element) return {};
      text += (text.empty() ? "" : ",") + std::to_string(*element);
    }
    return text;
  }

 private:
  static constexpr std::size_t kMost = 4096;

  bool run(std::size_t depth) {
    if (depth == loops_.size()) return write();
    const Loop& loop = loops_[depth];
    if (loop.variable.empty()) return false;
    auto variable = known_.value(loop.first, loop.first.first - 1);
    for (; variable; variable = next(loop, *variable)) {
      known_.set(loop.variable, *variable);
      const auto goes_on = known_.value(loop.condition, here_);
      if (!goes_on || ++turns_ > kMost || !may_search(p_)) return false;
      if (*goes_on == 0) return true;
      if (!run(depth + 1)) return false;
      known_.set(loop.variable, *variable);
    }
    return false;
  }

  std::optional<std::int64_t> next(const Loop& loop, std::int64_t now) {
    const auto [first, end] = loop.step;
    if (end == first + 2 && (p_.token_at(first).is("++") || p_.token_at(first + 1).is("++"))) return now + 1;
    if (end == first + 2 && (p_.token_at(first).is("--") || p_.token_at(first + 1).is("--"))) return now - 1;
    if (end < first + 3 || p_.token_at(first).text != loop.variable) return std::nullopt;
    const auto by = known_.value({first + 2, end}, here_);
    if (!by || *by < -INT32_MAX || *by > INT32_MAX) return std::nullopt;
    if (p_.token_at(first + 1).is("=")) return by;
    if (p_.token_at(first + 1).is("+=")) return now + *by;
    if (p_.token_at(first + 1).is("-=")) return now - *by;
    if (p_.token_at(first + 1).is("*=") && now > -INT32_MAX && now < INT32_MAX) return now * *by;
    return std::nullopt;
  }

  bool write() {
    const auto index = known_.value(index_, here_);
    const auto value = known_.value(value_, here_);
    if (!index || !value || *index < 0 || *index >= static_cast<std::int64_t>(kMost)) return false;
    const auto place = static_cast<std::size_t>(*index);
    if (place >= elements_.size()) elements_.resize(place + 1);
    elements_[place] = *value;
    return true;
  }

  Parser& p_;
  std::vector<Loop> loops_;
  TokenRange index_, value_;
  std::size_t here_;
  Evaluation known_;
  std::size_t turns_ = 0;
  std::vector<std::optional<std::int64_t>> elements_;
};

std::optional<std::array<std::uint64_t, 3>> extents_of_parts(Parser& p, const std::vector<TokenRange>& parts,
                                                             std::size_t here) {
  std::array<std::uint64_t, 3> result{1, 1, 1};
  if (parts.empty() || parts.size() > 3) return std::nullopt;
  for (std::size_t d = 0; d < parts.size(); ++d) {
    const auto value = host_integer(p, parts[d], here);
    if (!value || *value <= 0) return std::nullopt;
    result[d] = static_cast<std::uint64_t>(*value);
  }
  return result;
}

bool is_allocation(const Token& token) {
  return token.is("cudaMalloc") || token.is("cudaMallocManaged") || token.is("cudaMallocHost") ||
         token.is("cudaHostAlloc") || token.is("cudaMallocAsync");
}

bool names(const Parser& p, const TokenRange& range, std::string_view name) {
  for (std::size_t at = range.first; at < range.second; ++at)
    if (p.token_at(at).is_identifier() && p.token_at(at).text == name) return true;
  return false;
}

std::optional<std::uint64_t> allocated_bytes(Parser& p, std::string_view name, std::size_t here) {
  for (Backwards search(p, here); search.next();) {
    const std::size_t at = search.at();
    if (!is_allocation(p.token_at(at))) continue;
    std::size_t open = at + 1;
    if (p.token_at(open).is("<")) open = end_of_angles(p, open);
    if (open == 0 || !p.token_at(open).is("(")) continue;
    const std::vector<TokenRange> parts = parts_in_brackets(p, open);
    if (parts.size() < 2 || !names(p, parts[0], name)) continue;
    const auto bytes = host_integer(p, parts[1], at);
    if (bytes && *bytes > 0) return static_cast<std::uint64_t>(*bytes);
    return std::nullopt;
  }
  return std::nullopt;
}

// Returns the name of the memory that cudaMemcpy() copies to `name`; if there is no such copy,
// returns `name`.
std::string_view source_of(Parser& p, std::string_view name, std::size_t here) {
  for (Backwards search(p, here); search.next();) {
    const std::size_t at = search.at();
    const Token& token = p.token_at(at);
    if ((!token.is("cudaMemcpy") && !token.is("cudaMemcpyAsync")) || !p.token_at(at + 1).is("(")) continue;
    const std::vector<TokenRange> parts = parts_in_brackets(p, at + 1);
    if (parts.size() < 3 || !names(p, parts[0], name)) continue;
    for (std::size_t word = parts[1].first; word < parts[1].second; ++word)
      if (p.token_at(word).is_identifier()) return p.token_at(word).text;
  }
  return name;
}

// Removes the suffix of a number: converts "0.5f" to "0.5".
std::string without_suffix(std::string_view number) {
  while (!number.empty() && std::string_view("fFuUlL").find(number.back()) != std::string_view::npos)
    number.remove_suffix(1);
  return std::string(number);
}

// Returns a literal with its sign, or the value of an integer expression, as text.
std::string number_text(Parser& p, const TokenRange& range, std::size_t here) {
  if (const auto integer = host_integer(p, range, here)) return std::to_string(*integer);
  const bool is_negative = range.first < range.second && p.token_at(range.first).is("-");
  const std::size_t first = range.first + (is_negative ? 1 : 0);
  if (range.second != first + 1 || p.token_at(first).kind != TokenKind::number) return {};
  return (is_negative ? "-" : "") + without_suffix(p.token_at(first).text);
}

// Converts {{1, 2}, {3, 4}} to "1,2,3,4"; returns an empty string if an element is not a number.
std::string list_text(Parser& p, std::size_t open, std::size_t here) {
  std::string text;
  for (const TokenRange& part : parts_in_brackets(p, open)) {
    const bool is_list = p.token_at(part.first).is("{");
    const std::string numbers = is_list ? list_text(p, part.first, here) : number_text(p, part, here);
    if (numbers.empty()) return {};
    text += (text.empty() ? "" : ",") + numbers;
  }
  return text;
}

std::string fill_by_value(Parser& p, const TokenRange& index, const TokenRange& value, std::size_t here) {
  if (names(p, value, "rand") || names(p, value, "random")) return "random:1";
  const bool is_index = index.second == index.first + 1 && value.second > value.first &&
                        p.token_at(value.second - 1).text == p.token_at(index.first).text;
  const bool is_alone = value.second == value.first + 1 || p.token_at(value.second - 2).is(")");
  if (is_index && is_alone) return "iota";
  const std::vector<Loop> loops = loops_around(p, here);
  if (loops.empty()) return number_text(p, value, here);
  // A value that contains no name is the same for all elements.
  const auto is_name = [&](std::size_t at) { return p.token_at(at).is_identifier() && !is_part(p, at); };
  bool has_names = false;
  for (std::size_t at = value.first; at < value.second; ++at) has_names |= is_name(at);
  return has_names ? LoopedWrites(p, loops, index, value, here).list() : number_text(p, value, here);
}

// Finds the last of these that fills `name`: name[i] = value, name[] = {values}, or cudaMemset(name,
// value, …)
std::string find_fill(Parser& p, std::string_view name, std::size_t here) {
  const std::string_view source = source_of(p, name, here);
  for (Backwards search(p, here); search.next();) {
    const std::size_t at = search.at();
    const Token& token = p.token_at(at);
    if (token.is("cudaMemset") && p.token_at(at + 1).is("(")) {
      const std::vector<TokenRange> parts = parts_in_brackets(p, at + 1);
      if (parts.size() != 3 || !names(p, parts[0], name)) continue;
      const auto value = host_integer(p, parts[1], at);
      if (value && *value == 0) return "0";
      continue;
    }
    if (!token.is_identifier() || token.text != source || !p.token_at(at + 1).is("[")) continue;
    const std::size_t first = end_of_brackets(p, at + 1);
    std::size_t end = first;
    while (p.token_at(end).is("[")) end = end_of_brackets(p, end);
    if (!p.token_at(end).is("=")) continue;
    if (p.token_at(end + 1).is("{")) return list_text(p, end + 1, at);
    return fill_by_value(p, {at + 2, end == first ? end - 1 : at + 2},
                         {end + 1, end_of_expression(p, end + 1)}, at);
  }
  return {};
}

}  // namespace

bool may_search(const Parser& p) { return state_of(p).searched < kMostSteps; }

std::vector<TokenRange> parts_of(const Parser& p, const TokenRange& range) {
  std::vector<TokenRange> parts;
  std::size_t begin = range.first;
  for (std::size_t at = range.first; at < range.second;) {
    if (p.token_at(at).is(",")) {
      parts.emplace_back(begin, at);
      begin = ++at;
      continue;
    }
    at = opens(p.token_at(at)) ? end_of_brackets(p, at) : at + 1;
  }
  if (begin < range.second) parts.emplace_back(begin, range.second);
  return parts;
}

std::vector<TokenRange> parts_in_brackets(const Parser& p, std::size_t open) {
  return parts_of(p, {open + 1, end_of_brackets(p, open) - 1});
}

std::optional<std::int64_t> host_integer(Parser& p, const TokenRange& range, std::size_t here) {
  return Evaluation(p).value(range, here);
}

std::optional<std::array<std::uint64_t, 3>> host_extents(Parser& p, const TokenRange& range,
                                                         std::size_t here) {
  if (range.first >= range.second) return std::nullopt;
  const Token& first = p.token_at(range.first);
  if (first.is("dim3") && opens(p.token_at(range.first + 1)))
    return extents_of_parts(p, parts_in_brackets(p, range.first + 1), here);
  if (first.is("{")) return extents_of_parts(p, parts_in_brackets(p, range.first), here);
  if (const auto value = host_integer(p, range, here)) {
    if (*value <= 0) return std::nullopt;
    return std::array<std::uint64_t, 3>{static_cast<std::uint64_t>(*value), 1, 1};
  }
  if (range.second != range.first + 1 || !first.is_identifier()) return std::nullopt;
  const auto definition = definition_of(p, first.text, here);
  if (!definition) return std::nullopt;
  if (definition->in_brackets)
    return extents_of_parts(p, parts_of(p, definition->value), definition->value.first - 1);
  return host_extents(p, definition->value, definition->value.first - 1);
}

std::string host_fill(Parser& p, std::string_view name, std::size_t here) { return find_fill(p, name, here); }

HostArgument host_argument(Parser& p, const TokenRange& range, std::size_t here) {
  HostArgument argument;
  argument.integer = host_integer(p, range, here);
  if (argument.integer || range.first >= range.second) return argument;
  const Token& last = p.token_at(range.second - 1);
  if (!last.is_identifier()) return argument;
  argument.buffer_bytes = allocated_bytes(p, last.text, here);
  argument.fill = find_fill(p, last.text, here);
  return argument;
}

}  // namespace lockstep::sim::language::cuda
