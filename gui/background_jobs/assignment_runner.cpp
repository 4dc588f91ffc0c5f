#include "gui/background_jobs/assignment_runner.hpp"

#include <algorithm>
#include <utility>

#include "assignment/host_programs/host_programs.hpp"
#include "core/base/features.hpp"

namespace lockstep::gui {
namespace {

constexpr auto kSourcePause = std::chrono::milliseconds(400);
constexpr auto kPieceOfTests = std::chrono::milliseconds(8);  // duration of each piece of the tests

// Judges the requests of the job and keeps the prepared judge of an assignment for the next request. Only the
// job's thread uses this object.
class KeptJudge {
 public:
  assignment::Judge::Pieces judge(const TestedFiles& tested, const std::stop_token& stop) {
    if (of_ != tested.of) {
      judge_.reset();
      of_ = tested.of;
      judge_ = std::make_unique<assignment::Judge>(of_->parsed, of_->folder, std::string());
    }
    assignment::Judge::Options options;
    options.only_public = true;
    options.finds_examples = false;  // public tests show the failing case itself
    programs_.renew();
    if (has(Feature::programs))
      options.run_host = [this](const assignment::HostRequest& request) { return programs_.run(request); };
    return judge_->pieces(*tested.task, tested.files, std::move(options), stop);
  }

 private:
  std::shared_ptr<const LoadedAssignment> of_;
  std::unique_ptr<assignment::Judge> judge_;
  assignment::HostPrograms programs_;  // in a sandbox, as in grading
};

}  // namespace

AssignmentRunner::AssignmentRunner(const JobHost& host)
    : job_(
          [kept = std::make_shared<KeptJudge>()](const Request& request) {
            return [request, kept, pieces = assignment::Judge::Pieces()](auto& control) mutable {
              if (!pieces) pieces = kept->judge(request.tested, control.stop());
              auto result = pieces(kPieceOfTests);
              return result ? std::optional(Answer{request.number, {request.tested, std::move(*result)}})
                            : std::nullopt;
            };
          },
          host) {}

void AssignmentRunner::want(std::vector<TestedFiles> wanted, Clock::time_point now) {
  take();
  if (wanted != wanted_) {
    const bool pauses = waits_for_pause(wanted);
    wanted_ = std::move(wanted);
    // If a request refers to texts that are no longer wanted, all requests are stopped.
    const bool is_outdated = std::ranges::any_of(asked_, [&](const Request& request) {
      return std::ranges::find(wanted_, request.tested) == wanted_.end();
    });
    if (is_outdated) {
      job_.stop();
      asked_.clear();
    }
    due_ = pauses ? now + kSourcePause : now;
  }
  if (!due_ || now < *due_) return;
  due_.reset();
  ask();
}

// Returns true if the edited task is the same but its texts differ, which means that the user is typing.
bool AssignmentRunner::waits_for_pause(const std::vector<TestedFiles>& wanted) const {
  return !wanted.empty() && !wanted_.empty() && wanted.front().task == wanted_.front().task &&
         wanted.front().files != wanted_.front().files;
}

void AssignmentRunner::run_now() {
  due_.reset();
  ask();
}

void AssignmentRunner::ask() {
  for (const TestedFiles& tested : wanted_) {
    const bool is_asked = std::ranges::find(asked_, tested, &Request::tested) != asked_.end();
    if (is_asked || answer(tested) != nullptr) continue;
    asked_.push_back({tested, ++number_});
    job_.ask(asked_.back());
  }
}

// Takes over the answers of the job. The answer to a stopped request is not valid and is ignored.
void AssignmentRunner::take() {
  for (Answer& one : job_.take()) {
    const auto asked = std::ranges::find(asked_, one.number, &Request::number);
    if (asked == asked_.end()) continue;
    asked_.erase(asked);
    std::erase_if(answers_, [&](const TestAnswer& old) {
      return old.tested.task == one.answer.tested.task || old.tested.of != one.answer.tested.of;
    });
    answers_.push_back(std::move(one.answer));
  }
}

const TestAnswer* AssignmentRunner::answer(const assignment::Task* task) const {
  const auto found =
      std::ranges::find_if(answers_, [&](const TestAnswer& one) { return one.tested.task == task; });
  return found == answers_.end() ? nullptr : &*found;
}

const TestAnswer* AssignmentRunner::answer(const TestedFiles& tested) const {
  const auto found = std::ranges::find(answers_, tested, &TestAnswer::tested);
  return found == answers_.end() ? nullptr : &*found;
}

void AssignmentRunner::wait(std::chrono::milliseconds most) {
  if (due_) run_now();
  job_.wait(most);
  take();
}

}  // namespace lockstep::gui
