#include "gui/figures/matrix/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gui/canvas/text.hpp"
#include "gui/figures/lanes/values.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {
namespace {

using namespace drawing;

constexpr float kMatrixTitle = 20, kMatrixGap = 18;
constexpr float kLeastCell = 5, kTallestCell = 34, kMatrixWidestCell = 52;
constexpr float kMaxStretch = 2.5f;                // maximum ratio of width to height of a cell
constexpr float kTextCell = 20, kLowestText = 12;  // minimum size of a cell with a value, including its gap
constexpr float kTextOfCell = 0.55f;               // size of text relative to the height of its cell
// Of a long step, at most this number of moments is examined for accesses.
constexpr std::uint64_t kMaxMoments = 200;

// The places of the matrices, whose cells have equal sizes. The matrices are arranged in lines from left
// to right.
struct MatrixPlaces {
  float cell_width = 0, cell_height = 0;
  std::vector<Rect> places;  // the place of each matrix, including its title
  float bottom = 0;
};

MatrixPlaces place(const std::vector<sim::Matrix>& matrices, const Rect& body, float cell_width,
                   float cell_height, const std::vector<float>& titles) {
  MatrixPlaces placed{cell_width, cell_height, {}, body.y};
  float x = body.x, y = body.y, line = 0;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const float width = std::max(titles[i], cell_width * static_cast<float>(matrices[i].row.elements));
    const float height = kMatrixTitle + placed.cell_height * static_cast<float>(matrices[i].rows());
    if (x > body.x && x + width > body.right()) {
      x = body.x;
      y += line + kMatrixGap / 2;
      line = 0;
    }
    placed.places.push_back({x, y, width, height});
    x += width + kMatrixGap;
    line = std::max(line, height);
    placed.bottom = y + line;
  }
  return placed;
}

// Rates a cell size: large cells are better than small cells, and cells with room for values are better than
// cells without.
float worth(float width, float height) {
  constexpr float of_values = 8;
  return width * height * (width >= kTextCell && height >= kLowestText ? of_values : 1);
}

// Places the matrices with the best cell size at which all matrices fit. If they do not fit at any size, uses
// the smallest size, and the matrices are clipped. If there is little height, cells are wider than high.
MatrixPlaces place_all(const std::vector<sim::Matrix>& matrices, const Rect& body,
                       const std::vector<float>& titles) {
  MatrixPlaces best = place(matrices, body, kLeastCell, kLeastCell, titles);
  float most = 0;
  for (float height = kTallestCell; height >= kLeastCell; height -= 1) {
    for (float width = std::min(kMatrixWidestCell, kMaxStretch * height); width >= height; width -= 1) {
      if (worth(width, height) <= most) break;
      MatrixPlaces placed = place(matrices, body, width, height, titles);
      const bool fits =
          placed.bottom <= body.bottom() &&
          std::ranges::all_of(placed.places, [&](const Rect& one) { return one.right() <= body.right(); });
      if (!fits) continue;
      best = std::move(placed);
      most = worth(width, height);
      break;
    }
  }
  return best;
}

std::string title_of(const sim::Matrix& matrix) {
  return fmt::format("{} · {} × {}{}", matrix.object.name, matrix.rows(), matrix.row.elements,
                     matrix.object.is_local ? " · local" : "");
}

class MatrixDrawing {
 public:
  MatrixDrawing(Canvas& canvas, const sim::Trace& trace, const MatrixFrame& frame, const FigureInput& input,
                FigureOutput& output)
      : canvas_(canvas),
        trace_(trace),
        frame_(frame),
        input_(input),
        output_(output),
        state_(trace.seek(frame.position)) {}

