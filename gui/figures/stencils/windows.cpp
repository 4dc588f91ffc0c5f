#include "gui/figures/stencils/windows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/figures/stencils/draw_windows.hpp"

namespace lockstep::gui {

using namespace drawing;

WindowsDrawing::WindowsDrawing(Canvas& canvas, const sim::Trace& trace, const sim::Combination& combination,
                               const sim::Windows& windows, const ShownWindow& shown,
                               const WindowsFrame& frame, const FigureInput& input, FigureOutput& output)
    : canvas_(canvas),
      trace_(trace),
      combination_(combination),
      windows_(windows),
      frame_(frame),
      input_(input),
      output_(output),
      shown_(shown.window),
      tile_(shown.tile),
      touched_(frame.hides_next ? decltype(touched_)()
                                : sim::accessed_cells(combination, trace, frame.position)) {
  is_sum_ = is_sum_of_products();
}

void WindowsDrawing::draw(const Rect& area) {
  const sim::CombinationArray& out = combination_.arrays[windows_.out];
  const auto ghosts = static_cast<std::size_t>(
      std::ranges::count_if(shown_.cells, [](const sim::WindowCell& cell) { return !cell.cell; }));
  std::string words = fmt::format("{} of {}", plural(shown_.cells.size() - ghosts, "cell"), in_name());
  if (ghosts > 0) words += fmt::format(" · {}", plural(ghosts, "ghost cell"));
  const std::string right = fmt::format("work-group {} · warp {} · lane {}", shown_.write->group,
                                        shown_.write->warp, shown_.write->lane);
  const Rect below =
      heading(canvas_, area, {fmt::format("Window of {}", element_name(out, shown_.output)), words, right});
  const Rect body{below.x, below.y, below.width, std::max(0.0f, below.height - kLegendHeight - 4)};
  if (body.height < 30 || body.width < 120) return;
  canvas_.push_clip({area.x - 2, body.y - 2, area.width + 4, body.height + 2});
  if (windows_.is_matrix()) {
    matrices(body);
  } else {
    rows(body);
  }
  canvas_.pop_clip();
  footer({area.x, area.bottom() - kLegendHeight, area.width - frame_.footer_right, kLegendHeight});
}

double WindowsDrawing::number(std::uint64_t bits, ElementType type) {
  return with_type(type, [bits]<class T>() {
    T value{};
    std::memcpy(&value, &bits, sizeof(T));
    return static_cast<double>(value);
  });
}

// Returns true if the stored result is the sum of the cells of the window multiplied by their coefficients,
// where cells outside the input count as 0.
bool WindowsDrawing::is_sum_of_products() const {
  if (!windows_.mask) return false;
  const sim::CombinationArray &in = combination_.arrays[windows_.in],
                              &mask = combination_.arrays[*windows_.mask];
  double sum = 0;
  for (const sim::WindowCell& entry : shown_.cells) {
    if (!entry.cell) continue;
    if (!entry.mask_cell) return false;
    sum += number(in.initial[*entry.cell].bits, in.object.type) *
           number(mask.initial[*entry.mask_cell].bits, mask.object.type);
  }
  const double stored = number(shown_.write->bits, combination_.arrays[windows_.out].object.type);
  // The tolerance allows for rounding, because the kernel may add floating-point values in a different order.
  return std::abs(sum - stored) <= 1e-4 * std::max(1.0, std::abs(stored));
}

// Returns "1·2 + 2·3 = 8" or a shorter form; "" if the output is not a sum of products, or is not stored yet.
std::string WindowsDrawing::sum_words(float width) const {
  if (!is_sum_ || shown_.write->position >= frame_.position) return {};
  const sim::CombinationArray &in = combination_.arrays[windows_.in],
                              &mask = combination_.arrays[*windows_.mask];
  std::string words;
  std::size_t products = 0;
  for (const sim::WindowCell& entry : shown_.cells) {
    if (!entry.cell) continue;
    words += fmt::format("{}{}·{}", words.empty() ? "" : " + ",
                         value_text(in.initial[*entry.cell].bits, in.object.type),
                         value_text(mask.initial[*entry.mask_cell].bits, mask.object.type));
    ++products;
  }
  const std::string result =
      " = " + value_text(shown_.write->bits, combination_.arrays[windows_.out].object.type);
  if (canvas_.text_width(words + result, kWindowSum) <= width) return words + result;
  return fmt::format("Σ of {}", plural(products, "product")) + result;
}

void WindowsDrawing::footer(const Rect& row) {
  const TextStyle& bold = kWindowSum;
  const std::string sum = fit_text(canvas_, sum_words(row.width * 0.6f), bold, row.width * 0.6f);
  float x = row.x;
  if (!sum.empty()) {
    text_at(canvas_, x, row.centre().y, sum, bold);
    x += canvas_.text_width(sum, bold) + 16;
  }
  const TextStyle small = small_text(Role::second_ink, Align::right);
  float right = row.right();
  if (!part_.empty() && right - canvas_.text_width(part_, small) > x) {
    text_at(canvas_, right, row.centre().y, part_, small);
    right -= canvas_.text_width(part_, small) + 16;
  }
  std::vector<LegendEntry> entries;
  if (windows_.max_distance() > 0)
    entries.push_back({Swatch::dashed, Role::second_ink, "ghost cell: not read"});
  if (shows_halo_) entries.push_back({Swatch::triangle, Role::costs, "halo"});
  if (!tile_.empty() && !shows_halo_)
    entries.push_back({Swatch::outline, Role::costs, "loaded by the work-group"});
  if (shows_groups_) entries.push_back({Swatch::upright, Role::ink, "between work-groups"});
  entries.push_back({Swatch::ring, Role::changed, "changed now"});
  if (right - x > 60) legend(canvas_, {x, row.y, right - x, row.height}, entries);
}

std::uint64_t shown_output(const sim::Trace& trace, const sim::Combination& combination,
                           const sim::Windows& windows, std::uint64_t position,
                           const std::optional<CellId>& selected) {
  if (selected)
    if (const auto index = combination.arrays[windows.out].object.index_of(*selected)) return *index;
  const sim::Moment& running = trace.at(std::min(position, trace.size() - 1)).moment;
  const std::vector<std::uint64_t> outputs = sim::outputs_of(combination, windows, running.group);
  return outputs.empty() ? 0 : outputs.front();
}

FigureOutput draw_windows(Canvas& canvas, const Rect& area, const sim::Trace& trace,
                          const sim::Combination& combination, const sim::Windows& windows,
                          const ShownWindow& shown, const WindowsFrame& frame, const FigureInput& input) {
  FigureOutput output;
  WindowsDrawing(canvas, trace, combination, windows, shown, frame, input, output).draw(area);
  return output;
}

float windows_height(const sim::Windows& windows) {
  if (!windows.is_matrix()) return kHeadingHeight + kLegendHeight + 230;
  const float rows = std::min(24.0f, static_cast<float>(windows.rows + 2 * windows.max_distance()));
  return kHeadingHeight + kLegendHeight + kWindowTitle + 24 * rows;
}

}  // namespace lockstep::gui
