// A trace that is prepared for questions: its line steps with their lanes, the previous and next step of each
// warp, and descriptions of the events. Like Trace::seek(), not safe for several threads.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/explain/narration/trace_words.hpp"
#include "sim/figure_rows/combination.hpp"
#include "sim/figure_rows/memory_object.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::quiz {

// The moments [begin, end) of one warp at one line.
struct LineStep {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::uint64_t begin = 0, end = 0;
  std::uint64_t first = 0;  // the first moment that does more than join lanes; `end` if there is none
  std::uint64_t lanes = 0;  // active lanes of the moment `first`
  bool keeps_lanes = true;  // whether all moments that do something have these lanes
  std::uint32_t launch = 0, group = 0, warp = 0;
  std::uint32_t line = 0;                        // 0 if the line is not in the kernel's own file
  std::uint32_t previous = kNone, next = kNone;  // steps of the same warp
  bool acts() const { return first != end; }
};

// A branch or loop test that a warp executes.
struct Branch {
  std::uint64_t position = 0;
  std::uint32_t line = 0;
  std::string condition;  // the source text of the condition: "t < s"
  std::uint64_t lanes = 0, taken = 0;
  bool is_loop = false;
  // The compared values in each lane, for a comparison: "9 < 8". Empty for other conditions.
  std::vector<std::string> values;
};

class QuizRun {
 public:
  // `combination` contains the rows of this trace, if they are already known; it must outlive this object.
  explicit QuizRun(std::shared_ptr<const sim::Trace> trace, const sim::Combination* combination = nullptr);

  const sim::Trace& trace() const { return *trace_; }
  const Plan& plan() const { return trace_->plan(); }
  // Whether the work-items run independently, so that each warp has one lane.
  bool has_items_only() const { return trace_->model().warp_width == 1; }
  const std::vector<LineStep>& steps() const { return steps_; }
  // Returns the step that contains the moment.
  std::uint32_t step_of(std::uint64_t moment) const;
  const LineStep& at(std::uint32_t step) const { return steps_[step]; }
  // Returns the next step of the warp that does something; kNone if there is no such step.
  std::uint32_t next_acting(std::uint32_t step) const;
  // Returns the previous step of the warp that does something; kNone if there is no such step.
  std::uint32_t previous_acting(std::uint32_t step) const;

  std::shared_ptr<const sim::TraceState> state(std::uint64_t position) const {
    return trace_->seek(position);
  }
  // Returns the work-items of a warp as a mask of lanes.
  std::uint64_t existing(const LineStep& step) const;
  std::uint32_t warps_of_group(const LineStep& step) const;
  std::uint64_t work_item(const LineStep& step, unsigned lane) const;

  // The following functions describe parts of the run.
  std::string code(std::uint32_t launch, std::uint32_t line) const;  // the whole line, without indentation
  std::string code(const LineStep& step) const { return code(step.launch, step.line); }
  const std::string& source(std::uint64_t moment) const { return words_.source(moment); }
  // Returns the cells that the accesses of a moment touch: "scratch[0..31]".
  std::string cells(std::uint64_t moment) const { return words_.cells(moment); }
  // Returns "warp 2" or "work-item 70".
  std::string who(const LineStep& step) const;
  // Returns "lane 3 of warp 2" or "work-item 70".
  std::string lane_words(const LineStep& step, unsigned lane) const;

  // Returns the branch that a moment executes; empty if the moment is no branch.
  std::optional<Branch> branch_at(std::uint64_t moment) const;
  // Returns, for each lane, the last moment before `moment` that the lane of this warp executed; UINT64_MAX
  // if there is no such moment.
  std::vector<std::uint64_t> last_moments(std::uint64_t moment, std::uint64_t lanes) const;

  const std::vector<sim::MemoryObject>& memories(std::uint64_t moment) const;
  const sim::MemoryObject* memory_at(std::uint64_t moment, std::uint64_t address) const;
  // Returns the element of the memory that contains the address.
  std::optional<std::uint64_t> element_at(std::uint64_t moment, std::uint64_t address) const;
  // The access of a moment that has exactly one access, in which all lanes access one memory.
  struct Access {
    sim::AccessDetail detail;
    const sim::MemoryObject* memory = nullptr;
    std::vector<std::uint64_t> elements;  // the first element of each lane
    std::uint64_t count = 1;              // number of elements for each lane
  };
  std::optional<Access> access_at(std::uint64_t moment) const;
  std::string value(std::uint64_t position, const sim::MemoryObject& memory, std::uint64_t element) const;
  // Whether anything was written to the element before `position`. If not, the value of the element is
  // a coincidence.
  bool is_written(std::uint64_t position, const sim::MemoryObject& memory, std::uint64_t element) const;
  // Whether values that this moment computes may depend on uninitialised memory, on an access outside an
  // array, or on the order in which the simulator executes a race. This is the case if the run has a finding
  // at or before this moment.
  bool is_by_chance(std::uint64_t moment) const { return first_finding_ <= moment; }
  // Returns the same for a step that reads memory.
  bool is_by_chance(const LineStep& step) const;
  sim::ProvenanceId provenance(std::uint64_t position, const sim::MemoryObject& memory,
                               std::uint64_t element) const;

  // Returns the rows of the run, which are prepared at the first request.
  const sim::Combination& combination() const;

 private:
  void add_steps();
  std::optional<Branch> find_branch(std::uint64_t moment) const;

  std::shared_ptr<const sim::Trace> trace_;
  std::vector<LineStep> steps_;
  std::uint64_t first_finding_ = UINT64_MAX;  // moment of the first finding; UINT64_MAX: none
  mutable sim::TraceWords words_;
  mutable std::vector<std::vector<sim::MemoryObject>> memories_;     // for each launch
  mutable std::map<std::uint64_t, std::optional<Branch>> branches_;  // recently requested branches, by moment
  mutable const sim::Combination* combination_;
  mutable std::unique_ptr<sim::Combination> own_;
};

// Returns a line of a source without indentation and comment.
std::string code_of_line(const std::string& line);
// Whether an instruction does something for the lanes, other than joining lanes or jumping.
bool acts(sim::Opcode op);

}  // namespace lockstep::quiz
