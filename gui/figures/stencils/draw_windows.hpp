// Draws one window. The cells are drawn in cells.cpp, windows with one dimension in rows.cpp, windows with
// two dimensions in matrices.cpp, and the heading and the footer in windows.cpp.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gui/figures/stencils/windows.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

inline constexpr float kWindowTitle = 18;  // px of the titles of matrices
inline constexpr TextStyle kWindowSum = drawing::bold_text(Role::ink, Align::left, 12);

struct WindowCellLook {
  std::string text;
  bool is_ghost = false, is_halo = false, in_window = false, is_pale = false;
  bool changed = false, touched = false, selected = false;
  const WrongCell* wrong = nullptr;
};

// The shown part of a matrix or of a row, and the position where it is drawn.
struct WindowGrid {
  Point corner;
  float width = 0, height = 0;  // size of a cell, including its gap
  sim::WindowPlace first;       // the place that is drawn at the corner
  std::int64_t rows = 1, columns = 1;

  bool shows(const sim::WindowPlace& at) const {
    return at.row >= first.row && at.row < first.row + rows && at.column >= first.column &&
           at.column < first.column + columns;
  }
  Rect box(const sim::WindowPlace& at) const {
    return {corner.x + static_cast<float>(at.column - first.column) * width,
            corner.y + static_cast<float>(at.row - first.row) * height, width - 2, height - 2};
  }
  Rect all() const {
    return {corner.x, corner.y, width * static_cast<float>(columns), height * static_cast<float>(rows)};
  }
};

template <class F>
void each_place(const WindowGrid& grid, F f) {
  for (std::int64_t row = 0; row < grid.rows; ++row)
    for (std::int64_t column = 0; column < grid.columns; ++column)
      f(sim::WindowPlace{grid.first.row + row, grid.first.column + column});
}

// One of the matrices that are drawn side by side.
struct WindowPart {
  std::string title;
  WindowGrid grid;
  float need = 0;  // cell width in px that the values need
};

class WindowsDrawing {
 public:
  WindowsDrawing(Canvas& canvas, const sim::Trace& trace, const sim::Combination& combination,
                 const sim::Windows& windows, const ShownWindow& shown, const WindowsFrame& frame,
                 const FigureInput& input, FigureOutput& output);
  void draw(const Rect& area);

 private:
  std::string in_name() const;
  std::string element_name(const sim::CombinationArray& array, std::uint64_t cell) const;
  const sim::WindowCell* window_cell(const sim::WindowPlace& at) const;
  static std::string value_text(std::uint64_t bits, ElementType type);
  WindowCellLook input_look(const sim::WindowPlace& at) const;
  WindowCellLook tile_look(const sim::TileCell& cell) const;
  WindowCellLook output_look(std::uint64_t index) const;
  WindowCellLook mask_look(std::uint64_t index) const;
  bool is_linked(std::uint32_t array, std::uint64_t cell) const;
  void dashed_box(const Rect& box, Role role);
  void cell(const Rect& box, const WindowCellLook& look);
  void halo_corner(const Rect& box);
  void write(const Rect& box, const WindowCellLook& look);
  void hover(const Rect& box, std::uint32_t array, std::uint64_t index, const std::string& more);
  void draw_input(const WindowGrid& grid);
  void draw_tile(const WindowGrid& grid);
  void draw_output(const WindowGrid& grid);
  void rows(const Rect& body);
  WindowGrid row_grid(const Rect& body, float height);
  std::int64_t centre_of_row(std::int64_t room) const;
  void loads(const WindowGrid& from, const WindowGrid& to);
  void mask_row(const WindowGrid& grid);
  void fan(const WindowGrid& from, const WindowGrid& to);
  void matrices(const Rect& body);
  static constexpr float kPartGap = 16, kLowest = 15;
  float need_of(std::uint32_t array) const;
  static float fitting_scale(const std::vector<WindowPart>& parts, const Rect& room);
  std::vector<WindowPart> matrix_parts(bool with_tile) const;
  WindowGrid mask_grid() const;
  void crop(std::vector<WindowPart>& parts, const Rect& room);
  void tile_frame(const WindowGrid& grid);
  std::optional<std::uint32_t> group_of(const sim::WindowPlace& output) const;
  void group_edges(const WindowGrid& grid);
  void mask_matrix(const WindowGrid& grid);
  static double number(std::uint64_t bits, ElementType type);
  bool is_sum_of_products() const;
  std::string sum_words(float width) const;
  void footer(const Rect& row);
  Canvas& canvas_;
  const sim::Trace& trace_;
  const sim::Combination& combination_;
  const sim::Windows& windows_;
  const WindowsFrame& frame_;
  const FigureInput& input_;
  FigureOutput& output_;
  const sim::OutputWindow& shown_;
  const std::vector<sim::TileCell>& tile_;
  std::set<std::pair<std::uint32_t, std::uint64_t>> touched_;
  std::string part_;  // describes the shown part; empty if everything is shown
  bool is_sum_ = false;
  bool shows_groups_ = false;
  bool shows_halo_ = false;  // the tile is drawn separately, not only as a frame in the input
};

}  // namespace lockstep::gui
