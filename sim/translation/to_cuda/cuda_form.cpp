#include "sim/translation/to_cuda/cuda_form.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "core/plan/language.hpp"
#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/preprocess/options.hpp"
#include "sim/frontend/preprocess/preprocessor.hpp"
#include "sim/translation/to_cuda/cuda_host.hpp"
#include "sim/translation/to_cuda/cuda_text.hpp"

namespace lockstep::sim::translation {
namespace {

using language::Diagnostics;
using language::Options;
using language::StringPool;

constexpr std::string_view kProbe = "lockstep_probe_", kGroup = "lockstep_group_";

// Finds the expansion of each object-like macro at the end of the text.
void expand_macros(const KernelSource& source, const Options& options, CudaFacts& facts) {
  KernelSource probed = source;
  probed.text += '\n';
  for (const auto& [name, text] : facts.macros) probed.text += fmt::format("{}{} {}\n", kProbe, name, name);
  Diagnostics diagnostics;
  StringPool pool;
  std::string* value = nullptr;
  for (const Token& token : preprocess(probed, options, diagnostics, pool, language::is_builtin_function)) {
    if (token.is_identifier() && token.text.starts_with(kProbe)) {
      const auto macro = facts.macros.find(token.text.substr(kProbe.size()));
      value = macro == facts.macros.end() ? nullptr : &macro->second;
    } else if (value != nullptr && token.kind != TokenKind::end) {
      *value += (value->empty() ? "" : " ") + std::string(token.text);
    }
  }
}

CudaFacts find_facts(const Plan& plan, const PlanProgram& program, const Options& options,
                     const EditedText& macros, const EditedText& kernel) {
  CudaFacts facts = facts_of(kernel);
  CudaFacts more = facts_of(macros);
  facts.macros.merge(more.macros);
  facts.declared.merge(more.declared);
  facts.version = options.version;
  for (const PlanLaunch& launch : plan.launches)
    facts.dimensions = std::max(facts.dimensions, launch.range.dimensions);
  facts.takes_warp = options.definitions.find("#define WARP ") != std::string::npos;
  expand_macros(program.source, options, facts);
  if (facts.takes_warp) facts.warp = std::strtoull(facts.macros["WARP"].c_str(), nullptr, 10);
  return facts;
}

// Returns which groups of #if directives a CUDA compiler reads. To find out, the function inserts a word into
// each group and runs the preprocessor; the words in its output belong to the groups that are read.
std::vector<bool> groups_read(const KernelSource& source, const std::string& text,
                              const std::string& definitions, const std::vector<std::uint32_t>& lines) {
  KernelSource marked = source;
  marked.text.clear();
  std::uint32_t number = 0;
  std::size_t group = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    marked.text += text.substr(at, end - at);
    at = end;
    ++number;
    if (group < lines.size() && lines[group] == number) {
      if (!marked.text.ends_with('\n')) marked.text += '\n';
      marked.text += fmt::format("{}{}\n", kGroup, group++);
    }
  }
  Options options;
  options.definitions = definitions + "#define __CUDACC__ 1\n";
  Diagnostics diagnostics;
  StringPool pool;
  std::vector<bool> read(lines.size(), false);
  for (const Token& token : preprocess(marked, options, diagnostics, pool, language::is_builtin_function))
    if (token.is_identifier() && token.text.starts_with(kGroup))
      read[std::strtoull(std::string(token.text.substr(kGroup.size())).c_str(), nullptr, 10)] = true;
  return read;
}

bool is_read(std::uint32_t line, const std::vector<std::uint32_t>& lines, const std::vector<bool>& read) {
  const auto group = std::ranges::lower_bound(lines, line);  // the first line that is not before `line`
  return group == lines.begin() || read[static_cast<std::size_t>(group - lines.begin()) - 1];
}

// Returns the name of a macro for the size of an array. If the plan does not launch the kernel, the user must
// define these macros.
std::string size_macro(const LocalParameter& local) { return upper(local.name) + "_BYTES"; }

// Declares the arrays with their sizes, which the launches give.
std::string declared_arrays(const KernelParameters& kernel, const SharedArrays& arrays) {
  std::string text;
  for (std::size_t i = 0; i < kernel.locals.size(); ++i) {
    const LocalParameter& local = kernel.locals[i];
    const std::string array = local.name + (kernel.assigns_local ? "_array" : "");
    text += fmt::format("  __shared__ __align__(16) {0} {1}[{2} / sizeof({0})];", local.type, array,
                        arrays.bytes[i]);
    if (kernel.assigns_local) text += fmt::format("  {} *{} = {};", local.type, local.name, array);
  }
  return text;
}

// Places the arrays one after another in one block of memory whose size each launch gives.
std::string arrays_in_block(const KernelParameters& kernel, const SharedArrays& arrays) {
  std::string text = "  extern __shared__ __align__(16) unsigned char shared_memory[];", before;
  for (std::size_t i = 0; i < kernel.locals.size(); ++i) {
    const LocalParameter& local = kernel.locals[i];
    const std::string place = before.empty() ? "shared_memory" : fmt::format("(shared_memory{})", before);
    text += fmt::format("  {0} *{1} = ({0} *){2};", local.type, local.name, place);
    before += " + " + (i < arrays.bytes.size() ? std::to_string(arrays.bytes[i]) : size_macro(local));
  }
  return text;
}

void note_unknown_sizes(const KernelParameters& kernel, const SharedArrays& arrays, CudaNotebook& notebook) {
  if (kernel.locals.size() < 2 || !arrays.bytes.empty()) return;
  std::string macros;
  for (std::size_t i = 0; i + 1 < kernel.locals.size(); ++i)
    macros += (macros.empty() ? "" : ", ") + size_macro(kernel.locals[i]);
  notebook.note(fmt::format(
      "No launch gives the sizes of the arrays in shared memory of {}. Define {} as multiples of 16.",
      kernel.kernel, macros));
}

void declare_locals(const Plan& plan, std::size_t program, CudaText& text, CudaNotebook& notebook) {
  // Checks whether two kernels would declare the same name with different types, which is not possible.
  bool clash = false;
  for (const KernelParameters& a : text.kernels())
    for (const KernelParameters& b : text.kernels())
      for (const LocalParameter& x : a.locals)
        for (const LocalParameter& y : b.locals) clash = clash || (x.name == y.name && x.type != y.type);
  for (const KernelParameters& kernel : text.kernels()) {
    if (kernel.locals.empty()) continue;
    const SharedArrays arrays = shared_arrays(plan, program, kernel.kernel);
    const LocalParameter& first = kernel.locals.front();
    std::string declared = fmt::format("  extern __shared__ {} {}[];", first.type, first.name);
    if (arrays.are_declared())
      declared = declared_arrays(kernel, arrays);
    else if (clash || kernel.locals.size() > 1 || kernel.assigns_local)
      declared = arrays_in_block(kernel, arrays);
    text.text().insert_after(kernel.body, declared);
    note_unknown_sizes(kernel, arrays, notebook);
  }
}

// Finds the operators in the macro OP, which combines vectors. If no operator is found, all operators
// are needed.
void find_operators(const EditedText& macros, CudaNeeds& needs) {
  constexpr std::string_view kSigns[] = {"+", "-", "*", "/", "&", "|", "^"};
  bool found = false;
  for (const Directive& directive : macros.directives()) {
    if (directive.words.size() < 2 || !directive.words[1].is("OP")) continue;
    for (const Token& token : directive.words)
      for (const std::string_view sign :
           {std::string_view("min"), std::string_view("max"), kSigns[0], kSigns[1], kSigns[2], kSigns[3]}) {
        if (!token.is(sign)) continue;
        needs.operators.emplace(sign);
        found = true;
      }
  }
  needs.any_vector_expression = !found;
  if (!found)
    for (const std::string_view sign : kSigns) needs.operators.emplace(sign);
}

// Checks those properties of the launches that the text does not show.
Result<void> check_launches(const Plan& plan, std::size_t program) {
  for (const PlanLaunch& launch : plan.launches) {
    if (launch.program != program) continue;
    if (launch.range.global_offset != std::array<std::uint64_t, 3>{0, 0, 0})
      return failure(fmt::format(
          "{} is launched with a global offset, which CUDA does not have; pass the offset as an argument.",
          launch.kernel));
    if (!launch.range.is_uniform())
      return failure(
          fmt::format("{}: the work-group size does not divide the global size, but CUDA launches only whole "
                      "blocks. Choose a different size.",
                      launch.kernel));
    for (const Argument& argument : launch.arguments) {
      const auto* buffer = std::get_if<BufferArgument>(&argument);
      const bool image = buffer != nullptr && (buffer->image || plan.buffers[buffer->buffer].image);
      if (image || std::holds_alternative<SamplerArgument>(argument))
        return failure(
            fmt::format("{} reads an image and cannot be translated, because the host part would have to "
                        "create a CUDA texture object.",
                        launch.kernel));
    }
  }
  return {};
}

std::string file_name(std::string_view path) {
  std::string name(path.substr(path.rfind('/') + 1));
  if (name.ends_with(".cl")) name.resize(name.size() - 3);
  return name + ".cu";
}

std::string heading(const KernelSource& source, const std::vector<std::string>& notes) {
  std::string text = fmt::format("// CUDA C++ from {}. Compile with nvcc -arch=native -c {}\n", source.path,
                                 file_name(source.path));
  for (const std::string& note : notes) text += fmt::format("// Note: {}\n", note);
  return text;
}

}  // namespace

