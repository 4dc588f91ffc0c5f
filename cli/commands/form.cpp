// lockstep form: prints a kernel translated to CUDA C++ or OpenCL C by rules, or a solution of the same
// problem with OpenMP or MPI.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/programs.hpp"
#include "cli/target.hpp"
#include "core/base/text/json.hpp"
#include "core/plan/language.hpp"
#include "sim/translation/host_form.hpp"
#include "sim/translation/to_cuda/cuda_form.hpp"
#include "sim/translation/to_opencl/opencl_form.hpp"

namespace lockstep::cli {

namespace {

struct FormOptions {
  RequestOptions request;
  LaunchArguments launch;
  std::string target;
  std::string to = "cuda";
  bool json = false;
};

struct PrintedForm {
  std::string text;
  Json json;
};

Json piece_json(const std::string& file, std::size_t first, const std::string& text) {
  return {{"file", file}, {"first_line", first}, {"text", text}};
}

PrintedForm host_text(const sim::translation::HostForm& form) {
  Json pieces = Json::array();
  for (const sim::translation::SourcePiece& piece : form.pieces)
    pieces.push_back(piece_json(piece.file, piece.first, piece.text));
  return {form.text(), {{"implementation", form.implementation->id}, {"pieces", std::move(pieces)}}};
}

// Returns one text for each program of the plan. Most plans have only one program.
Result<PrintedForm> cuda_text(const Plan& plan) {
  PrintedForm printed{{}, {{"programs", Json::array()}}};
  for (std::size_t program = 0; program < plan.programs.size(); ++program) {
    const auto form = sim::translation::cuda_form(plan, program);
    if (!form) return tl::unexpected(form.error());
    printed.text += (program == 0 ? "" : "\n") + form->text();
    Json entry = piece_json(plan.programs[program].source.path, form->lines_above() + 1, form->text());
    entry["notes"] = form->notes;
    printed.json["programs"].push_back(std::move(entry));
  }
  return printed;
}

// Only programs in CUDA C++ are translated.
Result<PrintedForm> opencl_text(const Plan& plan) {
  PrintedForm printed{{}, {{"programs", Json::array()}}};
  for (const PlanProgram& program : plan.programs) {
    sim::translation::OpenclForm form{program.source.text, program.options, {}, {}};
    if (language_of(program.source.path) == Language::cuda) {
      auto written = sim::translation::opencl_form(program);
      if (!written) return tl::unexpected(written.error());
      form = std::move(*written);
    }
    printed.text += form.text;
    Json entry = piece_json(program.source.path, 1, form.text);
    entry["options"] = form.options;
    entry["notes"] = form.notes;
    if (!form.kernels.empty()) entry["kernels"] = form.kernels;
    printed.json["programs"].push_back(std::move(entry));
  }
  return printed;
}

Result<PrintedForm> printed(const FormOptions& options) {
  using sim::translation::SourceForm;
  if (options.target.starts_with("cpu/")) return sim::translation::host_form(options.target).map(host_text);
  const Result<SourceForm> to = sim::translation::parse_source_form(options.to);
  if (!to) return tl::unexpected(to.error());
  const Result<Request> request = request_for(options.request, options.target);
  if (!request) return tl::unexpected(request.error());
  const Result<Plan> plan = programs_of(options.target, options.launch, *request);
  if (!plan) return tl::unexpected(plan.error());
  if (*to == SourceForm::opencl) return opencl_text(*plan);
  if (*to == SourceForm::cuda) return cuda_text(*plan);
  return sim::translation::host_form(*plan, *to).map(host_text);
}

Result<int> run(const FormOptions& options) {
  Result<PrintedForm> text = printed(options);
  if (!text) return tl::unexpected(text.error());
  if (options.json) {
    Json json{{"id", options.target}, {"form", options.to}};
    json.update(text->json);
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{}", text->text);
  }
  return kDone;
}

}  // namespace

Command add_form(CLI::App& program) {
  auto options = std::make_shared<FormOptions>();
  CLI::App* app =
      program.add_subcommand("form", "A kernel in CUDA, translated from its text, or in OpenMP or MPI");
  app->add_option("TARGET", options->target,
                  std::string(kTargetText) + "; or a host implementation (cpu/openmp)")
      ->required();
  app->add_option("--to", options->to, "cuda, openmp, mpi or opencl")->capture_default_str();
  options->launch.add_to(*app);
  options->request.add_to(*app);
  app->add_flag("--json", options->json, "As JSON");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