  void draw(const sim::Matrix& matrix, const Rect& place, float cell_width, float cell_height,
            const Rect& body) {
    text_at(canvas_, place.x, place.y + 8, title_of(matrix), bold_text(Role::ink, Align::left, 12));
    const sim::TouchedElements now = sim::touched_elements(
        trace_, matrix.object,
        std::max(frame_.changed_since, frame_.position - std::min(frame_.position, kMaxMoments)),
        frame_.position);
    const std::uint64_t next_end =
        std::min(std::max(frame_.next_end, frame_.position + 1), frame_.position + kMaxMoments);
    const sim::TouchedElements next = sim::touched_elements(trace_, matrix.object, frame_.position,
                                                            frame_.hides_next ? frame_.position : next_end);
    by_group_ = sim::written_by_group(trace_, matrix.object, frame_.position);
    const float top = place.y + kMatrixTitle;
    for (std::uint64_t index = 0; index < matrix.object.elements; ++index) {
      const std::uint64_t row = index / matrix.row.elements, column = index % matrix.row.elements;
      const Rect box{place.x + cell_width * static_cast<float>(column),
                     top + cell_height * static_cast<float>(row), cell_width - 1, cell_height - 1};
      if (box.y > body.bottom()) break;
      if (box.x > body.right()) continue;
      cell(matrix, index, box, now.written.contains(index), next);
    }
    canvas_.stroke_rect({place.x - 1, top - 1, cell_width * static_cast<float>(matrix.row.elements) + 1,
                         cell_height * static_cast<float>(matrix.rows()) + 1},
                        Role::line);
  }

 private:
  void cell(const sim::Matrix& matrix, std::uint64_t index, const Rect& box, bool changed,
            const sim::TouchedElements& next) {
    const CellId id = matrix.object.cell(index);
    const bool reads = next.read.contains(index), writes = next.written.contains(index);
    const WrongCell* const wrong = wrong_at(frame_.wrong, id, frame_.position);
    const bool is_wrong = wrong != nullptr;
    canvas_.fill_rect(box, is_wrong ? Role::costs_pale : reads || writes ? Role::acts_pale : Role::ground);
    if (is_padding(matrix, index)) {
      canvas_.hatch_rect(box, Role::waiting, 4);
      if (input_.pointer.inside && box.contains(input_.pointer.at))
        output_.tooltip = "Padding: this run never accesses it";
      return;
    }
    if (writes) canvas_.stroke_rect(box, Role::acts, 1.5f);
    if (changed) canvas_.stroke_rect(box, Role::changed, 2);
    const std::uint64_t bits = sim::element_bits(*state_, matrix.object, index);
    // At the start of a work-group, the contents of local memory are undefined, so elements that the group
    // has not written have no value.
    const bool has_value = !by_group_ || by_group_->contains(index);
    if (has_value && box.width >= kTextCell - 1 && box.height >= 11) write(matrix, bits, box, is_wrong);
    if (is_wrong) canvas_.stroke_rect(box, Role::costs, 2.5f);
    const bool is_linked = input_.link.cell == id || frame_.selected == id;
    if (is_linked) canvas_.stroke_rect(box, Role::ink, 1.5f);
    if (input_.pointer.inside && box.contains(input_.pointer.at)) {
      hover(matrix, index, id, bits, wrong);
      if (!has_value) output_.tooltip = fmt::format("{}[{}]: not written yet", matrix.object.name, index);
    }
  }

  static bool is_padding(const sim::Matrix& matrix, std::uint64_t index) {
    return matrix.row.used != 0 && index % matrix.row.elements >= matrix.row.used;
  }

  void write(const sim::Matrix& matrix, std::uint64_t bits, const Rect& box, bool is_wrong) {
    const Role role = is_wrong ? Role::costs : Role::ink;
    TextStyle style = reading_text(role, Align::centre);
    style.size = std::floor(box.height * kTextOfCell);
    if (style.size <= kSmall) style = small_text(role, Align::centre);
    for (const std::string& form : value_forms(bits, matrix.object.type)) {
      if (canvas_.text_width(form, style) > box.width - 2) continue;
      return text_at(canvas_, box.centre().x, box.centre().y, form, style);
    }
    text_at(canvas_, box.centre().x, box.centre().y, "…", style);
  }

