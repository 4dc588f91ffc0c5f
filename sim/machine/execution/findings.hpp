// Functions that report findings to the observers. An observer that already has a finding counts it again;
// the message is made at most once.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/machine/execution/execution.hpp"
#include "sim/machine/execution/memory_slice.hpp"

namespace lockstep::sim {

inline Finding::Party party(const Execution& x, std::uint64_t work_item, std::uint32_t pc) {
  return {work_item, x.launch->index, x.range(pc), false, true};
}

// Reports a finding. `make_finding` returns it with the parties and the message; report() sets the
// other members.
template <class MakeFinding>
void report(Execution& x, const FindingKey& key, std::uint64_t occurrences, MakeFinding make_finding) {
  std::optional<Finding> finding;
  for (Observer* observer : x.observers) {
    if (observer->count_again(key, occurrences)) continue;
    if (!finding) {
      finding = make_finding();
      finding->kind = key.kind;
      finding->program = x.launch->program_index;
      finding->step = x.state.executed;
      finding->occurrences = occurrences;
    }
    observer->on_finding(x.state, *finding);
  }
}

// Reports a finding about one or two instructions. If there is no second party, second_pc must be equal
// to pc.
template <class MakeFinding>
void report(Execution& x, Finding::Kind kind, std::uint32_t pc, std::uint32_t second_pc,
            std::uint64_t occurrences, MakeFinding make_finding) {
  if (x.observers.empty()) return;
  FindingKey key{kind, x.launch->program_index, x.range(pc).file, x.range(pc).line, 0, 0};
  if (second_pc != pc) {
    key.second_file = x.range(second_pc).file;
    key.second_line = x.range(second_pc).line;
  }
  report(x, key, occurrences, make_finding);
}

// Returns the key of a finding about one access or operation of the current instruction. It equals the result
// of key_of() for this finding.
inline FindingKey key_of_access(const Execution& x, Finding::Kind kind, Space space, std::uint32_t object,
                                bool is_store) {
  const SourceRange& range = x.range(x.pc);
  FindingKey key{kind, x.launch->program_index, range.file, range.line, 0, 0};
  key.column = range.column;
  key.end_line = range.end_line;
  key.end_column = range.end_column;
  key.space = space;
  key.object = object;
  key.is_store = is_store;
  return key;
}

// Findings about the user's kernel. Each call is one finding at the current instruction, with the number of
// work-items concerned; the message is made only when an observer needs it.

// Reports lanes whose access failed or read uninitialised memory; does nothing if no lane failed.
void report_access(Execution& x, Finding::Kind kind, const AccessRequest& request, std::uint64_t lanes);
void report_division_by_zero(Execution& x, std::uint64_t lanes);
// Reports an index beyond the end of an array that is part of a larger object.
void report_index(Execution& x, const Operation& op, std::uint64_t lanes);

}  // namespace lockstep::sim
