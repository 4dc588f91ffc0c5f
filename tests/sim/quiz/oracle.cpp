#include "tests/sim/quiz/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <regex>
#include <set>
#include <tuple>

#include "core/catalogue/algorithm.hpp"
#include "core/plan/input.hpp"
#include "sim/bytecode/memory_objects.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/memory_rules/access.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::quiz {
namespace {

using sim::Opcode;

struct RawAccess {
  sim::Space space = sim::Space::global;
  sim::AccessKind kind = sim::AccessKind::load;
  std::uint32_t bytes = 4;
  std::uint64_t lanes = 0;
  std::array<std::uint64_t, sim::kMaxLanes> addresses{};
};

struct Event {
  sim::Moment moment;
  std::vector<RawAccess> accesses;
  std::optional<sim::ObservedBranch> branch;
  bool releases = false;
};

class Events final : public sim::Observer {
 public:
  std::vector<Event> all;

  void on_access(const sim::MachineState&, const sim::Moment&, const sim::Instruction&,
                 const sim::ObservedAccess& access) override {
    RawAccess raw{access.space, access.access.kind, access.access.bytes, access.access.active, {}};
    sim::for_each_lane(raw.lanes,
                       [&](unsigned lane) { raw.addresses[lane] = access.access.addresses[lane]; });
    now_.accesses.push_back(raw);
  }
  void on_branch(const sim::MachineState&, const sim::Moment&, const sim::Instruction&,
                 const sim::ObservedBranch& branch) override {
    now_.branch = branch;
  }
  void on_barrier_release(const sim::MachineState&, std::uint32_t, const sim::Instruction&) override {
    now_.releases = true;
    late_release_ = true;
  }
  void on_instruction(const sim::MachineState&, const sim::Moment& moment, const sim::Instruction&) override {
    now_.moment = moment;
    all.push_back(std::move(now_));
    now_ = {};
    late_release_ = false;
  }
  // Events after the instruction belong to it.
  void finish_step() {
    if (late_release_ && !all.empty()) all.back().releases = true;
    late_release_ = false;
    now_ = {};
  }

 private:
  Event now_;
  bool late_release_ = false;
};

sim::Machine machine_of(const Plan& plan, const sim::DeviceModel& model, const sim::Schedule& schedule) {
  sim::MachineOptions options;
  options.schedule = schedule;
  return std::move(*sim::compile_machine(plan, model, options));
}

double value_of(std::uint64_t bits, ElementType type) {
  return with_type(type, [&]<class T>() {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return static_cast<double>(value);
  });
}

std::uint64_t bits_of(const sim::MachineState& state, const sim::MemoryObject& memory, std::uint64_t index) {
  const std::span<const std::byte> all = memory.is_local
                                             ? std::span<const std::byte>(state.group.local_memory)
                                             : std::span<const std::byte>(state.buffers[memory.buffer]);
  const std::size_t size = size_bytes(memory.type);
  std::uint64_t bits = 0;
  std::memcpy(&bits, all.data() + memory.offset_bytes + index * size, size);
  return bits;
}

bool only_joins(Opcode op) {
  switch (op) {
    case Opcode::if_else:
    case Opcode::if_end:
    case Opcode::loop_begin:
    case Opcode::loop_join:
    case Opcode::loop_back:
    case Opcode::loop_end:
    case Opcode::break_out:
    case Opcode::continue_out:
    case Opcode::case_label:
    case Opcode::switch_end:
    case Opcode::function_end:
    case Opcode::kernel_end:
      return true;
    default:
      return false;
  }
}

std::vector<std::uint64_t> lanes_of(std::uint64_t mask) {
  std::vector<std::uint64_t> lanes;
  for (unsigned lane = 0; lane < 64; ++lane)
    if ((mask >> lane & 1) != 0) lanes.push_back(lane);
  return lanes;
}

std::string different(const std::string& what, const std::string& here, const std::string& there) {
  return fmt::format("{}: the question says {}, brute force {}", what, here, there);
}

std::string compare(const Question& question, const std::vector<std::uint64_t>& items) {
  if (question.answer.items == items) return {};
  return different("items", ranges_text(question.answer.items), ranges_text(items));
}

std::string compare(const Question& question, double number) {
  if (std::abs(question.answer.number - number) <= question.tolerance) return {};
  return different("number", fmt::format("{}", question.answer.number), fmt::format("{}", number));
}

}  // namespace

