// lockstep counters: the cost of a run on a device model, counted by the simulator.
#include "sim/observers/counters/counters.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/commands/counters/measures_text.hpp"
#include "cli/commands/counters/published_text.hpp"
#include "cli/counters_text.hpp"
#include "cli/document_target.hpp"
#include "cli/findings/finding_words.hpp"
#include "cli/findings/format.hpp"
#include "cli/json.hpp"
#include "cli/run_control.hpp"
#include "cli/target.hpp"
#include "cli/terms.hpp"
#include "core/base/text/checked_number.hpp"
#include "core/base/text/terminal.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/documents.hpp"
#include "core/check/check.hpp"
#include "core/check/error_text.hpp"
#include "sim/explain/verdict.hpp"

namespace lockstep::cli {

namespace {

struct CountersOptions {
  RequestOptions request;
  TimeoutOption timeout{"20"};
  std::vector<std::string> ids;
  FormatOption format;
  WordsOption words;
  bool json = false;
  bool by_line = false;
  std::string processors;  // empty: only the processors of the plan
};

struct Row {
  std::string id;
  Plan plan;
  sim::CountedRun run;
  MeasuredRun measured;
  sim::RunVerdict verdict;
  std::vector<std::string> warnings = {};
  // Returns the id of the algorithm whose published counts are shown in this row.
  std::string published_as() const { return names_document_entry(id) ? algorithm_of_entry(id) : id; }
  sim::Counters first_launch() const { return run.launches.empty() ? sim::Counters{} : run.launches.front(); }
  bool has_formula() const {
    return measured.algorithm != nullptr && measured.algorithm->complexity.of_plan != nullptr &&
           unsuited_group(*measured.algorithm, plan.group_size).empty();
  }
};

struct Skipped {
  std::string id;
  std::string reason;
};

Result<Row> count(const std::string& id, const Request& request, RunControl& control,
                  std::optional<std::uint64_t> processors, bool warns) {
  Result<sim::PreparedRun> prepared = run_of(id, {}, request);
  if (!prepared) return tl::unexpected(prepared.error());
  print_notes(*prepared, warns);
  Plan& plan = prepared->plan;
  sim::RunOptions options{.schedule = request.schedule};
  control.set(options, id);
  Result<sim::CountedRun> run = sim::run_counted(plan, *request.model, options);
  if (!run) return tl::unexpected(run.error());
  const PlanCost cost{processors_of(plan), run->total.steps, run->total.work, {0, run->total.useful_work}};
  const Measures measures = measures_of(plan.n, cost);
  const auto found = find_algorithm(plan.id);
  const Algorithm* algorithm = sim::is_run_file(id) || !found ? nullptr : *found;
  Row row{id, std::move(plan), std::move(*run), {algorithm, request.plan, measures, processors}, {}};
  row.verdict = sim::verdict_of(row.plan, *request.model, request.schedule, row.run, control.stop());
  row.warnings = std::move(prepared->warnings);
  return row;
}

Json row_json(const Row& row, bool by_line, sim::LaneSchedule lanes) {
  Json json{{"id", row.id}};
  json.update(to_json(row.run.total, lanes));
  json["findings"] = Json::array();
  for (const sim::Finding& finding : row.run.findings) json["findings"].push_back(to_json(finding));
  add_verdict(json, row.verdict);
  if (row.has_formula()) json["formula"] = formula_json(row.measured);
  if (row.has_formula() && row.measured.on_processors)
    json["on_processors"] = on_processors_json(row.measured);
  json["counted"] = counted_json(row.measured.counted);
  json["published"] = published_counters_json(row.published_as(), row.first_launch());
  if (row.verdict.error) json["error"] = largest_error_json(*row.verdict.error);
  if (!by_line) return json;
  json["lines"] = Json::array();
  for (std::size_t program = 0; program < row.run.lines.size(); ++program) {
    for (const auto& [place, counters] : row.run.lines[program]) {
      Json line{{"program", program}, {"file", place.first}, {"line", place.second}};
      line.update(to_json(counters, lanes));
      json["lines"].push_back(line);
    }
  }
  return json;
}

// Returns true if all rows are files. Files have their own sizes and no operator.
bool are_files(const std::vector<Row>& rows) {
  return !rows.empty() &&
         std::ranges::all_of(rows, [](const Row& row) { return row.measured.algorithm == nullptr; });
}

void print_json(const Request& request, const std::vector<Row>& rows, const std::vector<Skipped>& skipped,
                bool by_line, const Terms& terms) {
  const bool is_file = rows.size() == 1 && are_files(rows);
  Json json{{"model", request.model->name},
            {"n", is_file ? rows.front().plan.n : request.plan.n},
            {"group_size", is_file ? rows.front().plan.group_size : request.plan.group_size},
            {"schedule", to_string(request.schedule.lanes)},
            {"order", to_string(request.schedule.order)},
            {"rows", Json::array()}};
  for (const Row& row : rows) json["rows"].push_back(row_json(row, by_line, request.schedule.lanes));
  for (const Skipped& entry : skipped)
    json["skipped"].push_back({{"id", entry.id}, {"reason", entry.reason}});
  fmt::print("{}\n", terms.translated(std::move(json)).dump(2));
}

// Prints the costs of the run next to the formulas and the published counts.
void print_comparisons(const Request& request, const std::vector<Row>& rows, const Terms& terms) {
  std::vector<MeasuredRun> measured;
  for (const Row& row : rows)
    if (row.has_formula()) measured.push_back(row.measured);
  if (measured.size() == 1) terms.print(fmt::format("\n{}", measures_text(measured.front())));
  if (measured.size() > 1) terms.print(fmt::format("\n{}", measures_table(measured)));
  for (const Row& row : rows)
    if (!row.has_formula() && row.measured.algorithm != nullptr && row.measured.algorithm->depends_on_order)
      terms.print(fmt::format(
          "\nThere are no formulas for {}: its steps depend on the order of the work-groups.\n", row.id));
  if (request.schedule.lanes != sim::LaneSchedule::lockstep) return;
  std::vector<CountedColumn> first_launches;
  for (const Row& row : rows) first_launches.push_back({row.published_as(), row.first_launch()});
  const std::string published = published_counters_table(first_launches, request.plan.group_size);
  if (!published.empty()) terms.print(fmt::format("\n{}", published));
}

void print_errors(const Request& request, const std::vector<Row>& rows, const Terms& terms) {
  const ErrorContext context{request.plan.op, request.plan.type};
  std::vector<ErrorRow> errors;
  for (const Row& row : rows)
    if (row.verdict.error) errors.push_back({row.id, *row.verdict.error});
  if (rows.size() == 1 && !errors.empty()) {
    const Plan& plan = rows.front().plan;
    const std::string& buffer = plan.buffers[plan.expectation->result_buffer].name;
    terms.print(fmt::format("\n{}\n", error_text(errors.front().error, context, buffer)));
  } else if (!errors.empty()) {
    terms.print(fmt::format("\n{}", errors_table(errors, context)));
  }
}

std::string heading(const Request& request, const std::vector<Row>& rows) {
  const std::string model = request.model->name + " " + request.model->title;
  const std::string schedule = schedule_text(request.schedule);
  if (!are_files(rows))
    return fmt::format("{} · n = {} · work-groups of {} · operator {}, type {}{}", model,
                       count_text(request.plan.n), request.plan.group_size, name(request.plan.op),
                       opencl_name(request.plan.type), schedule);
  if (rows.size() > 1) return model + schedule;
  return fmt::format("{} · n = {} · work-groups of {}{}", model, count_text(rows.front().plan.n),
                     rows.front().plan.group_size, schedule);
}

void print_text(const Request& request, const std::vector<Row>& rows, const std::vector<Skipped>& skipped,
                bool by_line, const Terms& terms) {
  terms.print(fmt::format("{}\n\n", heading(request, rows)));
  const bool lockstep = request.schedule.lanes == sim::LaneSchedule::lockstep;
  std::vector<CountedColumn> columns;
  for (const Row& row : rows) columns.push_back({row.id, row.run.total});
  constexpr std::size_t kSideBySide = 4;
  if (columns.size() > kSideBySide && lockstep)
    fmt::print("{}", comparison_table(columns, terms));
  else if (!columns.empty())
    fmt::print("{}", counters_table(columns, columns.size() == 1, request.schedule.lanes, terms));
  print_comparisons(request, rows, terms);
  print_errors(request, rows, terms);
  for (const Row& row : rows) {
    if (by_line && lockstep) fmt::print("\n{}\n{}", row.id, lines_table(row.plan, row.run));
  }
  for (const Skipped& entry : skipped)
    terms.print(fmt::format("\n{} is left out: {}\n", entry.id, entry.reason));
  if (!lockstep) {
    terms.print(fmt::format("\n{}", schedule_note(request.schedule)));
    return;
  }
  terms.print(fmt::format(
      "\nBranches are counted as written in the source; a compiler may replace short ones by predicated "
      "instructions.\n"));
}

Result<std::optional<std::uint64_t>> parse_processors(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto count = read_whole("--processors", text, {1, std::uint64_t{1} << 32});
  if (!count) return tl::unexpected(count.error());
  return *count;
}

std::vector<LocatedFinding> all_findings(const std::vector<Row>& rows) {
  std::vector<LocatedFinding> all;
  for (const Row& row : rows)
    for (const auto& some : {located_messages(row.warnings), located(row.plan, row.verdict),
                             located(row.plan, row.run.findings)})
      all.insert(all.end(), some.begin(), some.end());
  return all;
}

// If no algorithm is named, algorithms that do not suit the request are omitted. A named algorithm is run
// even with a work-group size with which its result is wrong; if it cannot run, an error is reported.
Result<int> count_all(const CountersOptions& options) {
  Result<Request> request = request_for(options.request, options.ids.empty() ? "" : options.ids.front());
  if (!request) return tl::unexpected(request.error());
  if (options.ids.empty()) request->plan.limits.takes_any_group_size = false;
  const auto processors = parse_processors(options.processors);
  if (!processors) return tl::unexpected(processors.error());
  std::vector<std::string> wanted = options.ids;
  for (const std::string& id : wanted) {
    if (sim::is_run_file(id) || names_document_entry(id)) continue;
    if (const Result<const Algorithm*> algorithm = find_algorithm(id); !algorithm)
      return tl::unexpected(algorithm.error());
  }
  if (wanted.empty())
    for (const Algorithm& algorithm : catalogue()) wanted.push_back(algorithm.id);

  const auto timeout = parse_timeout(options.timeout);
  if (!timeout) return tl::unexpected(timeout.error());
  RunControl control(*timeout);
  std::vector<Row> rows;
  std::vector<Skipped> skipped;
  for (const std::string& id : wanted) {
    if (control.is_interrupted()) break;
    const Result<Request> own = names_document_entry(id) ? request_for(options.request, id) : request;
    if (!own) return tl::unexpected(own.error());
    Result<Row> row = count(id, *own, control, *processors, !options.format.is_given());
    const bool may_skip = options.ids.empty() && !row && row.error().kind == Error::Kind::usage;
    if (row) {
      rows.push_back(std::move(*row));
    } else if (may_skip) {
      skipped.push_back({id, row.error().message});
    } else {
      return tl::unexpected(row.error());
    }
  }
  control.clear_line();
  if (rows.empty() && control.is_interrupted()) return stop_status();
  if (rows.empty()) return usage_error(skipped.front().reason);
  const Terms terms = options.words.of(rows.front().plan);
  if (options.format.is_given())
    options.format.print(all_findings(rows), terms);
  else
    options.json ? print_json(*request, rows, skipped, options.by_line, terms)
                 : print_text(*request, rows, skipped, options.by_line, terms);

  int status = kDone;
  for (const Row& row : rows) {
    if (sim::has_errors(row.run.findings) || row.verdict.is_wrong()) status = kFailed;
    if (options.format.is_given()) continue;
    if (const std::string stopped = interrupted_sentence(row.run); !stopped.empty())
      terms.print_error(fmt::format("lockstep: {}: {}\n", row.id, stopped));
    for (const sim::Finding& finding : row.run.findings)
      terms.print_error(
          fmt::format("lockstep: {}: {}{}\n", row.id, severity_prefix(finding), finding.message));
    if (row.verdict.is_wrong())
      terms.print_error(fmt::format("lockstep: {}: {} {}{}\n", row.id, in_red("wrong result:", Stream::error),
                                    row.verdict.message,
                                    row.verdict.from ? " " + row.verdict.from->sentence : ""));
  }
  if (control.is_interrupted()) return stop_status();
  return status;
}

Result<int> run(const CountersOptions& options) {
  const Result<int> status = count_all(options);
  return status ? status : options.format.print_error(status.error());
}

}  // namespace

Command add_counters(CLI::App& program) {
  auto options = std::make_shared<CountersOptions>();
  CLI::App* app = program.add_subcommand("counters", "What a run costs on a device model");
  app->add_option(
      "ID", options->ids,
      "Algorithms of the catalogue, files (.cl, .cu, .sim, .plan.json, .lockstep), or entries of course "
      "documents (document:002/kernel-1); default: all algorithms");
  options->request.add_to(*app);
  options->timeout.add_to(*app);
  app->add_option("--processors", options->processors,
                  "Also time, cost and efficiency on this number of processors, by formula");
  app->add_flag("--by-line", options->by_line, "Also what each source line costs");
  app->add_flag("--json", options->json, "As JSON");
  options->format.add_to(*app);
  options->words.add_to(*app);
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
