#include "gui/pages/theory/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text/text.hpp"
#include "core/catalogue/algorithm.hpp"

namespace lockstep::gui {
namespace {

constexpr unsigned kMaxCounted = 12;  // log₂ n; counting larger runs would take too long

double as_double(std::uint64_t value) { return static_cast<double>(value); }
std::uint64_t power(unsigned exponent) { return std::uint64_t{1} << exponent; }

// Returns the request for a counted run. A user's own kernel file is ignored, because the formulas
// apply to the catalogue's kernel. Typed values are replaced, because they have one size and the curves
// need many sizes.
RunRequest run_at(const AppState& state, std::uint64_t n) {
  RunRequest run = run_request(state);
  run.launch.reset();
  run.kernel_file.clear();
  run.n = n;
  run.pattern = measured_pattern(state);
  run.typed_input.clear();
  return run;
}

PlanRequest request_for(const AppState& state, std::uint64_t n) {
  const auto model = sim::find_device_model(state.model);
  return model ? plan_request(run_at(state, n), **model) : PlanRequest{};
}

// Returns whether the state shows a user's own kernel, for which there are no formulas.
bool is_own(const AppState& state) { return !state.kernel_file.empty(); }

std::string problem_of(const AppState& state, const Algorithm& algorithm) {
  if (is_own(state))
    return fmt::format("There are no formulas for {}: Step and Compare count its steps and its work.",
                       state.kernel_file.substr(state.kernel_file.rfind('/') + 1));
  if (algorithm.depends_on_order)
    return fmt::format("There are no formulas for {}: its steps depend on the order of the work-groups.",
                       algorithm.id);
  if (!algorithm.complexity.of_plan)
    return fmt::format("There are no formulas for {}: choose a reduction or a scan.", algorithm.id);
  if (const std::string why = unsuited_group(algorithm, state.group_size); !why.empty())
    return fmt::format("There are no formulas for {} with work-groups of {}: {}.", algorithm.id,
                       state.group_size, why);
  const auto source = load_kernel(algorithm, "");
  if (!source) return source.error().message;
  const auto plan = make_plan(algorithm, request_for(state, power(TheoryChoice::kLeastN)), *source);
  return plan ? "" : plan.error().message;
}

struct Costs {
  std::uint64_t n = 0;
  Measures own, fixed;
};

Costs costs_at(const AppState& state, const Algorithm& algorithm, std::uint64_t n) {
  const PlanRequest request = request_for(state, n);
  return {n, measures_of(n, cost_of(algorithm.complexity.of_plan(algorithm, request))),
          measures_of(n, on_processors(algorithm, request, state.theory.processors()))};
}

std::vector<Costs> all_costs(const AppState& state, const Algorithm& algorithm) {
  std::vector<Costs> costs;
  for (unsigned i = TheoryChoice::kLeastN; i <= TheoryChoice::kMaxN && power(i) <= algorithm.max_n; ++i)
    costs.push_back(costs_at(state, algorithm, power(i)));
  return costs;
}

struct CountedPoint {
  std::uint64_t n = 0;
  Measures measures;
};

std::vector<CountedPoint> counted_points(const AppState& state, const CountSnapshot& counts) {
  std::vector<CountedPoint> points;
  for (const CountRequest& request : theory_requests(state)) {
    const Counted* counted = counts.find(request);
    if (counted == nullptr || !counted->counters) continue;
    const PlanCost cost{counted->processors,
                        counted->counters->steps,
                        counted->counters->work,
                        {0, counted->counters->useful_work}};
    points.push_back({request.run.n, measures_of(request.run.n, cost)});
  }
  return points;
}

void set_growth(TheoryPlot& plot, const std::string& closed, const std::string& grows) {
  plot.short_growth = grows;
  plot.growth = closed.empty() || closed == grows ? grows : closed + " ∈ " + grows;
}

TheoryPlot plot_for(Measure measure, const Complexity& complexity) {
  TheoryPlot plot;
  plot.measure = measure;
  switch (measure) {
    case Measure::steps:
      plot.title = "Steps T";
      set_growth(plot, complexity.steps, complexity.steps_class);
      plot.explanation =
          "Parallel time: the executed steps in which ⊕ is applied. On p processors a step with pᵢ active "
          "work-items takes ⌈pᵢ / p⌉ steps; where work-items share the elements, p is their number.";
      break;
    case Measure::speed_up:
      plot.title = "Speed-up S";
      plot.growth = "(n − 1) / T";
      plot.explanation = "The n − 1 steps T_S of one processor, divided by T.";
      break;
    case Measure::efficiency:
      plot.title = "Efficiency E";
      plot.growth = "S / p";
      plot.explanation = "Useful fraction of the total processor time: S / p.";
      plot.share = true;
      break;
    case Measure::cost:
      plot.title = "Cost C";
      set_growth(plot, "p T", complexity.cost_class);
      plot.explanation = "Processors times time, busy or waiting.";
      break;
    case Measure::work:
      plot.title = "Work W";
      set_growth(plot, complexity.work, complexity.work_class);
      plot.explanation =
          "Executed applications of ⊕: the active work-items, summed over the steps. Those on an identity "
          "count; useful work excludes them.";
      break;
  }
  return plot;
}

std::string useful_value(const Measures& measures, Measure measure) {
  if (measure == Measure::work) return format_measure(measure, as_double(measures.useful_work));
  if (measure == Measure::steps && measures.useful_steps)
    return format_measure(measure, as_double(*measures.useful_steps));
  if (measure == Measure::efficiency && measures.useful_efficiency)
    return format_measure(measure, *measures.useful_efficiency);
  return "–";
}

void fill(TheoryPlot& plot, const std::vector<Costs>& costs, const std::vector<CountedPoint>& counted,
          const Costs& chosen) {
  const auto add = [&](std::vector<TheoryPoint>& to, std::uint64_t n, const Measures& measures) {
    if (const double y = value_of(measures, plot.measure); y > 0) to.push_back({as_double(n), y});
  };
  for (const Costs& at : costs) {
    add(plot.own, at.n, at.own);
    if (plot.measure != Measure::work) add(plot.fixed, at.n, at.fixed);
  }
  plot.counted_value = "–";
  for (const CountedPoint& point : counted) {
    add(plot.counted, point.n, point.measures);
    if (point.n != chosen.n) continue;
    plot.counted_value = format_measure(plot.measure, value_of(point.measures, plot.measure));
    plot.counted_useful = useful_value(point.measures, plot.measure);
  }
  plot.own_value = format_measure(plot.measure, value_of(chosen.own, plot.measure));
  plot.fixed_value = format_measure(plot.measure, value_of(chosen.fixed, plot.measure));
  plot.own_useful = useful_value(chosen.own, plot.measure);
  plot.fixed_useful = useful_value(chosen.fixed, plot.measure);
}

std::string overhead_text(const Measures& measures) {
  const std::string size = format_measure(Measure::cost, std::abs(static_cast<double>(measures.overhead)));
  return measures.overhead < 0 ? "−" + size : size;
}

OverheadNumbers overhead_at(const Costs& chosen, const std::vector<CountedPoint>& counted) {
  OverheadNumbers numbers;
  numbers.sequential = format_measure(Measure::steps, as_double(sequential_steps(chosen.n)));
  numbers.own_value = overhead_text(chosen.own);
  numbers.fixed_value = overhead_text(chosen.fixed);
  for (const CountedPoint& point : counted)
    if (point.n == chosen.n) numbers.counted_value = overhead_text(point.measures);
  return numbers;
}

void fill_isoefficiency(TheoryModel& model, const Complexity& complexity) {
  model.isoefficiency_class = isoefficiency_class(complexity);
  if (!complexity.work_optimal) return;
  const double p = std::max(2.0, as_double(model.processors));
  for (unsigned i = 1; i <= TheoryChoice::kMaxP; ++i)
    model.isoefficiency.push_back(
        {as_double(power(i)), isoefficient_n(as_double(model.n), p, as_double(power(i)))});
  for (unsigned i = TheoryChoice::kLeastN; i <= TheoryChoice::kMaxN; ++i)
    if (const auto most = optimal_processors(complexity, power(i)))
      model.optimal.push_back({as_double(*most), as_double(power(i))});
}

double smooth_steps(const Shares& shares, double n, double p) {
  return as_double(shares.passes) * n / p + as_double(shares.constant) + std::log2(p);
}

// Computes the number of whole steps for several values of p that are equidistant on a logarithmic axis.
void fill_over_p(TheoryModel& model, const Algorithm& algorithm, const PlanRequest& request) {
  constexpr double points = 160;
  const double n = as_double(model.n);
  const Shares& shares = algorithm.complexity.shares;
  // The axis may end at a p greater than n, because padding can keep more work-items than elements busy.
  const double most = std::max(n, as_double(fastest_processors(algorithm, request).p));
  std::uint64_t before = 0;
  for (double i = 0; i <= points; ++i) {
    const double at = std::pow(most, i / points);
    const auto p = static_cast<std::uint64_t>(at + 0.5);
    if (shares.passes != 0) model.over_p_smooth.push_back({at, smooth_steps(shares, n, at)});
    if (p == before) continue;
    before = p;
    model.over_p.push_back({as_double(p), as_double(on_processors(algorithm, request, p).steps)});
  }
  model.over_p_formula = formula_on_processors(algorithm);
}

void fill_marks(TheoryModel& model, const Algorithm& algorithm, const PlanRequest& request) {
  using Kind = ProcessorMark::Kind;
  const double n = as_double(model.n);
  const auto steps_on = [&](std::uint64_t p) {
    return as_double(on_processors(algorithm, request, p).steps);
  };
  const auto mark = [&](Kind kind, std::uint64_t p, const char* name) {
    model.marks.push_back({kind, as_double(p), steps_on(p), fmt::format("{} = {}", name, count_text(p))});
  };
  if (const auto most = optimal_processors(algorithm.complexity, model.n))
    mark(Kind::cost_optimal, *most, "p₀ = n / log n");
  const FastestProcessors fastest = fastest_processors(algorithm, request);
  if (!fastest.exact) {
    mark(Kind::fastest, fastest.p, "least T from p");
  } else {
    const Shares& shares = algorithm.complexity.shares;
    if (*fastest.exact <= n)
      model.marks.push_back({Kind::fastest, *fastest.exact, smooth_steps(shares, n, *fastest.exact),
                             fmt::format("dT/dp = 0: n ln 2 = {:.0f}", *fastest.exact)});
    mark(Kind::fastest_without_constants, model.n,
         shares.passes == 1 ? "constants dropped: n" : "least T on p = n");
  }
  if (model.processors <= model.n) mark(Kind::chosen, model.processors, "p");
  std::ranges::sort(model.marks, {}, &ProcessorMark::p);
}

// Returns how much n must grow for twice the processors, as in ": from p = 256 to p′ = 512, p′ log p′ / (p
// log p) = 2.25 times".
std::string growth_text(std::uint64_t processors) {
  if (processors < 2) return {};
  const double p = as_double(processors);
  return fmt::format(": from p = {} to p′ = {}, p′ log p′ / (p log p) = {:.3g} times", count_text(processors),
                     count_text(2 * processors), isoefficient_n(1, p, 2 * p));
}

void fill_verdicts(TheoryModel& model, const Complexity& complexity) {
  model.cost_optimal = complexity.cost_optimal;
  model.work_optimal = complexity.work_optimal;
  model.cost_verdict = fmt::format("{}cost-optimal: C grows as {}", complexity.cost_optimal ? "" : "not ",
                                   complexity.cost_class);
  model.work_verdict = fmt::format("{}work-optimal: W grows as {}", complexity.work_optimal ? "" : "not ",
                                   complexity.work_class);
  const auto most = optimal_processors(complexity, model.n);
  model.processors_verdict =
      most ? fmt::format(
                 "The cost is optimal on up to p₀ = n / log n = {} processors. To keep E constant, n "
                 "must grow as p log p{}.",
                 count_text(*most), growth_text(model.processors))
           : "It is not cost-optimal on any number of processors, and no growth of n keeps E constant: W "
             "grows faster than n.";
}

std::string sentence_on(const TheoryModel& model, const Costs& chosen) {
  const auto percent = [](const Measures& m) {
    return format_measure(Measure::efficiency, m.efficiency.value_or(0));
  };
  const double speed_up = chosen.own.speed_up.value_or(0);
  const std::string faster = speed_up > 1 ? fmt::format("{} times as fast as one processor with its {}",
                                                        format_measure(Measure::speed_up, speed_up),
                                                        plural(sequential_steps(chosen.n), "step"))
                                          : fmt::format("no faster than one processor with its {}",
                                                        plural(sequential_steps(chosen.n), "step"));
  std::string text = fmt::format("For n = {}, {} takes {} on {}: {}, at an efficiency of {}.",
                                 count_text(chosen.n), model.algorithm, plural(chosen.own.steps, "step"),
                                 plural(chosen.own.processors, "processor"), faster, percent(chosen.own));
  text +=
      fmt::format(" On p = {} it takes {} = {}, at an efficiency of {}", count_text(chosen.fixed.processors),
                  model.over_p_formula, plural(chosen.fixed.steps, "step"), percent(chosen.fixed));
  const auto& useful = chosen.fixed.useful_steps;
  text += useful && *useful != chosen.fixed.steps
              ? fmt::format("; without operations on identities {} and {}.", count_text(*useful),
                            format_measure(Measure::efficiency, *chosen.fixed.useful_efficiency))
              : ".";
  return text;
}

}  // namespace

std::string superscript(unsigned exponent) {
  constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(exponent)) text += digits[c - '0'];
  return text;
}

