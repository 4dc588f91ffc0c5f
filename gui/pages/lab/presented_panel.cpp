// Draws a scene in a presentation: the sentence, below it the picture as large as its card permits, and below
// the picture the tables that fit.
#include <algorithm>
#include <vector>

#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"
#include "gui/canvas/zoomed.hpp"
#include "gui/figures/lab/element_uses.hpp"
#include "gui/figures/lab/report_table.hpp"
#include "gui/pages/lab/page.hpp"

namespace lockstep::gui {
namespace {

// At the minimum zoom, the smallest text has a height of 20 px on a screen of 1920 by 1080 pixels.
constexpr float kLabLeastZoom = 0.82f, kLabMaxZoom = 2.2f, kZoomStep = 0.05f, kLabBetween = 10;
constexpr float kLeastTableZoom = 0.7f, kMaxTableZoom = 1.2f;
// From this width on, the lanes of a warp are drawn with their numbers.
constexpr float kLeastPicture = 520;
// Space in px between a heading and the right edge of its table, for the number on the right.
constexpr float kBesideTitle = 90;
constexpr TextStyle kSaid{Font::text, Role::ink, Align::left, 14};

class PresentedPicture final : public LabPresentedPanel {
 public:
  explicit PresentedPicture(LabRunner& runner) : runner_(runner) {}
  std::string_view help() const override { return "The scene on the chosen device model."; }

  float zoom(PanelContext& context, const Rect& card) override {
    const lab::Report* report = counted(context);
    const Rect content = inside(card);
    if (report == nullptr || content.width <= 0 || content.height <= 0) return 0;
    return zoom_in(context.ui.canvas, content, *report);
  }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    const Rect content = inside(card);
    const lab::Report* report = counted(context);
    if (report == nullptr) {
      const bool fails = shown_ != nullptr;
      context.ui.paragraph(content, fails ? shown_->report.error().message : std::string("Counting …"),
                           {Font::text, fails ? Role::costs : Role::second_ink, Align::left, 14});
      return;
    }
    Canvas& canvas = context.ui.canvas;
    const float zoom = zoom_in(canvas, content, *report);
    float y = context.ui.paragraph(content, report->sentence, kSaid) + kLabBetween;
    y += draw_picture(canvas, {content.x, y, content.width, content.bottom() - y}, zoom);
    draw_tables(canvas, {content.x, y, content.width, content.bottom() - y}, report->tables);
  }

 private:
  // Returns the report of the scene; null if it has not been computed yet, or if it cannot be computed.
  const lab::Report* counted(const PanelContext& context) {
    runner_.want(lab_request(context.state));
    const auto answer = runner_.answer();
    if (answer != shown_) {
      shown_ = answer;
      figure_ = answer != nullptr && answer->report ? prepare_lab_figure(*answer->report) : LabFigure{};
      figure_.cache_lines.reset();  // the tables are larger
    }
    return shown_ != nullptr && shown_->report ? &*shown_->report : nullptr;
  }

  float zoom_in(const Canvas& canvas, const Rect& content, const lab::Report& report) const {
    const float said = 1.45f * kSaid.size *
                       static_cast<float>(wrap_text(canvas, report.sentence, kSaid, content.width).size());
    const float room = content.height - said - kLabBetween;
    const bool is_narrow = figure_.accesses.empty() && !figure_.timeline;
    float least = is_narrow ? kLeastPicture / 2 : kLeastPicture;
    if (figure_.uses) least = std::max(least, canvas.text_width(figure_.uses->title, kTitle) + kBesideTitle);
    float zoom = std::clamp(content.width / least, kLabLeastZoom, kLabMaxZoom);
    const auto height = [&] { return zoom * lab_figure_height(figure_, content.width / zoom); };
    while (zoom > kLabLeastZoom && height() > room) zoom = std::max(kLabLeastZoom, zoom - kZoomStep);
    return zoom;
  }