std::string CudaForm::text() const { return above + kernel + (kernel.ends_with('\n') ? "" : "\n") + below; }

std::size_t CudaForm::lines_above() const {
  return static_cast<std::size_t>(std::ranges::count(above, '\n'));
}

Result<CudaForm> cuda_form(const Plan& plan, std::size_t program) {
  if (program >= plan.programs.size()) return usage_error("The plan has no such program.");
  if (const std::string& path = plan.programs[program].source.path; language_of(path) == Language::cuda)
    return failure(fmt::format("{} is CUDA C++ already; `lockstep form` also writes it in OpenCL C.", path));
  if (auto possible = check_launches(plan, program); !possible) return tl::unexpected(possible.error());
  const PlanProgram& source = plan.programs[program];
  const Result<Options> options = language::parse_options(source.options);
  if (!options) return tl::unexpected(options.error());
  Diagnostics diagnostics;
  StringPool pool;
  CudaFacts facts;
  CudaNotebook notebook;
  CudaText kernel(source.source.path, source.source.text, diagnostics, pool, facts, notebook);
  CudaText macros("<build options>", options->definitions, diagnostics, pool, facts, notebook);
  facts = find_facts(plan, source, *options, macros.text(), kernel.text());
  macros.translate();
  kernel.translate();
  declare_locals(plan, program, kernel, notebook);
  find_operators(macros.text(), notebook.needs);
  CudaForm form;
  form.kernel = kernel.text().edited();
  const std::string definitions = macros.text().edited();
  const std::vector<std::uint32_t> lines = kernel.group_lines();
  const std::vector<bool> read = groups_read(source.source, form.kernel, definitions, lines);
  for (const CudaNotebook::Problem& problem : notebook.problems)
    if (problem.range.file != 0 || is_read(problem.range.line, lines, read))
      diagnostics.error(problem.range, problem.message);
  if (diagnostics.has_errors()) return failure(diagnostics.error_report());
  form.notes = notebook.notes;
  form.above = heading(source.source, form.notes) + cuda_definitions(notebook.needs) + definitions + "\n";
  for (const PlanLaunch& launch : plan.launches)
    if (launch.program == program) form.launches.push_back(launch_text(plan, launch, kernel.kernels()));
  form.below = host_comment(plan, program, kernel.kernels());
  return form;
}

}  // namespace lockstep::sim::translation
