// Draws the result table of the Run on GPU page, for the window and for export: a heading for each n, a row
// for each algorithm, and remarks below a row.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "gui/canvas/canvas.hpp"
#include "gui/pages/gpu/result_model.hpp"

namespace lockstep::gui {

// A function that adds a tooltip to an area; empty for a file.
using TableHint = std::function<void(std::string_view id, const Rect& rect, std::string_view tooltip)>;

// A function that draws the buttons of a row below it, and returns the y below the buttons; empty for a file.
using RowTools = std::function<float(std::size_t row, const Rect& below)>;

// Returns the columns of a table of this width.
std::vector<ResultColumn> table_columns(float width, ResultColumns chosen);

// Draw the heading and the rows. Both functions return the y below their part.
float draw_result_header(Canvas& canvas, const Rect& area, std::span<const ResultColumn> columns,
                         const TableHint& hint = {});
float draw_result_rows(Canvas& canvas, const Rect& area, std::span<const ResultRow> rows,
                       std::span<const ResultColumn> columns, const TableHint& hint = {},
                       const RowTools& tools = {});

}  // namespace lockstep::gui
