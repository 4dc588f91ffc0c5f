// Draws the cells of a window and describes them in tooltips.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gui/canvas/text.hpp"
#include "gui/figures/stencils/draw_windows.hpp"

namespace lockstep::gui {

using namespace drawing;
using sim::WindowPlace;

namespace {

constexpr float kTextWidth = 12, kTextHeight = 12;  // minimum size of a cell with a value

}  // namespace

std::string WindowsDrawing::in_name() const { return combination_.arrays[windows_.in].name; }

std::string WindowsDrawing::element_name(const sim::CombinationArray& array, std::uint64_t cell) const {
  if (!windows_.is_matrix()) return fmt::format("{}[{}]", array.name, cell);
  const WindowPlace at = windows_.place_of(cell);
  return fmt::format("{}[{}], row {}, column {}", array.name, cell, at.row, at.column);
}

const sim::WindowCell* WindowsDrawing::window_cell(const WindowPlace& at) const {
  const auto found = std::ranges::find(shown_.cells, at, &sim::WindowCell::place);
  return found == shown_.cells.end() ? nullptr : &*found;
}

std::string WindowsDrawing::value_text(std::uint64_t bits, ElementType type) {
  return sim::format_value(bits, type);
}

WindowCellLook WindowsDrawing::input_look(const WindowPlace& at) const {
  WindowCellLook look;
  const sim::WindowCell* cell = window_cell(at);
  look.in_window = cell != nullptr;
  const auto index = windows_.cell_at(at);
  look.is_ghost = !index;
  if (!index) {
    if (look.in_window && is_sum_) look.text = "0";
    return look;
  }
  const sim::CombinationArray& array = combination_.arrays[windows_.in];
  look.text = value_text(array.initial[*index].bits, array.object.type);
  look.touched = touched_.contains({windows_.in, *index});
  look.selected = is_linked(windows_.in, *index);
  return look;
}

WindowCellLook WindowsDrawing::tile_look(const sim::TileCell& cell) const {
  WindowCellLook look;
  const bool is_stored = cell.position < frame_.position;
  if (is_stored) look.text = value_text(cell.bits, combination_.arrays[*windows_.tile].object.type);
  look.is_ghost = !cell.from;
  look.is_halo = cell.from && cell.is_halo;
  look.in_window = is_stored && window_cell(cell.place) != nullptr;
  look.changed = is_stored && cell.position >= frame_.changed_since;
  look.touched = touched_.contains({*windows_.tile, cell.cell});
  look.selected = is_linked(*windows_.tile, cell.cell);
  return look;
}

WindowCellLook WindowsDrawing::output_look(std::uint64_t index) const {
  WindowCellLook look;
  const sim::CombinationArray& array = combination_.arrays[windows_.out];
  const sim::CombinationWrite& write = combination_.rows[windows_.out_row].writes[index];
  const bool is_stored = write.position < frame_.position;
  if (is_stored) look.text = value_text(write.bits, array.object.type);
  look.in_window = index == shown_.output;
  look.is_pale = write.group != shown_.write->group;
  look.changed = is_stored && write.position >= frame_.changed_since;
  look.touched = touched_.contains({windows_.out, index});
  look.selected = index == shown_.output;
  look.wrong = wrong_at(frame_.wrong, array.object.cell(index), frame_.position);
  return look;
}

WindowCellLook WindowsDrawing::mask_look(std::uint64_t index) const {
  WindowCellLook look;
  const sim::CombinationArray& array = combination_.arrays[*windows_.mask];
  look.text = value_text(array.initial[index].bits, array.object.type);
  look.touched = touched_.contains({*windows_.mask, index});
  look.selected = is_linked(*windows_.mask, index);
  return look;
}

bool WindowsDrawing::is_linked(std::uint32_t array, std::uint64_t cell) const {
  if (!input_.link.cell) return false;
  const sim::CombinationArray& entry = combination_.arrays[array];
  const auto index = entry.object.index_of(*input_.link.cell);
  return index &&
         (entry.object.is_local ? shown_.write->group * entry.object.elements + *index : *index) == cell;
}

void WindowsDrawing::dashed_box(const Rect& box, Role role) {
  canvas_.dashed_line({box.x, box.y}, {box.right(), box.y}, role, 1.2f);
  canvas_.dashed_line({box.x, box.bottom()}, {box.right(), box.bottom()}, role, 1.2f);
  canvas_.dashed_line({box.x, box.y}, {box.x, box.bottom()}, role, 1.2f);
  canvas_.dashed_line({box.right(), box.y}, {box.right(), box.bottom()}, role, 1.2f);
}

void WindowsDrawing::cell(const Rect& box, const WindowCellLook& look) {
  if (look.changed)
    canvas_.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::changed, 3, 4);
  canvas_.fill_rect(box,
                    look.wrong       ? Role::costs_pale
                    : look.in_window ? Role::acts_pale
                    : look.is_ghost  ? Role::card
                                     : Role::ground,
                    3);
  if (look.is_halo) halo_corner(box);
  const Role edge = look.wrong       ? Role::costs
                    : look.in_window ? Role::acts
                    : look.is_ghost  ? Role::second_ink
                                     : Role::line;
  if (look.is_ghost) {
    dashed_box(box, edge);
  } else {
    canvas_.stroke_rect(box, edge, look.in_window || look.wrong ? 1.6f : 1.0f, 3);
  }
  if (look.touched) canvas_.stroke_rect(box, Role::acts, 2.6f, 3);
  if (look.selected && !look.in_window) canvas_.stroke_rect(box, Role::ink, 1.6f, 3);
  write(box, look);
}

