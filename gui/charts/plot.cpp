#include "gui/charts/plot.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gui/canvas/label_row.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr float kTickGap = 6;  // px between the labels of an axis

// Returns the smallest number that is 1, 2 or 5 times a power of ten and at least `least`.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

std::vector<double> decades(double least, double most, std::initializer_list<double> factors, int step) {
  std::vector<double> values;
  const int first = static_cast<int>(std::floor(std::log10(least))) - 1;
  const int last = static_cast<int>(std::ceil(std::log10(most))) + 1;
  for (int power = first; power <= last; ++power)
    for (const double factor : factors) {
      const double value = factor * std::pow(10, power);
      const bool inside = value >= least * (1 - 1e-9) && value <= most * (1 + 1e-9);
      if (inside && ((power % step) + step) % step == 0) values.push_back(value);
    }
  return values;
}

}  // namespace

float PlotAxis::share(double value) const {
  const double at = linear ? value : std::log2(value);
  return static_cast<float>((at - low) / (high - low));
}

PlotAxis count_axis(double least, double most, std::size_t ticks) {
  PlotAxis axis{std::log2(least), std::log2(most)};
  const double first = std::ceil(axis.low - 1e-9), powers = std::floor(axis.high + 1e-9) - first;
  const auto step =
      std::max(1.0, std::ceil(powers / static_cast<double>(std::max<std::size_t>(ticks, 2) - 1)));
  for (double power = first; power <= axis.high + 1e-9; power += step)
    axis.ticks.push_back({std::exp2(power), binary_label(std::exp2(power))});
  return axis;
}

PlotAxis log_axis(double least, double most, std::size_t ticks, std::string (*label)(double)) {
  PlotAxis axis{std::log2(least), std::log2(most)};
  std::vector<double> values = decades(least, most, {1, 2, 5}, 1);
  for (int step = 1; values.size() > ticks && step <= 8; ++step) values = decades(least, most, {1}, step);
  for (const double value : values) axis.ticks.push_back({value, label(value)});
  return axis;
}

PlotAxis linear_axis(double most, std::size_t ticks, std::string (*label)(double)) {
  PlotAxis axis{0, most, true};
  const double step = round_step(most / static_cast<double>(std::max<std::size_t>(ticks, 1)));
  for (double i = 0; i * step <= most * (1 + 1e-9); ++i) axis.ticks.push_back({i * step, label(i * step)});
  return axis;
}

void draw_x_ticks(Canvas& canvas, const PlotFrame& frame, const TextStyle& style) {
  const Rect& in = frame.inside;
  TextStyle centred = style;
  centred.align = Align::centre;
  const auto place = [&](const PlotTick& tick) { return in.x + in.width * frame.x.share(tick.value); };
  std::vector<RowLabel> labels;
  for (const PlotTick& tick : frame.x.ticks)
    labels.push_back(centred_label(canvas, tick.label, centred, place(tick)));
  const std::size_t stride = label_stride(labels, kTickGap);
  for (std::size_t i = 0; i < frame.x.ticks.size(); ++i) {
    const float x = place(frame.x.ticks[i]);
    canvas.line({x, in.y}, {x, in.bottom()}, Role::line, 0.5f);
    if (shows_label(stride, i)) canvas.text({x, in.bottom() + 5}, frame.x.ticks[i].label, centred);
  }
}

void draw_y_ticks(Canvas& canvas, const PlotFrame& frame, const TextStyle& style) {
  const Rect& in = frame.inside;
  TextStyle right = style;
  right.align = Align::right;
  std::vector<const PlotTick*> inside;
  std::vector<RowLabel> labels;
  const auto place = [&](const PlotTick& tick) {
    return in.bottom() - in.height * frame.y.share(tick.value);
  };
  for (const PlotTick& tick : frame.y.ticks) {
    const float y = place(tick), half = style.size / 2;
    if (y < in.y - 1 || y > in.bottom() + 1) continue;
    inside.push_back(&tick);
    labels.push_back(
        {in.bottom() - y - half, in.bottom() - y + half});  // negated, because values increase upwards
  }
  const std::size_t stride = label_stride(labels, kTickGap / 2);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const float y = place(*inside[i]);
    canvas.line({in.x, y}, {in.right(), y}, Role::line, 0.5f);
    if (shows_label(stride, i)) canvas.text({in.x - 6, top_for_centre(y, right)}, inside[i]->label, right);
  }
}

std::string binary_label(double n) {
  const auto count = static_cast<std::uint64_t>(std::llround(n));
  if (count >= 1024 && count < 8 * 1024 && count % 1024 == 0) return std::to_string(count / 1024) + " Ki";
  return format_count(count);
}

// Combines overlapping neighbours into blocks around the mean of their wanted positions until no
// blocks overlap.
std::vector<float> spread_apart(const std::vector<float>& wanted, float gap, float top, float bottom) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
  struct Block {
    float sum = 0;  // sum of the first positions of the block that its members would prefer
    std::size_t size = 0;
    float first() const { return sum / static_cast<float>(size); }
    float end(float gap) const { return first() + gap * static_cast<float>(size); }
  };
  std::vector<Block> blocks;
  for (const std::size_t i : order) {
    Block block{wanted[i], 1};
    while (!blocks.empty() && blocks.back().end(gap) > block.first()) {
      const Block& last = blocks.back();
      block = {last.sum + block.sum - gap * static_cast<float>(last.size * block.size),
               last.size + block.size};
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  std::vector<float> places(wanted.size());
  auto next = order.begin();
  for (const Block& block : blocks)
    for (std::size_t i = 0; i < block.size; ++i)
      places[*next++] = block.first() + gap * static_cast<float>(i);
  // Positions outside the limits are moved inside and push their neighbours.
  float last = top - gap, first = bottom + gap;
  for (const std::size_t i : order) last = places[i] = std::max(places[i], last + gap);
  for (auto i = order.rbegin(); i != order.rend(); ++i)
    first = places[*i] = std::min(places[*i], first - gap);
  return places;
}

}  // namespace lockstep::gui
