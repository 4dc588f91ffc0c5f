// lockstep explain: prints the errors of a kernel and their repair, the most expensive lines, the reasons for
// their cost, and the usual remedies.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/counters_text.hpp"
#include "cli/findings/finding_words.hpp"
#include "cli/findings/format.hpp"
#include "cli/json.hpp"
#include "cli/run_control.hpp"
#include "cli/target.hpp"
#include "cli/terms.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"
#include "sim/explain/explanation.hpp"
#include "sim/launch/expectation.hpp"

namespace lockstep::cli {

namespace {

struct ExplainOptions {
  RequestOptions request;
  LaunchArguments launch;
  TimeoutOption timeout{"5"};
  FormatOption format;
  WordsOption words;
  std::string target;
  bool json = false;
};

struct Explained {
  Plan plan;
  std::vector<std::string> warnings;
  sim::CountedRun run;
  sim::Explanation why;
};

Result<Explained> explain(const ExplainOptions& options, const Request& request, RunControl& control) {
  Result<sim::PreparedRun> prepared = run_of(options.target, options.launch, request);
  if (!prepared) return tl::unexpected(prepared.error());
  print_notes(*prepared, !options.format.is_given());
  Plan* plan = &prepared->plan;
  sim::RunOptions run_options{.schedule = request.schedule, .count_work = false};
  control.set(run_options, plan->id);
  Result<sim::CountedRun> run = sim::run_counted(*plan, *request.model, run_options);
  if (!run) return tl::unexpected(run.error());
  control.show("explaining …");
  sim::Explanation explanation =
      sim::explain_run(*plan, *request.model, request.schedule, *run, control.stop());
  return Explained{std::move(*plan), std::move(prepared->warnings), std::move(*run), std::move(explanation)};
}

std::string place_of(const Explained& explained, const sim::CostlyLine& line) {
  return fmt::format("{}:{}", explained.plan.programs[line.program].source.path, line.line);
}

void print_findings(const Explained& explained, const Terms& terms) {
  const sim::RunVerdict& verdict = explained.why.verdict;
  if (verdict.is_wrong()) {
    terms.print(fmt::format("{} {}\n", in_red("The result is wrong:"), verdict.message));
    if (verdict.from) terms.print(fmt::format("{}\n", verdict.from->sentence));
    if (!explained.why.result_cure.sentence.empty())
      terms.print(fmt::format("{}\n", explained.why.result_cure.sentence));
  }
  for (const sim::Finding& finding : explained.why.values)
    terms.print(fmt::format("{}\n", finding_words(finding)));
  const bool has_errors = sim::has_errors(explained.run.findings);
  if (!has_errors) {
    if (!verdict.is_wrong()) terms.print("This run found no errors.\n");
    if (!verdict.right.sentence.empty()) terms.print(fmt::format("Right: {}.\n", verdict.right.sentence));
    if (!explained.plan.expectation) terms.print(fmt::format("{} {}.\n", sim::kNotChecked, sim::kExpectHint));
    if (explained.run.findings.empty()) return;
  }
  terms.print(fmt::format("{}{}\n", verdict.is_wrong() || !has_errors ? "\n" : "",
                          has_errors ? in_red("Errors:") : "Other findings:"));
  for (std::size_t i = 0; i < explained.run.findings.size(); ++i) {
    terms.print(fmt::format("  {}\n", finding_words(explained.run.findings[i])));
    for (const std::string& sentence : {explained.why.cures[i].sentence, explained.why.cures[i].values})
      if (!sentence.empty()) terms.print(fmt::format("    {}\n", sentence));
  }
  const std::string other = sim::other_outcome_sentence(explained.plan, explained.why);
  if (!other.empty())
    terms.print(fmt::format("\n{}\nRepeat that run with {}.\n", other,
                            sim::schedule_options(explained.why.other->schedule)));
}

void print_text(const Explained& explained, const Request& request, const Terms& terms) {
  terms.print(fmt::format("{} · n = {} · work-groups of {} · {} {}{}\n\n", explained.plan.id,
                          count_text(explained.plan.n), explained.plan.group_size, request.model->name,
                          request.model->title, schedule_text(request.schedule)));
  print_findings(explained, terms);
  if (explained.why.lines.empty()) return;
  terms.print(fmt::format("\nMost expensive lines (rough estimate for this model, no overlap):\n"));
  for (const sim::CostlyLine& line : explained.why.lines) {
    fmt::print(
        "\n  {:.0f} %  {}  {}\n", 100 * line.share, place_of(explained, line),
        source_line(explained.plan.programs[line.program].source.text, line.file == 0 ? line.line : 0));
    for (const sim::LineCause& cause : line.causes) {
      terms.print(fmt::format("        {}\n", cause.reason));
      if (!cause.remedy.empty()) terms.print(fmt::format("        {}\n", cause.remedy));
    }
  }
}

Json cause_json(const sim::LineCause& cause) {
  Json json{{"kind", sim::name(cause.kind)}, {"reason", cause.reason}, {"remedy", cause.remedy}};
  if (cause.unit.empty()) return json;
  json["recounted"] = {
      {"unit", cause.unit}, {"before", cause.recount.before}, {"after", cause.recount.after}};
  return json;
}

void print_json(const Explained& explained, const Request& request, const Terms& terms) {
  Json json{{"id", explained.plan.id},   {"model", request.model->name},
            {"n", explained.plan.n},     {"group_size", explained.plan.group_size},
            {"findings", Json::array()}, {"lines", Json::array()}};
  add_verdict(json, explained.why.verdict);
  if (const sim::Cure& cure = explained.why.result_cure; !cure.sentence.empty())
    json["wrong_result_cure"] = {{"message", cure.sentence}, {"repaired", cure.repaired}};
  for (std::size_t i = 0; i < explained.run.findings.size(); ++i) {
    Json entry = to_json(explained.run.findings[i]);
    const sim::Cure& cure = explained.why.cures[i];
    if (!cure.sentence.empty()) entry["cure"] = cure.sentence;
    if (!cure.sentence.empty() && explained.run.findings[i].kind == sim::Finding::Kind::data_race)
      entry["barrier"] = cure.sentence;  // field name in earlier versions, which only suggested barriers
    if (!cure.repaired.empty()) entry["repaired"] = cure.repaired;
    if (!explained.why.cures[i].values.empty()) entry["values"] = explained.why.cures[i].values;
    json["findings"].push_back(std::move(entry));
  }
  for (const sim::Finding& finding : explained.why.values) json["findings"].push_back(to_json(finding));
  if (explained.why.other)
    json["other_outcome"] = {{"options", sim::schedule_options(explained.why.other->schedule)},
                             {"wrong_result", explained.why.other->wrong}};
  for (const sim::CostlyLine& line : explained.why.lines) {
    Json entry{{"program", line.program}, {"file", line.file},     {"line", line.line},
               {"share", line.share},     {"reason", line.reason}, {"remedy", line.remedy}};
    entry["causes"] = Json::array();
    for (const sim::LineCause& cause : line.causes) entry["causes"].push_back(cause_json(cause));
    entry.update(to_json(line.counters, sim::LaneSchedule::lockstep));
    json["lines"].push_back(std::move(entry));
  }
  fmt::print("{}\n", json_text(terms.translated(std::move(json))));
}

std::vector<LocatedFinding> all_findings(const Explained& explained) {
  std::vector<LocatedFinding> all = located_messages(explained.warnings);
  for (LocatedFinding& wrong : located(explained.plan, explained.why.verdict)) {
    wrong.cure = explained.why.result_cure.sentence;
    all.push_back(std::move(wrong));
  }
  std::vector<LocatedFinding> found = located(explained.plan, explained.run.findings);
  for (std::size_t i = 0; i < found.size(); ++i) found[i].cure = explained.why.cures[i].sentence;
  for (const auto& some : {found, located(explained.plan, explained.why.values)})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

Result<int> explain_target(const ExplainOptions& options) {
  const Result<Request> request = request_for(options.request, options.target);
  if (!request) return tl::unexpected(request.error());
  const auto timeout = parse_timeout(options.timeout);
  if (!timeout) return tl::unexpected(timeout.error());
  RunControl control(*timeout);
  const Result<Explained> explained = explain(options, *request, control);
  control.clear_line();
  if (!explained) return tl::unexpected(explained.error());
  const Terms terms = options.words.of(explained->plan);
  if (const std::string stopped = interrupted_sentence(explained->run); !stopped.empty())
    terms.print_error(fmt::format("{}\n", stopped));
  if (options.format.is_given())
    options.format.print(all_findings(*explained), terms);
  else
    options.json ? print_json(*explained, *request, terms) : print_text(*explained, *request, terms);
  if (control.is_interrupted()) return stop_status();
  return !sim::has_errors(explained->run.findings) && !explained->why.verdict.is_wrong() ? kDone : kFailed;
}

Result<int> run(const ExplainOptions& options) {
  const Result<int> status = explain_target(options);
  return status ? status : options.format.print_error(status.error());
}

}  // namespace

Command add_explain(CLI::App& program) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* app = program.add_subcommand("explain", "Errors of a kernel, and its most expensive lines");
  app->add_option("TARGET", options->target, kTargetText)->required();
  options->launch.add_to(*app);
  options->launch.add_expected_to(*app);
  options->request.add_to(*app);
  options->timeout.add_to(*app);
  app->add_flag("--json", options->json, "As JSON");
  options->format.add_to(*app);
  options->words.add_to(*app);
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
