// The inputs of a run, and how the state of the window determines them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/catalogue/algorithm.hpp"
#include "gui/state/state.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::gui {

// All inputs of a run. Equal requests give equal traces.
struct RunRequest {
  std::string algorithm, kernel_file, text, model;
  std::uint64_t n = 0, group_size = 0, seed = 0;
  Operator op = Operator::sum;
  ElementType type = ElementType::int32;
  Content::Pattern pattern = Content::Pattern::random;
  double constant = 0;
  bool exclusive = false;
  sim::Schedule schedule;
  std::shared_ptr<const Plan> recorded;  // a recorded program, whose first text is `text`; null: no recording
  std::string typed_input;               // for Pattern::bytes only
  std::optional<OwnLaunch> launch;  // launch of the kernel file; if set, the algorithm's fields are ignored
  PatternOptions pattern_options{};
  std::map<std::size_t, std::string> other_texts{};  // edited texts of other programs of a recording
  std::string listings{};  // document whose kernel replaces the algorithm's kernel; empty: none
  // The text of a program; `program`: an index into Plan::programs.
  const std::string& text_of(std::size_t program) const;
  bool operator==(const RunRequest&) const = default;
};

PlanRequest plan_request(const RunRequest& request, const sim::DeviceModel& model);
// Makes the plan of an algorithm or of a document's listing, with the text of the request.
Result<Plan> plan_of(const RunRequest& request, const PlanRequest& wanted);
// Returns the request for the run that the state describes, without the kernel's text.
RunRequest run_request(const RunChoice& chosen);

// Size limit for the user's own kernel file. The window edits and draws the file, so the limit is lower than
// the limit of the command line.
inline constexpr std::uint64_t kMaxOwnKernelBytes = std::uint64_t{8} << 20;
Result<std::string> read_own_kernel(const std::string& path);

// Shows a recorded program, on the device model that it ran on. After an Error the state is unchanged.
Result<void> choose_recording(AppState& state, const std::string& path);

}  // namespace lockstep::gui
