#include "assignment/criteria/criterion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/text/marked_text.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

using Relation = Criterion::Relation;
using Launch = RunCounts::Launch;

constexpr std::string_view kEachLaunch = "each launch:", kStep = "step";
constexpr std::string_view kUsesLocalMemory = "uses local memory";
constexpr std::string_view kScatteredSums = "scattered sums";
constexpr std::string_view kLongestWarp = "instructions of a warp";

// Sentences that abbreviate a comparison.
struct Shape {
  std::string_view words, left;
  Relation relation;
  std::string_view right;
};
constexpr std::array<Shape, 7> kShapes{
    Shape{"combines neighbours", kScatteredSums, Relation::equal, "0"},
    Shape{kUsesLocalMemory, "local requests", Relation::greater, "0"},
    Shape{"no local memory", "local requests", Relation::equal, "0"},
    Shape{"no atomics", "atomics", Relation::equal, "0"},
    Shape{"no divergence", "divergent branches", Relation::equal, "0"},
    Shape{"no collective functions", "collective functions", Relation::equal, "0"},
    Shape{"one launch", "launches", Relation::equal, "1"}};

struct Sign {
  std::string_view sign;
  Relation relation;
};
// Longer operators come first, because they contain the shorter operators.
constexpr std::array<Sign, 6> kSigns{Sign{"<=", Relation::at_most}, Sign{">=", Relation::at_least},
                                     Sign{"==", Relation::equal},   Sign{"<", Relation::less},
                                     Sign{">", Relation::greater},  Sign{"=", Relation::equal}};

std::string with_blanks(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::string compared_form(std::string_view name) {
  std::string text = with_blanks(name);
  std::ranges::replace(text, '-', ' ');
  return text;
}

constexpr std::string_view kTime = "time";

struct Counter {
  std::string_view name, title;
  std::uint64_t sim::Counters::*value;
};
constexpr std::array kCounters{
#define M(name, title, unit, explanation) Counter{#name, title, &sim::Counters::name},
#include "sim/observers/counters/metrics.def"
#undef M
};

template <class Value>
double most(const RunCounts& counts, Value value) {
  double result = 0;
  for (const Launch& launch : counts.launches) result = std::max(result, value(launch));
  return result;
}

// Values derived from several counters.
struct Derived {
  std::string_view name;
  double (*value)(const RunCounts&);
};
const std::array<Derived, 11> kDerived{
    Derived{"T", [](const RunCounts& it) { return static_cast<double>(it.total.steps); }},
    Derived{"W", [](const RunCounts& it) { return static_cast<double>(it.total.work); }},
    Derived{"work-items",
            [](const RunCounts& it) {
              return most(it, [](const Launch& launch) { return static_cast<double>(launch.work_items); });
            }},
    Derived{"all work-items",
            [](const RunCounts& it) {
              double sum = 0;
              for (const Launch& launch : it.launches) sum += static_cast<double>(launch.work_items);
              return sum;
            }},
    Derived{kLongestWarp,
            [](const RunCounts& it) {
              double sum = 0;
              for (const Launch& launch : it.launches) sum += static_cast<double>(launch.longest_warp);
              return sum;
            }},
    Derived{kScatteredSums,
            [](const RunCounts& it) {
              double sum = 0;
              for (const Launch& launch : it.launches) sum += static_cast<double>(launch.scattered_sums);
              return sum;
            }},
    Derived{"local bytes",
            [](const RunCounts& it) {
              return most(it, [](const Launch& launch) { return static_cast<double>(launch.local_bytes); });
            }},
    Derived{"barriers per group",
            [](const RunCounts& it) {
              return most(it, [](const Launch& launch) {
                return launch.groups == 0 ? 0.0
                                          : std::ceil(static_cast<double>(launch.barriers) /
                                                      static_cast<double>(launch.groups));
              });
            }},
    Derived{"transactions",
            [](const RunCounts& it) {
              return static_cast<double>(it.total.global_load_transactions +
                                         it.total.global_store_transactions +
                                         it.total.global_atomic_transactions);
            }},
    Derived{"atomics",
            [](const RunCounts& it) {
              return static_cast<double>(it.total.global_atomic_transactions +
                                         it.total.local_atomic_wavefronts);
            }},
    Derived{"local requests", [](const RunCounts& it) {
              return static_cast<double>(it.total.local_load_requests + it.total.local_store_requests +
                                         it.total.local_atomic_wavefronts);
            }}};

std::optional<double> count_named(std::string_view name, const RunCounts& counts) {
  for (const Derived& derived : kDerived)
    if (derived.name == name || compared_form(derived.name) == compared_form(name))
      return derived.value(counts);
  for (const Counter& counter : kCounters)
    if (compared_form(counter.name) == compared_form(name) ||
        compared_form(counter.title) == compared_form(name))
      return static_cast<double>(counts.total.*counter.value);
  return std::nullopt;
}

std::optional<sim::Finding::Kind> finding_named(std::string_view name) {
  const auto last = static_cast<int>(sim::Finding::Kind::lane_mask);
  for (int i = 0; i <= last; ++i) {
    const auto kind = static_cast<sim::Finding::Kind>(i);
    if (with_blanks(sim::kind_name(kind)) == with_blanks(name)) return kind;
  }
  return std::nullopt;
}

std::vector<std::string> names_of_findings() {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(sim::Finding::Kind::lane_mask); ++i)
    names.push_back(with_blanks(sim::kind_name(static_cast<sim::Finding::Kind>(i))));
  return names;
}

