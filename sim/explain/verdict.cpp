#include "sim/explain/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <type_traits>

#include "core/plan/input.hpp"
#include "core/plan/operations.hpp"
#include "sim/explain/narration/trace_words.hpp"
#include "sim/explain/narration/words.hpp"
#include "sim/explain/wrong_result/meant_result.hpp"
#include "sim/figure_rows/combination_tree.hpp"

namespace lockstep::sim {
namespace {

// The number of inputs after which the search ends without a result.
constexpr std::uint64_t kMaxInputs = 4'000'000;

template <class T>
T wrapping_power(T base, std::uint64_t exponent) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(std::pow(base, static_cast<T>(exponent)));
  } else {
    std::uint64_t result = 1, factor = static_cast<std::uint64_t>(base);
    for (; exponent != 0; exponent >>= 1, factor *= factor)
      if (exponent & 1) result *= factor;
    return static_cast<T>(result);
  }
}

// The combination of inputs by the plan's operator. is_equal() allows for the difference that correct
// rounding may cause.
template <class T>
struct Combined {
  T value{};
  double tolerance = 0;
  std::uint64_t terms = 0;

  void add(Operator op, T input, std::uint64_t times) {
    const bool is_first = terms == 0;
    terms += times;
    switch (op) {
      case Operator::sum:
        if constexpr (std::is_floating_point_v<T>) {
          value += input * static_cast<T>(times);
          tolerance += std::abs(static_cast<double>(input)) * static_cast<double>(times);
        } else {
          value =
              static_cast<T>(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(input) * times);
        }
        break;
      case Operator::product: {
        const T power = wrapping_power(input, times);
        if constexpr (std::is_floating_point_v<T>) {
          value = is_first ? power : value * power;
          tolerance = std::abs(static_cast<double>(value));
        } else {
          value = is_first
                      ? power
                      : static_cast<T>(static_cast<std::uint64_t>(value) * static_cast<std::uint64_t>(power));
        }
        break;
      }
      case Operator::min:
        value = is_first ? input : std::min(value, input);
        break;
      case Operator::max:
        value = is_first ? input : std::max(value, input);
        break;
      case Operator::digits:
      case Operator::matrix:
        if constexpr (std::is_integral_v<T>)
          for (std::uint64_t i = 0; i < times; ++i)
            value = is_first && i == 0 ? input : combine_integers(op, value, input);
        break;
    }
  }

  bool is_equal(T other) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (!std::isfinite(value)) return true;  // an overflow permits no statement
      const double unit = static_cast<double>(std::numeric_limits<T>::epsilon());
      return std::abs(static_cast<double>(other) - static_cast<double>(value)) <=
             2 * unit * static_cast<double>(terms + 1) * tolerance;
    } else {
      return other == value;
    }
  }
};

bool counts_repetitions(Operator op) { return op != Operator::min && op != Operator::max; }

std::span<const std::byte> bytes_of(const TraceState& state, const NamedMemory& memory) {
  const std::span<const std::byte> all = memory.space == Space::local
                                             ? std::span(state.machine.group.local_memory)
                                             : std::span(state.machine.buffers[memory.object - 1]);
  return all.subspan(memory.offset_bytes, memory.bytes);
}

// Whether the expression is a variable or an element of an array, such as "sum" or "scratch[t]", and not a
// computation.
bool is_copied(std::string_view expression) {
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  if (expression.empty() || std::isdigit(static_cast<unsigned char>(expression.front())) != 0) return false;
  const auto name =
      static_cast<std::size_t>(std::ranges::find_if_not(expression, is_of_name) - expression.begin());
  if (name == 0 || name == expression.size()) return name != 0;
  if (expression[name] != '[') return false;
  int depth = 0;
  for (std::size_t at = name; at < expression.size(); ++at) {
    if (expression[at] == '[') ++depth;
    if (expression[at] == ']' && --depth == 0) return at + 1 == expression.size();
  }
  return false;
}

