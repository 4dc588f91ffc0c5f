#include "cli/commands/counters/measures_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/on_processors.hpp"

namespace lockstep::cli {

namespace {

std::string ratio_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.4g}", *value) : "–";
}

// Formats an efficiency with three significant digits, because efficiencies can be very small.
std::string percent_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.3g} %", 100 * *value) : "–";
}

std::string signed_text(std::int64_t value) {
  return value < 0 ? "−" + count_text(static_cast<std::uint64_t>(-value))
                   : count_text(static_cast<std::uint64_t>(value));
}

const char* yes_or_no(bool value) { return value ? "yes" : "no"; }

// Returns the measures that are optimal. Every cost-optimal algorithm is also work-optimal.
const char* optimal_in(const Complexity& complexity) {
  return complexity.cost_optimal ? "both" : complexity.work_optimal ? "work" : "–";
}

Measures formula_of(const MeasuredRun& run) {
  return predicted_measures(*run.algorithm, run.request).value_or(Measures{});
}

Measures measures_on(const MeasuredRun& run) {
  return measures_of(run.request.n, on_processors(*run.algorithm, run.request, *run.on_processors));
}

// Describes the measures for any n, because the closed forms apply only to one block.
std::string any_n_text(const MeasuredRun& run) {
  const Measures formula = formula_of(run);
  std::string text = "For any n: " + text_of(run.algorithm->complexity.level) + "\n";
  for (std::size_t at = 0; (at = text.find(". ", at)) != std::string::npos; ++at) text[at + 1] = '\n';
  if (formula.work != formula.useful_work)
    text += fmt::format(
        "{} of the {} operations are applied to an identity: useful work excludes them, W includes them.\n",
        count_text(formula.work - formula.useful_work), count_text(formula.work));
  return "\n" + text;
}

std::string without_identities(const Measures& measures) {
  if (!measures.useful_steps || *measures.useful_steps == measures.steps) return "";
  return fmt::format(" Without the operations on identities: T = {}, E = {}.",
                     count_text(*measures.useful_steps), percent_text(measures.useful_efficiency));
}

std::string on_processors_text(const MeasuredRun& run) {
  if (!run.on_processors) return "";
  const Measures m = measures_on(run);
  const FastestProcessors fastest = fastest_processors(*run.algorithm, run.request);
  return fmt::format(
      "\nOn p = {} processors: T = {} = {}, C = {}, S = {}, E = {}.{}\nT is least on p = {} processors{}.\n",
      count_text(m.processors), formula_on_processors(*run.algorithm), count_text(m.steps),
      count_text(m.cost), ratio_text(m.speed_up), percent_text(m.efficiency), without_identities(m),
      count_text(fastest.p),
      fastest.exact
          ? fmt::format(": dT/dp = 0 without constants; exactly n ln 2{} = {:.1f}",
                        *fastest.exact > static_cast<double>(run.request.n) ? " · 2" : "", *fastest.exact)
          : ", the maximum number that is active in one step");
}

std::string optimum_text(const MeasuredRun& run) {
  const auto processors = optimal_processors(run.algorithm->complexity, run.request.n);
  if (!processors)
    return "No p₀ and no isoefficiency function exist: W grows faster than n,\nso E decreases with n on any "
           "number of "
           "processors.\n";
  return fmt::format(
      "Processors that can be used at optimal cost:\np₀ = n / log n = {}. Isoefficiency: n must grow with p "
      "log p "
      "to keep E constant.\n",
      count_text(*processors));
}

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

}  // namespace

