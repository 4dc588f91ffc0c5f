#include "gui/jobs/question_runner.hpp"

#include <utility>

#include "sim/memory/device_model.hpp"
#include "sim/quiz/quiz.hpp"

namespace lockstep::gui {
namespace {

constexpr auto kQuizTimeout = std::chrono::seconds(5);  // as of the run itself

// The kinds that are asked about the whole run, before it begins.
std::vector<quiz::QuestionKind> whole_run_kinds(unsigned level) {
  std::vector<quiz::QuestionKind> kinds;
  for (const quiz::QuestionKind kind : {quiz::QuestionKind::final_value, quiz::QuestionKind::fewer_bytes,
                                        quiz::QuestionKind::race, quiz::QuestionKind::without_barrier})
    if (quiz::first_level(kind) <= level) kinds.push_back(kind);
  return kinds;
}

// The quiz of the latest run, which is asked many times.
class QuizKeeper {
 public:
  void give_up() {
    of_.reset();
    quiz_.reset();
  }
  bool is_of(const sim::Trace* trace) const { return of_.get() == trace; }

  void record(const std::shared_ptr<const sim::Trace>& trace, const std::stop_token& stop) {
    give_up();
    // A model that exists by name: that of a trace of independent lanes has warps of one.
    const auto model = sim::find_device_model(trace->model().called());
    auto copy = sim::Trace::record(trace->plan(), model ? **model : trace->model(),
                                   {.schedule = trace->schedule(), .stop = stop, .timeout = kQuizTimeout});
    if (stop.stop_requested()) return;
    of_ = trace;
    // A run that was ended by a time limit may end elsewhere.
    if (copy && (*copy)->size() == trace->size()) quiz_ = std::make_unique<quiz::Quiz>(std::move(*copy));
  }

  std::optional<quiz::Question> next(const QuestionRequest& request) const {
    if (!quiz_) return std::nullopt;
    const quiz::Request wanted{request.seed, request.level, 1, {}};
    // A wrong kernel is asked about its error before anything else.
    if (request.from == 0)
      if (auto question = quiz_->about_error(wanted)) return question;
    // Every second round begins with a question about the whole run.
    if (request.from == 0 && request.seed % 2 == 1) {
      quiz::Request whole = wanted;
      whole.kinds = whole_run_kinds(request.level);
      if (!whole.kinds.empty())
        if (auto questions = quiz_->generate(whole); !questions.empty()) return std::move(questions.front());
    }
    return quiz_->next(request.from, wanted);
  }

 private:
  std::shared_ptr<const sim::Trace> of_;
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
