#include "sim/explain/wrong_result/wrong_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "core/catalogue/algorithm.hpp"
#include "sim/bytecode/collective.hpp"
#include "sim/explain/wrong_result/meant_result.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/state/run_watch.hpp"
#include "sim/observers/provenance/observer.hpp"

namespace lockstep::sim {

namespace {

using ProgramOf = std::function<const Program&(std::size_t)>;

struct Cell {
  const Plan& plan;
  const ProvenanceGraph& graph;
  ProvenanceId id = 0;
  std::uint64_t begin = 0, end = 0;  // the correct value contains the inputs begin to end - 1
  ProgramOf program;
};

std::string_view symbol_of(Operator op) {
  switch (op) {
    case Operator::sum:
      return "Σ";
    case Operator::product:
      return "Π";
    case Operator::min:
      return "min";
    case Operator::max:
      return "max";
    case Operator::digits:
    case Operator::matrix:
      break;
  }
  return "⊕";
}

std::string_view noun_of(const ProvenanceNode& node) {
  return node.op == Opcode::builtin ? symbol_of(node) : opcode_info(node.op).noun;
}

std::uint32_t line_of(const Cell& cell, const ProvenanceNode& node) {
  const Program& program = cell.program(cell.plan.launches[node.launch].program);
  return program.ranges[program.code[node.pc].range].line;
}

// Describes the combination nearest to the result that does not use the plan's operator.
std::string other_operator(const Cell& cell) {
  const std::string_view wanted = symbol_of(cell.plan.expectation->op);
  for (const ProvenanceId id : cell.graph.combinations(cell.id)) {
    const ProvenanceNode& node = cell.graph.node(id);
    if (symbol_of(node) == wanted) continue;
    return fmt::format("line {} combines them by {} instead of {}", line_of(cell, node), noun_of(node),
                       name(cell.plan.expectation->op));
  }
  return {};
}

std::string other_order(const Cell& cell) {
  const Operator op = cell.plan.expectation->op;
  if (is_commutative(op)) return {};
  const auto found = cell.graph.out_of_order(cell.id);
  if (!found) return {};
  return fmt::format("line {} combines x{} before x{}; the operator {} is not commutative",
                     line_of(cell, cell.graph.node(found->node)), found->before, found->after, name(op));
}

// Explains the result of a kernel of the catalogue: "the kernel does not suit work-groups of 96: …".
std::string unsuited(const Plan& plan) {
  const auto algorithm = find_algorithm(plan.id);
  const std::string why = algorithm ? unsuited_group(**algorithm, plan.group_size) : "";
  if (why.empty()) return {};
  return fmt::format("the kernel does not suit work-groups of {}: {}", plan.group_size, why);
}

std::string included_once(const Cell& cell) {
  if (cell.begin == 0 && cell.end == cell.plan.n) return "all inputs are included once";
  if (cell.end == cell.begin + 1) return fmt::format("x{} is included once", cell.begin);
  return fmt::format("x{} to x{} are included once each", cell.begin, cell.end - 1);
}

std::string explain(const Cell& cell) {
  if (!cell.graph.has_input(cell.id))
    return cell.end == 0 ? "no input precedes this element, so it should be the identity"
                         : "it contains no input";
  const auto input = static_cast<std::uint32_t>(cell.plan.expectation->input_buffer);
  const std::string difference = cell.graph.compare(cell.id, cell.begin, cell.end, input);
  if (!difference.empty()) return difference;
  const std::string complete = included_once(cell);
  const std::string order = other_order(cell);
  if (!order.empty()) return fmt::format("{}, but not in their order: {}", complete, order);
  const std::string other = other_operator(cell);
  if (!other.empty()) return fmt::format("{}, but {}", complete, other);
  return complete + fmt::format(
                        "; the error comes from another value {} them: a wrong identity, a constant, or "
                        "uninitialised memory",
                        cell.plan.expectation->op == Operator::sum ? "added to" : "combined with");
}

std::string explain(const Plan& plan, const ProvenanceGraph& graph, const ProvenanceState& at_end,
                    const CheckResult& check, ProgramOf program) {
  if (!check.first) return {};
  const std::uint64_t index = check.first->index;
  const std::optional<InputPart> part = part_of(plan, index);
  if (!part) return {};
  const std::vector<ProvenanceId>& result = at_end.buffer_provenance[plan.expectation->result_buffer];
  const std::string what = explain(
      {plan, graph, index < result.size() ? result[index] : 0, part->begin, part->end, std::move(program)});
  const std::string why = unsuited(plan);
  return why.empty() ? what : what + "; " + why;
}

// A repeated run that records the provenance of all values.
struct Followed {
  Machine machine;
  ProvenanceState at_end{};
  ProvenanceGraph graph{};

