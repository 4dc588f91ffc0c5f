#include "gui/session/prepared_runs.hpp"

#include <algorithm>
#include <utility>

#include "gui/session/original_source.hpp"
#include "gui/session/run_maker.hpp"

namespace lockstep::gui {

PreparedRuns::PreparedRuns(std::string kernel_dir, const JobHost& host)
    : kernel_dir_(std::move(kernel_dir)), job_(begin, host) {}

// Makes the run of a request, and prepares the figures at the moment that is shown first.
Job<PreparedRuns::Request, PreparedRuns::Made>::Piece PreparedRuns::begin(const Request& request) {
  return [request, maker = std::make_shared<RunMaker>(request.run)](auto& control) -> std::optional<Made> {
    auto made = maker->next(control.stop());
    if (!made) return std::nullopt;
    if (!*made) return Made();
    auto run = std::make_unique<Run>(std::move(**made));
    const std::uint64_t position = playhead(request.view, *run);
    run->figures->lanes(position, request.view.lane_variable);
    run->figures->memory_access(position);
    return std::optional<Made>(std::move(run));
  };
}

// Returns the request for a view that is not shown. Returns none if the kernel of the view cannot be read, or
// if the view shows a recording, because recordings are read when they are shown.
std::optional<RunRequest> PreparedRuns::request_of(const AppState& state) const {
  if (state.shows_recording()) return std::nullopt;
  RunRequest request = run_request(state);
  if (const std::string* edited = state.edited_text()) {
    request.text = *edited;
    return request;
  }
  const auto source = original_of(state, kernel_dir_);
  if (!source) return std::nullopt;
  request.text = source->text;
  return request;
}

std::vector<PreparedRuns::Prepared>::iterator PreparedRuns::find(const RunRequest& request) {
  return std::ranges::find_if(prepared_,
                              [&](const Prepared& one) { return one.run && one.request == request; });
}

void PreparedRuns::prepare(const std::vector<AppState>& soon) {
  for (Made& run : job_.take()) {
    if (!run) continue;
    const auto place = std::ranges::find(prepared_, run->request, &Prepared::request);
    if (place != prepared_.end()) place->run = std::move(run);
  }
  const std::size_t count = std::min(soon.size(), kMaxPrepared);
  if (soon == prepared_for_) return;
  prepared_for_ = soon;
  std::vector<Prepared> wanted;
  std::vector<Request> missing;
  for (std::size_t i = 0; i < count; ++i) {
    auto request = request_of(soon[i]);
    if (!request) continue;
    const auto known = find(*request);
    Made run = known == prepared_.end() ? nullptr : std::move(known->run);
    if (!run) missing.push_back({*request, soon[i]});
    wanted.push_back({std::move(*request), std::move(run)});
  }
  prepared_ = std::move(wanted);
  job_.ask_instead(std::move(missing));
}

bool PreparedRuns::take(const RunRequest& wanted, std::unique_ptr<Run>& shown) {
  const auto found = find(wanted);
  if (found == prepared_.end()) return false;
  std::swap(shown, found->run);
  if (found->run && !found->run->is_beginning()) {
    found->request = found->run->request;
  } else {
    prepared_.erase(found);
  }
  return true;
}

}  // namespace lockstep::gui