struct Oracle::Impl {
  Impl(std::shared_ptr<const sim::Trace> of, const sim::DeviceModel& its_model)
      : trace(std::move(of)),
        model(its_model),
        plan(trace->plan()),
        machine(machine_of(plan, model, trace->schedule())) {
    sim::MachineState state = machine.initial_state();
    sim::Observer* const observers[] = {&events};
    while (events.all.size() < trace->size() && machine.step(state, observers)) events.finish_step();
    events.finish_step();
  }

  const sim::Program& program(std::size_t at) const {
    return machine.program(plan.launches[events.all[at].moment.launch].program);
  }
  const sim::Instruction& instruction(std::size_t at) const {
    return program(at).code[events.all[at].moment.pc];
  }
  std::uint32_t line(std::size_t at) const { return trace->range_at(at).line; }
  bool same_warp(std::size_t one, std::size_t other) const {
    const sim::Moment &a = events.all[one].moment, &b = events.all[other].moment;
    return a.warp == b.warp && a.group == b.group && a.launch == b.launch;
  }
  // The machine's state after `position` instructions, from its start.
  const sim::MachineState& state_at(std::uint64_t position) {
    if (!replayed || replayed_to > position) {
      replayed = std::make_unique<sim::MachineState>(machine.initial_state());
      replayed_to = 0;
    }
    for (; replayed_to < position; ++replayed_to) machine.step(*replayed, {});
    return *replayed;
  }

  std::string form(const Question& question) const;
  std::optional<std::string> answer(const Question& question);
  std::string lanes(const Question& question);
  std::string masking(const Question& question);
  std::string branch(const Question& question);
  std::string next_line(const Question& question);
  std::string cells(const Question& question);
  std::string value(const Question& question);
  std::string memory(const Question& question);
  std::string waits(const Question& question);
  std::optional<std::string> inputs(const Question& question);
  std::optional<std::string> steps(const Question& question);
  std::string final_value(const Question& question);
  std::string bytes(const Question& question);
  std::optional<std::string> race(const Question& question);
  std::string without_barrier(const Question& question);
  std::string finding(const Question& question);
  std::uint64_t bytes_moved(const Plan& of) const;
  const RawAccess* only_access(const Question& question) const;

  std::shared_ptr<const sim::Trace> trace;
  const sim::DeviceModel& model;
  const Plan& plan;
  sim::Machine machine;
  Events events;
  std::unique_ptr<sim::MachineState> replayed;
  std::uint64_t replayed_to = 0;
};

// Conditions for each question: the correct answer is accepted, other answers are not, and no text is empty.
std::string Oracle::Impl::form(const Question& question) const {
  if (question.text.empty() || question.reason.empty() || question.given.empty()) return "a text is empty";
  static const std::regex placeholder(
      R"(\{(warp|line|lane|name|index|who|count|value|id|other|code|source|cells)\})");
  std::vector<std::string> texts = question.given;
  texts.insert(texts.end(), {question.text, question.reason});
  for (const Fact& fact : question.facts) texts.push_back(fact.text);
  for (const std::string& text : texts)
    if (std::regex_search(text, placeholder)) return "a word is missing in: " + text;
  if (!check(question, question.answer).is_right) return "its own answer is not accepted";
  if (question.position > question.about || question.reveal < question.position)
    return "the order of moments";
  const auto read = parse_answer(question, answer_text(question, question.answer));
  if (!read || !check(question, *read).is_right) return "its answer, as a text, is not accepted";
  if (question.form == Form::choice) {
    const std::set<std::string> distinct(question.choices.begin(), question.choices.end());
    if (question.choices.size() < 2 || distinct.size() != question.choices.size())
      return "two choices are the same";
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
      Answer other;
      other.choice = i;
      if (check(question, other).is_right != (i == question.answer.choice)) return "two choices are right";
    }
  } else if (question.form == Form::number) {
    Answer other = question.answer;
    other.number += 1;
    if (check(question, other).is_right) return "another number is accepted";
  } else {
    if (!std::ranges::is_sorted(question.answer.items)) return "items are not sorted";
    if (!question.answer.items.empty() && question.answer.items.back() >= question.items)
      return "items out of range";
    if (question.is_single && question.answer.items.size() != 1) return "not a single item";
    for (std::uint64_t item = 0; item < std::min<std::uint64_t>(question.items, 64); ++item) {
      Answer other = question.answer;
      const auto at = std::ranges::lower_bound(other.items, item);
      if (at != other.items.end() && *at == item)
        other.items.erase(at);
      else
        other.items.insert(at, item);
      const AnswerVerdict verdict = check(question, other);
      if (verdict.is_right || verdict.reason.empty()) return "another set is accepted";
    }
  }
  return {};
}