  // Returns null if the plan does not run or was stopped.
  static std::unique_ptr<Followed> run(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                                       std::uint64_t instructions, const std::stop_token& stop,
                                       OutsideValues* outside = nullptr) {
    Result<Machine> machine = repeating_machine(plan, model, schedule, instructions);
    if (!machine) return nullptr;
    auto followed = std::make_unique<Followed>(Followed{std::move(*machine)});
    if (outside != nullptr) followed->graph.keep_loads();
    MachineState state = followed->machine.initial_state();
    ProvenanceObserver provenance(followed->machine, followed->at_end, followed->graph);
    if (outside != nullptr) provenance.note_outside(*outside);
    RunWatch watch({stop, std::chrono::milliseconds(0), {}});
    followed->machine.run(state, std::array<Observer*, 1>{&provenance}, &watch);
    return state.early_end == EarlyEnd::requested ? nullptr : std::move(followed);
  }
};

// Gives each input the value of its neighbour. The sums change, but the values remain of the same kind.
Plan with_inputs_moved(Plan plan) {
  for (PlanBuffer& buffer : plan.buffers) {
    if (buffer.role != PlanBuffer::Role::input || buffer.elements < 2) continue;
    auto bytes = std::make_shared<std::vector<std::byte>>(materialise(buffer));
    std::copy(bytes->begin() + static_cast<std::ptrdiff_t>(size_bytes(buffer.type)), bytes->end(),
              bytes->begin());
    buffer.content = {.pattern = Content::Pattern::bytes, .bytes = std::move(bytes)};
  }
  return plan;
}

constexpr std::uint64_t kMostFollowed = 256;  // followed elements of a result

ResultSources::Element element_of(const ProvenanceGraph& graph, std::uint64_t index, ProvenanceId id) {
  ResultSources::Element element;
  element.index = index;
  if (!graph.has_input(id)) return element;
  const std::string_view symbol = graph.symbol(id);
  element.is_sum = symbol == symbol_of(Operator::sum) || symbol == symbol_of(Operator::product);
  element.runs = graph.sources(id);
  return element;
}

// Counts, for each launch, the work-groups that combine values of the result.
class CombiningGroups {
 public:
  CombiningGroups(const Plan& plan, const Machine& machine, const ProvenanceGraph& graph)
      : plan_(plan),
        machine_(machine),
        graph_(graph),
        seen_(graph.size()),
        all_(plan.launches.size()),
        local_(all_),
        functions_(all_),
        scattered_(all_.size()) {}

  void add(ProvenanceId id) {
    std::vector<ProvenanceId> open{id};
    while (!open.empty()) {
      const ProvenanceId at = open.back();
      open.pop_back();
      if (seen_[at]) continue;
      seen_[at] = true;
      const ProvenanceNode node = graph_.node(at);
      if (node.kind != ProvenanceNode::Kind::combined || !node.has_input) continue;
      note(node);
      if (graph_.sources(at).size() > 1) ++scattered_[node.launch];
      open.push_back(node.left);
      open.push_back(node.right);
    }
  }

  std::vector<ResultSources::Launch> launches() const {
    std::vector<ResultSources::Launch> launches;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const auto through_local = std::ranges::count_if(
          local_[i], [&](std::uint64_t group) { return !functions_[i].contains(group); });
      launches.push_back({all_[i].size(), static_cast<std::uint64_t>(through_local), scattered_[i]});
    }
    return launches;
  }

 private:
  void note(const ProvenanceNode& node) {
    const std::uint64_t group = node.item / plan_.launches[node.launch].range.group_items();
    all_[node.launch].insert(group);
    if (is_by_group_function(node)) {
      functions_[node.launch].insert(group);
    } else if (graph_.got_from_another(node.left, node.item) ||
               graph_.got_from_another(node.right, node.item)) {
      local_[node.launch].insert(group);
    }
  }

  bool is_by_group_function(const ProvenanceNode& node) const {
    if (node.op != Opcode::collective) return false;
    const Program& program = machine_.program(plan_.launches[node.launch].program);
    return !collective_of(program.code[node.pc]).of_sub_group;
  }

  const Plan& plan_;
  const Machine& machine_;
  const ProvenanceGraph& graph_;
  std::vector<bool> seen_;
  std::vector<std::set<std::uint64_t>> all_, local_, functions_;
  std::vector<std::uint64_t> scattered_;
};

}  // namespace