double value_of(const Measures& measures, Measure measure) {
  switch (measure) {
    case Measure::steps:
      return as_double(measures.steps);
    case Measure::speed_up:
      return measures.speed_up.value_or(0);
    case Measure::efficiency:
      return measures.efficiency.value_or(0);
    case Measure::cost:
      return as_double(measures.cost);
    case Measure::work:
      break;
  }
  return as_double(measures.work);
}

std::string format_measure(Measure measure, double value) {
  if (measure == Measure::efficiency) return fmt::format("{:.3g} %", 100 * value);
  if (value >= 1e7) {
    const int exponent = static_cast<int>(std::floor(std::log10(value)));
    return fmt::format("{:.2f}·10{}", value / std::pow(10, exponent),
                       superscript(static_cast<unsigned>(exponent)));
  }
  if (measure == Measure::speed_up && value < 1000) return fmt::format("{:.3g}", value);
  return count_text(static_cast<std::uint64_t>(value + 0.5));
}

std::vector<CountRequest> theory_requests(const AppState& state) {
  std::vector<CountRequest> requests;
  const auto algorithm = find_algorithm(state.algorithm);
  if (is_own(state) || !algorithm || !(*algorithm)->complexity.of_plan) return requests;
  for (unsigned i = TheoryChoice::kLeastN; i <= kMaxCounted; ++i) {
    requests.push_back({run_at(state, power(i)), false});
  }
  return requests;
}