// The next time at which the warp executes an instruction of the line.
std::string Oracle::Impl::lanes(const Question& question) {
  std::size_t at = question.position;
  while (at < events.all.size() && !(same_warp(at, question.about) && line(at) == question.line &&
                                     trace->range_at(at).file == 0 && !only_joins(instruction(at).op)))
    ++at;
  if (at == events.all.size()) return "the warp never gets there";
  if (at != question.about) return fmt::format("moment {} comes first, not {}", at, question.about);
  const std::uint64_t active = events.all[at].moment.lanes;
  // The whole line is executed by these lanes.
  for (std::size_t next = at; next < events.all.size() && same_warp(next, at) && line(next) == question.line;
       ++next)
    if (!only_joins(instruction(next).op) && events.all[next].moment.lanes != active)
      return "the line has two masks";
  if (question.kind == QuestionKind::active_lanes) return compare(question, lanes_of(active));
  const std::uint64_t existing = state_at(at).group.warps[question.warp].existing;
  return compare(question, static_cast<double>(std::popcount(existing & ~active)));
}

std::string Oracle::Impl::masking(const Question& question) {
  const std::uint64_t bit = std::uint64_t{1} << *question.lane;
  if ((events.all[question.about].moment.lanes & bit) != 0) return "the lane is active";
  // The lane executed the branch last, together with the others, and did not continue.
  for (std::size_t at = question.about; at-- > 0;) {
    if (!same_warp(at, question.about) || (events.all[at].moment.lanes & bit) == 0) continue;
    const std::string prefix = fmt::format("Line {}: ", line(at));
    if (!question.choices[question.answer.choice].starts_with(prefix)) return "another line: " + prefix;
    for (std::size_t i = 0; i < question.choices.size(); ++i)
      if (i != question.answer.choice && question.choices[i].starts_with(prefix))
        return "two choices are this line";
    return {};
  }
  return "the lane was never active";
}

std::string Oracle::Impl::branch(const Question& question) {
  std::optional<bool> diverges;
  for (std::size_t at = question.position; at < events.all.size(); ++at) {
    if (!same_warp(at, question.about)) continue;
    if (line(at) != question.line) break;
    if (!events.all[at].branch) continue;
    if (diverges) return "the line has two branches";
    diverges = events.all[at].branch->divergent();
  }
  if (!diverges) return "the line has no branch";
  return *diverges == (question.answer.choice == 0) ? "" : "the other answer is right";
}

std::string Oracle::Impl::next_line(const Question& question) {
  for (std::size_t at = question.position; at < events.all.size(); ++at) {
    if (!same_warp(at, question.about) || line(at) == question.line || only_joins(instruction(at).op))
      continue;
    const std::string prefix = fmt::format("Line {}: ", line(at));
    for (std::size_t i = 0; i < question.choices.size(); ++i)
      if (question.choices[i].starts_with(prefix) != (i == question.answer.choice))
        return "the next line is " + prefix;
    return {};
  }
  return "the warp ends";
}