std::optional<InputPart> part_of(const Plan& plan, std::uint64_t index) {
  if (!plan.expectation) return std::nullopt;
  const Expectation& expected = *plan.expectation;
  // Explicit values do not show which inputs they combine, unless each value belongs to the part of one
  // work-group. The values of a pattern do not combine each input once.
  const bool is_by_group =
      expected.kind == Expectation::Kind::values && expected.input_buffer != expected.result_buffer;
  if (expected.kind >= Expectation::Kind::values && !is_by_group) return std::nullopt;
  if (expected.kind == Expectation::Kind::inclusive_scan) return InputPart{0, index + 1};
  if (expected.kind == Expectation::Kind::exclusive_scan) return InputPart{0, index};
  if (!is_by_group) return InputPart{0, plan.n};
  const std::uint64_t part = (plan.n + expected.result_elements - 1) / expected.result_elements;
  const std::uint64_t begin = std::min(index * part, plan.n);
  return InputPart{begin, std::min(begin + part, plan.n)};
}

CheckResult check_run(const Plan& plan, const CountedRun& run) {
  // A run that ended early has no result.
  if (!plan.expectation || run.early_end != EarlyEnd::none) return {};
  return check_result(plan, materialise(plan.buffers[plan.expectation->input_buffer]),
                      run.buffers[plan.expectation->result_buffer]);
}

std::string wrong_because(const Trace& trace, const CheckResult& check) {
  return wrong_because(trace.plan(), trace, check);
}

std::string wrong_because(const Plan& meant, const Trace& trace, const CheckResult& check) {
  if (check.passed()) return {};
  return explain(meant, trace.provenance(), *trace.seek(trace.size()), check,
                 [&](std::size_t program) -> const Program& { return trace.program(program); });
}

bool combines_by(const Trace& trace, const Plan& meant, std::uint64_t index) {
  const auto at_end = trace.seek(trace.size());
  const auto& result = at_end->buffer_provenance[meant.expectation->result_buffer];
  if (index >= result.size() || result[index] == 0) return false;
  const std::vector<ProvenanceId> parts = trace.provenance().combinations(result[index]);
  return std::ranges::any_of(parts, [&](ProvenanceId part) {
    return symbol_of(trace.provenance().node(part)) == symbol_of(meant.expectation->op);
  });
}

std::string wrong_because(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                          const CountedRun& run, const CheckResult& check, const std::stop_token& stop) {
  if (check.passed() || run.total.active_lanes > kMaxLaneInstructions) return {};
  const auto followed = Followed::run(plan, model, schedule, run.total.instructions, stop);
  if (!followed) return {};
  return explain(plan, followed->graph, followed->at_end, check,
                 [&](std::size_t program) -> const Program& { return followed->machine.program(program); });
}

// Finds the line that combines a value without inputs with a value of inputs, although the value without
// inputs depends on the inputs. The plan is run again with the same sizes, but with the inputs moved by
// one element.
std::uint32_t outside_line(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                           std::uint64_t instructions, const OutsideValues& outside,
                           const std::stop_token& stop) {
  OutsideValues others;
  const auto followed =
      Followed::run(with_inputs_moved(plan), model, schedule, 2 * instructions, stop, &others);
  if (!followed) return 0;
  const auto place = outside.changed_in(others);
  if (!place) return 0;
  const Program& program = followed->machine.program(plan.launches[place->launch].program);
  return program.ranges[program.code[place->pc].range].line;
}

std::optional<ResultSources> sources_of_result(const Plan& plan, const DeviceModel& model,
                                               const Schedule& schedule, std::uint64_t instructions,
                                               const ResultPart& part, const std::stop_token& stop) {
  OutsideValues outside;
  const auto followed = Followed::run(plan, model, schedule, instructions, stop, &outside);
  if (!followed) return std::nullopt;
  followed->graph.summarise();
  const std::vector<ProvenanceId>& result = followed->at_end.buffer_provenance[part.buffer];
  const auto elements = std::min<std::uint64_t>(part.elements, result.size());
  ResultSources sources;
  CombiningGroups groups(plan, followed->machine, followed->graph);
  const std::uint64_t step = std::max<std::uint64_t>(1, (elements + kMostFollowed - 1) / kMostFollowed);
  for (std::uint64_t i = 0; i < elements; ++i) {
    const std::uint64_t index = elements - 1 - i;
    groups.add(result[index]);
    if (i % step == 0) sources.elements.push_back(element_of(followed->graph, index, result[index]));
  }
  sources.launches = groups.launches();
  if (!outside.empty())
    sources.outside_line = outside_line(plan, model, schedule, instructions, outside, stop);
  return sources;
}

}  // namespace lockstep::sim