// Walks through the stores of a trace and checks the values that became part of the wrong element.
class Search {
 public:
  // `plan` contains the expectation. It must outlive this object, and may differ from the plan of the
  // trace (meant_result.hpp).
  Search(const Trace& trace, const Plan& plan, std::uint64_t index)
      : trace_(trace),
        plan_(plan),
        expected_(*plan.expectation),
        index_(index),
        input_(materialise(plan.buffers[expected_.input_buffer])) {
    const auto at_end = trace.seek(trace.size());
    const auto& result = at_end->buffer_provenance[expected_.result_buffer];
    const ProvenanceId id = index < result.size() ? result[index] : 0;
    if (id == 0) return;
    parts_.insert(id);
    for (const ProvenanceId part : trace.provenance().combinations(id)) parts_.insert(part);
  }

  // Checks whether the last launch has stored right values of parts that together contain all inputs. In this
  // case, only the launch that combines them is missing, and the function returns a sentence about it;
  // otherwise "".
  std::string missing_launch() {
    const bool is_one_value =
        expected_.kind == Expectation::Kind::reduction && expected_.result_elements == 1;
    if (!is_one_value || plan_.launches.empty()) return {};
    const std::string& name = plan_.buffers[expected_.result_buffer].name;
    const std::string verb = expected_.op == Operator::sum ? "add" : "combine";
    std::set<std::uint64_t> places;
    const std::uint64_t groups = plan_.launches.back().range.group_count();
    for (std::uint64_t group = 0; group < groups; ++group) places.insert(group);
    if (are_right_parts(places))
      return fmt::format(
          "each work-group has the right value of its part, in {0}[0] to {0}[{1}]; a launch that {2}s these "
          "{3} "
          "values is missing",
          name, groups - 1, verb, groups);
    places = stored_last();
    if (!are_right_parts(places)) return {};
    const std::uint64_t second = *std::next(places.begin());
    return fmt::format(
        "each work-item has the right value of its part, in {0}[{1}], {0}[{2}]{3}; {4} missing", name,
        *places.begin(), second,
        places.size() == 2
            ? ""
            : fmt::format("{}{}[{}]", places.size() == 3 ? ", " : " … ", name, *places.rbegin()),
        places.size() == 2 ? fmt::format("a launch that {}s these 2 values is", verb)
                           : fmt::format("launches that {} these {} values are", verb, places.size()));
  }

  std::optional<WrongFrom> find() {
    if (trace_.size() > kMaxTracedMoments) return last_store();
    for (std::uint64_t position = 0; position < trace_.size() && left_ > 0; ++position) {
      if ((trace_.at(position).flags & TraceRecord::store) == 0) continue;
      if (auto found = wrong_value(position)) return found;
    }
    return last_store();
  }

 private:
  // Returns the elements of the result's buffer that the last launch stored.
  std::set<std::uint64_t> stored_last() {
    std::set<std::uint64_t> places;
    const auto last = static_cast<std::uint32_t>(trace_.plan().launches.size() - 1);
    for (std::uint64_t position = trace_.size(); position-- > 0;) {
      if (trace_.at(position).moment.launch != last) break;
      if ((trace_.at(position).flags & TraceRecord::store) == 0) continue;
      any_stored(position, [&](const NamedMemory& memory, std::uint64_t index) {
        if (memory.space != Space::local && memory.object == expected_.result_buffer + 1)
          places.insert(index);
        return false;
      });
    }
    return places;
  }

  // Whether the places are several elements of the result's buffer, each of which is the right combination of
  // different inputs, and which together contain all inputs.
  bool are_right_parts(const std::set<std::uint64_t>& places) {
    const auto at_end = trace_.seek(trace_.size());
    const std::vector<ProvenanceId>& ids = at_end->buffer_provenance[expected_.result_buffer];
    const std::span<const std::byte> bytes = at_end->machine.buffers[expected_.result_buffer];
    if (places.size() < 2 || *places.rbegin() >= ids.size()) return false;
    if (bytes.size() < (*places.rbegin() + 1) * size_bytes(plan_.type)) return false;
    std::vector<bool> is_in(plan_.n);
    for (const std::uint64_t place : places) {
      const InputCounts counts = trace_.provenance().counts(ids[place]);
      for (const auto& [input, times] : counts) {
        const bool is_new = input.first == expected_.input_buffer && times == 1 && input.second < plan_.n;
        if (!is_new || is_in[input.second]) return false;
        is_in[input.second] = true;
      }
      if (counts.empty() || !combination_unlike(counts, bytes, place).empty()) return false;
    }
    return std::ranges::all_of(is_in, std::identity{});
  }

