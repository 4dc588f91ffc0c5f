#include "gui/session/shown_run.hpp"

#include <utility>

#include "gui/session/run_maker.hpp"

namespace lockstep::gui {

namespace {

constexpr auto kTypingPause = std::chrono::milliseconds(250);
// A recording that takes longer than this is abandoned for a new request.
constexpr auto kSlowRun = std::chrono::seconds(1);
// A recording that takes longer than this shows its beginning.
constexpr auto kLongRun = std::chrono::milliseconds(60);

std::pair<std::string, std::string> kernel_of(const RunRequest& request) {
  return {request.listings, request.kernel_file.empty() ? request.algorithm : request.kernel_file};
}

auto begin_run(const RunRequest& request) {
  return [maker = std::make_shared<RunMaker>(request)](auto& control) { return maker->next(control.stop()); };
}

}  // namespace

ShownRun::ShownRun(const JobHost& host) : job_(begin_run, host), beginning_job_(begin_beginning, host) {}

Job<RunRequest, ShownRun::Beginning>::Piece ShownRun::begin_beginning(const RunRequest& request) {
  return
      [maker = std::make_shared<RunMaker>(request, kBeginning)](auto& control) -> std::optional<Beginning> {
        if (control.stop().stop_requested()) return Beginning();
        auto made = maker->next(control.stop());
        if (!made) return std::nullopt;
        if (!*made || !(*made)->is_beginning()) return Beginning();
        return std::make_unique<Run>(std::move(**made));
      };
}

bool ShownRun::take() {
  auto results = job_.take();
  if (results.empty()) return false;
  auto& latest = results.back();
  const RunRequest& request = latest ? latest->request : latest.error().request;
  const bool is_newer_shown = run_ && run_->is_beginning() && asked_ == run_->request;
  if ((only_asked_ || is_newer_shown) && asked_ != request) return false;
  if (latest) {
    run_ = std::make_unique<Run>(std::move(*latest));
    failure_.reset();
    beginning_job_.stop();
  } else {
    show_failure(std::move(latest.error()));
  }
  return true;
}

// Returns whether a requested run is being recorded and has not failed.
bool ShownRun::is_recording() const {
  if (!asked_ || only_asked_ || (failure_ && failure_->request == *asked_)) return false;
  return run_ == nullptr || run_->is_beginning() || run_->request != *asked_;
}

std::optional<ShownRun::Clock::time_point> ShownRun::beginning_due() const {
  if (!wants_beginning_ || asked_for_beginning_ || !job_.is_working() || !is_recording()) return std::nullopt;
  return asked_at_ + kLongRun;
}

bool ShownRun::show_beginning(bool wanted, Clock::time_point now) {
  wants_beginning_ = wanted;
  bool changed = false;
  for (Beginning& beginning : beginning_job_.take()) {
    if (!wanted || !beginning || !is_recording() || beginning->request != *asked_) continue;
    run_ = std::move(beginning);
    failure_.reset();
    changed = true;
  }
  if (!wanted && run_ && run_->is_beginning()) {
    run_.reset();
    changed = true;
  }
  if (const auto at = beginning_due(); at && now >= *at) {
    asked_for_beginning_ = true;
    beginning_job_.ask_only(*asked_);
  }
  return changed;
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
  asked_for_beginning_ = false;
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
  if (pending_) return pending_since_ + kTypingPause;
  return beginning_due();
}

}  // namespace lockstep::gui
