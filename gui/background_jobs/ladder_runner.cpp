#include "gui/background_jobs/ladder_runner.hpp"

namespace lockstep::gui {
namespace {

// Returns true if both requests give the same counts and predictions.
bool is_same(const sim::LadderRequest& a, const sim::LadderRequest& b) {
  const auto device = [](const sim::LadderRequest& of) {
    return of.device ? of.device->name + of.device->driver : std::string();
  };
  return a.request.n == b.request.n && a.request.group_size == b.request.group_size &&
         a.request.op == b.request.op && a.request.type == b.request.type &&
         a.request.exclusive == b.request.exclusive && a.model == b.model && a.ladders == b.ladders &&
         device(a) == device(b);
}

}  // namespace

LadderRunner::LadderRunner(std::string kernel_dir, const JobHost& host)
    : kernel_dir_(std::move(kernel_dir)),
      job_(
          [](const sim::LadderRequest& request) {
            return [request](auto& control) {
              auto answer = std::make_shared<LadderAnswer>();
              answer->request = request;
              answer->counts = sim::count_ladders(request, control.stop());
              return std::optional<std::shared_ptr<const LadderAnswer>>(std::move(answer));
            };
          },
          host),
      published_job_(
          [](const std::string& folder) {
            return [folder](auto& control) {
              return std::optional<std::shared_ptr<const Published>>(
                  std::make_shared<Published>(sim::compare_all_published(folder, control.stop())));
            };
          },
          host) {}

void LadderRunner::want(const PlanRequest& request, const sim::DeviceModel& model,
                        const std::optional<measure::Device>& device, const PublishedLadder* document) {
  sim::LadderRequest question;
  question.ladders = main_ladders();
  if (document != nullptr) {
    question.ladders = {ladder_of(*document)};
    question.documents = {document};
  }
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

std::shared_ptr<const LadderRunner::Published> LadderRunner::published(bool may_count) {
  if (!published_asked_ && may_count) {
    published_job_.ask_only(kernel_dir_);
    published_asked_ = true;
  }
  for (auto& reports : published_job_.take()) published_ = std::move(reports);
  return published_;
}

void LadderRunner::wait(std::chrono::milliseconds most) {
  job_.wait(most);
  published_job_.wait(most);
}

}  // namespace lockstep::gui