// Elements by raw addresses. Any other access of the line that the text could refer to has the same elements.
std::string Oracle::Impl::cells(const Question& question) {
  const bool stores = question.kind == QuestionKind::written_cell;
  const sim::MemoryObject& memory = *question.memory;
  const auto elements_of = [&](const RawAccess& access) {
    std::set<std::uint64_t> elements;
    sim::for_each_lane(access.lanes, [&](unsigned lane) {
      if (question.is_single && question.lane && lane != *question.lane) return;
      const std::int64_t offset = sim::offset_of(access.addresses[lane]);
      for (std::uint64_t byte = 0; byte < access.bytes; byte += size_bytes(memory.type))
        elements.insert((static_cast<std::uint64_t>(offset) + byte) / size_bytes(memory.type));
    });
    return elements;
  };
  std::optional<std::set<std::uint64_t>> found;
  for (std::size_t at = question.position;
       at < events.all.size() && same_warp(at, question.about) && line(at) == question.line; ++at)
    for (const RawAccess& access : events.all[at].accesses) {
      const std::uint32_t object =
          sim::object_of(access.addresses[static_cast<unsigned>(std::countr_zero(access.lanes))]);
      const bool is_local = access.space == sim::Space::local;
      if (object != memory.object || is_local != memory.is_local) continue;
      if ((access.kind != sim::AccessKind::load) != stores) continue;
      const bool same_words = trace->range_at(at) == trace->range_at(question.about);
      if (!same_words) continue;
      const auto elements = elements_of(access);
      if (found && *found != elements) return "the words mean two accesses";
      found = elements;
    }
  if (!found) return "there is no such access";
  return compare(question, std::vector<std::uint64_t>(found->begin(), found->end()));
}

// The register that the lane stores.
std::string Oracle::Impl::value(const Question& question) {
  const sim::MachineState& state = state_at(question.about);
  const sim::Instruction& store = instruction(question.about);
  if (store.op != Opcode::store) return "it is not a store";
  const std::uint64_t bits =
      state.register_bits(state.group.warps[question.warp], store.b, store.type, *question.lane);
  const std::string fault = compare(question, value_of(bits, store.type));
  if (!fault.empty()) return fault;
  return compare(question,
                 value_of(bits_of(state_at(question.about + 1), question.cell->memory, question.cell->index),
                          question.cell->memory.type));
}

const RawAccess* Oracle::Impl::only_access(const Question& question) const {
  const Event& event = events.all[question.about];
  return event.accesses.size() == 1 ? &event.accesses.front() : nullptr;
}

std::string Oracle::Impl::memory(const Question& question) {
  const RawAccess* raw = only_access(question);
  if (raw == nullptr) return "not one access";
  const sim::WarpAccess access{raw->kind, raw->bytes, raw->lanes, raw->addresses};
  const sim::LocalRule& rule = model.local;
  const auto word = [&](unsigned lane) {
    return static_cast<std::uint64_t>(sim::offset_of(raw->addresses[lane])) / rule.bank_bytes;
  };
  std::map<std::uint64_t, std::set<std::uint64_t>> words;   // by bank
  std::map<std::uint64_t, std::vector<std::uint64_t>> who;  // lanes by bank
  sim::for_each_lane(raw->lanes, [&](unsigned lane) {
    words[word(lane) % rule.banks].insert(word(lane));
    who[word(lane) % rule.banks].push_back(lane);
  });
  std::uint64_t most = 0;
  for (const auto& [bank, each] : words) most = std::max<std::uint64_t>(most, each.size());
  switch (question.kind) {
    case QuestionKind::bank:
      return compare(question, static_cast<double>(word(*question.lane) % rule.banks));
    case QuestionKind::lanes_of_pass:
      return compare(question, who[word(*question.lane) % rule.banks]);
    case QuestionKind::conflict_degree:
      return compare(question, static_cast<double>(most));
    case QuestionKind::passes: {
      if (raw->space == sim::Space::constant)
        return compare(question, static_cast<double>(sim::constant_passes(model, access).size()));
      const bool simple = raw->bytes <= rule.bank_bytes && rule.row_bytes == 0 && !rule.broadcasts_one_word &&
                          rule.lanes_per_access >= model.warp_width &&
                          rule.wide != sim::LocalRule::Wide::phases;
      if (simple) return compare(question, static_cast<double>(most));
      return compare(question, static_cast<double>(sim::local_passes(model, access).size()));
    }
    default:
      break;
  }
  if (model.global.kind != sim::GlobalRule::Kind::distinct_units)
    return compare(question, static_cast<double>(sim::global_transactions(model, access).size()));
  const std::uint64_t unit =
      raw->kind == sim::AccessKind::load ? model.global.load_unit_bytes : model.global.store_unit_bytes;
  std::set<std::uint64_t> units;
  sim::for_each_lane(raw->lanes, [&](unsigned lane) {
    const auto first = static_cast<std::uint64_t>(sim::offset_of(raw->addresses[lane]));
    for (std::uint64_t byte = 0; byte < raw->bytes; ++byte) units.insert((first + byte) / unit);
  });
  return compare(question, static_cast<double>(units.size()));
}

