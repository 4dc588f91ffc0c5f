#include "gui/pages/assignment/page.hpp"

#include <algorithm>
#include <array>

#include "core/base/files/atomic_writer.hpp"
#include "gui/pages/assignment/model.hpp"
#include "gui/pages/shared_place.hpp"

namespace lockstep::gui {
namespace {

constexpr std::string_view kTaskCard = "task", kTestsCard = "task-tests";
constexpr float kLeastStatement = 340, kMaxStatement = 620, kLeastAssignmentPage = 900, kMaxList = 900;

class AssignmentPage final : public Page {
 public:
  explicit AssignmentPage(const PageServices& services) : work_(services.assignments) {}

  std::string_view title() const override { return "Assignment"; }
  std::string_view summary() const override { return "Assignment: tasks, your text and its tests"; }
  std::string tooltip(const std::string& keys) const override {
    return "Assignment: tasks with points, tested while you write (" + keys + ")";
  }

  std::vector<PlacedPanel> place(const WindowArea& window, PanelContext& context) override {
    work_.follow(context.state);
    const Rect page = window.below_top_bar();
    if (context.state.assignment.name.empty()) return {{"assignments", list_.get(), middle(page)}};
    if (work_.task(context.state) == nullptr) return {{"tasks", tasks_.get(), middle(page)}};
    if (page.width < kLeastAssignmentPage) return place_shared(page, context);
    const float gap = window.gap();
    const float width = std::clamp(page.width * 0.38f, kLeastStatement, kMaxStatement);
    const float tests =
        std::clamp(tests_->wanted_height(context, width), 0.3f * page.height, 0.5f * page.height);
    const Rect code{page.x + width + gap, page.y, page.width - width - gap, page.height};
    return {{kTaskCard, statement_.get(), {page.x, page.y, width, page.height - tests - gap}},
            {kTestsCard, tests_.get(), {page.x, page.bottom() - tests, width, tests}},
            {kCodeCard, editor_.get(), code}};
  }

  std::vector<ActionGroup> actions() override { return assignment_actions(work_); }

  std::vector<PageExport> exports(const AppState&) const override {
    return {{ExportFormat::csv, "Your points, a line for each test.",
             [this](const ActionContext&, const std::string& path, std::optional<float>) {
               if (work_.loaded() == nullptr) return Result<void>(failure("Open an assignment first."));
               return write_atomically(path, points_csv(work_));
             }},
            {ExportFormat::png, "A picture of the page."}};
  }
  bool follows_from_scene() const override { return false; }
  bool has_scene_words() const override { return false; }

  static void scene(SceneFields& fields, AppState& state) {
    AssignmentChoice& choice = state.assignment;
    if (choice == AssignmentChoice{} && !fields.has("assignment")) return;
    fields.object("assignment", [&choice](SceneFields& part) {
      part.text("name", choice.name);
      part.text("task", choice.task, SceneFields::Empty::left_out);
      part.text("file", choice.file, SceneFields::Empty::left_out);
      part.texts("hints", choice.hints);
    });
  }

 private:
  static Rect middle(const Rect& page) {
    const float width = std::min(page.width, kMaxList);
    return {page.x + (page.width - width) / 2, page.y, width, page.height};
  }

  std::vector<PlacedPanel> place_shared(const Rect& page, PanelContext& context) {
    const SharedPlace shared{page};
    const std::array cards{kTaskCard, kCodeCard, kTestsCard};
    const std::string_view front = front_card(context.state, cards);
    tabs_.show({{kTaskCard, "Task"}, {kCodeCard, "Your text"}, {kTestsCard, "Tests"}}, front);
    Panel* const panel = front == kCodeCard    ? editor_.get()
                         : front == kTestsCard ? tests_.get()
                                               : statement_.get();
    return {{"task-tabs", &tabs_, shared.tabs()}, {front, panel, shared.card()}};
  }

  AssignmentWork work_;
  std::unique_ptr<Panel> list_ = make_assignment_list_panel(), tasks_ = make_task_list_panel(work_),
                         statement_ = make_statement_panel(work_), tests_ = make_tests_panel(work_),
                         editor_ = make_task_editor_panel(work_);
  CardTabs tabs_;
};

}  // namespace

PageEntry assignment_page() {
  return {AssignmentChoice::kPage,
          [](const PageServices& services) -> std::unique_ptr<Page> {
            return std::make_unique<AssignmentPage>(services);
          },
          AssignmentPage::scene};
}

}  // namespace lockstep::gui