std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    parts.push_back(trimmed(list.substr(0, end)));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

Result<Criterion> parse_findings(Criterion criterion, std::string_view list) {
  for (const std::string_view part : parts_of(list)) {
    const auto kind = finding_named(part);
    if (!kind)
      return usage_error(fmt::format("\"{}\" is not a kind of finding; the known kinds are {}", part,
                                     fmt::join(names_of_findings(), ", ")));
    criterion.findings.push_back(*kind);
  }
  return criterion;
}

bool mentions(std::string_view formula, std::string_view word) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = 0; (at = formula.find(word, at)) != formula.npos; ++at) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_part(formula[at - 1])) && (end == formula.size() || !is_part(formula[end])))
      return true;
  }
  return false;
}

// Every name has a value here, so that a formula can be parsed without a run.
Names names_to_check(bool has_reference, bool has_step) {
  return [has_reference, has_step](std::string_view name) -> std::optional<double> {
    if (name == "n" || name == "L" || (has_reference && name == "reference")) return 1;
    if (has_step && name == kStep) return 1;
    return count_named(name, {}) ? std::optional(1.0) : std::nullopt;
  };
}

Names names_of_times(std::uint64_t n, std::uint64_t L) {
  return [n, L](std::string_view name) -> std::optional<double> {
    if (name == "reference") return 1;
    if (name == "n") return static_cast<double>(n);
    if (name == "L") return static_cast<double>(L);
    return std::nullopt;
  };
}

Result<Criterion> parse_time_limit(Criterion criterion) {
  criterion.kind = Criterion::Kind::time;
  if (!criterion.needs_reference() || criterion.relation != Relation::at_most)
    return usage_error(fmt::format(
        "\"{}\": compare a time with the time of the reference solution, for example time <= 2 reference",
        criterion.text));
  const auto right = evaluate(criterion.right, names_of_times(1, 1));
  return right ? Result<Criterion>(std::move(criterion)) : usage_error(right.error().message);
}

Result<Criterion> parse_comparison(Criterion criterion) {
  std::string_view text = criterion.text;
  criterion.is_of_each_launch = text.starts_with(kEachLaunch);
  if (criterion.is_of_each_launch) text.remove_prefix(kEachLaunch.size());
  const bool is_of_launch = criterion.is_of_each_launch;
  for (const Sign& sign : kSigns) {
    const std::size_t at = text.find(sign.sign);
    if (at == text.npos) continue;
    criterion.kind = Criterion::Kind::comparison;
    criterion.relation = sign.relation;
    criterion.left = trimmed(text.substr(0, at));
    criterion.right = trimmed(text.substr(at + sign.sign.size()));
    if (criterion.left == kTime) return parse_time_limit(std::move(criterion));
    if (const auto left = evaluate(criterion.left, names_to_check(false, is_of_launch)); !left)
      return usage_error(left.error().message);
    if (const auto right = evaluate(criterion.right, names_to_check(!is_of_launch, is_of_launch)); !right)
      return usage_error(right.error().message);
    return criterion;
  }
  return usage_error(fmt::format(
      "\"{}\" is not a criterion; write result right, inputs unchanged, no finding, no warning, uses local "
      "memory, combines neighbours, no local memory, no atomics, no collective functions, no divergence, one "
      "launch, or a "
      "comparison such as barriers <= 2 log L + 1 or each launch: T <= 2",
      text));
}

// Returns the first name of a counter in a formula; empty if the formula contains no such name.
std::string first_counter_in(const std::string& formula) {
  std::string first;
  const Names note = [&](std::string_view name) -> std::optional<double> {
    if (name == "n" || name == "L" || name == "reference" || name == kStep) return 1;
    if (!count_named(name, {})) return std::nullopt;
    if (first.empty()) first = name;
    return 1;
  };
  static_cast<void>(evaluate(formula, note));
  return first;
}