std::string measures_text(const MeasuredRun& run) {
  const Complexity& complexity = run.algorithm->complexity;
  const Measures& counted = run.counted;
  const Measures formula = formula_of(run);
  using enum Table::Align;
  Table table({left, right, right, left, left});
  table.add({"", "counted", "formula", "grows with", "n a power of two, in one block"});
  table.add({"processors p", count_text(counted.processors), count_text(formula.processors), "",
             complexity.processors});
  table.add({"steps T", count_text(counted.steps), count_text(formula.steps), complexity.steps_class,
             complexity.steps});
  table.add(
      {"work W", count_text(counted.work), count_text(formula.work), complexity.work_class, complexity.work});
  table.add({"useful work", count_text(counted.useful_work), count_text(formula.useful_work), "", ""});
  table.add({"cost C = p T", count_text(counted.cost), count_text(formula.cost), complexity.cost_class, ""});
  table.add({"speed-up S = (n − 1) / T", ratio_text(counted.speed_up), ratio_text(formula.speed_up), "", ""});
  table.add(
      {"efficiency E = S / p", percent_text(counted.efficiency), percent_text(formula.efficiency), "", ""});
  table.add(
      {"overhead T_O = C − (n − 1)", signed_text(counted.overhead), signed_text(formula.overhead), "", ""});
  return fmt::format("{}{}\nCost-optimal: {}. Work-optimal: {}. {}{}", table.text(), any_n_text(run),
                     yes_or_no(complexity.cost_optimal), yes_or_no(complexity.work_optimal),
                     optimum_text(run), on_processors_text(run));
}

std::string measures_table(const std::vector<MeasuredRun>& runs) {
  std::vector<Table::Align> aligns(12, Table::Align::right);
  aligns.front() = Table::Align::left;
  Table table(aligns);
  table.add(
      {"", "p", "T", "formula", "W", "formula", "useful W", "C = p T", "S", "E", "C − n + 1", "optimal"});
  table.add({"", "", "", "", "", "", "", "", "", "", "T_O", "in"});
  for (const MeasuredRun& run : runs) {
    const Measures& m = run.counted;
    const Measures formula = formula_of(run);
    table.add({run.algorithm->id, count_text(m.processors), count_text(m.steps), count_text(formula.steps),
               count_text(m.work), count_text(formula.work), count_text(m.useful_work), count_text(m.cost),
               ratio_text(m.speed_up), percent_text(m.efficiency), signed_text(m.overhead),
               optimal_in(run.algorithm->complexity)});
  }
  if (runs.empty()) return "";
  Complexity optimal;
  optimal.work_optimal = true;
  return fmt::format(
      "{}\nOne processor takes n − 1 = {} steps. \"Optimal in\": work W, or both W and cost C, grow as n "
      "does. Of "
      "these, each can\nuse p₀ = n / log n = {} processors at optimal cost, and keeps its efficiency E if "
      "n grows "
      "with p log p.\n",
      table.text(), count_text(sequential_steps(runs.front().request.n)),
      count_text(*optimal_processors(optimal, runs.front().request.n)));
}

Json counted_json(const Measures& counted) {
  return {{"processors", counted.processors},
          {"steps", counted.steps},
          {"work", counted.work},
          {"useful_work", counted.useful_work},
          {"useful_steps", counted.useful_steps ? Json(*counted.useful_steps) : Json(nullptr)},
          {"useful_efficiency", optional_json(counted.useful_efficiency)},
          {"cost", counted.cost},
          {"speed_up", optional_json(counted.speed_up)},
          {"efficiency", optional_json(counted.efficiency)},
          {"overhead", counted.overhead}};
}

Json formula_json(const MeasuredRun& run) {
  const Complexity& complexity = run.algorithm->complexity;
  Json json = counted_json(formula_of(run));
  const auto processors = optimal_processors(complexity, run.request.n);
  json["cost_optimal"] = complexity.cost_optimal;
  json["work_optimal"] = complexity.work_optimal;
  json["optimal_processors"] = processors ? Json(*processors) : Json(nullptr);
  json["isoefficiency"] = isoefficiency_class(complexity);
  json["steps_class"] = complexity.steps_class;
  json["work_class"] = complexity.work_class;
  json["cost_class"] = complexity.cost_class;
  json["processors_text"] = complexity.processors;
  json["steps_text"] = complexity.steps;
  json["work_text"] = complexity.work;
  json["any_n_text"] = text_of(complexity.level);
  return json;
}

Json on_processors_json(const MeasuredRun& run) {
  Json json = counted_json(measures_on(run));
  const FastestProcessors fastest = fastest_processors(*run.algorithm, run.request);
  json["formula"] = formula_on_processors(*run.algorithm);
  json["fastest_processors"] = fastest.p;
  json["fastest_processors_exact"] = optional_json(fastest.exact);
  return json;
}

}  // namespace lockstep::cli
