// A sentence has up to five parts: which lanes do what, which lanes do not take part and why, which inputs
// the result combines, which of the values read are stale, and the cost. Each part is derived from the trace
// record, from the state before the record, or from its accesses.
#include "sim/explain/narration/narration.hpp"

#include <fmt/compile.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "core/base/text/text.hpp"
#include "core/plan/element.hpp"
#include "sim/explain/narration/clause.hpp"
#include "sim/explain/narration/cost.hpp"
#include "sim/explain/narration/words.hpp"
#include "sim/explain/wrong_result/wrong_result.hpp"
#include "sim/figure_rows/stale_reads.hpp"
#include "sim/trace/operator_call.hpp"
#include "sim/trace/trace_maker.hpp"

namespace lockstep::sim {

namespace {

// Returns the register that holds the result. A call of the operator's function leaves its result in the
// function's register.
Register result_register(const Trace& trace, std::uint64_t position) {
  const Instruction& instruction = trace.instruction_at(position);
  const HelperFunction* called = operator_function_of(trace.plan(), trace.program_at(position));
  return instruction.op == Opcode::call && called != nullptr ? called->result.first : instruction.dst;
}

// Returns the provenance of the result that a lane computes at the moment.
ProvenanceId origin(const Trace& trace, std::uint64_t position, unsigned lane) {
  const auto after = trace.seek(position + 1);
  const std::size_t at =
      (std::size_t{trace.at(position).moment.warp} * trace.program_at(position).register_count +
       result_register(trace, position)) *
          trace.model().warp_width +
      lane;
  return at < after->register_provenance.size() ? after->register_provenance[at] : 0;
}

std::string lane_name(const Trace& trace, unsigned lane) {
  return trace.model().warp_width == 1 ? "It" : fmt::format(FMT_COMPILE("Lane {}"), lane);
}

// Describes the inputs of one lane's result. In a scan, this is the last lane, because it combines the
// most inputs.
std::string provenance_sentence(const Trace& trace, std::uint64_t position) {
  const TraceRecord& record = trace.at(position);
  const Opcode op = trace.instruction_at(position).op;
  if ((record.flags & TraceRecord::work) == 0 || op == Opcode::atomic) return {};
  const ProvenanceGraph& graph = trace.provenance();
  const std::uint64_t lanes = record.moment.lanes;
  if (op == Opcode::collective) {
    const unsigned last = 63 - static_cast<unsigned>(std::countl_zero(lanes));
    const std::string label = graph.label(origin(trace, position, last));
    return label.empty() ? "" : fmt::format(FMT_COMPILE(" {} gets {}."), lane_name(trace, last), label);
  }
  const unsigned lane = static_cast<unsigned>(std::countr_zero(lanes));
  const ProvenanceId id = origin(trace, position, lane);
  const ProvenanceNode& node = graph.node(id);
  if (node.kind != ProvenanceNode::Kind::combined) return {};
  return fmt::format(FMT_COMPILE(" {} makes {} from {} and {}."), lane_name(trace, lane), graph.name(id),
                     graph.name(node.left), graph.name(node.right));
}

// A run that ended early has no result.
std::string early_ending(const Trace& trace) {
  using enum Finding::Kind;
  if (is_beginning(trace)) return "The run has been recorded up to here and continues.";
  for (const Finding& finding : trace.findings()) {
    if (finding.kind == endless_loop) return fmt::format("The run does not end: {}.", finding.message);
    if (finding.kind == step_budget) return fmt::format("The run was {}.", finding.message);
  }
  return "The run was stopped here.";
}

// Returns a sentence that names the buffer for each letter of a label; empty if there is only one buffer.
std::string letters_of(const Trace& trace) {
  const ProvenanceGraph& graph = trace.provenance();
  if (graph.input_buffers().size() < 2) return {};
  std::string text;
  for (const std::uint32_t buffer : graph.input_buffers())
    text += fmt::format(FMT_COMPILE("{}{} is {}"), text.empty() ? "" : ", ", graph.letter(buffer),
                        trace.plan().buffers[buffer].name);
  return " (" + text + ")";
}

std::string ending(const Trace& trace) {
  if (trace.size() == 0) return "There is nothing to run: the result is already in memory.";
  if (trace.counted().early_end != EarlyEnd::none) return early_ending(trace);
  const auto& expectation = trace.plan().expectation;
  if (!expectation) return "The run has ended.";
  const PlanBuffer& buffer = trace.plan().buffers[expectation->result_buffer];
  const CheckResult check = check_run(trace.plan(), trace.counted());
  if (!check.passed())
    return "The run has ended with a wrong result: " +
           check.message(buffer.name, wrong_because(trace, check));
  const auto state = trace.seek(trace.size());
  const ProvenanceId id =
      state->buffer_provenance[expectation->result_buffer][expectation->result_elements - 1];
  const std::string covers = trace.provenance().label(id);
  return fmt::format(FMT_COMPILE("The run has ended: {}[{}] is {}{}."), buffer.name,
                     expectation->result_elements - 1,
                     words::element(state->machine.buffers[expectation->result_buffer], buffer.type,
                                    expectation->result_elements - 1),
                     covers.empty() ? "" : ", which is " + covers + letters_of(trace));
}

// Adds the lanes that do not take part to the clause about what the warp does.
std::string with_masked(std::string text, const Scene& scene) {
  const std::string masked = masked_clause(scene);
  if (!masked.empty()) text += "; " + masked;
  return text + ".";
}

constexpr int kPlain = 2;

// Returns how well a moment represents its line; the sentence of the moment with the highest rank describes
// the line.
int rank_of(Opcode op, std::uint16_t flags) {
  if (op == Opcode::barrier || op == Opcode::collective) return 9;
  if (op == Opcode::atomic) return 8;
  if (op == Opcode::store) return 7;
  if (flags & TraceRecord::work) return 6;
  if (op == Opcode::if_begin || op == Opcode::loop_test) return 5;
  if (op == Opcode::load) return 4;
  if (op == Opcode::kernel_end || op == Opcode::return_out) return 3;
  if (joins_lanes(op) || op == Opcode::loop_begin || op == Opcode::loop_back) return 1;
  return kPlain;
}

// Describes a line that only computes by its source.
std::string line_clause(const Scene& scene) {
  return fmt::format(FMT_COMPILE("{} {}"), several(scene, "compute"),
                     scene.words.source_line(scene.position));
}

// Whether the sentence depends only on masks, and neither on addresses nor on other warps.
bool depends_on_masks_only(Opcode op) {
  return op != Opcode::load && op != Opcode::barrier && op != Opcode::collective;
}

// A clause, together with everything except the instruction that determines the clause. Consecutive warps
// often have the same clause.
struct Said {
  std::uint64_t lanes = 0, existing = 0, finished = 0, taken = 0;
  std::vector<ControlFrame> stack;
  bool of_line = false, combines = false;
  std::string text;