  const std::vector<NamedMemory>& memories_at(std::uint64_t position) {
    const std::uint32_t launch = trace_.at(position).moment.launch;
    if (launch_ != launch) memories_ = named_memories(trace_.plan(), launch, trace_.program_at(position));
    launch_ = launch;
    return memories_;
  }

  template <class Visit>  // calls visit(memory, index) for each stored element, until it is true
  bool any_stored(std::uint64_t position, Visit visit) {
    const std::vector<NamedMemory>& memories = memories_at(position);
    for (const AccessDetail& detail : trace_.accesses(position)) {
      if (detail.kind == AccessKind::load) continue;
      for (unsigned lane = 0; lane < detail.addresses.size(); ++lane) {
        if ((detail.lanes >> lane & 1) == 0) continue;
        const auto first = find_element(memories, detail.addresses[lane]);
        if (!first) continue;
        const std::uint64_t count =
            std::max<std::uint64_t>(1, detail.bytes / size_bytes(first->memory->type));
        const std::uint64_t end = std::min(first->index + count, first->memory->elements());
        for (std::uint64_t index = first->index; index < end; ++index)
          if (visit(*first->memory, index)) return true;
      }
    }
    return false;
  }

  std::uint32_t line_at(std::uint64_t position) const {
    const SourceRange& range = trace_.range_at(position);
    return range.file == 0 ? range.line : 0;
  }

  WrongFrom from(std::uint64_t position, const std::string& what) const {
    return {position + 1, line_at(position),
            fmt::format("Line {} stores {}.", trace_.range_at(position).line, what)};
  }

  // A line that only copies a value does not make it wrong, so the sentence says that the error is before.
  std::string error_before(std::uint64_t position) const {
    const std::string value = words::split_assignment(TraceWords(trace_).source(position)).value;
    return is_copied(value) ? fmt::format(". This is the value of {}: the error is before this line", value)
                            : std::string();
  }

  std::optional<WrongFrom> wrong_value(std::uint64_t position) {
    const auto after = trace_.seek(position + 1);
    std::optional<WrongFrom> found;
    any_stored(position, [&](const NamedMemory& memory, std::uint64_t index) {
      const ProvenanceId id = provenance_of(*after, memory, index);
      if (!parts_.contains(id) || memory.type != plan_.type) return false;
      const std::string what = error_of(id, bytes_of(*after, memory), memory, index);
      if (!what.empty()) found = from(position, what + error_before(position));
      return found.has_value();
    });
    return found;
  }

  // Returns the error of a stored value: "27 in scratch[0], but Σ x0..x1 is 26"; "" if the value is correct.
  std::string error_of(ProvenanceId id, std::span<const std::byte> bytes, const NamedMemory& memory,
                       std::uint64_t index) {
    const InputCounts counts = trace_.provenance().counts(id);
    left_ -= std::min<std::uint64_t>(left_, counts.size() + 1);
    std::vector<std::uint64_t> repeated;
    for (const auto& [input, times] : counts) {
      if (input.first != expected_.input_buffer || times >= kManyTimes) return {};
      if (times > 1) repeated.push_back(input.second);
    }
    if (counts.empty()) return {};
    const std::string label = trace_.provenance().label(id);
    const std::string place = fmt::format("{}[{}]", memory.name, index);
    std::string right = combination_unlike(counts, bytes, index);
    const auto disorder = is_commutative(expected_.op) ? std::nullopt : trace_.provenance().out_of_order(id);
    if (!right.empty() && disorder)
      return fmt::format("{} in {}: x{} is combined before x{}; in their order these inputs give {}",
                         words::element(bytes, memory.type, index), place, disorder->before, disorder->after,
                         right);
    if (!right.empty())
      return fmt::format("{} in {}, but {} is {}", words::element(bytes, memory.type, index), place, label,
                         right);
    if (!repeated.empty() && counts_repetitions(expected_.op))
      return fmt::format("{} in {}: {} {} counted more than once", label, place, name_ranges(repeated),
                         repeated.size() == 1 ? "is" : "are");
    return {};
  }

