// Random kernels: parts that a run processes together (sequences of instructions, accesses of known shape,
// rows of lanes, instructions that need not be tracked) give the same result as one instruction and one lane
// at a time.
#include <gtest/gtest.h>

#include <random>

#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/counters/counter_observer.hpp"
#include "sim/observers/finding_log.hpp"
#include "sim/observers/provenance/observer.hpp"
#include "sim/observers/races/detector.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

class Text {
 public:
  explicit Text(unsigned seed) : random_(seed) {}

  std::string kernel() {
    std::string text = "int f(int x, int y) { if (x < y) return " + value(1, "xy") + "; return " +
                       value(1, "xy") +
                       "; }\n"
                       "kernel void k(global int *out, global const int *in, local int *s) {\n"
                       "int g = get_global_id(0), t = get_local_id(0), L = get_local_size(0);\n"
                       "int a = in[g], b = 0, c = t, p[4] = {0, 1, 2, 3}; uint u = g;\n";
    for (int i = 0; i < 6; ++i) {
      text += statement(2);
      if (pick(2) == 0) text += "barrier(CLK_LOCAL_MEM_FENCE);\n";
    }
    return text + "out[g] = a + b + c + p[1];\n}\n";
  }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }

  std::string index() {
    switch (pick(9)) {
      case 0:
        return "t";
      case 1:
        return "(t + " + std::to_string(pick(40)) + ")";
      case 2:
        return "(L - 1 - t)";
      case 3:
        return "(t * " + std::to_string(1 + pick(5)) + ")";
      case 4:
        return "(t / " + std::to_string(1 + pick(9)) + ")";
      case 5:
        return "(t ^ " + std::to_string(pick(16)) + ")";
      case 6:
        return std::to_string(pick(8));
      case 7:
        return "(t % 16 * 4 + t / 16)";
      default:
        return "(c & 31)";
    }
  }

  std::string value(int depth, const std::string& names = "") {
    if (!names.empty()) return std::string(1, names[pick(2)]) + " + " + std::string(1, names[pick(2)]);
    if (depth == 0) {
      const char* const leaves[] = {"a", "b", "c", "t", "3", "0", "1", "(int)u"};
      return leaves[pick(8)];
    }
    switch (pick(12)) {
      case 0:
        return "in[" + index() + " & 127]";
      case 1:
      case 2:
        return "s[" + index() + "]";
      case 3:
        return "p[" + index() + " & 3]";
      case 4:
        return "(" + value(depth - 1) + (pick(2) == 0 ? " / " : " % ") + (pick(2) == 0 ? "(b | 1)" : "4") +
               ")";
      case 5:
        return "(" + value(depth - 1) + " > " + value(depth - 1) + " ? " + value(depth - 1) + " : " +
               value(depth - 1) + ")";
      case 6:
        return "f(" + value(depth - 1) + ", " + value(depth - 1) + ")";
      case 7:
        return "(int)((long)" + value(depth - 1) + " * (char)" + value(depth - 1) + ")";
      case 8:
        return "(int)mad24((int)" + value(depth - 1) + ", 3, " + value(depth - 1) + ")";
      default: {
        const char* const operators[] = {" + ", " - ", " * ", " & ", " ^ "};
        return "(" + value(depth - 1) + operators[pick(5)] + value(depth - 1) + ")";
      }
    }
  }

  std::string statement(int depth) {
    switch (pick(depth > 0 ? 12 : 8)) {
      case 0:
        return "a = " + value(2) + ";\n";
      case 1:
        return "b += " + value(2) + ";\n";
      case 2:
        return "c = " + value(1) + ";\n";
      case 3:
      case 4:
        return "s[" + index() + "] = " + value(1) + ";\n";
      case 5:
        return "p[" + index() + " & 3] = " + value(1) + ";\n";
      case 6:
        return pick(2) == 0 ? "atomic_add(&s[" + index() + "], " + value(1) + ");\n"
                            : "u = atomic_inc(&out[" + index() + "]);\n";
      case 7:
        return "out[g" + std::string(pick(4) == 0 ? " + 1" : "") + "] = " + value(2) + ";\n";
      case 8:
        return "if (" + value(1) + " < " + value(1) + ") {\n" + statement(depth - 1) + "} else {\n" +
               statement(depth - 1) + statement(depth - 1) + "}\n";
      case 9:
        return "for (int i = 0; i < " + std::string(pick(2) == 0 ? "4" : "(t & 3)") + "; ++i) {\n" +
               statement(depth - 1) +
               (pick(3) == 0   ? "if (i == t) break;\n"
                : pick(3) == 0 ? "if ((t ^ i) & 1) continue;\n"
                               : "") +
               "b += i;\n}\n";
      case 10:
        return "switch (" + index() + " & 3) {\ncase 0: " + statement(0) + "case 2: " + statement(0) +
               "break;\ndefault: " + statement(0) + "}\n";
      default:
        return "if (t < " + std::to_string(pick(70)) + ") {\n" + statement(depth - 1) + "}\n";
    }
  }

  std::mt19937 random_;
};