std::string Oracle::Impl::waits(const Question& question) {
  std::vector<std::uint64_t> waiting;
  if (!events.all[question.about].releases) {
    const sim::MachineState& state = state_at(question.about + 1);
    for (std::size_t i = 0; i < state.group.warps.size(); ++i)
      if (state.group.warps[i].status == sim::Warp::Status::at_barrier) waiting.push_back(i);
  }
  return compare(question, waiting);
}

// An element value that no sum, maximum or minimum can hide; no value for other operators and types.
std::optional<std::vector<std::byte>> extreme(ElementType type, Operator op) {
  const bool is_unsigned = type == ElementType::uint8 || type == ElementType::uint16 ||
                           type == ElementType::uint32 || type == ElementType::uint64;
  if (type == ElementType::uint16x4 || size_bytes(type) < 4) return std::nullopt;
  if (op != Operator::sum && op != Operator::max && (op != Operator::min || is_unsigned)) return std::nullopt;
  return with_type(type, [&]<class T>() {
    const T value = op == Operator::min ? static_cast<T>(-100'000) : static_cast<T>(100'000);
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  });
}

// Changes one input after another and runs again: the cell changes exactly if it contains the input.
std::optional<std::string> Oracle::Impl::inputs(const Question& question) {
  const sim::MemoryObject& input = *question.memory;
  if (!plan.expectation || plan.expectation->is_pattern() || plan.n > 128 || question.about > 20'000)
    return std::nullopt;
  const auto changed_element = extreme(input.type, plan.expectation->op);
  if (!changed_element) return std::nullopt;
  const std::vector<std::byte> contents = materialise(plan.buffers[input.buffer]);
  const auto cell_of = [&](const Plan& of) {
    const sim::Machine other = machine_of(of, model, trace->schedule());
    sim::MachineState state = other.initial_state();
    for (std::uint64_t at = 0; at < question.reveal; ++at)
      if (!other.step(state, {})) break;
    return bits_of(state, question.cell->memory, question.cell->index);
  };
  const std::uint64_t before = cell_of(plan);
  std::vector<std::uint64_t> found;
  const std::size_t size = size_bytes(input.type);
  for (std::uint64_t element = 0; element < input.elements; ++element) {
    Plan changed = plan;
    std::vector<std::byte> bytes = contents;
    std::ranges::copy(*changed_element, bytes.begin() + static_cast<std::ptrdiff_t>(element * size));
    changed.buffers[input.buffer].content.pattern = Content::Pattern::bytes;
    changed.buffers[input.buffer].content.bytes = std::make_shared<const std::vector<std::byte>>(bytes);
    if (cell_of(changed) != before) found.push_back(element);
  }
  return compare(question, found);
}

// The distinct values of the variable at all later stores.
std::optional<std::string> Oracle::Impl::steps(const Question& question) {
  static const std::regex name(R"(The variable (\w+) numbers)");
  std::smatch match;
  if (!std::regex_search(question.text, match, name)) return "no variable";
  const std::string variable = match[1];
  const bool one_launch = question.text.find("of launch") != question.text.npos || plan.launches.size() == 1;
  std::set<std::int64_t> values;
  sim::MachineState state = machine.initial_state();
  for (std::uint64_t at = 0; at < events.all.size(); ++at) {
    const sim::Moment& moment = events.all[at].moment;
    const bool is_store = instruction(at).op == Opcode::store;
    const bool is_here = !one_launch || (moment.launch == question.launch && moment.group == question.group);
    if (at >= question.position && is_store && is_here) {
      const sim::Warp& warp = state.group.warps[moment.warp];
      const auto lane = static_cast<unsigned>(std::countr_zero(moment.lanes));
      for (const sim::Variable& each : program(at).variables)
        if (each.name == variable && each.in_register && each.begin <= moment.pc && moment.pc < each.end)
          values.insert(static_cast<std::int64_t>(
              value_of(state.register_bits(warp, each.first, each.type, lane), each.type)));
      const sim::Kernel* kernel = program(at).find_kernel(plan.launches[moment.launch].kernel);
      for (const sim::Parameter& each : kernel->parameters)
        if (each.name == variable && each.kind == sim::Parameter::Kind::value)
          values.insert(static_cast<std::int64_t>(
              value_of(state.register_bits(warp, each.first, each.type, lane), each.type)));
    }
    machine.step(state, {});
  }
  return compare(question, static_cast<double>(values.size()));
}

std::string Oracle::Impl::final_value(const Question& question) {
  sim::MachineState state = machine.initial_state();
  machine.run(state, {});
  return compare(question, value_of(bits_of(state, question.cell->memory, question.cell->index),
                                    question.cell->memory.type));
}

std::uint64_t Oracle::Impl::bytes_moved(const Plan& of) const {
  const sim::Machine other = machine_of(of, model, trace->schedule());
  struct Sum final : sim::Observer {
    const sim::DeviceModel& model;
    std::uint64_t bytes = 0;
    explicit Sum(const sim::DeviceModel& its) : model(its) {}
    void on_access(const sim::MachineState&, const sim::Moment&, const sim::Instruction&,
                   const sim::ObservedAccess& access) override {
      if (access.space != sim::Space::global) return;
      for (const sim::Transaction& each : sim::global_transactions(model, access.demand()))
        bytes += each.bytes;
    }
  } sum(model);
  sim::MachineState state = other.initial_state();
  sim::Observer* const observers[] = {&sum};
  other.run(state, observers);
  return sum.bytes;
}

std::string Oracle::Impl::bytes(const Question& question) {
  const auto algorithm = find_algorithm(question.choices[1]);
  if (!algorithm) return "no such kernel";
  PlanRequest request;
  const Expectation& expected = *plan.expectation;
  request.n = plan.n;
  request.group_size = plan.group_size;
  request.op = expected.op;
  request.type = plan.type;
  request.exclusive = expected.kind == Expectation::Kind::exclusive_scan;
  request.input = plan.buffers[expected.input_buffer].content;
  request.limits = sim::limits_of(model);
  if (expected.mask_width != 0) request.pattern.mask_width = expected.mask_width;
  request.pattern.columns = expected.columns;
  if (expected.kind == Expectation::Kind::histogram) request.pattern.bins = expected.parameter;
  if (expected.kind == Expectation::Kind::split) request.pattern.bit = expected.parameter;
  if (expected.kind == Expectation::Kind::compaction) request.pattern.keep_above = expected.parameter;
  const auto other = make_plan(**algorithm, request, *load_kernel(**algorithm, ""));
  if (!other) return other.error().message;
  const std::uint64_t here = bytes_moved(plan), there = bytes_moved(*other);
  const std::size_t right = here < there ? 0 : here > there ? 1 : 2;
  return right == question.answer.choice ? "" : fmt::format("{} against {} bytes", here, there);
}

// Conflicting accesses between two barriers. Programs that order memory in other ways are omitted.
std::optional<std::string> Oracle::Impl::race(const Question& question) {
  struct Access {
    std::uint64_t item = 0;
    std::uint32_t line = 0;
    bool stores = false;
    std::uint32_t group = 0;
    std::uint64_t interval = 0;  // between two barriers; for one group only
    auto operator<=>(const Access&) const = default;
  };
  using Place =
      std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;  // launch, group of local memory, byte
  std::map<Place, std::set<Access>> places;
  std::uint64_t local_interval = 0, global_interval = 0;
  for (std::size_t at = 0; at < events.all.size(); ++at) {
    const Event& event = events.all[at];
    const Opcode op = instruction(at).op;
    if (op == Opcode::atomic || op == Opcode::fence || op == Opcode::collective || op == Opcode::copy_begin ||
        op == Opcode::copy || op == Opcode::image || (op == Opcode::barrier && instruction(at).mode != 0))
      return std::nullopt;
    const NdRange& range = plan.launches[event.moment.launch].range;
    if (range.dimensions != 1) return std::nullopt;
    for (const RawAccess& access : event.accesses)
      sim::for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t item = event.moment.group * range.local_size[0] +
                                   std::uint64_t{event.moment.warp} * machine.model().warp_width + lane;
        for (std::uint32_t byte = 0; byte < access.bytes; ++byte) {
          const bool is_local = access.space == sim::Space::local;
          const std::uint64_t interval = is_local ? local_interval : global_interval;
          places[{event.moment.launch, is_local ? event.moment.group : UINT32_MAX,
                  access.addresses[lane] + byte}]
              .insert({item, line(at), access.kind != sim::AccessKind::load, event.moment.group, interval});
        }
      });
    if (event.releases) {
      if ((instruction(at).imm & 1) != 0) ++local_interval;
      if ((instruction(at).imm & 2) != 0) ++global_interval;
    }
  }
  const auto conflict = [](const Access& one, const Access& other) {
    return one.item != other.item && (one.stores || other.stores) &&
           (one.group != other.group || one.interval == other.interval);
  };
  const auto races = [&](std::optional<std::uint32_t> launch, std::uint64_t first, std::uint32_t first_line,
                         std::uint64_t second, std::uint32_t second_line) {
    for (const auto& [place, accesses] : places) {
      if (launch && std::get<0>(place) != *launch) continue;
      for (const Access& one : accesses)
        for (const Access& other : accesses)
          if (one.item == first && one.line == first_line && other.item == second &&
              other.line == second_line && conflict(one, other))
            return true;
    }
    return false;
  };
  static const std::regex pair(
      R"((?:In launch (\d+), b|B)etween work-item (\d+) in line (\d+) and work-item (\d+) in line (\d+)\.)");
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    std::smatch match;
    if (!std::regex_match(question.choices[i], match, pair)) {
      if (i != question.answer.choice) continue;
      // No race: no two work-items of a group conflict in an interval.
      for (const auto& [place, accesses] : places)
        for (const Access& one : accesses)
          for (const Access& other : accesses)
            if (conflict(one, other))
              return fmt::format("work-items {} and {} conflict in lines {} and {}", one.item, other.item,
                                 one.line, other.line);
      continue;
    }
    std::optional<std::uint32_t> launch = 0;
    if (match[1].matched) launch = static_cast<std::uint32_t>(std::stoul(match[1]) - 1);
    const bool is_race =
        races(launch, std::stoull(match[2]), static_cast<std::uint32_t>(std::stoul(match[3])),
              std::stoull(match[4]), static_cast<std::uint32_t>(std::stoul(match[5])));
    if (is_race != (i == question.answer.choice)) return "wrong about: " + question.choices[i];
  }
  return std::string();
}

