#include "gui/jobs/ladder_runner.hpp"

namespace lockstep::gui {
namespace {

// What the counts depend on.
bool is_same(const ladder::LadderRequest& a, const ladder::LadderRequest& b) {
  const auto device = [](const ladder::LadderRequest& of) {
    return of.device ? of.device->name + of.device->driver : std::string();
  };
  return a.request.n == b.request.n && a.request.group_size == b.request.group_size &&
         a.request.op == b.request.op && a.request.type == b.request.type &&
         a.request.exclusive == b.request.exclusive && a.model == b.model && device(a) == device(b);
}

}  // namespace

LadderRunner::LadderRunner(std::string kernel_dir, const JobHost& host)
    : kernel_dir_(std::move(kernel_dir)),
      job_(
          [](const ladder::LadderRequest& request) {
            return [request](auto& control) {
              auto answer = std::make_shared<LadderAnswer>();
              answer->request = request;
              answer->counts = ladder::count_ladders(request, control.stop());
              return std::optional<std::shared_ptr<const LadderAnswer>>(std::move(answer));
            };
          },
          host) {}

void LadderRunner::want(const PlanRequest& request, const sim::DeviceModel& model,
                        const std::optional<opencl::Device>& device) {
  ladder::LadderRequest question;
  question.ladders = main_ladders();
  question.request = request;
  question.model = &model;
  question.kernel_dir = kernel_dir_;
  question.device = device;
  if (question_ && is_same(*question_, question)) return;
  question_ = question;
  answer_ = nullptr;
  job_.ask_only(std::move(question));
}

std::shared_ptr<const LadderAnswer> LadderRunner::answer() {
  for (auto& answer : job_.take()) answer_ = std::move(answer);
  return answer_;
}

void LadderRunner::wait(std::chrono::milliseconds most) { job_.wait(most); }

}  // namespace lockstep::gui
