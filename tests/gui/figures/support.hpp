// Runs for the figures' tests, and conditions that every drawn figure must satisfy.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/catalogue/algorithm.hpp"
#include "gui/canvas/recorder.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

using TracePtr = std::shared_ptr<const sim::Trace>;

inline TracePtr record_plan(const Plan& plan, std::string_view model = "cc9.0") {
  const auto found = sim::find_device_model(model);
  auto trace = sim::Trace::record(plan, **found);
  EXPECT_TRUE(trace.has_value()) << trace.error().message;
  return trace.value_or(nullptr);
}

inline TracePtr record_run(std::string_view id, std::uint64_t n, std::uint64_t group_size,
                           std::string_view model = "cc9.0") {
  const auto algorithm = find_algorithm(id);
  PlanRequest request;
  request.n = n;
  request.group_size = group_size;
  const auto source = load_kernel(**algorithm, "");
  const auto plan = make_plan(**algorithm, request, *source);
  EXPECT_TRUE(plan.has_value()) << plan.error().message;
  return record_plan(*plan, model);
}

// One work-group of `items`, with out[items], in[items] = 0, 1, 2 … and `local_bytes` of local memory.
inline Plan one_group_plan(std::string text, std::uint64_t items, std::uint64_t local_bytes) {
  Plan plan;
  plan.id = "test";
  plan.n = items;
  plan.group_size = items;
  plan.programs.push_back({{"test.cl", std::move(text), ""}, ""});
  plan.buffers.push_back({"out", ElementType::int32, items, PlanBuffer::Role::output, {}});
  plan.buffers.push_back(
      {"in", ElementType::int32, items, PlanBuffer::Role::input, {Content::Pattern::iota, 0, 1, nullptr}});
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size[0] = launch.range.local_size[0] = items;
  launch.arguments = {BufferArgument{0}, BufferArgument{1}, LocalArgument{local_bytes}};
  plan.launches.push_back(launch);
  return plan;
}

// The line of the plan's first program that contains `words`.
inline std::uint32_t line_with(const Plan& plan, std::string_view words) {
  const std::string& text = plan.programs[0].source.text;
  const std::size_t at = text.find(words);
  EXPECT_NE(at, std::string::npos) << words;
  return 1 + static_cast<std::uint32_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

// No text smaller than 11 px, nothing outside the area, no overlapping texts, all clips closed.
inline void expect_readable(const CanvasRecorder& canvas, const Rect& area) {
  EXPECT_TRUE(canvas.clips_balanced());
  std::vector<const DrawnItem*> texts;
  for (const DrawnItem& item : canvas.items()) {
    if (item.kind != DrawnItem::Kind::text || item.text.empty()) continue;
    EXPECT_GE(item.style.size, 11) << item.text;
    const Rect seen = intersection(item.bounds, item.clip);
    if (seen.width <= 0 || seen.height <= 0) continue;
    EXPECT_GE(item.bounds.x, area.x - 1) << item.text;
    EXPECT_LE(item.bounds.right(), area.right() + 1) << item.text;
    EXPECT_LE(seen.bottom(), area.bottom() + 2) << item.text;
    texts.push_back(&item);
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      const Rect both = intersection(texts[i]->bounds, texts[j]->bounds);
      // The boxes of adjacent lines touch, because letters do not fill the height of a line.
      EXPECT_FALSE(both.width > 1 && both.height > 5) << texts[i]->text << " over " << texts[j]->text;
    }
  }
}

}  // namespace lockstep::gui
