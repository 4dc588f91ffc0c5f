#include "gui/session/shown_run.hpp"

#include <utility>

#include "gui/session/run_maker.hpp"

namespace lockstep::gui {

namespace {

constexpr auto kTypingPause = std::chrono::milliseconds(250);
// A recording that takes longer is abandoned for a new request.
constexpr auto kSlowRun = std::chrono::seconds(1);

std::pair<std::string, std::string> kernel_of(const RunRequest& request) {
  return {request.listings, request.kernel_file.empty() ? request.algorithm : request.kernel_file};
}

auto begin_run(const RunRequest& request) {
  return [maker = std::make_shared<RunMaker>(request)](auto& control) { return maker->next(control.stop()); };
}

}  // namespace

ShownRun::ShownRun(const JobHost& host) : job_(begin_run, host) {}

bool ShownRun::take() {
  auto results = job_.take();
  if (results.empty()) return false;
  auto& latest = results.back();
  const RunRequest& request = latest ? latest->request : latest.error().request;
  if (only_asked_ && asked_ != request) return false;
  if (latest) {
    run_ = std::make_unique<Run>(std::move(*latest));
    failure_.reset();
  } else {
    show_failure(std::move(latest.error()));
  }
  return true;
}

void ShownRun::show_failure(RunFailure failure) {
  if (run_ && kernel_of(run_->request) != kernel_of(failure.request)) run_.reset();
  failure_ = std::move(failure);
}

bool ShownRun::waits_for_pause(const RunRequest& wanted, Clock::time_point now) {
  if (pending_ != wanted) {
    pending_ = wanted;
    pending_since_ = now;
  }
  const bool edits = asked_ && (asked_->text != wanted.text || asked_->other_texts != wanted.other_texts);
  return edits && asked_->algorithm == wanted.algorithm && asked_->kernel_file == wanted.kernel_file &&
         asked_->listings == wanted.listings && now - pending_since_ < kTypingPause;
}

bool ShownRun::ask(const RunRequest& wanted, Clock::time_point now, PreparedRuns& prepared) {
  const bool is_known = asked_ == wanted, is_prepared = !is_known && prepared.take(wanted, run_);
  if (!is_known && !is_prepared && waits_for_pause(wanted, now)) return false;
  pending_.reset();
  if (is_known) return false;
  asked_ = wanted;
  only_asked_ = is_prepared;
  if (is_prepared) {
    failure_.reset();
    return true;
  }
  if (now - asked_at_ > kSlowRun)
    job_.ask_only(wanted);
  else
    job_.ask_instead({wanted});
  asked_at_ = now;
  return false;
}

bool ShownRun::fail(const RunRequest& wanted, const std::string& message) {
  const bool changed = !failure_ || failure_->message != message;
  show_failure({wanted, message, {}});
  asked_.reset();
  return changed;
}

std::optional<ShownRun::Clock::time_point> ShownRun::due() const {
  if (!pending_) return std::nullopt;
  return pending_since_ + kTypingPause;
}

}  // namespace lockstep::gui