// The barrier is removed from the text, and the machine runs step by step.
std::string Oracle::Impl::without_barrier(const Question& question) {
  static const std::regex where(R"(line (\d+) is removed.* What is (\w+)\[(\d+)\])");
  static const std::regex call(R"(\b(work_group_)?barrier\s*\([^;]*\)\s*;)");
  std::smatch match;
  if (!std::regex_search(question.text, match, where)) return "the text says no line";
  const auto wanted = static_cast<std::uint32_t>(std::stoul(match[1]));
  const std::uint64_t index = std::stoull(match[3]);
  Plan edited = plan;
  const KernelSource source = plan.programs[plan.launches[question.launch].program].source;
  std::string text, rest = source.text;
  for (std::uint32_t line_number = 1; !rest.empty(); ++line_number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    std::string line_text = rest.substr(0, end);
    rest.erase(0, end);
    text += line_number == wanted
                ? std::regex_replace(line_text, call, ";", std::regex_constants::format_first_only)
                : line_text;
  }
  if (text == source.text) return "there is no barrier";
  for (PlanProgram& each : edited.programs)
    if (each.source == source) each.source.text = text;
  const sim::Machine other = machine_of(edited, model, trace->schedule());
  sim::MachineState state = other.initial_state();
  while (other.step(state, {})) continue;
  const auto buffer = static_cast<std::uint32_t>(plan.expectation->result_buffer);
  const PlanBuffer& result = plan.buffers[buffer];
  const sim::MemoryObject memory{false, buffer, result.type, buffer + 1, 0, result.elements, result.name};
  const std::string value = sim::format_value(bits_of(state, memory, index), result.type);
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    if ((question.choices[i] == value) != (i == question.answer.choice)) return "brute force gives " + value;
  return {};
}

