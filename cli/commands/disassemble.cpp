// lockstep disassemble: prints the instructions that the simulator executes, next to their source.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/programs.hpp"
#include "cli/target.hpp"
#include "core/base/text/json.hpp"
#include "sim/bytecode/disassembly.hpp"
#include "sim/compiler/compile.hpp"

namespace lockstep::cli {

namespace {

struct DisassembleOptions {
  RequestOptions request;
  LaunchArguments launch;
  std::string target;
  bool json = false;
};

std::string line_of(const PlanProgram& program, const sim::SourceRange& range) {
  const sim::SourceFile file{program.source.path, program.source.text};
  return range.file == 0 ? file.line_text(range.line) : std::string();
}

// Each source line is printed above the instructions compiled from it.
std::string listing(const PlanProgram& program, const sim::Program& code) {
  std::string text;
  std::optional<std::pair<std::uint32_t, std::uint32_t>> shown;  // file and line
  for (std::size_t index = 0; index < code.code.size(); ++index) {
    const std::string name = sim::function_at(code, index);
    if (!name.empty()) text += fmt::format("{}{}\n", text.empty() ? "" : "\n", name);
    const sim::SourceRange& range = code.ranges[code.code[index].range];
    const std::pair here{range.file, range.line};
    if (!name.empty() || shown != here) {
      const std::string line = line_of(program, range);
      if (!line.empty()) text += fmt::format("{:4} | {}\n", range.line, line);
    }
    shown = here;
    text += "     " + sim::instruction_line(code, index);
  }
  return text;
}

Json functions_json(const sim::Program& code) {
  Json functions = Json::array();
  for (const sim::Kernel& kernel : code.kernels)
    functions.push_back({{"name", kernel.name}, {"kernel", true}, {"first", kernel.entry}});
  for (const sim::HelperFunction& function : code.functions)
    functions.push_back({{"name", function.name}, {"kernel", false}, {"first", function.entry}});
  return functions;
}

Json instruction_json(const sim::Program& code, std::size_t index) {
  const sim::Instruction& instruction = code.code[index];
  const sim::SourceRange& range = code.ranges[instruction.range];
  Json entry{{"index", index},
             {"opcode", sim::opcode_name(instruction.op)},
             {"text", sim::instruction_text(instruction)},
             {"line", range.line},
             {"column", range.column}};
  if (sim::opcode_info(instruction.op).has(sim::opcodes::jumps)) entry["target"] = instruction.target;
  return entry;
}

Json program_json(const PlanProgram& program, const sim::Program& code) {
  Json instructions = Json::array();
  for (std::size_t index = 0; index < code.code.size(); ++index)
    instructions.push_back(instruction_json(code, index));
  return {{"file", program.source.path},
          {"options", program.options},
          {"registers", code.register_count},
          {"functions", functions_json(code)},
          {"instructions", std::move(instructions)}};
}

Result<int> run(const DisassembleOptions& options) {
  const Result<Request> request = request_for(options.request, options.target);
  if (!request) return tl::unexpected(request.error());
  const Result<Plan> plan = programs_of(options.target, options.launch, *request);
  if (!plan) return tl::unexpected(plan.error());
  Json programs = Json::array();
  std::string text;
  for (const PlanProgram& program : plan->programs) {
    const auto code = sim::language::compile(program.source, program.options);
    if (!code) return tl::unexpected(code.error());
    if (options.json) {
      programs.push_back(program_json(program, **code));
      continue;
    }
    if (plan->programs.size() > 1)
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", program.source.path);
    text += listing(program, **code);
  }
  if (options.json)
    fmt::print("{}\n", json_text(Json{{"programs", std::move(programs)}}));
  else
    fmt::print("{}", text);
  return kDone;
}

}  // namespace

Command add_disassemble(CLI::App& program) {
  auto options = std::make_shared<DisassembleOptions>();
  CLI::App* app =
      program.add_subcommand("disassemble", "The instructions of the simulator next to the source");
  app->add_option("TARGET", options->target, kTargetText)->required();
  options->launch.add_to(*app);
  options->request.add_to(*app);
  app->add_flag("--json", options->json, "Functions and instructions with their places as JSON");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