// Hides from the machine the instructions that need not be tracked.
class EachInstruction final : public Observer {
 public:
  explicit EachInstruction(Observer& observer) : to_(observer) {}
  void on_launch_begin(const MachineState& state, std::uint32_t launch) override {
    to_.on_launch_begin(state, launch);
  }
  void on_launch_end(const MachineState& state, std::uint32_t launch) override {
    to_.on_launch_end(state, launch);
  }
  void on_group_begin(const MachineState& state, std::uint32_t group) override {
    to_.on_group_begin(state, group);
  }
  void on_access(const MachineState& state, const Moment& moment, const Instruction& instruction,
                 const ObservedAccess& access) override {
    to_.on_access(state, moment, instruction, access);
  }
  void on_instruction(const MachineState& state, const Moment& moment,
                      const Instruction& instruction) override {
    to_.on_instruction(state, moment, instruction);
  }

 private:
  Observer& to_;
};

struct Outcome {
  std::uint64_t state = 0, work = 0, useful = 0;
  std::uint32_t steps = 0;
  std::vector<Counters> launches;
  std::vector<LineCounters> lines;
  std::vector<Finding> findings;
};

// `provenance` is null if nothing can be combined.
Outcome outcome_of(const MachineState& state, const ProvenanceObserver* provenance,
                   const CounterObserver& counters, const FindingLog& log) {
  Outcome outcome{hash(state), 0, 0, 0, counters.launches(), counters.lines(), log.findings()};
  if (provenance == nullptr) return outcome;
  outcome.work = provenance->work();
  outcome.useful = provenance->useful_work();
  outcome.steps = provenance->steps();
  return outcome;
}

Outcome run_together(const Machine& machine) {
  ProvenanceState shadow;
  const auto identities = std::make_shared<const Identities>(find_identities(machine));
  std::optional<ProvenanceObserver> provenance;
  if (identities->may_combine) provenance.emplace(machine, shadow, identities);
  CounterObserver counters(machine, provenance ? &*provenance : nullptr);
  FindingLog log;
  RaceDetector races(machine, log);
  std::vector<Observer*> observers{&counters, &log, &races};
  if (provenance) observers.insert(observers.begin(), &*provenance);
  MachineState state = machine.initial_state();
  machine.run(state, observers);
  return outcome_of(state, provenance ? &*provenance : nullptr, counters, log);
}

Outcome run_by_steps(const Machine& machine) {
  ProvenanceState shadow;
  ProvenanceGraph graph;
  ProvenanceObserver provenance(machine, shadow, graph);
  EachInstruction each(provenance);
  CounterObserver counters(machine, &provenance);
  FindingLog log;
  RaceDetector races(machine, log);
  Observer* const observers[] = {&each, &counters, &log, &races};
  MachineState state = machine.initial_state();
  while (machine.step(state, observers)) {
  }
  return outcome_of(state, &provenance, counters, log);
}

void expect_same(const Outcome& one, const Outcome& other, const std::string& text) {
  EXPECT_EQ(one.state, other.state) << text;
  EXPECT_EQ(one.work, other.work) << text;
  EXPECT_EQ(one.useful, other.useful) << text;
  EXPECT_EQ(one.steps, other.steps) << text;
  EXPECT_TRUE(one.launches == other.launches) << text;
  EXPECT_TRUE(one.lines == other.lines) << text;
  ASSERT_EQ(one.findings.size(), other.findings.size()) << text;
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    EXPECT_EQ(one.findings[i].message, other.findings[i].message) << text;
    EXPECT_EQ(one.findings[i].occurrences, other.findings[i].occurrences) << one.findings[i].message << text;
    EXPECT_EQ(one.findings[i].step, other.findings[i].step) << text;
  }
}

void check(unsigned seed, const std::string& model, std::uint64_t group_size) {
  const std::string text = Text(seed).kernel();
  const Plan plan = kernel_plan(text, 2 * group_size, group_size, 64 * sizeof(int));
  const Result<Machine> machine = compile_machine(plan, model_named(model));
  ASSERT_TRUE(machine.has_value()) << machine.error().message << text;
  expect_same(run_together(*machine), run_by_steps(*machine), text);
}

TEST(SteppedRun, OfRandomKernels) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    ASSERT_NO_FATAL_FAILURE(check(seed, "cc9.0", seed % 3 == 0 ? 72 : 64));
    if (HasFailure()) return;
  }
}

TEST(SteppedRun, OfRandomKernelsOnOtherModels) {
  const char* const models[] = {"cc1.0", "cc1.2", "cc2.0", "cc3.0", "cdna2"};
  for (unsigned seed = 1000; seed < 1100; ++seed) {
    ASSERT_NO_FATAL_FAILURE(check(seed, models[seed % 5], 64));
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace lockstep::sim
