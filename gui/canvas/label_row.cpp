#include "gui/canvas/label_row.hpp"

#include <cmath>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

bool fits_its_room(const RowLabel& label) {
  return label.begin >= label.room_begin && label.end <= label.room_end;
}

bool all_fit(std::span<const RowLabel> labels, std::size_t stride, float gap) {
  for (std::size_t i = 0; i < labels.size(); i += stride) {
    if (!fits_its_room(labels[i])) return false;
    if (i >= stride && labels[i].begin < labels[i - stride].end + gap) return false;
  }
  return true;
}

}  // namespace

RowLabel centred_label(const Canvas& canvas, std::string_view text, const TextStyle& style, float centre,
                       float room) {
  const float half = canvas.text_width(text, style) / 2;
  RowLabel label{centre - half, centre + half};
  if (std::isfinite(room)) {
    label.room_begin = centre - room / 2;
    label.room_end = centre + room / 2;
  }
  return label;
}

std::size_t label_stride(std::span<const RowLabel> labels, float gap) {
  if (labels.size() == 1) return fits_its_room(labels.front()) ? 1 : 0;
  for (std::size_t stride = 1; stride < labels.size(); stride *= 2)
    if (all_fit(labels, stride, gap)) return stride;
  return 0;
}

void draw_labels(Canvas& canvas, const LabelRow& row, float centre_y, TextStyle style, float gap) {
  style.align = Align::centre;
  std::vector<RowLabel> labels;
  for (std::size_t i = 0; i < row.texts.size(); ++i)
    labels.push_back(centred_label(canvas, row.texts[i], style, row.centres[i]));
  const std::size_t stride = label_stride(labels, gap);
  for (std::size_t i = 0; i < row.texts.size(); ++i)
    if (shows_label(stride, i))
      canvas.text({row.centres[i], top_for_centre(centre_y, style)}, row.texts[i], style);
}

}  // namespace lockstep::gui