  bool is_of(const Scene& scene, std::uint64_t scene_taken, bool scene_of_line) const {
    return lanes == scene.lanes() && existing == scene.warp.existing && finished == scene.warp.finished &&
           taken == scene_taken && of_line == scene_of_line &&
           combines == ((scene.record.flags & TraceRecord::work) != 0) && stack == scene.warp.stack &&
           !text.empty();
  }
};

std::string compose(const Scene& scene, bool of_line) {
  const bool plain = of_line && rank_of(scene.instruction.op, scene.record.flags) == kPlain;
  return with_masked(plain ? line_clause(scene) : clause(scene), scene);
}

// Returns what the host did directly before this moment, if a launch begins at the moment or the plan
// has ended.
std::string host_sentence(const Trace& trace, std::uint64_t position) {
  constexpr std::size_t kMax = 3;
  const Plan& plan = trace.plan();
  if (plan.host_calls.empty()) return {};
  const bool is_end = position >= trace.size();
  const std::size_t launch = is_end ? plan.launches.size() : trace.at(position).moment.launch;
  if (!is_end && position > 0 && trace.at(position - 1).moment.launch == launch) return {};
  const auto calls = host_calls_before(plan, launch);
  if (calls.empty()) return {};
  std::vector<std::string> words;
  for (const HostCall& call : calls.first(std::min(kMax, calls.size()))) words.push_back(words_of(call));
  std::string text = fmt::format("{}", fmt::join(words, "; "));
  if (calls.size() > kMax) text += fmt::format(" and {} more", plural(calls.size() - kMax, "call"));
  if (is_end) return fmt::format(" After the last launch the host called {}.", text);
  return fmt::format("The host called {}. ", text);
}

}  // namespace

struct Narrator::Impl {
  Impl(const Trace& of, const Combination* known) : trace(of), words(of), combination(known) {
    for (std::size_t i = 0; i < of.plan().programs.size(); ++i) said.emplace_back(of.program(i).code.size());
  }
  std::string who_does_what(std::uint64_t position, bool of_line);
  const std::string& said_of(const Scene& scene, bool of_line);
  std::string stale_sentences(std::uint64_t begin, std::uint64_t end);
  void find_stale_reads();