Result<Compared> compare_numbers(const Criterion& criterion, const Names& names,
                                 std::optional<double> of_reference) {
  const auto left = evaluate(criterion.left, names);
  if (!left) return tl::unexpected(left.error());
  const auto right = evaluate(criterion.right, [&](std::string_view name) {
    return name == "reference" ? of_reference : names(name);
  });
  if (!right) return tl::unexpected(right.error());
  Compared result{false, *left, *right};
  switch (criterion.relation) {
    case Relation::equal:
      result.holds = *left == *right;
      break;
    case Relation::less:
      result.holds = *left < *right;
      break;
    case Relation::at_most:
      result.holds = *left <= *right;
      break;
    case Relation::greater:
      result.holds = *left > *right;
      break;
    case Relation::at_least:
      result.holds = *left >= *right;
      break;
  }
  return result;
}

// Returns the comparison for the first launch for which the criterion does not hold; if it holds for all
// launches, the comparison for the last launch.
Result<Compared> compare_launches(const Criterion& criterion, const RunCounts& counts, std::uint64_t n,
                                  std::uint64_t L) {
  Compared last{true};
  for (std::size_t i = 0; i < counts.launches.size(); ++i) {
    const RunCounts one{counts.launches[i].counters, {counts.launches[i]}};
    const Names names = names_of(one, n, L);
    auto compared = compare_numbers(
        criterion,
        [&](std::string_view name) {
          return name == kStep ? std::optional(static_cast<double>(i)) : names(name);
        },
        std::nullopt);
    if (!compared) return compared;
    last = *compared;
    if (last.holds) continue;
    last.launch = i;
    break;
  }
  return last;
}

}  // namespace

std::string Criterion::subject() const {
  const bool has_number = std::ranges::any_of(left, [](char c) { return c >= '0' && c <= '9'; });
  if (!has_number) return left;
  for (const std::string& side : {left, right})
    if (std::string name = first_counter_in(side); !name.empty()) return name;
  return "counters";
}

bool Criterion::is_shape() const { return std::ranges::find(kShapes, text, &Shape::words) != kShapes.end(); }

bool Criterion::uses_local_memory() const { return text == kUsesLocalMemory; }

bool Criterion::needs_reference() const { return mentions(right, "reference"); }

bool Criterion::needs_steps() const {
  const auto has = [this](std::string_view word) { return mentions(left, word) || mentions(right, word); };
  return uses_local_memory() || has("T") || has("W") || has("steps") || has("work") || has("useful");
}

bool Criterion::needs_warps() const { return mentions(left, kLongestWarp) || mentions(right, kLongestWarp); }

Result<Criterion> parse_criterion(std::string_view written) {
  Criterion criterion;
  criterion.text = trimmed(written);
  const std::string_view text = criterion.text;
  if (text == "result right") return criterion;
  if (text == "inputs unchanged") {
    criterion.kind = Criterion::Kind::unchanged_inputs;
    return criterion;
  }
  if (text == "no warning") {
    criterion.kind = Criterion::Kind::no_warning;
    return criterion;
  }
  constexpr std::string_view no_finding = "no finding", of = " of ";
  if (text == no_finding || text.starts_with(std::string(no_finding) + std::string(of))) {
    criterion.kind = Criterion::Kind::no_finding;
    const std::size_t skipped = std::min(text.size(), no_finding.size() + of.size());
    return parse_findings(criterion, text.substr(skipped));
  }
  for (const Shape& shape : kShapes) {
    if (shape.words != text) continue;
    criterion.kind = Criterion::Kind::comparison;
    criterion.left = shape.left;
    criterion.right = shape.right;
    criterion.relation = shape.relation;
    return criterion;
  }
  return parse_comparison(std::move(criterion));
}

Names names_of(const RunCounts& counts, std::uint64_t n, std::uint64_t L) {
  return [&counts, n, L](std::string_view name) -> std::optional<double> {
    if (name == "n") return static_cast<double>(n);
    if (name == "L") return static_cast<double>(L);
    return count_named(name, counts);
  };
}

std::string explained_name(const std::string& name) {
  if (name == "T") return "T (steps)";
  if (name == "W") return "W (operations)";
  return name;
}

std::vector<std::string> names_of_counts() {
  std::vector<std::string> names;
  for (const Derived& derived : kDerived) names.emplace_back(derived.name);
  for (const Counter& counter : kCounters) names.push_back(with_blanks(counter.name));
  return names;
}

Result<double> longest_time(const Criterion& criterion, std::uint64_t n, std::uint64_t L) {
  return evaluate(criterion.right, names_of_times(n, L));
}

Result<Compared> compare(const Criterion& criterion, const RunCounts& counts, const RunCounts* reference,
                         std::uint64_t n, std::uint64_t L) {
  if (criterion.is_of_each_launch) return compare_launches(criterion, counts, n, L);
  double of_reference = 0;
  if (reference != nullptr && criterion.needs_reference()) {
    const auto value = evaluate(criterion.left, names_of(*reference, n, L));
    if (!value) return tl::unexpected(value.error());
    of_reference = *value;
  }
  return compare_numbers(criterion, names_of(counts, n, L), of_reference);
}

}  // namespace lockstep::assignment