// The findings of a run without a trace, by the text of each choice.
std::string Oracle::Impl::finding(const Question& question) {
  using enum sim::Finding::Kind;
  const auto counted =
      sim::run_counted(plan, model, {.schedule = trace->schedule(), .count_work = false, .threads = 1});
  if (!counted) return counted.error().message;
  const std::vector<std::pair<std::regex, sim::Finding::Kind>> sentences{
      {std::regex(R"(Two work-items access one element without order, one of them in line (\d+),.*)"),
       data_race},
      {std::regex(R"(Line (\d+) accesses an element outside its array\.)"), out_of_bounds},
      {std::regex(R"(Line (\d+) uses an element to which nothing was written before\.)"), uninitialised_read},
      {std::regex(R"(Not all work-items of a group reach the barrier in line (\d+)\.)"), barrier_divergence}};
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    bool is_true = counted->findings.empty();
    for (const auto& [sentence, kind] : sentences) {
      std::smatch match;
      if (!std::regex_match(question.choices[i], match, sentence)) continue;
      const auto wanted = static_cast<std::uint32_t>(std::stoul(match[1]));
      is_true = std::ranges::any_of(counted->findings, [&](const sim::Finding& each) {
        return each.kind == kind && (each.first.range.line == wanted || each.second.range.line == wanted);
      });
    }
    if (is_true != (i == question.answer.choice)) return "wrong about: " + question.choices[i];
  }
  return {};
}

