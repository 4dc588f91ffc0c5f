// What a page shows on paper: its lines of source, its figures, the sentence, the counters, and its questions
// as they are asked. HTML (handout.hpp) and sheets (sheets.hpp) differ in how they set it, not in what it is.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/lesson/checking/check.hpp"
#include "gui/lesson/checking/ready_question.hpp"

namespace lockstep::gui {

inline constexpr float kPaperFigureWidth = 720;  // px; a phone scrolls it

struct PrintedLine {
  std::uint32_t number = 1;
  std::string text;
  bool is_next = false;  // executed next
};
struct PageContent {
  std::vector<PrintedLine> source;
  std::vector<std::string> figures;  // SVG documents, kPaperFigureWidth wide
  std::string sentence;
  std::vector<CounterLine> counters;
  bool is_empty() const { return source.empty() && figures.empty() && sentence.empty() && counters.empty(); }
};

// "a, c: The first and the third one"; where nothing is chosen, the answer alone.
std::string right_in_words(const ReadyQuestion& question);

// The pages of a lesson, one after another.
class PageContents {
 public:
  PageContents(const LoadedLesson& lesson, const LessonTools& tools) : lesson_(lesson), tools_(tools) {}

  // Runs the page's scene. The Error names file, line and column.
  Result<PageContent> read(const LessonPage& page, const std::optional<AppState>& scene);
  // The page that was read last, as it is with its answers.
  PageContent answered();
  // Of the page that was read last.
  const TextMoment& moment() const { return moment_; }
  Result<ReadyQuestion> question(std::size_t number) const;

 private:
  Result<PageContent> run(const AppState& scene);
  PageContent content_of(AppState scene);
  unsigned hidden_at(std::uint64_t position) const;
  void add_figures(const AppState& scene, const ShownMoment& moment, PageContent& content) const;
  std::string stage(const AppState& scene, const StageFigure& figure) const;
  std::string rows_so_far(const AppState& scene, const ShownMoment& moment) const;
  std::vector<PrintedLine> source(const ShownMoment& moment) const;
  std::vector<CounterLine> counters(const Show& show, const sim::Counters& so_far) const;

  const LoadedLesson& lesson_;
  const LessonTools& tools_;
  PageRuns runs_;
  const LessonPage* page_ = nullptr;
  const Run* run_ = nullptr;
  std::unique_ptr<quiz::Quiz> quiz_;
  std::optional<LabValues> lab_;
  TextMoment moment_;
  unsigned hides_ = 0;               // quiz::Hidden of the page's questions
  std::optional<AppState> on_step_;  // the scene, where it is one of Step
  PageContent content_;
};

}  // namespace lockstep::gui
