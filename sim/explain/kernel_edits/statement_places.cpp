#include "sim/explain/kernel_edits/statement_places.hpp"

#include <algorithm>
#include <utility>

#include "sim/explain/kernel_edits/edit.hpp"
#include "sim/explain/kernel_edits/places.hpp"

namespace lockstep::sim {

namespace {

using language::Stmt;
using language::StmtKind;

class Walk {
 public:
  explicit Walk(const SourceRange& access) : access_(access) {}

  void enter(const Stmt& statement, std::uint32_t loop_line) {
    switch (statement.kind) {
      case StmtKind::block:
        for (const Stmt* child : statement.children) {
          if (!contains(child->range, access_)) continue;
          add(*child, false, loop_line);
          enter(*child, loop_line);
        }
        break;
      case StmtKind::for_:
      case StmtKind::while_:
      case StmtKind::do_:
        if (!contains(statement.body->range, access_)) break;
        if (statement.body->kind != StmtKind::block) add(*statement.body, true, statement.range.line);
        enter(*statement.body, statement.range.line);
        break;
      case StmtKind::if_:
      case StmtKind::switch_:
        found_.branch_line = statement.range.line;
        break;
      default:
        break;
    }
  }

  Surroundings take() {
    std::ranges::reverse(found_.after);
    std::ranges::reverse(found_.before);
    return std::move(found_);
  }

 private:
  void add(const Stmt& statement, bool needs_braces, std::uint32_t loop_line) {
    found_.after.push_back({statement.range, true, needs_braces, loop_line});
    found_.before.push_back({statement.range, false, needs_braces, loop_line});
  }

  SourceRange access_;
  Surroundings found_;
};

// The range of a simple statement may exclude its semicolon.
std::size_t end_of(const std::string& text, const SourceRange& statement) {
  const std::size_t end = offset_in(text, statement.end_line, statement.end_column);
  const std::size_t next = text.find_first_not_of(" \t\n", end);
  const bool is_closed = end > 0 && (text[end - 1] == ';' || text[end - 1] == '}');
  return !is_closed && next != std::string::npos && text[next] == ';' ? next + 1 : end;
}

}  // namespace

Surroundings surroundings_of(const language::TranslationUnit& unit, const SourceRange& access) {
  Walk walk(access);
  for (const language::FunctionDecl* function : unit.functions)
    if (access.file == 0 && contains(function->body->range, access)) walk.enter(*function->body, 0);
  return walk.take();
}

std::string with_statement(const std::string& text, const StatementPlace& place,
                           const std::string& statement) {
  const std::size_t begin = offset_in(text, place.statement.line, place.statement.column);
  const std::size_t end = end_of(text, place.statement);
  std::string before = place.needs_braces ? "{ " : "";
  std::string after = place.needs_braces ? " }" : "";
  if (place.is_after)
    after = " " + statement + after;
  else
    before += statement + " ";
  return text.substr(0, begin) + before + text.substr(begin, end - begin) + after + text.substr(end);
}

std::string with_statement_line(const std::string& text, const StatementPlace& place,
                                const std::string& statement) {
  const std::size_t begin = offset_in(text, place.statement.line, place.statement.column);
  const std::size_t line = text.rfind('\n', begin) + 1;  // 0 on the first line
  const std::string indent = text.substr(line, text.find_first_not_of(" \t", line) - line);
  const bool begins_line = line + indent.size() == begin;
  if (place.needs_braces || !begins_line) return with_statement(text, place, statement);
  if (!place.is_after) return text.substr(0, begin) + statement + "\n" + indent + text.substr(begin);
  // A comment after the statement remains on the same line as the statement.
  const std::size_t end = end_of(text, place.statement);
  const std::size_t line_end = std::min(text.find('\n', end), text.size());
  const std::size_t rest = text.find_first_not_of(" \t", end);
  const bool is_last = rest == std::string::npos || rest >= line_end || text.compare(rest, 2, "//") == 0;
  const std::size_t at = is_last ? line_end : end;
  return text.substr(0, at) + "\n" + indent + statement + text.substr(at);
}

}  // namespace lockstep::sim
