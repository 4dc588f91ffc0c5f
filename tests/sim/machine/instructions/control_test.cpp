// Masks: the active lanes in every construct and in nested constructs, in full and partial warps.
#include <gtest/gtest.h>

#include "tests/sim/machine/assembler.hpp"

namespace lockstep::sim::assembly {
namespace {

// out[id] = the value that `make` computes from id; run with 40 work-items in groups of 20, warps of `width`.
std::vector<std::int32_t> compute(unsigned width, const std::function<Register(Assembler&, Register)>& make) {
  Assembler a;
  const Register out = a.global_parameter("out");
  const Register id = a.query_int(WorkItemQuery::global_id);
  const Register value = make(a, id);
  a.store(a.element(out, id), value);
  const Outcome outcome =
      run(plan_of({output_buffer("out", 40)}, {BufferArgument{0}}, 40, 20), a.finish(), width);
  EXPECT_TRUE(outcome.findings.empty()) << outcome.findings[0].message;
  return outcome.ints(0);
}

class Control : public ::testing::TestWithParam<unsigned> {
 protected:
  static void expect(const std::vector<std::int32_t>& got, const std::function<int(int)>& wanted) {
    for (int id = 0; id < 40; ++id)
      EXPECT_EQ(got[static_cast<std::size_t>(id)], wanted(id)) << "work-item " << id;
  }
};

TEST_P(Control, IfWithoutElseKeepsTheOthersValue) {
  expect(compute(GetParam(),
                 [](Assembler& a, Register id) {
                   const Register r = a.fresh();
                   a.move(kInt, r, a.integer(7));
                   a.if_(a.binary(Opcode::cmp_lt, kInt, id, a.integer(5)), [&] { a.move(kInt, r, id); });
                   return r;
                 }),
         [](int id) { return id < 5 ? id : 7; });
}

TEST_P(Control, NestedIfElseJoins) {
  expect(compute(GetParam(),
                 [](Assembler& a, Register id) {
                   const Register r = a.fresh();
                   const auto odd = [&] { return a.binary(Opcode::bit_and, kInt, id, a.integer(1)); };
                   const auto small = [&] { return a.binary(Opcode::cmp_lt, kInt, id, a.integer(10)); };
                   a.if_(
                       odd(),
                       [&] {
                         a.if_(
                             small(), [&] { a.move(kInt, r, a.integer(1)); },
                             [&] { a.move(kInt, r, a.integer(2)); });
                       },
                       [&] {
                         a.if_(
                             small(), [&] { a.move(kInt, r, a.integer(3)); },
                             [&] { a.move(kInt, r, a.integer(4)); });
                       });
                   a.move(kInt, r, a.binary(Opcode::add, kInt, r, a.integer(10)));
                   return r;
                 }),
         [](int id) { return 10 + (id % 2 != 0 ? (id < 10 ? 1 : 2) : (id < 10 ? 3 : 4)); });
}

// for (i = 0; i < 100; ++i) { if (i == id) break; if (i odd) continue; sum += i; }
TEST_P(Control, LoopWithBreakAndContinueInsideIfs) {
  expect(compute(GetParam(),
                 [](Assembler& a, Register id) {
                   const Register i = a.fresh();
                   const Register sum = a.fresh();
                   a.move(kInt, i, a.integer(0));
                   a.move(kInt, sum, a.integer(0));
                   a.loop([&] { return a.binary(Opcode::cmp_lt, kInt, i, a.integer(100)); },
                          [&] {
                            a.if_(a.binary(Opcode::cmp_eq, kInt, i, id), [&] { a.break_out(); });
                            a.if_(a.binary(Opcode::bit_and, kInt, i, a.integer(1)),
                                  [&] { a.continue_out(); });
                            a.move(kInt, sum, a.binary(Opcode::add, kInt, sum, i));
                          },
                          [&] { a.move(kInt, i, a.binary(Opcode::add, kInt, i, a.integer(1))); });
                   return sum;
                 }),
         [](int id) {
           int sum = 0;
           for (int i = 0; i < 100; ++i) {
             if (i == id) break;
             if (i % 2 != 0) continue;
             sum += i;
           }
           return sum;
         });
}

// The trip counts of the inner and the outer loop differ between lanes.
TEST_P(Control, NestedDivergentLoops) {
  expect(compute(GetParam(),
                 [](Assembler& a, Register id) {
                   const Register i = a.fresh();
                   const Register j = a.fresh();
                   const Register count = a.fresh();
                   const auto bump = [&](Register r) {
                     a.move(kInt, r, a.binary(Opcode::add, kInt, r, a.integer(1)));
                   };
                   a.move(kInt, i, a.integer(0));
                   a.move(kInt, count, a.integer(0));
                   a.loop([&] { return a.binary(Opcode::cmp_lt, kInt, i, id); },
                          [&] {
                            a.move(kInt, j, a.integer(0));
                            a.loop([&] { return a.binary(Opcode::cmp_lt, kInt, j, i); },
                                   [&] {
                                     bump(count);
                                     bump(j);
                                   });
                          },
                          [&] { bump(i); });
                   return count;
                 }),
         [](int id) { return id * (id - 1) / 2; });
}

// switch (id % 4) { case 0: r += 1; case 1: r += 10; break; default: r += 100; case 3: r += 1000; }
TEST_P(Control, SwitchFallsThroughAndBreaks) {
  expect(compute(GetParam(),
                 [](Assembler& a, Register id) {
                   const Register r = a.fresh();
                   a.move(kInt, r, a.integer(0));
                   const Register key = a.binary(Opcode::rem, kInt, id, a.integer(4));
                   const Register zero = a.binary(Opcode::cmp_eq, kInt, key, a.integer(0));
                   const Register one = a.binary(Opcode::cmp_eq, kInt, key, a.integer(1));
                   const Register two = a.binary(Opcode::cmp_eq, kInt, key, a.integer(2));
                   const Register three = a.binary(Opcode::cmp_eq, kInt, key, a.integer(3));
                   const auto add = [&](int n) {
                     a.move(kInt, r, a.binary(Opcode::add, kInt, r, a.integer(n)));
                   };
                   a.switch_({zero, one, two, three}, {[&] { add(1); },
                                                       [&] {
                                                         add(10);
                                                         a.break_out();
                                                       },
                                                       [&] { add(100); }, [&] { add(1000); }});
                   return r;
                 }),
         [](int id) {
           return std::array{11, 10, 1100, 1000}[static_cast<std::size_t>(id % 4)];
         });
}

TEST_P(Control, LanesThatMatchNoLabelPassASwitchBy) {
  expect(compute(GetParam(),
                 [](Assembler& a, Register id) {
                   const Register r = a.fresh();
                   a.move(kInt, r, a.integer(5));
                   const Register three = a.binary(Opcode::cmp_eq, kInt, id, a.integer(3));
                   a.switch_({three}, {[&] { a.move(kInt, r, a.integer(6)); }});
                   return r;
                 }),
         [](int id) { return id == 3 ? 6 : 5; });
}

// An early return inside a loop: those lanes store nothing.
TEST_P(Control, ReturnEndsTheLaneWhereverItIs) {
  Assembler a;
  const Register out = a.global_parameter("out");
  const Register id = a.query_int(WorkItemQuery::global_id);
  const Register i = a.fresh();
  a.move(kInt, i, a.integer(0));
  a.loop([&] { return a.binary(Opcode::cmp_lt, kInt, i, a.integer(10)); },
         [&] {
           a.if_(a.binary(Opcode::cmp_eq, kInt, i, id), [&] { a.return_out(); });
           a.move(kInt, i, a.binary(Opcode::add, kInt, i, a.integer(1)));
         });
  a.store(a.element(out, id), a.integer(1));
  const Plan plan =
      plan_of({int_buffer("out", std::vector<std::int32_t>(40, 0))}, {BufferArgument{0}}, 40, 20);
  expect(run(plan, a.finish(), GetParam()).ints(0), [](int id_) { return id_ < 10 ? 0 : 1; });
}

// f: r = 1; if (id < 5) return; r = 2; if (id < 9) { r = 3; return; }  — called twice, once in an if.
TEST_P(Control, FunctionsReturnLaneByLaneAndJoinAtTheirEnd) {
  Assembler a;
  const Register id = a.fresh();
  const Register r = a.fresh();
  const Register sum = a.fresh();
  const auto below = [&](int n) { return a.binary(Opcode::cmp_lt, kInt, id, a.integer(n)); };
  const std::uint32_t f = a.function([&] {
    a.move(kInt, r, a.integer(1));
    a.if_(below(5), [&] { a.return_from_function(); });
    a.move(kInt, r, a.integer(2));
    a.if_(below(9), [&] {
      a.move(kInt, r, a.integer(3));
      a.return_from_function();
    });
  });
  const Register out = a.global_parameter("out");
  a.move(kInt, id, a.query_int(WorkItemQuery::global_id));
  a.call(f);
  a.move(kInt, sum, r);
  a.if_(a.binary(Opcode::bit_and, kInt, id, a.integer(1)), [&] {
    a.call(f);
    a.move(kInt, sum, a.binary(Opcode::add, kInt, sum, a.binary(Opcode::mul, kInt, r, a.integer(10))));
  });
  a.store(a.element(out, id), sum);
  const Plan plan = plan_of({output_buffer("out", 40)}, {BufferArgument{0}}, 40, 20);
  expect(run(plan, a.finish(), GetParam()).ints(0), [](int item) {
    const int value = item < 5 ? 1 : item < 9 ? 3 : 2;
    return value + (item % 2 != 0 ? 10 * value : 0);
  });
}

TEST(Branch, ASwitchIsOneBranchDivergentWhenItsLanesPart) {
  class Branches : public FindingLog {
   public:
    bool wants_branches() const override { return true; }
    void on_branch(const MachineState&, const Moment& moment, const Instruction&,
                   const ObservedBranch& branch) override {
      EXPECT_EQ(moment.lanes, branch.lanes);
      ++count;
      divergent += branch.divergent() ? 1 : 0;
    }
    int count = 0, divergent = 0;
  };
  for (const int divisor : {1, 64}) {
    Assembler a;
    const Register id = a.query_int(WorkItemQuery::global_id);
    const Register key = a.binary(Opcode::div, kInt, id, a.integer(divisor));
    const Register zero = a.binary(Opcode::cmp_eq, kInt, key, a.integer(0));
    const Register one = a.binary(Opcode::cmp_eq, kInt, key, a.integer(1));
    a.switch_({zero, one}, {[&] { a.integer(1); }, [&] { a.integer(2); }});
    const Machine machine = machine_of(plan_of({}, {}, 32, 32), a.finish(), model_of(32));
    Branches branches;
    Observer* const observers[] = {&branches};
    MachineState state = machine.initial_state();
    machine.run(state, observers);
    EXPECT_EQ(branches.count, 1);
    EXPECT_EQ(branches.divergent, divisor == 1 ? 1 : 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, Control, ::testing::Values(1u, 7u, 16u, 32u, 64u));

}  // namespace
}  // namespace lockstep::sim::assembly
