#include "gui/pages/compare/page.hpp"

#include <fmt/format.h>

#include "core/base/files/atomic_writer.hpp"
#include "gui/pages/compare/model.hpp"
#include "gui/pages/compare/pair/drawing.hpp"
#include "gui/pages/run_name.hpp"

namespace lockstep::gui {
namespace {

// Writes the table in the order shown, as JSON if the file name ends with ".json", otherwise as CSV.
Result<void> export_table(const ActionContext& context, const CountSnapshot& counts,
                          const std::string& path) {
  const std::vector<CompareRow> rows =
      prepare_compare(context.state, compare_rows(context.state, context.session.original().text), counts);
  return write_atomically(path, path.ends_with(".json") ? compare_json(rows) : compare_csv(rows));
}

Result<void> export_pair(PairRunner& pair, const AppState& state, const std::string& path,
                         std::optional<float> width) {
  const auto drawing = pair_drawing(pair, state, width.value_or(1600));
  if (!drawing) return tl::unexpected(drawing.error());
  return write_drawing(*drawing, state, path);
}

class ComparePage final : public Page {
 public:
  explicit ComparePage(CompareServices services) : services_(services) {}

  std::string_view title() const override { return "Compare"; }
  std::string_view summary() const override { return "Compare: the costs of all algorithms"; }
  std::string tooltip(const std::string& keys) const override {
    return "The costs of all algorithms, counted by the simulator (" + keys + ")";
  }

  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context) override {
    const Rect page = window.below_top_bar();
    return {{"compare", panel_.get(), page, false,
             context.state.presentation ? panel_->presented_zoom(context, page) : 1.0f}};
  }
  float presented_zoom(PanelContext& context, const Rect& area) override {
    return panel_->presented_worth(context, area);
  }
  void draw_toolbar(Toolbar& bar, PanelContext& context) override {
    bar.model(context);
    bar.input(context);
    bar.unusual_schedule(context);
    bar.type_and_operator(context);
    bar.pattern_options(context);
    bar.group_size(context);
    bar.elements(context);
  }

  std::vector<ActionGroup> actions() override { return compare_actions(services_); }
  std::optional<bool> play_on(ActionContext& context) override {
    return services_.pair.is_open() ? std::optional(play_pair_on(context.state, services_.pair))
                                    : std::nullopt;
  }

  std::optional<PageSteps> own_steps(const AppState& state) const override {
    if (!state.compare.stepping || !services_.pair.is_open()) return std::nullopt;
    const auto runs = services_.pair.runs();
    if (runs.size() < 2) return std::nullopt;
    PageSteps steps{services_.pair.step(state)};
    if (steps.at < pair_length(runs)) steps.next = steps.at + 1;
    if (steps.at > 0) steps.previous = steps.at - 1;
    return steps;
  }

  bool turn_on(int by, const AppState&) override { return panel_->turn_on(by); }

  std::vector<PageExport> exports(const AppState& state) const override {
    const std::string_view both = "Both figures side by side, at this step.",
                           table = "The table, in the order shown.";
    const auto write_pair = [&pair = services_.pair](const ActionContext& context, const std::string& path,
                                                     std::optional<float> width) {
      return export_pair(pair, context.state, path, width);
    };
    const auto write_table = [&counting = services_.counting](const ActionContext& context,
                                                              const std::string& path, std::optional<float>) {
      return export_table(context, counting.snapshot(), path);
    };
    if (state.compare.stepping)
      return {{ExportFormat::svg, both, write_pair}, {ExportFormat::png, both, write_pair}};
    return {{ExportFormat::csv, table, write_table},
            {ExportFormat::json, table, write_table},
            {ExportFormat::png, "A picture of the window."}};
  }
  std::string export_name(const ExportChoice&, const AppState& state, std::uint64_t) const override {
    if (!state.compare.stepping) return fmt::format("compare-n{}-L{}", state.n, state.group_size);
    std::string name = "pair";
    // The key of a row ends with a star if it denotes the edited text.
    for (const std::string& key : state.compare.pair)
      name += "-" + (key.ends_with('*') ? key.substr(0, key.size() - 1) + "-edited" : source_file_name(key));
    name += fmt::format("-n{}", state.n);
    if (state.compare.step) name += fmt::format("-{}", *state.compare.step);
    return name;
  }

  static void scene(SceneFields& fields, AppState& state) {
    fields.object("compare", [&choice = state.compare](SceneFields& part) {
      part.word("column", choice.column,
                [](const std::string& key) { return find_compare_column(key) != nullptr; });
      part.flag("descending", choice.descending);
      part.flag("reductions", choice.reductions);
      part.flag("scans", choice.scans);
      part.flag("patterns", choice.patterns);
      part.text("row", choice.row);
      part.texts("pair", choice.pair);
      if (choice.pair.size() > 2) choice.pair.resize(2);
      part.flag("stepping", choice.stepping);
      part.count("step", choice.step);
    });
  }

 private:
  CompareServices services_;
  std::unique_ptr<ComparePanel> panel_ = make_compare_panel(services_);
};

}  // namespace

PageEntry compare_page() {
  return {CompareChoice::kPage,
          [](const PageServices& services) -> std::unique_ptr<Page> {
            return std::make_unique<ComparePage>(CompareServices{services.counting, services.pair});
          },
          ComparePage::scene};
}

}  // namespace lockstep::gui
