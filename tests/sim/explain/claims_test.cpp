// Claims in the catalogue's summaries and at the top of the kernels agree with the simulator's counts, on
// every device model and for several sizes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <map>

#include "core/catalogue/kernels.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

// The branches and local accesses of one line, by launch, group and execution of each warp.
class LineRounds final : public Observer {
 public:
  struct Round {
    unsigned active = 0;         // work-items that take the branch, or access memory
    unsigned divergent = 0;      // warps
    unsigned full_or_mixed = 0;  // warps with an active work-item
    unsigned degree = 0;         // maximum degree of bank conflicts
  };

  LineRounds(const Machine& machine, std::uint32_t line) : machine_(machine), line_(line) {}
  bool wants_instructions() const override { return false; }

  void on_branch(const MachineState&, const Moment& moment, const Instruction& instruction,
                 const ObservedBranch& branch) override {
    if (instruction.op != Opcode::if_begin || !is_here(moment)) return;
    Round& round = next(moment);
    round.active += static_cast<unsigned>(std::popcount(branch.taken));
    round.divergent += branch.divergent() ? 1 : 0;
    round.full_or_mixed += branch.taken != 0 ? 1 : 0;
  }

  void on_access(const MachineState&, const Moment& moment, const Instruction&,
                 const ObservedAccess& observed) override {
    if (observed.space != Space::local || !is_here(moment)) return;
    Round& round = next(moment);
    round.active += static_cast<unsigned>(std::popcount(observed.access.active));
    round.degree = std::max(round.degree, local_cost(machine_.model(), observed.access).degree);
  }

  // Rounds of one instruction in one group, in order.
  std::map<std::array<std::uint32_t, 3>, std::vector<Round>> rounds;  // (launch, group, pc)

 private:
  bool is_here(const Moment& moment) const {
    const Program& program = machine_.program(machine_.plan().launches[moment.launch].program);
    return program.ranges[program.code[moment.pc].range].line == line_;
  }
  Round& next(const Moment& moment) {
    const std::array<std::uint32_t, 3> key{moment.launch, moment.group, moment.pc};
    const std::uint32_t count = executions_[{key[0], key[1], key[2], moment.warp}]++;
    std::vector<Round>& all = rounds[key];
    if (count >= all.size()) all.resize(count + 1);
    return all[count];
  }

  const Machine& machine_;
  std::uint32_t line_;
  std::map<std::array<std::uint32_t, 4>, std::uint32_t> executions_;
};

