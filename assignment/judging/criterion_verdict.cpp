#include "assignment/judging/criterion_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "assignment/formula_values/formula.hpp"
#include "core/base/text/text.hpp"
#include "core/check/check.hpp"

namespace lockstep::assignment {
namespace {

std::string with_blanks(std::string text) {
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::string_view words_for_missing(Criterion::Relation relation) {
  switch (relation) {
    case Criterion::Relation::less:
    case Criterion::Relation::at_most:
      return "too much";
    case Criterion::Relation::greater:
    case Criterion::Relation::at_least:
      return "too little";
    case Criterion::Relation::equal:
      break;
  }
  return "not what the test asks";
}

template <class Counts>
std::optional<Failure> judge_findings(const RunAnswer& answer, Counts counts) {
  const auto found = std::ranges::find_if(answer.findings, counts);
  if (found == answer.findings.end()) return std::nullopt;
  Failure failure{with_blanks(found->kind), found->message, found->place, {}};
  failure.other = found->other;
  return failure;
}

// A race has priority, because it may also cause reads of unwritten elements.
std::optional<Failure> judge_errors(const RunAnswer& answer) {
  const auto is_error = [](const RunFinding& one) { return one.severity == "error"; };
  const std::string_view race = sim::kind_name(sim::Finding::Kind::data_race);
  auto cause =
      judge_findings(answer, [&](const RunFinding& one) { return is_error(one) && one.kind == race; });
  return cause ? cause : judge_findings(answer, is_error);
}

std::optional<Failure> judge_result(const Expected& expected, const RunAnswer& answer) {
  if (!expected.plan.expectation) return std::nullopt;
  const auto result = answer.contents.find(answer.result);
  if (result == answer.contents.end()) return Failure{"wrong result", "No buffer contains a result.", {}, {}};
  const CheckResult check =
      check_result(expected.plan, expected.input, without_rounding(expected, result->second));
  if (check.passed()) return std::nullopt;
  if (check.first && std::ranges::find(answer.unwritten, check.first->index) != answer.unwritten.end()) {
    Failure failure{"wrong result",
                    fmt::format("{}[{}] is never written, but {} is expected.", answer.result,
                                check.first->index, check.first->expected),
                    {},
                    {}};
    failure.is_unwritten = true;
    return failure;
  }
  return Failure{"wrong result", check.message(answer.result), {}, {}};
}

// The cause of a wrong result is a line of the kernel.
std::optional<Failure> judge_result_or_cause(const Expected& expected, const RunAnswer& answer) {
  auto failure = judge_result(expected, answer);
  if (!failure) return failure;
  auto cause = judge_errors(answer);
  return cause ? cause : failure;
}

// Returns "in[3] is missing" or "it contains no input"; "" if nothing is missing.
std::string missing_sources(const ElementSources& wanted, const std::vector<SourceRun>& found) {
  if (wanted.runs.empty()) return {};
  if (found.empty()) return "it contains no input";
  if (!wanted.is_sum) return {};
  for (const SourceRun& run : wanted.runs)
    for (std::uint64_t i = run.first; i <= run.last; ++i) {
      const auto has = std::ranges::find_if(found, [&](const SourceRun& one) {
        return one.buffer == run.buffer && one.first <= i && i <= one.last;
      });
      if (has == found.end()) return fmt::format("{}[{}] is missing", run.buffer, i);
      i = has->last;
    }
  return {};
}

Failure not_combined(std::string reason) {
  Failure failure{"not combined", std::move(reason), {}, {}};
  failure.in_words = "The result is not computed by operations on its inputs.";
  return failure;
}

// Checks a right result: a sum must combine all its inputs, and no result may be a constant.
std::optional<Failure> judge_sources(const Expected& expected, const RunAnswer& answer) {
  if (expected.sources.empty()) return std::nullopt;
  if (!answer.is_followed) {
    if (answer.counts.total.active_lanes <= kMaxFollowedLanes) return std::nullopt;  // a recording
    return not_combined(
        "The run executes so many instructions that the values of its result cannot be followed.");
  }
  for (const ElementSources& wanted : expected.sources) {
    const auto same = std::ranges::find(answer.sources, wanted.index, &ElementSources::index);
    const std::vector<SourceRun> none;
    const std::string missing = missing_sources(wanted, same == answer.sources.end() ? none : same->runs);
    if (!missing.empty())
      return not_combined(
          fmt::format("The result is right, but {}[{}] is not computed from its inputs: {}. Only "
                      "operations on elements of the input count.",
                      answer.result, wanted.index, missing));
  }
  if (answer.outside.is_known() && std::ranges::any_of(expected.sources, &ElementSources::is_sum)) {
    Failure failure = not_combined(fmt::format(
        "The result is right, but line {} adds a value to it that is derived from the inputs without "
        "operations on them. Only operations on elements of the input count.",
        answer.outside.line));
    failure.place = answer.outside;
    return failure;
  }
  return std::nullopt;
}

std::optional<Failure> judge_inputs(const Expected& expected, const RunAnswer& answer) {
  for (const std::string& name : inputs_of(expected)) {
    const auto left = answer.contents.find(name);
    if (left == answer.contents.end() || left->second != expected.contents.at(name))
      return Failure{"input changed",
                     fmt::format("The input \"{}\" has changed; a kernel must not change it.", name),
                     {},
                     {}};
  }
  return std::nullopt;
}

// Local memory is used only if an access influences the result: in the launch with the most work, work-items
// must combine values that other work-items have stored in local memory. Work-groups of a single warp are
// exempt, because their work-items may exchange values in other ways.
std::optional<Failure> judge_exchange(const Case& values, const RunAnswer& answer) {
  const auto most = std::ranges::max_element(answer.counts.launches, {}, [](const RunCounts::Launch& it) {
    return it.combining_groups == 0 ? 0 : it.counters.work;
  });
  if (most == answer.counts.launches.end() || most->exchanging_groups >= most->combining_groups)
    return std::nullopt;
  if (most->work_items <= most->groups * values.model->warp_width) return std::nullopt;
  return Failure{"local memory",
                 fmt::format("In launch {}, {} of the {} work-groups combine values; in {} of these, a "
                             "work-item combines a value that another work-item has stored in local "
                             "memory. The test requires this of each, without work-group functions.",
                             most - answer.counts.launches.begin() + 1, most->combining_groups, most->groups,
                             most->exchanging_groups),
                 {},
                 {},
                 "Work-items do not combine values that others stored in local memory.",
                 "The test requires: combine values that others stored in local memory."};
}

// Returns the counts of one launch if each launch is compared.
RunCounts counts_compared(const Compared& compared, const RunAnswer& answer) {
  if (!compared.launch) return answer.counts;
  const RunCounts::Launch& launch = answer.counts.launches[*compared.launch];
  return {launch.counters, {launch}};
}

std::string without_limit(const Criterion& criterion, const Case& values, const RunCounts& counts) {
  const auto count = evaluate(criterion.subject(), names_of(counts, values.n, values.L));
  if (!count) return "The counters do not meet the requirement of the test.";
  return fmt::format("{} is {}, which is {}.", explained_name(criterion.subject()), points_text(*count),
                     words_for_missing(criterion.relation));
}

// Returns the requirement, without any number of a hidden test.
std::string in_words(const Criterion& criterion) {
  if (criterion.is_shape()) return fmt::format("The test requires: {}.", criterion.text);
  return fmt::format("{}: {}.", capitalised(words_for_missing(criterion.relation)),
                     explained_name(criterion.subject()));
}

// Returns ", and 2 log n is 12"; "" for a plain number.
std::string right_side(const Criterion& criterion, const Compared& compared) {
  const std::string value = points_text(compared.right);
  return value == criterion.right ? std::string() : fmt::format(", and {} is {}", criterion.right, value);
}

std::optional<Failure> judge_comparison(const Criterion& criterion, const Case& values,
                                        const Expected& expected, const RunAnswer& answer) {
  const auto compared = compare(criterion, answer.counts, &expected.reference, values.n, values.L);
  if (!compared) return Failure{criterion.subject(), compared.error().message, {}, {}};
  if (compared->holds) return criterion.uses_local_memory() ? judge_exchange(values, answer) : std::nullopt;
  const std::string where =
      compared->launch ? fmt::format(" in launch {} (step {})", *compared->launch + 1, *compared->launch)
                       : std::string();
  return Failure{criterion.subject(),
                 fmt::format("\"{}\" does not hold{}: {} is {}{}.", criterion.text, where, criterion.left,
                             points_text(compared->left), right_side(criterion, *compared)),
                 {},
                 {},
                 without_limit(criterion, values, counts_compared(*compared, answer)),
                 in_words(criterion)};
}

}  // namespace

std::vector<std::string> inputs_of(const Expected& expected) {
  const std::string& named = expected.launch.expectation.of;
  if (expected.contents.contains(named)) return {named};
  std::vector<std::string> names;
  for (const PlanBuffer& buffer : expected.plan.buffers)
    if (expected.contents.contains(buffer.name) && buffer.content.pattern != Content::Pattern::constant &&
        buffer.name != expected.launch.expectation.buffer)
      names.push_back(buffer.name);
  return names;
}

std::optional<Failure> judge_criterion(const Criterion& criterion, const Case& values,
                                       const Expected& expected, const RunAnswer& answer) {
  switch (criterion.kind) {
    case Criterion::Kind::right_result:
      if (auto failure = judge_result_or_cause(expected, answer)) return failure;
      return values.has_counters() ? judge_sources(expected, answer) : std::nullopt;
    case Criterion::Kind::unchanged_inputs:
      return judge_inputs(expected, answer);
    case Criterion::Kind::no_finding:
      if (criterion.findings.empty()) return judge_errors(answer);
      return judge_findings(answer, [&](const RunFinding& finding) {
        return finding.severity != "note" &&
               std::ranges::any_of(criterion.findings, [&](sim::Finding::Kind kind) {
                 return sim::kind_name(kind) == finding.kind;
               });
      });
    case Criterion::Kind::no_warning:
      return judge_findings(answer, [](const RunFinding& finding) { return finding.severity != "note"; });
    case Criterion::Kind::time:
      return std::nullopt;  // times are judged by judge_time()
    case Criterion::Kind::comparison:
      return values.has_counters() ? judge_comparison(criterion, values, expected, answer) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace lockstep::assignment
