// Computes the printed content of a page: source lines, figures, the sentence, counters and questions. HTML
// (handout.hpp) and sheets (sheets.hpp) print this content in different layouts.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/lesson/checking/check.hpp"
#include "gui/lesson/checking/ready_question.hpp"

namespace lockstep::gui {

inline constexpr float kPaperFigureWidth = 720;  // px; on a phone, the figure is scrolled

// The space for a page. If the rows of a figure are higher than `rows_height`, first their height is reduced,
// and then rows are omitted. In a picture of the Lab, tables are omitted.
struct PaperSpace {
  float width = kPaperFigureWidth;
  float rows_height = std::numeric_limits<float>::max();
  float memory_height = 0;         // maximum height of the figure of a memory access; 0: no limit
  std::uint32_t lines_around = 6;  // source lines above and below the next line
};

struct PrintedLine {
  std::uint32_t number = 1;
  std::string text;
  bool is_next = false;  // whether this line is executed next
};
struct PageContent {
  std::vector<PrintedLine> source;
  std::vector<std::string> figures;  // SVG documents with the width of the space
  std::string sentence;
  std::vector<CounterLine> counters;
  bool is_empty() const { return source.empty() && figures.empty() && sentence.empty() && counters.empty(); }
};

// Returns the right answer in words, for example "a, c: the text of a; the text of c". For a question without
// choices, there are no letters.
std::string right_in_words(const ReadyQuestion& question);

// Computes the content of a lesson's pages, one after another.
class PageContents {
 public:
  PageContents(const LoadedLesson& lesson, const LessonTools& tools) : lesson_(lesson), tools_(tools) {}

  // Runs the page's scene, and returns the content of the page. An Error names the file, the line
  // and the column.
  Result<PageContent> read(const LessonPage& page, const std::optional<AppState>& scene,
                           const PaperSpace& room = {});
  // Return the content of the page that was read last in a different space: shown() without answers,
  // answered() with answers.
  PageContent shown(const PaperSpace& room);
  PageContent answered(const PaperSpace& room);
  // Whether the page is drawn only once, in the space given to read(). This applies to pages other than Step
  // and the Lab, because they are slow to draw.
  bool has_one_room() const { return drawn_.has_value(); }
  // Whether the page shows a scene of the Lab, whose parts may be omitted if they do not fit.
  bool is_of_lab() const { return scene_ && is_lab(*scene_); }
  // Whether the last figure of the page shows a memory access.
  bool shows_memory() const { return scene_ && !drawn_ && scene_->show.has(ShowCard::memory); }
  // Returns the minimum width in which the figures show all cells and lanes; 0: any width is sufficient.
  float min_width() const;
  // The moment of the page that was read last.
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
  std::optional<AppState> scene_;     // scene of the page, at the page's moment
  std::optional<PageContent> drawn_;  // content of a page other than Step and the Lab
  PaperSpace room_;
};

}  // namespace lockstep::gui
