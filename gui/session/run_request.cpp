#include "gui/session/run_request.hpp"

#include "core/base/files/text_file.hpp"
#include "core/catalogue/listings.hpp"
#include "core/plan/typed_values.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::gui {

Result<std::string> read_own_kernel(const std::string& path) {
  return read_text_file(path, kMaxOwnKernelBytes);
}

Result<void> choose_recording(AppState& state, const std::string& path) {
  const auto run = sim::prepare_recording(path);
  if (!run) return tl::unexpected(run.error());
  choose_kernel_file(state, path);
  state.tab = kStepPage;
  if (sim::find_device_model(run->recorded_model)) state.model = run->recorded_model;
  return {};
}

PlanRequest plan_request(const RunRequest& request, const sim::DeviceModel& model) {
  PlanRequest wanted;
  wanted.n = request.n;
  wanted.group_size = request.group_size;
  wanted.op = request.op;
  wanted.type = request.type;
  wanted.input = Content{request.pattern, request.constant, request.seed, nullptr};
  // Values that are invalid for the type are replaced by the default input; make_run() reports
  // them as an error.
  if (request.pattern == Content::Pattern::bytes) {
    const auto typed = parse_typed_values(request.typed_input, request.type);
    wanted.input = typed ? typed->content : Content{};
    if (typed) wanted.n = typed->count;
  }
  // The state keeps the selected form while it shows an algorithm that has no exclusive form.
  const auto algorithm = find_algorithm(request.algorithm);
  wanted.exclusive = request.exclusive && algorithm && (*algorithm)->has_exclusive_form;
  wanted.pattern = request.pattern_options;
  wanted.limits = sim::limits_of(model);
  return wanted;
}

RunRequest run_request(const RunChoice& chosen) {
  // The kernel that a document prints has only one type.
  const DocumentListing* const listing = chosen.listing();
  const std::string typed = chosen.pattern == Content::Pattern::bytes ? chosen.typed_input : std::string();
  return {chosen.algorithm,
          chosen.kernel_file,
          {},
          chosen.model,
          chosen.n,
          chosen.group_size,
          chosen.seed,
          chosen.op,
          listing != nullptr ? listing->type : chosen.type,
          chosen.pattern,
          chosen.constant,
          chosen.exclusive,
          chosen.schedule,
          nullptr,
          typed,
          chosen.launch,
          chosen.pattern_options,
          {},
          listing != nullptr ? chosen.listings : std::string()};
}

Result<Plan> plan_of(const RunRequest& request, const PlanRequest& wanted) {
  if (const DocumentListing* const listing = find_listing(request.listings, request.algorithm))
    return make_listing_plan(*listing, wanted, {listing->path(), request.text, {}});
  const auto algorithm = find_algorithm(request.algorithm);
  if (!algorithm) return tl::unexpected(algorithm.error());
  const std::string path = request.kernel_file.empty() ? (*algorithm)->kernel_file : request.kernel_file;
  return make_plan(**algorithm, wanted, KernelSource{path, request.text, {}});
}

const std::string& RunRequest::text_of(std::size_t program) const {
  if (program == 0 || !recorded || program >= recorded->programs.size()) return text;
  const auto edited = other_texts.find(program);
  return edited == other_texts.end() ? recorded->programs[program].source.text : edited->second;
}

}  // namespace lockstep::gui
