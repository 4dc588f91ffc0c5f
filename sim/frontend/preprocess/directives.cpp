// Executes the directives other than conditions: #define, #undef, #include, #line, #pragma.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/text/nesting.hpp"
#include "sim/frontend/preprocess/library_headers.hpp"
#include "sim/frontend/preprocess/literal.hpp"
#include "sim/frontend/preprocess/source_reader.hpp"

namespace lockstep::sim::language {
namespace {

constexpr std::size_t kMaxIncludedBytes = std::size_t{64} << 20;

std::optional<std::string> read_included(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  if (std::filesystem::file_size(path, error) > kMaxIncludedBytes) return std::nullopt;
  auto text = read_text_file(path_text(path));
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

bool same_definition(const Macro& a, const Macro& b) {
  return a.kind == b.kind && a.parameters == b.parameters &&
         std::ranges::equal(a.body, b.body, {}, &Token::text, &Token::text);
}

// Returns whether the name is that of a header of CUDA, C or C++ that pasted code may include.
bool is_header_of_the_host(const std::string& name) {
  constexpr std::string_view kHeaders[] = {
      "stdio.h",  "stdlib.h", "math.h",   "string.h", "stdint.h", "stdbool.h", "assert.h",
      "iostream", "cstdio",   "cstdlib",  "cmath",    "vector",   "algorithm", "device_launch_parameters.h",
      "cstdint",  "CL/cl.h",  "omp.h",    "mma.h",    "string",   "cuda.h",    "cooperative_groups.h",
      "chrono",   "cassert",  "limits.h", "float.h",  "stddef.h", "time.h",    "cooperative_groups/reduce.h"};
  return std::ranges::find(kHeaders, name) != std::end(kHeaders) || name.starts_with("cuda_") ||
         name.starts_with("thrust/") || name.starts_with("cub/");
}

}  // namespace

// define = "define" name ["(" [parameters] ")"] body, where the parenthesis must follow the name directly
void SourceReader::define(const Line& line) {
  if (line.size() < 2 || !line[1].is_identifier()) diagnostics_.fail(line[0].range, "#define needs a name");
  const std::string_view name = line[1].text;
  if (name == "defined") diagnostics_.fail(line[1].range, "'defined' cannot be a macro");
  Macro macro;
  std::size_t body = 2;
  if (line.size() > 2 && line[2].is("(") && !line[2].space_before) {
    macro.kind = Macro::Kind::function;
    body = read_parameters(line, macro);
  }
  for (std::size_t i = body; i < line.size(); ++i) {
    const auto found = std::ranges::find(macro.parameters, line[i].text);
    const bool is_parameter = line[i].is_identifier() && found != macro.parameters.end();
    macro.body.push_back(line[i]);
    macro.parameter_of.push_back(is_parameter ? static_cast<int>(found - macro.parameters.begin()) : -1);
  }
  if (!macro.body.empty() && (macro.body.front().is("##") || macro.body.back().is("##")))
    diagnostics_.fail(line[body].range, "'##' needs a token on both sides");
  const Macro* const before = expander_.macros().find(name);
  if (before != nullptr && !same_definition(*before, macro))
    diagnostics_.warn(line[1].range, fmt::format("macro '{}' is redefined with a different body", name));
  expander_.macros().define(name, std::move(macro));
}

// Returns the index of the first token of the body.
std::size_t SourceReader::read_parameters(const Line& line, Macro& macro) {
  std::size_t at = 3;
  const auto next_is = [&](std::string_view text) { return at < line.size() && line[at].is(text); };
  while (!next_is(")")) {
    if (next_is("...")) {
      macro.is_variadic = true;
      macro.parameters.emplace_back("__VA_ARGS__");
    } else if (at < line.size() && line[at].is_identifier()) {
      macro.parameters.push_back(line[at].text);
      if (at + 1 < line.size() && line[at + 1].is("...")) {
        macro.is_variadic = true;
        ++at;
      }
    } else {
      diagnostics_.fail(line[std::min(at, line.size() - 1)].range,
                        "a parameter's name or ')' is missing here");
    }
    ++at;
    if (next_is(")")) break;
    if (macro.is_variadic || !next_is(","))
      diagnostics_.fail(line[std::min(at, line.size() - 1)].range,
                        "')' is missing after the macro's parameters");
    ++at;
  }
  return at + 1;
}

void SourceReader::undefine(const Line& line) {
  if (line.size() < 2 || !line[1].is_identifier()) diagnostics_.fail(line[0].range, "#undef needs a name");
  expander_.macros().undefine(line[1].text);
}

// include = "include" (string | "<" … ">"), possibly after macro expansion
void SourceReader::include(const Line& line) {
  Line name(line.begin() + 1, line.end());
  if (!name.empty() && name[0].kind != TokenKind::string && !name[0].is("<"))
    name = expander_.expand_all(std::move(name));
  if (name.empty()) diagnostics_.fail(line[0].range, "#include needs the name of a file");
  if (name[0].kind == TokenKind::string)
    return open_include(std::string(name[0].text.substr(1, name[0].text.size() - 2)), true, name[0].range);
  std::string text;
  std::size_t at = 1;
  for (; at < name.size() && !name[at].is(">"); ++at) {
    if (name[at].space_before && at > 1) text += ' ';
    text += name[at].text;
  }
  if (!name[0].is("<") || at == name.size())
    diagnostics_.fail(name[0].range, "#include needs \"a file\" or <a file>");
  open_include(text, false, join(name[0].range, name[at].range));
}

std::optional<std::string> SourceReader::read_file(const std::filesystem::path& path) const {
  const std::string name = path_text(normal_path(path));
  for (const KernelSource::Header& header : source_.headers)
    if (header.name == name) return header.text;
  return source_.is_closed ? std::nullopt : read_included(path);
}

bool SourceReader::has_header(const std::filesystem::path& path) const {
  const std::string name = path_text(normal_path(path));
  return std::ranges::any_of(source_.headers, [&](const auto& header) { return header.name == name; });
}

// Returns whether the file may be included. An untrusted kernel must not read arbitrary files of this
// machine. Therefore, an included file must be in the kernel's own folder or in a folder named by -I, after
// symbolic links are resolved.
bool SourceReader::may_include(const std::filesystem::path& path,
                               const std::vector<std::string>& folders) const {
  std::error_code error;
  const std::filesystem::path file = std::filesystem::weakly_canonical(path, error);
  const auto holds = [&](const std::string& folder) {
    const std::filesystem::path root = std::filesystem::weakly_canonical(system_path(folder), error);
    return std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first == root.end();
  };
  return std::ranges::any_of(folders,
                             [&](const std::string& folder) { return !folder.empty() && holds(folder); });
}

void SourceReader::open_include(const std::string& name, bool quoted, const SourceRange& range) {
  if (inputs_.size() >= kDeepestNesting)
    diagnostics_.fail(range, nested_too_deeply("this #include") + "; does a file include itself?");
  std::vector<std::string> folders = include_dirs_;
  if (!source_.include_dir.empty()) folders.insert(folders.begin(), source_.include_dir);
  if (quoted && !inputs_.back().folder.empty()) folders.insert(folders.begin(), inputs_.back().folder);
  folders.emplace_back();  // as written: an absolute path, or a path relative to the working directory
  if (!source_.headers.empty())
    std::rotate(folders.begin(), std::prev(folders.end()), folders.end());  // try the name as written first
  for (const std::string& folder : folders) {
    const std::filesystem::path path = system_path(folder) / system_path(name);
    if (included_once_.contains(path_text(normal_path(path)))) return;
    auto text = read_file(path);
    if (!text) continue;
    if (!source_.include_dir.empty() && !has_header(path) && !may_include(path, folders)) {
      const std::string message = fmt::format(
          "'{}' is outside the kernel's folder, so it is not read; name its folder with -I", name);
      if (language_ != Language::cuda) diagnostics_.fail(range, message);
      return diagnostics_.warn(range, message);
    }
    included_bytes_ += text->size();
    if (included_bytes_ > kMaxIncludedBytes)
      diagnostics_.fail(range,
                        fmt::format("the included files are larger than {} MiB", kMaxIncludedBytes >> 20));
    return enter(diagnostics_.add_file(path_text(path), std::move(*text)));
  }
  // The headers of a .cu file declare functions of built-in libraries, or names that only the host uses.
  if (language_ == Language::cuda) return open_library(name);
  if (is_header_of_the_host(name))
    diagnostics_.fail(range,
                      fmt::format("OpenCL C has no <{}>: its functions need no header; remove this line "
                                  "and the host code",
                                  name));
  if (source_.is_closed)
    diagnostics_.fail(
        range,
        fmt::format("the file '{}' is not among the files supplied with this one; no other files are read",
                    name));
  diagnostics_.fail(
      range,
      fmt::format("cannot find the file '{}'; put it beside the kernel or name its folder with -I", name));
}

void SourceReader::open_library(const std::string& name) {
  const EmbeddedFile* library = library_of_header(name);
  if (library == nullptr || !included_once_.insert(std::string(library->path)).second) return;
  enter(diagnostics_.add_file(std::string(library->path), std::string(library->text), true));
}

// Executes #line, which changes the values of __LINE__ and __FILE__. Messages still name the real file
// and line.
void SourceReader::set_line(const Line& arguments, const SourceRange& directive) {
  const Line tokens = expander_.expand_all(arguments);
  const auto number = tokens.empty() || tokens[0].kind != TokenKind::number
                          ? Literal<NumberLiteral>(tl::unexpected(std::string()))
                          : parse_number(tokens[0].text, false);
  if (!number || number->is_floating || number->integer > INT32_MAX)
    diagnostics_.fail(directive, "#line needs a line number");
  expander_.set_line_offset(static_cast<std::int64_t>(number->integer) - directive.line - 1);
  if (tokens.size() > 1 && tokens[1].kind == TokenKind::string)
    expander_.set_file_name(tokens[1].text.substr(1, tokens[1].text.size() - 2));
}

void SourceReader::pragma(const Line& line) {
  if (line.size() > 1 && line[1].is("once"))
    included_once_.insert(path_text(normal_path(system_path(diagnostics_.file(line[0].range.file).path))));
}

}  // namespace lockstep::sim::language
