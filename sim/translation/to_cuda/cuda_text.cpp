// Translates declarations outside of functions, and directives.
#include "sim/translation/to_cuda/cuda_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::sim::translation {
namespace {

constexpr std::string_view kStatements[] = {"if",     "for",  "while",  "do", "switch",
                                            "return", "else", "sizeof", "asm"};

bool begins_statement(const Token& token) {
  return std::ranges::find(kStatements, token.text) != std::end(kStatements);
}

bool is_kernel_word(const Token& token) { return token.is("__kernel") || token.is("kernel"); }

bool is_local_word(const Token& token) { return token.is("__local") || token.is("local"); }

bool is_address_space(const Token& token) {
  for (const std::string_view word : {"__global", "global", "__constant", "constant", "__local", "local",
                                      "__private", "private", "__generic", "generic"})
    if (token.is(word)) return true;
  return false;
}

// Returns whether the directive defines a function-like macro, in which the parenthesis follows the
// name directly.
bool has_parameters(const Fragment& directive) {
  return directive.size() > 2 && directive[2].is("(") && !directive[2].space_before &&
         directive[2].range.line == directive[1].range.end_line;
}

}  // namespace

void CudaNotebook::note(const std::string& sentence) {
  if (std::ranges::find(notes, sentence) == notes.end()) notes.push_back(sentence);
}

CudaText::CudaText(std::string path, std::string text, language::Diagnostics& diagnostics,
                   language::StringPool& pool, const CudaFacts& facts, CudaNotebook& notebook)
    : text_(std::move(path), std::move(text), diagnostics, pool), facts_(facts), notebook_(notebook) {}

void CudaText::translate() {
  tokens_ = &text_.code();
  outer_declarations();
  fragment(text_.code(), false);
  for (const Directive& line : text_.directives()) directive(line);
}

std::vector<std::uint32_t> CudaText::group_lines() const {
  std::vector<std::uint32_t> lines;
  for (const Directive& line : text_.directives())
    for (const std::string_view word : {"if", "ifdef", "ifndef", "elif", "else", "endif"})
      if (line.words[0].is(word)) lines.push_back(line.last_line());
  return lines;
}

// --- declarations

void CudaText::outer_declarations() {
  for (std::size_t i = 0; i < tokens_->size();) i = outer_declaration(i);
}

std::size_t CudaText::closing(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < tokens_->size(); ++i) {
    if (is(i, "(") || is(i, "[") || is(i, "{")) ++depth;
    if ((is(i, ")") || is(i, "]") || is(i, "}")) && --depth == 0) return i;
  }
  return tokens_->size() - 1;
}

// outer = { specifier } ( declarator function-body | [ declarators ] ";" ) | macro "(" … ")"
std::size_t CudaText::outer_declaration(std::size_t begin) {
  if (is(begin, ";")) return begin + 1;
  const bool is_macro =
      at(begin).is_identifier() && facts_.declared.contains(at(begin).text) && is(begin + 1, "(");
  if (is_macro) return closing(begin + 1) + 1;
  const bool is_typedef = is(begin, "typedef");
  std::size_t open = 0, close = 0;  // parentheses of the parameters
  bool has_kernel = false, has_space = false, has_value = false, has_members = false;
  std::size_t i = begin;
  for (; i < tokens_->size() && !is(i, ";"); ++i) {
    has_kernel = has_kernel || is_kernel_word(at(i));
    has_space = has_space || is_address_space(at(i));
    has_value = has_value || is(i, "=");
    if (is(i, "__attribute__")) {
      i = closing(i + 1);
      continue;
    }
    if (is(i, "(") && open == 0 && i > begin && at(i - 1).is_identifier() && !has_value) {
      open = i;
      i = close = closing(i);
      continue;
    }
    if (!is(i, "{")) continue;
    if (open != 0 && !has_value) break;  // a function's body
    has_members = has_members || !has_value;
    i = closing(i);
  }
  const bool is_function = open != 0 && !is_typedef;
  const std::size_t end = i < tokens_->size() && is(i, "{") ? closing(i) : i;
  if (is_function && has_kernel) {
    kernel_parameters(open, close);
  } else if (is_function || (!is_typedef && !has_members && !has_space && i < tokens_->size() && i > begin)) {
    text_.insert_before(at(begin), "__device__ ");
  }
  return end + 1;
}

void CudaText::kernel_parameters(std::size_t open, std::size_t close) {
  KernelParameters kernel;
  kernel.kernel = at(open - 1).text;
  kernel_names_.insert(kernel.kernel);
  if (is(close + 1, "{")) kernel.body = at(close + 1);
  std::size_t begin = open + 1;
  int depth = 0;
  for (std::size_t i = begin; i <= close; ++i) {
    if (is(i, "(") || is(i, "[")) ++depth;
    if ((is(i, ")") || is(i, "]")) && i != close) --depth;
    if (i != close && (depth != 0 || !is(i, ","))) continue;
    if (i > begin) parameter(begin, i, kernel);
    begin = i + 1;
  }
  if (kernel.body.kind == TokenKind::end) return;  // only declared
  // Finds out whether the kernel changes a pointer itself, and not only the memory it points to.
  const std::size_t end = closing(close + 1);
  for (std::size_t i = close + 1; i < end; ++i)
    for (const LocalParameter& local : kernel.locals) {
      if (at(i).text != local.name) continue;
      const bool before = i > 0 && (is(i - 1, "++") || is(i - 1, "--")) && !is(i + 1, "[");
      for (const std::string_view word : {"=", "+=", "-=", "++", "--"})
        if ((is(i + 1, word) && !is(i - 1, "*")) || before) kernel.assigns_local = true;
    }
  kernels_.push_back(std::move(kernel));
}