  const Trace& trace;
  TraceWords words;
  const Combination* combination;  // null: not known yet, or not needed
  std::optional<Combination> own;
  std::optional<std::multimap<std::uint64_t, std::size_t>> stale;  // by the moments of the read and the use
  std::vector<std::vector<Said>> said;                             // latest, by program and instruction
};

// Returns the sentence without the parts that need the state after the moment.
std::string Narrator::Impl::who_does_what(std::uint64_t position, bool of_line) {
  const auto state = trace.seek(position);
  const TraceRecord& record = trace.at(position);
  const Scene scene{trace,
                    words,
                    position,
                    record,
                    trace.instruction_at(position),
                    state->machine.group.warps[record.moment.warp],
                    state->machine};
  // With independent lanes, each warp of the machine is one work-item.
  const std::string who = fmt::format(
      FMT_COMPILE("{} {}: "), state->machine.warp_width == 1 ? "Work-item" : "Warp", record.moment.warp);
  return depends_on_masks_only(scene.instruction.op) ? who + said_of(scene, of_line)
                                                     : who + compose(scene, of_line);
}

const std::string& Narrator::Impl::said_of(const Scene& scene, bool of_line) {
  const Moment& moment = scene.record.moment;
  Said& last = said[trace.plan().launches[moment.launch].program][moment.pc];
  const std::uint64_t taken = where_true(scene);
  if (last.is_of(scene, taken, of_line)) return last.text;
  last = {scene.lanes(),
          scene.warp.existing,
          scene.warp.finished,
          taken,
          scene.warp.stack,
          of_line,
          (scene.record.flags & TraceRecord::work) != 0,
          compose(scene, of_line)};
  return last.text;
}

void Narrator::Impl::find_stale_reads() {
  stale.emplace();
  if (std::ranges::none_of(trace.findings(), is_harmful_race)) return;
  if (combination == nullptr) combination = &own.emplace(prepare_combination(trace));
  for (std::size_t i = 0; i < combination->stale_reads.size(); ++i) {
    stale->emplace(combination->stale_reads[i].read, i);
    stale->emplace(combination->stale_reads[i].used, i);
  }
}

// Returns the sentences about stale reads and their uses at the moments [begin, end).
std::string Narrator::Impl::stale_sentences(std::uint64_t begin, std::uint64_t end) {
  constexpr std::size_t kMax = 2;
  if (!stale) find_stale_reads();
  std::set<std::size_t> found;
  for (auto it = stale->lower_bound(begin); it != stale->end() && it->first < end; ++it)
    found.insert(it->second);
  std::string text;
  std::size_t said_so_far = 0;
  for (const std::size_t i : found) {
    if (said_so_far++ == kMax) {
      const std::size_t rest = found.size() - kMax;
      return text + fmt::format(FMT_COMPILE(" {} more {} stale."), rest, rest == 1 ? "read is" : "reads are");
    }
    text += fmt::format(FMT_COMPILE(" Stale read: {} (data race)."),
                        stale_words(trace, *combination, combination->stale_reads[i], UINT64_MAX));
  }
  return text;
}

Narrator::Narrator(const Trace& trace, const Combination* combination)
    : impl_(std::make_unique<Impl>(trace, combination)) {}
Narrator::~Narrator() = default;

std::string Narrator::moment(std::uint64_t position) {
  const Trace& trace = impl_->trace;
  if (position >= trace.size()) return ending(trace) + host_sentence(trace, position);
  return host_sentence(trace, position) + impl_->who_does_what(position, false) +
         provenance_sentence(trace, position) + impl_->stale_sentences(position, position + 1) +
         cost_sentences(impl_->words, trace, position, true);
}

std::string Narrator::line(std::uint64_t position) {
  const Trace& trace = impl_->trace;
  if (position >= trace.size()) return ending(trace) + host_sentence(trace, position);
  const std::uint64_t end = trace.next(position, Trace::Step::line);
  std::uint64_t best = position, combining = end;
  int most = 0;
  std::string costs;
  for (std::uint64_t at = position; at < end; ++at) {
    const std::uint16_t flags = trace.at(at).flags;
    const int rank = rank_of(trace.instruction_at(at).op, flags);
    if (rank >= most) best = at;
    most = std::max(most, rank);
    if (flags & TraceRecord::work) combining = at;
    if (flags & (TraceRecord::conflict | TraceRecord::uncoalesced))
      costs += cost_sentences(impl_->words, trace, at, false);
  }
  // Positions are processed in order, because a step back requires a replay.
  std::string values;
  if (combining < best) values = provenance_sentence(trace, combining);
  std::string text = impl_->who_does_what(best, true);
  if (combining >= best && combining != end) values = provenance_sentence(trace, combining);
  return host_sentence(trace, position) + text + values + impl_->stale_sentences(position, end) + costs;
}

std::string narrate(const Trace& trace, std::uint64_t position, const Combination* combination) {
  return Narrator(trace, combination).moment(position);
}

std::string narrate_line(const Trace& trace, std::uint64_t position, const Combination* combination) {
  return Narrator(trace, combination).line(position);
}

}  // namespace lockstep::sim
