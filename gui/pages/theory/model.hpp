// Computes the contents of the Theory page without drawing: the costs of an algorithm by its formulas over n,
// with one processor for each work-item and with p processors, and the simulator's counts for small n.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/formulas/complexity.hpp"
#include "core/catalogue/on_processors.hpp"
#include "gui/background_jobs/count_runner.hpp"

namespace lockstep::gui {

enum class Measure : std::uint8_t { steps, speed_up, efficiency, cost, work };
inline constexpr std::array kMeasures{Measure::steps, Measure::speed_up, Measure::efficiency, Measure::cost,
                                      Measure::work};

struct TheoryPoint {
  double x = 0, y = 0;  // both above 0
};

// The curves of a measure over n. In all points, x is n.
struct TheoryPlot {
  Measure measure = Measure::steps;
  std::string title;         // such as "Steps T"
  std::string growth;        // "log n ∈ Θ(log n)", for n a power of two in one block; or empty
  std::string short_growth;  // such as "Θ(log n)"
  std::string explanation;   // for the tooltip
  bool share =
      false;  // whether the values are from 0 to 1 and the axis is linear; otherwise the axis is logarithmic
  std::vector<TheoryPoint> own;      // values with as many processors as the plan has work-items
  std::vector<TheoryPoint> fixed;    // values with p processors
  std::vector<TheoryPoint> counted;  // values counted by the simulator
  std::string own_value, fixed_value, counted_value;  // values at the selected n; "–" if not counted
  // The values without the operations on identities; "–" if unknown. Only for steps, efficiency and work.
  std::string own_useful, fixed_useful, counted_useful;
};

// A special number of processors on the curve of T over p; `p` need not be a whole number.
struct ProcessorMark {
  enum class Kind : std::uint8_t { chosen, cost_optimal, fastest, fastest_without_constants };
  Kind kind = Kind::chosen;
  double p = 0, steps = 0;
  std::string label;  // such as "n ln 2 = 2,839"
};

// The time of one processor and the overhead at the selected n.
struct OverheadNumbers {
  std::string sequential;                                  // T_S: the steps of one processor
  std::string own_value, fixed_value, counted_value{"–"};  // T_O = C − T_S; "–" if not counted
};

struct TheoryModel {
  std::string problem;  // why there are no formulas; all other fields are then empty
  std::string algorithm;
  std::uint64_t n = 0, group_size = 0, processors = 0;  // selected
  std::uint64_t own_processors = 0;                     // number of work-items of the largest launch at n
  std::vector<TheoryPlot> plots;                        // in the order of kMeasures
  OverheadNumbers overhead;
  std::vector<TheoryPoint> isoefficiency;  // x: p, y: n; may be empty
  std::vector<TheoryPoint> optimal;        // x: p₀(n), y: n
  std::vector<TheoryPoint> over_p;         // x: p from 1 to n, y: T(n, p) in whole steps
  std::vector<TheoryPoint> over_p_smooth;  // n / p + log p; empty if the formula gives steps
  std::string over_p_formula;              // such as "⌈n / p⌉ + ⌈log p⌉"
  std::vector<ProcessorMark> marks;        // marks on the curve of T over p, in order of p
  std::string isoefficiency_class;         // such as "Θ(p log p)" or "none"
  bool cost_optimal = false, work_optimal = false;
  std::string any_n;                                           // formulas for any n and L
  std::string cost_verdict, work_verdict, processors_verdict;  // one sentence each
  std::string sentence;                                        // sentence about the selected n and p
  std::size_t counted = 0, to_count = 0;                       // numbers of runs of the simulator
};

// Converts an exponent to superscript digits, for example 12 to "¹²".
std::string superscript(unsigned exponent);

double value_of(const Measures& measures, Measure measure);  // 0 if undefined
std::string format_measure(Measure measure, double value);

// Returns the requests for the small runs that are counted for the curves.
std::vector<CountRequest> theory_requests(const AppState& state);
TheoryModel prepare_theory(const AppState& state, const CountSnapshot& counts);

}  // namespace lockstep::gui