  // Draws the picture. Returns its height including the gap below it.
  float draw_picture(Canvas& canvas, const Rect& area, float zoom) {
    if (figure_.is_empty()) return 0;
    ZoomedCanvas zoomed(canvas, zoom);
    const float width = area.width / zoom, height = lab_figure_height(figure_, width);
    if (height * zoom > area.height && !figure_.uses && !figure_.timeline) {
      draw_low(zoomed, {area.x / zoom, area.y / zoom, width, area.height / zoom});
      return area.height;
    }
    const float low = std::min(height, area.height / zoom);
    if (figure_.uses && figure_.accesses.empty() && !figure_.timeline) {
      draw_element_uses(zoomed, {area.x / zoom, area.y / zoom, width, low}, *figure_.uses);
      return low * zoom + 2 * kLabBetween;
    }
    LabFigureView all_passes;
    draw_lab_figure(zoomed, {area.x / zoom, area.y / zoom, width, height}, figure_, all_passes);
    return height * zoom + 2 * kLabBetween;
  }

  // Draws accesses with many rows. Accesses that need little height get it, and the others share the rest
  // equally and show as many rows as fit.
  void draw_low(Canvas& canvas, Rect area) const {
    const auto gaps = static_cast<float>(figure_.accesses.size() - 1);
    const float most = equal_share(needed_heights(area.width), area.height - gaps * kLabBetween);
    for (const MemoryAccess& access : figure_.accesses) {
      MemoryAccessView view;
      const float height = std::min(most, memory_access_height(access, area.width));
      draw_memory_access(canvas, {area.x, area.y, area.width, height}, access, view);
      area.y += height + kLabBetween;
    }
  }
  std::vector<float> needed_heights(float width) const {
    std::vector<float> heights;
    for (const MemoryAccess& access : figure_.accesses)
      heights.push_back(memory_access_height(access, width));
    return heights;
  }
  // Returns the largest height that parts may have if together they have at most `room`.
  static float equal_share(std::vector<float> needed, float room) {
    std::ranges::sort(needed);
    auto left = static_cast<float>(needed.size());
    for (const float height : needed) {
      if (height > room / left) return room / left;
      room -= height;
      --left;
    }
    return needed.empty() ? room : needed.back();
  }

  // Draws the tables that fit completely, each as large as possible. For a scene without a picture, the first
  // table is always drawn.
  void draw_tables(Canvas& canvas, Rect area, const std::vector<lab::ReportTable>& tables) const {
    bool must_show = figure_.is_empty();
    for (const lab::ReportTable& table : tables) {
      const float zoom = table_zoom(canvas, table, area);
      if (zoom == 0 && !must_show) return;
      ZoomedCanvas zoomed(canvas, std::max(zoom, kLeastTableZoom));
      const float by = std::max(zoom, kLeastTableZoom), width = area.width / by;
      const float height = report_table_height(zoomed, table, width);
      zoomed.push_clip({area.x / by, area.y / by, width, area.height / by});
      draw_report_table(zoomed, {area.x / by, area.y / by, width, height}, table);
      zoomed.pop_clip();
      must_show = false;
      area.y += height * by + kLabBetween;
      area.height -= height * by + kLabBetween;
    }
  }

  // Returns the largest zoom at which no part of the table is cut off; 0 if there is no such zoom.
  static float table_zoom(Canvas& canvas, const lab::ReportTable& table, const Rect& area) {
    for (float zoom = kMaxTableZoom; zoom >= kLeastTableZoom; zoom -= kZoomStep) {
      const ZoomedCanvas zoomed(canvas, zoom);
      const float width = area.width / zoom;
      if (whole_width(zoomed, table) <= width &&
          report_table_height(zoomed, table, width) * zoom <= area.height)
        return zoom;
    }
    return 0;
  }
  static float whole_width(const Canvas& canvas, const lab::ReportTable& table) {
    constexpr TextStyle style{Font::text_bold, Role::ink, Align::left, 13};
    constexpr float gap = 20;
    float width = 0;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      float widest = canvas.text_width(table.columns[column], style);
      for (const lab::ReportTable::Row& row : table.rows)
        if (column < row.cells.size()) widest = std::max(widest, canvas.text_width(row.cells[column], style));
      width += widest + gap;
    }
    return width;
  }

  LabRunner& runner_;
  std::shared_ptr<const LabAnswer> shown_;
  LabFigure figure_;
};

}  // namespace

std::unique_ptr<LabPresentedPanel> make_lab_presented_panel(LabRunner& runner) {
  return std::make_unique<PresentedPicture>(runner);
}

}  // namespace lockstep::gui