// Marks a halo cell only in a corner, so that the value stays readable.
void WindowsDrawing::halo_corner(const Rect& box) {
  const float size = std::min(8.0f, box.height * 0.45f), x = box.right() - 1, y = box.bottom() - 1;
  canvas_.fill_polygon(std::array{Point{x, y - size}, Point{x, y}, Point{x - size, y}}, Role::costs);
}

void WindowsDrawing::write(const Rect& box, const WindowCellLook& look) {
  if (look.text.empty() || box.width < kTextWidth || box.height < kTextHeight) return;
  // The zeros of ghost cells outside the window are not written in small cells, where they would distract
  // from the other values.
  if (look.is_ghost && !look.in_window && box.height < 20) return;
  const Role role = look.wrong ? Role::costs : look.is_ghost || look.is_pale ? Role::second_ink : Role::ink;
  const bool large = box.height >= 20;
  TextStyle style = look.in_window ? bold_text(role, Align::centre, large ? kReading : kSmall)
                    : large        ? reading_text(role, Align::centre)
                                   : small_text(role, Align::centre);
  if (canvas_.text_width(look.text, style) > box.width - 2) style = small_text(role, Align::centre);
  // A number is not truncated, because it would then look like a different number.
  const bool fits = canvas_.text_width(look.text, style) <= box.width - 2;
  text_at(canvas_, box.centre().x, box.centre().y, fits ? look.text : "…", style);
}

void WindowsDrawing::hover(const Rect& box, std::uint32_t array, std::uint64_t index,
                           const std::string& more) {
  if (!input_.pointer.inside || !box.contains(input_.pointer.at)) return;
  const sim::CombinationArray& entry = combination_.arrays[array];
  const CellId id = entry.object.cell(entry.object.is_local ? index % entry.object.elements : index);
  output_.hovered.cell = id;
  output_.tooltip = fmt::format("{}[{}]{}", entry.name,
                                entry.object.is_local ? index % entry.object.elements : index, more);
  if (input_.pointer.clicked) output_.selected = id;
}

void WindowsDrawing::draw_input(const WindowGrid& grid) {
  each_place(grid, [&](const WindowPlace& at) {
    const Rect box = grid.box(at);
    const WindowCellLook look = input_look(at);
    cell(box, look);
    if (const auto index = windows_.cell_at(at)) {
      hover(box, windows_.in, *index, " = " + look.text);
    } else if (input_.pointer.inside && box.contains(input_.pointer.at)) {
      output_.tooltip = "A ghost cell: outside " + in_name() + ", and not read";
      if (is_sum_) output_.tooltip += "; it counts as 0: the other products add up to the output";
    }
  });
}

void WindowsDrawing::draw_tile(const WindowGrid& grid) {
  shows_halo_ = true;
  for (const sim::TileCell& entry : tile_) {
    if (!grid.shows(entry.place)) continue;
    const Rect box = grid.box(entry.place);
    cell(box, tile_look(entry));
    const std::string what = !entry.from     ? ": a ghost cell, stored as 0"
                             : entry.is_halo ? fmt::format(" ← {}[{}]: halo", in_name(), *entry.from)
                                             : fmt::format(" ← {}[{}]", in_name(), *entry.from);
    hover(box, *windows_.tile, entry.cell,
          fmt::format("{}\nstored by lane {} of warp {}", what, entry.lane, entry.warp));
  }
}

void WindowsDrawing::draw_output(const WindowGrid& grid) {
  each_place(grid, [&](const WindowPlace& at) {
    const auto index = windows_.cell_at(at);
    if (!index) return;
    const Rect box = grid.box(at);
    const WindowCellLook look = output_look(*index);
    cell(box, look);
    hover(box, windows_.out, *index,
          (look.text.empty() ? ": not stored yet" : " = " + look.text) + "\nClick: its window");
  });
}

}  // namespace lockstep::gui