  void hover(const sim::Matrix& matrix, std::uint64_t index, const CellId& id, std::uint64_t bits,
             const WrongCell* wrong) {
    output_.hovered.cell = id;
    output_.tooltip = fmt::format("{}[{}] = {}\nrow {}, column {}", matrix.object.name, index,
                                  sim::format_value(bits, matrix.object.type), index / matrix.row.elements,
                                  index % matrix.row.elements);
    if (wrong != nullptr) output_.tooltip += "\nexpected: " + wrong->expected;
    if (input_.pointer.clicked) output_.selected = id;
  }

  Canvas& canvas_;
  const sim::Trace& trace_;
  const MatrixFrame& frame_;
  const FigureInput& input_;
  FigureOutput& output_;
  std::shared_ptr<const sim::TraceState> state_;
  std::optional<std::set<std::uint64_t>> by_group_;  // local memory: elements that the work-group has written
};

bool shows_wrong_cell(const MatrixFrame& frame) {
  return !frame.wrong.empty() && frame.position >= frame.wrong.front().from;
}

// Returns information that the cells cannot show.
std::string words_of(const std::vector<sim::Matrix>& matrices, const MatrixFrame& frame) {
  if (shows_wrong_cell(frame))
    for (const sim::Matrix& matrix : matrices)
      if (const auto index = matrix.object.index_of(frame.wrong.front().cell))
        return fmt::format("{}[{}], row {}, column {}: expected {}", matrix.object.name, *index,
                           *index / matrix.row.elements, *index % matrix.row.elements,
                           frame.wrong.front().expected);
  const bool guessed =
      std::ranges::any_of(matrices, [](const sim::Matrix& matrix) { return matrix.row.is_guessed; });
  return guessed ? "row length guessed from the accesses" : "";
}

}  // namespace

FigureOutput draw_matrices(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                           const std::vector<sim::Matrix>& matrices, const MatrixFrame& frame,
                           const FigureInput& input) {
  FigureOutput output;
  const std::string words = words_of(matrices, frame);
  const bool is_wrong = shows_wrong_cell(frame) && !words.empty();
  const Rect below =
      heading(canvas, area, {"Matrices", {}, words, is_wrong ? Role::costs : Role::second_ink});
  const Rect body{below.x, below.y, below.width, std::max(0.0f, below.height - kLegendHeight)};
  if (body.height < 40) return output;
  std::vector<float> titles;
  for (const sim::Matrix& matrix : matrices)
    titles.push_back(canvas.text_width(title_of(matrix), bold_text(Role::ink, Align::left, 12)));
  const MatrixPlaces placed = place_all(matrices, body, titles);
  canvas.push_clip({area.x - 2, body.y - 2, area.width + 4, body.height + 4});
  MatrixDrawing drawing(canvas, trace, frame, input, output);
  for (std::size_t i = 0; i < matrices.size(); ++i)
    drawing.draw(matrices[i], placed.places[i], placed.cell_width, placed.cell_height, body);
  canvas.pop_clip();
  const bool has_padding = std::ranges::any_of(matrices, [](const sim::Matrix& matrix) {
    return matrix.row.used != 0 && matrix.row.used < matrix.row.elements;
  });
  std::vector<LegendEntry> entries{LegendEntry{Swatch::outline, Role::acts, "written next"},
                                   LegendEntry{Swatch::pale, Role::acts_pale, "touched next"},
                                   LegendEntry{Swatch::ring, Role::changed, "changed now"}};
  if (has_padding) entries.insert(entries.begin(), {Swatch::hatched, Role::waiting, "padding"});
  legend(canvas, {area.x, area.bottom() - kLegendHeight, area.width * 0.7f, kLegendHeight}, entries);
  return output;
}

}  // namespace lockstep::gui