void CudaText::parameter(std::size_t begin, std::size_t end, KernelParameters& kernel) {
  bool is_local = false, is_one = true;  // or several, in branches of an #if
  std::size_t name = end - 1, stars = 0;
  std::string type, expanded_type;
  for (std::size_t i = begin; i < end; ++i) {
    if (is(i, "[")) {
      name = i - 1;
      ++stars;
      break;
    }
    if (stars > 0 && is_address_space(at(i))) is_one = false;
    stars += is(i, "*");
    is_local = is_local || is_local_word(at(i));
    const bool is_word = at(i).is_identifier() && !is_address_space(at(i)) && !is(i, "restrict") &&
                         !is(i, "const") && !is(i, "__restrict") && i + 1 < end && stars == 0 &&
                         !is(i + 1, "[");
    if (!is_word) continue;
    type += (type.empty() ? "" : " ") + std::string(at(i).text);
    if (is(i, "volatile")) continue;
    const std::string word = expanded(at(i));
    expanded_type +=
        (expanded_type.empty() ? "" : " ") + (word.starts_with("atomic_") ? word.substr(7) : word);
  }
  if (!is_local) {
    kernel.types.push_back(is_one ? expanded_type + std::string(stars, '*') : "");
    return;
  }
  if (stars != 1)
    problem(at(begin), "CUDA has no kernel parameter for a pointer to pointers in shared memory");
  kernel.locals.push_back({std::string(at(name).text), type, kernel.types.size()});
  kernel.types.emplace_back();
  // Removes the parameter and one comma, but keeps the line.
  const bool is_last = is(end, ")");
  const bool has_before = is(begin - 1, ",");
  const std::size_t last = is_last ? end - 1 : end;
  const Token& first = is_last && has_before ? at(begin - 1) : at(begin);
  for (const Directive& directive : text_.directives())
    if (directive.hash.range.line > first.range.line && directive.hash.range.line < at(last).range.end_line)
      return problem(at(begin),
                     "there must be no directive between this parameter in local memory and its comma");
  text_.replace(first, at(last), fmt::format("/* {}: shared memory, see the body */", at(name).text));
}

// --- directives

void CudaText::directive(const Directive& directive) {
  const Fragment& line = directive.words;
  const std::string_view name = line[0].text;
  if (name == "define" && line.size() > 2) return define(line);
  if (name == "pragma" && line.size() > 1 && line[1].is("OPENCL")) {
    text_.replace_line(directive.hash,
                       line.size() > 3 ? fmt::format("// {} needs no directive", line[3].text) : "");
    return;
  }
  if (name == "include") {
    problem(line[0], "an included file is not translated; copy its text to the kernel file");
    return;
  }
  if (name == "if" || name == "elif" || name == "ifdef" || name == "ifndef") fragment(line, true);
}

void CudaText::define(const Fragment& line) {
  std::size_t begin = 2;
  if (has_parameters(line))
    while (begin < line.size() && !line[begin++].is(")")) {
    }
  const Fragment body(line.begin() + static_cast<std::ptrdiff_t>(std::min(begin, line.size())), line.end());
  if (body.empty()) return;
  if (body.size() == 1 && (is_address_space(body[0]) || is_kernel_word(body[0]))) {
    if (!is_kernel_word(body[0]))
      return problem(body[0],
                     fmt::format("the macro {} stands for an address space; write {} where the macro is used",
                                 line[1].text, body[0].text));
  }
  function_of_macro(body);
  fragment(body, true);
}

// Translates a macro whose text defines a function.
void CudaText::function_of_macro(const Fragment& body) {
  tokens_ = &body;
  if (!body[0].is_identifier() || begins_statement(body[0])) return;
  for (std::size_t i = 1; i < body.size(); ++i) {
    if (body[i].is("*") || (body[i].is_identifier() && !begins_statement(body[i]))) continue;
    if (!body[i].is("(") || i < 2) return;
    const std::size_t close = closing(i);
    if (!is(close + 1, "{")) return;
    if (is_kernel_word(body[0]))
      return problem(body[0],
                     "a kernel inside a macro is not translated; write the kernel without the macro");
    text_.insert_before(body[0], "__device__ ");
    return;
  }
}

CudaFacts facts_of(const EditedText& text) {
  CudaFacts facts;
  for (const Directive& directive : text.directives()) {
    const Fragment& line = directive.words;
    if (!line[0].is("define") || line.size() < 2) continue;
    if (has_parameters(line))
      facts.declared.emplace(line[1].text);
    else
      facts.macros.emplace(std::string(line[1].text), "");
  }
  // Finds functions, which are names with parameters outside of braces.
  const Fragment& code = text.code();
  int braces = 0, parentheses = 0;
  for (std::size_t i = 0; i + 1 < code.size(); ++i) {
    braces += code[i].is("{") - code[i].is("}");
    facts.has_volatile = facts.has_volatile || (code[i].is("volatile") && i > 0 && !code[i - 1].is("asm"));
    if (braces == 0 && parentheses == 0 && i > 0 && code[i].is_identifier() && code[i + 1].is("(") &&
        (code[i - 1].is_identifier() || code[i - 1].is("*")) && !code[i].is("__attribute__"))
      facts.declared.emplace(code[i].text);
    parentheses += code[i].is("(") - code[i].is(")");
  }
  return facts;
}

}  // namespace lockstep::sim::translation
