#include "gui/pages/gpu/page.hpp"

#include <algorithm>

#include "core/base/files/atomic_writer.hpp"
#include "core/benchmark_data/tables/report.hpp"
#include "core/catalogue/published.hpp"
#include "gui/pages/gpu/drawing.hpp"
#include "gui/pages/gpu/plan_panel.hpp"

namespace lockstep::gui {
namespace {

// Writes the results in the format of `lockstep bench`.
Result<void> export_results(const measure::BenchReport& report, const std::string& path) {
  if (report.rows.empty()) return failure("There are no results yet: Ctrl+Enter runs the chosen kernels.");
  return write_atomically(path, path.ends_with(".json") ? bench_json(report) + "\n" : bench_csv(report));
}

Result<void> export_charts(const measure::BenchReport& report, const AppState& state,
                           const std::string& path) {
  const auto drawing = bench_drawing(report, state.benchmark);
  if (!drawing) return tl::unexpected(drawing.error());
  return write_drawing(*drawing, state, path);
}

void run_on_gpu(ActionContext& context, BenchmarkRunner& benchmark) {
  context.state.tab = BenchmarkChoice::kPage;
  bring_to_front(context.state, kResultsCard);
  if (context.keep_now) context.keep_now(context.state);
  benchmark.discover();
  if (!runs_own_plan(context.state)) return benchmark.run(context.state);
  if (context.session.status(context.state) != Session::RunStatus::current)
    return context.activity.notify("The launches run on the device once the simulator has run them.");
  const Run& run = *context.session.run();
  auto plan = plan_on_device(run);
  if (!plan) return benchmark.run_plan(run.trace->plan().id, plan.error().message);
  benchmark.run_plan(context.state, std::move(*plan));
}

// Reads or writes a number of repetitions, from 1 to 10,000.
void repetition_field(SceneFields& fields, const char* key, unsigned& value) {
  std::uint64_t count = value;
  fields.count(key, count);
  value = static_cast<unsigned>(std::clamp<std::uint64_t>(count, 1, 10'000));
}

class GpuPage final : public Page {
 public:
  explicit GpuPage(GpuServices services) : services_(services) {}

  std::string_view title() const override { return "Run on GPU"; }
  std::string_view summary() const override { return "Run on GPU: times on a device"; }
  std::string tooltip(const std::string& keys) const override {
    return "Time the kernels on a real device (" + keys + "; Ctrl+Enter runs them)";
  }

  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext&) override {
    return {{"gpu", panel_.get(), window.below_top_bar()}};
  }
  bool turn_on(int by, const AppState& state) override { return panel_->turn_on(by, state); }
  void draw_toolbar(Toolbar& bar, PanelContext& context) override {
    if (runs_own_plan(context.state)) return;
    bar.measured_input(context);
    bar.type_and_operator(context);
    bar.pattern_options(context);
  }

  std::vector<ActionGroup> actions() override {
    return {
        {"The window",
         "",
         {{actions::run_on_gpu,
           {{Key::enter, true}},
           "Ctrl+Enter",
           "Run on the GPU",
           [&benchmark = services_.benchmark](ActionContext& context) { run_on_gpu(context, benchmark); }}}}};
  }

  std::vector<PageExport> exports(const AppState&) const override {
    const std::string_view table = "The table, as lockstep bench writes it.",
                           charts = "The charts of the measured results.";
    const auto export_table = [&benchmark = services_.benchmark](
                                  const ActionContext&, const std::string& path, std::optional<float>) {
      return export_results(bench_report(benchmark.snapshot()), path);
    };
    const auto draw_charts = [&benchmark = services_.benchmark](const ActionContext& context,
                                                                const std::string& path,
                                                                std::optional<float>) {
      return export_charts(bench_report(benchmark.snapshot()), context.state, path);
    };
    return {{ExportFormat::csv, table, export_table},
            {ExportFormat::json, table, export_table},
            {ExportFormat::svg, charts, draw_charts},
            {ExportFormat::png, charts, draw_charts}};
  }
  std::string export_name(const ExportChoice&, const AppState&, std::uint64_t) const override {
    return "run-on-gpu";
  }
  bool follows_from_scene() const override { return false; }  // the page shows measured times

  static void scene(SceneFields& fields, AppState& state) {
    fields.object("benchmark", [&choice = state.benchmark](SceneFields& part) {
      part.text("device", choice.device);
      part.texts("shared_by", choice.shared_by);
      part.flag("by_speed", choice.by_speed);
      part.flag("each_alone", choice.each_alone);
      part.counts("sizes", choice.sizes);
      part.count("group_size", choice.group_size);
      repetition_field(part, "repetitions", choice.repetitions);
      repetition_field(part, "warm_ups", choice.warm_ups);
      part.texts("algorithms", choice.algorithms);
      part.one_of("view", choice.view, kResultDisplays);
      part.one_of("columns", choice.columns, kResultColumns);
      part.one_of("lines", choice.lines, kLineMeasures);
      part.flag("linear", choice.linear);
      part.parsed("ladder", choice.ladder, choice.ladder, [](const std::string& word) {
        const bool known = word.empty() || find_published_ladder(word) != nullptr;
        return known ? std::optional(word) : std::nullopt;
      });
      part.count("bars_n", choice.bars_n);
    });
  }

 private:
  GpuServices services_;
  std::unique_ptr<GpuPagePanel> panel_ = make_gpu_panel(services_);
};

}  // namespace

PageEntry gpu_page() {
  return {BenchmarkChoice::kPage,
          [](const PageServices& services) -> std::unique_ptr<Page> {
            return std::make_unique<GpuPage>(GpuServices{services.benchmark, services.ladder});
          },
          GpuPage::scene};
}

}  // namespace lockstep::gui
