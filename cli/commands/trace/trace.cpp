// lockstep trace: prints a run step by step, as text.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <string_view>

#include "cli/command.hpp"
#include "cli/commands/trace/figure.hpp"
#include "cli/commands/trace/history.hpp"
#include "cli/commands/trace/instructions.hpp"
#include "cli/commands/trace/text.hpp"
#include "cli/commands/trace/trace_json.hpp"
#include "cli/commands/trace/watches.hpp"
#include "cli/findings/finding_words.hpp"
#include "cli/findings/format.hpp"
#include "cli/run_control.hpp"
#include "cli/target.hpp"
#include "cli/terms.hpp"
#include "core/base/text/checked_number.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"
#include "core/check/error_text.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/figure_rows/combination_tree.hpp"

namespace lockstep::cli {

namespace {

struct TraceCommandOptions {
  RequestOptions request;
  LaunchArguments launch;
  TimeoutOption timeout{"20"};
  std::string id;
  std::string at;
  std::string by = "line";
  std::string figure;
  std::string tree;
  std::string cell;
  std::vector<std::string> watches;
  std::vector<std::string> breakpoints;
  bool instructions = false;
  FormatOption format;
  WordsOption words;
  bool json = false;
};

const std::map<std::string, sim::Trace::Step> kSteps{{"instruction", sim::Trace::Step::instruction},
                                                     {"line", sim::Trace::Step::line},
                                                     {"barrier", sim::Trace::Step::barrier},
                                                     {"launch", sim::Trace::Step::launch}};

// Parses --at. The default is the end of the run.
Result<std::uint64_t> parse_position(const std::string& text, const sim::Trace& trace) {
  if (text.empty() || text == "end") return trace.size();
  return read_whole("--at", text, {0, trace.size(), "the moments of this run, or end"});
}

// Returns a sentence about the result: "Right: 341 as expected".
std::string right_text(const sim::RunVerdict& verdict) {
  return verdict.right.sentence.empty() ? "" : fmt::format("\nRight: {}.\n", verdict.right.sentence);
}

// Returns a sentence about the rounding error of a floating-point result at the end of the run.
std::string result_error(const sim::Trace& trace, const sim::RunVerdict& verdict) {
  const Plan& plan = trace.plan();
  if (!plan.expectation || !verdict.error) return "";
  const Expectation& expected = *plan.expectation;
  return fmt::format("\n{}\n", error_text(*verdict.error, {expected.op, plan.type},
                                          plan.buffers[expected.result_buffer].name));
}

int status_of(const sim::Trace& trace, const sim::RunVerdict& verdict) {
  if (!interrupted_sentence(trace.counted()).empty()) return stop_status();
  return !sim::has_errors(trace.findings()) && !verdict.is_wrong() ? kDone : kFailed;
}

Result<std::string> tree_text(const sim::Trace& trace, std::uint64_t position, const std::string& text) {
  const Result<sim::NamedCell> cell = sim::find_cell(trace, position, text);
  if (!cell) return tl::unexpected(cell.error());
  const auto state = trace.seek(position);
  return fmt::format("\n{}, made of\n{}", text,
                     sim::combination_tree(trace, sim::provenance_of(*state, cell->memory, cell->index)));
}

std::vector<LocatedFinding> all_findings(const sim::Trace& trace, const sim::RunVerdict& verdict) {
  std::vector<LocatedFinding> all;
  for (std::size_t program = 0; program < trace.plan().programs.size(); ++program)
    for (LocatedFinding& warning : located_messages(trace.program(program).warnings))
      all.push_back(std::move(warning));
  for (const auto& some : {located(trace.plan(), verdict), located(trace.plan(), trace.findings())})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

Result<int> trace_target(const TraceCommandOptions& options) {
  const Result<Request> request = request_for(options.request, options.id);
  if (!request) return tl::unexpected(request.error());
  const auto step = kSteps.find(options.by);
  if (step == kSteps.end())
    return usage_error(fmt::format("--by {}: choose one of instruction, line, barrier, launch", options.by));
  const int answers = !options.figure.empty() + !options.tree.empty() + !options.cell.empty() +
                      !options.breakpoints.empty() + !options.watches.empty() + options.instructions;
  if (answers > 1)
    return usage_error("Choose one of --figure, --tree, --cell, --break, --watch and --instructions.");
  if (options.instructions && !options.at.empty())
    return usage_error("--instructions shows the whole run; --at cannot be used with it.");
  const auto trace =
      trace_of(options.id, options.launch, *request, options.timeout, !options.format.is_given());
  if (!trace) return tl::unexpected(trace.error());

  const Terms terms = options.words.of((*trace)->plan());
  const auto print = [&](std::string_view text) { terms.print(text); };
  const sim::RunVerdict verdict = sim::verdict_of(**trace);
  if (options.format.is_given()) {
    options.format.print(all_findings(**trace, verdict), terms);
    return status_of(**trace, verdict);
  }
  const Result<std::uint64_t> position = parse_position(options.at, **trace);
  if (!position) return tl::unexpected(position.error());
  if (!options.figure.empty()) {
    if (const Result<void> written = write_figure(*trace, *position, options.figure); !written)
      return tl::unexpected(written.error());
  } else if (!options.tree.empty()) {
    const Result<std::string> tree = tree_text(**trace, *position, options.tree);
    if (!tree) return tl::unexpected(tree.error());
    terms.print(fmt::format("{}{}", trace_heading(**trace), *tree));
  } else if (!options.cell.empty()) {
    const Result<std::string> history = history_text(**trace, *position, options.cell, options.json);
    if (!history) return tl::unexpected(history.error());
    terms.print(fmt::format("{}{}", options.json ? "" : trace_heading(**trace), *history));
  } else if (!options.breakpoints.empty()) {
    const Result<std::string> stops = breaks_text(**trace, options.breakpoints, options.json);
    if (!stops) return tl::unexpected(stops.error());
    terms.print(fmt::format("{}{}", options.json ? "" : trace_heading(**trace), *stops));
  } else if (!options.watches.empty()) {
    terms.print(fmt::format("{}{}", options.json ? "" : trace_heading(**trace),
                            options.at.empty()
                                ? watch_steps_text(**trace, step->second, options.watches, options.json)
                                : watches_text(**trace, *position, options.watches, options.json)));
  } else if (options.instructions) {
    terms.print(options.json ? "" : trace_heading(**trace));
    write_instructions(**trace, options.json, print);
  } else if (options.json) {
    terms.print(fmt::format("{}\n", trace_json(**trace, step->second, verdict)));
  } else if (options.at.empty()) {
    terms.print(trace_heading(**trace));
    write_steps(**trace, step->second, verdict, print);
    terms.print(fmt::format("{}{}", right_text(verdict), result_error(**trace, verdict)));
  } else {
    terms.print(fmt::format("{}{}", trace_heading(**trace), state_text(**trace, *position)));
  }
  std::fflush(stdout);  // so that the report on the whole run follows, even if both are written to one file
  for (const sim::Finding& finding : (*trace)->findings())
    terms.print_error(
        fmt::format("lockstep: {}: {}{}\n", options.id, severity_prefix(finding), finding.message));
  const std::string stopped = interrupted_sentence((*trace)->counted());
  if (!stopped.empty()) terms.print_error(fmt::format("lockstep: {}: {}\n", options.id, stopped));
  if (verdict.is_wrong())
    terms.print_error(fmt::format("lockstep: {}: {} {}{}\n", options.id,
                                  in_red("wrong result:", Stream::error), verdict.message,
                                  verdict.from ? " " + verdict.from->sentence : ""));
  return status_of(**trace, verdict);
}

Result<int> run(const TraceCommandOptions& options) {
  const Result<int> status = trace_target(options);
  return status ? status : options.format.print_error(status.error());
}

}  // namespace

Command add_trace(CLI::App& program) {
  auto options = std::make_shared<TraceCommandOptions>();
  options->request.n = "16";
  options->request.group = "8";
  CLI::App* app = program.add_subcommand("trace", "A run step by step, as text");
  app->add_option("TARGET", options->id, kTargetText)->required();
  options->launch.add_to(*app);
  options->launch.add_expected_to(*app);
  options->request.add_to(*app);
  options->timeout.add_to(*app);
  app->add_option("--at", options->at, "Show the state at this moment, or at the end, instead of the steps");
  app->add_option("--tree", options->tree,
                  "Show how the value of this cell at that moment was computed: out[3]");
  app->add_option("--cell", options->cell,
                  "Show which work-items wrote and read this cell in the whole run: out[3]");
  app->add_option(
         "--watch", options->watches,
         "Show the value of this OpenCL C expression in each lane, at the moment of --at, or at each "
         "step that changes it; may be given several times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->add_option("--break", options->breakpoints,
                  "List the moments at which a warp reaches this line and, after a colon, a condition holds "
                  "in one of its lanes: 14:t == 3; may be given several times")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->add_option("--figure", options->figure,
                  "Write the figure of this moment, or of the end, to this SVG file");
  app->add_flag("--instructions", options->instructions,
                "Show each instruction that a warp executes, as `lockstep disassemble` prints it");
  app->add_option("--by", options->by, "The kind of step: instruction, line, barrier or launch")
      ->capture_default_str();
  app->add_flag("--json", options->json,
                "The whole run as JSON: rows, operands of each operation, stale reads, sentences, findings");
  options->format.add_to(*app);
  options->words.add_to(*app);
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