std::optional<std::string> Oracle::Impl::answer(const Question& question) {
  switch (question.kind) {
    case QuestionKind::active_lanes:
    case QuestionKind::idle_lanes:
      return lanes(question);
    case QuestionKind::masking_line:
      return masking(question);
    case QuestionKind::diverges:
      return branch(question);
    case QuestionKind::next_line:
      return next_line(question);
    case QuestionKind::read_cells:
    case QuestionKind::written_cell:
      return cells(question);
    case QuestionKind::written_value:
      return value(question);
    case QuestionKind::bank:
    case QuestionKind::lanes_of_pass:
    case QuestionKind::conflict_degree:
    case QuestionKind::passes:
    case QuestionKind::transactions:
      return memory(question);
    case QuestionKind::waits:
      return waits(question);
    case QuestionKind::inputs_of_cell:
      return inputs(question);
    case QuestionKind::steps_left:
      return steps(question);
    case QuestionKind::final_value:
      return final_value(question);
    case QuestionKind::fewer_bytes:
      return bytes(question);
    case QuestionKind::race:
      return race(question);
    case QuestionKind::without_barrier:
      return without_barrier(question);
    case QuestionKind::finding:
      return finding(question);
  }
  return std::nullopt;
}

Oracle::Oracle(std::shared_ptr<const sim::Trace> trace, const sim::DeviceModel& model)
    : impl_(std::make_unique<Impl>(std::move(trace), model)) {}
Oracle::~Oracle() = default;

std::string Oracle::fault_of(const Question& question) {
  if (impl_->events.all.size() < impl_->trace->size()) return "the machine ran differently";
  const std::string form = impl_->form(question);
  if (!form.empty()) return form;
  const auto answer = impl_->answer(question);
  if (answer) ++recomputed_;
  return answer.value_or("");
}

}  // namespace lockstep::quiz
