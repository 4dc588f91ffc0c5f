#include "sim/translation/to_opencl/opencl_form.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/plan/language.hpp"
#include "sim/frontend/frontend.hpp"
#include "sim/translation/to_opencl/arrangement.hpp"
#include "sim/translation/to_opencl/helpers.hpp"
#include "sim/translation/to_opencl/writer.hpp"

namespace lockstep::sim::translation {
namespace {

std::string heading(const PlanProgram& program, const opencl::Writer& writer) {
  std::string text = fmt::format("// OpenCL C from {}.", program.source.path);
  if (writer.needs_version_3()) text += " Build it with -cl-std=CL3.0";
  text += "\n";
  for (const std::string& note : writer.notes()) text += fmt::format("// Note: {}\n", note);
  for (const std::string& extension : writer.extensions())
    text += fmt::format("#pragma OPENCL EXTENSION {} : enable\n", extension);
  return text + "\n";
}

std::string joined_errors(const std::vector<std::string>& errors) {
  std::string text;
  for (const std::string& error : errors) text += (text.empty() ? "" : "\n") + error;
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

// Returns the program's options without the names of template instances, which are already in the text.
std::string options_of(const std::string& options, bool needs_version_3) {
  std::string result = needs_version_3 ? "-cl-std=CL3.0" : "";
  for (std::size_t at = 0; at < options.size();) {
    const std::size_t end = std::min(options.find(' ', at), options.size());
    const std::string word = options.substr(at, end - at);
    at = end + 1;
    if (word.empty() || word.starts_with("-instantiate=")) continue;
    result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

}  // namespace

Result<OpenclForm> opencl_form(const PlanProgram& program,
                               const std::set<std::string, std::less<>>& kernels) {
  const auto unit = language::analyse(program.source, program.options);
  if (!unit) return tl::unexpected(unit.error());
  auto options = language::parse_options(program.options);
  if (!options) return tl::unexpected(options.error());
  options->language = Language::cuda;
  options->version = 300;
  const opencl::SourceLayout layout(program.source, *options);
  opencl::Writer writer(*unit, layout);
  writer.write_kernels(kernels);
  if (!writer.errors().empty()) return failure(joined_errors(writer.errors()));
  OpenclForm form;
  for (const language::FunctionDecl* function : unit->functions)
    if (function->is_kernel) form.kernels[function->name] = writer.kernel_name(*function);
  if (form.kernels.empty())
    return failure(
        fmt::format("{} has no kernel to translate: its host part launches none, and its templates "
                    "are not instantiated. Name an instance, such as name<int>.",
                    program.source.path));
  form.notes = writer.notes();
  form.text =
      opencl::without_empty_lines(heading(program, writer) + opencl::helper_definitions(writer.helpers()) +
                                  arranged(layout, writer.items()));
  form.options = options_of(program.options, writer.needs_version_3());
  return form;
}

Result<Plan> with_opencl_text(Plan plan) {
  for (std::size_t program = 0; program < plan.programs.size(); ++program) {
    PlanProgram& text = plan.programs[program];
    if (language_of(text.source.path) != Language::cuda) continue;
    std::set<std::string, std::less<>> kernels;
    for (const PlanLaunch& launch : plan.launches)
      if (launch.program == program) kernels.insert(launch.kernel);
    Result<OpenclForm> form = opencl_form(text, kernels);
    if (!form) return tl::unexpected(form.error());
    text.source.text = std::move(form->text);
    text.source.path = text.source.path.substr(0, text.source.path.rfind('.')) + ".cl";
    text.options = std::move(form->options);
    for (PlanLaunch& launch : plan.launches) {
      const auto name = form->kernels.find(launch.kernel);
      if (launch.program != program || name == form->kernels.end()) continue;
      launch.kernel = name->second;
      std::ranges::stable_partition(launch.arguments, [](const Argument& argument) {
        return !std::holds_alternative<LocalArgument>(argument);
      });
    }
  }
  return plan;
}

}  // namespace lockstep::sim::translation
