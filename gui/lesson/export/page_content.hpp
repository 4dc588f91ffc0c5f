// The printed content of a page: source lines, figures, the sentence, counters and questions. HTML
// (handout.hpp) and sheets (sheets.hpp) have the same content in different layouts.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/lesson/checking/check.hpp"
#include "gui/lesson/checking/ready_question.hpp"

namespace lockstep::gui {

inline constexpr float kPaperFigureWidth = 720;  // px; a phone scrolls the figure

// The space for a page. Rows higher than `rows_height` are first drawn lower and then omitted; a
// picture of the Lab omits its tables.
struct PaperSpace {
  float width = kPaperFigureWidth;
  float rows_height = std::numeric_limits<float>::max();
  float memory_height = 0;         // maximum for the figure of an access; 0: no limit
  std::uint32_t lines_around = 6;  // source lines above and below the next line
};

struct PrintedLine {
  std::uint32_t number = 1;
  std::string text;
  bool is_next = false;  // the next line to be executed
};
struct PageContent {
  std::vector<PrintedLine> source;
  std::vector<std::string> figures;  // SVG documents with the width of the space
  std::string sentence;
  std::vector<CounterLine> counters;
  bool is_empty() const { return source.empty() && figures.empty() && sentence.empty() && counters.empty(); }
};

// The answer in words: "a, c: The first and the third one"; without letters if there are no choices.
std::string right_in_words(const ReadyQuestion& question);

// The pages of a lesson, one after another.
class PageContents {
 public:
  PageContents(const LoadedLesson& lesson, const LessonTools& tools) : lesson_(lesson), tools_(tools) {}

  // Runs the page's scene. The Error names file, line and column.
  Result<PageContent> read(const LessonPage& page, const std::optional<AppState>& scene,
                           const PaperSpace& room = {});
  // The page read last, in another space: without and with its answers.
  PageContent shown(const PaperSpace& room);
  PageContent answered(const PaperSpace& room);
  // True if the page is drawn only once, in the space given to read(): pages other than Step and
  // the Lab are slow to draw.
  bool has_one_room() const { return drawn_.has_value(); }
  // True for a page of the Lab: parts that do not fit may be omitted.
  bool is_of_lab() const { return scene_ && is_lab(*scene_); }
  // True if its last figure shows a memory access.
  bool shows_memory() const { return scene_ && !drawn_ && scene_->show.has(ShowCard::memory); }
  // The minimum width for all cells and lanes of its figure; 0: any.
  float min_width() const;
  // The moment of the page read last.
  const TextMoment& moment() const { return moment_; }
  Result<ReadyQuestion> question(std::size_t number) const;

 private:
  Result<PageContent> run(const AppState& scene);
  Result<PageContent> drawn_page(const AppState& scene) const;
  PageContent content_of(AppState scene);
  template <class Visit>
  void each_asked_after(std::uint64_t position, Visit visit) const;
  unsigned hidden_at(std::uint64_t position) const;
  std::optional<std::uint64_t> revealed_after(std::uint64_t position) const;
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
  unsigned hides_ = 0;                // quiz::Hidden of the page's questions
  std::optional<AppState> scene_;     // at the page's moment
  std::optional<PageContent> drawn_;  // for a page other than Step and the Lab
  PaperSpace room_;
};

}  // namespace lockstep::gui