TheoryModel prepare_theory(const AppState& state, const CountSnapshot& counts) {
  TheoryModel model;
  const auto algorithm = find_algorithm(state.algorithm);
  model.problem = algorithm ? problem_of(state, **algorithm) : algorithm.error().message;
  if (!model.problem.empty()) return model;
  const std::vector<Costs> costs = all_costs(state, **algorithm);
  // A curve ends at the largest n of the algorithm.
  const std::size_t at = std::min<std::size_t>(state.theory.log2_n - TheoryChoice::kLeastN, costs.size() - 1);
  const Costs& chosen = costs[at];
  model.algorithm = state.algorithm;
  model.n = chosen.n;
  model.group_size = state.group_size;
  model.processors = state.theory.processors();
  model.own_processors = chosen.own.processors;
  model.any_n = text_of((*algorithm)->complexity.level);
  const std::vector<CountedPoint> counted = counted_points(state, counts);
  model.counted = counted.size();
  model.to_count = theory_requests(state).size();
  for (const Measure measure : kMeasures) {
    model.plots.push_back(plot_for(measure, (*algorithm)->complexity));
    fill(model.plots.back(), costs, counted, chosen);
  }
  model.overhead = overhead_at(chosen, counted);
  fill_isoefficiency(model, (*algorithm)->complexity);
  const PlanRequest request = request_for(state, model.n);
  fill_over_p(model, **algorithm, request);
  fill_marks(model, **algorithm, request);
  fill_verdicts(model, (*algorithm)->complexity);
  model.sentence = sentence_on(model, chosen);
  return model;
}

}  // namespace lockstep::gui
