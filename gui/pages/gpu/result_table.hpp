// The result table of the Run on GPU tab on a Canvas: a heading for each n, a row for each algorithm, and
// below a row what must be known of it. What is on the screen is what is exported.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "gui/canvas/canvas.hpp"
#include "gui/pages/gpu/model.hpp"

namespace lockstep::gui {

// Explains an area; nothing does so in a file.
using TableHint = std::function<void(std::string_view id, const Rect& rect, std::string_view tooltip)>;

// Draws what can be done about a row below it, and returns the y below that; none in a file.
using RowTools = std::function<float(std::size_t row, const Rect& below)>;

// Those that are shown in a table of this width.
std::vector<ResultColumn> table_columns(float width, ResultColumns chosen);

// Both return the y below.
float draw_result_header(Canvas& canvas, const Rect& area, std::span<const ResultColumn> columns,
                         const TableHint& hint = {});
float draw_result_rows(Canvas& canvas, const Rect& area, std::span<const ResultRow> rows,
                       std::span<const ResultColumn> columns, const TableHint& hint = {},
                       const RowTools& tools = {});

// The height of both, as they would be drawn.
float result_table_height(Canvas& measure, float width, std::span<const ResultRow> rows);

}  // namespace lockstep::gui