  // Returns the combination of the inputs if the stored element differs from it; otherwise "".
  std::string combination_unlike(const InputCounts& counts, std::span<const std::byte> bytes,
                                 std::uint64_t index) const {
    return with_type(plan_.type, [&]<class T>() -> std::string {
      Combined<T> combined;
      for (const auto& [input, times] : counts) {
        T value;
        std::memcpy(&value, input_.data() + input.second * sizeof(T), sizeof(T));
        combined.add(expected_.op, value, times);
      }
      T stored;
      std::memcpy(&stored, bytes.data() + index * sizeof(T), sizeof(T));
      if (combined.is_equal(stored)) return {};
      return words::element(std::as_bytes(std::span(&combined.value, 1)), plan_.type, 0);
    });
  }

  // Finds the last store to the wrong element, because the element is wrong after this store.
  std::optional<WrongFrom> last_store() {
    for (std::uint64_t position = trace_.size(); position-- > 0;) {
      if ((trace_.at(position).flags & TraceRecord::store) == 0) continue;
      std::string place;
      const bool is_it = any_stored(position, [&](const NamedMemory& memory, std::uint64_t index) {
        if (memory.space == Space::local || memory.object != expected_.result_buffer + 1 || index != index_)
          return false;
        place = fmt::format("the wrong value in {}[{}]; the value may be wrong before this line", memory.name,
                            index);
        return true;
      });
      if (is_it) return from(position, place);
    }
    return std::nullopt;
  }

  const Trace& trace_;
  const Plan& plan_;
  const Expectation& expected_;
  std::uint64_t index_;
  std::vector<std::byte> input_;
  std::set<ProvenanceId> parts_;  // values that are part of the wrong element
  std::vector<NamedMemory> memories_;
  std::optional<std::uint32_t> launch_;
  std::uint64_t left_ = kMaxInputs;
};

RunVerdict verdict_from(const Plan& plan, const CountedRun& run, const CheckResult& check,
                        std::string because) {
  RunVerdict verdict;
  verdict.kind = check.passed() ? RunVerdict::Kind::right : RunVerdict::Kind::wrong;
  verdict.error = check.error;
  if (check.passed()) {
    verdict.right = right_result(plan, run);
    return verdict;
  }
  verdict.message = check.message(plan.buffers[plan.expectation->result_buffer].name, because);
  verdict.because = std::move(because);
  verdict.first = check.first;
  verdict.more = check.more;
  verdict.differences = check.differences;
  return verdict;
}

}  // namespace

std::string_view name(RunVerdict::Kind kind) {
  switch (kind) {
    case RunVerdict::Kind::not_checked:
      return "not checked";
    case RunVerdict::Kind::right:
      return "right";
    case RunVerdict::Kind::wrong:
      break;
  }
  return "wrong";
}

RunVerdict verdict_of(const Trace& trace) {
  if (!trace.plan().expectation || trace.counted().early_end != EarlyEnd::none) return {};
  const CheckResult check = check_run(trace.plan(), trace.counted());
  if (!check.first) return verdict_from(trace.plan(), trace.counted(), check, wrong_because(trace, check));
  const std::optional<Plan> meant = plan_meant(trace.plan());
  const bool is_meant = meant && combines_by(trace, *meant, check.first->index);
  const Plan& plan = is_meant ? *meant : trace.plan();
  Search search(trace, plan, check.first->index);
  const std::string missing = search.missing_launch();
  const bool lacks_launch = !missing.empty();
  RunVerdict verdict = verdict_from(trace.plan(), trace.counted(), check,
                                    lacks_launch ? missing : wrong_because(plan, trace, check));
  verdict.lacks_launch = lacks_launch;
  if (!lacks_launch) verdict.from = search.find();
  return verdict;
}

RunVerdict verdict_of(const Plan& plan, const DeviceModel& model, const Schedule& schedule,
                      const CountedRun& run, const std::stop_token& stop) {
  if (!plan.expectation || run.early_end != EarlyEnd::none) return {};
  const CheckResult check = check_run(plan, run);
  if (check.first && run.total.instructions <= kMaxTracedMoments) {
    const auto trace = Trace::record(plan, model,
                                     {.max_moments = run.total.instructions + 1,
                                      .detect_findings = false,
                                      .schedule = schedule,
                                      .stop = stop});
    if (trace && !stop.stop_requested()) return verdict_of(**trace);
  }
  return verdict_from(plan, run, check, wrong_because(plan, model, schedule, run, check, stop));
}

}  // namespace lockstep::sim
