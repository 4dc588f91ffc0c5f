#include "gui/background_jobs/lab_runner.hpp"

#include <utility>

namespace lockstep::gui {
namespace {

Result<lab::Report> report_for(const LabRequest& request, const std::stop_token& stop) {
  const auto scene = lab::find_scene(request.scene);
  if (!scene) return tl::unexpected(scene.error());
  return lab::evaluate(**scene, {request.values, request.model}, stop);
}

}  // namespace

LabRunner::LabRunner(const JobHost& host)
    : job_(
          [](const LabRequest& request) {
            return [request](auto& control) {
              auto answer =
                  std::make_shared<const LabAnswer>(LabAnswer{request, report_for(request, control.stop())});
              return std::optional<std::shared_ptr<const LabAnswer>>(std::move(answer));
            };
          },
          host) {}

void LabRunner::want(const LabRequest& request) {
  if (wanted_ == request) return;
  wanted_ = request;
  job_.ask_only(request);
}

std::shared_ptr<const LabAnswer> LabRunner::answer() {
  for (auto& answer : job_.take()) answer_ = std::move(answer);
  return answer_;
}

bool LabRunner::is_current() {
  const auto latest = answer();
  return latest != nullptr && latest->request == wanted_;
}

void LabRunner::wait(std::chrono::milliseconds most) { job_.wait(most); }

}  // namespace lockstep::gui
