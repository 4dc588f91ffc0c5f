// What a run depends on, and how the state of the window asks for one.
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

// What a trace depends on. The same request gives the same trace.
struct RunRequest {
  std::string algorithm, kernel_file, text, model;
  std::uint64_t n = 0, group_size = 0, seed = 0;
  Operator op = Operator::sum;
  ElementType type = ElementType::int32;
  Content::Pattern pattern = Content::Pattern::random;
  double constant = 0;
  bool exclusive = false;
  sim::Schedule schedule;
  std::shared_ptr<const Plan> recorded;  // null: not of a recording; `text` is that of its first program
  std::string typed_input;               // of Pattern::bytes only
  std::optional<OwnLaunch> launch;       // of the kernel file; then nothing of the algorithm matters
  PatternOptions pattern_options{};
  std::map<std::size_t, std::string> other_texts{};  // edited, of other programs of a recording
  std::string listings{};  // the document whose kernel takes the place of the algorithm's; empty: none
  // The text of a program of the plan.
  const std::string& text_of(std::size_t program) const;
  bool operator==(const RunRequest&) const = default;
};

PlanRequest plan_request(const RunRequest& request, const sim::DeviceModel& model);
// Of an algorithm or a document's listing, with the request's text.
Result<Plan> plan_of(const RunRequest& request, const PlanRequest& wanted);
// The run that the state asks for, without the kernel's text.
RunRequest run_request(const RunChoice& chosen);

// The user's own kernel file. The window edits and draws it, so its limit is lower than that of the command
// line.
inline constexpr std::uint64_t kMaxOwnKernelBytes = std::uint64_t{8} << 20;
Result<std::string> read_own_kernel(const std::string& path);

// Shows a recorded program, on the model that it ran on. An Error leaves the state as it is.
Result<void> choose_recording(AppState& state, const std::string& path);

}  // namespace lockstep::gui
