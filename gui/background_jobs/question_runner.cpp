#include "gui/background_jobs/question_runner.hpp"

#include <utility>

#include "sim/device_models/device_model.hpp"
#include "sim/quiz/question/given_away.hpp"
#include "sim/quiz/quiz.hpp"

namespace lockstep::gui {
namespace {

// Distances as fractions of the run. A question of a preferred kind is used if it comes at most
// 1/kQuestionSoon of the run later than the usual question. Questions about repeated events are 1/kApart of
// the run apart.
constexpr std::uint64_t kQuestionSoon = 8, kApart = 16;
constexpr unsigned kMaxLevel = 3;
constexpr int kMaxTries = 64;                           // lines of the run that are tried for a question
constexpr auto kQuizTimeout = std::chrono::seconds(5);  // the same as the timeout of the shown run

// Returns the question kinds that refer to the whole run; these questions are asked before the run begins.
std::vector<quiz::QuestionKind> whole_run_kinds(unsigned level) {
  std::vector<quiz::QuestionKind> kinds;
  for (const quiz::QuestionKind kind : {quiz::QuestionKind::final_value, quiz::QuestionKind::fewer_bytes,
                                        quiz::QuestionKind::race, quiz::QuestionKind::without_barrier})
    if (quiz::first_level(kind) <= level) kinds.push_back(kind);
  return kinds;
}

// Keeps the quiz of the latest run, because many questions are asked about the same run.
class QuizKeeper {
 public:
  void give_up() {
    of_.reset();
    quiz_.reset();
    copy_.reset();
  }
  bool is_of(const sim::Trace* trace) const { return of_.get() == trace; }

  void record(const std::shared_ptr<const sim::Trace>& trace, const std::stop_token& stop) {
    give_up();
    // The model is looked up by its name, because the trace of independent lanes uses a variant with one lane
    // per warp.
    const auto model = sim::find_device_model(trace->model().called());
    auto copy = sim::Trace::record(trace->plan(), model ? **model : trace->model(),
                                   {.max_moments = trace->size() + 1,
                                    .schedule = trace->schedule(),
                                    .stop = stop,
                                    .timeout = kQuizTimeout});
    if (stop.stop_requested()) return;
    of_ = trace;
    // A run that was ended by a time limit may end at a different position when it is repeated.
    if (copy && (*copy)->size() == trace->size()) {
      copy_ = std::move(*copy);
      quiz_ = std::make_unique<quiz::Quiz>(copy_);
    }
  }

  std::optional<quiz::Question> next(const QuestionRequest& request) const {
    if (!quiz_) return std::nullopt;
    const quiz::Request wanted{request.seed, request.level, 1, {}};
    // For a wrong kernel, the first question is about its error.
    if (request.from == 0)
      if (auto question = quiz_->about_error(wanted)) return question;
    // Every second round begins with a question about the whole run.
    if (request.from == 0 && request.seed % 2 == 1) {
      quiz::Request whole = wanted;
      whole.kinds = whole_run_kinds(request.level);
      if (!whole.kinds.empty())
        if (auto questions = quiz_->generate(whole); !questions.empty()) return std::move(questions.front());
    }
    auto usual = next_anywhere(request, wanted);
    if (request.first.empty()) return usual;
    quiz::Request preferred = wanted;
    preferred.level = kMaxLevel;
    preferred.kinds = request.first;
    auto again = quiz_->next(request.from, preferred);
    const bool is_soon =
        again && (!usual || again->position <= usual->position + copy_->size() / kQuestionSoon);
    return is_soon ? again : usual;
  }

 private:
  // Returns the next question after the requested position. If the rest of the run has no new events for the
  // requested level, higher levels are tried. If they have no new events either, the question is about a
  // repeated event.
  std::optional<quiz::Question> next_anywhere(const QuestionRequest& request, quiz::Request wanted) const {
    for (; wanted.level <= kMaxLevel; ++wanted.level)
      if (auto question = quiz_->next(request.from, wanted)) return question;
    wanted.level = request.level;
    std::uint64_t at = request.from + copy_->size() / kApart;
    for (int tries = 0; tries < kMaxTries && at < copy_->size(); ++tries) {
      if (auto question = again_at(at, request.from, wanted)) return question;
      at = copy_->next(at, sim::Trace::Step::line);
    }
    return std::nullopt;
  }

  // Returns a question about the step at the moment `at`. The kind of the question depends on the moment, so
  // that kinds alternate.
  std::optional<quiz::Question> again_at(std::uint64_t at, std::uint64_t from,
                                         const quiz::Request& wanted) const {
    const std::vector<quiz::QuestionKind>& kinds = quiz::all_kinds();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      quiz::Ask ask;
      ask.kind = kinds[(i + at + wanted.seed) % kinds.size()];
      ask.moment = at;
      if (quiz::first_level(ask.kind) > wanted.level) continue;
      const auto question = quiz_->find(ask, wanted);
      if (question && question->position >= from && question->about < copy_->size() &&
          !quiz::gives_answer_away(*question))
        return *question;
    }
    return std::nullopt;
  }

  std::shared_ptr<const sim::Trace> of_, copy_;  // `copy_` belongs to the job
  std::unique_ptr<quiz::Quiz> quiz_;
};

auto begin_question_job() {
  return [keeper = std::make_shared<QuizKeeper>()](const QuestionRequest& request) {
    return [keeper, request](auto& control) -> std::optional<FoundQuestion> {
      if (!request.trace) {
        keeper->give_up();
        return FoundQuestion{request, std::nullopt};
      }
      if (!keeper->is_of(request.trace.get())) {
        keeper->record(request.trace, control.stop());
        if (control.stop().stop_requested()) return FoundQuestion{request, std::nullopt};
        return std::nullopt;
      }
      return FoundQuestion{request, keeper->next(request)};
    };
  };
}

}  // namespace

QuestionRunner::QuestionRunner(const JobHost& host) : job_(begin_question_job(), host) {}

bool QuestionRunner::want(const QuestionRequest& request) {
  if (wanted_ == request) return false;
  wanted_ = request;
  job_.ask_only(request);
  return true;
}

}  // namespace lockstep::gui