std::uint32_t line_with(const std::string& id, const std::string& piece) {
  const std::string text = load_kernel(**find_algorithm(id), "")->text;
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << id;
  return static_cast<std::uint32_t>(
             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
         1;
}

// Calls check(where, width, rounds) for every instruction of the line in every group.
template <class Check>
void each_line(const std::string& id, const std::string& piece, Check check) {
  const std::uint32_t line = line_with(id, piece);
  for (const DeviceModel& model : device_models()) {
    if (model.warp_width == 1) continue;
    for (const std::uint64_t group : {16, 64, 128, 256, 512, 1024}) {
      if (group > model.max_group_size) continue;
      Choice choice{.n = 3000, .group_size = group, .limits = limits_of(model)};
      const Plan plan = catalogue_plan(id, choice);
      const auto machine = compile_machine(plan, model, {});
      if (!machine) continue;  // too much local memory
      LineRounds seen(*machine, line);
      MachineState state = machine->initial_state();
      machine->run(state, std::array<Observer*, 1>{&seen});
      EXPECT_FALSE(seen.rounds.empty()) << id;
      for (const auto& [key, rounds] : seen.rounds)
        check(id + " on " + model.name + " in groups of " + std::to_string(group), model.warp_width, rounds);
    }
  }
}

using Rounds = std::vector<LineRounds::Round>;

TEST(Claims, EveryWarpWithAnActiveWorkItemDiverges) {
  each_line("reduce/divergent", "if (t % (2 * s) == 0)",
            [](const auto& where, unsigned, const Rounds& rounds) {
              for (const auto& round : rounds) EXPECT_EQ(round.divergent, round.full_or_mixed) << where;
            });
  each_line("reduce/pairs-interleaved", "if (t % s", [](const auto& where, unsigned, const Rounds& rounds) {
    EXPECT_EQ(rounds.front().divergent, 0u) << where;
    for (std::size_t i = 1; i < rounds.size(); ++i)
      EXPECT_EQ(rounds[i].divergent, rounds[i].full_or_mixed) << where;
  });
}

TEST(Claims, NoDivergenceUntilLessThanAWarpIsActive) {
  const auto check = [](const auto& where, unsigned width, const Rounds& rounds) {
    for (const auto& round : rounds) {
      EXPECT_LE(round.divergent, 1u) << where;
      if (round.active >= width) {
        EXPECT_EQ(round.divergent, 0u) << where;
      }
    }
  };
  each_line("reduce/sequential-local", "if (t < s)", check);
  each_line("reduce/strided-index", "if (i < L)", check);
  each_line("reduce/pairs-compacted", "if (t < s", check);
}

TEST(Claims, BankConflictsGrowUntilLessThanAWarpIsActive) {
  const auto check = [](const auto& where, unsigned width, const Rounds& rounds) {
    for (std::size_t i = 1; i < rounds.size(); ++i) {
      if (rounds[i].active >= width) {
        EXPECT_GE(rounds[i].degree, rounds[i - 1].degree) << where << ", step " << i;
      } else if (rounds[i - 1].active < width) {
        EXPECT_LE(rounds[i].degree, rounds[i - 1].degree) << where << ", step " << i;
      }
    }
  };
  each_line("reduce/strided-index", "scratch[i] = OP(", check);
  each_line("scan/blelloch", "scratch[right] = OP(scratch[left], scratch[right]);", check);
}

// The whole run of an algorithm, for every model, type and size.
template <class Check>
void each_run(const std::string& id, Check check) {
  for (const DeviceModel& model : device_models())
    for (const ElementType type : {ElementType::int32, ElementType::float64})
      for (const std::uint64_t group : {32, 128, 256}) {
        const Choice choice{.n = 3000, .group_size = group, .type = type, .limits = limits_of(model)};
        const Plan plan = catalogue_plan(id, choice);
        const auto run = run_counted(plan, model, {.count_work = false});
        if (!run) continue;  // too much local memory
        check(model.name + " " + std::string(opencl_name(type)) + " in groups of " + std::to_string(group),
              model, plan, *run);
      }
}

TEST(Claims, PaddingRemovesMostBankConflicts) {
  each_run("scan/blelloch-padded", [](const auto& where, const DeviceModel& model, const Plan& plan,
                                      const CountedRun& run) {
    const Choice choice{
        .n = 3000, .group_size = plan.group_size, .type = plan.type, .limits = limits_of(model)};
    const auto without = run_counted(catalogue_plan("scan/blelloch", choice), model, {.count_work = false});
    ASSERT_TRUE(without) << where;
    EXPECT_LE(2 * run.total.local_conflicts, without->total.local_conflicts) << where;
  });
}

TEST(Claims, FourByteElementsHaveNoBankConflict) {
  for (const std::string id : {"reduce/divergent", "reduce/sequential-local", "reduce/pairs-compacted"})
    each_run(id, [](const auto& where, const DeviceModel&, const Plan& plan, const CountedRun& run) {
      if (plan.type != ElementType::int32) return;
      EXPECT_EQ(run.total.local_conflicts, 0u) << where;
    });
}

TEST(Claims, TheActiveWorkItemsOfALaunchAreConsecutive) {
  for (const std::string id : {"reduce/interleaved-global", "reduce/sequential-global"})
    each_run(id, [](const auto& where, const DeviceModel&, const Plan& plan, const CountedRun& run) {
      EXPECT_LE(run.total.divergent_branches, plan.launches.size()) << where;
    });
}

TEST(Claims, BarriersOfTheScansByWarps) {
  each_run("scan/warp", [](const auto& where, const DeviceModel& model, const Plan&, const CountedRun& run) {
    if (model.warp_width >= 32) {
      EXPECT_EQ(run.total.barriers, 0u) << where;
    }
  });
  std::map<std::string, std::uint64_t> by_model;
  each_run("scan/block",
           [&](const auto& where, const DeviceModel& model, const Plan&, const CountedRun& run) {
             if (model.warp_width < 32 || run.launches.front().work_groups == 0) return;
             const std::uint64_t barriers = run.launches.front().barriers / run.launches.front().work_groups;
             EXPECT_EQ(by_model.try_emplace(model.name, barriers).first->second, barriers) << where;
           });
}

// No text of a kernel or of the catalogue names a product as if it were the shown one.
TEST(Claims, NoProductIsNamed) {
  for (const auto* list : {&catalogue(), &hazards()})
    for (const Algorithm& algorithm : *list) {
      const std::string text = algorithm.title + algorithm.summary + load_kernel(algorithm, "")->text;
      for (const char* product : {"H200", "H100", "Hopper", "GTX", "A100"})
        EXPECT_EQ(text.find(product), std::string::npos) << algorithm.id << " names " << product;
    }
}

}  // namespace
}  // namespace lockstep::sim
