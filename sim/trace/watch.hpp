// Evaluates an OpenCL C expression in the lanes of a warp at any moment of a run, for a row of the watch
// table or the condition of a breakpoint. The expression is compiled in the scope of the warp's next
// instruction and runs on a copy of the state, so it never changes the run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/compiler/watched_expression.hpp"
#include "sim/machine/state/state.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

struct Setup;

struct LaneValues {
  std::uint64_t known = 0;  // lanes that have a value
  LaneType type = LaneType::int32;
  unsigned count = 1;  // components of a vector
  std::string type_name;
  std::vector<std::uint64_t> bits;            // by lane, then by component
  std::map<unsigned, std::string> addresses;  // of pointers, by lane: "in[12]"
  std::map<unsigned, std::string> problems;   // by lane, why it has no value: "out of bounds"
  std::string problem;                        // why no lane has a value, as a sentence; empty: some may

  bool is_known(unsigned lane) const { return (known >> lane & 1) != 0; }
  // Returns whether any component is not zero.
  bool is_true(unsigned lane) const;
  bool same(const LaneValues& other, unsigned lane) const;
};

class Watch {
 public:
  // The trace must outlive this object.
  Watch(const Trace& trace, std::string expression);

  const std::string& expression() const { return expression_; }
  // Returns the values in `lanes` of a warp of the running group. `state` must be a state of the same trace.
  LaneValues in_warp(const MachineState& state, std::uint32_t warp, std::uint64_t lanes);
  // Returns why the expression cannot be evaluated before the instruction `pc` of a launch; empty if it can
  // be evaluated.
  std::string problem_at(std::uint32_t launch, std::uint32_t pc);

 private:
  using Code = Result<language::WatchedCode>;
  using Place = std::pair<std::size_t, std::size_t>;  // program or launch, and the scope in it
  std::size_t scope_of(std::size_t program, std::uint32_t pc);
  const Code& code_at(std::size_t program, std::uint32_t pc);
  // Returns the setup with which the machine runs the code in a launch.
  const Setup& setup_for(const language::WatchedCode& code, std::uint32_t launch, std::size_t scope);
  void copy(const MachineState& state, std::uint32_t warp, const language::WatchedCode& code);
  void evaluate(const Setup& setup, const language::WatchedCode& code, std::uint64_t lanes,
                LaneValues& values);

  const Trace& trace_;
  std::string expression_;
  std::map<std::size_t, std::vector<std::uint32_t>> boundaries_;  // of scopes, by program
  std::map<Place, Code> codes_;                                   // by program
  std::map<Place, std::shared_ptr<const Setup>> setups_;          // by launch
  MachineState work_;
};

}  // namespace lockstep::sim
