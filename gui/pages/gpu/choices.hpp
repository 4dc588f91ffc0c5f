// The left card of the Run on GPU page: devices, sizes, algorithms, and the button that runs them.
#pragma once

#include "gui/background_jobs/benchmark/benchmark_runner.hpp"
#include "gui/pages/gpu/size_choice.hpp"
#include "gui/pages/panel.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

class GpuChoices {
 public:
  explicit GpuChoices(BenchmarkRunner& benchmark) : benchmark_(benchmark) {}

  // A row that can be ticked.
  struct Entry {
    std::string id, label, summary;
  };
  struct Group {
    std::string id, title;
    std::vector<Entry> entries;
  };

  void draw(PanelContext& context, const Rect& content, const BenchmarkSnapshot& seen);

 private:
  // The following functions draw a part of the card. Each function returns the y below its part.
  float draw_kernels(PanelContext& context, const Rect& area, float y);
  float draw_sizes(PanelContext& context, const Rect& area, float y, const measure::Device* device);
  struct Number {
    std::string_view id, label;
    std::uint64_t value;
    std::vector<std::uint64_t> choices;
    std::string_view tooltip;
    std::function<void(BenchmarkChoice&, std::uint64_t)> set;
    CountRange range{};
  };
  float draw_number(PanelContext& context, Point at,
                    const Number& number);  // returns the x to the right of the number
  float draw_numbers(PanelContext& context, const Rect& area, float y);
  float draw_algorithms(PanelContext& context, const Rect& area, float y);
  float draw_family(PanelContext& context, const Rect& column, const std::string& title,
                    Algorithm::Family family);
  float draw_group(PanelContext& context, const Rect& column, const Group& group,
                   const std::vector<Entry>& ticks);
  void draw_run(PanelContext& context, const Rect& area, const BenchmarkSnapshot& seen);

  BenchmarkRunner& benchmark_;
  ScrollArea scroll_;
  std::string opened_;          // document entry for which the list was scrolled to the ticked kernels
  std::optional<Rect> ticked_;  // area from the first to the last ticked kernel in this frame
  SizeChoice sizes_;            // caches which sizes fit
  bool shows_remarks_ = false;
};

}  // namespace lockstep::gui
