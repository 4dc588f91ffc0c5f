// Writes statements: copies the lines of the source and replaces the parts that differ in OpenCL C. Without
// source lines, uses only the tree.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "sim/translation/to_opencl/writer.hpp"

namespace lockstep::sim::translation::opencl {
namespace {

using language::ExprKind;
using language::StmtKind;
using language::Storage;

using Pieces = std::vector<std::pair<Extent, std::string>>;

bool is_word_of_statements(const Token& token) {
  for (const std::string_view word :
       {"if", "else", "for", "while", "do", "switch", "return", "(", ")", ";", "{", "}"})
    if (token.is(word)) return true;
  return false;
}

// Returns one form for type words without qualifiers, so that "unsigned int" and "uint" are equal; empty for
// other words.
std::string one_form(const std::vector<std::string_view>& words) {
  bool is_unsigned = false, is_signed = false;
  unsigned longs = 0;
  std::string name;
  for (const std::string_view word : words) {
    if (word == "const" || word == "volatile") continue;
    if (word == "unsigned")
      is_unsigned = true;
    else if (word == "signed")
      is_signed = true;
    else if (word == "long")
      ++longs;
    else if (word == "int" && (!name.empty() || longs > 0))
      continue;
    else if (name == "int" || name.empty())
      name = word;
    else
      return {};
  }
  if (longs > 1) return {};
  if (longs == 1 && (name.empty() || name == "int")) name = "long";
  if (name.empty()) name = is_unsigned || is_signed ? "int" : "";
  if (name == "size_t") return "ulong";
  for (const std::string_view one :
       {"bool", "char", "short", "int", "long", "float", "double", "uint", "uchar", "ushort", "ulong"})
    if (name == one) return (is_unsigned ? "u" : "") + name;
  return {};
}

// Returns the position where the declared name or a '*' starts.
std::size_t end_of_type(std::string_view declared, std::string_view name) {
  const std::size_t star = declared.find_first_of("*(");
  const std::size_t word = declared.rfind(name);
  return std::min(star, word);
}

}  // namespace

std::string Writer::indent_at(const Extent& extent) const {
  const std::string& text = layout_.file_text(extent.file);
  const std::size_t line = extent.begin == 0 ? 0 : text.rfind('\n', extent.begin - 1) + 1;
  const std::size_t end = text.find_first_not_of(" \t", line);
  return text.substr(line, std::min(end, extent.begin) - line);
}

// Returns the source in which each piece replaces the text from which it was parsed; empty if the source
// contains other words.
std::optional<std::string> Writer::spliced(const Extent& extent, const Pieces& pieces) {
  std::string result;
  std::size_t at = extent.begin;
  bool is_whole = true;
  const auto keeps = [&](const Token& token) {
    const bool is_known = is_word_of_statements(token);
    is_whole = is_whole && is_known;
    return is_known;
  };
  for (const auto& [place, text] : pieces) {
    if (place.file != extent.file || place.begin < at || place.end > extent.end || place.begin >= place.end)
      return std::nullopt;
    result += layout_.between({extent.file, at, place.begin}, keeps) + text;
    at = place.end;
  }
  result += layout_.between({extent.file, at, extent.end}, keeps);
  return is_whole ? std::optional(result) : std::nullopt;
}

bool Writer::is_dropped(const Stmt& statement) const {
  if (statement.kind != StmtKind::declaration) return false;
  return std::ranges::all_of(statement.variables, [&](const VariableDecl* variable) {
    return is_empty(*variable->type) || variable->is_dynamic || variable->storage == Storage::constant ||
           variable->storage == Storage::global ||
           (variable->storage == Storage::local && is_hoisted(*variable));
  });
}

// --- blocks

std::string Writer::block(const Stmt& block, const Extent& braces) {
  struct Part {
    Extent place;
    std::string text;
  };
  std::vector<Part> parts;
  std::string first;
  const std::string inner = indent_at(braces) + "  ";
  for (const Stmt* child : block.children) {
    Extent place = layout_.extent(child->range);
    const std::string indent = place.file == braces.file ? indent_at(place) : inner;
    std::string text = is_dropped(*child) ? "" : statement(*child, indent);
    const bool is_inside = braces.contains(place) && place.begin > braces.begin && place.begin < place.end;
    if (!is_inside) {
      if (!text.empty()) first += "\n" + inner + text;
      continue;
    }
    // The previous statement comes from the same macro.
    if (!parts.empty() && place.begin < parts.back().place.end) {
      if (!text.empty()) parts.back().text += (parts.back().text.empty() ? "" : " ") + text;
      parts.back().place.end = std::max(parts.back().place.end, place.end);
      continue;
    }
    parts.push_back({place, std::move(text)});
  }
  const auto nothing = [](const Token&) { return false; };
  std::string result = "{" + first;
  std::size_t at = braces.begin + 1;
  for (const Part& part : parts) {
    result += layout_.between({braces.file, at, part.place.begin}, nothing) + part.text;
    at = part.place.end;
  }
  result += layout_.between({braces.file, at, braces.end - 1}, nothing);
  if (!first.empty() && parts.empty()) result += "\n" + indent_at(braces);
  return result + "}";
}

// --- declarations

std::string Writer::one_declaration(const VariableDecl& variable) {
  const AddressSpace space = variable.type->is_pointer() || innermost(*variable.type).is_pointer()
                                 ? spaces_.of_variable(*now_, variable)
                                 : AddressSpace::private_;
  std::string text = declarator(*variable.type, space, Names::of_variable(variable.name),
                                variable.is_const && !variable.is_reference, variable.is_restrict);
  if (variable.is_volatile) text = "volatile " + text;
  if (variable.storage == Storage::local) return "__local " + text;
  if (variable.init != nullptr) return text + " = " + initial_value(*variable.type, *variable.init);
  if (variable.is_const && !variable.initial_bytes.empty())
    text += " = " + bytes_as_initializer(*variable.type, variable.initial_bytes, 0);
  return text;
}

std::string Writer::declaration(const Stmt& statement) {
  const Extent place = layout_.extent(statement.range);
  std::string base, text;
  for (const VariableDecl* variable : statement.variables) {
    const bool is_elsewhere = is_empty(*variable->type) || variable->is_dynamic ||
                              variable->storage == Storage::constant ||
                              variable->storage == Storage::global ||
                              (variable->storage == Storage::local && is_hoisted(*variable));
    if (is_elsewhere) continue;
    const std::string one = one_declaration(*variable);
    const std::string name = Names::of_variable(variable->name);
    const std::size_t value = one.find(" = ");
    const std::size_t end = end_of_type(std::string_view(one).substr(0, value), name);
    if (text.empty()) {
      base = one.substr(0, end);
      text = one;
    } else if (one.substr(0, end) == base) {
      text += ", " + one.substr(end);
    } else {
      base = one.substr(0, end);
      text += "; " + one;
    }
  }
  // Compares the type as written in the source with the type of the declaration.
  std::vector<std::string_view> written, ours;
  std::size_t first = layout_.first_token(place.file, place.begin);
  const auto& tokens = layout_.tokens();
  const std::size_t begin = first;
  while (first < tokens.size() && tokens[first].token.is_identifier() &&
         tokens[first].extent.file == place.file && tokens[first].extent.end < place.end &&
         tokens[first].token.text != statement.variables[0]->name)
    written.push_back(tokens[first++].token.text);
  std::string_view rest = base;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (end > 0) ours.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const std::string form = one_form(written);
  const bool same_const = std::ranges::find(written, "const") != written.end()
                              ? std::ranges::find(ours, "const") != ours.end()
                              : std::ranges::find(ours, "const") == ours.end();
  if (!form.empty() && form == one_form(ours) && same_const && first > begin &&
      text.find("; ") == std::string::npos) {
    const std::string_view source =
        layout_.text({place.file, tokens[begin].extent.begin, tokens[first - 1].extent.end});
    if (source.find('\n') == std::string_view::npos)
      text = std::string(source) + " " + text.substr(base.size());
  }
  return text + ";";
}

// --- statements

std::string Writer::statement(const Stmt& statement, const std::string& indent) {
  const Extent place = layout_.extent(statement.range);
  const std::string_view source = place.begin < place.end ? layout_.text(place) : std::string_view();
  Pieces pieces;
  const auto add_expression = [&](const Expr* expr, Width width = Width::value) {
    if (expr != nullptr) pieces.emplace_back(layout_.extent(expr->range), plain(*expr, width));
  };
  const auto add_statement = [&](const Stmt* inner) {
    if (inner == nullptr) return;
    const Extent at = layout_.extent(inner->range);
    std::string text = is_dropped(*inner) ? ";" : this->statement(*inner, indent_at(at));
    pieces.emplace_back(at, text.empty() ? "{}" : std::move(text));
  };
  switch (statement.kind) {
    case StmtKind::block:
      if (source.starts_with('{') && source.ends_with('}') && replaced_.empty())
        return block(statement, place);
      return composed_statement(statement, indent);
    case StmtKind::declaration:
      return declaration(statement);
    case StmtKind::expression: {
      if (statement.expr == nullptr || is_empty(*statement.expr->type)) return "";
      return plain(*statement.expr, Width::value) + ";";
    }
    case StmtKind::return_:
      if (statement.expr == nullptr || is_empty(*function_->result())) return "return;";
      return "return " + plain(*statement.expr, width_for(*function_->result())) + ";";
    case StmtKind::break_:
      return "break;";
    case StmtKind::continue_:
      return "continue;";
    case StmtKind::goto_:
      return "goto " + statement.target->name + ";";
    case StmtKind::label:
      return statement.name + ":";
    case StmtKind::default_:
      return "default:";
    case StmtKind::case_: {
      const std::string text = "case " + number(statement.value, *statement.value_type).text;
      if (statement.last_value != statement.value)
        return text + " ... " + number(statement.last_value, *statement.value_type).text + ":";
      const std::size_t colon = source.rfind(':');
      if (colon != std::string_view::npos && layout_.expanded(place) == comparable(text) + ":")
        return std::string(source.substr(0, colon + 1));
      return text + ":";
    }
    case StmtKind::empty:
      return source == ";" ? ";" : "";
    case StmtKind::if_:
      add_expression(statement.expr);
      add_statement(statement.body);
      add_statement(statement.else_body);
      break;
    case StmtKind::for_:
      if (statement.init != nullptr) {
        const Extent at = layout_.extent(statement.init->range);
        std::string text = this->statement(*statement.init, indent);
        if (text.empty()) text = ";";
        pieces.emplace_back(at, text);
      }
      add_expression(statement.expr);
      add_expression(statement.step);
      add_statement(statement.body);
      break;
    case StmtKind::while_:
      add_expression(statement.expr);
      add_statement(statement.body);
      break;
    case StmtKind::switch_:
      add_expression(statement.expr, Width::exact);
      add_statement(statement.body);
      break;
    case StmtKind::do_:
      add_statement(statement.body);
      add_expression(statement.expr);
      break;
  }
  if (replaced_.empty())
    if (auto text = spliced(place, pieces)) return *text;
  return composed_statement(statement, indent);
}

std::string Writer::nested(const Stmt& inner, const std::string& indent) {
  if (inner.kind == StmtKind::block) return " " + composed_statement(inner, indent);
  const std::string text = is_dropped(inner) ? "" : statement(inner, indent + "  ");
  return "\n" + indent + "  " + (text.empty() ? ";" : text);
}

std::string Writer::composed_statement(const Stmt& statement, const std::string& indent) {
  const auto condition = [&] { return plain(*statement.expr, Width::value); };
  switch (statement.kind) {
    case StmtKind::block: {
      std::string text = "{\n";
      for (const Stmt* child : statement.children) {
        if (is_dropped(*child)) continue;
        const std::string one = this->statement(*child, indent + "  ");
        if (!one.empty()) text += indent + "  " + one + "\n";
      }
      return text + indent + "}";
    }
    case StmtKind::if_: {
      std::string text = "if (" + condition() + ")" + nested(*statement.body, indent);
      if (statement.else_body == nullptr) return text;
      return text + (text.ends_with('}') ? " else" : "\n" + indent + "else") +
             nested(*statement.else_body, indent);
    }
    case StmtKind::for_: {
      std::string head = statement.init == nullptr ? ";" : this->statement(*statement.init, indent);
      if (head.empty()) head = ";";
      if (statement.expr != nullptr) head += " " + condition();
      head += ";";
      if (statement.step != nullptr) head += " " + plain(*statement.step, Width::value);
      return "for (" + head + ")" + nested(*statement.body, indent);
    }
    case StmtKind::while_:
      return "while (" + condition() + ")" + nested(*statement.body, indent);
    case StmtKind::do_:
      return "do" + nested(*statement.body, indent) + " while (" + condition() + ");";
    case StmtKind::switch_:
      return "switch (" + plain(*statement.expr) + ")" + nested(*statement.body, indent);
    default:
      return this->statement(statement, indent);
  }
}

}  // namespace lockstep::sim::translation::opencl
