// Every kernel of the catalogue in CUDA C++, read as a .cu file: it computes the same results, has the same
// memory accesses, branches and barriers as the OpenCL C text, the same findings and the same figure. Only
// the number of instructions may differ if the texts do.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/catalogue/algorithm.hpp"
#include "sim/figure_rows/combination.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/trace/trace.hpp"
#include "sim/translation/to_cuda/cuda_form.hpp"
#include "sim/translation/to_cuda/cuda_host.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim::translation {
namespace {

using testing::IsEmpty;

// The plan with its programs in CUDA C++: the kernel declares the local memory that the launch does
// not provide.
Result<Plan> in_cuda(Plan plan) {
  const Plan opencl = plan;
  for (PlanLaunch& launch : plan.launches) {
    const std::uint64_t bytes = dynamic_bytes(opencl, launch);
    std::erase_if(launch.arguments,
                  [&](const Argument& argument) { return std::holds_alternative<LocalArgument>(argument); });

    if (bytes > 0) launch.arguments.emplace_back(LocalArgument{bytes});
  }
  for (std::size_t program = 0; program < plan.programs.size(); ++program) {
    const auto form = cuda_form(opencl, program);
    if (!form) return tl::unexpected(form.error());
    PlanProgram& text = plan.programs[program];
    text.source = {text.source.path.substr(0, text.source.path.rfind('.')) + ".cu", form->text()};
    text.options.clear();
  }
  return plan;
}

// CUDA has no kernel arguments in constant memory, so they are in global memory there.
bool has_constant_argument(const Plan& plan) {
  return std::ranges::any_of(plan.programs, [](const PlanProgram& program) {
    return program.source.text.find("__constant T") != std::string::npos;
  });
}

bool may_differ(std::string_view counter, bool has_constants) {
  if (counter == "instructions" || counter == "lane_slots" || counter == "active_lanes") return true;
  const bool is_of_place = counter.starts_with("constant_load") || counter.starts_with("global_load") ||
                           counter.starts_with("bytes_");
  return has_constants && is_of_place;
}

std::string differences(const Counters& a, const Counters& b, bool has_constants) {
  std::string text;
#define M(name, title, unit, explanation)                    \
  if (a.name != b.name && !may_differ(#name, has_constants)) \
    text += fmt::format(" " #name " {} {}", a.name, b.name);
#include "sim/observers/counters/metrics.def"
#undef M
  return text;
}

// Kinds and their frequencies; the messages contain lines of other texts.
std::vector<std::pair<std::string_view, std::uint64_t>> findings_of(const std::vector<Finding>& findings) {
  std::vector<std::pair<std::string_view, std::uint64_t>> result;
  for (const Finding& finding : findings) result.emplace_back(kind_name(finding.kind), finding.occurrences);
  std::ranges::sort(result);
  return result;
}

std::string difference(const Plan& opencl) {
  const auto cuda = in_cuda(opencl);
  if (!cuda) return cuda.error().message;
  const DeviceModel& model = model_named("cc9.0");
  const auto a = run_counted(opencl, model);
  const auto b = run_counted(*cuda, model);
  if (!a || !b) return a ? b.error().message : a.error().message;
  std::string text = differences(a->total, b->total, has_constant_argument(opencl));
  for (std::size_t i = 0; i < opencl.buffers.size(); ++i)
    if (a->buffers[i] != b->buffers[i]) text += " buffer " + opencl.buffers[i].name;
  // __syncthreads() orders all memory: there is no barrier for global memory only.
  const bool has_wrong_fence = opencl.id == "hazards/wrong-fence" && b->findings.empty();
  if (!has_wrong_fence && findings_of(a->findings) != findings_of(b->findings))
    text += fmt::format(" findings {} {}: {}", a->findings.size(), b->findings.size(),
                        a->findings.empty() ? b->findings.front().message : a->findings.front().message);
  return text;
}

// The rows of cells with their values, and the lines between them.
std::vector<std::string> rows_of(const Plan& plan) {
  const auto trace = Trace::record(plan, model_named("cc9.0"));
  if (!trace) return {trace.error().message};
  const Combination figure = prepare_combination(**trace);
  std::vector<std::string> rows;
  for (const CombinationRow& row : figure.rows) {
    std::string text = fmt::format("{}{}", row.initial ? "initial " : "", row.applies ? "applies" : "moves");
    for (const CombinationWrite& write : row.writes) {
      text += fmt::format(" {}={:x}", write.cell, write.bits);
      std::vector<std::string> sources;  // in any order
      for (const CombinationSource& source : figure.sources_of(write))
        sources.push_back(fmt::format("<{}.{}", source.row, source.cell));
      std::ranges::sort(sources);
      for (const std::string& source : sources) text += source;
    }
    rows.push_back(std::move(text));
  }
  return rows;
}

std::string first_difference(const std::vector<std::string>& cuda, const std::vector<std::string>& opencl) {
  const auto [a, b] = std::ranges::mismatch(cuda, opencl);
  if (a == cuda.end() && b == opencl.end()) return {};
  return fmt::format("row {}: {}\n    {}", a - cuda.begin(), a == cuda.end() ? "missing" : *a,
                     b == opencl.end() ? "missing" : *b);
}

void for_each_plan(std::uint64_t n, std::uint64_t group_size, bool all_types,
                   const std::function<void(const Algorithm&, const Plan&)>& visit) {
  for (const std::vector<Algorithm>* list : all_lists())
    for (const Algorithm& algorithm : *list) {
      bool is_done = false;
      for (const ElementType type : algorithm.types)
        for (const Operator op : algorithm.operators) {
          if (!takes(op, type) || (is_done && !all_types)) continue;
          PlanRequest request{.n = n, .group_size = group_size, .op = op, .type = type};
          request.limits = limits_of(model_named("cc9.0"));
          const auto plan = make_plan(algorithm, request, load_kernel(algorithm, "").value());
          if (!plan) continue;
          visit(algorithm, *plan);
          is_done = true;
        }
    }
}

TEST(RoundTrip, EveryKernelDoesTheSameInCuda) {
  std::size_t plans = 0;
  std::vector<std::string> wrong;
  for_each_plan(300, 64, true, [&](const Algorithm& algorithm, const Plan& plan) {
    ++plans;
    if (const std::string text = difference(plan); !text.empty())
      wrong.push_back(fmt::format("{} {}:{}", algorithm.id, opencl_name(plan.type), text));
  });
  EXPECT_THAT(wrong, IsEmpty());
  EXPECT_GT(plans, 1000u);
}

TEST(RoundTrip, EveryKernelHasTheSameFigureInCuda) {
  std::size_t plans = 0;
  for_each_plan(64, 32, false, [&](const Algorithm& algorithm, const Plan& plan) {
    const auto cuda = in_cuda(plan);
    ASSERT_TRUE(cuda) << cuda.error().message;
    if (has_constant_argument(plan)) return;  // constant contents also form a row
    EXPECT_EQ(first_difference(rows_of(*cuda), rows_of(plan)), "") << algorithm.id;
    ++plans;
  });
  EXPECT_GT(plans, 70u);
}

}  // namespace
}  // namespace lockstep::sim::translation
