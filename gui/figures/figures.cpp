#include "gui/figures/figures.hpp"

#include <algorithm>

#include "gui/canvas/recorder.hpp"
#include "gui/figures/tools/drawing.hpp"
#include "sim/figure_rows/combination_maker.hpp"

namespace lockstep::gui {

struct FigureSet::Impl {
  std::shared_ptr<const sim::Trace> trace;

  std::optional<sim::CombinationMaker> combination_maker;
  std::optional<sim::Combination> combination;
  sim::CoverageLabels labels;
  std::optional<sim::WindowSearch> window_search;
  std::optional<sim::Windows> windows;
  bool has_searched_windows = false;
  std::optional<ShownWindow> shown_window;

  std::optional<Lanes> lanes;
  std::uint64_t lanes_position = 0;
  std::string lanes_variable;

  std::optional<MemoryAccess> access;
  std::uint64_t access_position = 0;
  std::size_t access_which = 0;

  std::optional<TimelineMaker> timeline_maker;
  std::optional<Timeline> timeline;
  std::optional<std::map<std::uint32_t, sim::RowLength>> row_lengths;
  std::optional<sim::LocalRows> local_rows;
};

FigureSet::FigureSet(std::shared_ptr<const sim::Trace> trace) : impl_(std::make_unique<Impl>()) {
  impl_->trace = std::move(trace);
}
FigureSet::~FigureSet() = default;
FigureSet::FigureSet(FigureSet&&) noexcept = default;
FigureSet& FigureSet::operator=(FigureSet&&) noexcept = default;

const sim::Trace& FigureSet::trace() const { return *impl_->trace; }

bool FigureSet::prepare(TimeSlice& slice) {
  Impl& all = *impl_;
  if (!all.timeline) {
    if (!all.timeline_maker) all.timeline_maker.emplace(*all.trace);
    if (all.timeline_maker->go_on(slice)) return true;
    all.timeline = all.timeline_maker->take();
    all.timeline_maker.reset();
  }
  if (!all.combination) {
    if (!all.combination_maker) all.combination_maker.emplace(*all.trace);
    if (all.combination_maker->go_on(slice)) return true;
    all.combination = all.combination_maker->take();
    all.combination_maker.reset();
  }
  return search_windows(slice);
}

// Searches for windows in pieces; returns false when the search has ended.
bool FigureSet::search_windows(TimeSlice& slice) {
  Impl& all = *impl_;
  if (all.has_searched_windows) return false;
  if (combination() != nullptr) {
    if (!all.row_lengths) all.row_lengths = sim::row_lengths(*all.trace);
    if (!all.window_search) all.window_search.emplace(*all.trace, *all.combination, *all.row_lengths);
    if (all.window_search->go_on(slice)) return true;
    all.windows = all.window_search->take();
    all.window_search.reset();
  }
  all.has_searched_windows = true;
  return false;
}

const sim::Combination* FigureSet::combination() {
  if (!impl_->combination) impl_->combination = sim::prepare_combination(*impl_->trace);
  return impl_->combination->rows.empty() ? nullptr : &*impl_->combination;
}

sim::CoverageLabels& FigureSet::coverage_labels() { return impl_->labels; }

const Lanes& FigureSet::lanes(std::uint64_t position, const std::string& variable) {
  if (!impl_->lanes || impl_->lanes_position != position || impl_->lanes_variable != variable) {
    impl_->lanes = prepare_lanes(*impl_->trace, position, variable);
    if (const sim::Combination* values = combination()) impl_->lanes->max_characters = values->widest_value;
    impl_->lanes_position = position;
    impl_->lanes_variable = variable;
  }
  return *impl_->lanes;
}

const MemoryAccess& FigureSet::memory_access(std::uint64_t position, std::size_t which) {
  if (!impl_->access || impl_->access_position != position || impl_->access_which != which) {
    impl_->access = prepare_memory_access(*impl_->trace, position, which);
    impl_->access_position = position;
    impl_->access_which = which;
  }
  return *impl_->access;
}

const Timeline& FigureSet::timeline() {
  if (!impl_->timeline) impl_->timeline = prepare_timeline(*impl_->trace);
  return *impl_->timeline;
}

const sim::Windows* FigureSet::windows() {
  TimeSlice whole;
  search_windows(whole);
  return impl_->windows ? &*impl_->windows : nullptr;
}

const ShownWindow& FigureSet::shown_window(std::uint64_t position, const std::optional<CellId>& selected) {
  const std::uint64_t output =
      shown_output(*impl_->trace, *combination(), *impl_->windows, position, selected);
  if (!impl_->shown_window || impl_->shown_window->window.output != output) {
    ShownWindow shown{sim::window_of(*impl_->trace, *combination(), *impl_->windows, output), {}};
    shown.tile = sim::tile_of(*combination(), *impl_->windows, shown.window.write->group);
    impl_->shown_window = std::move(shown);
  }
  return *impl_->shown_window;
}

std::vector<sim::Matrix> FigureSet::matrices(std::uint64_t position) {
  if (!impl_->row_lengths) impl_->row_lengths = sim::row_lengths(*impl_->trace);
  if (!impl_->local_rows) impl_->local_rows = sim::local_row_lengths(*impl_->trace);
  return sim::matrices_at(*impl_->trace, *impl_->row_lengths, position, *impl_->local_rows);
}

namespace {

constexpr float kPadding = 16, kGap = 16, kTitleLine = 23;

struct StageRows {
  float combination = 0, lanes = 0, memory = 0;
};

StageRows stage_rows(FigureSet& figures, const StageFigure& stage, float width) {
  StageRows rows;
  const float inner = width - 2 * kPadding;
  const sim::Combination* combination = stage.combination ? figures.combination() : nullptr;
  if (combination != nullptr) rows.combination = combination_height(*combination);
  if (stage.max_rows_height > 0) rows.combination = std::min(rows.combination, stage.max_rows_height);
  if (stage.windows && figures.windows() != nullptr) rows.combination = windows_height(*figures.windows());
  if (stage.lanes) rows.lanes = lanes_height(figures.lanes(stage.position, stage.lane_variable), inner);
  if (stage.memory) rows.memory = memory_access_height(figures.memory_access(stage.position), inner);
  if (stage.max_memory_height > 0) rows.memory = std::min(rows.memory, stage.max_memory_height);
  return rows;
}

}  // namespace

// Draws the title and the story, and returns the y below them.
static float draw_words(Canvas& canvas, const Rect& place, const StageFigure& stage) {
  float y = place.y;
  if (!stage.title.empty()) {
    const TextStyle style = drawing::bold_text(Role::ink, Align::left, 16);
    for (const std::string& line : drawing::wrap(canvas, stage.title, style, place.width)) {
      canvas.text({place.x, y}, line, style);
      y += kTitleLine;
    }
  }
  if (!stage.story.empty())
    y = drawing::paragraph(canvas, {place.x, y}, stage.story, drawing::reading_text(Role::ink), place.width);
  return y == place.y ? y : y + kGap;
}

float stage_height(FigureSet& figures, const StageFigure& stage, float width) {
  const StageRows rows = stage_rows(figures, stage, width);
  CanvasRecorder measure;
  float height = 2 * kPadding - kGap + draw_words(measure, {0, 0, width - 2 * kPadding, 0}, stage);
  for (const float row : {rows.combination, rows.lanes, rows.memory}) {
    if (row > 0) height += row + kGap;
  }
  return height;
}

void draw_stage(Canvas& canvas, const Rect& area, FigureSet& figures, const StageFigure& stage) {
  const StageRows rows = stage_rows(figures, stage, area.width);
  canvas.fill_rect(area, Role::card);
  Rect place{area.x + kPadding, area.y + kPadding, area.width - 2 * kPadding, 0};
  place.y = draw_words(canvas, place, stage);
  const auto next = [&](float height) {
    place.height = height;
    const Rect row = place;
    place.y += height + kGap;
    return row;
  };
  if (rows.combination > 0 && stage.windows && figures.windows() != nullptr) {
    WindowsFrame frame{stage.position, stage.changed_since};
    frame.wrong = stage.wrong;
    draw_windows(canvas, next(rows.combination), figures.trace(), *figures.combination(), *figures.windows(),
                 figures.shown_window(stage.position, stage.selected), frame);
  } else if (rows.combination > 0) {
    CombinationView view;
    CombinationFrame frame{stage.position, stage.changed_since};
    frame.wrong = stage.wrong;
    draw_combination(canvas, next(rows.combination), figures.trace(), *figures.combination(),
                     figures.coverage_labels(), frame, view);
  }
  if (rows.lanes > 0) {
    LanesView view;
    draw_lanes(canvas, next(rows.lanes), figures.lanes(stage.position, stage.lane_variable), view);
  }
  if (rows.memory > 0) {
    MemoryAccessView view;
    draw_memory_access(canvas, next(rows.memory), figures.memory_access(stage.position), view);
  }
}

}  // namespace lockstep::gui
